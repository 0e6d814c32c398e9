"""A pattern, a hand → how the hand's naturals can serve one slot of a contract, wilds and missing cards left open.

A fill fixes the naturals of a slot. Of its other cells at most `room` may be wilds; whatever no wild fills must be
found. A longer meld helps nothing that a shorter one does not, but where naturals are asked for at both ends, or where
sequences must not join up; only then are sizes above the least enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruledeck.words.melds.known import DIGIT, WIDTH, Table, digit


class Fill(NamedTuple):
    gap: int
    """Cells that no natural of the hand fills."""
    room: int
    """Most wilds that these cells can take."""
    delta: int
    """The naturals, as digits."""
    size: int
    value: int
    low: int


def fills(table: Table, held: int, beside: int = -1) -> tuple[Fill, ...]:
    """All fills from the hand, the fullest first.

    With `beside` (0 or more), each place of a sequence counts as a fill of its own, and there are larger ones, so that
    it need not join any of so many others.
    """
    spread = beside >= 0 and table.pattern.places is not None
    best: dict[tuple[int, ...], Fill] = {}
    found = group_fills(table, held) if table.pattern.places is None else sequence_fills(table, held, beside)
    for fill in found:
        key = (fill.delta, fill.gap, fill.size, fill.value, fill.low) if spread else (fill.delta, fill.gap)
        old = best.get(key)
        if old is None or old.room < fill.room:
            best[key] = fill
    return tuple(sorted(best.values()))


def group_fills(table: Table, held: int) -> Iterator[Fill]:
    size = table.pattern.least
    cap = min(table.cap, size - table.pattern.naturals_min)
    if size > table.pattern.most:
        return
    for value, members in table.members.items():
        kinds = len({table.apart[number] for number in members}) if table.apart else size
        if size - kinds > cap:
            continue
        have = [(number, count) for number in members if (count := digit(held, number))]
        for delta, naturals in choices(table, have, size):
            gap = size - naturals
            yield Fill(gap, min(cap, gap), delta, size, value, 0)


def choices(table: Table, have: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """Every choice of at most so many naturals of a group, as digits and number of cards; none is a choice too."""
    found = [(0, 0, 0)]
    for number, count in have:
        mark = 0
        limit = count
        if table.apart:
            mark, limit = 1 << table.apart[number], 1
        more = []
        for delta, naturals, marks in found:
            if marks & mark:
                continue
            more += [
                (delta + (taken << WIDTH * number), naturals + taken, marks | mark)
                for taken in range(1, min(limit, most - naturals) + 1)
            ]
        found += more
    return [(delta, naturals) for delta, naturals, _ in found]


def sizes(table: Table, beside: int) -> range:
    """The sizes of a sequence that are worth a thought.

    A sequence that may not join one of `beside` others is cut short at an end that does not hold its last natural: by
    one card, or by more when another sequence would touch it then. Each other one bars at most one cut from each end.
    """
    pattern = table.pattern
    most = pattern.least
    if pattern.naturals_min > 1:
        most = min(pattern.most, pattern.naturals_min + table.cap)
    if beside >= 0:
        most = pattern.most if pattern.naturals_min > 1 or pattern.least < 2 else pattern.least + 2 * beside
    return range(pattern.least, min(pattern.most, max(most, pattern.least)) + 1)


def sequence_fills(table: Table, held: int, beside: int) -> Iterator[Fill]:
    length = table.pattern.length
    empty: set[tuple[int, int]] = set()
    for value, cells in table.cells.items():
        have = [tuple(number for number in cell if held >> WIDTH * number & DIGIT) for cell in cells]
        bare = sum(1 << place for place, cell in enumerate(cells) if not cell)
        ring = bare | bare << length
        for size in sizes(table, beside):
            for low in range(length if table.pattern.corner else length - size + 1):
                window = [have[(low + cell) % length] for cell in range(size)]
                forced = ring >> low & (1 << size) - 1
                if beside < 0 and not table.apart and not any(window):
                    if (size, forced) in empty:
                        continue
                    empty.add((size, forced))
                for delta, naturals in served(window, held):
                    room = room_of(table, value, low, size, delta, naturals, forced)
                    if room >= 0:
                        yield Fill(size - naturals.bit_count(), room, delta, size, value, low)


def served(window: list[tuple[int, ...]], held: int) -> list[tuple[int, int]]:
    """Every choice of cells and of the classes that fill them, as digits and mask of cells; none is a choice too."""
    found = [(0, 0)]
    for cell, numbers in enumerate(window):
        more = []
        for number in numbers:
            shift = WIDTH * number
            count = held >> shift & DIGIT
            more += [
                (delta + (1 << shift), naturals | 1 << cell)
                for delta, naturals in found
                if delta >> shift & DIGIT < count
            ]
        found += more
    return found


def room_of(table: Table, value: int, low: int, size: int, delta: int, naturals: int, forced: int) -> int:
    """Most wilds that the open cells can take; -1 when the sequence cannot be completed.

    `forced` cells have no natural in the deck and must be wild.
    """
    pattern = table.pattern
    cap = min(table.cap, size - pattern.naturals_min)
    if cap < forced.bit_count():
        return -1
    gaps = ~naturals & (1 << size) - 1
    if table.apart:
        return room_apart(table, value, low, delta, gaps, cap)
    if pattern.adjacent_wilds:
        return min(cap, gaps.bit_count())
    if forced & forced << 1:
        return -1
    free = gaps & ~(forced << 1 | forced >> 1 | forced)
    loose = 0
    while free:
        bit = free & -free
        free &= ~(bit | bit << 1)
        loose += 1
    return min(cap, forced.bit_count() + loose)


def room_apart(table: Table, value: int, low: int, delta: int, gaps: int, cap: int) -> int:
    """As `room_of`, where naturals must differ: every set of wild cells is tried against the cards left to find."""
    used = [table.apart[number] for number in table.members[value] for _ in range(digit(delta, number))]
    if len(set(used)) < len(used):
        return -1
    best = -1
    wild = gaps
    while True:
        if best < wild.bit_count() <= cap and not (wild & wild << 1 and not table.pattern.adjacent_wilds):
            open_cells = [low + cell for cell in range(gaps.bit_length()) if (gaps & ~wild) >> cell & 1]
            if matched(table, value, open_cells, frozenset(used)):
                best = wild.bit_count()
        if not wild:
            return best
        wild = wild - 1 & gaps


def matched(table: Table, value: int, open_cells: list[int], used: frozenset[int]) -> bool:
    """Whether the cells can be filled with naturals of the deck that differ from each other and from those used."""
    if not open_cells:
        return True
    cell = table.cells[value][open_cells[0] % table.pattern.length]
    marks = sorted({table.apart[number] for number in cell} - used)
    return any(matched(table, value, open_cells[1:], used | {mark}) for mark in marks)
