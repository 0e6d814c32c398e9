"""A meld on the table, a card → where the card may be laid off or swapped in, and the meld that results."""

from __future__ import annotations

from enum import StrEnum

from ruledeck.model.meld import Meld, MeldPattern
from ruledeck.words.melds.check import Placement, in_group_order, is_possible, position


class End(StrEnum):
    """Where a card joins a meld."""

    LOW = "low"
    HIGH = "high"
    SET = "set"


def lay_offs(pattern: MeldPattern, meld: Meld, card: int) -> tuple[End, ...]:
    """Where the card may be added so that the meld stays legal. A wild may have both ends, which differ."""
    ends = (End.SET,) if pattern.places is None else (End.LOW, End.HIGH)
    return tuple(end for end in ends if is_meld(pattern, with_card(pattern, meld, card, end)))


def is_meld(pattern: MeldPattern, meld: Meld) -> bool:
    """Whether a meld that was legal before a card joined is legal with it: the upper limits alone can be broken."""
    if len(meld.cards) > pattern.most or meld.low < 0:
        return False
    if pattern.places is not None and not pattern.corner and meld.low + len(meld.cards) > pattern.length:
        return False
    return is_possible(pattern, meld.cards, Placement(meld.low, meld.value))


def with_card(pattern: MeldPattern, meld: Meld, card: int, end: End) -> Meld:
    """The meld with the card at that end, in canonical order. Legal if `lay_offs` lists the end."""
    if end is End.SET:
        cards = in_group_order(pattern, (*meld.cards, card), meld.value)
        return Meld(meld.pattern, meld.owner, cards, meld.low, meld.value)
    if end is End.HIGH:
        return Meld(meld.pattern, meld.owner, (*meld.cards, card), meld.low, meld.value)
    low = (meld.low - 1) % pattern.length if pattern.corner else meld.low - 1
    return Meld(meld.pattern, meld.owner, (card, *meld.cards), low, meld.value)


def swaps(pattern: MeldPattern, meld: Meld, card: int) -> tuple[int, ...]:
    """Cells whose wild the card may replace.

    In a sequence: where the wild stands for exactly this natural. In a group a wild stands for no card in particular,
    so that any natural which leaves the group legal will do, and the first wild of each face is listed; whether a
    ruleset lets groups be raided is the caller's to say.
    """
    found: list[int] = []
    freed: list[int] = []
    for cell, face in enumerate(meld.cards):
        place = position(pattern, meld.low, cell)
        if pattern.fits(face, place, meld.value) or not pattern.fits(card, place, meld.value):
            continue
        if pattern.places is None and face in freed:
            continue
        if is_meld(pattern, swap(pattern, meld, card, cell)[0]):
            found.append(cell)
            freed.append(face)
    return tuple(found)


def swap(pattern: MeldPattern, meld: Meld, card: int, cell: int) -> tuple[Meld, int]:
    """The meld with the card in that cell, and the face of the wild that it frees."""
    cards = (*meld.cards[:cell], card, *meld.cards[cell + 1 :])
    if pattern.places is None:
        cards = in_group_order(pattern, cards, meld.value)
    return Meld(meld.pattern, meld.owner, cards, meld.low, meld.value), meld.cards[cell]


def move_ends(pattern: MeldPattern, meld: Meld, card: int, cell: int) -> tuple[End, ...]:
    """The ends that the wild of `cell` may move to when the card takes its place."""
    changed, freed = swap(pattern, meld, card, cell)
    return lay_offs(pattern, changed, freed)


def move_end(pattern: MeldPattern, meld: Meld, card: int, cell: int, end: End) -> Meld:
    """The meld with the card in that cell and its wild at that end."""
    changed, freed = swap(pattern, meld, card, cell)
    return with_card(pattern, changed, freed, end)
