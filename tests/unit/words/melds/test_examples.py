"""The worked examples of the rule notes that are about melds, on standard packs and on a coloured one."""

from __future__ import annotations

import pytest

from ruledeck.model.meld import Contract, Lay, Meld, MeldPattern
from ruledeck.words import melds
from ruledeck.words.melds import End, Reason, Refusal
from tests.unit.words.melds.deck import ACE_LOW, BOTH_ENDS, COLOURS, STANDARD, Deck

POINTS = (*((1, *range(2, 11), 10, 10, 10) * 4), 15)

BOOK = STANDARD.group((3, 99), "2 JK", wilds_max=1)
RUN = STANDARD.run((4, 14), BOTH_ENDS, "2 JK", wilds_max=2)
WILD_TWOS = melds.prepare((BOOK, RUN))

SET = STANDARD.group((3, 99), "JK")
LONG = STANDARD.run((4, 14), BOTH_ENDS, "JK")
JOKERS = melds.prepare((SET, LONG))

GROUP = STANDARD.group((3, 4))
LOW = STANDARD.run((3, 13), ACE_LOW)
PLAIN = melds.prepare((GROUP, LOW))


def laid(pattern: MeldPattern, cards: str, deck: Deck = STANDARD, index: int = 0) -> Meld:
    found = melds.check(pattern, deck.cards(cards))
    assert not isinstance(found, Refusal), found
    return melds.meld_of((pattern,) * (index + 1), index, 0, deck.cards(cards), found)


def refused(pattern: MeldPattern, cards: str, deck: Deck = STANDARD) -> Reason:
    found = melds.check(pattern, deck.cards(cards))
    assert isinstance(found, Refusal)
    assert found.text
    return found.reason


def ends(pattern: MeldPattern, meld: Meld, card: str, deck: Deck = STANDARD) -> tuple[End, ...]:
    return melds.lay_offs(pattern, meld, deck.face(card))


# ------------------------------------------------- twos and jokers wild, capped


@pytest.mark.parametrize("cards", ["4H 4H 4S", "4H 4S JK", "4H 4S 2D", "9C 9D 9H 9S 9S JK"])
def test_books(cards: str) -> None:
    assert melds.check(BOOK, STANDARD.cards(cards)) == melds.Placement(0, STANDARD.ranks.index(cards[0]))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [("4H JK 2C", Reason.MANY_WILDS), ("2C 2D 2H", Reason.FEW_NATURALS), ("4H 4S", Reason.TOO_FEW)],
)
def test_no_books(cards: str, reason: Reason) -> None:
    assert refused(BOOK, cards) is reason


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("5H JK 2S 8H", 4),
        ("JK QH KH AH", 10),
        ("AH 2H 3H 4H", 0),
        ("AH JK 2C 4H", 0),
        ("10S JS QS KS AS", 9),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", 0),
    ],
)
def test_runs(cards: str, low: int) -> None:
    assert laid(RUN, cards).low == low


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("5H 6H 7H", Reason.TOO_FEW),
        ("5H JK 2C JK 9H", Reason.MANY_WILDS),
        ("KH AH 2H 3H", Reason.CORNER),
        ("5H 6H 7S 8H", Reason.MIXED),
        ("5H 7H 6H 8H", Reason.NO_ORDER),
        ("QH KH AH JK", Reason.OFF_END),
    ],
)
def test_no_runs(cards: str, reason: Reason) -> None:
    assert refused(RUN, cards) is reason


def test_a_natural_takes_the_place_of_the_wild_that_stands_for_it_in_a_run() -> None:
    run = laid(RUN, "5H 6H JK 8H")
    assert melds.swaps(RUN, run, STANDARD.face("7H")) == (2,)
    assert melds.swaps(RUN, run, STANDARD.face("7S")) == ()
    changed, freed = melds.swap(RUN, run, STANDARD.face("7H"), 2)
    assert STANDARD.text(changed.cards) == "5H 6H 7H 8H"
    assert freed == STANDARD.face("JK")


def test_in_a_book_a_wild_stands_for_no_card_in_particular() -> None:
    """The ruleset says whether books may be raided; the search only says how."""
    book = laid(BOOK, "4C 4D JK")
    assert melds.swaps(BOOK, book, STANDARD.face("4H")) == (2,)
    assert melds.swaps(BOOK, book, STANDARD.face("5H")) == ()


def test_a_contract_of_two_books_is_laid_card_by_card() -> None:
    contract = Contract((0, 0))
    assert melds.can_lay(WILD_TWOS, contract, STANDARD.hand("4C 4D 4H KS KD JK 9C 3S"))
    done = Lay((laid(BOOK, "4C 4D 4H"),))
    left = STANDARD.hand("KS KD JK 9C 3S")
    assert melds.next_cards(WILD_TWOS, contract, done, left) == STANDARD.cards("KD")
    done = Lay(done.done, STANDARD.cards("KD KS"))
    left = STANDARD.hand("JK 9C 3S")
    assert melds.next_cards(WILD_TWOS, contract, done, left) == STANDARD.cards("JK")
    assert not melds.can_close(WILD_TWOS, contract, done, left)
    assert melds.can_close(WILD_TWOS, contract, Lay(done.done, STANDARD.cards("KD KS JK")), STANDARD.hand("9C 3S"))


def test_a_card_is_laid_off_on_a_book() -> None:
    assert ends(BOOK, laid(BOOK, "9H 9D 9S"), "9C") == (End.SET,)


def test_half_a_contract_is_not_laid() -> None:
    hand = STANDARD.hand("4C 4D 4H 9C 9D KS QS 3S")
    assert not melds.can_lay(WILD_TWOS, Contract((0, 0)), hand)
    assert melds.missing(WILD_TWOS, Contract((0, 0)), hand) == 1
    useful = melds.useful(WILD_TWOS, Contract((0, 0)), hand)
    assert [face for face, worth in useful.items() if worth] == list(STANDARD.cards("4C 9C 4D 9D 4H"))
    assert melds.usefulness(WILD_TWOS, Contract((0, 0)), hand, STANDARD.face("KS")) == 0
    assert melds.gain(WILD_TWOS, Contract((0, 0)), hand, STANDARD.face("9H")) == 1
    assert melds.gain(WILD_TWOS, Contract((0, 0)), hand, STANDARD.face("2S")) == 1
    assert melds.gain(WILD_TWOS, Contract((0, 0)), hand, STANDARD.face("KD")) == 0


# ------------------------------------- jokers wild without a cap, runs kept apart


def test_two_runs_of_one_suit_may_not_join() -> None:
    apart = Contract((1, 1), no_join=True)
    assert not melds.can_lay(JOKERS, apart, STANDARD.hand("4H 5H 6H 7H 8H 9H 10H JH 2C 3C KD"))
    assert melds.can_lay(JOKERS, Contract((1, 1)), STANDARD.hand("4H 5H 6H 7H 8H 9H 10H JH 2C 3C KD"))
    assert melds.can_lay(JOKERS, apart, STANDARD.hand("4H 5H 6H 7H 9H 10H JH QH 2C 3C KD"))
    done = Lay((laid(LONG, "4H 5H 6H 7H", index=1),))
    assert not melds.can_lay(JOKERS, apart, STANDARD.hand("8H 9H 10H JH"), lay=done)
    assert melds.can_lay(JOKERS, apart, STANDARD.hand("7H 8H 9H 10H"), lay=done)


def test_a_joker_moves_to_an_end_of_its_run() -> None:
    run = laid(LONG, "5C 6C JK 8C")
    card = STANDARD.face("7C")
    assert melds.move_ends(LONG, run, card, 2) == (End.LOW, End.HIGH)
    assert STANDARD.text(melds.move_end(LONG, run, card, 2, End.LOW).cards) == "JK 5C 6C 7C 8C"
    high = melds.move_end(LONG, run, card, 2, End.HIGH)
    assert STANDARD.text(high.cards) == "5C 6C 7C 8C JK"
    assert melds.positions(LONG, high)[-1] == 8


def test_the_last_deal_uses_the_whole_hand() -> None:
    contract = Contract((1, 1, 1), all_cards=True)
    runs = "3H 4H 5H 6H 8C 9C 10C JC 2S 3S 4S 5S"
    assert melds.can_lay(JOKERS, contract, STANDARD.hand(f"{runs} 6S"))
    assert not melds.can_lay(JOKERS, contract, STANDARD.hand(f"{runs} KD"))
    assert melds.can_lay(JOKERS, contract, STANDARD.hand(runs))
    assert melds.left_over(JOKERS, contract, STANDARD.hand(f"{runs} KD")) == 1


def test_one_natural_is_enough() -> None:
    assert laid(SET, "JK JK 9D").value == 8
    assert refused(SET, "JK JK JK") is Reason.FEW_NATURALS


# ------------------------------------------------------- no wilds, ace low


def test_lay_offs_on_a_group_and_a_run() -> None:
    assert ends(GROUP, laid(GROUP, "3C 3D 3H"), "3S") == (End.SET,)
    run = laid(LOW, "8S 9S 10S")
    assert ends(LOW, run, "JS") == (End.HIGH,)
    assert ends(LOW, run, "QS") == ()
    assert ends(LOW, melds.with_card(LOW, run, STANDARD.face("JS"), End.HIGH), "QS") == (End.HIGH,)
    assert ends(LOW, run, "7S") == (End.LOW,)
    assert ends(LOW, melds.with_card(LOW, run, STANDARD.face("7S"), End.LOW), "6S") == (End.LOW,)


def test_the_ace_is_low() -> None:
    assert refused(LOW, "QH KH AH") is Reason.CORNER
    assert laid(LOW, "AH 2H 3H").low == 0


def test_deadwood_and_knocking() -> None:
    hand = STANDARD.hand("4S 5S 6S 7H 7D 7C 2H 3C AD 4D")
    assert melds.deadwood(PLAIN, (0, 1), hand, POINTS) == 10
    knock = Contract((), leaving=10, allowed=(0, 1))
    assert melds.can_lay(PLAIN, knock, hand, POINTS)
    assert not melds.can_lay(PLAIN, knock, STANDARD.hand("4S 5S 6S 7H 7D 7C 2H 3C AD KS"), POINTS)
    assert melds.deadwood(PLAIN, (0, 1), STANDARD.hand("4S 5S 6S 7H 7D 7C 2H 3C AD KS"), POINTS) == 16


def test_a_knock_is_laid_so_that_the_rest_stays_low() -> None:
    knock = Contract((1,), leaving=10, allowed=(0, 1))
    hand = STANDARD.hand("4S 5S 6S 7H 7D 7C 2H 3C AD 4D")
    assert melds.next_cards(PLAIN, knock, Lay(), hand, POINTS) == STANDARD.cards("4S")


def test_the_best_partition_is_not_the_first() -> None:
    hand = STANDARD.hand("5S 6S 7S 7H 7D 8H 9H AC 2D 3H")
    worth, found = melds.best(PLAIN, (0, 1), hand, POINTS)
    assert melds.deadwood(PLAIN, (0, 1), hand, POINTS) == 13
    assert worth == 18 + 24
    assert sorted(STANDARD.text(meld.cards) for meld in found) == ["5S 6S 7S", "7H 8H 9H"]


def test_melds_and_lay_offs_are_chosen_together() -> None:
    """The sevens are worth more than the run of spades, but two of them can be laid off."""
    table = (laid(LOW, "8H 9H 10H", index=1), laid(LOW, "8D 9D 10D", index=1))
    hand = STANDARD.hand("5S 6S 7S 7H 7D AC")
    assert melds.deadwood(PLAIN, (0, 1), hand, POINTS) == 12
    defence = melds.defend(PLAIN, (0, 1), hand, POINTS, table)
    assert defence.deadwood == 1
    assert defence.laid_off == ((0, STANDARD.face("7H"), End.LOW), (1, STANDARD.face("7D"), End.LOW))
    assert [STANDARD.text(meld.cards) for meld in defence.melds] == ["5S 6S 7S"]


# --------------------------------------------------- groups of different suits


def test_with_two_packs_a_group_has_different_suits() -> None:
    group = STANDARD.group((3, 4), "JK", distinct=STANDARD.suit_of("JK"))
    assert laid(group, "9C 9D 9H").value == 8
    assert laid(group, "9C 9D JK").value == 8
    assert refused(group, "9C 9C 9H") is Reason.DUPLICATE


def test_an_ace_may_be_low_or_high_not_both() -> None:
    run = STANDARD.run((3, 13), BOTH_ENDS)
    assert laid(run, "AS 2S 3S").low == 0
    assert laid(run, "QS KS AS").low == 11
    assert refused(run, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS") is Reason.TOO_MANY


def test_a_card_that_fits_two_melds_is_offered_on_both() -> None:
    assert ends(LOW, laid(LOW, "5S 6S 7S"), "8S") == (End.HIGH,)
    assert ends(GROUP, laid(GROUP, "8D 8H 8C"), "8S") == (End.SET,)


def test_what_can_be_melded_with_a_card_from_the_pile() -> None:
    """Whether a duty can be met: the card has a meld with the hand and the cards above it, or it has none."""
    pile_and_hand = STANDARD.hand("9C 8H KS 9D 9H 2S")
    use = Contract((0,))
    assert STANDARD.face("9C") in melds.next_cards(PLAIN, use, Lay(), pile_and_hand)
    other = STANDARD.hand("4D 9C 8H KS 4C 5C")
    assert melds.next_cards(PLAIN, use, Lay(), other) == ()
    assert melds.next_cards(PLAIN, Contract((1,)), Lay(), other) == ()


# -------------------------------------------------------- colours and numbers


def coloured(size: int, most: int = 99) -> MeldPattern:
    return COLOURS.group((size, most), "W", barred=COLOURS.mask("S"))


def row(size: int) -> MeldPattern:
    return COLOURS.run((size, 12), wild="W", same=None, barred=COLOURS.mask("S"))


def test_sets_of_a_number() -> None:
    known = melds.prepare((coloured(3),))
    hand = COLOURS.hand("7R 7B W 3Y 3G 3B")
    assert melds.can_lay(known, Contract((0, 0)), hand)
    assert laid(coloured(3), "W W 7R", COLOURS).cards == COLOURS.cards("7R W W")
    assert refused(coloured(3), "W W W", COLOURS) is Reason.FEW_NATURALS
    assert refused(coloured(3), "7R 7B S", COLOURS) is Reason.BARRED


def test_a_run_of_any_colours() -> None:
    run = laid(row(7), "2R 3G W 5B 6B 7Y 8R", COLOURS)
    assert run.low == 1
    assert ends(row(7), run, "1G", COLOURS) == (End.LOW,)
    assert ends(row(7), run, "9B", COLOURS) == (End.HIGH,)
    assert ends(row(7), run, "12B", COLOURS) == ()


def test_sets_of_different_sizes() -> None:
    known = melds.prepare((coloured(5), coloured(2)))
    assert melds.can_lay(known, Contract((0, 1)), COLOURS.hand("6R 6Y 6G 6B W 11R 11G"))
    assert not melds.can_lay(known, Contract((0, 1)), COLOURS.hand("6R 6Y 6G W 11R 11G"))
    assert ends(coloured(2), laid(coloured(2), "11R 11G", COLOURS), "11B", COLOURS) == (End.SET,)
