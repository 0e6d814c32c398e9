"""Playing in tests: a game's positions one after another, at each decision and at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ruledeck.engine import Machine
from ruledeck.engine.instructions import Log
from ruledeck.model.state import State


def positions(
    machine: Machine, seed: int, strategies: Sequence[int], number: int = 0, log: Log = None
) -> Iterator[State]:
    """The state, one and the same and changing in place, at each decision and at the end."""
    yield from go_on(machine, machine.begin(seed, number, log), strategies, log)


def go_on(machine: Machine, state: State, strategies: Sequence[int], log: Log = None) -> Iterator[State]:
    """From a state to the end, as `Machine.play` plays."""
    while not machine.is_over(state):
        yield state
        offer, value = machine.choose(state, strategies[machine.actor(state)])
        machine.take(state, offer, value, log)
    yield state


def sample(machine: Machine, seed: int, strategies: Sequence[int], every: int, most: int = 40) -> Iterator[State]:
    """Copies of every so-manieth position of a game, at most so many."""
    taken = 0
    for count, state in enumerate(positions(machine, seed, strategies)):
        if count % every == 0 or machine.is_over(state):
            yield state.copy()
            taken += 1
        if taken >= most:
            return


def written(state: State) -> str:
    """The bytes that a saved state is."""
    return json.dumps(state.to_json(), sort_keys=True)
