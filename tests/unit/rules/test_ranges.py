"""Ranges: what an expression may be, never narrower than what it can be in a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledeck.model import program as p
from ruledeck.rules import fold
from ruledeck.rules.ranges import ANYTHING, NEVER, PERHAPS, Range, Ranges, arith, compare

RANGES = Ranges(((3, 1, 4, -7),), {0: (0, 2), 1: (-1, 2), 2: (5, 5)}, 4, 8)
SLOT, OPEN, FIVE = p.Get(0), p.Get(1), p.Get(2)
ENDS = st.tuples(st.integers(-50, 50), st.integers(-50, 50)).map(lambda ends: (min(ends), max(ends)))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (p.Get(99), ANYTHING),
        (p.Lookup(0, SLOT), (1, 4)),
        (p.Lookup(0, OPEN), (-7, 4)),
        (p.Lookup(0, p.Const(p.NONE)), (-7, -7)),
        (p.Bit(0b101, SLOT), PERHAPS),
        (p.Bit(0b111, SLOT), (1, 1)),
        (p.Bit(0b111, OPEN), PERHAPS),
        (p.Bit(0b111, FIVE), NEVER),
        (p.Either(p.Compare(">", SLOT, p.Const(5)), FIVE, SLOT), (0, 2)),
        (p.Either(p.Compare(">", SLOT, p.Const(1)), FIVE, SLOT), (0, 5)),
        (p.Not(p.Compare("==", FIVE, p.Const(5))), NEVER),
        (p.All((p.Holds(0, None, SLOT), p.Const(0))), NEVER),
        (p.Any((p.Holds(0, None, SLOT), p.Const(1))), (1, 1)),
        (p.Size(0), (0, 8)),
        (p.Top(0), (-1, 3)),
    ],
)
def test_ranges(expr: p.Expr, expected: Range) -> None:
    assert RANGES.of(expr) == expected


HAND, THREE = p.Cards(0), p.Numbers(p.Const(1), p.Const(3))


@pytest.mark.parametrize(
    ("kind", "domain", "where", "expected"),
    [
        (p.Fold.ANY, HAND, p.Const(1), PERHAPS),
        (p.Fold.ANY, HAND, p.Const(0), NEVER),
        (p.Fold.ANY, THREE, p.Const(1), (1, 1)),
        (p.Fold.ALL, HAND, p.Const(1), (1, 1)),
        (p.Fold.COUNT, HAND, p.Const(1), (0, 8)),
        (p.Fold.COUNT, THREE, p.Const(1), (3, 3)),
        (p.Fold.COUNT, THREE, p.Compare(">", p.Get(9), p.Const(1)), (0, 3)),
        (p.Fold.SUM, HAND, p.Const(1), (0, 8)),
        (p.Fold.MAX, HAND, p.Const(1), (0, 1)),
        (p.Fold.MIN, THREE, p.Const(1), (1, 1)),
        (p.Fold.LARGEST, HAND, p.Const(1), (0, 8)),
    ],
)
def test_quantifiers(kind: p.Fold, domain: p.Domain, where: p.Expr, expected: Range) -> None:
    assert RANGES.of(p.Over(kind, 9, domain, where, p.Const(1))) == expected


@given(ENDS, ENDS, st.sampled_from(list(fold.ARITH)), st.data())
def test_no_result_of_arithmetic_is_left_out(left: Range, right: Range, op: str, data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(*ends)) for ends in (left, right))
    if op in ("//", "%") and b == 0:
        return
    low, high = arith(op, left, right)
    assert low <= fold.ARITH[op](a, b) <= high


@given(ENDS, ENDS, st.sampled_from(list(fold.COMPARE)), st.data())
def test_no_result_of_a_comparison_is_left_out(left: Range, right: Range, op: str, data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(*ends)) for ends in (left, right))
    low, high = compare(op, left, right)
    assert low <= fold.COMPARE[op](a, b) <= high
