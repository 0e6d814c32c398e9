"""Faults that other programs have had with melds; their ids are those of the list of known faults."""

from __future__ import annotations

import time

import pytest

from ruledeck.model import chance
from ruledeck.model.meld import Contract, Meld, MeldPattern
from ruledeck.words import melds
from ruledeck.words.melds import End, Placement, Reason, Refusal
from tests.unit.words.melds.deck import BOTH_ENDS, STANDARD, hand_of
from tests.unit.words.melds.hands import Dice

POINTS = (*((1, *range(2, 11), 10, 10, 10) * 4), 15)
GROUP = STANDARD.group((3, 4))
RUN = STANDARD.run((3, 13), BOTH_ENDS)
WILD = STANDARD.run((3, 14), BOTH_ENDS, "JK")
CORNER = STANDARD.run((3, 13), "A 2 3 4 5 6 7 8 9 10 J Q K", corner=True)
BOTH = melds.prepare((GROUP, RUN))


@pytest.mark.parametrize("cards", ["AH 2H 3H", "QH KH AH", "JH QH KH AH", "AH 2H 3H 4H"])
def test_e1_an_ace_stands_at_either_end(cards: str) -> None:
    """E1."""
    assert isinstance(melds.check(RUN, STANDARD.cards(cards)), Placement)


@pytest.mark.parametrize("cards", ["KH AH 2H", "QH KH AH 2H"])
def test_e1_the_corner_is_an_option(cards: str) -> None:
    """E1."""
    refusal = melds.check(RUN, STANDARD.cards(cards))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.CORNER
    found = melds.check(CORNER, STANDARD.cards(cards))
    assert isinstance(found, Placement)
    meld = Meld(0, 0, STANDARD.cards(cards), found.low, found.value)
    assert melds.lay_offs(CORNER, meld, STANDARD.face("3H")) == (End.HIGH,)
    assert melds.positions(CORNER, meld)[-2:] == (0, 1)


def test_e4_a_wild_may_go_to_either_end() -> None:
    """E4."""
    run = Meld(0, 0, STANDARD.cards("JS QS KS"), 10, 3)
    wild, nine = STANDARD.face("JK"), STANDARD.face("9S")
    assert melds.lay_offs(WILD, run, wild) == (End.LOW, End.HIGH)
    low = melds.with_card(WILD, run, wild, End.LOW)
    assert STANDARD.text(melds.with_card(WILD, low, nine, End.LOW).cards) == "9S JK JS QS KS"
    assert melds.lay_offs(WILD, melds.with_card(WILD, run, wild, End.HIGH), nine) == ()


@pytest.mark.parametrize("pattern", [STANDARD.group((3, 9), "JK"), WILD])
def test_e5_wilds_alone_are_refused(pattern: MeldPattern) -> None:
    """E5."""
    refusal = melds.check(pattern, STANDARD.cards("JK JK JK"))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.FEW_NATURALS
    assert not melds.can_lay(melds.prepare((pattern,)), Contract((0,)), STANDARD.hand("JK JK JK"))


@pytest.mark.parametrize("group", [True, False])
def test_e5_where_wilds_alone_are_allowed_their_value_is_declared(group: bool) -> None:
    """E5."""
    pattern = (
        STANDARD.group((3, 9), "JK", naturals_min=0)
        if group
        else STANDARD.run((3, 14), BOTH_ENDS, "JK", naturals_min=0)
    )
    jokers = STANDARD.cards("JK JK JK")
    refusal = melds.check(pattern, jokers)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.UNDECLARED
    declared = Placement(0 if group else 5, 2)
    assert declared in list(melds.readings(pattern, jokers))
    assert melds.check(pattern, jokers, declared) == declared
    assert melds.can_lay(melds.prepare((pattern,)), Contract((0,)), STANDARD.hand("JK JK JK"))


def test_e7_a_grown_meld_takes_the_next_card() -> None:
    """E7."""
    run = Meld(0, 0, STANDARD.cards("5C 6C 7C"), 4, 0)
    assert melds.lay_offs(RUN, run, STANDARD.face("3C")) == ()
    run = melds.with_card(RUN, run, STANDARD.face("4C"), End.LOW)
    assert melds.lay_offs(RUN, run, STANDARD.face("3C")) == (End.LOW,)
    defence = melds.defend(
        BOTH, (0, 1), STANDARD.hand("3C 4C"), POINTS, (Meld(1, 0, STANDARD.cards("5C 6C 7C"), 4, 0),)
    )
    assert defence.deadwood == 0


def test_f1_the_search_is_not_greedy() -> None:
    """F1."""
    hand = STANDARD.hand("6D 7D 7C 7H 8D 8C 9C 10H")
    cards, found = melds.best(BOTH, (0, 1), hand, (1,) * STANDARD.faces)
    assert cards == 6
    assert sorted(STANDARD.text(meld.cards) for meld in found) == ["6D 7D 8D", "7C 8C 9C"]


def test_f4_each_card_is_used_once() -> None:
    """F4."""
    hand = STANDARD.hand("JC 9D 8S 6D JS 8H 10D 8D 7D JD")
    worth, found = melds.best(BOTH, (0, 1), hand, POINTS)
    assert melds.deadwood(BOTH, (0, 1), hand, POINTS) == 16
    assert sorted(STANDARD.text(meld.cards) for meld in found) == ["6D 7D 8D 9D 10D", "JC JD JS"]
    assert worth == 70


def test_f5_large_hands_with_wilds_are_searched_at_once() -> None:
    """F5: fourteen cards of two suits from two packs, four of them wild, in far less than a second each."""
    known = melds.prepare((STANDARD.group((3, 99), "JK"), STANDARD.run((3, 14), BOTH_ENDS, "JK")))
    dice = Dice(chance.stream(5, 0, 0))
    start = time.process_time()
    for _ in range(5):
        cards: list[int] = []
        while len(cards) < 10:
            face = dice.below(26)
            if cards.count(face) < 2:
                cards.append(face)
        hand = hand_of([*cards, *STANDARD.cards("JK JK JK JK")], STANDARD.faces)
        worth, _ = melds.best(known, (0, 1), hand, POINTS)
        assert worth >= 60
        melds.useful(known, Contract((1, 1, 0)), hand)
    assert time.process_time() - start < 5


def test_g3_a_meld_tells_a_low_ace_from_a_high_one() -> None:
    """G3: the value is the ruleset's; the meld says where each card stands."""
    low = Meld(1, 0, STANDARD.cards("AH 2H 3H"), 0, 2)
    high = Meld(1, 0, STANDARD.cards("QH KH AH"), 11, 2)
    assert melds.positions(RUN, low) == (0, 1, 2)
    assert melds.positions(RUN, high) == (11, 12, 13)
    assert melds.positions(GROUP, Meld(0, 0, STANDARD.cards("AH AC AD"), 0, 0)) == (0, 0, 0)
    _, found = melds.best(BOTH, (1,), STANDARD.hand("AH 2H 3H"), POINTS)
    assert found == (low,) or found[0].low == 0
