"""comparisons, membership and patterns of an expression → program expressions. Part of the elaborator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind
from ruledeck.rules import fold
from ruledeck.rules.calls import zone_of
from ruledeck.rules.cards import pattern_bits
from ruledeck.rules.scope import Scope, Typed
from ruledeck.text import Note
from ruledeck.words.types import CARD, TRUTH, Type, value

if TYPE_CHECKING:
    from ruledeck.rules.elaborate import Elaborator


def pair(
    e: Elaborator, left: ast.Expr, right: ast.Expr, scope: Scope, wanted: Type | None = None
) -> tuple[Typed | None, Typed | None]:
    """Two expressions of which either may lend its type to a bare word or number of the other."""
    if is_bare(e, left, scope):
        second = e.typed(right, scope, wanted)
        return (e.typed(left, scope, second.type) if second is not None else None), second
    first = e.typed(left, scope, wanted)
    if first is None and is_bare(e, right, scope):
        return None, None
    return first, e.typed(right, scope, first.type if first is not None else wanted)


def is_bare(e: Elaborator, expr: ast.Expr, scope: Scope) -> bool:
    """Whether an expression is a word or number that may be a value of the other side's type."""
    if isinstance(expr, ast.Word):
        names = (*e.vocabulary.known(), *e.vocabulary.lost)
        return scope.bound(expr.text) is None and expr.text not in names
    return isinstance(expr, ast.Number)


def compare(e: Elaborator, expr: ast.Compare, scope: Scope) -> Typed | None:
    parts: list[p.Expr] = []
    left = expr.first
    for op, right in expr.rest:
        first, second = pair(e, left, right, scope)
        if first is not None and second is not None and comparable(e, op, first, second):
            parts.append(fold.compare(op, first.expr, second.expr))
        left = right
    return Typed(TRUTH, fold.every(parts), expr.span) if len(parts) == len(expr.rest) else None


def comparable(e: Elaborator, op: str, first: Typed, second: Typed) -> bool:
    if first.type != second.type:
        note = Note(f"this is {first.type}", first.span)
        message = f"this is {second.type}, and {first.type} stands on the other side of `{op}`"
        e.error("type-mismatch", message, second.span, None, note)
        return False
    if op not in ("==", "!=") and first.type.kind not in (Kind.NUMBER, Kind.VALUE):
        message = f"`{op}` compares numbers, or values that have an order, and this is {first.type}"
        e.error("type-mismatch", message, first.span)
        return False
    return True


def membership(e: Elaborator, expr: ast.Membership, scope: Scope) -> Typed | None:
    card = e.want(expr.item, CARD, scope, "what is in a zone")
    zone = zone_of(e, expr.container, scope)
    if card is None or zone is None:
        return None
    holds: p.Expr = p.Holds(zone[0].base, zone[1], card)
    return Typed(TRUTH, fold.negate(holds) if expr.negated else holds, expr.span)


def match(e: Elaborator, expr: ast.Match, scope: Scope) -> Typed | None:
    of = e.typed(expr.of, scope)
    if of is None:
        return None
    if of.type == CARD:
        bits = pattern_bits(e.vocabulary.cards, expr.pattern, e.vocabulary.found)
    elif of.type.kind is Kind.VALUE:
        bits = value_bits(e, expr.pattern, of.type)
    else:
        e.error("type-mismatch", f"`is` asks about a card or a card's value, and this is {of.type}", of.span)
        return None
    tested = fold.bit(bits, of.expr)
    return Typed(TRUTH, fold.negate(tested) if expr.negated else tested, expr.span)


def value_bits(e: Elaborator, pattern: ast.Pattern, kind: Type) -> int:
    order = e.vocabulary.types[kind.name]
    bits = 0
    for term in pattern.terms:
        if isinstance(term, ast.Single):
            ends = (term.text, term.text)
        else:
            ends = (term.low or order[0], term.high or order[-1])
        places = [e.literal(end, term.span, value(kind.name)) for end in dict.fromkeys(ends)]
        if None in places:
            continue
        low, high = (order.index(end) for end in ends)
        if low > high:
            message = f"the range `{ends[0]}..{ends[1]}` is empty: `{ends[1]}` comes before `{ends[0]}`"
            e.error("empty-range", message, term.span)
        bits |= sum(1 << place for place in range(low, high + 1))
    return bits
