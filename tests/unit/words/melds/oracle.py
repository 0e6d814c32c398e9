"""The same questions as `ruledeck.words.melds`, answered by trying everything. Slow, plain, and written apart from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from ruledeck.model.meld import Contract, Meld, MeldPattern

Laid = tuple[int, tuple[int, ...], int, int]
"""Pattern, cards in order, low, value."""


def natural(pattern: MeldPattern, face: int, place: int, value: int) -> bool:
    if pattern.barred >> face & 1:
        return False
    if pattern.same is not None and (pattern.same[face] == -1 or pattern.same[face] != value):
        return False
    return pattern.places is None or place in pattern.places[face]


def cell_place(pattern: MeldPattern, low: int, cell: int) -> int:
    return (low + cell) % pattern.length if pattern.corner else low + cell


def legal(pattern: MeldPattern, cards: tuple[int, ...], low: int, value: int) -> bool:
    """The definition of a meld, word for word."""
    if not pattern.size_min <= len(cards) <= pattern.size_max or not inside(pattern, len(cards), low):
        return False
    roles = [natural(pattern, face, cell_place(pattern, low, cell), value) for cell, face in enumerate(cards)]
    for face, is_natural in zip(cards, roles, strict=True):
        if not is_natural and (not pattern.wild >> face & 1 or pattern.barred >> face & 1):
            return False
    if roles.count(False) > pattern.wilds_max or roles.count(True) < pattern.naturals_min:
        return False
    if pattern.places is not None and not pattern.adjacent_wilds:
        for cell in range(1, len(roles)):
            if not roles[cell] and not roles[cell - 1]:
                return False
    if pattern.distinct is not None:
        marks = [pattern.distinct[face] for face, is_natural in zip(cards, roles, strict=True) if is_natural]
        if len(marks) != len(set(marks)):
            return False
    return True


def inside(pattern: MeldPattern, size: int, low: int) -> bool:
    if pattern.places is None:
        return True
    if pattern.corner:
        return size <= pattern.length
    return 0 <= low <= pattern.length - size


def values(pattern: MeldPattern) -> list[int]:
    if pattern.same is None:
        return [-1]
    return sorted({value for face, value in enumerate(pattern.same) if value >= 0 and pattern.is_natural(face)})


def melds(index: int, pattern: MeldPattern, hand: tuple[int, ...]) -> list[Laid]:
    """Every meld of the hand's cards, in canonical order of its cells."""
    found: set[Laid] = set()
    for value in values(pattern):
        if pattern.places is None:
            fitting = sorted(card for card in hand if natural(pattern, card, 0, value) or pattern.wild >> card & 1)
            for size in range(1, len(fitting) + 1):
                for cards in sorted(set(combinations(fitting, size))):
                    row = canonical(pattern, cards, value)
                    if legal(pattern, row, 0, value):
                        found.add((index, row, 0, value))
        else:
            for low in range(pattern.length):
                for row in rows(pattern, hand, low, value, ()):
                    if legal(pattern, row, low, value):
                        found.add((index, row, low, value))
    return sorted(found)


def canonical(pattern: MeldPattern, cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda face: (not natural(pattern, face, 0, value), face)))


def rows(
    pattern: MeldPattern, hand: tuple[int, ...], low: int, value: int, row: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Every row of cards that each are natural at their place, or wild."""
    yield row
    if len(row) == pattern.size_max or not inside(pattern, len(row) + 1, low):
        return
    place = cell_place(pattern, low, len(row))
    for face in sorted(set(hand)):
        if natural(pattern, face, place, value) or pattern.wild >> face & 1:
            left = minus(hand, (face,))
            assert left is not None
            yield from rows(pattern, left, low, value, (*row, face))


def minus(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...] | None:
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def meets(patterns: tuple[MeldPattern, ...], one: Laid, other: Laid) -> bool:
    """Whether two sequences of one value and order join up: the cell after the end of one begins the other."""
    left, right = patterns[one[0]], patterns[other[0]]
    if left.places is None or right.places is None:
        return False
    if (left.places, left.same, left.length, one[3]) != (right.places, right.same, right.length, other[3]):
        return False
    after_one, after_other = one[2] + len(one[1]), other[2] + len(other[1])
    if left.corner:
        return after_one % left.length == other[2] or after_other % left.length == one[2]
    return after_one == other[2] or after_other == one[2]


@lru_cache(maxsize=100_000)
def all_melds(patterns: tuple[MeldPattern, ...], index: int, hand: tuple[int, ...]) -> tuple[Laid, ...]:
    return tuple(melds(index, patterns[index], hand))


def lays(
    patterns: tuple[MeldPattern, ...],
    contract: Contract,
    hand: tuple[int, ...],
    worth: tuple[int, ...] = (),
    done: tuple[Laid, ...] = (),
) -> bool:
    """Whether the slots after `done` can be laid from the hand."""
    if len(done) == len(contract.slots):
        return is_final(patterns, contract, hand, worth)
    for laid in all_melds(patterns, contract.slots[len(done)], hand):
        if contract.no_join and any(meets(patterns, laid, other) for other in done):
            continue
        left = minus(hand, laid[1])
        if left is not None and lays(patterns, contract, left, worth, (*done, laid)):
            return True
    return False


def is_final(
    patterns: tuple[MeldPattern, ...], contract: Contract, hand: tuple[int, ...], worth: tuple[int, ...]
) -> bool:
    if contract.all_cards and hand:
        return False
    if contract.leaving is None:
        return True
    return sum(worth[card] for card in hand) - best(patterns, contract.allowed, hand, worth) <= contract.leaving


@lru_cache(maxsize=100_000)
def best(
    patterns: tuple[MeldPattern, ...], allowed: tuple[int, ...], hand: tuple[int, ...], worth: tuple[int, ...]
) -> int:
    """Greatest worth of disjoint melds: every first meld, then the rest."""
    greatest = 0
    for cards in sorted({tuple(sorted(laid[1])) for index in allowed for laid in all_melds(patterns, index, hand)}):
        left = minus(hand, cards)
        assert left is not None
        greatest = max(greatest, sum(worth[card] for card in cards) + best(patterns, allowed, left, worth))
    return greatest


def next_cards(
    patterns: tuple[MeldPattern, ...],
    contract: Contract,
    hand: tuple[int, ...],
    cells: tuple[int, ...],
    worth: tuple[int, ...] = (),
    done: tuple[Laid, ...] = (),
) -> tuple[list[int], bool]:
    """Faces that come next in some complete lay that begins with `cells`, and whether `cells` are complete in one.

    The hand is without the cells.
    """
    faces: set[int] = set()
    closes = False
    whole = tuple(sorted((*hand, *cells)))
    for laid in all_melds(patterns, contract.slots[len(done)], whole):
        if laid[1][: len(cells)] != cells or (contract.no_join and any(meets(patterns, laid, it) for it in done)):
            continue
        more = laid[1][len(cells) :]
        if more and more[0] in faces:
            continue
        left = minus(hand, more)
        if left is not None and lays(patterns, contract, left, worth, (*done, laid)):
            if more:
                faces.add(more[0])
            else:
                closes = True
    return sorted(faces), closes


def missing(patterns: tuple[MeldPattern, ...], contract: Contract, hand: tuple[int, ...], faces: int, most: int) -> int:
    """The least number of cards to add, if at most `most`; else one more than that."""
    for many in range(most + 1):
        for more in combinations_with_replacement(range(faces), many):
            if lays(patterns, contract, tuple(sorted((*hand, *more)))):
                return many
    return most + 1


def lay_offs(pattern: MeldPattern, meld: Meld, card: int) -> list[str]:
    found = []
    if pattern.places is None:
        row = canonical(pattern, (*meld.cards, card), meld.value)
        return ["set"] if legal(pattern, row, 0, meld.value) else []
    below = (meld.low - 1) % pattern.length if pattern.corner else meld.low - 1
    if legal(pattern, (card, *meld.cards), below, meld.value):
        found.append("low")
    if legal(pattern, (*meld.cards, card), meld.low, meld.value):
        found.append("high")
    return found


def swaps(pattern: MeldPattern, meld: Meld, card: int) -> list[int]:
    """Cells of a sequence where a wild stands for exactly this card."""
    found = []
    for cell, face in enumerate(meld.cards):
        place = cell_place(pattern, meld.low, cell)
        if natural(pattern, face, place, meld.value) or not natural(pattern, card, place, meld.value):
            continue
        if legal(pattern, (*meld.cards[:cell], card, *meld.cards[cell + 1 :]), meld.low, meld.value):
            found.append(cell)
    return found


def defend(
    patterns: tuple[MeldPattern, ...],
    allowed: tuple[int, ...],
    hand: tuple[int, ...],
    worth: tuple[int, ...],
    table: tuple[Meld, ...],
) -> int:
    """Least deadwood when any card may be laid off first, again and again, and then the rest is melded."""
    least = sum(worth[card] for card in hand) - best(patterns, allowed, hand, worth)
    for number, meld in enumerate(table):
        pattern = patterns[meld.pattern]
        for card in sorted(set(hand)):
            for end in lay_offs(pattern, meld, card):
                grown = extended(pattern, meld, card, end)
                left = minus(hand, (card,))
                assert left is not None
                after = (*table[:number], grown, *table[number + 1 :])
                least = min(least, defend(patterns, allowed, left, worth, after))
    return least


def extended(pattern: MeldPattern, meld: Meld, card: int, end: str) -> Meld:
    if end == "low":
        low = (meld.low - 1) % pattern.length if pattern.corner else meld.low - 1
        return Meld(meld.pattern, meld.owner, (card, *meld.cards), low, meld.value)
    row = (*meld.cards, card)
    return Meld(
        meld.pattern, meld.owner, row if end == "high" else canonical(pattern, row, meld.value), meld.low, meld.value
    )
