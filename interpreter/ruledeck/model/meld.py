"""MeldPattern: what makes cards a meld, as data over face numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MeldPattern:
    """A group (`places` None) or a sequence."""

    name: str
    same: tuple[int, ...] | None
    places: tuple[tuple[int, ...], ...] | None
    length: int
    corner: bool
    distinct: tuple[int, ...] | None
    size_min: int
    size_max: int
    wilds_max: int
    naturals_min: int
    adjacent_wilds: bool
    wild: int
    barred: int
