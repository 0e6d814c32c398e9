"""Expr or Pattern → its canonical text, with no more brackets than needed: parsing it gives the same tree back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from ruledeck.lang import ast

if TYPE_CHECKING:
    from ruledeck.lang.ast import Expr, Pattern, Term

# How tightly a form binds; an operand that binds less tightly than its place asks for is put in brackets.
_CHOICE, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _NEGATION, _ATOM = range(9)

_LOOKS_LIKE_FOLD = re.compile(r"(?!(?:[0-9]+|true|false) )[A-Za-z0-9_]+ in ")


def unparse(expr: Expr) -> str:
    """Canonical text of `expr`."""
    return _at(_CHOICE, expr)


def unparse_pattern(pattern: Pattern) -> str:
    """Canonical text of a pattern that stands alone."""
    return ("not " if pattern.negated else "") + " ".join(map(_term, pattern.terms))


def _at(level: int, expr: Expr) -> str:
    text = _text(expr)
    return text if _binding(expr) >= level else f"({text})"


def _binding(expr: Expr) -> int:
    match expr:
        case ast.IfElse() | ast.RangeExpr():
            return _CHOICE
        case ast.Logic(op=op):
            return _OR if op == "or" else _AND
        case ast.Unary(op=op):
            return _NOT if op == "not" else _NEGATION
        case ast.Compare() | ast.Membership() | ast.Match():
            return _COMPARISON
        case ast.Arithmetic(op=op):
            return _SUM if op in ("+", "-") else _PRODUCT
        case ast.Number() | ast.Truth() | ast.Word() | ast.Field() | ast.Call() | ast.Fold():
            return _ATOM
        case _:
            assert_never(expr)


def _text(expr: Expr) -> str:
    match expr:
        case ast.Number(value=value):
            return str(value)
        case ast.Truth(value=truth):
            return "true" if truth else "false"
        case ast.Word(text=word):
            return word
        case ast.Field(of=of, name=name):
            return f"{_at(_ATOM, of)}.{name}"
        case ast.Call(name=name, args=args):
            return f"{name}({', '.join(_argument(arg, first=not index) for index, arg in enumerate(args))})"
        case ast.Fold():
            return _fold(expr)
        case ast.RangeExpr(low=low, high=high):
            return f"{_at(_SUM, low)}..{_at(_SUM, high)}"
        case ast.Membership(item=item, container=container, negated=negated):
            return f"{_at(_SUM, item)} {'not in' if negated else 'in'} {_at(_SUM, container)}"
        case ast.Match(of=of, pattern=pattern, negated=negated):
            return f"{_at(_SUM, of)} is {'not ' if negated else ''}{_alternatives(pattern)}"
        case ast.IfElse(test=test, then=then, other=other):
            return f"{_at(_OR, then)} if {_at(_OR, test)} else {_at(_CHOICE, other)}"
        case _:
            return _operation(expr)


def _operation(expr: ast.Unary | ast.Arithmetic | ast.Logic | ast.Compare) -> str:
    level = _binding(expr)
    match expr:
        case ast.Unary(op=op, operand=operand):
            return ("not " if op == "not" else "-") + _at(level, operand)
        case ast.Arithmetic(op=op, left=left, right=right):
            return f"{_at(level, left)} {op} {_at(level + 1, right)}"
        case ast.Logic(op=op, items=items):
            return f" {op} ".join(_at(level + 1, item) for item in items)
        case ast.Compare(first=first, rest=rest):
            return _at(_SUM, first) + "".join(f" {op} {_at(_SUM, operand)}" for op, operand in rest)
        case _:
            assert_never(expr)


def _argument(expr: Expr, *, first: bool = True) -> str:
    text = unparse(expr)
    return f"({text})" if first and _LOOKS_LIKE_FOLD.match(text) else text


def _fold(fold: ast.Fold) -> str:
    body = "" if fold.body is None else f"{_argument(fold.body)} for "
    domain = _text(fold.domain) if isinstance(fold.domain, ast.RangeExpr) else _at(_SUM, fold.domain)
    where = "" if fold.where is None else f" where {unparse(fold.where)}"
    limit = "" if fold.limit is None else f", {unparse(fold.limit)}"
    return f"{fold.name}({body}{fold.var} in {domain}{where}{limit})"


def _alternatives(pattern: Pattern) -> str:
    terms = " ".join(map(_term, pattern.terms))
    return terms if len(pattern.terms) == 1 else f"one of {terms}"


def _term(term: Term) -> str:
    match term:
        case ast.Single(text=text):
            return text
        case ast.Range(low=low, high=high):
            return f"{low or ''}..{high or ''}"
        case _:
            assert_never(term)
