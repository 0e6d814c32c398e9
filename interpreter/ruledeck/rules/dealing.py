"""How many cards a deal needs: the hands, the starter, and what is turned before a card that may stay."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ruledeck.model import program as p
from ruledeck.rules.ranges import ALWAYS, Ranges

OUT_OF_THE_QUESTION = 10**9
"""A deal may fail once in so many."""


@dataclass(frozen=True, slots=True)
class Need:
    """Cards that a deal needs at a number of seats, and the deck that there is."""

    seats: int
    each: int
    starter: int
    deck: int

    @property
    def met(self) -> bool:
        return self.each >= 0 and self.cards <= self.deck

    @property
    def cards(self) -> int:
        return self.seats * self.each + self.starter

    def __str__(self) -> str:
        if self.each < 0:
            return f"each of {self.seats} players gets {self.each} cards"
        starter = f" + {self.starter} for the starter" if self.starter else ""
        return f"{self.seats} players x {self.each} cards{starter} = {self.cards} cards, and the deck has {self.deck}"


def need(seats: int, each: int, deck: int, put_back: int | None) -> Need:
    """`put_back` is how many cards of the deck never stay as the starter, None where there is no starter."""
    if put_back is None:
        return Need(seats, each, 0, deck)
    left = deck - seats * each
    stuck = 0 < left <= put_back and comb(put_back, left) * OUT_OF_THE_QUESTION >= comb(deck, left)
    return Need(seats, each, 1 + put_back if stuck or left <= 0 else 1, deck)


def always_put_back(condition: p.Expr, slot: int, ranges: Ranges) -> frozenset[int]:
    """The cards that are put back as the starter whatever else is so. The card turned is in `slot`."""
    return frozenset(face for face in range(ranges.faces) if ranges.knowing(slot, (face, face)).of(condition) == ALWAYS)
