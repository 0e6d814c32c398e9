"""text of an expression or pattern → Expr or Pattern, or the diagnostics that say why not."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedToken

from ruledeck.lang.ast import Expr, Fold, Match, Pattern, walk
from ruledeck.lang.build import Built, SpanOf, build
from ruledeck.lang.scan import DEEPEST, DEFINE, MOST_NODES, SYNTAX, TOO_LONG, Flaw, find_flaw, show
from ruledeck.lang.wording import describe
from ruledeck.text import Diagnostic

_LOCK = Lock()


def parse_expression(text: str, span_of: SpanOf) -> tuple[Expr | None, list[Diagnostic]]:
    """`span_of(start, end)` gives the place in the rule file of characters `start` up to `end` of `text`."""
    built = _parse(text, "expression", span_of)
    if isinstance(built, Diagnostic):
        return None, [built]
    expr = cast("Expr", built)
    refused = _too_large(expr) or _odd_variable(expr)
    return (None, [refused]) if refused else (expr, [])


def parse_pattern(text: str, span_of: SpanOf) -> tuple[Pattern | None, list[Diagnostic]]:
    """As `parse_expression`, for terms separated by blanks, perhaps after `not`: `A 2`, `J..K`, `not QS`."""
    built = _parse(text, "pattern", span_of)
    if isinstance(built, Diagnostic):
        return None, [built]
    pattern = cast("Pattern", built)
    if len(pattern.terms) > MOST_NODES:
        message = f"the pattern has {len(pattern.terms)} parts; at most {MOST_NODES} are allowed"
        return None, [Diagnostic(TOO_LONG, message, pattern.span)]
    return pattern, []


def _parse(text: str, kind: str, span_of: SpanOf) -> Built | Diagnostic:
    flaw = find_flaw(text, kind)
    if flaw is None:
        grown = _grow(text, kind)
        if isinstance(grown, Tree):
            return build(grown, span_of)
        flaw = grown
    return Diagnostic(flaw.code, flaw.message, span_of(flaw.start, flaw.end), flaw.hint)


def _grow(text: str, kind: str) -> Tree[Token] | Flaw:
    """Lark's tree, or what is wrong with the first token that does not fit."""
    parser = _parser()
    try:
        return parser.parse(text, start=kind)
    except UnexpectedToken as error:
        return _explain(parser, text, kind, error.token)


def _explain(parser: Lark, text: str, kind: str, found: Token) -> Flaw:
    """Go up to the bad token once more: on the way to its error the parser has closed what could still go on."""
    parsing = parser.parse_interactive(text, start=kind)
    before: list[Token] = []
    for token in parser.lex(text):
        if found.type != "$END" and token.start_pos == found.start_pos:
            break
        parsing.feed_token(token)
        before.append(token)
    accepted: set[str] = parsing.accepts()  # type: ignore[no-untyped-call]
    return describe(found, accepted, before, kind)


def _too_large(expr: Expr) -> Diagnostic | None:
    nodes = 0
    for part, depth in walk(expr):
        nodes += 1 + (len(part.pattern.terms) if isinstance(part, Match) else 0)
        if depth > DEEPEST:
            return Diagnostic(TOO_LONG, f"the expression nests more than {DEEPEST} deep here", part.span, DEFINE)
    if nodes > MOST_NODES:
        message = f"the expression has {nodes} parts; at most {MOST_NODES} are allowed"
        return Diagnostic(TOO_LONG, message, expr.span, DEFINE)
    return None


def _odd_variable(expr: Expr) -> Diagnostic | None:
    for part, _ in walk(expr):
        if isinstance(part, Fold) and part.var[0].isdigit():
            hint = f"a membership test as an argument takes brackets of its own: {part.name}(({part.var} in ...))"
            return Diagnostic(SYNTAX, f"{show(part.var)} cannot name the item", part.var_span, hint)
    return None


def _parser() -> Lark:
    with _LOCK:
        return _built_parser()


@cache
def _built_parser() -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "propagate_positions": True}
    parser = Lark(grammar, start=["expression", "pattern"], **options)
    # Lark completes its lexer at the first parse; doing it here keeps later parses free of shared writes.
    parser.parse("a", start="expression")
    return parser
