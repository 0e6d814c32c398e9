"""Contract, hand → how many cards are missing, and what a card contributes. Made for asking about every card of a hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledeck.model.meld import Contract
from ruledeck.words.melds.apart import Apart, apart_of, division_of
from ruledeck.words.melds.known import WIDTH, Known, Scene, pack, scene_of
from ruledeck.words.melds.needs import NEVER
from ruledeck.words.melds.partition import NONE


@dataclass(slots=True)
class Memory:
    """Answers kept from call to call, at most `limit` of them: then all are forgotten. It never changes an answer."""

    limit: int = 4096
    answers: dict[tuple[object, ...], int] = field(default_factory=dict)

    def put(self, key: tuple[object, ...], value: int) -> int:
        if len(self.answers) >= self.limit:
            self.answers.clear()
        self.answers[key] = value
        return value


def missing(known: Known, contract: Contract, hand: int, memory: Memory | None = None) -> int:
    """The least number of further cards, any cards whatever, with which the slots of the contract could be laid.

    NEVER when no cards would do. That all cards must be used, or that little may be left, is not asked here.
    """
    scene = scene_of(known, contract.slots)
    held = pack(scene, hand, known.faces)
    return recall(scene, contract, held, memory)


def recall(scene: Scene, contract: Contract, held: int, memory: Memory | None) -> int:
    key = (scene, contract.slots, contract.no_join, held)
    if memory is not None and key in memory.answers:
        return memory.answers[key]
    value = search(scene, contract, held).missing(held)
    return value if memory is None else memory.put(key, value)


def search(scene: Scene, contract: Contract, held: int) -> Apart:
    return apart_of(scene, contract.slots, contract.slots, held, contract.no_join)


def usefulness(known: Known, contract: Contract, hand: int, face: int, memory: Memory | None = None) -> int:
    """How many cards more would be missing without one card of this face: 0 or 1. A face not held contributes nothing.

    With a memory, the first question about a hand answers for all its faces.
    """
    return useful(known, contract, hand, memory, None if memory is not None else face).get(face, 0)


def useful(
    known: Known, contract: Contract, hand: int, memory: Memory | None = None, only: int | None = None
) -> dict[int, int]:
    """Face → usefulness, for every face of the hand (or one), in face order; searched together."""
    scene = scene_of(known, contract.slots)
    held = pack(scene, hand, known.faces)
    now = recall(scene, contract, held, memory)
    apart: Apart | None = None
    of_class: dict[int, int] = {-1: 0}
    found = {}
    for face in range(known.faces) if only is None else (only,):
        if not hand >> face & 1:
            continue
        number = scene.class_of[face]
        if now < NEVER and number not in of_class:
            less = held - (1 << WIDTH * number)
            key = (scene, contract.slots, contract.no_join, less)
            value = memory.answers.get(key) if memory is not None else None
            if value is None:
                apart = apart or search(scene, contract, held)
                # A card less makes it one more at most.
                value = apart.missing(less, now + 1, floor=now)
                if memory is not None:
                    memory.put(key, value)
            of_class[number] = value - now
        found[face] = of_class.get(number, 0)
    return found


def gain(known: Known, contract: Contract, hand: int, face: int, memory: Memory | None = None) -> int:
    """How many cards fewer would be missing with one more card of this face: 0 or 1. For a card that is on offer."""
    scene = scene_of(known, contract.slots)
    if scene.class_of[face] < 0:
        return 0
    held = pack(scene, hand, known.faces)
    now = recall(scene, contract, held, memory)
    return now - recall(scene, contract, held + (1 << WIDTH * scene.class_of[face]), memory)


def left_over(known: Known, contract: Contract, hand: int) -> int:
    """The least number of cards that laying the contract leaves in the hand; NEVER when it cannot be laid."""
    scene = scene_of(known, contract.slots)
    held = pack(scene, hand, known.faces)
    used = division_of(scene, contract.slots, Contract(contract.slots, no_join=contract.no_join), held).best(held)
    return NEVER if used == NONE else hand.bit_count() - used
