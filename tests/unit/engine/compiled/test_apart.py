"""The search that goes into scripts against `words.melds`: contracts whose runs may not join, or that take the whole hand."""

from __future__ import annotations

from functools import cache

import pytest

from ruledeck.engine.searching import NEVER
from ruledeck.model.chance import stream
from ruledeck.model.meld import Contract
from ruledeck.words import melds
from tests.unit.engine.compiled.meld_searches import (
    FACES,
    JOKER,
    POINTS,
    Searches,
    check_hand,
    faces_in,
    lay_down,
    pattern,
    random_hand,
    searches,
)
from tests.unit.words.melds.hands import Dice

HANDS, MANY_HANDS = 25, 2_000


@cache
def kinds() -> tuple[Searches, ...]:
    def apart(*slots: tuple[int, ...], exact: bool = False) -> tuple[Contract, ...]:
        return tuple(Contract(some, no_join=True, exact=exact) for some in slots)

    def whole(*slots: tuple[int, ...], no_join: bool = True) -> tuple[Contract, ...]:
        return tuple(Contract(some, no_join=no_join, all_cards=True) for some in slots)

    wide = (pattern(False, 3, 99, False), pattern(True, 4, 99, False))
    twos = (pattern(False, 3, 99, True), pattern(True, 4, 99, True))
    few = (pattern(False, 3, 1, True, 5), pattern(True, 4, 2, True, 6), pattern(True, 3, 1, True))
    return (
        searches(wide, (*apart((1, 1), (0, 1, 1)), *whole((1, 1, 1), (1, 1)), Contract((0, 0, 1)))),
        searches(wide, (*apart((1, 1), (0, 1, 1), (1, 1, 1), exact=True), *whole((1,), (0, 1), no_join=False))),
        searches(twos, (*apart((1, 1), (0, 1, 1)), *whole((1, 1, 1), (1, 1)), Contract((0, 0, 0)))),
        searches(few, (*apart((1, 1), (1, 2), (0, 1, 2)), *whole((1, 1), (2, 2, 1), (0, 0), (0, 2)))),
        searches(wide, whole((1, 1), (0, 0, 1), (0, 0, 0), no_join=False)),
    )


def check_left_over(some: Searches, hand: int) -> None:
    some.hand(hand)
    for number, contract in enumerate(some.contracts):
        known = some.read_with(contract)

        def reference(held: int) -> int:
            return min(melds.left_over(known, contract, held), NEVER)  # noqa: B023 - called at once

        assert some.ask("left_over", number, -1, 0) == reference(hand), (contract, hand)
        for face in {*faces_in(hand)[:4], JOKER, hand % JOKER, hand // 7 % JOKER}:
            less, more = melds.without(hand, face, FACES), melds.holding(hand, face, FACES)
            assert some.ask("left_over", number, face, -1) == reference(less), (contract, hand, face)
            assert some.ask("left_over", number, face, 1) == reference(more), (contract, hand, face)


def compare(hands: int, seed: int) -> None:
    dice = Dice(stream(seed, 0, 0))
    for _ in range(hands):
        for some in kinds():
            hand = random_hand(dice, some, 18)
            check_hand(some, hand)
            check_left_over(some, hand)
            for number, contract in enumerate(some.contracts):
                if melds.can_lay(some.read_with(contract), contract, hand, POINTS):
                    lay_down(dice, some, hand, number)


def test_the_search_of_scripts_answers_as_the_reference_search() -> None:
    compare(HANDS, 1)


@pytest.mark.slow
def test_the_search_of_scripts_answers_as_the_reference_search_on_many_hands() -> None:
    compare(MANY_HANDS, 2)
