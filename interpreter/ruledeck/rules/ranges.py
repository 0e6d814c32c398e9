"""program expression → the lowest and highest value that it can have, whatever the state of play.

A truth is (0, 0) where it never holds, (1, 1) where it always does, else (0, 1). Ranges are safe, not exact: a value
outside never occurs, one inside may not either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias, assert_never

from ruledeck.model import program as p
from ruledeck.rules import fold

Range: TypeAlias = tuple[int, int]

BIG = 10**15
ANYTHING = (-BIG, BIG)
NEVER, ALWAYS, PERHAPS = (0, 0), (1, 1), (0, 1)
MOST_KEYS = 2000
YES_OR_NO = (p.Query.CAN_LAY, p.Query.CAN_LAY_WITH, p.Query.CAN_ADD, p.Query.CAN_CLOSE)


@dataclass(frozen=True, slots=True)
class Ranges:
    """`slots` holds what is known of the state; `cards` is the size of the deck, `faces` the number of different cards."""

    tables: Sequence[tuple[int, ...]]
    slots: Mapping[int, Range]
    faces: int
    cards: int

    def knowing(self, slot: int, value: Range) -> Ranges:
        return replace(self, slots={**self.slots, slot: value})

    def of(self, expr: p.Expr) -> Range:  # noqa: C901 (one case a kind of expression)
        match expr:
            case p.Const():
                return expr.value, expr.value
            case p.Get():
                return self.slots.get(expr.slot, ANYTHING)
            case p.Arith():
                return arith(expr.op, self.of(expr.left), self.of(expr.right))
            case p.Compare():
                return compare(expr.op, self.of(expr.left), self.of(expr.right))
            case p.All():
                items = [self.of(item) for item in expr.items]
                return min(low for low, _ in items), min(high for _, high in items)
            case p.Any():
                items = [self.of(item) for item in expr.items]
                return max(low for low, _ in items), max(high for _, high in items)
            case p.Not():
                low, high = self.of(expr.item)
                return 1 - high, 1 - low
            case p.Either():
                return self.either(expr)
            case p.Lookup():
                return self.lookup(expr)
            case p.Bit():
                return self.bit(expr)
            case p.Size():
                return 0, self.cards
            case p.Top():
                return p.NONE, self.faces - 1
            case p.Holds():
                return PERHAPS
            case p.Over():
                return self.over(expr)
            case p.Search(query=query):
                lowest = p.NONE if query is p.Query.AT_END else 0
                return PERHAPS if query in YES_OR_NO else (lowest, fold.LARGEST)
            case _:
                assert_never(expr)

    def either(self, expr: p.Either) -> Range:
        low, high = self.of(expr.test)
        sides = [self.of(expr.then)] if high else []
        if not low:
            sides.append(self.of(expr.other))
        return hull(*sides)

    def lookup(self, expr: p.Lookup) -> Range:
        table = self.tables[expr.table]
        low, high = self.of(expr.key)
        found = table[max(low, 0) : high + 1]
        if low < 0:
            found = (*found, table[-1])
        return (min(found), max(found)) if found else ANYTHING

    def bit(self, expr: p.Bit) -> Range:
        low, high = self.of(expr.key)
        if low == high >= 0:
            return ALWAYS if expr.bits >> low & 1 else NEVER
        if high - low > MOST_KEYS:
            return PERHAPS
        keys = [int(key >= 0 and expr.bits >> key & 1) for key in range(low, high + 1)]
        return min(keys), max(keys)

    def over(self, expr: p.Over) -> Range:
        """A quantifier: how many items it may find, and what the body may be for one of them."""
        if isinstance(expr.domain, p.Cards):
            item, fewest, most = (0, self.faces - 1), 0, self.cards
        else:
            low, high = self.of(expr.domain.low), self.of(expr.domain.high)
            item, fewest, most = (low[0], high[1]), max(0, high[0] - low[1] + 1), max(0, high[1] - low[0] + 1)
        one = self.knowing(expr.slot, item)
        where = one.of(expr.where)
        fewest, most = fewest if where == ALWAYS else 0, most if where != NEVER else 0
        return summed(expr, one.of(expr.body), fewest, most)


def summed(expr: p.Over, body: Range, fewest: int, most: int) -> Range:
    """What a quantifier makes of `fewest` to `most` items with values in `body`."""
    low, high = body
    match expr.kind:
        case p.Fold.ANY:
            return int(fewest > 0 and low > 0), int(most > 0 and high > 0)
        case p.Fold.ALL:
            return int(low > 0 or most == 0), int(high > 0 or fewest == 0)
        case p.Fold.COUNT:
            return fewest, min(most, BIG)
        case p.Fold.SUM:
            return clip(min(fewest * low, most * low)), clip(max(fewest * high, most * high))
        case p.Fold.LARGEST:
            return clip(min(0, most * low)), clip(max(0, most * high))
        case p.Fold.MAX | p.Fold.MIN:
            empty = (expr.empty, expr.empty)
            return empty if most == 0 else hull(body, empty) if fewest == 0 else body
        case _:
            assert_never(expr.kind)


def arith(op: str, left: Range, right: Range) -> Range:
    if op == "%":
        return (0, right[1] - 1) if right[0] > 0 else ANYTHING
    if op == "//" and right[0] <= 0 <= right[1]:
        return ANYTHING
    ends = [clip(fold.ARITH[op](a, b)) for a, b in product(left, right)]
    return min(ends), max(ends)


def compare(op: str, left: Range, right: Range) -> Range:
    if op in (">", ">="):
        op, left, right = op.replace(">", "<"), right, left
    if op == "<":
        return int(left[1] < right[0]), int(left[0] < right[1])
    if op == "<=":
        return int(left[1] <= right[0]), int(left[0] <= right[1])
    equal = int(left[0] == left[1] == right[0] == right[1]), int(left[0] <= right[1] and right[0] <= left[1])
    return equal if op == "==" else (1 - equal[1], 1 - equal[0])


def hull(*ranges: Range) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def clip(number: int) -> int:
    return max(-BIG, min(BIG, number))
