"""The shape of an expression: names as written, not yet resolved; every node knows its place in the rule file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledeck.text import Span

ArithmeticOp: TypeAlias = Literal["+", "-", "*", "//", "%"]
CompareOp: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A name, or a value written as a bare word: `hand`, `S`, `8H`."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Field:
    """`of.name`."""

    of: Expr
    name: str
    name_span: Span = field(compare=False, repr=False)
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    args: tuple[Expr, ...]
    name_span: Span = field(compare=False, repr=False)
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """`name(body for var in domain where where, limit)`; `body`, `where` and `limit` may be missing.

    `body` and `where` see `var`; `domain` and `limit` do not.
    """

    name: str
    body: Expr | None
    var: str
    domain: Expr
    where: Expr | None
    name_span: Span = field(compare=False, repr=False)
    var_span: Span = field(compare=False, repr=False)
    span: Span = field(compare=False, repr=False)
    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class RangeExpr:
    """`low..high`, both included. Stands as the domain of a Fold and nowhere else."""

    low: Expr
    high: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unary:
    op: Literal["neg", "not"]
    operand: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`//` and `%` round towards minus infinity: `-7 // 2` is -4 and `-7 % 2` is 1."""

    op: ArithmeticOp
    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """Two or more items, judged left to right, stopping early."""

    op: Literal["and", "or"]
    items: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """`first op expr op expr ...`: true when each neighbouring pair compares true."""

    first: Expr
    rest: tuple[tuple[CompareOp, Expr], ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Membership:
    """`item in container`, or `item not in container`."""

    item: Expr
    container: Expr
    negated: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Match:
    """`of is pattern`, `of is not pattern`. The negation is here: `pattern.negated` is False inside a Match."""

    of: Expr
    pattern: Pattern
    negated: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IfElse:
    """`then if test else other`."""

    test: Expr
    then: Expr
    other: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Single:
    """One word or number, as written."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`, both included; one end may be open (None), never both."""

    low: str | None
    high: str | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One of several terms (at least one), or none of them."""

    terms: tuple[Term, ...]
    negated: bool
    span: Span = field(compare=False, repr=False)


Term: TypeAlias = Single | Range
Expr: TypeAlias = (
    Number
    | Truth
    | Word
    | Field
    | Call
    | Fold
    | RangeExpr
    | Unary
    | Arithmetic
    | Logic
    | Compare
    | Membership
    | Match
    | IfElse
)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside, in the order in which they are written."""
    match expr:
        case Number() | Truth() | Word():
            return ()
        case Field(of=inner) | Match(of=inner) | Unary(operand=inner):
            return (inner,)
        case Call(args=items) | Logic(items=items):
            return items
        case Fold(body=body, domain=domain, where=where, limit=limit):
            return tuple(part for part in (body, domain, where, limit) if part is not None)
        case RangeExpr(low=left, high=right) | Arithmetic(left=left, right=right):
            return (left, right)
        case Compare(first=first, rest=rest):
            return (first, *(operand for _, operand in rest))
        case Membership(item=item, container=container):
            return (item, container)
        case IfElse(test=test, then=then, other=other):
            return (then, test, other)
        case _:
            assert_never(expr)


def walk(expr: Expr) -> Iterator[tuple[Expr, int]]:
    """Every expression in `expr`, itself first, in the order written, with its depth (1 at the root)."""
    waiting = [(expr, 1)]
    while waiting:
        found, depth = waiting.pop()
        yield found, depth
        waiting.extend((child, depth + 1) for child in reversed(children(found)))
