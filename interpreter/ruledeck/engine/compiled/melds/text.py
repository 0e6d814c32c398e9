"""Tables of a game, names of functions → text of these functions and of all that they call, with the tables."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ruledeck.engine.compiled.melds import names
from ruledeck.engine.compiled.melds.tables import Values

BUILT_IN = ("range", "min", "max")
CAPITALS = re.compile(r"\b[A-Z][A-Z_0-9]+\b")
"""Names of numbers and tables. (Arrays have one letter.)"""
SOURCES = ("windows", "lying", "stretches", "needs", "best", "apart", "using", "laying", "within", "ends", "queries")


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """All functions of the search, in an order in which none is called before it stands there."""
    found: dict[str, ast.FunctionDef] = {}
    for source in SOURCES:
        tree = ast.parse((Path(__file__).parent / f"{source}.py").read_text(encoding="utf-8"))
        found.update((one.name, one) for one in tree.body if isinstance(one, ast.FunctionDef))
    return found


FLAGS = ("JOINING", "TAKING_ALL")
"""Numbers that are 0 in most games, in front of what these games have no need of."""


class WithoutOff(ast.NodeTransformer):
    """Takes away what stands behind a number that is 0."""

    def __init__(self, off: frozenset[str]) -> None:
        self.off = off

    def is_off(self, test: ast.expr) -> bool:
        first = test.values[0] if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else test
        return isinstance(first, ast.Name) and first.id in self.off

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        return node.orelse if self.is_off(node.test) else node


@cache
def without(off: frozenset[str]) -> dict[str, ast.FunctionDef]:
    """All functions, as they are where these numbers are 0."""
    return {name: plain(one, off) for name, one in functions().items()}


def plain(function: ast.FunctionDef, off: frozenset[str]) -> ast.FunctionDef:
    if not any(isinstance(node, ast.Name) and node.id in off for node in ast.walk(function)):
        return function
    changed = WithoutOff(off).visit(copy.deepcopy(function))
    assert isinstance(changed, ast.FunctionDef)  # noqa: S101 - for mypy
    return changed


@cache
def calls(off: frozenset[str]) -> dict[str, frozenset[str]]:
    """By function: the functions that it calls."""
    return {name: frozenset(called(function)) for name, function in without(off).items()}


def called(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in BUILT_IN:
            yield node.func.id


def needed(wanted: Iterable[str], off: frozenset[str]) -> set[str]:
    """These functions and all that they call."""
    waiting, found = list(wanted), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += calls(off)[name]
    return found


def search_text(values: Values, wanted: Iterable[str]) -> tuple[list[str], list[str]]:
    """Lines of tables, and lines of functions."""
    off = frozenset(name for name in FLAGS if not values[name])
    filled, chosen, lines = Filled(values), needed(wanted, off), list[str]()
    for name in functions():
        if name in chosen:
            lines += CAPITALS.sub(filled, plain_text(name, off)).splitlines()
    tables = [
        f"{name} = ({', '.join(map(str, row))},)" for name in sorted(filled.tables) if (row := table(values, name))
    ]
    return tables, lines


class Filled:
    """Numbers in the place of their names; the tables that are left are noted."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.tables: set[str] = set()

    def __call__(self, found: re.Match[str]) -> str:
        name = found[0]
        value = self.values.get(name, getattr(names, name, None))
        if isinstance(value, int):
            return str(value) if value >= 0 else f"({value})"
        if isinstance(value, tuple):
            self.tables.add(name)
        return name


def table(values: Values, name: str) -> tuple[int, ...]:
    row = values[name]
    return row if isinstance(row, tuple) else (row,)


@cache
def plain_text(name: str, off: frozenset[str]) -> str:
    """A function without what is for readers alone. Each name that is stored has a line of its own."""
    function = without(off)[name]
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    plain = ast.FunctionDef(
        name=function.name,
        args=ast.arguments([], [ast.arg(one.arg) for one in function.args.args], None, [], [], None, []),
        body=[one for part in body for one in singles(part)],
        decorator_list=[],
        lineno=0,
    )
    return ast.unparse(plain)


def singles(one: ast.stmt) -> Iterator[ast.stmt]:
    """`a, b = c, d` as two statements; the search writes it only where the one does not need the other."""
    match one:
        case ast.Assign(targets=[ast.Tuple(elts=names_)], value=ast.Tuple(elts=values)):
            for name, value in zip(names_, values, strict=True):
                yield ast.Assign([name], value, lineno=0)
        case _:
            yield one
