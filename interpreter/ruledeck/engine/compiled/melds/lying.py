"""Melds on the table → which cards they take, and for which their wilds stand, for patterns without doubles."""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text
# ruff: noqa: ARG001 - all queries have the same arrays

from __future__ import annotations

from ruledeck.engine.compiled.melds.names import (
    CAP,
    FITS,
    FITS_AT,
    GIVEN_VALUE,
    LEAST,
    LENGTH,
    MELDS_ZONE,
    MOST,
    NATURALS,
    PATTERN_SLOT,
    PATTERNS,
    PLACES,
    SAME,
    STRIDE,
    TWINS,
    WIDTH,
    WILDS,
    Words,
)


def read_meld(P: Words, Y: Words, pattern: int, at: int, size: int) -> int:
    """The place of the first cell of a legal meld (0 of a group), its value to be found in Y; -1 of no legal meld."""
    if size < LEAST[pattern] or size > MOST[pattern]:
        return -1
    first = 0
    while first < size and SAME[pattern * WIDTH + P[at + first]] < 0:
        first += 1
    if first == size:
        return -1
    Y[GIVEN_VALUE] = SAME[pattern * WIDTH + P[at + first]]
    if LENGTH[pattern] == 0:
        return 0 if fits_here(P, Y, pattern, at, size, 0) else -1
    places = PLACES[pattern * WIDTH + P[at + first]]
    for low in range(LENGTH[pattern] - size + 1):
        if places >> low + first & 1 and fits_here(P, Y, pattern, at, size, low):
            return low
    return -1


def fits_here(P: Words, Y: Words, pattern: int, at: int, size: int, low: int) -> int:
    """Whether cards are a legal meld whose first cell has this place."""
    wilds = 0
    out = 0
    for cell in range(size):
        if not fitting(Y, pattern, low + cell) >> P[at + cell] & 1:
            wilds += 1
            if not WILDS[pattern] >> P[at + cell] & 1:
                return 0
        elif out >> P[at + cell] & 1:
            return 0
        else:
            out |= TWINS[pattern * WIDTH + P[at + cell]]
    return 1 if wilds <= CAP[pattern] and size - wilds >= NATURALS[pattern] else 0


def fitting(Y: Words, pattern: int, place: int) -> int:
    """The naturals that fit a place (any, of a group) of the meld that was read last."""
    if LENGTH[pattern] == 0:
        return FITS[FITS_AT[pattern] + Y[GIVEN_VALUE]]
    return FITS[FITS_AT[pattern] + Y[GIVEN_VALUE] * LENGTH[pattern] + place]


def shut_out(P: Words, pattern: int, at: int, size: int) -> int:
    """Naturals that may not come to these cells, as one like them is there."""
    out = 0
    for cell in range(size):
        out |= TWINS[pattern * WIDTH + P[at + cell]]
    return out


def wilds_in(P: Words, Y: Words, pattern: int, at: int, size: int, low: int) -> int:
    wilds = 0
    for cell in range(size):
        if not fitting(Y, pattern, low + cell) >> P[at + cell] & 1:
            wilds += 1
    return wilds


def ends(V: Words, P: Words, N: Words, Y: Words, meld: int, low_end: int) -> int:
    """The cards that a run takes at its low end, or at its high end; that a group takes, whatever the end."""
    pattern = V[PATTERN_SLOT + meld]
    if pattern < 0 or pattern >= PATTERNS:
        return 0
    at, size = (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld]
    low = read_meld(P, Y, pattern, at, size)
    if low < 0 or size >= MOST[pattern]:
        return 0
    place = low - 1 if low_end else low + size
    if LENGTH[pattern] > 0 and (place < 0 or place >= LENGTH[pattern]):
        return 0
    wild = WILDS[pattern] if wilds_in(P, Y, pattern, at, size, low) < CAP[pattern] else 0
    return fitting(Y, pattern, place) & ~shut_out(P, pattern, at, size) | wild


def takes_mask(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, meld: int) -> int:
    return ends(V, P, N, Y, meld, 0) | ends(V, P, N, Y, meld, 1)


def takes(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, meld: int, card: int) -> int:
    high = ends(V, P, N, Y, meld, 0) >> card & 1
    pattern = V[PATTERN_SLOT + meld]
    if pattern >= 0 and pattern < PATTERNS and LENGTH[pattern] == 0:
        return 4 * high
    return (ends(V, P, N, Y, meld, 1) >> card & 1) + 2 * high


def stands_for(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, meld: int, card: int) -> int:
    """1 + the first cell whose wild the card may replace. A group lists its naturals first, then its wilds."""
    pattern = V[PATTERN_SLOT + meld]
    if pattern < 0 or pattern >= PATTERNS:
        return 0
    at, size = (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld]
    low = read_meld(P, Y, pattern, at, size)
    if low < 0:
        return 0
    if LENGTH[pattern] == 0:
        wilds = wilds_in(P, Y, pattern, at, size, low)
        fits = fitting(Y, pattern, 0) & ~shut_out(P, pattern, at, size)
        return size - wilds + 1 if wilds > 0 and fits >> card & 1 else 0
    for cell in range(size):
        here = fitting(Y, pattern, low + cell)
        if here >> card & 1 and not here >> P[at + cell] & 1:
            return cell + 1
    return 0


def stands_for_mask(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, meld: int) -> int:
    pattern = V[PATTERN_SLOT + meld]
    if pattern < 0 or pattern >= PATTERNS:
        return 0
    at, size = (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld]
    low = read_meld(P, Y, pattern, at, size)
    if low < 0:
        return 0
    found = 0
    for cell in range(size):
        here = fitting(Y, pattern, low + cell)
        if not here >> P[at + cell] & 1:
            found |= here
    return found & ~shut_out(P, pattern, at, size)
