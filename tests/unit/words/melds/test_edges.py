"""Where melds meet their limits: wilds side by side, aces at both ends, cards that two melds want, no melds at all."""

from __future__ import annotations

import pytest

from ruledeck.model.meld import Contract, Lay, Meld, MeldPattern
from ruledeck.words import melds
from ruledeck.words.melds import NEVER, End, Placement, Reason, Refusal
from tests.unit.words.melds.deck import BOTH_ENDS, STANDARD

BOOK = STANDARD.group((3, 99), "2 JK", wilds_max=1)
RUN = STANDARD.run((4, 14), BOTH_ENDS, "2 JK", wilds_max=2)
KNOWN = melds.prepare((BOOK, RUN))
JACK = STANDARD.face("JK")


def run(cards: str, pattern: MeldPattern = RUN) -> Meld:
    found = melds.check(pattern, STANDARD.cards(cards))
    assert isinstance(found, Placement)
    return Meld(1, 0, STANDARD.cards(cards), found.low, found.value)


def can_lay(contract: Contract, hand: str) -> bool:
    return melds.can_lay(KNOWN, contract, STANDARD.hand(hand))


def test_wilds_side_by_side() -> None:
    apart = STANDARD.run((4, 14), BOTH_ENDS, "2 JK", wilds_max=2, adjacent_wilds=False)
    assert isinstance(melds.check(RUN, STANDARD.cards("5H JK 2S 8H")), Placement)
    refusal = melds.check(apart, STANDARD.cards("5H JK 2S 8H"))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.ADJACENT
    assert melds.lay_offs(apart, run("5H 6H 7H JK", apart), STANDARD.face("2C")) == (End.LOW,)
    assert not melds.can_lay(melds.prepare((apart,)), Contract((0,)), STANDARD.hand("5H 8H JK 2C"))
    assert melds.can_lay(melds.prepare((apart,)), Contract((0,)), STANDARD.hand("5H 7H JK 2C"))


def test_aces_at_both_ends_of_one_run() -> None:
    whole = run("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH")
    assert melds.lay_offs(RUN, whole, STANDARD.face("AH")) == (End.HIGH,)
    assert melds.lay_offs(RUN, melds.with_card(RUN, whole, STANDARD.face("AH"), End.HIGH), JACK) == ()


def test_a_lay_off_keeps_the_wild_limit() -> None:
    assert melds.lay_offs(RUN, run("5H JK 2S 8H"), JACK) == ()
    assert melds.lay_offs(RUN, run("5H JK 7H 8H"), JACK) == (End.LOW, End.HIGH)
    assert melds.lay_offs(BOOK, Meld(0, 0, STANDARD.cards("4C 4D JK"), 0, 3), STANDARD.face("2C")) == ()


def test_a_wild_freed_by_a_swap_can_be_laid_off() -> None:
    changed, freed = melds.swap(RUN, run("5H 6H JK 8H"), STANDARD.face("7H"), 2)
    assert melds.lay_offs(RUN, changed, freed) == (End.LOW, End.HIGH)


def test_the_set_does_not_eat_the_run_s_card() -> None:
    hand = "5H 6H 7H 8H 7C 7D 7S"
    assert can_lay(Contract((0, 1)), hand)
    lay = Lay(cells=STANDARD.cards("7C 7D"))
    left = STANDARD.hand("5H 6H 7H 8H 7S")
    assert melds.next_cards(KNOWN, Contract((0, 1)), lay, left) == STANDARD.cards("7S")
    assert not can_lay(Contract((0, 1)), "5H 6H 7H 8H 7C 7D KS")
    assert can_lay(Contract((0, 1)), "5H 6H 7H 8H 7C 7D 2S")


def test_a_wild_in_the_run_frees_its_card_for_the_set() -> None:
    """The book has no room for two wilds, the run has."""
    assert can_lay(Contract((0, 1)), "5H 6H 7H 8H 7C 2C JK")
    assert melds.next_cards(
        KNOWN, Contract((1, 0)), Lay(cells=STANDARD.cards("5H 6H")), STANDARD.hand("7H 8H 7C 2C JK")
    ) == (
        *STANDARD.cards("2C"),
        JACK,
    )


def test_six_of_a_kind_are_two_sets() -> None:
    assert can_lay(Contract((0, 0)), "4C 4C 4D 4D 4H 4H")
    assert can_lay(Contract((0, 0)), "4C 4C 4D 4D 2H JK")
    assert not can_lay(Contract((0, 0)), "4C 4C 4D 4D 4H")
    first = Lay(cells=STANDARD.cards("4C 4C 4D"))
    assert melds.can_close(KNOWN, Contract((0, 0)), first, STANDARD.hand("4D 4H 4H"))
    assert melds.next_cards(KNOWN, Contract((0, 0)), first, STANDARD.hand("4D 4H 4H")) == ()


def test_where_a_wild_stands_is_chosen() -> None:
    """A run may begin with wilds; every cell of a wild may have either kind of wild."""
    assert melds.next_cards(KNOWN, Contract((1,)), Lay(), STANDARD.hand("7H 8H 9H 2C JK")) == STANDARD.cards(
        "2C 7H 8H JK"
    )
    lay = Lay(cells=STANDARD.cards("JK 7H 8H"))
    assert melds.next_cards(KNOWN, Contract((1,)), lay, STANDARD.hand("9H 2C")) == STANDARD.cards("2C 9H")
    ends = [melds.with_card(RUN, run("7H 8H 9H 10H"), JACK, end).low for end in (End.LOW, End.HIGH)]
    assert ends == [5, 6]


def test_what_no_cards_can_complete() -> None:
    """A set of five of different suits, without wilds."""
    pattern = STANDARD.group((5, 5), distinct=STANDARD.suit_of())
    known = melds.prepare((pattern,))
    hand = STANDARD.hand("4C 4D 4H 4S 5C")
    assert melds.missing(known, Contract((0,)), hand) == NEVER
    assert melds.useful(known, Contract((0,)), hand) == dict.fromkeys(STANDARD.cards("4C 5C 4D 4H 4S"), 0)
    assert melds.left_over(known, Contract((0,)), hand) == NEVER


def test_nothing_in_the_hand() -> None:
    assert melds.missing(KNOWN, Contract((0, 1)), 0) == 7
    assert melds.next_cards(KNOWN, Contract((0, 1)), Lay(), 0) == ()
    assert melds.best(KNOWN, (0, 1), 0, (1,) * STANDARD.faces) == (0, ())
    assert melds.can_lay(KNOWN, Contract(()), 0)


def test_a_pattern_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        melds.prepare((MeldPattern("none", 3, 3),))
    with pytest.raises(ValueError, match="natural too"):
        melds.prepare((STANDARD.group((3, 4), "2", same=STANDARD.rank_of(), distinct=STANDARD.suit_of()),))


def test_a_memory_is_bounded_and_changes_nothing() -> None:
    memory = melds.Memory(limit=3)
    hand = STANDARD.hand("5H 6H 7H 9D 9C KS QS")
    fresh = melds.useful(KNOWN, Contract((0, 1)), hand)
    assert melds.useful(KNOWN, Contract((0, 1)), hand, memory) == fresh
    assert melds.useful(KNOWN, Contract((0, 1)), hand, memory) == fresh
    assert len(memory.answers) <= 3


def test_wilds_alone_stand_for_no_card_that_is_never_melded() -> None:
    """The cards kept out of melds have a value of their own, which a set of wilds cannot have."""
    pattern = STANDARD.group((3, 99), "JK", naturals_min=0, barred=STANDARD.mask("9"))
    known = melds.prepare((pattern,))
    wilds = STANDARD.cards("JK JK JK")
    assert Placement(0, STANDARD.ranks.index("8")) in tuple(melds.readings(pattern, wilds))
    assert Placement(0, STANDARD.ranks.index("9")) not in tuple(melds.readings(pattern, wilds))
    assert melds.next_cards(known, Contract((0,)), Lay(cells=wilds[:1]), STANDARD.hand("JK JK 9C")) == (JACK,)


def test_a_card_that_the_hand_does_not_hold_changes_nothing() -> None:
    hand, faces = STANDARD.hand("5H 5H 8H"), STANDARD.faces
    assert melds.without(hand, STANDARD.face("9H"), faces) == hand
    assert melds.without(hand, STANDARD.face("5H"), faces) == STANDARD.hand("5H 8H")
