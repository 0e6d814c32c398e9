"""An open meld → every way to finish it from the hand, as the digits it takes and, of a sequence, where it then lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruledeck.words.melds.check import Placement, placements, position
from ruledeck.words.melds.fills import choices
from ruledeck.words.melds.known import DIGIT, WIDTH, Scene, Table, digit
from ruledeck.words.melds.parts import combine
from ruledeck.words.melds.stretch import Stretch


class Row(NamedTuple):
    """A sequence as it grows."""

    delta: int
    """Naturals added, as digits."""
    size: int
    naturals: int
    wilds: int
    """Wilds added."""
    after_wild: bool
    marks: tuple[int, ...]
    """What further naturals may not share."""


def completions(
    scene: Scene, table: Table, cells: tuple[int, ...], held: int, counts: list[int], every: bool
) -> Iterator[tuple[int, Stretch]]:
    """Cards that make the cells a legal meld in canonical order, at least one; unless `every`, no more than needed.

    `held` and `counts` are the hand without the cells.
    """
    for placement in placements(table.pattern, cells):
        if table.pattern.places is None:
            for delta in group_completions(scene, table, cells, placement, counts, every):
                if delta:
                    yield delta, Stretch(table.index, placement.value, 0, 0)
        else:
            yield from sequence_completions(scene, table, cells, placement, held, every)


def group_completions(
    scene: Scene, table: Table, cells: tuple[int, ...], placement: Placement, counts: list[int], every: bool
) -> Iterator[int]:
    pattern = table.pattern
    own = [face for face in cells if pattern.fits(face, 0, placement.value)]
    wilds = [face for face in cells if not pattern.fits(face, 0, placement.value)]
    members = table.members[placement.value]
    seen = {pattern.distinct[face] for face in own} if pattern.distinct is not None else set()
    have = [
        (number, from_face(scene, number, counts, own[-1] if own else 0))
        for number in (() if wilds else members)
        if not (table.apart and table.apart[number] in seen)
    ]
    kinds = [
        (number, from_face(scene, number, counts, wilds[-1] if wilds else 0))
        for number in table.wilds
        if number not in members
    ]
    most = table.most - len(cells)
    wanted = most if every else min(most, max(pattern.least - len(cells), pattern.naturals_min - len(own), 0))
    supply = min(table.cap - len(wilds), sum(many for _, many in kinds))
    for delta, naturals in choices(table, [(number, many) for number, many in have if many], wanted):
        if len(own) + naturals < pattern.naturals_min:
            continue
        fewest = max(0, pattern.least - len(cells) - naturals)
        largest = min(supply, most - naturals)
        for added in range(fewest, (largest if every else min(largest, fewest)) + 1):
            for chosen in combine(kinds, added):
                yield delta + sum(1 << WIDTH * number for number in chosen)


def from_face(scene: Scene, number: int, counts: list[int], lowest: int) -> int:
    """Cards of a class that are not below a face."""
    return sum(counts[face] for face in scene.faces_of[number] if face >= lowest)


def sequence_completions(
    scene: Scene, table: Table, cells: tuple[int, ...], placement: Placement, held: int, every: bool
) -> Iterator[tuple[int, Stretch]]:
    pattern = table.pattern
    naturals = [
        face
        for cell, face in enumerate(cells)
        if pattern.fits(face, position(pattern, placement.low, cell), placement.value)
    ]
    wilds = len(cells) - len(naturals)
    kinds = [(number, many) for number in table.wilds if (many := digit(held, number))]
    budget = min(table.cap - wilds, sum(many for _, many in kinds))
    marks = tuple(pattern.distinct[face] for face in naturals) if pattern.distinct is not None else ()
    last = len(cells) - 1
    after_wild = not pattern.fits(cells[last], position(pattern, placement.low, last), placement.value)
    row = Row(0, len(cells), len(naturals), 0, after_wild, marks)
    for done in grown(table, placement, held, budget, row, every):
        stretch = Stretch(table.index, placement.value, placement.low, done.size)
        for chosen in combine(kinds, done.wilds):
            delta = done.delta + sum(1 << WIDTH * number for number in chosen)
            if scene.fits(delta, held):
                yield delta, stretch


def grown(table: Table, placement: Placement, held: int, budget: int, row: Row, every: bool) -> Iterator[Row]:
    """Every legal meld that begins as `row` and is longer, naturals before wilds."""
    pattern = table.pattern
    end = table.most if pattern.corner else min(table.most, pattern.length - placement.low)
    cells = table.cells[placement.value]
    stack = [row]
    while stack:
        row = stack.pop()
        if row.size >= pattern.least and row.naturals >= pattern.naturals_min and (row.delta or row.wilds):
            yield row
            if not every:
                continue
        if row.size >= end or not is_within_reach(table, cells, placement.low, held, budget, row):
            continue
        if row.wilds < budget and (pattern.adjacent_wilds or not row.after_wild):
            stack.append(Row(row.delta, row.size + 1, row.naturals, row.wilds + 1, True, row.marks))
        for number in reversed(cells[position(pattern, placement.low, row.size)]):
            if digit(row.delta, number) < held >> WIDTH * number & DIGIT:
                marks = row.marks
                if table.apart:
                    if table.apart[number] in marks:
                        continue
                    marks = (*marks, table.apart[number])
                delta = row.delta + (1 << WIDTH * number)
                stack.append(Row(delta, row.size + 1, row.naturals + 1, row.wilds, False, marks))


def is_within_reach(
    table: Table, cells: tuple[tuple[int, ...], ...], low: int, held: int, budget: int, row: Row
) -> bool:
    """Whether the wilds suffice for the cells up to the least size that no held natural can fill."""
    pattern = table.pattern
    if not pattern.corner and low + pattern.least > pattern.length:
        return False
    bare = 0
    for cell in range(row.size, pattern.least):
        numbers = cells[position(pattern, low, cell)]
        if not any(held >> WIDTH * number & DIGIT for number in numbers):
            bare += 1
    return row.wilds + bare <= budget
