"""Domain and condition closures → one closure for a bounded quantifier.

The slot of a quantifier holds its item only while the quantifier runs; afterwards it has its old value again, so that
evaluating changes no state.
"""

# All closures of a kind have one signature, whether they need all of it or not.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from ruledeck.model.program import Fold

Evaluate = Callable[[list[int], list[int], list[list[int]]], int]
Items = Callable[[list[int], list[int], list[list[int]]], Iterable[int]]


def exists(slot: int, items: Items, test: Evaluate, found: bool) -> Evaluate:
    """Whether some item passes `test`, given as `found` when one does."""
    missing = not found

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        old = v[slot]
        try:
            for item in items(v, h, p):
                v[slot] = item
                if test(v, h, p):
                    return found
            return missing
        finally:
            v[slot] = old

    return run


def total(slot: int, items: Items, where: Evaluate, body: Evaluate) -> Evaluate:
    """The sum of `body` over the items that pass `where`."""

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        old, result = v[slot], 0
        try:
            for item in items(v, h, p):
                v[slot] = item
                if where(v, h, p):
                    result += body(v, h, p)
            return result
        finally:
            v[slot] = old

    return run


def extreme(slot: int, items: Items, where: Evaluate, body: Evaluate, empty: int, sign: int) -> Evaluate:
    """The greatest (`sign` 1) or least (`sign` -1) `body` of the items that pass `where`, `empty` if there is none."""

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        old = v[slot]
        best: int | None = None
        try:
            for item in items(v, h, p):
                v[slot] = item
                if where(v, h, p):
                    rated = sign * body(v, h, p)
                    if best is None or rated > best:
                        best = rated
            return empty if best is None else sign * best
        finally:
            v[slot] = old

    return run


def largest(slot: int, items: Items, where: Evaluate, body: Evaluate, limit: Evaluate) -> Evaluate:
    """The sum of the `limit` greatest bodies of the items that pass `where`."""

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        old, most = v[slot], limit(v, h, p)
        if most <= 0:
            return 0
        try:
            bodies = []
            for item in items(v, h, p):
                v[slot] = item
                if where(v, h, p):
                    bodies.append(body(v, h, p))
            return sum(sorted(bodies)[-most:])
        finally:
            v[slot] = old

    return run


def fold(
    kind: Fold,
    slot: int,
    items: Items,
    where: Evaluate | None,
    body: Evaluate | None,
    empty: int,
    limit: Evaluate,
) -> Evaluate:
    """`where` and `body` are None where they are always true."""
    passes, rated = where or always, body or always
    match kind:
        case Fold.ANY:
            return exists(slot, items, conjunction(where, body), True)
        case Fold.ALL:
            return exists(slot, items, conjunction(where, lambda v, h, p: not rated(v, h, p)), False)
        case Fold.COUNT:
            return total(slot, items, conjunction(where, body), always)
        case Fold.SUM:
            return total(slot, items, passes, rated)
        case Fold.MAX:
            return extreme(slot, items, passes, rated, empty, 1)
        case Fold.MIN:
            return extreme(slot, items, passes, rated, empty, -1)
        case Fold.LARGEST:
            return largest(slot, items, passes, rated, limit)
        case _:
            assert_never(kind)


def conjunction(one: Evaluate | None, other: Evaluate | None) -> Evaluate:
    if one is None or other is None:
        return one or other or always
    return lambda v, h, p: one(v, h, p) and other(v, h, p)


def always(v: list[int], h: list[int], p: list[list[int]]) -> int:
    return 1
