"""Hand, worth of each face → the best melds, the deadwood, and the defender's best with lay-offs on given melds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ruledeck.model.meld import Meld
from ruledeck.words.melds.check import Placement, meld_of
from ruledeck.words.melds.grow import End, lay_offs, with_card
from ruledeck.words.melds.known import WIDTH, Known, Scene, cards_of, counts_of, pack, scene_of
from ruledeck.words.melds.partition import Partition, partition_of
from ruledeck.words.melds.parts import Part


class LaidOff(NamedTuple):
    """A card laid off on the meld of this number, in the order in which it can be done."""

    meld: int
    card: int
    end: End


class Defence(NamedTuple):
    deadwood: int
    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]


def best(
    known: Known, allowed: tuple[int, ...], hand: int, worth: tuple[int, ...], owner: int = 0
) -> tuple[int, tuple[Meld, ...]]:
    """The greatest total worth of disjoint melds of the patterns `allowed`, and melds that have it.

    `worth` is per face and not negative. Ties are broken as `partition` says; faces that do the same are given out in
    face order, naturals and wilds alike.
    """
    scene = scene_of(known, allowed, worth)
    held = pack(scene, hand, known.faces)
    partition = partition_of(scene, (), tuple(sorted(set(allowed))), held)
    melded = partition.best(held)
    return melded, melds_from(known, scene, partition.chosen(held), counts_of(hand, known.faces), owner)


@dataclass(slots=True)
class Counter:
    """Counts deadwood: prepared for one hand, it answers for the hand and for parts of it."""

    faces: int
    worth: tuple[int, ...]
    scene: Scene
    partition: Partition

    def deadwood(self, hand: int) -> int:
        melded = self.partition.best(pack(self.scene, hand, self.faces))
        return sum(self.worth[face] for face in cards_of(hand, self.faces)) - melded


def counter_of(known: Known, allowed: tuple[int, ...], hand: int, worth: tuple[int, ...]) -> Counter:
    scene = scene_of(known, allowed, worth)
    partition = partition_of(scene, (), tuple(sorted(set(allowed))), pack(scene, hand, known.faces))
    return Counter(known.faces, worth, scene, partition)


def deadwood(known: Known, allowed: tuple[int, ...], hand: int, worth: tuple[int, ...]) -> int:
    """The least worth of cards that are in no meld."""
    return counter_of(known, allowed, hand, worth).deadwood(hand)


def melds_from(
    known: Known, scene: Scene, parts: list[tuple[Part, bool]], counts: list[int], owner: int
) -> tuple[Meld, ...]:
    """Melds of real faces, of each class the lowest that is left."""
    melds = []
    for part, _ in parts:
        cards = []
        for number in part.cells:
            face = next(face for face in scene.faces_of[number] if counts[face])
            counts[face] -= 1
            cards.append(face)
        melds.append(meld_of(known.patterns, part.pattern, owner, tuple(cards), Placement(part.low, part.value)))
    return tuple(melds)


def defend(
    known: Known,
    allowed: tuple[int, ...],
    hand: int,
    worth: tuple[int, ...],
    melds: tuple[Meld, ...],
    owner: int = 0,
) -> Defence:
    """The least deadwood with melds of one's own and lay-offs on `melds` (extended as often as they can be) together.

    Among equals: the least laid off, in the order in which `extensions` finds it.
    """
    scene = scene_of(known, (*allowed, *(meld.pattern for meld in melds)), worth)
    held = pack(scene, hand, known.faces)
    partition = partition_of(scene, (), tuple(sorted(set(allowed))), held)
    total = sum(worth[face] for face in cards_of(hand, known.faces))
    found: tuple[int, tuple[LaidOff, ...]] | None = None
    for gained, laid_off, left in layings(known, scene, melds, counts_of(hand, known.faces), worth):
        value = gained + partition.best(left)
        if found is None or value > found[0]:
            found = value, laid_off
    value, laid_off = found or (0, ())
    counts = counts_of(hand, known.faces)
    for off in laid_off:
        counts[off.card] -= 1
    own = partition.chosen(pack_counts(scene, counts))
    return Defence(total - value, melds_from(known, scene, own, counts, owner), laid_off)


def pack_counts(scene: Scene, counts: list[int]) -> int:
    return sum(many << WIDTH * scene.class_of[face] for face, many in enumerate(counts) if scene.class_of[face] >= 0)


def layings(
    known: Known, scene: Scene, melds: tuple[Meld, ...], counts: list[int], worth: tuple[int, ...], number: int = 0
) -> Iterator[tuple[int, tuple[LaidOff, ...], int]]:
    """Every choice of cards to lay off on the melds from `number` on: worth, how, and what is left."""
    if number == len(melds):
        yield 0, (), pack_counts(scene, counts)
        return
    for cards in extensions(known, scene, melds[number], counts):
        for _, card in cards:
            counts[card] -= 1
        here = tuple(LaidOff(number, card, end) for end, card in cards)
        gained = sum(worth[card] for _, card in cards)
        for more, later, left in layings(known, scene, melds, counts, worth, number + 1):
            yield gained + more, here + later, left
        for _, card in cards:
            counts[card] += 1


def extensions(known: Known, scene: Scene, meld: Meld, counts: list[int]) -> list[tuple[tuple[End, int], ...]]:
    """Every multiset of held cards that the meld can take, one after the other, none first; breadth first."""
    pattern = known.patterns[meld.pattern]
    found: list[tuple[tuple[End, int], ...]] = [()]
    states = [(meld, ())]  # type: list[tuple[Meld, tuple[tuple[End, int], ...]]]
    seen = {(meld.low, meld.cards)}
    taken: set[tuple[int, ...]] = {()}
    for grown, cards in states:
        used = [card for _, card in cards]
        for face, many in enumerate(counts):
            if many <= used.count(face) or scene.class_of[face] < 0:
                continue
            for end in lay_offs(pattern, grown, face):
                after = with_card(pattern, grown, face, end)
                if (after.low, after.cards) in seen:
                    continue
                seen.add((after.low, after.cards))
                states.append((after, (*cards, (end, face))))
                if (key := tuple(sorted((*used, face)))) not in taken:
                    taken.add(key)
                    found.append((*cards, (end, face)))
    return found
