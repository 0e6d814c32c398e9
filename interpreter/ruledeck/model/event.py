"""Event: what happened, to whom, and the rule behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruledeck.text import Place

KINDS = (
    "match", "round", "turn", "deal", "choose", "move", "gather", "shuffle", "set",
    "score", "round over", "match over", "skip", "note",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """`seen_by` is None when all see the cards, else the seats that do; others see how many, not which.

    An event without cards that not all see is unknown to the others altogether.
    """

    kind: str
    seat: int = -1
    cards: tuple[int, ...] = ()
    source: int = -1
    """Zone index."""
    target: int = -1
    name: str = ""
    """Variable, move or reason."""
    value: int = 0
    seen_by: tuple[int, ...] | None = None
    place: Place | None = None

    def as_seen_by(self, seat: int) -> Event:
        """The event with what `seat` does not see taken out: each card, and the value, is -1."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        return replace(self, cards=(-1,) * len(self.cards), value=-1)
