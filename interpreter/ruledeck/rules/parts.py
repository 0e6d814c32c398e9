"""Spec → its expressions and effects, wherever they stand, and the names that they mention."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.text import Span


def inside(part: object) -> Iterator[object]:
    """What a part of a spec is made of."""
    if isinstance(part, tuple):
        yield from part
    else:
        kind: type = type(part)
        yield from (getattr(part, name) for name in field_names(kind))


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a record that may hold expressions or effects; none for what is no record."""
    if not is_dataclass(kind) or kind in (Span, ast.Pattern, spec.Named):
        return ()
    return tuple(field.name for field in fields(kind) if not field.name.endswith("span"))


def expressions(part: object) -> Iterator[ast.Expr]:
    """Every expression that stands in a part of a spec, whole."""
    if isinstance(part, ast.Expr):
        yield part
        return
    for item in inside(part):
        yield from expressions(item)


def effects(part: object) -> Iterator[spec.Effect]:
    """Every effect in a part of a spec, those inside others as well."""
    if isinstance(part, spec.Effect):
        yield part
    if isinstance(part, ast.Expr):
        return
    for item in inside(part):
        yield from effects(item)


def words(part: object, verb: str, key: str) -> Iterator[spec.Named]:
    """The words that effects of one verb in a part of a spec have under a key."""
    for effect in effects(part):
        if effect.verb == verb and isinstance(word := effect.get(key), spec.Named):
            yield word


def mentioned(expr: ast.Expr, bound: frozenset[str] = frozenset()) -> set[str]:
    """Names that an expression uses, but for those it binds itself."""
    match expr:
        case ast.Word():
            return {expr.text} - bound
        case ast.Call():
            return {expr.name} | names_of(expr.args, bound)
        case ast.Fold():
            inner = [part for part in (expr.body, expr.where) if part is not None]
            outer = [part for part in (expr.domain, expr.limit) if part is not None]
            return names_of(outer, bound) | names_of(inner, bound | {expr.var})
        case _:
            return names_of(ast.children(expr), bound)


def names_of(exprs: list[ast.Expr] | tuple[ast.Expr, ...], bound: frozenset[str] = frozenset()) -> set[str]:
    return {name for expr in exprs for name in mentioned(expr, bound)}


def numbers_in(exprs: list[ast.Expr]) -> set[int]:
    """The numbers that expressions are written with."""
    return {part.value for expr in exprs for part, _ in ast.walk(expr) if isinstance(part, ast.Number)}
