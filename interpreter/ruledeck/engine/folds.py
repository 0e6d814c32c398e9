"""Domain and condition closures → one closure for a bounded quantifier.

The slot of a quantifier holds its item only while the quantifier runs; afterwards it has its old value again, so that
evaluating changes no state.
"""

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


def fold(kind: Fold, slot: int, items: Items, where: Evaluate, body: Evaluate, empty: int, limit: Evaluate) -> Evaluate:
    match kind:
        case Fold.ANY:
            return exists(slot, items, lambda v, h, p: where(v, h, p) and body(v, h, p), True)
        case Fold.ALL:
            return exists(slot, items, lambda v, h, p: where(v, h, p) and not body(v, h, p), False)
        case Fold.COUNT:
            return total(slot, items, where, lambda v, h, p: 1 if body(v, h, p) else 0)
        case Fold.SUM:
            return total(slot, items, where, body)
        case Fold.MAX:
            return extreme(slot, items, where, body, empty, 1)
        case Fold.MIN:
            return extreme(slot, items, where, body, empty, -1)
        case Fold.LARGEST:
            return largest(slot, items, where, body, limit)
        case _:
            assert_never(kind)
