"""Rulesets on disk → tables: a game with its options and seats chosen, ready to be played in a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from ruledeck.engine import Machine
from ruledeck.model.game import Game
from ruledeck.model.program import NONE
from ruledeck.rules import Rules, open_rules
from ruledeck.study.simulate import OptionValue
from ruledeck.text import RulesetError

ROOT = Path(__file__).parents[2]
RULESETS = tuple(sorted(path.stem for path in (ROOT / "rulesets").glob("*/*.yaml") if path.stem == path.parent.name))
"""Names of the games, by their files: whoever adds a game gets these tests with it."""
USUAL_SEATS = 4
MOST_COMBINATIONS, FEW = 64, 3

Options = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True)
class Table:
    """A game at one number of seats."""

    name: str
    players: int
    rules: Rules
    machine: Machine

    @property
    def game(self) -> Game:
        return self.machine.game

    def seatings(self) -> list[tuple[int, ...]]:
        """Who sits there, by number of strategy: all at random, all by each strategy, and a mixed table."""
        kinds = (NONE, *range(len(self.game.strategies)))
        alike = [(kind,) * self.players for kind in kinds]
        mixed = tuple(kinds[seat % len(kinds)] for seat in range(self.players))
        return [*alike, mixed] if len(kinds) > 1 and self.players > 1 else alike


@cache
def opened(name: str, options: Options = ()) -> Rules:
    """The rules of a game on disk. Raises RulesetError when they do not go with these options."""
    return open_rules(str(ROOT / "rulesets" / name / f"{name}.yaml"), dict(options))


@cache
def seated(name: str, players: int, options: Options = ()) -> Table:
    rules = opened(name, options)
    return Table(name, players, rules, Machine(rules.game(players)))


def seats_to_try(rules: Rules) -> tuple[int, ...]:
    """The smallest, the usual and the largest number of seats, each once."""
    allowed = rules.players
    inner = [seats for seats in allowed[1:-1] if seats == USUAL_SEATS] or list(allowed[len(allowed) // 2 :][:1])
    return tuple(sorted({allowed[0], *inner, allowed[-1]}))


def tables_on_disk() -> Iterator[tuple[str, int, Options]]:
    """Each game with each number of seats to try, at the largest with every toggle flipped, where that is allowed.

    A game with melds takes many times as long as another: it comes with the fewest seats and the most alone.
    A game whose file cannot be opened comes with 0 seats, so that its tests fail.
    """
    for name in RULESETS:
        try:
            rules = opened(name)
        except RulesetError:
            yield name, 0, ()
            continue
        seats = seats_to_try(rules)
        flips = toggles(rules) and allowed(name, flipped(rules))
        tried = tuple(dict.fromkeys((seats[0], seats[-1]))) if rules.spec.melds else seats
        yield from ((name, players, ()) for players in (tried[:-1] if flips and len(tried) > 1 else tried))
        if flips:
            yield name, seats[-1], flipped(rules)


def allowed(name: str, options: Options) -> bool:
    """Whether a game's options go together by what they require of one another. Any other refusal is a fault."""
    try:
        opened(name, options)
    except RulesetError as refused:
        if any(problem.code != "option-conflict" for problem in refused.diagnostics):
            raise
        return False
    return True


def toggles(rules: Rules) -> tuple[str, ...]:
    """Names of the options that are on or off."""
    return tuple(option.name.text for option in rules.spec.options if isinstance(option.default, bool))


def flipped(rules: Rules) -> Options:
    """Every toggle the other way from its default."""
    return tuple((name, not rules.options[name]) for name in toggles(rules))


def combinations(rules: Rules) -> list[Options]:
    """All on/off combinations of the toggles; an even sample of them where they are too many."""
    names = toggles(rules)
    every = 2 ** len(names)
    if every <= MOST_COMBINATIONS:
        return [tuple(zip(names, chosen, strict=True)) for chosen in product((False, True), repeat=len(names))]
    numbers = (every * step // MOST_COMBINATIONS + step for step in range(MOST_COMBINATIONS))
    return [tuple((name, bool(number >> at & 1)) for at, name in enumerate(names)) for number in numbers]


def few_combinations(name: str) -> list[Options]:
    """The first and the last of a game's combinations and some between, without those that are refused."""
    every = combinations(opened(name))
    places = sorted({place * (len(every) - 1) // (FEW - 1) for place in range(FEW)})
    return [every[place] for place in places if allowed(name, every[place])]
