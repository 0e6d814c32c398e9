"""Groups that share their naturals, how many of each value there are → what they leave open, without choosing cards.

Which cards of a value a group takes does not matter once nothing else wants them; how many it takes does, since a group
holds only so many wilds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.words.melds.known import Table

Rooms = tuple[tuple[Table, int], ...]
"""Per pattern how many open cells could be wilds."""


def settlements(counts: list[int], tables: list[Table]) -> Iterator[tuple[int, Rooms]]:
    """Open cells, and room for wilds in them, of every division of the values among the groups that can be best.

    Only the fullest values matter, as many as there are groups: a group with another one could take one of these.
    """
    counts = sorted(counts, reverse=True)[: len(tables)]
    if all(is_like(tables[0], table) for table in tables[1:]):
        size, cap = shape(tables[0])
        for gap, room in divisions(counts, len(tables), size, cap):
            yield gap, ((tables[0], room),)
    else:
        yield from assignments(counts, tables)


def shape(table: Table) -> tuple[int, int]:
    """Size of the smallest group, and most wilds in it."""
    size = table.pattern.least
    return size, min(table.cap, size - table.pattern.naturals_min)


def is_like(one: Table, other: Table) -> bool:
    return shape(one) == shape(other) and one.wilds == other.wilds


def divisions(counts: list[int], groups: int, size: int, cap: int) -> Iterator[tuple[int, int]]:
    """Groups alike: how many of them each value serves; those of one value share its cards evenly, for most room."""
    if len(counts) == 1:
        yield shared(counts[0], groups, size, cap)
        return
    for many in range(groups, -1, -1):
        gap, room = shared(counts[0], many, size, cap)
        if many == groups:
            yield gap, room
        else:
            for more_gap, more_room in divisions(counts[1:], groups - many, size, cap):
                yield gap + more_gap, room + more_room


def shared(count: int, groups: int, size: int, cap: int) -> tuple[int, int]:
    """Open cells and room when so many cards are spread over so many groups."""
    if not groups:
        return 0, 0
    used = min(count, groups * size)
    each, more = divmod(used, groups)
    room = min(cap, size - each) * (groups - more) + (min(cap, size - each - 1) * more if more else 0)
    return groups * size - used, room


def assignments(counts: list[int], tables: list[Table]) -> Iterator[tuple[int, Rooms]]:
    """Groups that differ: every value, and every number of its cards, for one after the other."""
    if not tables:
        yield 0, ()
        return
    size, cap = shape(tables[0])
    for number, count in enumerate(counts):
        if count in counts[:number]:
            continue
        most = min(size, count)
        # To take less than one can helps only a later group, and only where a wild can stand instead.
        least = min(most, max(0, size - cap)) if len(tables) > 1 else most
        for taken in range(most, least - 1, -1):
            after = [*counts[:number], count - taken, *counts[number + 1 :]]
            for gap, rooms in assignments(after, tables[1:]):
                yield gap + size - taken, ((tables[0], min(cap, size - taken)), *rooms)
