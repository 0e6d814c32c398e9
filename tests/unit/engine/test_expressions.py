"""Every kind of expression against a plain re-statement of what it means."""

from __future__ import annotations

import operator

import pytest

from ruledeck.engine.expressions import build
from ruledeck.engine.hand import hand_of
from ruledeck.engine.layout import lay_out
from ruledeck.model.move import RuleError
from ruledeck.model.program import (
    NONE,
    All,
    Any,
    Arith,
    Bit,
    Cards,
    Compare,
    Const,
    Either,
    Expr,
    Fold,
    Get,
    Holds,
    Lookup,
    Not,
    Numbers,
    Over,
    Size,
    Top,
)
from tests.unit.engine.matching_game import CARD, GAME, HAND, ITEM, PILE, POINTS_OF, SCORE, STOCK, SUIT_OF, TARGET

LAYOUT = lay_out(GAME)
HELD = [0, 2, 2, 2, 7]
LYING = [9, 4, 9]
FAIL = Arith("//", Const(1), Const(0))


def value(expr: Expr, target: int = 0, card: int = 0) -> int:
    """The expression where seat 1 holds HELD, LYING is the pile, and two slots are as told."""
    values = [0] * GAME.slots
    values[TARGET], values[CARD], values[SCORE + 1] = target, card, 30
    hands, piles = [0] * 5, [[], LYING[:], [], [], []]
    hands[HAND + 1] = hand_of(HELD, 12)
    before = values[:]
    result = +build(expr, LAYOUT)(values, hands, piles)
    assert values == before
    return result


OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize(("left", "right"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (3, 3), (0, 5)])
def test_operators_in_every_shape(op: str, left: int, right: int) -> None:
    make = Arith if op in "+-*//%" else Compare
    lefts = (Const(left), Get(TARGET), Either(Const(1), Get(TARGET), FAIL))
    rights = (Const(right), Get(CARD), Either(Const(0), FAIL, Get(CARD)))
    for one in lefts:
        for other in rights:
            assert value(make(op, one, other), left, right) == +OPERATORS[op](left, right)


@pytest.mark.parametrize("op", ["//", "%"])
@pytest.mark.parametrize("zero", [Const(0), Get(TARGET)])
def test_division_by_zero(op: str, zero: Expr) -> None:
    with pytest.raises(RuleError, match="division by zero"):
        value(Arith(op, Const(1), zero))


@pytest.mark.parametrize("count", range(6))
def test_all_and_any_stop_early(count: int) -> None:
    yes, no = (Const(1),) * count, (Const(0),) * count
    assert value(All(yes)) == 1
    assert value(Any(no)) == 0
    assert value(All((*yes, Const(0), FAIL))) == 0
    assert value(Any((*no, Const(1), FAIL))) == 1
    assert value(Not(All((*yes, Const(0))))) == 1


def test_tables_and_bits() -> None:
    for key in (Get(TARGET), Arith("+", Get(TARGET), Const(0))):
        assert value(Lookup(POINTS_OF, key), 3) == 10
        assert value(Lookup(SUIT_OF, key), NONE) == NONE
        assert [value(Bit(0b101, key), bit) for bit in (NONE, 0, 1, 2, 3, 99)] == [0, 1, 0, 1, 0, 0]


@pytest.mark.parametrize("seat", [Const(1), Get(TARGET), Arith("+", Get(TARGET), Const(0))])
def test_seats(seat: Expr) -> None:
    assert value(Get(SCORE, seat), 1) == 30
    assert value(Size(HAND, seat), 1) == 5
    assert [value(Holds(HAND, seat, Const(card)), 1) for card in (NONE, 0, 1, 2, 11)] == [0, 1, 0, 1, 0]


@pytest.mark.parametrize("wrong", [NONE, 3])
def test_no_such_seat(wrong: int) -> None:
    for expr in (Get(SCORE, Get(TARGET)), Size(HAND, Get(TARGET)), Get(SCORE, Const(wrong))):
        with pytest.raises(RuleError, match="there is no seat"):
            value(expr, wrong)


def test_piles() -> None:
    assert (value(Size(PILE)), value(Top(PILE))) == (3, 9)
    assert (value(Size(STOCK)), value(Top(STOCK))) == (0, NONE)
    assert [value(Holds(PILE, None, Const(card))) for card in (NONE, 4, 5, 9)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("domain", "items"),
    [
        (Cards(HAND, Const(1)), HELD),
        (Cards(PILE), sorted(LYING)),
        (Cards(HAND, Const(0)), []),
        (Numbers(Const(-2), Const(4)), list(range(-2, 5))),
        (Numbers(Const(2), Const(1)), []),
    ],
)
def test_folds(domain: Cards | Numbers, items: list[int]) -> None:
    odd = Compare("==", Arith("%", Get(ITEM), Const(2)), Const(1))
    big = Compare(">", Get(ITEM), Const(3))
    odds = [item for item in items if item % 2]
    expected = {
        Fold.ANY: any(item > 3 for item in odds),
        Fold.ALL: all(item > 3 for item in odds),
        Fold.COUNT: sum(item > 3 for item in odds),
    }
    for kind, result in expected.items():
        assert value(Over(kind, ITEM, domain, odd, big)) == result
    twice = Arith("*", Get(ITEM), Const(2))
    assert value(Over(Fold.SUM, ITEM, domain, odd, twice)) == 2 * sum(odds)
    assert value(Over(Fold.MAX, ITEM, domain, odd, twice, 77)) == max((2 * item for item in odds), default=77)
    assert value(Over(Fold.MIN, ITEM, domain, odd, twice, 77)) == min((2 * item for item in odds), default=77)


def test_a_fold_inside_a_fold_with_its_own_slot() -> None:
    inner = Over(Fold.COUNT, CARD, Numbers(Const(0), Get(ITEM)), Const(1), Const(1))
    assert value(Over(Fold.SUM, ITEM, Numbers(Const(0), Const(3)), Const(1), inner)) == 1 + 2 + 3 + 4


def test_a_fault_inside_a_fold_gives_the_slot_back() -> None:
    values = [0] * GAME.slots
    values[ITEM] = 42
    broken = build(Over(Fold.SUM, ITEM, Numbers(Const(1), Const(3)), Const(1), FAIL), LAYOUT)
    with pytest.raises(RuleError):
        broken(values, [0] * 5, [[] for _ in range(5)])
    assert values[ITEM] == 42
