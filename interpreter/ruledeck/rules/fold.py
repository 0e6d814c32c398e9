"""Constructors of program expressions that work out what is known when the game is built."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from ruledeck.model import program as p
from ruledeck.text import Place

FALSE, TRUE = p.Const(0), p.Const(1)
ARITH: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
LARGEST = 2**31
"""Constants beyond this are not folded: the loader refuses them where they are assigned."""


def arith(op: str, left: p.Expr, right: p.Expr, place: Place | None = None) -> p.Expr:
    if isinstance(left, p.Const) and isinstance(right, p.Const) and not (op in ("//", "%") and right.value == 0):
        result = ARITH[op](left.value, right.value)
        if abs(result) < LARGEST:
            return p.Const(result)
    return p.Arith(op, left, right, place)


def compare(op: str, left: p.Expr, right: p.Expr) -> p.Expr:
    if isinstance(left, p.Const) and isinstance(right, p.Const):
        return p.Const(int(COMPARE[op](left.value, right.value)))
    return p.Compare(op, left, right)


def every(items: Sequence[p.Expr]) -> p.Expr:
    """All items true; nested conjunctions are flattened."""
    kept: list[p.Expr] = []
    for item in items:
        if item == FALSE:
            return FALSE
        kept.extend(item.items if isinstance(item, p.All) else () if item == TRUE else (item,))
    return TRUE if not kept else kept[0] if len(kept) == 1 else p.All(tuple(kept))


def some(items: Sequence[p.Expr]) -> p.Expr:
    """Some item true; nested disjunctions are flattened."""
    kept: list[p.Expr] = []
    for item in items:
        if item == TRUE:
            return TRUE
        kept.extend(item.items if isinstance(item, p.Any) else () if item == FALSE else (item,))
    return FALSE if not kept else kept[0] if len(kept) == 1 else p.Any(tuple(kept))


def negate(item: p.Expr) -> p.Expr:
    if isinstance(item, p.Const):
        return p.Const(1 - item.value)
    return item.item if isinstance(item, p.Not) else p.Not(item)


def either(test: p.Expr, then: p.Expr, other: p.Expr) -> p.Expr:
    if isinstance(test, p.Const):
        return then if test.value else other
    return then if then == other else p.Either(test, then, other)


def bit(bits: int, key: p.Expr) -> p.Expr:
    if bits == 0:
        return FALSE
    if isinstance(key, p.Const):
        return p.Const(int(key.value >= 0 and bits >> key.value & 1))
    return p.Bit(bits, key)


def lookup(table: int, values: Sequence[int], key: p.Expr) -> p.Expr:
    return p.Const(values[key.value]) if isinstance(key, p.Const) else p.Lookup(table, key)


def over(fold: p.Over) -> p.Expr:
    """A quantifier, or its result where no item can pass."""
    if fold.where == FALSE:
        return p.Const({p.Fold.ALL: 1, p.Fold.MAX: fold.empty, p.Fold.MIN: fold.empty}.get(fold.kind, 0))
    return fold
