"""Playing in tests: a game's positions one after another, at each decision and at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ruledeck.engine import Machine
from ruledeck.engine.instructions import Log
from ruledeck.model.state import State

MOST, MOST_WITH_MELDS = 250, 80
"""Positions of one game that a test looks at, where it need not see the end: several rounds of most games."""


def positions(
    machine: Machine, seed: int, strategies: Sequence[int], number: int = 0, log: Log = None, most: int | None = None
) -> Iterator[State]:
    """The state, one and the same and changing in place, at each decision and at the end, but at most so often."""
    yield from go_on(machine, machine.begin(seed, number, log), strategies, log, most)


def played(
    machine: Machine, seed: int, strategies: Sequence[int], number: int = 0, log: Log = None, most: int | None = None
) -> State:
    """The last of these positions."""
    for state in positions(machine, seed, strategies, number, log, most):  # noqa: B007
        pass
    return state


def go_on(
    machine: Machine, state: State, strategies: Sequence[int], log: Log = None, most: int | None = None
) -> Iterator[State]:
    """From a state on, as `Machine.play` plays."""
    for _ in range(most or (MOST_WITH_MELDS if machine.game.melds else MOST)):
        yield state
        if machine.is_over(state):
            return
        offer, value = machine.choose(state, strategies[machine.actor(state)])
        machine.take(state, offer, value, log)


def sample(
    machine: Machine, seed: int, strategies: Sequence[int], every: int, most: int | None = None
) -> Iterator[State]:
    """Copies of every so-manieth position of a game."""
    for count, state in enumerate(positions(machine, seed, strategies, most=most)):
        if count % every == 0 or machine.is_over(state):
            yield state.copy()


def written(state: State) -> str:
    """The bytes that a saved state is."""
    return json.dumps(state.to_json(), sort_keys=True)
