"""Patterns → what a search needs at hand: faces that do the same are one class, a hand is one integer of digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruledeck.model.meld import MeldPattern

WIDTH = 8
"""Bits of a digit; the topmost stays clear, for `fits`."""
DIGIT = 127


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One pattern over classes."""

    index: int
    pattern: MeldPattern
    values: tuple[int, ...]
    members: dict[int, tuple[int, ...]]
    """Of a group: value → classes of its naturals."""
    cells: dict[int, tuple[tuple[int, ...], ...]]
    """Of a sequence: value → per position the classes of its naturals."""
    wilds: tuple[int, ...]
    apart: tuple[int, ...]
    """Per class the value that naturals may not share; empty when they may share all."""
    cap: int
    """Most wilds of a meld."""
    most: int
    """Most cards of a meld."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The patterns in play. Classes: naturals by lowest face, then naturals that are wild somewhere, then mere wilds."""

    patterns: tuple[MeldPattern, ...]
    """All that the game knows, in play or not."""
    class_of: tuple[int, ...]
    """Per face its class; -1 when it is in no meld."""
    faces_of: tuple[tuple[int, ...], ...]
    tables: dict[int, Table]
    doubles: tuple[int, ...]
    """Classes that are both natural and wild."""
    wilds: tuple[int, ...]
    """Classes that are wild somewhere, `doubles` among them."""
    worth: tuple[int, ...]
    """Per class."""
    guard: int

    def fits(self, part: int, whole: int) -> bool:
        """Whether every digit of `part` is at most that of `whole`."""
        return ((whole | self.guard) - part) & self.guard == self.guard

    def worth_of(self, held: int) -> int:
        total = 0
        while held:
            number = ((held & -held).bit_length() - 1) // WIDTH
            many = held >> WIDTH * number & DIGIT
            total += self.worth[number] * many
            held ^= many << WIDTH * number
        return total


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Patterns made ready. Scenes are built when first asked for."""

    patterns: tuple[MeldPattern, ...]
    faces: int
    scenes: dict[tuple[tuple[int, ...], tuple[int, ...]], Scene] = field(default_factory=dict)


def prepare(patterns: tuple[MeldPattern, ...]) -> Known:
    """ValueError for a pattern that says nothing, or that says more than the search is made for."""
    faces = 0
    for pattern in patterns:
        table = pattern.same if pattern.same is not None else pattern.places
        if table is None:
            raise ValueError(f"{pattern.name}: neither a shared value nor an order")
        faces = len(table)
        both = any(pattern.is_wild(face) and pattern.is_natural(face) for face in range(faces))
        if both and pattern.distinct is not None:
            raise ValueError(f"{pattern.name}: a wild that is a natural too, where naturals must differ")
    return Known(patterns, faces)


def scene_of(known: Known, play: tuple[int, ...], worth: tuple[int, ...] = ()) -> Scene:
    """The scene of the patterns in `play` (any order, any number of times); `worth` also tells faces apart."""
    key = (tuple(sorted(set(play))), worth)
    scene = known.scenes.get(key)
    if scene is None:
        scene = known.scenes[key] = build_scene(known, *key)
    return scene


def build_scene(known: Known, play: tuple[int, ...], worth: tuple[int, ...]) -> Scene:
    patterns = [known.patterns[index] for index in play]
    classes: dict[tuple[object, ...], list[int]] = {}
    for face in range(known.faces):
        kind = sort_of(patterns, face)
        if kind is not None:
            parts = tuple(part_in(pattern, face) for pattern in patterns)
            classes.setdefault((kind, *parts, worth[face] if worth else 0), []).append(face)
    ordered = sorted(classes.items(), key=lambda item: (item[0][0], item[1]))
    faces_of = tuple(tuple(faces) for _, faces in ordered)
    kinds = [sort_of(patterns, faces[0]) for faces in faces_of]
    class_of = [-1] * known.faces
    for number, faces in enumerate(faces_of):
        for face in faces:
            class_of[face] = number
    return Scene(
        patterns=known.patterns,
        class_of=tuple(class_of),
        faces_of=faces_of,
        tables={index: build_table(index, known.patterns[index], faces_of) for index in play},
        doubles=tuple(number for number, kind in enumerate(kinds) if kind == 1),
        wilds=tuple(number for number, kind in enumerate(kinds) if kind),
        worth=tuple(worth[faces[0]] if worth else 1 for faces in faces_of),
        guard=sum(DIGIT + 1 << WIDTH * number for number in range(len(faces_of))),
    )


def sort_of(patterns: list[MeldPattern], face: int) -> int | None:
    """0: a natural, 1: a natural that is wild somewhere, 2: a mere wild, None: in no meld."""
    natural = any(pattern.is_natural(face) for pattern in patterns)
    wild = any(pattern.is_wild(face) and pattern.wilds_max > 0 for pattern in patterns)
    return (1 if wild else 0) if natural else (2 if wild else None)


def part_in(pattern: MeldPattern, face: int) -> tuple[object, ...]:
    """All that the pattern says of the face."""
    wild = pattern.is_wild(face) and pattern.wilds_max > 0
    if not pattern.is_natural(face):
        return (wild,)
    return (
        wild,
        -1 if pattern.same is None else pattern.same[face],
        () if pattern.places is None else pattern.places[face],
        -1 if pattern.distinct is None else pattern.distinct[face],
    )


def build_table(index: int, pattern: MeldPattern, faces_of: tuple[tuple[int, ...], ...]) -> Table:
    members: dict[int, list[int]] = {}
    for number, faces in enumerate(faces_of):
        if pattern.is_natural(faces[0]):
            members.setdefault(-1 if pattern.same is None else pattern.same[faces[0]], []).append(number)
    cells: dict[int, tuple[tuple[int, ...], ...]] = {}
    if pattern.places is not None:
        for value, numbers in members.items():
            cells[value] = tuple(
                tuple(number for number in numbers if place in pattern.places[faces_of[number][0]])
                for place in range(pattern.length)
            )
    wilds = tuple(number for number, faces in enumerate(faces_of) if pattern.is_wild(faces[0]))
    return Table(
        index=index,
        pattern=pattern,
        values=tuple(sorted(members)),
        members={value: tuple(numbers) for value, numbers in members.items()},
        cells=cells,
        wilds=wilds if pattern.wilds_max else (),
        apart=() if pattern.distinct is None else tuple(pattern.distinct[faces[0]] for faces in faces_of),
        cap=pattern.wilds_max if wilds else 0,
        most=pattern.most,
    )


def cards_of(hand: int, faces: int) -> Iterator[int]:
    """Every card of a hand as `model.state` writes it, plane by plane."""
    while hand:
        low = hand & -hand
        yield (low.bit_length() - 1) % faces
        hand ^= low


def counts_of(hand: int, faces: int) -> list[int]:
    counts = [0] * faces
    for face in cards_of(hand, faces):
        counts[face] += 1
    return counts


def pack(scene: Scene, hand: int, faces: int) -> int:
    """The hand as digits of the scene's classes; cards that are in no meld are left out."""
    digits = 0
    class_of = scene.class_of
    while hand:
        low = hand & -hand
        number = class_of[(low.bit_length() - 1) % faces]
        if number >= 0:
            digits += 1 << WIDTH * number
        hand ^= low
    return digits


def count(held: int) -> int:
    """Cards in a hand of digits."""
    return sum(held.to_bytes((held.bit_length() + WIDTH - 1) // WIDTH, "little"))


def digit(digits: int, number: int) -> int:
    return digits >> WIDTH * number & DIGIT


def without(hand: int, face: int, faces: int) -> int:
    """The hand with one card of the face less, if it holds any."""
    bit = 1 << face
    while hand & (bit << faces):
        bit <<= faces
    return hand & ~bit


def holding(hand: int, face: int, faces: int) -> int:
    """The hand with one more card of the face."""
    bit = 1 << face
    while hand & bit:
        bit <<= faces
    return hand | bit
