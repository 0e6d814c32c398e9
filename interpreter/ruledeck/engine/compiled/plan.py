"""Game → where the emitted text keeps it: names of slots, words of hands, places of piles.

Slots are local variables `v3`, those of seats' groups entries of the array V. A hand is one word for each plane (see
`model.state`) in H. A pile is a stretch of P that begins with -1, so that the entry at its length is its top; the
table's piles have their lengths and whether their order is open in `n0` and `o0`, seats' piles and melds in N and O.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ruledeck.engine.compiled.ranges import Bounds
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.model.game import Game
from ruledeck.model.program import Exchange, Shuffle

MOST_FACES = 62


@dataclass(frozen=True)
class Plan:
    game: Game
    bounds: Bounds

    @property
    def faces(self) -> int:
        return self.game.faces

    @property
    def seats(self) -> int:
        return self.game.seats

    @cached_property
    def planes(self) -> int:
        return max(self.game.deck.copies)

    @cached_property
    def zones(self) -> int:
        return self.game.zone_count

    @property
    def stride(self) -> int:
        """Entries of P for each pile."""
        return self.bounds.cards + 1

    @cached_property
    def full(self) -> int:
        """The bits of all faces."""
        return (1 << self.faces) - 1

    @cached_property
    def copied(self) -> tuple[int, ...]:
        """By plane: the faces that can have a bit there."""
        copies = self.game.deck.copies
        return tuple(
            sum(1 << face for face, count in enumerate(copies) if count > plane) for plane in range(self.planes)
        )

    @cached_property
    def opened(self) -> frozenset[int]:
        """Zone indices whose pile's order may be open."""
        found: set[int] = set()
        for one in self.game.code:
            if isinstance(one, Shuffle):
                found.update(self.bounds.layout.zones_of(one.zone))
            if isinstance(one, Exchange) and self.ordered(one.zone):
                found.update(self.bounds.layout.zones_of(one.zone))
        return frozenset(found)

    def ordered(self, zone: int) -> bool:
        return self.bounds.layout.ordered[zone]

    @cached_property
    def several(self) -> frozenset[int]:
        """Indices of the zones that are one of several: a seat's, or one of the piles of melds."""
        extent = self.bounds.layout.extent
        return frozenset(
            index for base, size in extent.items() if self.is_group(base) for index in range(base, base + size)
        )

    def is_group(self, base: int) -> bool:
        return self.bounds.layout.owner[base] >= 0 or self.bounds.layout.extent[base] > 1

    def of_seats(self, zone: int) -> bool:
        """Whether the zone is one of several, by seat or by meld."""
        return zone in self.several

    # ------------------------------------------------------------- as text

    def slot(self, slot: int) -> str:
        return f"V[{slot}]" if self.grouped(slot) else f"v{slot}"

    def grouped(self, slot: int) -> bool:
        first = self.bounds.first
        return first[slot] != slot or (slot + 1 < len(first) and first[slot + 1] == slot)

    def word(self, zone: int, seat: str | None, plane: int = 0) -> str:
        """The word of a hand's plane."""
        return f"H[{added(plane * self.zones + zone, seat)}]"

    def start(self, zone: int, seat: str | None) -> str:
        """Where a pile's stretch of P begins."""
        if seat is None:
            return str(zone * self.stride)
        if seat.isdigit():
            return str((zone + int(seat)) * self.stride)
        return f"({seat} * {self.stride} + {zone * self.stride})"

    def length(self, zone: int, seat: str | None) -> str:
        return f"N[{added(zone, seat)}]" if self.of_seats(zone) else f"n{zone}"

    def open(self, zone: int, seat: str | None) -> str:
        return f"O[{added(zone, seat)}]" if self.of_seats(zone) else f"o{zone}"


def added(number: int, text: str | None) -> str:
    """`number` + `text`, shortly."""
    if text is None:
        return str(number)
    if text.lstrip("-").isdigit():
        return str(number + int(text))
    return f"{text} + {number}" if number else text


def make_plan(game: Game, bounds: Bounds) -> Plan:
    plan = Plan(game, bounds)
    if game.faces > MOST_FACES:
        raise Unsupported(f"a deck of {game.faces} different cards; {MOST_FACES} are the most")
    if plan.planes > 16:
        raise Unsupported(f"a deck with {plan.planes} equal cards; 16 are the most")
    return plan
