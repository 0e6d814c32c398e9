"""Saved state ↔ State: what `State.to_json` wrote, read back with care, since it may come from anywhere."""

from __future__ import annotations

from collections.abc import Mapping

from ruledeck.model.game import Game
from ruledeck.model.program import Ask, Finish
from ruledeck.model.state import State

SMALLEST, LARGEST = -(2**63), 2**63 - 1


class NotASavedState(ValueError):
    """A value that is no saved state of this game."""


def read_state(game: Game, data: object) -> State:
    """The state that `data` holds. Raises NotASavedState when it does not fit the game or its cards."""
    if not isinstance(data, Mapping):
        raise NotASavedState("a saved state is a mapping")
    zones = game.zone_count
    state = State(
        pc=_integer(data.get("pc"), 0, len(game.code) - 1),
        values=[_integer(value, SMALLEST, LARGEST) for value in _list(data.get("values"), game.slots)],
        hands=[_hand(hand) for hand in _list(data.get("hands"), zones)],
        piles=[[_integer(card, 0, game.faces - 1) for card in _list(p)] for p in _list(data.get("piles"), zones)],
        open=[_truth(flag) for flag in _list(data.get("open"), zones)],
        streams=[_integer(number, 0, 2**62) for number in _list(data.get("streams"), game.seats + 1)],
    )
    if not isinstance(game.code[state.pc], Ask | Finish):
        raise NotASavedState("the state does not stand at a decision")
    if _faces(game, state) != list(game.deck.copies):
        raise NotASavedState("the state does not hold the cards of the deck")
    return state


def _faces(game: Game, state: State) -> list[int]:
    """How many copies of each face all zones hold together."""
    counts = [0] * game.faces
    for pile in state.piles:
        for card in pile:
            counts[card] += 1
    for hand in state.hands:
        for bit in range(hand.bit_length()):
            counts[bit % game.faces] += hand >> bit & 1
    return counts


def _list(value: object, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise NotASavedState("the state does not fit this game")
    return value


def _integer(value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise NotASavedState(f"a number from {low} to {high} was expected")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise NotASavedState("a truth was expected")
    return value


def _hand(value: object) -> int:
    if not isinstance(value, str) or not value.isascii() or not value.isdecimal() or len(value) > 4000:
        raise NotASavedState("a hand is a number, written as text")
    return int(value)
