"""What the executors are compared by: of each game a digest of all choices, its figures, scores and last streams."""

from __future__ import annotations

from collections.abc import Sequence

from ruledeck.engine import Machine
from ruledeck.engine.compiled.emit import emit
from ruledeck.engine.compiled.ready import Ready, ready_native, ready_python
from ruledeck.model.game import Game
from ruledeck.model.state import DECISIONS, OVER, ROUND, TURN

Trace = list[int]


def traced(machine: Machine, strategies: Sequence[int], seed: int, number: int) -> Trace:
    """As the reference executor plays it."""
    digest, state = 0, machine.begin(seed, number)
    choices = machine.choices(state)
    while choices:
        pc, strategy = state.pc, strategies[machine.actor(state)]
        offer, value = machine.choose(state, strategy, choices)
        digest = (digest & (1 << 40) - 1) * 1000003 + pc * 4099 + offer * 67 + 2 + value
        choices = machine.take(state, offer, value)
    figures = (state.values[slot] for slot in (OVER, ROUND, TURN, DECISIONS))
    return [digest, *figures, state.streams[0], *machine.scores(state), *state.streams[1:]]


def ready(game: Game, strategies: Sequence[int], native: bool) -> Ready:
    if native:
        return ready_native(game, strategies, traced=True)
    return ready_python(emit(game, strategies, traced=True), game.seats)


def compare(machine: Machine, strategies: Sequence[int], seed: int, games: range, way: Ready) -> int:
    """Assert that games go the same way; gives how many were left to the reference executor."""
    counts, traces = way.runner().traced(seed, games)
    for number, trace in zip(games, traces, strict=True):
        if number not in counts.left:
            assert trace == traced(machine, strategies, seed, number), f"game {number} of seed {seed}"
    return len(counts.left)
