"""Expr, ranges of the slots → the range of its value, and whether evaluating it may be a rule error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from ruledeck.engine.compiled.melds.answers import answer_range, may_refuse
from ruledeck.engine.compiled.trees import COMPARE, parts
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.engine.layout import Layout
from ruledeck.model.program import (
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
    Fold,
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

Range = tuple[int, int]
"""Least and greatest value, both included."""
At = Sequence[Range]
"""By slot; the slots of a seats' group share the entry of their first."""
TRUTH: Range = (0, 1)
WIDEST = 1 << 62


def hull(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of a game whatever happens in it."""

    layout: Layout
    cards: int
    """Cards in the deck, copies counted."""
    first: tuple[int, ...]
    """By slot: the first slot of the seats' group that it belongs to, or itself."""
    strict: bool = True
    """`may_fail` counts what a search refuses; without, it may be asked needlessly, and its game left to the reference."""

    def of(self, expr: Expr, at: At) -> Range:  # noqa: C901 - one case for each kind of expression
        match expr:
            case Const(value):
                return int(value), int(value)
            case Get(slot):
                return at[self.first[slot]]
            case Arith(op, left, right):
                return arithmetic(op, self.of(left, at), self.of(right, at))
            case Compare(op, left, right):
                return comparison(op, self.of(left, at), self.of(right, at))
            case All(items):
                found = [self.of(item, at) for item in items]
                return int(all(low for low, _ in found)), int(all(high for _, high in found))
            case Any(items):
                found = [self.of(item, at) for item in items]
                return int(any(low > 0 for low, _ in found)), int(any(high for _, high in found))
            case Not(item):
                low, high = self.of(item, at)
                return int(not high), int(not low)
            case Either(test, then, other):
                low, high = self.of(test, at)
                if low == high:
                    return self.of(then if low else other, at)
                return hull(self.of(then, at), self.of(other, at))
            case Lookup(table, key):
                return self.looked_up(table, self.of(key, at))
            case Bit(bits, key):
                return bit_range(bits, self.of(key, at))
            case Size():
                return 0, self.cards
            case Top():
                return -1, self.layout.faces - 1
            case Holds():
                return TRUTH
            case Search():
                return answer_range(expr, self.layout.game)
            case Over():
                return self.folded(expr, at)
            case _:
                assert_never(expr)

    def looked_up(self, table: int, key: Range) -> Range:
        row = self.layout.game.tables[table]
        found = [int(entry) for entry in row[max(key[0], 0) : key[1] + 1]]
        if key[0] < 0 or not found:
            found.append(int(row[-1]))
        return min(found), max(found)

    def items(self, domain: Domain, at: At) -> tuple[Range, int]:
        """The range of a domain's items, and how many there are at most."""
        match domain:
            case Cards():
                return (0, self.layout.faces - 1), self.cards
            case Numbers(low, high):
                least, most = self.of(low, at)[0], self.of(high, at)[1]
                return (least, max(least, most)), max(0, most - least + 1)
            case _:
                assert_never(domain)

    def within(self, slot: int, domain: Domain, at: At) -> list[Range]:
        """The ranges while `slot` goes through a domain."""
        inner = list(at)
        inner[slot] = self.items(domain, at)[0]
        return inner

    def folded(self, over: Over, at: At) -> Range:
        _, count = self.items(over.domain, at)
        if over.kind in (Fold.ANY, Fold.ALL):
            return TRUTH
        if over.kind is Fold.COUNT:
            return 0, count
        low, high = self.of(over.body, self.within(over.slot, over.domain, at))
        if over.kind in (Fold.MAX, Fold.MIN):
            return hull((low, high), (over.empty, over.empty))
        return bounded((min(0, low * count), max(0, high * count)))

    # ------------------------------------------------------------ may it fail

    def may_fail(self, expr: Expr, at: At) -> bool:  # noqa: C901 - one case for each kind of expression
        """Whether evaluating it may be a rule error, as far as the ranges say."""
        match expr:
            case Over():
                inner = self.within(expr.slot, expr.domain, at)
                return (
                    self.domain_may_fail(expr.domain, at)
                    or self.may_fail(expr.where, inner)
                    or self.may_fail(expr.body, inner)
                    or (expr.limit is not None and self.may_fail(expr.limit, at))
                )
            case Get(slot, seat) if seat is not None:
                return self.no_seat(seat, at, self.values_at(slot)) or self.may_fail(seat, at)
            case Size(zone, seat) | Top(zone, seat) if seat is not None:
                return self.no_seat(seat, at, self.layout.extent[zone]) or self.may_fail(seat, at)
            case Search(_, zone, seat):
                if seat is not None and self.no_seat(seat, at, self.layout.extent[zone]):
                    return True
                if self.strict and may_refuse(expr, self.layout.game, [self.of(arg, at) for arg in expr.args]):
                    return True
            case Holds(zone, seat, card):
                missing = seat is not None and self.no_seat(seat, at, self.layout.extent[zone])
                if missing or self.of(card, at)[0] < -1:
                    return True
            case Arith("//" | "%", _, right):
                low, high = self.of(right, at)
                if low <= 0 <= high:
                    return True
            case Lookup(table, key):
                low, high = self.of(key, at)
                if low < -1 or high >= len(self.layout.game.tables[table]):
                    return True
            case Bit(_, key):
                if self.of(key, at)[0] < -1:
                    return True
            case _:
                pass
        return any(self.may_fail(part, at) for part in parts(expr))

    def no_seat(self, seat: Expr, at: At, count: int | None = None) -> bool:
        """Whether there may be no such seat, or none of so many melds."""
        low, high = self.of(seat, at)
        return low < 0 or high >= (self.layout.seats if count is None else count)

    def values_at(self, slot: int) -> int:
        """How many values start at a slot that is read by seat or by meld."""
        return self.layout.sizes.get(slot, self.layout.seats)

    def domain_may_fail(self, domain: Domain, at: At) -> bool:
        match domain:
            case Cards(zone, seat):
                return seat is not None and (
                    self.no_seat(seat, at, self.layout.extent[zone]) or self.may_fail(seat, at)
                )
            case Numbers(low, high):
                _, count = self.items(domain, at)
                return count > WIDEST_RANGE or self.may_fail(low, at) or self.may_fail(high, at)
            case _:
                assert_never(domain)


def bounded(found: Range) -> Range:
    """Refuses what may not fit into 63 bits."""
    if found[0] < -WIDEST or found[1] > WIDEST:
        raise Unsupported("a number may grow beyond 62 bits")
    return found


def arithmetic(op: str, one: Range, two: Range) -> Range:
    match op:
        case "+":
            return bounded((one[0] + two[0], one[1] + two[1]))
        case "-":
            return bounded((one[0] - two[1], one[1] - two[0]))
        case "*":
            ends = [left * right for left in one for right in two]
            return bounded((min(ends), max(ends)))
        case "%":
            if two[0] > 0:
                return one if one[0] >= 0 and one[1] < two[0] else (0, two[1] - 1)
            most = max(abs(two[0]), abs(two[1]))
            return -most, most
        case _:
            if two[0] > 0:
                ends = [left // right for left in one for right in two]
                return min(ends), max(ends)
            most = max(abs(one[0]), abs(one[1])) + 1
            return -most, most


def comparison(op: str, one: Range, two: Range) -> Range:
    if one[0] == one[1] and two[0] == two[1]:
        truth = int(COMPARE[op](one[0], two[0]))
        return truth, truth
    match op:
        case "==" | "!=":
            if one[1] < two[0] or two[1] < one[0]:
                return (0, 0) if op == "==" else (1, 1)
            return TRUTH
        case "<" | "<=":
            return int(COMPARE[op](one[1], two[0])), int(COMPARE[op](one[0], two[1]))
        case _:
            return int(COMPARE[op](one[0], two[1])), int(COMPARE[op](one[1], two[0]))


def bit_range(bits: int, key: Range) -> Range:
    low, high = key
    if high - low > 64:
        return TRUTH
    found = {(bits << 1) >> place + 1 & 1 for place in range(max(low, -1), high + 1)}
    return (min(found), max(found)) if found else TRUTH
