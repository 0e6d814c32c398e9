"""Hand, slots of a contract whose runs may not join → the least number of cards missing, and which runs lie.

How runs lie rarely matters. First it is ignored (`needs`), which gives a number that cannot be undercut; then windows of
every place and size are tried for just so many cards, then for one more. As `words.melds.apart`.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.names import (
    ALIKE,
    CAP,
    CELLS,
    CELLS_AT,
    COUNT,
    FLOOR,
    FOUND_APART,
    GROUPS,
    KINDS,
    LEAST,
    LENGTH,
    LYING,
    MORE,
    NATURALS,
    ORDER,
    PATTERNS,
    REST_GAP,
    RUN_PLACES,
    RUNS,
    SCENE,
    SLOTS,
    TALLY,
    VALUE,
    WIDTH,
    WILD,
    Words,
)
from ruledeck.engine.compiled.melds.needs import missing_here, settle
from ruledeck.engine.compiled.melds.stretches import joins, lie
from ruledeck.engine.compiled.melds.windows import held_places, shift


def missing_apart(Y: Words, task: int, below: int, floor: int) -> int:
    """How many cards the slots want beside the runs that lie, when it is less than `below`; else `below`."""
    Y[FOUND_APART] = 0
    least = max(floor, missing_here(Y, task, below, floor))
    if least >= below or RUNS[task] == 0 or Y[FOUND_APART]:
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
    masks = TALLY + slot * KINDS[pattern]
    held_places(Y, pattern, masks)
    bound = gap + Y[REST_GAP + slot + 1]
    reach = room + rest_room(task, slot + 1)
    number = 0
    for size in range(LEAST[pattern], LEAST[pattern] + MORE[task * SLOTS + slot] + 1):
        most = min(CAP[pattern], size - NATURALS[pattern])
        for value in range(KINDS[pattern]):
            for low in range(LENGTH[pattern] - size + 1):
                opened = size - (Y[masks + value] >> low & (1 << size) - 1).bit_count()
                hopeful = bound + opened - min(reach + min(most, opened), Y[WILD]) < best
                if number >= first and hopeful and not joins(Y, pattern, value, low, low + size):
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
