"""Rules made by hand around the engine tests' small game, to test study and show without a rule file."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledeck.model.game import Game
from ruledeck.study.simulate import OptionValue
from tests.unit.engine.matching_game import GAME


@dataclass(frozen=True)
class ByHand:
    """As `ruledeck.rules.Rules`, for one number of seats."""

    one: Game = GAME
    name: str = "matching"
    summary: str = "A game for tests."
    options: dict[str, OptionValue] = field(default_factory=lambda: {"speed": 2, "kind": True})

    @property
    def players(self) -> tuple[int, ...]:
        return (self.one.seats,)

    def game(self, players: int) -> Game:
        assert players == self.one.seats
        return self.one


BOTS = ("random", "heaviest", "random")
