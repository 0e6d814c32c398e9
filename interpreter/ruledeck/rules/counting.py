"""ruleset, options, number of seats → how many of its cards a deck has, where the file says it by an expression."""

from __future__ import annotations

from collections.abc import Mapping

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.rules.cards import Count
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.ranges import Ranges
from ruledeck.rules.requires import Value, words_of
from ruledeck.rules.scope import REFEREE
from ruledeck.text import Diagnostic


def counter(ruleset: spec.Spec, chosen: Mapping[str, Value], seats: int, found: list[Diagnostic]) -> Count:
    """What works out packs and copies: from options and the number of seats, all that is known before there are cards."""

    def count(expr: ast.Expr) -> int | None:
        elaborator = Elaborator(words_of(ruleset, chosen, seats))
        low, high = Ranges((), {}, 0, 0).of(elaborator.number(expr, REFEREE))
        if not elaborator.vocabulary.found and low != high:
            hint = "options and the number of seats can tell"
            elaborator.error("not-constant", "how many cards a deck has cannot change during a game", expr.span, hint)
        found.extend(elaborator.vocabulary.found)
        return None if elaborator.vocabulary.found else low

    return count
