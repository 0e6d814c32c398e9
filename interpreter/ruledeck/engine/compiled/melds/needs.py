"""Hand, slots of a contract → the least number of cards missing: branch and bound, runs cell by cell, groups by counts.

As `words.melds.needs`, for patterns without doubles. A natural that could fill a cell is left to a later slot only where
a wild stands instead (to leave the cell open would gain nothing), and only if there are so many wilds that the later
slot may have all that it can take: if it had room for one more, it could have the wild, and this one the natural.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.names import (
    ALIKE,
    CANDIDATE,
    CELLS,
    CHOSEN,
    COUNT,
    FLOOR,
    FOUND_APART,
    GROUPS,
    HELD,
    JOINABLE,
    JOINING,
    LATER,
    LEAST,
    LIST_AT,
    OF_VALUE,
    ORDER,
    PREPARED,
    REST_GAP,
    REST_ROOM,
    ROOM,
    RUNS,
    SCENE,
    SLOTS,
    SPARE,
    VALUE,
    VALUES,
    WIDTH,
    WILD,
    WILD_CLASS,
    WINDOW,
    Words,
)
from ruledeck.engine.compiled.melds.stretches import chosen_apart
from ruledeck.engine.compiled.melds.windows import prepare


def missing_cards(Y: Words, task: int, below: int, floor: int) -> int:
    """How many cards the slots of a task want, when it is less than `below`; else `below`. It is at least `floor`."""
    if RUNS[task] + GROUPS[task] == 0:
        return min(below, 0)
    Y[PREPARED] = 0
    return missing_here(Y, task, below, floor)


def missing_here(Y: Words, task: int, below: int, floor: int) -> int:
    """As `missing_cards`, with windows listed for the hand or for one that holds it."""
    if not prepare(Y, task):
        return below
    Y[FLOOR] = floor
    return fill_runs(Y, task, 0, 0, 0, 0, below)


def fill_runs(Y: Words, task: int, slot: int, first: int, gap: int, room: int, best: int) -> int:
    """Go through the windows of a run. `gap` cells are open so far, of which `room` can be wilds."""
    if slot == RUNS[task]:
        return settle(Y, task, gap, room, best)
    alike = ALIKE[task * SLOTS + slot]
    total = gap + Y[REST_GAP + slot + 1 + alike]
    reach = room + Y[REST_ROOM + slot + 1]
    at = Y[LIST_AT + slot]
    pattern = ORDER[task * SLOTS + slot]
    least, most = LEAST[pattern], ROOM[pattern]
    number = first
    while number < Y[at]:
        window = Y[at + 1 + number]
        more = window >> 20
        # Runs of the same pattern that are still to come lie no fuller than this one.
        if total + more + alike * more - min(reach + more, Y[WILD]) >= best:
            return best
        cell = window & 1048575
        opened = least - (Y[HELD] & WINDOW[cell]).bit_count()
        if total + opened + alike * more - min(reach + min(most, opened), Y[WILD]) < best:
            if JOINING:
                Y[CHOSEN + slot] = cell
            best = fill_cells(Y, task, slot, number, cell, 0, 0, 0, gap, room, best)
            if best <= Y[FLOOR]:
                return best
        number += 1
    return best


# fmt: off
def fill_cells(Y: Words, task: int, slot: int, number: int, cell: int, done: int, wild: int, opened: int,  # noqa: C901
               gap: int, room: int, best: int) -> int:
    # fmt: on
    """Fill the cells of a window from `cell` on, `done` being behind, `opened` of them open, `wild` surely wilds."""
    least, most = LEAST[ORDER[task * SLOTS + slot]], ROOM[ORDER[task * SLOTS + slot]]
    scene, spare = Y[SCENE] * WIDTH, Y[WILD] - LATER[task * SLOTS + slot]
    start, first, taken = cell - done, done, 0
    while done < least:
        card = CELLS[start + done]
        if card >= 0 and Y[COUNT + card] > 0:
            Y[COUNT + card] -= 1
            if Y[COUNT + card] == 0:
                Y[HELD] ^= 1 << card
            if VALUE[scene + card] >= 0:
                Y[OF_VALUE + VALUE[scene + card]] -= 1
            taken |= 1 << done
        else:
            opened += 1
            if card < 0:
                wild += 1
        done += 1
    if wild <= most:
        best = after_run(Y, task, slot, number, opened, gap, room, best)
    while done > first:
        done -= 1
        card = CELLS[start + done]
        if taken >> done & 1:
            if Y[COUNT + card] == 0:
                Y[HELD] ^= 1 << card
            Y[COUNT + card] += 1
            if VALUE[scene + card] >= 0:
                Y[OF_VALUE + VALUE[scene + card]] += 1
            if wild < most and wild < spare and best > Y[FLOOR] and is_wanted(Y, task, slot, card):
                cell = start + done + 1
                best = fill_cells(Y, task, slot, number, cell, done + 1, wild + 1, opened + 1, gap, room, best)
        else:
            opened -= 1
            if card < 0:
                wild -= 1
    return best


def after_run(Y: Words, task: int, slot: int, number: int, opened: int, gap: int, room: int, best: int) -> int:
    """The window is filled but for so many cells: go on with the next slot, if that can be better."""
    pattern = ORDER[task * SLOTS + slot]
    room += min(ROOM[pattern], opened)
    gap += opened
    alike = ALIKE[task * SLOTS + slot]
    rest = alike * (Y[Y[LIST_AT + slot] + 1 + number] >> 20) + Y[REST_GAP + slot + 1 + alike]
    if gap + rest - min(room + Y[REST_ROOM + slot + 1], Y[WILD]) >= best:
        return best
    return fill_runs(Y, task, slot + 1, number if alike else 0, gap, room, best)


def is_wanted(Y: Words, task: int, slot: int, card: int) -> int:
    """Whether slots after this one could use all that is left of a class."""
    if GROUPS[task] > 0 and VALUE[Y[SCENE] * WIDTH + card] >= 0:
        return 1
    return 1 if Y[COUNT + card] <= RUNS[task] - slot - 1 else 0


def settle(Y: Words, task: int, gap: int, room: int, best: int) -> int:
    """The groups: only the fullest values matter, as many as there are groups."""
    groups = GROUPS[task]
    if groups == 0:
        return finished(Y, gap, room, best)
    values = VALUES[Y[SCENE]]
    chosen = 0
    for place in range(min(values, groups)):
        fullest = -1
        for value in range(values):
            if not chosen >> value & 1 and (fullest < 0 or Y[OF_VALUE + value] > Y[OF_VALUE + fullest]):
                fullest = value
        chosen |= 1 << fullest
        Y[CANDIDATE + place] = fullest
    return fill_groups(Y, task, 0, 0, gap, room, best)


def fill_groups(Y: Words, task: int, group: int, first: int, gap: int, room: int, best: int) -> int:
    """Every value, and every number of its cards that can help, for one group after the other."""
    if group == GROUPS[task]:
        return finished(Y, gap, room, best)
    pattern = ORDER[task * SLOTS + RUNS[task] + group]
    shut = Y[WILD] <= LATER[task * SLOTS + RUNS[task] + group]
    again = group + 1 < GROUPS[task] and ORDER[task * SLOTS + RUNS[task] + group + 1] == pattern
    size, most = LEAST[pattern], ROOM[pattern]
    values = VALUES[Y[SCENE]]
    for place in range(first, min(values, GROUPS[task])):
        value = OF_VALUE + Y[CANDIDATE + place]
        taken = min(size, Y[value])
        fewest = taken if shut or taken < size - most else size - most
        while taken >= fewest and taken >= 0:
            opened = size - taken
            Y[value] -= taken
            more = room + min(most, opened)
            best = fill_groups(Y, task, group + 1, place if again else 0, gap + opened, more, best)
            Y[value] += taken
            if best <= Y[FLOOR]:
                return best
            taken -= 1
    return best


def finished(Y: Words, gap: int, room: int, best: int) -> int:
    """All slots are filled. Of the best way so far, note the classes of which it leaves a card."""
    wilds = min(room, Y[WILD])
    if gap - wilds >= best:
        return best
    spare = WILD_CLASS[Y[SCENE]] if wilds < Y[WILD] else 0
    left = Y[HELD]
    while left:
        number = (left & -left).bit_length() - 1
        left &= left - 1
        if Y[COUNT + number] > 0:
            value = VALUE[Y[SCENE] * WIDTH + number]
            if value < 0 or Y[OF_VALUE + value] > 0:
                spare |= 1 << number
    Y[SPARE] = spare
    if JOINING and JOINABLE[Y[PREPARED] - 1]:
        Y[FOUND_APART] = chosen_apart(Y)
    return gap - wilds
