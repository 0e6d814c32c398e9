"""Layings of which one meld must hold a card, against an oracle that tries every laying."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ruledeck.model import chance
from ruledeck.model.meld import Contract, Lay, Meld
from ruledeck.words import melds
from tests.unit.words.melds import oracle
from tests.unit.words.melds.deck import hand_of
from tests.unit.words.melds.hands import Case, Dice, case

FACES_TRIED = 3


def holds(it: Case, contract: Contract, hand: tuple[int, ...], card: int, done: tuple[oracle.Laid, ...] = ()) -> bool:
    """Whether the slots after `done` can be laid from the hand, the card in one of all the melds."""
    if len(done) == len(contract.slots):
        return any(card in laid[1] for laid in done) and not (contract.all_cards and hand)
    for laid in oracle.all_melds(it.patterns, contract.slots[len(done)], hand):
        if contract.no_join and any(oracle.meets(it.patterns, laid, other) for other in done):
            continue
        left = oracle.minus(hand, laid[1])
        if left is not None and holds(it, contract, left, card, (*done, laid)):
            return True
    return False


def next_cards(
    it: Case, contract: Contract, hand: tuple[int, ...], cells: tuple[int, ...], card: int
) -> tuple[list[int], bool]:
    """As `oracle.next_cards` for the first meld of a contract; the hand is without the cells."""
    faces, closes = set[int](), False
    whole = tuple(sorted((*hand, *cells)))
    for laid in oracle.all_melds(it.patterns, contract.slots[0], whole):
        left = oracle.minus(whole, laid[1])
        if laid[1][: len(cells)] == cells and left is not None and holds(it, contract, left, card, (laid,)):
            if len(laid[1]) > len(cells):
                faces.add(laid[1][len(cells)])
            else:
                closes = True
    return sorted(faces), closes


def differences(seed: int, most: int) -> Iterator[str]:
    it = case(seed, most)
    contract = replace(it.contract, leaving=None, allowed=())
    known, dice = melds.prepare(it.patterns), Dice(chance.stream(seed, 0, 2))
    for card in sorted({dice.below(it.deck.faces) for _ in range(FACES_TRIED)} | set(it.hand[:1])):
        expected = holds(it, contract, it.hand, card)
        found = melds.can_lay_with(known, contract, hand_of(it.hand, it.deck.faces), card)
        if found != expected:
            yield f"case {seed}: can_lay_with {it.deck.written[card]} {found}\n{it}"
        yield from (
            f"case {seed}: {it.deck.written[card]} {text}\n{it}" for text in steps(it, contract, known, dice, card)
        )


def steps(it: Case, contract: Contract, known: melds.Known, dice: Dice, card: int) -> Iterator[str]:
    """The first meld grows by a random legal card at a time."""
    cells, hand = (), it.hand  # type: tuple[int, ...], tuple[int, ...]
    while True:
        lay, left = Lay((), cells), hand_of(hand, it.deck.faces)
        expected, closes = next_cards(it, contract, hand, cells, card)
        found = list(melds.next_cards_with(known, contract, lay, left, card))
        if found != expected:
            yield f"next_cards_with after {it.deck.text(cells)}: {found}, not {expected}"
        if cells and melds.can_close_with(known, contract, lay, left, card) != closes:
            yield f"can_close_with after {it.deck.text(cells)}: not {closes}"
        if not expected:
            return
        added = dice.one_of(expected)
        rest = oracle.minus(hand, (added,))
        assert rest is not None
        cells, hand = (*cells, added), rest


@pytest.mark.parametrize(("first", "end"), [(0, 400), (400, 800), (800, 1200), (1200, 1600)])
def test_small_hands(first: int, end: int) -> None:
    assert not [text for seed in range(first, end) for text in differences(seed, 6)]


def test_a_finished_meld_may_hold_the_card() -> None:
    """The second meld of a contract is free once the first holds it."""
    for seed in range(300):
        it = case(seed, 6)
        contract = Contract(it.contract.slots[:1] * 2)
        known = melds.prepare(it.patterns)
        for laid in oracle.all_melds(it.patterns, contract.slots[0], it.hand)[:2]:
            left = oracle.minus(it.hand, laid[1])
            assert left is not None
            lay = Lay((Meld(laid[0], 0, laid[1], laid[2], laid[3]),))
            hand = hand_of(left, it.deck.faces)
            expected = melds.next_cards(known, contract, lay, hand)
            assert melds.next_cards_with(known, contract, lay, hand, laid[1][0]) == expected
