"""States copy, compare and travel through JSON without loss."""

from __future__ import annotations

import json

import pytest

from ruledeck.model.event import Event
from ruledeck.model.state import State


def example() -> State:
    return State(3, [0, -1], [0, 1 << 200], [[4, 4, 0], []], [True, False], [2**61 + 1, 5])


def test_a_copy_is_equal_and_apart() -> None:
    state = example()
    copy = state.copy()
    assert copy == state
    assert copy.key() == state.key()
    copy.piles[0].pop()
    assert copy != state
    assert copy.key() != state.key()


def test_json_round_trip() -> None:
    assert State.from_json(json.loads(json.dumps(example().to_json()))) == example()


def test_json_of_something_else() -> None:
    with pytest.raises(KeyError):
        State.from_json({"pc": 1})


def test_an_event_is_blind_to_those_who_do_not_see() -> None:
    event = Event("move", 1, cards=(3, 4), source=0, target=2, value=7, seen_by=(1,))
    assert event.as_seen_by(1) is event
    assert event.as_seen_by(0).cards == (-1, -1)
    assert event.as_seen_by(0).value == -1
