"""Deck, pattern → whether its cards can complete one meld at all, and what melds of a contract take of them at least.

All answers are bounds on the safe side: what is called impossible is so, what is not may be so all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ruledeck.model.meld import MeldPattern


@dataclass(frozen=True)
class Supply:
    """A pattern and the cards of the deck: naturals by what they share, and how many wild cards there are."""

    pattern: MeldPattern
    copies: tuple[int, ...]
    """Per face how many cards of it the deck has."""

    @cached_property
    def wild(self) -> frozenset[int]:
        return frozenset(face for face, count in enumerate(self.copies) if count and self.pattern.is_wild(face))

    @property
    def cap(self) -> int:
        """Most wild cards in one meld."""
        return max(0, min(self.pattern.wilds_max, sum(self.copies[face] for face in self.wild)))

    @property
    def fewest_naturals(self) -> int:
        return max(0, self.pattern.naturals_min, self.pattern.least - self.cap)

    @cached_property
    def naturals(self) -> frozenset[int]:
        return frozenset(face for face, count in enumerate(self.copies) if count and self.pattern.is_natural(face))

    @cached_property
    def by_value(self) -> dict[int, list[int]]:
        """Naturals by the value that they share."""
        found: dict[int, list[int]] = {}
        for face in sorted(self.naturals):
            found.setdefault(-1 if self.pattern.same is None else self.pattern.same[face], []).append(face)
        return found

    def count(self, faces: list[int]) -> int:
        return sum(self.copies[face] for face in faces)

    @cached_property
    def most_naturals(self) -> int:
        """Most natural cards in one meld; -1 where no meld can be completed."""
        pattern = self.pattern
        if pattern.least > pattern.most:
            return -1
        found = [-1]
        for faces in self.by_value.values():
            windows = self.windows(faces) if pattern.places is not None else [(pattern.most, self.alike(faces))]
            found += [naturals for size, naturals in windows if self.completes(min(naturals, size), size)]
        if not pattern.naturals_min and pattern.least <= self.cap:
            found.append(0)
        return max(found)

    def completes(self, naturals: int, size: int) -> bool:
        """Whether so many naturals and the wild cards make a meld of at most this size."""
        return naturals >= self.pattern.naturals_min and max(0, self.pattern.least - naturals) <= self.cap and size > 0

    def alike(self, faces: list[int]) -> int:
        """Most naturals in one group."""
        apart = self.pattern.distinct
        return self.count(faces) if apart is None else len({apart[face] for face in faces})

    def windows(self, faces: list[int]) -> Iterator[tuple[int, int]]:
        """Stretches of the order, with the most of their cells that can be natural cards.

        Longer ones than the least have more natural cards, and matter only where several are asked for.
        """
        pattern, length = self.pattern, self.pattern.length
        places = pattern.places or ()
        cells = [[face for face in faces if at in places[face]] for at in range(length)]
        longest = pattern.least if pattern.naturals_min <= 1 else min(pattern.most, pattern.naturals_min + self.cap)
        for size in range(pattern.least, max(longest, pattern.least) + 1):
            for low in range(length if pattern.corner else length - size + 1):
                window = [cells[(low + cell) % length] for cell in range(size)]
                bare = [not cell for cell in window]
                if pattern.adjacent_wilds or not any(a and b for a, b in pairwise(bare)):
                    naturals = self.filled(window)
                    if size - naturals <= self.cap:
                        yield size, naturals

    def filled(self, window: list[list[int]]) -> int:
        """Most cells filled at once by different cards, which may have to differ in an attribute."""
        apart = self.pattern.distinct
        seats: dict[tuple[int, int], int] = {}

        def place(cell: int, tried: set[tuple[int, int]]) -> bool:
            for face in window[cell]:
                for copy in range(self.copies[face] if apart is None else 1):
                    card = (face, copy) if apart is None else (apart[face], 0)
                    if card in tried:
                        continue
                    tried.add(card)
                    if card not in seats or place(seats[card], tried):
                        seats[card] = cell
                        return True
            return False

        return sum(place(cell, set()) for cell in range(len(window)))


def lacking(slots: list[Supply]) -> str | None:
    """Why the deck cannot have the melds of a contract side by side; None where it may."""
    hopeless = next((slot.pattern.name for slot in slots if slot.most_naturals < 0), None)
    if hopeless is not None:
        return f"no cards complete the meld `{hopeless}`"
    size = sum(slot.pattern.least for slot in slots)
    copies = slots[0].copies
    natural = sum(copies[face] for face in frozenset[int]().union(*(slot.naturals for slot in slots)))
    wilds = sum(copies[face] for face in frozenset[int]().union(*(slot.wild for slot in slots if slot.cap)))
    there = natural + wilds
    if size > there:
        return f"its melds take {size} cards, and the deck has {there} that go into them"
    for slot in slots:
        same = [other for other in slots if other is slot]
        each = slot.fewest_naturals
        room = sum(slot.count(faces) // each for faces in slot.by_value.values()) if each else len(same)
        if len(same) > room:
            return f"the deck has natural cards for {room} of its {len(same)} melds `{slot.pattern.name}`"
    wanted = sum(max(0, slot.pattern.least - slot.most_naturals) for slot in slots)
    if wanted > wilds:
        return f"its melds take {wanted} wild cards at least, and the deck has {wilds}"
    wanted = sum(slot.fewest_naturals for slot in slots)
    if wanted > natural:
        return f"its melds take {wanted} natural cards at least, and the deck has {natural} that go into them"
    return None
