"""Hand → its cards counted, and for the slots of a contract the places where runs may lie, the fullest first."""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.names import (
    BARE,
    BARE_AT,
    CANDIDATE,
    CELLS_AT,
    CLASS,
    COUNT,
    GAPS,
    GROUPS,
    HAVE,
    HELD,
    KINDS,
    LEAST,
    LENGTH,
    LIST_AT,
    LIST_SIZE,
    LISTS,
    LOADED,
    OF_FACE,
    OF_VALUE,
    ORDER,
    OUTSIDE,
    PATTERNS,
    PLANES,
    POINTS,
    PREPARED,
    REST_GAP,
    REST_ROOM,
    ROOM,
    RUN_PLACES,
    RUN_VALUE,
    RUNS,
    SCENE,
    SLOTS,
    STRAY,
    VALUE,
    VALUES,
    WIDTH,
    WILD,
    WILD_CLASS,
    ZONES,
    Words,
)


def load(H: Words, Y: Words, scene: int, hand: int) -> int:
    """Count the hand's cards by class, value and face, if that is not done yet."""
    if is_loaded(H, Y, scene, hand):
        return 0
    for place in range(WILD + 1):
        Y[place] = 0
    Y[SCENE] = scene
    Y[HELD] = 0
    Y[OUTSIDE] = 0
    Y[STRAY] = 0
    Y[PREPARED] = 0
    Y[LOADED] = scene + 1
    for plane in range(PLANES):
        left = H[plane * ZONES + hand]
        Y[LOADED + 1 + plane] = left
        while left:
            face = (left & -left).bit_length() - 1
            left &= left - 1
            Y[OF_FACE + face] += 1
            if CLASS[scene * WIDTH + face] >= 0:
                shift(Y, CLASS[scene * WIDTH + face], 1)
            else:
                Y[OUTSIDE] += POINTS[face]
                Y[STRAY] += 1
    return 0


def is_loaded(H: Words, Y: Words, scene: int, hand: int) -> int:
    """Whether the counts are those of this hand. Whatever changes them undoes it."""
    if Y[LOADED] != scene + 1:
        return 0
    for plane in range(PLANES):
        if Y[LOADED + 1 + plane] != H[plane * ZONES + hand]:
            return 0
    return 1


def shift(Y: Words, number: int, by: int) -> int:
    """So many more cards of a class."""
    if WILD_CLASS[Y[SCENE]] >> number & 1:
        Y[WILD] += by
        return 0
    Y[COUNT + number] += by
    if Y[COUNT + number] > 0:
        Y[HELD] |= 1 << number
    else:
        Y[HELD] &= ~(1 << number)
    value = VALUE[Y[SCENE] * WIDTH + number]
    if value >= 0:
        Y[OF_VALUE + value] += by
    return 0


def prepare(Y: Words, task: int) -> int:
    """List the windows of the runs; bound what the slots leave open. 0 where no cards whatever will do.

    What is listed for a hand does for any part of it, of which it says too much good.
    """
    if Y[PREPARED] == task + 1:
        return 1
    fullest = 0
    for value in range(VALUES[Y[SCENE]]):
        if Y[OF_VALUE + value] > fullest:
            fullest = Y[OF_VALUE + value]
    for slot in range(RUNS[task]):
        pattern = ORDER[task * SLOTS + slot]
        if slot > 0 and ORDER[task * SLOTS + slot - 1] == pattern:
            Y[LIST_AT + slot] = Y[LIST_AT + slot - 1]
        else:
            Y[LIST_AT + slot] = LISTS + slot * LIST_SIZE
            list_windows(Y, LISTS + slot * LIST_SIZE, pattern)
        if Y[Y[LIST_AT + slot]] == 0:
            return 0
    slots = RUNS[task] + GROUPS[task]
    Y[REST_GAP + slots] = 0
    Y[REST_ROOM + slots] = 0
    for place in range(slots - 1, -1, -1):
        pattern = ORDER[task * SLOTS + place]
        gap = LEAST[pattern] - fullest
        if place < RUNS[task]:
            gap = Y[Y[LIST_AT + place] + 1] >> 20
        Y[REST_GAP + place] = Y[REST_GAP + place + 1] + max(0, gap)
        Y[REST_ROOM + place] = Y[REST_ROOM + place + 1] + ROOM[pattern]
    Y[PREPARED] = task + 1
    return 1


def list_windows(Y: Words, at: int, pattern: int) -> int:
    """The places where a run of least size may lie, the fullest first; of empty ones only one."""
    least, length = LEAST[pattern], LENGTH[pattern]
    full = (1 << least) - 1
    held_places(Y, pattern, HAVE)
    for gap in range(least + 1):
        Y[CANDIDATE + gap] = 0
    start = CELLS_AT[Y[SCENE] * PATTERNS + pattern]
    window = 0
    empty = 0
    for value in range(KINDS[pattern]):
        have = Y[HAVE + value]
        bare = BARE[BARE_AT[pattern] + value]
        if have or not empty:
            for low in range(length - least + 1):
                naturals = have >> low & full
                forced = bare >> low & full
                if (naturals or not empty) and (not forced or forced.bit_count() <= ROOM[pattern]):
                    if not naturals and not forced:
                        empty = 1
                    gap = least - naturals.bit_count()
                    Y[GAPS + window] = gap << 20 | start + value * length + low
                    Y[CANDIDATE + gap] += 1
                    window += 1
    Y[at] = window
    return sort_windows(Y, at, least)


def held_places(Y: Words, pattern: int, at: int) -> int:
    """By value of a run: the mask of its places of which there is a card."""
    table = (Y[SCENE] * PATTERNS + pattern) * WIDTH
    for value in range(KINDS[pattern]):
        Y[at + value] = 0
    left = Y[HELD]
    while left:
        number = (left & -left).bit_length() - 1
        left &= left - 1
        if RUN_PLACES[table + number]:
            Y[at + RUN_VALUE[table + number]] |= RUN_PLACES[table + number]
    return 0


def sort_windows(Y: Words, at: int, least: int) -> int:
    """By their gaps, which have been counted."""
    place = at + 1
    for gap in range(least + 1):
        count = Y[CANDIDATE + gap]
        Y[CANDIDATE + gap] = place
        place += count
    for window in range(Y[at]):
        gap = CANDIDATE + (Y[GAPS + window] >> 20)
        Y[Y[gap]] = Y[GAPS + window]
        Y[gap] += 1
    return 0
