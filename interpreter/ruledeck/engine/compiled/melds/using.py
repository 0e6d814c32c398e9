"""Hand, slots of a contract → the most cards that they can take, and so what is left over, or whether nothing is.

A run is searched by its naturals from the first to the last; wilds fill what is between. How many more it needs, or could
take, at its ends is counted, and only where runs may not join it is tried where they lie. Compare `words.melds.partition`.
"""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.apart import wanted_later
from ruledeck.engine.compiled.melds.names import (
    ALIKE,
    CAP,
    CELLS,
    CELLS_AT,
    CORES,
    COUNT,
    GOAL,
    GROUPS,
    HELD,
    JOINABLE,
    JOINING,
    KINDS,
    LARGEST,
    LEAST,
    LENGTH,
    LIES,
    LYING,
    NATURALS,
    OF_VALUE,
    ORDER,
    ORDER_OF,
    PATTERNS,
    PREPARED,
    REST_GAP,
    RUN_PLACES,
    RUN_VALUE,
    RUNS,
    SCENE,
    SLOTS,
    STRAY,
    TALLY,
    VALUES,
    WIDTH,
    WILD,
    Words,
)
from ruledeck.engine.compiled.melds.needs import missing_cards
from ruledeck.engine.compiled.melds.stretches import joins, lie
from ruledeck.engine.compiled.melds.windows import shift


def uses_all(Y: Words, task: int) -> int:
    """Whether the slots can take all cards that are here, beside the runs that lie."""
    if Y[STRAY] > 0:
        return 0
    cards = cards_here(Y)
    return 1 if most_used(Y, task, cards - 1) == cards else 0


def cards_here(Y: Words) -> int:
    """How many cards of classes there are, those of the hand that are taken left out."""
    cards = Y[WILD]
    left = Y[HELD]
    while left:
        cards += Y[COUNT + (left & -left).bit_length() - 1]
        left &= left - 1
    return cards


def most_used(Y: Words, task: int, best: int) -> int:
    """The most cards that the slots can take, all of them filled, when it is more than `best`; else `best`."""
    cards = cards_here(Y)
    if RUNS[task] + GROUPS[task] == 0:
        return max(best, 0)
    if cards <= best or missing_cards(Y, task, 1, 0) > 0:
        Y[PREPARED] = 0
        return best
    Y[GOAL] = min(cards, Y[WILD] + most_naturals(Y, task, 0))
    best = use_runs(Y, task, 0, 0, 0, cards - Y[WILD], 0, best)
    Y[PREPARED] = 0
    return best


def most_naturals(Y: Words, task: int, slot: int) -> int:
    """No more naturals than so many can lie in the slots from this one on."""
    groups = GROUPS[task]
    found = 0
    for place in range(groups):
        found += LARGEST[task * SLOTS + RUNS[task] + place]
    runs = RUNS[task] - slot
    if runs == 0:
        return found
    if ALIKE[task * SLOTS + slot] != runs - 1:
        return found + cards_here(Y)
    pattern = ORDER[task * SLOTS + slot]
    tally(Y, pattern, runs)
    naturals = 0
    for _ in range(runs):
        fullest = TALLY
        for place in range(TALLY, TALLY + KINDS[pattern] * runs):
            if Y[place] > Y[fullest]:
                fullest = place
        naturals += Y[fullest]
        Y[fullest] = 0
    return found + min(naturals, runs * LARGEST[task * SLOTS + slot])


def tally(Y: Words, pattern: int, runs: int) -> int:
    """By value, for a first run and others after it: naturals that it can hold, if those before hold all that they can."""
    for place in range(TALLY, TALLY + KINDS[pattern] * runs):
        Y[place] = 0
    table = (Y[SCENE] * PATTERNS + pattern) * WIDTH
    left = Y[HELD]
    while left:
        number = (left & -left).bit_length() - 1
        left &= left - 1
        places = RUN_PLACES[table + number].bit_count()
        count = Y[COUNT + number]
        at = TALLY + RUN_VALUE[table + number] * runs
        for run in range(runs):
            if places > 0 and count > 0:
                Y[at + run] += min(places, count)
                count -= places
    return 0


def use_runs(Y: Words, task: int, slot: int, first: int, used: int, left: int, wilds: int, best: int) -> int:
    """Go through the places of the first natural of a run. `used` naturals are in slots, `left` are not, `wilds` are needed."""
    if used + left + Y[WILD] <= best or wilds + Y[REST_GAP + slot] > Y[WILD]:
        return best
    if slot == RUNS[task]:
        return use_groups(Y, task, 0, 0, used, left, wilds, 0, best)
    if used + most_naturals(Y, task, slot) + Y[WILD] <= best:
        return best
    pattern = ORDER[task * SLOTS + slot]
    start = CELLS_AT[Y[SCENE] * PATTERNS + pattern]
    for value in range(KINDS[pattern]):
        for low in range(LENGTH[pattern]):
            cell = value * LENGTH[pattern] + low
            card = CELLS[start + cell]
            if cell >= first and card >= 0 and Y[COUNT + card] > 0:
                Y[CORES + 4 * slot] = value
                Y[CORES + 4 * slot + 1] = low
                shift(Y, card, -1)
                best = use_run(Y, task, slot, low + 1, 0, used + 1, left - 1, wilds, best)
                shift(Y, card, 1)
                if best >= Y[GOAL]:
                    return best
    return best


def use_run(Y: Words, task: int, slot: int, end: int, inner: int, used: int, left: int, wilds: int, best: int) -> int:
    """Go on with a run whose last natural lies before `end`, with so many wilds in it: further naturals, then none."""
    pattern = ORDER[task * SLOTS + slot]
    value, low = Y[CORES + 4 * slot], Y[CORES + 4 * slot + 1]
    start = CELLS_AT[Y[SCENE] * PATTERNS + pattern] + value * LENGTH[pattern]
    most = min(CAP[pattern], Y[WILD] - wilds)
    place = end
    while place < min(LENGTH[pattern], low + LARGEST[task * SLOTS + slot]) and inner + place - end <= most:
        card = CELLS[start + place]
        gap = inner + place - end
        place += 1
        if card >= 0 and Y[COUNT + card] > 0:
            shift(Y, card, -1)
            best = use_run(Y, task, slot, place, gap, used + 1, left - 1, wilds, best)
            shift(Y, card, 1)
            if best >= Y[GOAL]:
                return best
            if not wanted_later(Y, task, slot, card):
                # A wild in its place would gain nothing.
                place = LENGTH[pattern]
    short = max(0, LEAST[pattern] - end + low)
    if end - low - inner < NATURALS[pattern] or inner + short > most:
        return best
    Y[CORES + 4 * slot + 2] = end
    Y[CORES + 4 * slot + 3] = inner
    again = value * LENGTH[pattern] + low if ALIKE[task * SLOTS + slot] else 0
    return use_runs(Y, task, slot + 1, again, used, left, wilds + inner + short, best)


# fmt: off
def use_groups(Y: Words, task: int, group: int, first: int, used: int, left: int, wilds: int, room: int,
               best: int) -> int:
    # fmt: on
    """Every value, and every number of its cards that can help, for one group after the other; these have room for wilds."""
    if wilds > Y[WILD] or used + left + Y[WILD] <= best:
        return best
    if group == GROUPS[task]:
        return lay_out(Y, task, used, wilds, room, best)
    place = task * SLOTS + RUNS[task] + group
    pattern, largest = ORDER[place], LARGEST[place]
    last = group + 1 == GROUPS[task]
    again = not last and ORDER[place + 1] == pattern
    for value in range(first, VALUES[Y[SCENE]]):
        held = Y[OF_VALUE + value]
        taken = min(held, largest)
        fewest = max(taken, NATURALS[pattern]) if last else NATURALS[pattern]
        while taken >= fewest:
            short = max(0, LEAST[pattern] - taken)
            if short <= CAP[pattern]:
                Y[OF_VALUE + value] = held - taken
                more = room + min(CAP[pattern], largest - taken)
                next_value = value if again else 0
                best = use_groups(Y, task, group + 1, next_value, used + taken, left - taken, wilds + short, more, best)
                Y[OF_VALUE + value] = held
                if best >= Y[GOAL]:
                    return best
            taken -= 1
    return best


def lay_out(Y: Words, task: int, used: int, wilds: int, room: int, best: int) -> int:
    """All slots have their naturals: so many wilds are needed, and the groups have `room` for some. Can more be laid?"""
    runs = 0
    for slot in range(RUNS[task]):
        pattern = ORDER[task * SLOTS + slot]
        naturals = Y[CORES + 4 * slot + 2] - Y[CORES + 4 * slot + 1] - Y[CORES + 4 * slot + 3]
        runs += min(CAP[pattern], min(LARGEST[task * SLOTS + slot], LENGTH[pattern]) - naturals)
    found = used + min(Y[WILD], room + runs)
    if found <= best:
        return best
    if JOINING and JOINABLE[task] and may_join(Y, task):
        needed = 0
        for slot in range(RUNS[task]):
            pattern = ORDER[task * SLOTS + slot]
            size = Y[CORES + 4 * slot + 2] - Y[CORES + 4 * slot + 1]
            needed += max(0, LEAST[pattern] - size) + Y[CORES + 4 * slot + 3]
        # Of the wilds, those that the groups need are not for runs.
        return stretch(Y, task, 0, Y[WILD] - wilds + needed, 0, used, room, found, best)
    return found


def may_join(Y: Words, task: int) -> int:
    """Whether there are two runs that could meet."""
    for slot in range(RUNS[task]):
        order = ORDER_OF[ORDER[task * SLOTS + slot]] + Y[CORES + 4 * slot]
        for other in range(slot):
            if ORDER_OF[ORDER[task * SLOTS + other]] + Y[CORES + 4 * other] == order:
                return 1
        if is_beside(Y, order):
            return 1
    return 0


def is_beside(Y: Words, order: int) -> int:
    """Whether a run of this order and value lies already."""
    for place in range(Y[LYING]):
        if Y[LIES + 3 * place] == order:
            return 1
    return 0


# fmt: off
def stretch(Y: Words, task: int, slot: int, free: int, taken: int, used: int, room: int, goal: int, best: int) -> int:
    # fmt: on
    """Give the runs from this one on their wilds, of which so many are free, at either end, so that none joins another."""
    if slot == RUNS[task]:
        return max(best, used + min(Y[WILD], taken + room))
    pattern = ORDER[task * SLOTS + slot]
    at = CORES + 4 * slot
    value, low, end, inner = Y[at], Y[at + 1], Y[at + 2], Y[at + 3]
    longer = min(LARGEST[task * SLOTS + slot], LENGTH[pattern]) - end + low + inner
    longer = min(longer, free)
    wilds = min(CAP[pattern], longer)
    while wilds >= inner + max(0, LEAST[pattern] - end + low):
        more = wilds - inner
        for down in range(max(0, more - LENGTH[pattern] + end), min(low, more) + 1):
            if not joins(Y, pattern, value, low - down, end + more - down):
                lie(Y, pattern, value, low - down, end + more - down)
                best = stretch(Y, task, slot + 1, free - wilds, taken + wilds, used, room, goal, best)
                Y[LYING] -= 1
                if best >= goal:
                    return best
        wilds -= 1
    return best
