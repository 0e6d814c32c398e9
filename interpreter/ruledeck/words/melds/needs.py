"""Patterns, contract, hand → how many cards are missing, whether nothing is, and what each card contributes.

Branch and bound over the slots, fullest fills first; the last slots, when they are plain groups that share their
naturals, are settled by counting instead. How many of the open cells the wilds of the hand can fill is a flow from
kinds of wild to slots, which with one kind is the lesser of two numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from ruledeck.words.melds.columns import Rooms, settlements
from ruledeck.words.melds.fills import Fill, fills
from ruledeck.words.melds.known import DIGIT, WIDTH, Scene, Table, digit
from ruledeck.words.melds.stretch import Stretch, joins

NEVER = 1_000_000
"""No number of cards is enough."""


@dataclass(slots=True)
class Needs:
    """A search prepared for one hand, that answers for the hand and for parts of it."""

    scene: Scene
    order: list[Table] = field(default_factory=list)
    """Slots as searched: those with fills, then those settled by counting."""
    options: list[tuple[Fill, ...]] = field(default_factory=list)
    counted: list[Table] = field(default_factory=list)
    columns: tuple[tuple[int, ...], ...] = ()
    """Shifts of the classes of each value of the counted slots."""
    simple: bool = True
    rest_gap: list[int] = field(default_factory=list)
    rest_room: list[int] = field(default_factory=list)
    best: int = NEVER
    floor: int = 0
    apart: bool = False

    def missing(
        self, held: int, below: int = NEVER, laid: tuple[Stretch, ...] = (), floor: int = 0, apart: bool = False
    ) -> int:
        """The least number of cards missing, when it is less than `below`; else `below`.

        It is known to be at least `floor`. With `apart`, no sequence joins another or one of `laid`.
        """
        self.best, self.floor, self.apart = below, floor, apart
        self.visit(0, held, 0, (), laid, 0)
        return self.best

    def visit(self, slot: int, held: int, gap: int, rooms: Rooms, laid: tuple[Stretch, ...], start: int) -> None:
        if slot == len(self.order):
            self.settle(held, gap, rooms)
            return
        table = self.order[slot]
        alike = slot + 1 < len(self.order) and self.order[slot + 1] is table
        keeping_apart = self.apart and bool(table.cells)
        guard = self.scene.guard
        guarded = held | guard
        wilds = self.supply(held)
        # Of the cells left open so far and by the slots after this one, so many can be wilds, the wilds permitting.
        total = gap + self.rest_gap[slot + 1]
        room = sum(count for _, count in rooms) + self.rest_room[slot + 1]
        options = self.options[slot]
        for number in range(start, len(options)):
            fill = options[number]
            if total + fill.gap - min(wilds, room + fill.gap) >= self.best:
                return
            if (guarded - fill.delta) & guard != guard or total + fill.gap - min(wilds, room + fill.room) >= self.best:
                continue
            now = laid
            if keeping_apart:
                stretch = Stretch(table.index, fill.value, fill.low, fill.size)
                if any(joins(self.scene.patterns, stretch, other) for other in laid):
                    continue
                now = (*laid, stretch)
            more = (*rooms, (table, fill.room))
            self.visit(slot + 1, held - fill.delta, gap + fill.gap, more, now, number if alike else 0)
            if self.best <= self.floor:
                return

    def settle(self, held: int, gap: int, rooms: Rooms) -> None:
        """The slots settled by counting."""
        if not self.counted:
            self.best = min(self.best, gap - self.flow(held, rooms))
            return
        counts = [sum(held >> shift & DIGIT for shift in shifts) for shifts in self.columns]
        for more, others in settlements(counts, self.counted):
            self.best = min(self.best, gap + more - self.flow(held, rooms + others))

    def supply(self, held: int) -> int:
        return sum(held >> WIDTH * number & DIGIT for number in self.scene.wilds)

    def flow(self, held: int, rooms: Rooms) -> int:
        """Most open cells that the wilds can fill: the least cut, over all sets of kinds of wild."""
        if self.simple:
            return min(self.supply(held), sum(room for _, room in rooms))
        kinds = [number for number in self.scene.wilds if digit(held, number)]
        cuts = []
        for many in range(len(kinds) + 1):
            for cut in combinations(kinds, many):
                left = [room for table, room in rooms if any(n in table.wilds and n not in cut for n in kinds)]
                cuts.append(sum(digit(held, number) for number in cut) + sum(left))
        return min(cuts)


def needs_of(scene: Scene, slots: tuple[int, ...], held: int, beside: int = -1) -> Needs | None:
    """The search for these slots; None when no cards whatever can fill one of them. For `beside` see `fills`."""
    needs = Needs(scene)
    tables = [scene.tables[slot] for slot in slots]
    needs.counted = counted_slots(scene, tables, held)
    if needs.counted:
        needs.columns = tuple(
            tuple(WIDTH * number for number in numbers) for numbers in needs.counted[0].members.values()
        )
    rest = [table for table in tables if table not in needs.counted]
    needs.order = sorted(rest, key=lambda table: (not table.cells, -table.pattern.least, table.index))
    made: dict[int, tuple[Fill, ...]] = {}
    for table in needs.order:
        if table.index not in made:
            made[table.index] = fills(table, held, beside)
        if not made[table.index]:
            return None
        needs.options.append(made[table.index])
    kinds = [number for number in scene.wilds if digit(held, number)]
    needs.simple = not set(kinds) & set(scene.doubles) and all(
        set(kinds) <= set(table.wilds) for table in tables if table.cap
    )
    bounds(needs, held)
    return needs


def counted_slots(scene: Scene, tables: list[Table], held: int) -> list[Table]:
    """The largest family of plain groups with the same naturals."""
    if any(digit(held, number) for number in scene.doubles):
        return []
    families: dict[tuple[object, ...], list[Table]] = {}
    for table in tables:
        if not table.cells and not table.apart and table.members and table.pattern.least <= table.pattern.most:
            families.setdefault(tuple(table.members.items()), []).append(table)
    family = max(families.values(), key=len, default=[])
    return sorted(family, key=lambda table: (-table.pattern.least, table.index))


def bounds(needs: Needs, held: int) -> None:
    """What the slots from each on leave open at least, and how many wilds they take at most."""
    counts = sorted((sum(held >> shift & DIGIT for shift in shifts) for shifts in needs.columns), reverse=True)
    fullest = counts[0] if counts else 0
    gap = sum(max(0, table.pattern.least - fullest) for table in needs.counted)
    room = sum(table.cap for table in needs.counted)
    needs.rest_gap, needs.rest_room = [gap], [room]
    for options in reversed(needs.options):
        gap += options[0].gap
        room += max(fill.room for fill in options)
        needs.rest_gap.insert(0, gap)
        needs.rest_room.insert(0, room)
