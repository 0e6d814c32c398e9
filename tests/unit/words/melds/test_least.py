"""Lays that leave as little deadwood as the hand can leave."""

from __future__ import annotations

import pytest

from ruledeck.model.meld import LEAST, Contract, Lay
from ruledeck.words import melds
from tests.unit.words.melds.deck import STANDARD
from tests.unit.words.melds.test_examples import PLAIN, POINTS


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("5S 6S 7S 7H 7D 8H 9H AC 2D 3H", "5S 7H"),
        ("AS 2S 3S AC AD AH 9C 10C JC QC", "AS 9C"),
        ("2S 3S 4S 5S 2C 2D", "3S"),
        ("4S 5S 7H 7D", ""),
    ],
)
def test_a_lay_that_leaves_the_least(hand: str, first: str) -> None:
    cards = STANDARD.hand(hand)
    lay = Contract((1,), leaving=LEAST, allowed=(0, 1))
    assert melds.can_lay(PLAIN, lay, cards, POINTS) == bool(first)
    assert melds.next_cards(PLAIN, lay, Lay(), cards, POINTS) == tuple(sorted(STANDARD.cards(first)))


def test_what_the_least_is_does_not_change_while_cards_are_laid() -> None:
    lay = Contract((1,), leaving=LEAST, allowed=(0, 1))
    begun = Lay(cells=STANDARD.cards("3S 4S 5S"))
    left = STANDARD.hand("2S 2C 2D")
    assert melds.can_close(PLAIN, lay, begun, left, POINTS)
    assert melds.next_cards(PLAIN, lay, Lay(cells=STANDARD.cards("2S 3S 4S")), STANDARD.hand("5S 2C 2D"), POINTS) == ()
    assert not melds.can_close(PLAIN, lay, Lay(cells=STANDARD.cards("2S 3S 4S")), STANDARD.hand("5S 2C 2D"), POINTS)
