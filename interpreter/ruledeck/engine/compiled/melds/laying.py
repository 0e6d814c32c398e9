"""A contract as it is laid card by card → which cards may come next, and whether the open meld may end here.

As `words.melds.lay`, for patterns without doubles. An open meld need never grow beyond what makes it legal, for a larger one
only takes from the rest; but it may where little or nothing may be left over, and where runs may not join.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.apart import missing_apart
from ruledeck.engine.compiled.melds.best import least_left
from ruledeck.engine.compiled.melds.lying import read_meld, shut_out
from ruledeck.engine.compiled.melds.names import (
    ALLOWED,
    CAP,
    CELLS,
    CELLS_AT,
    CLASS,
    COUNT,
    EVERY,
    EXACT,
    FITS,
    FITS_AT,
    GIVEN_VALUE,
    JOINABLE,
    JOINING,
    KINDS,
    LEAST,
    LEAVING,
    LENGTH,
    LIMIT,
    LYING,
    MELDS_ZONE,
    MOST,
    NATURALS,
    OF_FACE,
    PATTERNS,
    PREPARED,
    SAME,
    SCENE,
    SCENE_OF,
    SLOT,
    SLOTS,
    STRIDE,
    TAKING_ALL,
    TWINS,
    WHOLE,
    WIDTH,
    WILD,
    WILDS,
    Words,
)
from ruledeck.engine.compiled.melds.needs import missing_cards
from ruledeck.engine.compiled.melds.stretches import joins, lie, runs_laid
from ruledeck.engine.compiled.melds.using import uses_all
from ruledeck.engine.compiled.melds.windows import load, shift


def can_close(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, slot: int, meld: int) -> int:
    pattern = SLOT[contract * SLOTS + slot]
    if pattern < 0:
        return 0
    task, at, size = contract * (SLOTS + 1) + slot + 1, (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld]
    if JOINING and JOINABLE[task]:
        runs_laid(V, P, N, Y, slot, meld)
    low = read_meld(P, Y, pattern, at, size)
    if low < 0:
        return 0
    load(H, Y, SCENE_OF[contract], hand)
    limit_rest(P, Y, task, at, size)
    return completes_beside(Y, task, pattern, Y[GIVEN_VALUE], low, size)


def can_add(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, slot: int, meld: int) -> int:
    """The mask of the cards of the hand that may come next."""
    if JOINING and JOINABLE[contract * (SLOTS + 1)]:
        runs_laid(V, P, N, Y, slot, meld)
    return next_cards(H, P, Y, hand, contract, slot, (MELDS_ZONE + meld) * STRIDE + 1, N[MELDS_ZONE + meld])


def next_cards(H: Words, P: Words, Y: Words, hand: int, contract: int, slot: int, at: int, size: int) -> int:
    pattern = SLOT[contract * SLOTS + slot]
    if pattern < 0 or size >= (LEAST[pattern] if EXACT[contract * (SLOTS + 1)] else MOST[pattern]):
        return 0
    load(H, Y, SCENE_OF[contract], hand)
    task = contract * (SLOTS + 1) + slot + 1
    limit_rest(P, Y, task, at, size)
    first = 0
    while first < size and SAME[pattern * WIDTH + P[at + first]] < 0:
        first += 1
    found = 0
    for value in range(KINDS[pattern]):
        if first == size or SAME[pattern * WIDTH + P[at + first]] == value:
            if LENGTH[pattern] == 0:
                found |= next_of_group(H, P, Y, task, pattern, at, size, value, hand)
            else:
                for low in range(LENGTH[pattern] - size):
                    found |= next_of_run(H, P, Y, task, pattern, at, size, value, low, hand)
    return found


def limit_rest(P: Words, Y: Words, task: int, at: int, size: int) -> int:
    """Work out how much may be left over: so much, or the deadwood that there was before a card of this was laid."""
    Y[LIMIT] = LEAVING[task]
    if LEAVING[task] == -2:
        for cell in range(size):
            shift(Y, CLASS[Y[SCENE] * WIDTH + P[at + cell]], 1)
        Y[LIMIT] = least_left(Y, ALLOWED[task])
        for cell in range(size):
            shift(Y, CLASS[Y[SCENE] * WIDTH + P[at + cell]], -1)
    return 0


def completes(Y: Words, task: int) -> int:
    """Whether what is left of the contract can be laid, and no more is left over than may be."""
    if LEAVING[task] != -1:
        return 1 if least_left(Y, ALLOWED[task]) <= Y[LIMIT] else 0
    if TAKING_ALL and WHOLE[task]:
        return uses_all(Y, task)
    if JOINING and JOINABLE[task]:
        Y[PREPARED] = 0
        found = missing_apart(Y, task, 1, 0)
    else:
        found = missing_cards(Y, task, 1, 0)
    Y[PREPARED] = 0
    return 1 if found == 0 else 0


def completes_beside(Y: Words, task: int, pattern: int, value: int, low: int, size: int) -> int:
    """Whether what is left can be laid when this meld lies, too."""
    if JOINING and JOINABLE[task] and LENGTH[pattern] > 0:
        if joins(Y, pattern, value, low, low + size):
            return 0
        lie(Y, pattern, value, low, low + size)
        found = completes(Y, task)
        Y[LYING] -= 1
        return found
    return completes(Y, task)


def has_hope(Y: Words, task: int) -> int:
    """Whether a larger meld is worth a try, for which fewer cards are left."""
    if not EVERY[task]:
        return 0
    found = missing_cards(Y, task, 1, 0)
    Y[PREPARED] = 0
    return 1 if found == 0 else 0


def next_of_run(
    H: Words, P: Words, Y: Words, task: int, pattern: int, at: int, size: int, value: int, low: int, hand: int
) -> int:
    """If the open run has this value and lies here: what goes on at its high end."""
    start = FITS_AT[pattern] + value * LENGTH[pattern]
    wilds = 0
    for cell in range(size):
        if not FITS[start + low + cell] >> P[at + cell] & 1:
            wilds += 1
            if not WILDS[pattern] >> P[at + cell] & 1:
                return 0
    if wilds > CAP[pattern] or not is_within_reach(Y, pattern, size, value, low, wilds):
        return 0
    found = 0
    natural = FITS[start + low + size] & H[hand]
    if natural:
        number = CELLS[CELLS_AT[Y[SCENE] * PATTERNS + pattern] + value * LENGTH[pattern] + low + size]
        shift(Y, number, -1)
        if grow_run(Y, task, pattern, value, low, size + 1, size - wilds + 1, wilds):
            found = natural
        shift(Y, number, 1)
    wild = WILDS[pattern] & H[hand]
    if wild and wilds < CAP[pattern]:
        Y[WILD] -= 1
        if grow_run(Y, task, pattern, value, low, size + 1, size - wilds, wilds + 1):
            found |= wild
        Y[WILD] += 1
    return found


def is_within_reach(Y: Words, pattern: int, size: int, value: int, low: int, wilds: int) -> int:
    """Whether the wilds suffice for the cells up to the least size that no held natural can fill."""
    if low + LEAST[pattern] > LENGTH[pattern]:
        return 0
    start = CELLS_AT[Y[SCENE] * PATTERNS + pattern] + value * LENGTH[pattern] + low
    bare = 0
    for cell in range(size, LEAST[pattern]):
        number = CELLS[start + cell]
        if number < 0 or Y[COUNT + number] == 0:
            bare += 1
    return 1 if bare <= Y[WILD] and wilds + bare <= CAP[pattern] else 0


def grow_run(Y: Words, task: int, pattern: int, value: int, low: int, size: int, naturals: int, wilds: int) -> int:
    """Whether the run can be made legal so that the rest can be laid."""
    if size >= LEAST[pattern] and naturals >= NATURALS[pattern]:
        if completes_beside(Y, task, pattern, value, low, size):
            return 1
        if not has_hope(Y, task):
            return 0
    if size >= (LEAST[pattern] if EXACT[task] else MOST[pattern]) or low + size >= LENGTH[pattern]:
        return 0
    number = CELLS[CELLS_AT[Y[SCENE] * PATTERNS + pattern] + value * LENGTH[pattern] + low + size]
    found = 0
    if number >= 0 and Y[COUNT + number] > 0:
        shift(Y, number, -1)
        found = grow_run(Y, task, pattern, value, low, size + 1, naturals + 1, wilds)
        shift(Y, number, 1)
    if not found and Y[WILD] > 0 and wilds < CAP[pattern]:
        Y[WILD] -= 1
        found = grow_run(Y, task, pattern, value, low, size + 1, naturals, wilds + 1)
        Y[WILD] += 1
    return found


def next_of_group(
    H: Words, P: Words, Y: Words, task: int, pattern: int, at: int, size: int, value: int, hand: int
) -> int:
    """If the open group has this value: naturals from its last on, or wilds from its last on. Naturals come first."""
    members = FITS[FITS_AT[pattern] + value]
    wilds = 0
    for cell in range(size):
        if not members >> P[at + cell] & 1:
            wilds += 1
            if not WILDS[pattern] >> P[at + cell] & 1:
                return 0
    if wilds > CAP[pattern]:
        return 0
    last = P[at + size - 1] if size > 0 else 0
    out = shut_out(P, pattern, at, size)
    left = 0
    if wilds == 0:
        left = members & ~out & H[hand] & -(1 << last)
    if wilds < CAP[pattern] and size - wilds >= NATURALS[pattern]:
        left |= WILDS[pattern] & H[hand] & -(1 << (last if wilds > 0 else 0))
    found = 0
    while left:
        face = (left & -left).bit_length() - 1
        left &= left - 1
        wild = 1 - (members >> face & 1)
        move(Y, face, -1)
        rest = out | TWINS[pattern * WIDTH + face]
        if grow_group(Y, task, pattern, value, face, rest, size + 1, size - wilds + 1 - wild, wilds + wild):
            found |= 1 << face
        move(Y, face, 1)
    return found


def move(Y: Words, face: int, by: int) -> int:
    Y[OF_FACE + face] += by
    shift(Y, CLASS[Y[SCENE] * WIDTH + face], by)
    return 0


def grow_group(
    Y: Words, task: int, pattern: int, value: int, last: int, out: int, size: int, naturals: int, wilds: int
) -> int:
    """Whether the group, whose last card is `last`, can be made legal so that the rest can be laid; naturals of `out` may
    not come."""
    if size >= LEAST[pattern] and naturals >= NATURALS[pattern]:
        if completes(Y, task):
            return 1
        if not has_hope(Y, task):
            return 0
    if size >= (LEAST[pattern] if EXACT[task] else MOST[pattern]):
        return 0
    members = FITS[FITS_AT[pattern] + value]
    left = 0
    if wilds == 0:
        left = members & ~out & -(1 << last)
    if wilds < CAP[pattern] and naturals >= NATURALS[pattern]:
        left |= WILDS[pattern] & -(1 << (last if wilds > 0 else 0))
    found = 0
    while left and not found:
        face = (left & -left).bit_length() - 1
        left &= left - 1
        if Y[OF_FACE + face] > 0:
            wild = 1 - (members >> face & 1)
            move(Y, face, -1)
            rest = out | TWINS[pattern * WIDTH + face]
            found = grow_group(Y, task, pattern, value, face, rest, size + 1, naturals + 1 - wild, wilds + wild)
            move(Y, face, 1)
    return found
