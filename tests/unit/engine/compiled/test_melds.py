"""The search that goes into scripts against `words.melds`: random hands, contracts laid card by card, melds on tables."""

from __future__ import annotations

from functools import cache

import pytest

from ruledeck.model.chance import stream
from ruledeck.model.meld import Contract, Lay
from ruledeck.model.program import NONE, ONE_MORE, OWN_CARD
from ruledeck.words import melds
from tests.unit.engine.compiled.meld_searches import (
    FACES,
    JOKER,
    PILE,
    POINTS,
    STRIDE,
    Searches,
    check_hand,
    faces_in,
    lay_down,
    pattern,
    random_hand,
    searches,
)
from tests.unit.words.melds.hands import Dice

HANDS, MANY_HANDS = 40, 2_000


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


def compare(hands: int, seed: int) -> None:
    dice = Dice(stream(seed, 0, 0))
    for _ in range(hands):
        for some in kinds():
            hand = random_hand(dice, some, 16)
            check_hand(some, hand)
            for number, contract in enumerate(some.contracts):
                if len(contract.slots) == 1 and contract.leaving is None:
                    check_holding(some, hand, number)
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
