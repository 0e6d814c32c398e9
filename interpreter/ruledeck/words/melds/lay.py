"""Contract, what is laid so far, hand → the cards that may come next, so that the contract can still be completed.

A lay goes slot by slot and card by card, in canonical order, so that every meld has one series of choices: a sequence
low to high (its place is known from its first natural on); a group's naturals in face order, then its wilds in face
order. A wild of another face in the same cell is another choice. Slots of one pattern are not ordered among themselves:
the player may lay either meld first.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ruledeck.model.meld import LEAST, Contract, Lay, MeldPattern
from ruledeck.words.melds.apart import Apart, Division, apart_of, division_of
from ruledeck.words.melds.check import naturals_at, placements, readings
from ruledeck.words.melds.finish import completions
from ruledeck.words.melds.known import WIDTH, Known, Scene, cards_of, count, counts_of, holding, pack, scene_of
from ruledeck.words.melds.partition import NONE
from ruledeck.words.melds.stretch import Stretch, joins
from ruledeck.words.melds.worths import deadwood


@dataclass(slots=True)
class Rest:
    """The slots after the open one: whether they can be laid from what is left. Answers are kept by what is left."""

    known: Known
    contract: Contract
    scene: Scene
    slots: tuple[int, ...]
    laid: tuple[Stretch, ...]
    outside: int
    """Worth (cards, when all must be used) of the hand's cards that no meld can hold."""
    leaving: int | None
    """The most worth that may be left over."""
    apart: Apart
    division: Division | None
    answers: dict[tuple[int, tuple[Stretch, ...]], bool] = field(default_factory=dict)
    hopes: dict[int, bool] = field(default_factory=dict)

    def completes(self, held: int, laid: tuple[Stretch, ...]) -> bool:
        """Whether the slots can be laid from `held` beside `laid`, and no more is left over than may be."""
        key = (held, laid)
        answer = self.answers.get(key)
        if answer is None:
            answer = self.answers[key] = self.hopeful(held) and self.fulfils(held, laid)
        return answer

    def fulfils(self, held: int, laid: tuple[Stretch, ...]) -> bool:
        if self.division is None:
            return not self.contract.no_join or not self.slots or not self.apart.missing(held, 1, laid)
        if self.contract.all_cards and self.outside:
            return False
        melded = self.division.best(held, laid)
        if melded == NONE or self.leaving is None:
            return melded != NONE
        return self.outside + self.scene.worth_of(held) - melded <= self.leaving

    def hopeful(self, held: int) -> bool:
        """Whether the slots could be laid, whatever lies beside them and whatever is left over.

        A smaller hand never has more hope, so that no meld need be pursued that leaves none.
        """
        answer = self.hopes.get(held)
        if answer is None:
            answer = self.hopes[held] = not self.slots or self.apart.hopeful(held)
        return answer


def rest_of(
    known: Known, contract: Contract, lay: Lay, hand: int, worth: tuple[int, ...], slots: tuple[int, ...]
) -> tuple[Rest, int]:
    """The slots still to come, and the hand as digits."""
    leaving = contract.leaving is not None
    if leaving and not worth:
        raise ValueError("a contract that limits what is left over needs the worth of each face")
    scene = scene_of(known, (*contract.slots, *contract.allowed), worth if leaving else ())
    held = pack(scene, hand, known.faces)
    laid = tuple(
        Stretch(meld.pattern, meld.value, meld.low, len(meld.cards))
        for meld in lay.done
        if contract.no_join and known.patterns[meld.pattern].places is not None
    )
    division = None
    if leaving or contract.all_cards:
        opened = contract.slots[len(lay.done) : len(contract.slots) - len(slots)]
        needed = sum(max(0, known.patterns[slot].least - len(lay.cells)) for slot in opened)
        division = division_of(scene, slots, contract, held, needed)
    outside = sum(worth[face] if leaving else 1 for face in cards_of(hand, known.faces) if scene.class_of[face] < 0)
    apart = apart_of(scene, slots, contract.slots, held, contract.no_join)
    most = most_left(known, contract, lay, hand, worth)
    return Rest(known, contract, scene, slots, tuple(sorted(laid)), outside, most, apart, division), held


def most_left(known: Known, contract: Contract, lay: Lay, hand: int, worth: tuple[int, ...]) -> int | None:
    """The most worth that may be left over. The cards laid so far were in the hand when the lay began."""
    if contract.leaving != LEAST:
        return contract.leaving
    for face in (*(card for meld in lay.done for card in meld.cards), *lay.cells):
        hand = holding(hand, face, known.faces)
    return deadwood(known, contract.allowed, hand, worth)


def can_lay(known: Known, contract: Contract, hand: int, worth: tuple[int, ...] = (), lay: Lay | None = None) -> bool:
    """Whether the whole contract (after the melds of `lay.done`, if given) can be laid from the hand."""
    lay = lay or Lay()
    rest, held = rest_of(known, contract, lay, hand, worth, contract.slots[len(lay.done) :])
    return rest.completes(held, rest.laid)


def can_close(known: Known, contract: Contract, lay: Lay, hand: int, worth: tuple[int, ...] = ()) -> bool:
    """Whether the open meld of `lay` is legal as it stands, and the rest of the contract can be laid from the hand.

    The hand is what is left without the cells of the open meld.
    """
    slot = len(lay.done)
    rest, held = rest_of(known, contract, lay, hand, worth, contract.slots[slot + 1 :])
    return closes(rest, contract.slots[slot], lay.cells, held)


def next_cards(known: Known, contract: Contract, lay: Lay, hand: int, worth: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Faces of the hand, in order, that can be added to the open meld so that the contract can still be completed."""
    index = contract.slots[len(lay.done)]
    pattern = known.patterns[index]
    rest, held = rest_of(known, contract, lay, hand, worth, contract.slots[len(lay.done) + 1 :])
    counts = counts_of(hand, known.faces)
    good: dict[tuple[int, int], bool] = {}
    found = []
    for face in continuations(pattern, lay.cells, counts):
        # Faces of a class are alike from here on, but for the order that the cards of a group keep among themselves.
        alike = (rest.scene.class_of[face], face if pattern.places is None else -1)
        if alike not in good:
            good[alike] = completable(rest, index, (*lay.cells, face), held, counts)
        if good[alike]:
            found.append(face)
    return tuple(found)


def completable(rest: Rest, index: int, cells: tuple[int, ...], held: int, counts: list[int]) -> bool:
    """Whether the open meld, whose last cell is still in the hand, can be finished so that the rest can be laid."""
    face = cells[-1]
    held -= 1 << WIDTH * rest.scene.class_of[face]
    if not rest.hopeful(held):
        return False
    if closes(rest, index, cells, held):
        return True
    table = rest.scene.tables[index]
    if rest.contract.all_cards:
        others = sum(rest.known.patterns[slot].least for slot in rest.slots)
        table = replace(table, most=min(table.most, len(cells) + count(held) - others))
    every = rest.division is not None or rest.contract.no_join
    if not every and is_legal(table.pattern, cells):
        # A larger meld only takes from the rest.
        return False
    counts[face] -= 1
    good = any(
        completes_beside(rest, held - delta, stretch)
        for delta, stretch in completions(rest.scene, table, cells, held, counts, every)
    )
    counts[face] += 1
    return good


def completes_beside(rest: Rest, held: int, stretch: Stretch) -> bool:
    """Whether the rest can be laid when this sequence (size 0: a group) lies too."""
    if not rest.contract.no_join or not stretch.size:
        return rest.completes(held, rest.laid)
    if any(joins(rest.known.patterns, stretch, other) for other in rest.laid):
        return False
    return rest.completes(held, tuple(sorted((*rest.laid, stretch))))


def closes(rest: Rest, index: int, cells: tuple[int, ...], held: int) -> bool:
    """Whether the cells are a legal meld after which the rest can be laid."""
    pattern = rest.known.patterns[index]
    size = 0 if pattern.places is None else len(cells)
    return any(
        completes_beside(rest, held, Stretch(index, reading.value, reading.low, size))
        for reading in readings(pattern, cells)
    )


def is_legal(pattern: MeldPattern, cells: tuple[int, ...]) -> bool:
    return any(True for _ in readings(pattern, cells))


def continuations(pattern: MeldPattern, cells: tuple[int, ...], counts: list[int]) -> list[int]:
    """Faces held that can come next in canonical order, the completion of the meld not yet considered."""
    if len(cells) >= pattern.most:
        return []
    held = [face for face, many in enumerate(counts) if many]
    if pattern.places is not None:
        return [face for face in held if has_placement(pattern, (*cells, face))]
    found = []
    for face in held:
        for placement in placements(pattern, (*cells, face)):
            ranks = [(not pattern.fits(card, 0, placement.value), card) for card in (*cells, face)]
            if ranks == sorted(ranks) and naturals_at(pattern, cells, placement) >= (
                0 if not ranks[-1][0] else pattern.naturals_min
            ):
                found.append(face)
                break
    return found


def has_placement(pattern: MeldPattern, cells: tuple[int, ...]) -> bool:
    """As `placements`, quick where all cells are wilds."""
    if all(not pattern.is_natural(face) for face in cells):
        if any(not pattern.is_wild(face) for face in cells) or len(cells) > pattern.wilds_max:
            return False
        return pattern.adjacent_wilds or len(cells) == 1
    return any(True for _ in placements(pattern, cells))
