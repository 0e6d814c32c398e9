"""Hand → the greatest worth of its cards in melds, for patterns without wilds; what is left over is the deadwood.

The lowest card is in one of its melds, or it is left over.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text
# ruff: noqa: ARG001 - all queries have the same arrays

from __future__ import annotations

from ruledeck.engine.compiled.melds.names import (
    CELLS,
    CELLS_AT,
    CLASS,
    COUNT,
    DEAD_SCENE,
    HELD,
    LEAST,
    LENGTH,
    MOST,
    OF_FACE,
    OUTSIDE,
    PATTERNS,
    POINTS,
    RUN_PLACES,
    RUN_VALUE,
    SCENE,
    VALUE,
    WIDTH,
    WORTH,
    Words,
)
from ruledeck.engine.compiled.melds.windows import load, shift


def deadwood(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, card: int, by: int) -> int:
    """Of the hand, or with one card less or more. A card that is not there cannot be less."""
    load(H, Y, DEAD_SCENE, hand)
    number = CLASS[DEAD_SCENE * WIDTH + card] if card >= 0 else -1
    if card >= 0 and by < 0 and Y[OF_FACE + card] == 0:
        by = 0
    if number >= 0:
        shift(Y, number, by)
    found = least_left(Y, (1 << PATTERNS) - 1)
    if number >= 0:
        shift(Y, number, -by)
    elif card >= 0:
        found += by * POINTS[card]
    return found


def least_left(Y: Words, allowed: int) -> int:
    """The least worth of cards that are in no meld of these patterns."""
    worth = 0
    left = Y[HELD]
    while left:
        number = (left & -left).bit_length() - 1
        left &= left - 1
        worth += Y[COUNT + number] * WORTH[Y[SCENE] * WIDTH + number]
    return Y[OUTSIDE] + worth - best_melds(Y, allowed, 0, worth, 0)


def best_melds(Y: Words, allowed: int, gained: int, left: int, best: int) -> int:
    """The greatest worth, if it is more than `best`: so much is melded already, and so much is left."""
    if gained + left <= best:
        return best
    if not Y[HELD]:
        return gained
    number = (Y[HELD] & -Y[HELD]).bit_length() - 1
    for pattern in range(PATTERNS):
        if allowed >> pattern & 1:
            if LENGTH[pattern] > 0:
                best = runs_with(Y, allowed, pattern, number, gained, left, best)
            else:
                best = groups_with(Y, allowed, pattern, number, 0, gained, left, best)
    worth = WORTH[Y[SCENE] * WIDTH + number]
    shift(Y, number, -1)
    best = best_melds(Y, allowed, gained, left - worth, best)
    shift(Y, number, 1)
    return best


def groups_with(Y: Words, allowed: int, pattern: int, first: int, size: int, gained: int, left: int, best: int) -> int:
    """Groups of the cards taken so far (none: of one of the first class) and any of these classes and later ones."""
    value = VALUE[Y[SCENE] * WIDTH + first]
    if value < 0:
        return best
    if size >= LEAST[pattern]:
        best = best_melds(Y, allowed, gained, left, best)
    if size >= MOST[pattern]:
        return best
    more = Y[HELD] & -(1 << first)
    while more:
        number = (more & -more).bit_length() - 1
        more &= more - 1
        if VALUE[Y[SCENE] * WIDTH + number] == value:
            worth = WORTH[Y[SCENE] * WIDTH + number]
            shift(Y, number, -1)
            best = groups_with(Y, allowed, pattern, number, size + 1, gained + worth, left - worth, best)
            shift(Y, number, 1)
        if size == 0:
            return best
    return best


def runs_with(Y: Words, allowed: int, pattern: int, number: int, gained: int, left: int, best: int) -> int:
    """Runs through a card, of every length."""
    at = (Y[SCENE] * PATTERNS + pattern) * WIDTH + number
    start = CELLS_AT[Y[SCENE] * PATTERNS + pattern] + RUN_VALUE[at] * LENGTH[pattern]
    for place in range(LENGTH[pattern]):
        if RUN_PLACES[at] >> place & 1:
            low = place
            while low > 0 and has_card(Y, CELLS[start + low - 1]):
                low -= 1
            high = place
            while high + 1 < LENGTH[pattern] and has_card(Y, CELLS[start + high + 1]):
                high += 1
            for first in range(low, place + 1):
                for last in range(max(place, first + LEAST[pattern] - 1), min(high, first + MOST[pattern] - 1) + 1):
                    best = with_run(Y, allowed, start + first, last - first + 1, gained, left, best)
    return best


def has_card(Y: Words, number: int) -> int:
    return 1 if number >= 0 and Y[COUNT + number] > 0 else 0


def with_run(Y: Words, allowed: int, cell: int, size: int, gained: int, left: int, best: int) -> int:
    """A run of these cells, if there are cards for all (an ace may be wanted twice)."""
    worth = 0
    taken = 0
    while taken < size and has_card(Y, CELLS[cell + taken]):
        worth += WORTH[Y[SCENE] * WIDTH + CELLS[cell + taken]]
        shift(Y, CELLS[cell + taken], -1)
        taken += 1
    if taken == size:
        best = best_melds(Y, allowed, gained + worth, left - worth, best)
    while taken > 0:
        taken -= 1
        shift(Y, CELLS[cell + taken], 1)
    return best
