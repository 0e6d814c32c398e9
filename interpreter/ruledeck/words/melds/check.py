"""Cards in a row → whether they are this meld, where it lies in the order, or in words why they are not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ruledeck.model.meld import Meld, MeldPattern


@dataclass(frozen=True, slots=True)
class Placement:
    """Position of the first cell (0 for a group), and the value that the naturals share (-1: none is asked for)."""

    low: int
    value: int


class Reason(StrEnum):
    BARRED = "barred"
    TOO_FEW = "too few"
    TOO_MANY = "too many"
    MIXED = "mixed"
    DUPLICATE = "duplicate"
    FEW_NATURALS = "few naturals"
    MANY_WILDS = "many wilds"
    ADJACENT = "adjacent wilds"
    CORNER = "corner"
    OFF_END = "off the end"
    NO_ORDER = "not in order"
    UNDECLARED = "undeclared"


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: Reason
    text: str


def check(pattern: MeldPattern, cards: tuple[int, ...], declared: Placement | None = None) -> Placement | Refusal:
    """Whether `cards` are a meld: a sequence listed low to high, a group in any order.

    Cards that can be read in several ways (wilds alone, where they are allowed) need a `declared` placement.
    """
    refusal = check_cards(pattern, cards)
    if refusal is not None:
        return refusal
    found = tuple(readings(pattern, cards))
    if declared is not None:
        found = tuple(reading for reading in found if reading == declared)
    if len(found) == 1:
        return found[0]
    if found:
        return Refusal(Reason.UNDECLARED, "say what the wilds stand for: these cards can be read in several ways")
    return explain(pattern, cards)


def check_cards(pattern: MeldPattern, cards: tuple[int, ...]) -> Refusal | None:
    """What is wrong whatever the cards stand for."""
    if any(not pattern.is_natural(face) and not pattern.is_wild(face) for face in cards):
        return Refusal(Reason.BARRED, "one of the cards is never in such a meld")
    if len(cards) < pattern.least:
        return Refusal(Reason.TOO_FEW, f"{len(cards)} cards, at least {pattern.least} are needed")
    if len(cards) > pattern.most:
        return Refusal(Reason.TOO_MANY, f"{len(cards)} cards, at most {pattern.most} are allowed")
    naturals = sum(pattern.is_natural(face) for face in cards)
    if naturals < pattern.naturals_min:
        return Refusal(Reason.FEW_NATURALS, f"{naturals} natural cards, at least {pattern.naturals_min} are needed")
    wilds = sum(not pattern.is_natural(face) for face in cards)
    if wilds > pattern.wilds_max:
        return Refusal(Reason.MANY_WILDS, f"{wilds} wild cards, at most {pattern.wilds_max} are allowed")
    return None


def readings(pattern: MeldPattern, cards: tuple[int, ...]) -> Iterator[Placement]:
    """Every way in which the cards are a legal meld, lowest first."""
    if pattern.least <= len(cards) <= pattern.most:
        for placement in placements(pattern, cards):
            if naturals_at(pattern, cards, placement) >= pattern.naturals_min:
                yield placement


def placements(pattern: MeldPattern, cards: tuple[int, ...]) -> Iterator[Placement]:
    """Every way in which the cards keep all upper limits: legal but perhaps too small, or too few naturals."""
    if len(cards) <= pattern.most:
        for placement in anchored(pattern, cards):
            if is_possible(pattern, cards, placement):
                yield placement


def anchored(pattern: MeldPattern, cards: tuple[int, ...]) -> Iterator[Placement]:
    """Placements that the first mere natural leaves open; all, when there is none."""
    for cell, face in enumerate(cards):
        if pattern.is_natural(face) and not pattern.is_wild(face):
            value = -1 if pattern.same is None else pattern.same[face]
            places = (cell,) if pattern.places is None else pattern.places[face]
            yield from (Placement(low, value) for low in lows(pattern, cards, cell, places))
            return
    values = [-1]
    if pattern.same is not None:
        values = sorted({value for face, value in enumerate(pattern.same) if pattern.is_natural(face)})
    places = (0,) if pattern.places is None else tuple(range(pattern.length))
    for value in values:
        yield from (Placement(low, value) for low in lows(pattern, cards, 0, places))


def lows(pattern: MeldPattern, cards: tuple[int, ...], cell: int, places: tuple[int, ...]) -> list[int]:
    if pattern.corner:
        return sorted({(place - cell) % pattern.length for place in places})
    highest = pattern.length - len(cards) if pattern.places is not None else 0
    return sorted({place - cell for place in places if 0 <= place - cell <= highest})


def is_possible(pattern: MeldPattern, cards: tuple[int, ...], placement: Placement) -> bool:
    wilds = 0
    after_wild = False
    seen: list[int] = []
    for cell, face in enumerate(cards):
        if pattern.fits(face, position(pattern, placement.low, cell), placement.value):
            after_wild = False
            if pattern.distinct is not None:
                if pattern.distinct[face] in seen:
                    return False
                seen.append(pattern.distinct[face])
            continue
        wilds += 1
        beside = after_wild and pattern.places is not None and not pattern.adjacent_wilds
        if beside or wilds > pattern.wilds_max or not pattern.is_wild(face):
            return False
        after_wild = True
    return True


def position(pattern: MeldPattern, low: int, cell: int) -> int:
    """Position of a cell of a sequence whose first cell is at `low`; of a cell of a group, 0."""
    if pattern.places is None:
        return 0
    return (low + cell) % pattern.length if pattern.corner else low + cell


def naturals_at(pattern: MeldPattern, cards: tuple[int, ...], placement: Placement) -> int:
    return sum(
        pattern.fits(face, position(pattern, placement.low, cell), placement.value) for cell, face in enumerate(cards)
    )


def positions(pattern: MeldPattern, meld: Meld) -> tuple[int, ...]:
    """The position of each card of a sequence, from which a caller tells a low ace from a high one."""
    return tuple(position(pattern, meld.low, cell) for cell in range(len(meld.cards)))


def meld_of(
    patterns: tuple[MeldPattern, ...], index: int, owner: int, cards: tuple[int, ...], placement: Placement
) -> Meld:
    """The record of a legal meld, in canonical order."""
    pattern = patterns[index]
    if pattern.places is None:
        cards = in_group_order(pattern, cards, placement.value)
    return Meld(index, owner, cards, placement.low, placement.value)


def in_group_order(pattern: MeldPattern, cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Naturals in face order, then wilds in face order."""
    return tuple(sorted(cards, key=lambda face: (not pattern.fits(face, 0, value), face)))


def group_order(pattern: MeldPattern, cells: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Those of `cards`, from the first on, that a group with these cells could hold together, in group order."""
    for many in range(len(cards), 0, -1):
        for placement in placements(pattern, (*cells, *cards[:many])):
            return in_group_order(pattern, cards[:many], placement.value)
    return ()


# ------------------------------------------------------------------ refusals


def explain(pattern: MeldPattern, cards: tuple[int, ...]) -> Refusal:
    """Why cards that pass `check_cards` are no meld."""
    naturals = [(cell, face) for cell, face in enumerate(cards) if pattern.is_natural(face)]
    if pattern.same is not None:
        values = {pattern.same[face] for _, face in naturals if not pattern.is_wild(face)}
        if len(values) > 1:
            return Refusal(Reason.MIXED, "the natural cards do not all share what they must share")
    if pattern.distinct is not None:
        marks = [pattern.distinct[face] for _, face in naturals]
        if len(set(marks)) < len(marks):
            return Refusal(Reason.DUPLICATE, "two natural cards are alike where all must differ")
    if pattern.places is None:
        return Refusal(Reason.MANY_WILDS, f"more than {pattern.wilds_max} wild cards, or too few natural ones")
    return explain_order(pattern, cards, [pair for pair in naturals if not pattern.is_wild(pair[1])])


def explain_order(pattern: MeldPattern, cards: tuple[int, ...], naturals: list[tuple[int, int]]) -> Refusal:
    neighbours = list(itertools.pairwise(naturals))
    if all(follows(pattern, left, right, ring=0) for left, right in neighbours):
        if any(all(in_row(pattern, naturals, low)) for low in range(-len(cards), pattern.length)):
            return explain_wilds(pattern, cards)
        return Refusal(Reason.CORNER, "the order does not go round the corner")
    ring = ring_of(pattern)
    if all(follows(pattern, left, right, ring) for left, right in neighbours):
        return Refusal(Reason.CORNER, "the order does not go round the corner")
    return Refusal(Reason.NO_ORDER, "the cards are not in order")


def in_row(pattern: MeldPattern, naturals: list[tuple[int, int]], low: int) -> Iterator[bool]:
    places = pattern.places or ()
    return (low + cell in places[face] for cell, face in naturals)


def explain_wilds(pattern: MeldPattern, cards: tuple[int, ...]) -> Refusal:
    """The naturals stand in order, so that it is the wilds."""
    wild = [not pattern.is_natural(face) for face in cards]
    if not pattern.adjacent_wilds and any(left and right for left, right in itertools.pairwise(wild)):
        return Refusal(Reason.ADJACENT, "two wild cards may not lie side by side")
    if not any(pattern.is_natural(face) and pattern.is_wild(face) for face in cards):
        return Refusal(Reason.OFF_END, "a wild card would stand beyond the end of the order")
    return Refusal(Reason.NO_ORDER, "the wild cards cannot stand where they are listed")


def follows(pattern: MeldPattern, left: tuple[int, int], right: tuple[int, int], ring: int) -> bool:
    """Whether two naturals are as far apart in the order as their cells are."""
    places = pattern.places or ()
    apart = right[0] - left[0]
    gaps = [high - low - apart for low in places[left[1]] for high in places[right[1]]]
    return any(gap % ring == 0 if ring else gap == 0 for gap in gaps)


def ring_of(pattern: MeldPattern) -> int:
    """How many different positions a ring would have: one less where a face stands at both ends."""
    both = any(0 in places and pattern.length - 1 in places for places in pattern.places or ())
    return pattern.length - 1 if both else pattern.length
