"""The search that goes into scripts against `words.melds`: random hands, contracts laid card by card, melds on tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from ruledeck.engine.compiled.melds.names import MEMO, MEMO_SIZE
from ruledeck.engine.compiled.melds.objections import contract_objection, pattern_objection
from ruledeck.engine.compiled.melds.reference import NAMES
from ruledeck.engine.compiled.melds.tables import make_tables
from ruledeck.engine.compiled.melds.text import functions, search_text
from ruledeck.model.chance import stream
from ruledeck.model.game import Game
from ruledeck.model.meld import Contract, Lay, Meld, MeldPattern
from ruledeck.model.program import NONE, ONE_MORE, OWN_CARD
from ruledeck.words import melds
from tests.unit.words.melds.hands import Dice, shuffled

HANDS, MANY_HANDS = 40, 2_000
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


def leaving(most: int) -> tuple[Contract, ...]:
    return tuple(Contract((slot,), leaving=most, allowed=(0, 1)) for slot in (0, 1))


@cache
def kinds() -> tuple[Searches, ...]:
    def contracts(*slots: tuple[int, ...]) -> tuple[Contract, ...]:
        return tuple(Contract(some) for some in slots)

    def exactly(*slots: tuple[int, ...]) -> tuple[Contract, ...]:
        return tuple(Contract(some, exact=place > 0) for place, some in enumerate(slots))

    usual = contracts((0, 0), (0, 1), (1, 1), (0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1), (0,), (1,))
    wide = (pattern(False, 3, 99, False), pattern(True, 4, 99, False))
    groups = (pattern(False, 4, 2, True), pattern(False, 2, 1, True), pattern(True, 5, 1, True))
    return (
        searches((pattern(False, 3, 1, True), pattern(True, 4, 2, True)), usual),
        searches(wide, usual),
        searches((pattern(False, 3, 0, False, 4), pattern(True, 3, 0, False, aces=False)), usual),
        searches((pattern(False, 3, 0, False, 4), pattern(True, 3, 0, False, aces=False)), leaving(10)),
        searches((pattern(False, 3, 0, False), pattern(True, 3, 0, False)), leaving(25)),
        searches(groups, contracts((0, 1), (1, 1, 0), (0, 0, 2), (1, 2, 2), (0, 1, 2))),
        searches((pattern(False, 3, 0, False, apart=True), pattern(True, 3, 0, False)), contracts((0,), (1,))),
        searches((pattern(False, 3, 2, True, apart=True), pattern(True, 3, 2, True)), exactly((0,), (1,))),
        searches((pattern(False, 4, 2, True, 5, apart=True), pattern(True, 4, 99, True)), contracts((0,), (1,))),
    )


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
        if len(contract.slots) == 1 and contract.leaving is None:
            check_holding(some, hand, number)
        if not some.counted:
            continue
        least = melds.missing(some.known, contract, hand)
        assert some.ask("missing", number) == least, (contract, hand)
        assert some.ask("can_lay", number) == melds.can_lay(some.known, contract, hand, POINTS)
        useful = melds.useful(some.known, contract, hand)
        assert {face: some.ask("useful", number, face) for face in faces_in(hand)} == useful
        for face in (JOKER, 1, hand % JOKER, hand // 7 % JOKER):
            assert some.ask("helps", number, face) == melds.gain(some.known, contract, hand, face)


def check_holding(some: Searches, hand: int, number: int) -> None:
    """A card that must lie in what is laid: of the hand, one more, or of a pile with all above it."""
    contract = some.contracts[number]
    known = some.read_with(contract)
    pile = (hand % JOKER, hand // 7 % JOKER, JOKER, hand // 53 % JOKER, 1, hand % JOKER)
    start = PILE * STRIDE + 1
    some.arrays["P"][start - 1 : start + len(pile)] = (-1, *pile)
    some.arrays["N"][PILE] = len(pile)

    def reference(held: int, card: int) -> int:
        return melds.can_lay_with(known, contract, melds.companions(known, contract, held, card), card)

    assert some.ask("can_lay_with", number, -1, NONE) == 0
    for card in {*faces_in(hand), *pile}:
        assert some.ask("can_lay_with", number, card, OWN_CARD) == reference(hand, card), (hand, card)
        assert some.ask("can_lay_with", number, card, ONE_MORE) == reference(melds.holding(hand, card, FACES), card)
        above, more = pile[len(pile) - 1 - pile[::-1].index(card) :] if card in pile else (), hand
        for face in above:
            more = melds.holding(more, face, FACES)
        assert some.ask("can_lay_with", number, card, PILE) == (reference(more, card) if above else 0), (hand, card)


def lay_with(dice: Dice, some: Searches, hand: int, number: int, must: int) -> None:
    """Lay a meld that holds a card at random, both searches asked at each step."""
    contract = some.contracts[number]
    cells: tuple[int, ...] = ()
    known, index = some.read_with(contract), contract.slots[0]
    while True:
        some.hand(hand)
        some.lie(0, index, cells)
        lay, cards = Lay((), cells), melds.next_cards_with(known, contract, Lay((), cells), hand, must)
        assert some.ask("can_add_with", number, 0, 0, must) == sum(1 << face for face in cards), (lay, hand, must)
        closes = melds.can_close_with(known, contract, lay, hand, must)
        assert some.ask("can_close_with", number, 0, 0, must) == closes, (lay, hand, must)
        if cells and some.patterns[index].places is not None:
            assert [some.ask("at_end", 0, end) for end in (1, 2)] == [cells[0], cells[-1]]
        else:
            assert some.ask("at_end", 0, 1) == NONE
        if closes and (not cards or dice.odds(3)):
            return
        card = dice.one_of(cards)
        cells, hand = (*cells, card), melds.without(hand, card, FACES)


def check_deadwood(some: Searches, hand: int) -> None:
    every = tuple(range(len(some.patterns)))
    some.hand(hand)

    def reference(held: int) -> int:
        return melds.deadwood(some.known, every, held, POINTS)

    assert some.ask("deadwood", -1, 0) == reference(hand)
    for face in faces_in(hand):
        assert some.ask("deadwood", face, -1) == reference(melds.without(hand, face, FACES))
    for face in (JOKER, hand % JOKER):
        assert some.ask("deadwood", face, 1) == reference(melds.holding(hand, face, FACES))


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


def compare(hands: int, seed: int) -> None:
    dice = Dice(stream(seed, 0, 0))
    for _ in range(hands):
        for some in kinds():
            hand = random_hand(dice, some, 16)
            check_hand(some, hand)
            if some.counted and not any(one.wilds_max for one in some.patterns):
                check_deadwood(some, hand)
            for number, contract in enumerate(some.contracts):
                if melds.can_lay(some.read_with(contract), contract, hand, POINTS):
                    lay_down(dice, some, hand, number)
                    if len(contract.slots) == 1 and contract.leaving is None:
                        some.hand(hand)
                        held = (face for face in faces_in(hand) if some.ask("can_lay_with", number, face, OWN_CARD))
                        lay_with(dice, some, hand, number, dice.one_of(tuple(held)))
                    break


def test_the_search_of_scripts_answers_as_the_reference_search() -> None:
    compare(HANDS, 1)


@pytest.mark.slow
def test_the_search_of_scripts_answers_as_the_reference_search_on_many_hands() -> None:
    compare(MANY_HANDS, 2)
