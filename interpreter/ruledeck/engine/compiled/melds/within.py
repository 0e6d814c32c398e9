"""Hand, a card → whether a meld that holds the card can be laid, and which cards may come next in such a lay.

As `words.melds.within`, for contracts of one meld and patterns without doubles. Cards of a class do the same, so that the
card is laid wherever one of its class is.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text
# ruff: noqa: ARG001 - all queries have the same arrays

from __future__ import annotations

from ruledeck.engine.compiled.melds.laying import move
from ruledeck.engine.compiled.melds.lying import read_meld, shut_out
from ruledeck.engine.compiled.melds.names import (
    CAP,
    CELLS,
    CELLS_AT,
    CLASS,
    COUNT,
    EXACT,
    FITS,
    FITS_AT,
    KINDS,
    LEAST,
    LENGTH,
    MELDS_ZONE,
    MOST,
    NATURALS,
    OF_FACE,
    PATTERNS,
    SAME,
    SCENE,
    SCENE_OF,
    SLOT,
    SLOTS,
    STRIDE,
    TWINS,
    WIDTH,
    WILD,
    WILDS,
    Words,
)
from ruledeck.engine.compiled.melds.windows import load, shift


def can_lay_with(
    V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, card: int, come: int
) -> int:
    """`come`: the pile whose cards come from the last such card up; -1 for none, -2 for one such card."""
    if card < 0 or CLASS[SCENE_OF[contract] * WIDTH + card] < 0:
        return 0
    first = 0
    last = 0
    if come >= 0:
        last = come * STRIDE + 1 + N[come]
        first = last - 1
        while first > come * STRIDE and P[first] != card:
            first -= 1
        if first == come * STRIDE:
            return 0
    load(H, Y, SCENE_OF[contract], hand)
    for place in range(first, last):
        come_in(Y, P[place], 1)
    if come == -2:
        come_in(Y, card, 1)
    found = 0
    if Y[OF_FACE + card] > 0:
        pattern = SLOT[contract * SLOTS]
        most = LEAST[pattern] if EXACT[contract * (SLOTS + 1)] else MOST[pattern]
        if WILDS[pattern] >> card & 1 or SAME[pattern * WIDTH + card] >= 0:
            found = run_holds(Y, pattern, card, most) if LENGTH[pattern] > 0 else group_holds(Y, pattern, card, most)
    if come == -2:
        come_in(Y, card, -1)
    for place in range(first, last):
        come_in(Y, P[place], -1)
    return found


def come_in(Y: Words, face: int, by: int) -> int:
    """So many more cards of a face, which may be in no meld."""
    if CLASS[Y[SCENE] * WIDTH + face] >= 0:
        move(Y, face, by)
    return 0


def group_holds(Y: Words, pattern: int, card: int, most: int) -> int:
    """Whether there is a group with the card. The sizes of groups of a value have no gaps."""
    for value in range(KINDS[pattern]):
        fits = WILDS[pattern] >> card & 1 or value == SAME[pattern * WIDTH + card]
        if fits and group_with(Y, pattern, value, 0, 0, most, 0, 0, 0, card):
            return 1
    return 0


def run_holds(Y: Words, pattern: int, card: int, most: int) -> int:
    for value in range(KINDS[pattern]):
        if WILDS[pattern] >> card & 1 or value == SAME[pattern * WIDTH + card]:
            for low in range(LENGTH[pattern] - LEAST[pattern] + 1):
                if run_with(Y, pattern, value, low, most, 0, 0, card, 0):
                    return 1
    return 0


def run_with(
    Y: Words, pattern: int, value: int, low: int, most: int, size: int, wilds: int, must: int, has: int
) -> int:
    """Whether the run can be made legal and hold the card, or another of its class."""
    if size >= LEAST[pattern] and size - wilds >= NATURALS[pattern] and has:
        return 1
    if size >= most or low + size >= LENGTH[pattern]:
        return 0
    number = CELLS[CELLS_AT[Y[SCENE] * PATTERNS + pattern] + value * LENGTH[pattern] + low + size]
    found = 0
    if number >= 0 and Y[COUNT + number] > 0:
        now = has
        if FITS[FITS_AT[pattern] + value * LENGTH[pattern] + low + size] >> must & 1 and Y[OF_FACE + must] > 0:
            now = 1
        shift(Y, number, -1)
        found = run_with(Y, pattern, value, low, most, size + 1, wilds, must, now)
        shift(Y, number, 1)
    if not found and Y[WILD] > 0 and wilds < CAP[pattern]:
        now = has
        if WILDS[pattern] >> must & 1 and Y[OF_FACE + must] > 0:
            now = 1
        Y[WILD] -= 1
        found = run_with(Y, pattern, value, low, most, size + 1, wilds + 1, must, now)
        Y[WILD] += 1
    return found


def group_with(
    Y: Words, pattern: int, value: int, last: int, out: int, most: int, naturals: int, wilds: int, has: int, must: int
) -> int:
    """Whether the group, whose last card is `last`, can be made legal and hold the card, if it does not yet.

    Naturals of `out` may not come.
    """
    members = FITS[FITS_AT[pattern] + value] & ~out
    more = 0
    if wilds == 0:
        more = naturals_of(Y, pattern, members & -(1 << last))
    free = 0
    if wilds < CAP[pattern]:
        free = min(CAP[pattern] - wilds, naturals_of(Y, pattern, WILDS[pattern] & -(1 << (last if wilds > 0 else 0))))
    size = naturals + wilds
    if naturals + more < NATURALS[pattern] or size + more + free < LEAST[pattern]:
        return 0
    wanted = max(0, NATURALS[pattern] - naturals)
    if has:
        return 1 if size + wanted <= most else 0
    if Y[OF_FACE + must] == 0:
        return 0
    if members >> must & 1:
        return 1 if wilds == 0 and must >= last and size + max(1, wanted) <= most else 0
    if not WILDS[pattern] >> must & 1 or free == 0 or (wilds > 0 and must < last):
        return 0
    return 1 if size + wanted + 1 <= most else 0


def naturals_of(Y: Words, pattern: int, faces: int) -> int:
    """How many cards of these faces may lie in one group. (Wilds have no twins.)"""
    found = 0
    while faces:
        face = (faces & -faces).bit_length() - 1
        faces &= faces - 1
        if Y[OF_FACE + face] > 0:
            found += 1 if TWINS[pattern * WIDTH + face] else Y[OF_FACE + face]
            faces &= ~TWINS[pattern * WIDTH + face]
    return found


def can_close_with(
    V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, slot: int, meld: int, must: int
) -> int:
    pattern = SLOT[contract * SLOTS + slot]
    at, size = (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld]
    if (
        pattern < 0
        or read_meld(P, Y, pattern, at, size) < 0
        or (EXACT[contract * (SLOTS + 1)] and size > LEAST[pattern])
    ):
        return 0
    return lies_in(P, at, size, must)


def lies_in(P: Words, at: int, size: int, card: int) -> int:
    for place in range(at, at + size):
        if P[place] == card:
            return 1
    return 0


def can_add_with(
    V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, slot: int, meld: int, must: int
) -> int:
    """The mask of the cards of the hand that may come next."""
    pattern = SLOT[contract * SLOTS + slot]
    at, size = (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld]
    if pattern < 0:
        return 0
    most = LEAST[pattern] if EXACT[contract * (SLOTS + 1)] else MOST[pattern]
    if size >= most:
        return 0
    load(H, Y, SCENE_OF[contract], hand)
    has = lies_in(P, at, size, must)
    first = 0
    while first < size and SAME[pattern * WIDTH + P[at + first]] < 0:
        first += 1
    found = 0
    for value in range(KINDS[pattern]):
        if first == size or SAME[pattern * WIDTH + P[at + first]] == value:
            if LENGTH[pattern] == 0:
                found |= group_next(H, P, Y, pattern, at, size, value, most, hand, must, has)
            else:
                for low in range(LENGTH[pattern] - size):
                    found |= run_next(H, P, Y, pattern, at, size, value, low, most, hand, must, has)
    return found


def run_next(
    H: Words, P: Words, Y: Words, pattern: int, at: int, size: int, value: int, low: int, most: int, hand: int,
    must: int, has: int,
) -> int:  # fmt: skip
    """If the open run has this value and lies here: what goes on at its high end."""
    start = FITS_AT[pattern] + value * LENGTH[pattern]
    wilds = 0
    for cell in range(size):
        if not FITS[start + low + cell] >> P[at + cell] & 1:
            wilds += 1
            if not WILDS[pattern] >> P[at + cell] & 1:
                return 0
    left = FITS[start + low + size] & H[hand]
    if wilds < CAP[pattern]:
        left |= WILDS[pattern] & H[hand]
    found = 0
    while left and wilds <= CAP[pattern]:
        face = (left & -left).bit_length() - 1
        left &= left - 1
        wild = 1 - (FITS[start + low + size] >> face & 1)
        now = 1 if face == must else has
        move(Y, face, -1)
        if run_with(Y, pattern, value, low, most, size + 1, wilds + wild, must, now):
            found |= 1 << face
        move(Y, face, 1)
    return found


def group_next(
    H: Words, P: Words, Y: Words, pattern: int, at: int, size: int, value: int, most: int, hand: int,
    must: int, has: int,
) -> int:  # fmt: skip
    """If the open group has this value: naturals from its last on, or wilds from its last on. Naturals come first."""
    members = FITS[FITS_AT[pattern] + value]
    wilds = 0
    for cell in range(size):
        if not members >> P[at + cell] & 1:
            wilds += 1
            if not WILDS[pattern] >> P[at + cell] & 1:
                return 0
    last = P[at + size - 1] if size > 0 else 0
    out = shut_out(P, pattern, at, size)
    left = 0
    if wilds == 0:
        left = members & ~out & H[hand] & -(1 << last)
    if wilds < CAP[pattern] and size - wilds >= NATURALS[pattern]:
        left |= WILDS[pattern] & H[hand] & -(1 << (last if wilds > 0 else 0))
    found = 0
    while left and wilds <= CAP[pattern]:
        face = (left & -left).bit_length() - 1
        left &= left - 1
        wild = 1 - (members >> face & 1)
        now = 1 if face == must else has
        rest = out | TWINS[pattern * WIDTH + face]
        move(Y, face, -1)
        if group_with(Y, pattern, value, face, rest, most, size - wilds + 1 - wild, wilds + wild, now, must):
            found |= 1 << face
        move(Y, face, 1)
    return found
