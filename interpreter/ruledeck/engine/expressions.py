"""Expr, Layout → closure `f(values, hands, piles) -> int`. A truth may be a bool: who stores it makes it int."""

# All closures of a kind have one signature, whether they need all of it or not.
# ruff: noqa: ARG001, ARG005

from __future__ import annotations

from typing import assert_never

from ruledeck.engine.folds import Evaluate, Items, fold
from ruledeck.engine.hand import cards_in, faces_in
from ruledeck.engine.layout import Layout
from ruledeck.engine.operators import ANY, CONST, SLOT, SLOT_CONST, division
from ruledeck.model.move import RuleError
from ruledeck.model.program import (
    NONE,
    WIDEST_RANGE,
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
    Size,
    Top,
)


def build(expr: Expr, layout: Layout) -> Evaluate:  # noqa: C901 - one case for each kind of expression
    match expr:
        case Const(value):
            number = int(value)
            return lambda v, h, p: number
        case Get(slot, seat):
            return build_get(slot, seat, layout)
        case Arith(op, left, right):
            if op in ("//", "%") and not (isinstance(right, Const) and right.value != 0):
                return division(op, build(left, layout), build(right, layout), expr.place)
            return build_operator(op, left, right, layout)
        case Compare(op, left, right):
            return build_operator(op, left, right, layout)
        case All(items):
            return build_all([build(item, layout) for item in items])
        case Any(items):
            return build_any([build(item, layout) for item in items])
        case Not(item):
            inner = build(item, layout)
            return lambda v, h, p: not inner(v, h, p)
        case Either(test, then, other):
            return build_either(build(test, layout), build(then, layout), build(other, layout))
        case Lookup(table, key):
            return build_lookup(table, key, layout)
        case Bit(bits, key):
            return build_bit(bits, key, layout)
        case Size() | Top() | Holds():
            return build_zone(expr, layout)
        case Over(kind, slot, domain, where, body, empty, limit):
            items_of = build_domain(domain, layout, distinct=False)
            most = build(limit or Const(0), layout)
            return fold(kind, slot, items_of, build_test(where, layout), build_test(body, layout), empty, most)
        case _:
            assert_never(expr)


def build_test(expr: Expr, layout: Layout) -> Evaluate | None:
    """None where it is always true, so that nobody asks."""
    return None if expr == Const(1) else build(expr, layout)


def build_index(base: int, seat: Expr | None, layout: Layout) -> Evaluate:
    """`base`, or `base` + seat after a check that there is such a seat."""
    if seat is None:
        return lambda v, h, p: base
    seats = layout.seats
    if isinstance(seat, Const) and 0 <= seat.value < seats:
        index = base + seat.value
        return lambda v, h, p: index
    if isinstance(seat, Get) and seat.seat is None:
        return build_index_by_slot(base, seat.slot, seats)
    which = build(seat, layout)

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        number = which(v, h, p)
        if 0 <= number < seats:
            return base + number
        raise RuleError(f"there is no seat {number}")

    return run


def build_index_by_slot(base: int, slot: int, seats: int) -> Evaluate:
    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        number = v[slot]
        if 0 <= number < seats:
            return base + number
        raise RuleError(f"there is no seat {number}")

    return run


def build_get(slot: int, seat: Expr | None, layout: Layout) -> Evaluate:
    if seat is None:
        return lambda v, h, p: v[slot]
    if isinstance(seat, Get) and seat.seat is None:
        return build_get_by_slot(slot, seat.slot, layout.seats)
    index = build_index(slot, seat, layout)
    return lambda v, h, p: v[index(v, h, p)]


def build_get_by_slot(slot: int, seat_slot: int, seats: int) -> Evaluate:
    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        number = v[seat_slot]
        if 0 <= number < seats:
            return v[slot + number]
        raise RuleError(f"there is no seat {number}")

    return run


def build_operator(op: str, left: Expr, right: Expr, layout: Layout) -> Evaluate:
    match left, right:
        case Get(slot, None), Const(value) if op in SLOT_CONST:
            return SLOT_CONST[op](slot, int(value))
        case Lookup(table, Get(slot, None)), _ if op == "==" and not isinstance(right, Const):
            return build_same_entry(row_of(table, layout), slot, build(right, layout))
        case _, Const(value):
            return CONST[op](build(left, layout), int(value))
        case _, Get(slot, None):
            return SLOT[op](build(left, layout), slot)
        case _:
            return ANY[op](build(left, layout), build(right, layout))


def build_all(items: list[Evaluate]) -> Evaluate:
    match items:
        case [only]:
            return only
        case [a, b]:
            return lambda v, h, p: a(v, h, p) and b(v, h, p)
        case [a, b, c]:
            return lambda v, h, p: a(v, h, p) and b(v, h, p) and c(v, h, p)
        case _:
            return lambda v, h, p: all(item(v, h, p) for item in items)


def build_any(items: list[Evaluate]) -> Evaluate:
    match items:
        case [only]:
            return only
        case [a, b]:
            return lambda v, h, p: a(v, h, p) or b(v, h, p)
        case [a, b, c]:
            return lambda v, h, p: a(v, h, p) or b(v, h, p) or c(v, h, p)
        case _:
            return lambda v, h, p: any(item(v, h, p) for item in items)


def build_either(test: Evaluate, then: Evaluate, other: Evaluate) -> Evaluate:
    return lambda v, h, p: then(v, h, p) if test(v, h, p) else other(v, h, p)


def build_same_entry(row: tuple[int, ...], slot: int, other: Evaluate) -> Evaluate:
    """Whether the entry for a slot is another value: `card.suit == ...`, asked of every card there is to play."""
    return lambda v, h, p: row[v[slot]] == other(v, h, p)


def row_of(table: int, layout: Layout) -> tuple[int, ...]:
    return tuple(int(entry) for entry in layout.game.tables[table])


def build_lookup(table: int, key: Expr, layout: Layout) -> Evaluate:
    """Python's index -1 is the last entry, which is what the table says for NONE."""
    row = row_of(table, layout)
    match key:
        case Get(slot, None):
            return lambda v, h, p: row[v[slot]]
        case Top(zone, None):
            return lambda v, h, p: row[p[zone][-1] if p[zone] else NONE]
        case _:
            inner = build(key, layout)
            return lambda v, h, p: row[inner(v, h, p)]


def build_bit(bits: int, key: Expr, layout: Layout) -> Evaluate:
    """Bits shifted up by one, so that NONE asks for bit 0, which is clear."""
    shifted = bits << 1
    if isinstance(key, Get) and key.seat is None:
        slot = key.slot
        return lambda v, h, p: shifted >> v[slot] + 1 & 1
    inner = build(key, layout)
    return lambda v, h, p: shifted >> inner(v, h, p) + 1 & 1


def build_zone(expr: Size | Top | Holds, layout: Layout) -> Evaluate:
    zone = expr.zone
    index = build_index(zone, expr.seat, layout)
    pile = layout.ordered[zone]
    match expr:
        case Size(_, None):
            return (lambda v, h, p: len(p[zone])) if pile else (lambda v, h, p: h[zone].bit_count())
        case Size():
            return (lambda v, h, p: len(p[index(v, h, p)])) if pile else (lambda v, h, p: h[index(v, h, p)].bit_count())
        case Top(_, None):
            return lambda v, h, p: p[zone][-1] if p[zone] else NONE
        case Top():
            return lambda v, h, p: (p[index(v, h, p)] or (NONE,))[-1]
        case Holds(_, _, card):
            face = build(card, layout)
            if pile:
                return lambda v, h, p: face(v, h, p) in p[index(v, h, p)]
            return lambda v, h, p: h[index(v, h, p)] << 1 >> face(v, h, p) + 1 & 1
        case _:
            assert_never(expr)


def build_domain(domain: Domain, layout: Layout, distinct: bool) -> Items:
    """Items in canonical order. Cards: each copy, or with `distinct` each face once."""
    match domain:
        case Numbers(low, high):
            return build_numbers(build(low, layout), build(high, layout))
        case Cards(zone, seat):
            index, faces = build_index(zone, seat, layout), layout.faces
            first_plane = (1 << faces) - 1
            if layout.ordered[zone]:
                if distinct:
                    return lambda v, h, p: sorted(set(p[index(v, h, p)]))
                return lambda v, h, p: sorted(p[index(v, h, p)])
            if distinct:
                return lambda v, h, p: faces_in(h[index(v, h, p)] & first_plane)
            return lambda v, h, p: cards_in(h[index(v, h, p)], faces)
        case _:
            assert_never(domain)


def build_numbers(low: Evaluate, high: Evaluate) -> Items:
    def items(v: list[int], h: list[int], p: list[list[int]]) -> range:
        first, last = +low(v, h, p), +high(v, h, p)
        if last - first >= WIDEST_RANGE:
            raise RuleError(f"a range from {first} to {last} is too wide")
        return range(first, last + 1)

    return items
