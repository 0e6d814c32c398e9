"""Lark's tree → Expr or Pattern. Bottom up and without recursion, so that no depth of input can overflow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from lark import Token, Tree

from ruledeck.lang import ast
from ruledeck.lang.ast import Expr, Pattern, Term
from ruledeck.text import Span

SpanOf: TypeAlias = Callable[[int, int], Span]
Built: TypeAlias = Expr | Pattern | Term


@dataclass(frozen=True, slots=True)
class Site:
    """Where the tree being built stands, and how to find the place of one of its tokens."""

    span: Span
    span_of: SpanOf

    def of(self, token: Token) -> Span:
        return self.span_of(token.start_pos or 0, token.end_pos or 0)


def build(tree: Tree[Token], span_of: SpanOf) -> Built:
    """The node that `tree` stands for."""
    built: dict[int, Built] = {}
    for part in tree.iter_subtrees():
        site = Site(span_of(part.meta.start_pos, part.meta.end_pos), span_of)
        parts = [built[id(child)] if isinstance(child, Tree) else child for child in part.children]
        built[id(part)] = _BUILDERS[part.data](site, *parts)
    return built[id(tree)]


def _number(site: Site, token: Token) -> Expr:
    return ast.Number(int(token), site.span)


def _true(site: Site) -> Expr:
    return ast.Truth(True, site.span)


def _false(site: Site) -> Expr:
    return ast.Truth(False, site.span)


def _word(site: Site, token: Token) -> Expr:
    return ast.Word(str(token), site.span)


def _field(site: Site, of: Expr, name: Token) -> Expr:
    return ast.Field(of, str(name), site.of(name), site.span)


def _call(site: Site, name: Token, *args: Expr) -> Expr:
    return ast.Call(str(name), args, site.of(name), site.span)


def _each(site: Site, name: Token, var: Token, domain: Expr, where: Expr | None) -> Expr:
    return ast.Fold(str(name), None, str(var), domain, where, site.of(name), site.of(var), site.span)


def _body_each(
    site: Site, name: Token, body: Expr, var: Token, domain: Expr, where: Expr | None, limit: Expr | None
) -> Expr:
    return ast.Fold(str(name), body, str(var), domain, where, site.of(name), site.of(var), site.span, limit)


def _range_expr(site: Site, low: Expr, high: Expr) -> Expr:
    return ast.RangeExpr(low, high, site.span)


def _negation(site: Site, _minus: Token, operand: Expr) -> Expr:
    return ast.Unary("neg", operand, site.span)


def _denial(site: Site, operand: Expr) -> Expr:
    return ast.Unary("not", operand, site.span)


def _arithmetic(site: Site, left: Expr, op: Token, right: Expr) -> Expr:
    return ast.Arithmetic(cast("ast.ArithmeticOp", str(op)), left, right, site.span)


def _either(site: Site, *items: Expr) -> Expr:
    return ast.Logic("or", items, site.span)


def _both(site: Site, *items: Expr) -> Expr:
    return ast.Logic("and", items, site.span)


def _compare(site: Site, first: Expr, *rest: Expr | Token) -> Expr:
    pairs = tuple(zip(map(str, rest[::2]), rest[1::2], strict=True))
    return ast.Compare(first, cast("tuple[tuple[ast.CompareOp, Expr], ...]", pairs), site.span)


def _member(site: Site, item: Expr, container: Expr) -> Expr:
    return ast.Membership(item, container, False, site.span)


def _not_member(site: Site, item: Expr, container: Expr) -> Expr:
    return ast.Membership(item, container, True, site.span)


def _match(site: Site, of: Expr, pattern: Pattern) -> Expr:
    return ast.Match(of, pattern, False, site.span)


def _not_match(site: Site, of: Expr, pattern: Pattern) -> Expr:
    return ast.Match(of, pattern, True, site.span)


def _if_else(site: Site, then: Expr, test: Expr, other: Expr) -> Expr:
    return ast.IfElse(test, then, other, site.span)


def _pattern(site: Site, *terms: Term) -> Pattern:
    return ast.Pattern(terms, False, site.span)


def _not_pattern(site: Site, *terms: Term) -> Pattern:
    return ast.Pattern(terms, True, site.span)


def _single(site: Site, token: Token) -> Term:
    return ast.Single(str(token), site.span)


def _range(site: Site, low: Token, high: Token) -> Term:
    return ast.Range(str(low), str(high), site.span)


def _range_from(site: Site, low: Token) -> Term:
    return ast.Range(str(low), None, site.span)


def _range_upto(site: Site, high: Token) -> Term:
    return ast.Range(None, str(high), site.span)


# One builder for each rule or alias of grammar.lark that is left in a tree.
_BUILDERS: dict[str, Callable[..., Built]] = {
    "number": _number,
    "true": _true,
    "false": _false,
    "word": _word,
    "field": _field,
    "call": _call,
    "each": _each,
    "body_each": _body_each,
    "range_expr": _range_expr,
    "negation": _negation,
    "denial": _denial,
    "arithmetic": _arithmetic,
    "either": _either,
    "both": _both,
    "compare": _compare,
    "member": _member,
    "not_member": _not_member,
    "match": _match,
    "not_match": _not_match,
    "if_else": _if_else,
    "pattern": _pattern,
    "not_pattern": _not_pattern,
    "single": _single,
    "range": _range,
    "range_from": _range_from,
    "range_upto": _range_upto,
}
