"""State: where a game stands, as a plain value.

A hand is an integer: plane k (bits k*F to k*F+F-1, F the number of faces) has the bit of a face set when the hand holds at least k+1 copies of it.
A pile is a list of faces, the uppermost last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ACTOR, DIRECTION, DEALER, TURN, ROUND, DECISIONS, OVER, REASON = range(8)
"""Slots that every game has. OVER: 0 in play, 1 finished, 2 stopped by a limit. REASON: how the last round ended."""
FIRST_FREE = 8


@dataclass(slots=True)
class State:
    """All of it: equal states go on equally. Executors change it in place; `copy` first where the old one matters."""

    pc: int
    values: list[int]
    hands: list[int]
    """By zone index; 0 for piles."""
    piles: list[list[int]]
    """By zone index; empty for hands."""
    open: list[bool]
    """By zone index: the pile's order is open, see `program.Shuffle`."""
    streams: list[int]
    """Stream 0 for the cards, 1 + k for seat k's player."""

    def copy(self) -> State:
        return State(
            self.pc,
            self.values[:],
            self.hands[:],
            [pile[:] for pile in self.piles],
            self.open[:],
            self.streams[:],
        )

    def key(self) -> tuple[object, ...]:
        """A hashable value, equal for equal states."""
        return (
            self.pc,
            tuple(self.values),
            tuple(self.hands),
            tuple(tuple(pile) for pile in self.piles),
            tuple(self.open),
            tuple(self.streams),
        )

    def to_json(self) -> dict[str, object]:
        """A value that `json` can write; `from_json` gives an equal state."""
        return {
            "pc": self.pc,
            "values": self.values[:],
            "hands": [str(hand) for hand in self.hands],
            "piles": [pile[:] for pile in self.piles],
            "open": self.open[:],
            "streams": self.streams[:],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> State:
        """The state that `to_json` wrote. KeyError, TypeError or ValueError when `data` is something else."""
        return cls(
            int(data["pc"]),
            [int(value) for value in data["values"]],
            [int(hand) for hand in data["hands"]],
            [[int(card) for card in pile] for pile in data["piles"]],
            [bool(flag) for flag in data["open"]],
            [int(stream) for stream in data["streams"]],
        )
