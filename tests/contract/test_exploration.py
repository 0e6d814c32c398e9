"""Very many random games of every game on disk: none breaks off, none is stopped by a limit, no card is lost.

    RULEDECK_EXPLORED=20000 pytest -m slow tests/contract/test_exploration.py -n 2 --junitxml=explored.xml

The figures of each share (games, rounds, decisions) stand in the file as its properties.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from ruledeck.engine import Machine
from ruledeck.engine.instructions import Log
from ruledeck.model.game import Game
from ruledeck.model.program import NONE, Tell
from ruledeck.model.state import DECISIONS, OVER, ROUND, State
from tests.contract.cards import conserved, watched
from tests.contract.found import opened

GAMES = int(os.environ.get("RULEDECK_EXPLORED", "20000"))
SHARES = 4
"""Parts of equal size that may run side by side."""
CLOSELY = 200
"""Of so many games one with each number of players is watched at every instruction, the others by rounds."""
SEED = 20


def watched_by_rounds(game: Game) -> Machine:
    """A machine that checks the cards whenever a round is over."""
    machine, check = Machine(game), conserved(game)
    for pc, one in enumerate(game.code):
        if isinstance(one, Tell) and one.what == "round over":
            machine._steps[pc] = checked(machine._steps[pc], check)
    return machine


def checked(step: Callable[[State, Log], int], check: Callable[[State], None]) -> Callable[[State, Log], int]:
    def run(state: State, log: Log) -> int:
        check(state)
        return step(state, log)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_random_games(ruleset: str, share: int, request: pytest.FixtureRequest) -> None:
    """With the smallest and the largest number of players by turns."""
    rules = opened(ruleset)
    tables = [rules.game(seats) for seats in sorted({rules.players[0], rules.players[-1]})]
    machines = [(watched_by_rounds(game), watched(game)) for game in tables]
    games = rounds = decisions = longest = 0
    for number in range(share, GAMES, SHARES):
        usual, close = machines[number // SHARES % len(machines)]
        machine = usual if number // SHARES % CLOSELY >= len(machines) else close
        state = machine.begin(SEED, number)
        machine.play(state, (NONE,) * machine.game.seats)
        assert state.values[OVER] == 1, f"game {number} of seed {SEED} with {machine.game.seats} players has no end"
        games, rounds = games + 1, rounds + state.values[ROUND]
        decisions, longest = decisions + state.values[DECISIONS], max(longest, state.values[DECISIONS])
    figures = {"games": games, "rounds": rounds, "decisions": decisions, "most decisions": longest}
    request.node.user_properties.extend(figures.items())
