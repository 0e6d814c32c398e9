"""Meld: patterns and contracts as a Game holds them, and a meld as it lies on the table. Faces are numbers in deck order."""

from __future__ import annotations

from dataclasses import dataclass

LEAST = -1
"""Of what may be left over: no more than must be."""


@dataclass(frozen=True, slots=True)
class MeldPattern:
    """What makes cards a meld: a group (no `places`) or a sequence.

    A face is a natural when `same` and `places` give it a value and a position and it is not barred. A wild face that is
    a natural too counts as one wherever it fits, and as a wild elsewhere.
    """

    name: str
    size_min: int
    size_max: int
    same: tuple[int, ...] | None = None
    """Per face the value that all naturals share (rank of a set, suit of a run, colour); -1: never a natural here."""
    places: tuple[tuple[int, ...], ...] | None = None
    """Per face its positions in the order, from 0; an ace in `A..K A` has 0 and 13."""
    length: int = 0
    """Positions of the order."""
    corner: bool = False
    """After the last position comes the first. An ace then has one place, not two."""
    distinct: tuple[int, ...] | None = None
    """Per face a value that no two naturals of a meld may share, say the suit."""
    wilds_max: int = 0
    naturals_min: int = 1
    adjacent_wilds: bool = True
    """In a sequence wilds may lie side by side."""
    wild: int = 0
    """Mask of the faces that are wild."""
    barred: int = 0
    """Mask of the faces that are in no meld, not even as wilds."""

    @property
    def least(self) -> int:
        """Cards of the smallest legal meld."""
        return max(self.size_min, self.naturals_min, 1)

    @property
    def most(self) -> int:
        """Cards of the largest legal meld."""
        return self.size_max if self.places is None else min(self.size_max, self.length)

    def is_natural(self, face: int) -> bool:
        """Whether the face can be a natural in some meld of the pattern."""
        return (
            not self.barred >> face & 1
            and (self.same is None or self.same[face] >= 0)
            and (self.places is None or bool(self.places[face]))
        )

    def is_wild(self, face: int) -> bool:
        return bool((self.wild & ~self.barred) >> face & 1)

    def fits(self, face: int, place: int, value: int) -> bool:
        """Whether the face is a natural at this position (any, for a group) of a meld of this value."""
        return (
            self.is_natural(face)
            and (self.same is None or self.same[face] == value)
            and (self.places is None or place in self.places[face])
        )


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards on the table. A sequence lists its cells low to high, a group its naturals, then its wilds, in face order."""

    pattern: int
    owner: int
    cards: tuple[int, ...]
    low: int
    """Position of the first cell; 0 for a group."""
    value: int
    """What the naturals share; -1 when the pattern asks for nothing shared."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What must be laid at once. `slots` are indices of patterns, laid in this order."""

    slots: tuple[int, ...]
    all_cards: bool = False
    """No card may be left over."""
    no_join: bool = False
    """Two sequences of one value (and one order) may not join up end to end."""
    exact: bool = False
    """No meld is larger than its pattern's smallest."""
    leaving: int | None = None
    """The rest of the hand may be worth at most so much after the best further melds of the patterns `allowed`.

    `LEAST`: no more than the deadwood of the hand before anything of this contract is laid.
    """
    allowed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lay:
    """How far a seat has come with laying: melds finished in this lay, and the cells of the open one."""

    done: tuple[Meld, ...] = ()
    cells: tuple[int, ...] = ()
