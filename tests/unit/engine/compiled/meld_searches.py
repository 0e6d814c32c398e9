"""The search that goes into scripts, for made-up games, to be asked beside `words.melds`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast

from ruledeck.engine.compiled.melds.names import MEMO, MEMO_SIZE
from ruledeck.engine.compiled.melds.objections import contract_objection, pattern_objection
from ruledeck.engine.compiled.melds.reference import NAMES
from ruledeck.engine.compiled.melds.tables import make_tables
from ruledeck.engine.compiled.melds.text import functions, search_text
from ruledeck.model.game import Game
from ruledeck.model.meld import Contract, Lay, Meld, MeldPattern
from ruledeck.words import melds
from tests.unit.words.melds.hands import Dice, shuffled

RANKS, SUITS = 13, 4
JOKER = RANKS * SUITS
FACES = JOKER + 1
POINTS = (*(min(face % RANKS + 1, 10) for face in range(JOKER)), 15)
TWOS = tuple(suit * RANKS + 1 for suit in range(SUITS))


def pattern(
    run: bool, least: int, wilds: int, barred_twos: bool, most: int = 99, aces: bool = True, apart: bool = False
) -> MeldPattern:
    """Of a standard deck with a joker; twos are wild or not."""
    wild = 1 << JOKER | (sum(1 << face for face in TWOS) if barred_twos else 0)

    def natural(face: int) -> bool:
        return face < JOKER and not wild >> face & 1

    same = tuple((face // RANKS if run else face % RANKS) if natural(face) else -1 for face in range(FACES))
    length = RANKS + 1 if aces else RANKS
    places = tuple(
        ((0, RANKS) if aces and face % RANKS == 0 else (face % RANKS,)) if natural(face) else ()
        for face in range(FACES)
    )
    if not run:
        suits = (*(face // RANKS for face in range(JOKER)), -1) if apart else None
        return MeldPattern("group", least, most, same, distinct=suits, wilds_max=wilds, wild=wild)
    return MeldPattern("run", least, most, same, places, length, wilds_max=wilds, wild=wild)


@dataclass(frozen=True)
class Searches:
    """The functions of a script for one made-up game, on arrays of their own."""

    patterns: tuple[MeldPattern, ...]
    contracts: tuple[Contract, ...]
    scope: dict[str, Callable[..., int]]
    copies: tuple[int, ...]
    known: melds.Known
    smallest: melds.Known
    counted: bool
    arrays: dict[str, list[int]] = field(default_factory=dict)

    def hand(self, held: int) -> None:
        for plane in range(PLANES):
            self.arrays["H"][plane * ZONES] = held >> plane * FACES & (1 << FACES) - 1

    def read_with(self, contract: Contract) -> melds.Known:
        return self.smallest if contract.exact else self.known

    def lie(self, number: int, pattern: int, cells: tuple[int, ...]) -> None:
        self.arrays["V"][number] = pattern
        self.arrays["N"][1 + number] = len(cells)
        start = (1 + number) * STRIDE + 1
        self.arrays["P"][start : start + len(cells)] = cells

    def ask(self, name: str, *args: int) -> int:
        return self.scope[name](*(self.arrays[letter] for letter in "VHPNY"), 0, *args)


ZONES, PLANES, STRIDE, MELDS, PILE = 7, 4, 60, 5, 6


def searches(patterns: tuple[MeldPattern, ...], contracts: tuple[Contract, ...]) -> Searches:
    copies = (2,) * JOKER + (4,)
    game = SimpleNamespace(
        melds=patterns, contracts=contracts, faces=FACES, deck=SimpleNamespace(copies=copies),
        points=POINTS, zone_of={"melds": SimpleNamespace(base=1)}, variable_of={"melds_pattern": SimpleNamespace(slot=0)},
    )  # fmt: skip
    assert not any(pattern_objection(one) for one in patterns)
    assert not any(contract_objection(one, patterns) for one in contracts)
    free = not any(one.wilds_max or one.distinct for one in patterns)
    wanted = [name for name in NAMES if name in functions()]
    tables, lines = search_text(make_tables(cast(Game, game), ZONES, PLANES, STRIDE, free), wanted)
    scope: dict[str, Callable[..., int]] = {}
    exec("\n".join((*tables, *lines)), cast(dict[str, object], scope))  # noqa: S102 - text of our own
    sizes = {"V": MELDS, "H": ZONES * PLANES, "P": ZONES * STRIDE, "N": ZONES, "Y": MEMO + ZONES * MEMO_SIZE}
    arrays = {name: [0] * size for name, size in sizes.items()}
    smallest = tuple(replace(one, size_max=one.least) for one in patterns)
    counted = all(one.distinct is None for one in patterns)
    prepared = melds.prepare(patterns), melds.prepare(smallest)
    return Searches(patterns, contracts, scope, copies, *prepared, counted, arrays)


def random_hand(dice: Dice, some: Searches, most: int) -> int:
    """Of few suits or ranks, often, so that much can be laid."""
    faces = list(range(JOKER))
    if dice.below(10) < 7:
        suits, low = shuffled(dice, range(SUITS))[: 1 + dice.below(3)], dice.below(9)
        high = low + 3 + dice.below(10)
        faces = [face for face in faces if face // RANKS in suits and low <= face % RANKS <= high]
    deck = [face for face in faces for _ in range(some.copies[face])] + [JOKER] * dice.one_of((0, 1, 2, 4))
    deck += list(TWOS) * dice.below(3)
    hand, counts = 0, [0] * FACES
    for face in shuffled(dice, deck)[: 1 + dice.below(most)]:
        if counts[face] < some.copies[face]:
            hand = melds.holding(hand, face, FACES)
            counts[face] += 1
    return hand


def faces_in(hand: int) -> list[int]:
    return [face for face in range(FACES) if hand >> face & 1]


def check_hand(some: Searches, hand: int) -> None:
    some.hand(hand)
    for number, contract in enumerate(some.contracts):
        assert some.ask("can_lay", number) == melds.can_lay(some.read_with(contract), contract, hand, POINTS)
        if not some.counted:
            continue
        least = melds.missing(some.known, contract, hand)
        assert some.ask("missing", number) == least, (contract, hand)
        assert some.ask("can_lay", number) == melds.can_lay(some.known, contract, hand, POINTS)
        useful = melds.useful(some.known, contract, hand)
        assert {face: some.ask("useful", number, face) for face in faces_in(hand)} == useful
        for face in (JOKER, 1, hand % JOKER, hand // 7 % JOKER):
            assert some.ask("helps", number, face) == melds.gain(some.known, contract, hand, face)


def lay_down(dice: Dice, some: Searches, hand: int, contract: int) -> None:
    """Lay a contract at random, both searches asked at each step."""
    done: list[Meld] = []
    slots = some.contracts[contract].slots
    while len(done) < len(slots):
        cells: tuple[int, ...] = ()
        while True:
            some.hand(hand)
            some.lie(len(done), slots[len(done)], cells)
            lay, asked = Lay(tuple(done), cells), (contract, len(done), len(done))
            known = some.read_with(some.contracts[contract])
            cards = melds.next_cards(known, some.contracts[contract], lay, hand, POINTS)
            assert some.ask("can_add", *asked) == sum(1 << face for face in cards), (lay, hand)
            closes = melds.can_close(known, some.contracts[contract], lay, hand, POINTS)
            assert some.ask("can_close", *asked) == closes
            if closes and (not cards or dice.odds(3)):
                break
            card = dice.one_of(cards)
            cells, hand = (*cells, card), melds.without(hand, card, FACES)
        index = slots[len(done)]
        reading = next(iter(melds.readings(some.patterns[index], cells)))
        done.append(melds.meld_of(some.patterns, index, 0, cells, reading))
        check_meld(dice, some, done[-1], len(done) - 1)


def check_meld(dice: Dice, some: Searches, meld: Meld, number: int) -> None:
    ends = {melds.End.LOW: 1, melds.End.HIGH: 2, melds.End.SET: 4}
    kind = some.patterns[meld.pattern]
    takes = [sum(ends[end] for end in melds.lay_offs(kind, meld, face)) for face in range(FACES)]
    stands = [next((cell + 1 for cell in melds.swaps(kind, meld, face)), 0) for face in range(FACES)]
    cells = list(meld.cards)
    if kind.places is None:
        cells = shuffled(dice, cells)
    some.lie(number, meld.pattern, tuple(cells))
    for name, answers in (("takes", takes), ("stands_for", stands)):
        assert [some.ask(name, number, face) for face in range(FACES)] == answers
        assert some.ask(f"{name}_mask", number) == sum(1 << face for face, answer in enumerate(answers) if answer)
    some.lie(number, meld.pattern, meld.cards)
