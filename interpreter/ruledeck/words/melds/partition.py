"""Parts of a hand → disjoint melds of the greatest worth, with or without slots that must be filled.

Depth first over the cards from the lowest: a card is the lowest of one of its melds, or it is left over. What the rest
of the hand is worth is remembered by the rest, so that no rest is searched twice (dynamic programming over multisets;
compare the exact cover search of D. Knuth, "Dancing Links", 2000, which remembers nothing). Of equal choices the meld
of greatest worth comes first, then the earlier pattern, then the earlier meld of `parts`; to leave a card over is last.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ruledeck.words.melds.known import DIGIT, WIDTH, Scene, count
from ruledeck.words.melds.parts import Part, parts
from ruledeck.words.melds.stretch import Stretch, joins

NONE = -1_000_000_000
"""The slots cannot be filled."""

Key = tuple[int, tuple[int, ...], tuple[Stretch, ...]]


@dataclass(slots=True)
class Partition:
    """A search prepared for one hand, that answers for the hand and for parts of it."""

    scene: Scene
    free: tuple[int, ...]
    """Patterns of which there may be any number of melds."""
    whole: bool = False
    """No card may be left over."""
    spread: bool = False
    useful: int = 0
    """Mask of the digits of classes that are in some meld."""
    by_lowest: dict[int, list[Part]] = field(default_factory=dict)
    exactly: dict[int, list[Part]] = field(default_factory=dict)
    """Parts by the cards they take, where the last slot must take all that is left."""
    memo: dict[Key, tuple[int, Part | None, bool]] = field(default_factory=dict)

    def best(self, held: int, slots: tuple[int, ...] = (), laid: tuple[Stretch, ...] = ()) -> int:
        """Greatest worth of melds in `held`, all slots filled; NONE when they cannot be."""
        useful = held & self.useful
        if self.whole and useful != held:
            return NONE
        return self.search(useful, tuple(sorted(slots)), laid, self.scene.worth_of(useful))

    def search(self, held: int, slots: tuple[int, ...], laid: tuple[Stretch, ...], total: int) -> int:
        if not held:
            return NONE if slots else 0
        key = (held, slots, laid)
        known = self.memo.get(key)
        if known is not None:
            return known[0]
        lowest = ((held & -held).bit_length() - 1) // WIDTH
        best, chosen, as_slot = NONE, None, False
        options = self.by_lowest.get(lowest, [])
        if self.whole and not self.free and len(slots) == 1:
            options = self.exactly.get(held, [])
        guard = self.scene.guard
        guarded = held | guard
        for part in options:
            if (guarded - part.delta) & guard != guard:
                continue
            for into in (True, False):
                found = self.take(part, into, held, slots, laid, total)
                if found > best:
                    best, chosen, as_slot = found, part, into
            if best == total:
                break
        if best < total and not self.whole:
            one = 1 << WIDTH * lowest
            found = self.search(held - one, slots, laid, total - self.scene.worth[lowest])
            if found > best:
                best, chosen, as_slot = found, None, False
        self.memo[key] = (best, chosen, as_slot)
        return best

    def take(
        self, part: Part, into: bool, held: int, slots: tuple[int, ...], laid: tuple[Stretch, ...], total: int
    ) -> int:
        """The worth when the part is laid into a slot, or else freely."""
        if into:
            if part.pattern not in slots:
                return NONE
            slots = less(slots, part.pattern)
            laid_now = self.laid_with(part, laid)
            if laid_now is None:
                return NONE
            laid = laid_now
        elif part.pattern not in self.free:
            return NONE
        found = self.search(held - part.delta, slots, laid, total - part.gain)
        return found if found == NONE else found + part.gain

    def laid_with(self, part: Part, laid: tuple[Stretch, ...]) -> tuple[Stretch, ...] | None:
        """What lies when the part does, as far as it matters; None when it joins what lies already."""
        table = self.scene.tables[part.pattern]
        if not self.spread or not table.cells:
            return laid
        stretch = Stretch(part.pattern, part.value, part.low, len(part.cells))
        if any(joins(self.scene.patterns, stretch, other) for other in laid):
            return None
        return tuple(sorted((*laid, stretch)))

    def chosen(self, held: int, slots: tuple[int, ...] = (), laid: tuple[Stretch, ...] = ()) -> list[tuple[Part, bool]]:
        """The melds of the best partition, which must exist, and whether each is in a slot."""
        self.best(held, slots, laid)
        held &= self.useful
        found: list[tuple[Part, bool]] = []
        slots = tuple(sorted(slots))
        while held:
            _, part, as_slot = self.memo[held, slots, laid]
            if part is None:
                held -= 1 << WIDTH * (((held & -held).bit_length() - 1) // WIDTH)
                continue
            found.append((part, as_slot))
            held -= part.delta
            if as_slot:
                slots = less(slots, part.pattern)
                laid = self.laid_with(part, laid) or ()
        return found


def less(slots: tuple[int, ...], pattern: int) -> tuple[int, ...]:
    at = slots.index(pattern)
    return slots[:at] + slots[at + 1 :]


def partition_of(
    scene: Scene,
    slots: tuple[int, ...],
    free: tuple[int, ...],
    held: int,
    whole: bool = False,
    spread: bool = False,
    needed: int = 0,
) -> Partition:
    """The search for melds of these slots and free patterns in the hand or in parts of it.

    With `spread`, sequences in slots may not join each other or those laid before. Of a hand that must be used whole,
    `needed` cards at least go elsewhere.
    """
    partition = Partition(scene, free, whole, spread)
    for index in sorted({*slots, *free}):
        table = scene.tables[index]
        if whole and not free:
            # The other slots need their share of the hand.
            others = sum(scene.tables[slot].pattern.least for slot in less(slots, index))
            table = replace(table, most=min(table.most, count(held) - needed - others))
        for part in parts(scene, table, held, spread):
            lowest = ((part.delta & -part.delta).bit_length() - 1) // WIDTH
            partition.by_lowest.setdefault(lowest, []).append(part)
            partition.exactly.setdefault(part.delta, []).append(part)
            for number in part.cells:
                partition.useful |= DIGIT << WIDTH * number
    for options in partition.by_lowest.values():
        options.sort(key=lambda part: -part.gain)
    return partition
