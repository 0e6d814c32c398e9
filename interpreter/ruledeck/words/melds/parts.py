"""A pattern, a hand → every meld that the hand's cards can form, each once, over classes of cards.

Naturals are chosen first; the wilds that the gaps between them need follow from that, and further wilds go to the high
end of a sequence as long as it lasts, then to the low end. Melds of the same cards are one part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruledeck.words.melds.fills import choices
from ruledeck.words.melds.known import DIGIT, WIDTH, Scene, Table, digit


class Part(NamedTuple):
    gain: int
    delta: int
    pattern: int
    value: int
    low: int
    cells: tuple[int, ...]
    """Classes, in the order of the meld."""


class Thread(NamedTuple):
    """A sequence under construction: it starts and ends with a natural."""

    first: int
    last: int
    """Cells from the first natural's position, on a ring perhaps past its end."""
    delta: int
    cells: tuple[int, ...]
    """Classes; -1 for a wild."""


def parts(scene: Scene, table: Table, held: int, spread: bool = False) -> list[Part]:
    """The melds of a pattern. With `spread`, the same cards at another place in the order are another part."""
    found: dict[tuple[int, ...], Part] = {}
    rows = group_rows(table, held) if table.pattern.places is None else sequence_rows(table, held, spread)
    for value, low, cells in rows:
        for numbers in with_wilds(table, cells, value, held):
            delta = sum(1 << WIDTH * number for number in numbers)
            key = (delta, value, low, len(numbers)) if spread else (delta,)
            if key not in found and scene.fits(delta, held):
                gain = sum(scene.worth[number] for number in numbers)
                found[key] = Part(gain, delta, table.index, value, low, numbers)
    return list(found.values())


def with_wilds(table: Table, cells: tuple[int, ...], value: int, held: int) -> Iterator[tuple[int, ...]]:
    """The cells with their wilds chosen: every choice of kinds, in class order from the first open cell on."""
    wanted = cells.count(-1)
    if not wanted:
        yield cells
        return
    own = table.members[value] if table.pattern.places is None else ()
    kinds = [(number, digit(held, number)) for number in table.wilds if number not in own and digit(held, number)]
    if len(kinds) == 1:
        yield tuple(kinds[0][0] if number < 0 else number for number in cells)
        return
    for chosen in combine(kinds, wanted):
        supply = iter(chosen)
        yield tuple(next(supply) if number < 0 else number for number in cells)


def combine(kinds: list[tuple[int, int]], wanted: int) -> Iterator[tuple[int, ...]]:
    if not wanted:
        yield ()
    elif kinds:
        number, count = kinds[0]
        for taken in range(min(count, wanted), -1, -1):
            for rest in combine(kinds[1:], wanted - taken):
                yield (number,) * taken + rest


def group_rows(table: Table, held: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    pattern = table.pattern
    supply = min(table.cap, sum(digit(held, number) for number in table.wilds))
    for value, members in table.members.items():
        have = [(number, count) for number in members if (count := digit(held, number))]
        for delta, naturals in choices(table, have, table.most):
            if naturals < pattern.naturals_min:
                continue
            cells = tuple(number for number, _ in have for _ in range(digit(delta, number)))
            for wilds in range(min(supply, table.most - naturals), max(0, pattern.least - naturals) - 1, -1):
                yield value, 0, cells + (-1,) * wilds


def sequence_rows(table: Table, held: int, spread: bool) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    pattern = table.pattern
    supply = min(table.cap, sum(digit(held, number) for number in table.wilds))
    for value, cells in table.cells.items():
        have = [tuple(number for number in cell if held >> WIDTH * number & DIGIT) for cell in cells]
        for thread in threads(table, have, held, supply):
            gaps = thread.cells.count(-1)
            if len(thread.cells) - gaps >= pattern.naturals_min:
                for low, row in stretched(table, thread, supply - gaps, spread):
                    yield value, low, row
        if not pattern.naturals_min:
            yield from all_wild(table, value, supply, spread)


def all_wild(table: Table, value: int, supply: int, spread: bool) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    pattern = table.pattern
    if pattern.adjacent_wilds or pattern.least == 1:
        most = min(supply, table.most) if pattern.adjacent_wilds else min(supply, 1)
        for size in range(most, pattern.least - 1, -1):
            lows = pattern.length if pattern.corner else pattern.length - size + 1
            for low in range(lows if spread else 1):
                yield value, low, (-1,) * size


def threads(table: Table, have: list[tuple[int, ...]], held: int, supply: int) -> Iterator[Thread]:
    length = table.pattern.length
    for first in range(length):
        stack = [Thread(first, first, 1 << WIDTH * number, (number,)) for number in reversed(have[first])]
        while stack:
            thread = stack.pop()
            yield thread
            stack += reversed(list(continued(table, have, held, supply, thread)))


def continued(table: Table, have: list[tuple[int, ...]], held: int, supply: int, thread: Thread) -> Iterator[Thread]:
    """The thread with one natural more, at every distance that the wilds allow."""
    length, pattern = table.pattern.length, table.pattern
    left = supply - thread.cells.count(-1)
    end = thread.first + min(table.most, length) if pattern.corner else min(length, thread.first + table.most)
    marks = [table.apart[number] for number in thread.cells if number >= 0] if table.apart else []
    for last in range(thread.last + 1, min(end, thread.last + 2 + left)):
        wilds = last - thread.last - 1
        if wilds > 1 and not pattern.adjacent_wilds:
            return
        for number in have[last % length]:
            if table.apart and table.apart[number] in marks:
                continue
            if digit(thread.delta, number) < held >> WIDTH * number & DIGIT:
                cells = thread.cells + (-1,) * wilds + (number,)
                yield Thread(thread.first, last, thread.delta + (1 << WIDTH * number), cells)


def stretched(table: Table, thread: Thread, spare: int, spread: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The thread with wilds at its ends, so many as fit, down to so few as it needs."""
    pattern = table.pattern
    size = len(thread.cells)
    below = pattern.length - size if pattern.corner else thread.first
    above = pattern.length - size if pattern.corner else pattern.length - 1 - thread.last
    if not pattern.adjacent_wilds:
        below, above = min(below, 1), min(above, 1)
    for wilds in range(min(spare, below + above, table.most - size), max(0, pattern.least - size) - 1, -1):
        highs = range(min(above, wilds), max(0, wilds - below) - 1, -1)
        for high in highs if spread else highs[:1]:
            low = thread.first - (wilds - high)
            yield low % pattern.length if pattern.corner else low, (-1,) * (wilds - high) + thread.cells + (-1,) * high
