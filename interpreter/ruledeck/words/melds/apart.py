"""Needs and partitions, where sequences of one value may not join up end to end.

How the cards lie rarely matters. First the rule is ignored, which bounds the answer from one side; then it is kept, but
only the places already found are tried, which bounds it from the other. Only when these differ are all places tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledeck.model.meld import Contract
from ruledeck.words.melds.known import Scene
from ruledeck.words.melds.needs import NEVER, Needs, needs_of
from ruledeck.words.melds.partition import NONE, Partition, partition_of
from ruledeck.words.melds.stretch import Stretch, joins


@dataclass(slots=True)
class Apart:
    """How many cards are missing: a search prepared for one hand, that answers for the hand and for parts of it."""

    scene: Scene
    slots: tuple[int, ...]
    held: int
    beside: int
    """Other sequences that a sequence may have beside it; 0: nothing can join."""
    loose: Needs | None
    strict: dict[int, Needs | None] = field(default_factory=dict)

    def hopeful(self, held: int) -> bool:
        """Whether the slots could be laid if they might join."""
        return self.loose is not None and not self.loose.missing(held, 1)

    def missing(self, held: int, below: int = NEVER, laid: tuple[Stretch, ...] = (), floor: int = 0) -> int:
        """The least number of cards missing, when it is less than `below`; else `below`. It is at least `floor`."""
        if self.loose is None:
            return below
        least = max(floor, self.loose.missing(held, below, floor=floor))
        if least >= below or not self.beside:
            return least
        found = self.loose.missing(held, below, laid, least, apart=True)
        # First the smallest sequences alone, then larger ones too.
        for beside in (0, self.beside):
            if found == least:
                break
            if beside not in self.strict:
                self.strict[beside] = needs_of(self.scene, self.slots, self.held, beside)
            strict = self.strict[beside]
            found = found if strict is None else strict.missing(held, found, laid, least, apart=True)
        return found


def apart_of(scene: Scene, slots: tuple[int, ...], contract: tuple[int, ...], held: int, no_join: bool) -> Apart:
    """The search for these slots of a contract."""
    return Apart(scene, slots, held, others(scene, contract) if no_join else 0, needs_of(scene, slots, held))


def others(scene: Scene, contract: tuple[int, ...]) -> int:
    """Sequences of a contract beside one of them."""
    return max(0, sum(bool(scene.tables[slot].cells) for slot in contract) - 1)


@dataclass(slots=True)
class Division:
    """How much can be melded: a search prepared for one hand, that answers for the hand and for parts of it."""

    slots: tuple[int, ...]
    held: int
    joining: bool
    """Sequences may join, or there are not two."""
    needed: int
    """Cards of the hand that another meld takes at least."""
    loose: Partition
    strict: Partition | None = None

    def best(self, held: int, laid: tuple[Stretch, ...] = ()) -> int:
        """Greatest worth of melds that fill the slots, and of free ones; NONE when the slots cannot be filled."""
        found = self.loose.best(held, self.slots)
        if found == NONE or self.joining or self.lies_apart(held, laid):
            return found
        if self.strict is None:
            loose = self.loose
            self.strict = partition_of(
                loose.scene, self.slots, loose.free, self.held, loose.whole, spread=True, needed=self.needed
            )
        return self.strict.best(held, self.slots, laid)

    def lies_apart(self, held: int, laid: tuple[Stretch, ...]) -> bool:
        """Whether the best melds happen to lie apart."""
        scene = self.loose.scene
        lying = list(laid)
        for part, as_slot in self.loose.chosen(held, self.slots):
            if as_slot and scene.tables[part.pattern].cells:
                stretch = Stretch(part.pattern, part.value, part.low, len(part.cells))
                if any(joins(scene.patterns, stretch, other) for other in lying):
                    return False
                lying.append(stretch)
        return True


def division_of(scene: Scene, slots: tuple[int, ...], contract: Contract, held: int, needed: int = 0) -> Division:
    """The search for these slots of a contract, and for what it allows besides."""
    free = contract.allowed if contract.leaving is not None and not contract.all_cards else ()
    joining = not contract.no_join or not others(scene, contract.slots)
    loose = partition_of(scene, slots, free, held, contract.all_cards, needed=needed)
    return Division(slots, held, joining, needed, loose)
