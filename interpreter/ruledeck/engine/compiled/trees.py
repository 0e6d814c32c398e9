"""Expressions as trees: their parts, what they read, what they are worth where that is known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from ruledeck.model.program import (
    All,
    Any,
    Arith,
    Bit,
    Cards,
    Compare,
    Const,
    Domain,
    Either,
    Expr,
    Get,
    Holds,
    Lookup,
    Not,
    Numbers,
    Over,
    Search,
    Size,
    Top,
)


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside, those of a quantifier's domain included."""
    match expr:
        case Const():
            return ()
        case Get(_, seat) | Size(_, seat) | Top(_, seat):
            return () if seat is None else (seat,)
        case Arith(_, left, right) | Compare(_, left, right):
            return left, right
        case All(items) | Any(items):
            return items
        case Not(item):
            return (item,)
        case Either(test, then, other):
            return test, then, other
        case Lookup(_, key) | Bit(_, key):
            return (key,)
        case Holds(_, seat, card):
            return (card,) if seat is None else (seat, card)
        case Search(_, _, seat, args):
            return args if seat is None else (seat, *args)
        case Over():
            more = () if expr.limit is None else (expr.limit,)
            return *domain_parts(expr.domain), expr.where, expr.body, *more
        case _:
            assert_never(expr)


def domain_parts(domain: Domain) -> tuple[Expr, ...]:
    match domain:
        case Cards(_, seat):
            return () if seat is None else (seat,)
        case Numbers(low, high):
            return low, high
        case _:
            assert_never(domain)


Change = Callable[[Expr], Expr]


def rebuilt(expr: Expr, change: Change) -> Expr:
    """The expression with `change` made to each part; itself when nothing changes."""
    match expr:
        case Const() | Get(_, None) | Size(_, None) | Top(_, None):
            return expr
        case Get(_, seat) | Size(_, seat) | Top(_, seat):
            return replace(expr, seat=seat and change(seat))
        case Arith(_, left, right) | Compare(_, left, right):
            return replace(expr, left=change(left), right=change(right))
        case All(items):
            return All(tuple(change(item) for item in items))
        case Any(items):
            return Any(tuple(change(item) for item in items))
        case Not(item):
            return Not(change(item))
        case Either(test, then, other):
            return Either(change(test), change(then), change(other))
        case Lookup(_, key) | Bit(_, key):
            return replace(expr, key=change(key))
        case Holds(zone, seat, card):
            return Holds(zone, seat and change(seat), change(card))
        case Search(_, _, seat, args):
            return replace(expr, seat=seat and change(seat), args=tuple(change(arg) for arg in args))
        case Over():
            return replace(
                expr,
                domain=rebuilt_domain(expr.domain, change),
                where=change(expr.where),
                body=change(expr.body),
                limit=expr.limit and change(expr.limit),
            )
        case _:
            assert_never(expr)


def rebuilt_domain(domain: Domain, change: Change) -> Domain:
    match domain:
        case Cards(zone, seat):
            return Cards(zone, seat and change(seat))
        case Numbers(low, high):
            return Numbers(change(low), change(high))
        case _:
            assert_never(domain)


def every(expr: Expr) -> Iterator[Expr]:
    """The expression and all that is inside."""
    yield expr
    for part in parts(expr):
        yield from every(part)


def depends(expr: Expr, slot: int) -> bool:
    """Whether the expression reads `slot` (a quantifier inside that uses the same slot counts too)."""
    return any(isinstance(one, Get) and one.slot == slot for one in every(expr))


def renamed(expr: Expr, slot: int, other: int) -> Expr:
    """The expression with `other` for `slot`."""
    if isinstance(expr, Get) and expr.slot == slot and expr.seat is None:
        return Get(other)
    changed = rebuilt(expr, lambda part: renamed(part, slot, other))
    return replace(changed, slot=other) if isinstance(changed, Over) and changed.slot == slot else changed


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda one, two: one == two,
    "!=": lambda one, two: one != two,
    "<": lambda one, two: one < two,
    "<=": lambda one, two: one <= two,
    ">": lambda one, two: one > two,
    ">=": lambda one, two: one >= two,
}

ARITH: dict[str, Callable[[int, int], int]] = {
    "+": lambda one, two: one + two,
    "-": lambda one, two: one - two,
    "*": lambda one, two: one * two,
    "//": lambda one, two: one // two,
    "%": lambda one, two: one % two,
}

Known = Mapping[Expr, int]


def worth(expr: Expr, known: Known, tables: tuple[tuple[int, ...], ...]) -> int:
    """The value where that of each leaf in `known` is given. LookupError or ArithmeticError where it has none."""
    if expr in known:
        return known[expr]
    match expr:
        case Const(value):
            return int(value)
        case Arith(op, left, right):
            return ARITH[op](worth(left, known, tables), worth(right, known, tables))
        case Compare(op, left, right):
            return int(COMPARE[op](worth(left, known, tables), worth(right, known, tables)))
        case All(items):
            return int(all(worth(item, known, tables) for item in items))
        case Any(items):
            return int(any(worth(item, known, tables) for item in items))
        case Not(item):
            return int(not worth(item, known, tables))
        case Either(test, then, other):
            return worth(then if worth(test, known, tables) else other, known, tables)
        case Lookup(table, key):
            return int(tables[table][worth(key, known, tables)])
        case Bit(bits, key):
            return (bits << 1) >> worth(key, known, tables) + 1 & 1
        case Get() | Size() | Top() | Holds() | Over() | Search():
            raise LookupError("not known beforehand")
        case _:
            assert_never(expr)
