"""Operator and operand closures → a closure. Operators stand thrice: with any right side, a constant, a slot."""

# All closures of a kind have one signature, whether they need all of it or not.
# ruff: noqa: ARG005

from __future__ import annotations

from collections.abc import Callable

from ruledeck.engine.folds import Evaluate
from ruledeck.model.move import RuleError
from ruledeck.text import Place

ANY: dict[str, Callable[[Evaluate, Evaluate], Evaluate]] = {
    "==": lambda f, g: lambda v, h, p: f(v, h, p) == g(v, h, p),
    "!=": lambda f, g: lambda v, h, p: f(v, h, p) != g(v, h, p),
    "<": lambda f, g: lambda v, h, p: f(v, h, p) < g(v, h, p),
    "<=": lambda f, g: lambda v, h, p: f(v, h, p) <= g(v, h, p),
    ">": lambda f, g: lambda v, h, p: f(v, h, p) > g(v, h, p),
    ">=": lambda f, g: lambda v, h, p: f(v, h, p) >= g(v, h, p),
    "+": lambda f, g: lambda v, h, p: f(v, h, p) + g(v, h, p),
    "-": lambda f, g: lambda v, h, p: f(v, h, p) - g(v, h, p),
    "*": lambda f, g: lambda v, h, p: f(v, h, p) * g(v, h, p),
}

CONST: dict[str, Callable[[Evaluate, int], Evaluate]] = {
    "==": lambda f, c: lambda v, h, p: f(v, h, p) == c,
    "!=": lambda f, c: lambda v, h, p: f(v, h, p) != c,
    "<": lambda f, c: lambda v, h, p: f(v, h, p) < c,
    "<=": lambda f, c: lambda v, h, p: f(v, h, p) <= c,
    ">": lambda f, c: lambda v, h, p: f(v, h, p) > c,
    ">=": lambda f, c: lambda v, h, p: f(v, h, p) >= c,
    "+": lambda f, c: lambda v, h, p: f(v, h, p) + c,
    "-": lambda f, c: lambda v, h, p: f(v, h, p) - c,
    "*": lambda f, c: lambda v, h, p: f(v, h, p) * c,
    "//": lambda f, c: lambda v, h, p: f(v, h, p) // c,
    "%": lambda f, c: lambda v, h, p: f(v, h, p) % c,
}

SLOT: dict[str, Callable[[Evaluate, int], Evaluate]] = {
    "==": lambda f, s: lambda v, h, p: f(v, h, p) == v[s],
    "!=": lambda f, s: lambda v, h, p: f(v, h, p) != v[s],
    "<": lambda f, s: lambda v, h, p: f(v, h, p) < v[s],
    "<=": lambda f, s: lambda v, h, p: f(v, h, p) <= v[s],
    ">": lambda f, s: lambda v, h, p: f(v, h, p) > v[s],
    ">=": lambda f, s: lambda v, h, p: f(v, h, p) >= v[s],
    "+": lambda f, s: lambda v, h, p: f(v, h, p) + v[s],
    "-": lambda f, s: lambda v, h, p: f(v, h, p) - v[s],
    "*": lambda f, s: lambda v, h, p: f(v, h, p) * v[s],
}

SLOT_CONST: dict[str, Callable[[int, int], Evaluate]] = {
    "==": lambda s, c: lambda v, h, p: v[s] == c,
    "!=": lambda s, c: lambda v, h, p: v[s] != c,
    "<": lambda s, c: lambda v, h, p: v[s] < c,
    "<=": lambda s, c: lambda v, h, p: v[s] <= c,
    ">": lambda s, c: lambda v, h, p: v[s] > c,
    ">=": lambda s, c: lambda v, h, p: v[s] >= c,
    "+": lambda s, c: lambda v, h, p: v[s] + c,
    "-": lambda s, c: lambda v, h, p: v[s] - c,
}


def division(op: str, left: Evaluate, right: Evaluate, place: Place | None) -> Evaluate:
    """Floor division or its remainder, with a rule error where the divisor is zero."""
    whole = op == "//"

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        number, divisor = left(v, h, p), right(v, h, p)
        if divisor == 0:
            raise RuleError("division by zero", place)
        return number // divisor if whole else number % divisor

    return run
