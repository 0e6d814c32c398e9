"""Hand, slots of a contract whose runs may not join → the least number of cards missing, and which runs lie.

How runs lie rarely matters. First it is ignored (`needs`), which gives a number that cannot be undercut; then windows of
every place and size are tried for just so many cards, then for one more. As `words.melds.apart`.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.lying import read_meld
from ruledeck.engine.compiled.melds.names import (
    ALIKE,
    CAP,
    CELLS,
    CELLS_AT,
    COUNT,
    FLOOR,
    GIVEN_VALUE,
    GROUPS,
    JOINABLE,
    KINDS,
    LEAST,
    LENGTH,
    LIES,
    LYING,
    MELDS_ZONE,
    MORE,
    NATURALS,
    ORDER,
    ORDER_OF,
    PATTERN_SLOT,
    PATTERNS,
    REST_GAP,
    RUN_PLACES,
    RUNS,
    SCENE,
    SLOTS,
    STRIDE,
    VALUE,
    WIDTH,
    WILD,
    Words,
)
from ruledeck.engine.compiled.melds.needs import missing_here, settle
from ruledeck.engine.compiled.melds.windows import shift


def runs_laid(V: Words, P: Words, N: Words, Y: Words, slot: int, meld: int) -> int:
    """Note the runs of the slots before this one. Their melds are those before the open one."""
    Y[LYING] = 0
    for number in range(max(0, meld - slot), meld):
        pattern = V[PATTERN_SLOT + number]
        if pattern >= 0 and pattern < PATTERNS and LENGTH[pattern] > 0:
            size = N[MELDS_ZONE + number]
            low = read_meld(P, Y, pattern, (MELDS_ZONE + number) * STRIDE + 1, size)
            if low >= 0:
                lie(Y, pattern, Y[GIVEN_VALUE], low, low + size)
    return 0


def lie(Y: Words, pattern: int, value: int, low: int, end: int) -> int:
    """One run more lies, from a place up to before another."""
    at = LIES + 3 * Y[LYING]
    Y[at] = ORDER_OF[pattern] + value
    Y[at + 1] = low
    Y[at + 2] = end
    Y[LYING] += 1
    return 0


def joins(Y: Words, pattern: int, value: int, low: int, end: int) -> int:
    """Whether a run would meet one that lies. To overlap, or to leave a gap, is not to join."""
    for place in range(Y[LYING]):
        at = LIES + 3 * place
        if Y[at] == ORDER_OF[pattern] + value and (Y[at + 1] == end or Y[at + 2] == low):
            return 1
    return 0


def missing_apart(Y: Words, task: int, below: int, floor: int) -> int:
    """How many cards the slots want beside the runs that lie, when it is less than `below`; else `below`."""
    least = max(floor, missing_here(Y, task, below, floor))
    if least >= below or RUNS[task] == 0 or JOINABLE[task] == 0:
        return least
    most = 0
    for place in range(RUNS[task] + GROUPS[task]):
        most += LEAST[ORDER[task * SLOTS + place]] + MORE[task * SLOTS + place]
    while least < below and least <= most:
        Y[FLOOR] = least
        if runs_apart(Y, task, 0, 0, 0, 0, least + 1) <= least:
            return least
        least += 1
    return below


def runs_apart(Y: Words, task: int, slot: int, first: int, gap: int, room: int, best: int) -> int:
    """Go through the windows of a run, the smallest first. `gap` cells are open so far, of which `room` can be wilds."""
    if slot == RUNS[task]:
        return settle(Y, task, gap, room, best)
    pattern = ORDER[task * SLOTS + slot]
    start = CELLS_AT[Y[SCENE] * PATTERNS + pattern]
    number = 0
    for size in range(LEAST[pattern], LEAST[pattern] + MORE[task * SLOTS + slot] + 1):
        for value in range(KINDS[pattern]):
            for low in range(LENGTH[pattern] - size + 1):
                if number >= first and not joins(Y, pattern, value, low, low + size):
                    lie(Y, pattern, value, low, low + size)
                    cell = start + value * LENGTH[pattern] + low
                    best = cells_apart(Y, task, slot, number, cell, cell + size, size, 0, 0, gap, room, best)
                    Y[LYING] -= 1
                    if best <= Y[FLOOR]:
                        return best
                number += 1
    return best


# fmt: off
def cells_apart(Y: Words, task: int, slot: int, number: int, cell: int, end: int, size: int, wild: int, opened: int,
                gap: int, room: int, best: int) -> int:
    # fmt: on
    """Fill the cells of a window from `cell` on; `opened` of those behind are open, of which `wild` are surely wilds."""
    pattern = ORDER[task * SLOTS + slot]
    most = min(CAP[pattern], size - NATURALS[pattern])
    alike = ALIKE[task * SLOTS + slot]
    if gap + opened + Y[REST_GAP + slot + 1] - min(room + min(most, opened) + rest_room(task, slot + 1), Y[WILD]) >= best:
        return best
    if cell == end:
        again = number if alike else 0
        return runs_apart(Y, task, slot + 1, again, gap + opened, room + min(most, opened), best)
    card = CELLS[cell]
    if card >= 0 and Y[COUNT + card] > 0:
        shift(Y, card, -1)
        best = cells_apart(Y, task, slot, number, cell + 1, end, size, wild, opened, gap, room, best)
        shift(Y, card, 1)
        if best <= Y[FLOOR] or wild >= most or wild >= Y[WILD] or not wanted_later(Y, task, slot, card):
            return best
        wild += 1
    elif card < 0:
        wild += 1
        if wild > most:
            return best
    return cells_apart(Y, task, slot, number, cell + 1, end, size, wild, opened + 1, gap, room, best)


def rest_room(task: int, slot: int) -> int:
    """Most wilds of the slots from this one on."""
    room = 0
    for place in range(slot, RUNS[task] + GROUPS[task]):
        pattern = ORDER[task * SLOTS + place]
        room += min(CAP[pattern], LEAST[pattern] + MORE[task * SLOTS + place] - NATURALS[pattern])
    return room


def wanted_later(Y: Words, task: int, slot: int, card: int) -> int:
    """Whether slots after this one could use all that there is of a class, which may have several places in each."""
    if GROUPS[task] > 0 and VALUE[Y[SCENE] * WIDTH + card] >= 0:
        return 1
    places = 0
    for later in range(slot + 1, RUNS[task]):
        pattern = ORDER[task * SLOTS + later]
        places += RUN_PLACES[(Y[SCENE] * PATTERNS + pattern) * WIDTH + card].bit_count()
    return 1 if Y[COUNT + card] <= places else 0
