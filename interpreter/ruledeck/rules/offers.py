"""moves and strategies → the offers of a decision point."""

from __future__ import annotations

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, MoveName
from ruledeck.rules import fold, spec
from ruledeck.rules.calls import zone_of
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.scope import PLAYER, Scope
from ruledeck.words.types import CARD, Type


def ratings(
    low: Lowering, word: str, kind: Type | None, chosen: p.Expr, seat: p.Expr = ACTING
) -> tuple[p.Expr | None, ...]:
    """How each strategy rates a choice: by the word of the move, from what the acting seat sees."""
    rated: list[p.Expr | None] = []
    for strategy in low.spec.strategies:
        rate = next((expr for name, expr in strategy.rates if name.text == word), None)
        if rate is None:
            rated.append(None)
            continue
        low.rated.add((strategy.name.text, word))
        scope = Scope(seat)
        if kind is not None:
            scope = scope.bind("card" if kind == CARD else word, kind, chosen)
        rated.append(low.elaborator.number(rate, scope, "a rating"))
    return tuple(rated)


def card_scope(low: Lowering) -> Scope:
    return PLAYER.bind("card", CARD, p.Get(low.registers.card.slot))


def move_offer(low: Lowering, move: spec.Move, condition: ast.Expr | None) -> p.Offer:
    """A move as a step offers it, narrowed by the step's own condition."""
    tests = [test for test in (move.condition, condition) if test is not None]
    return make_offer(low, move, tests)


def make_offer(low: Lowering, move: spec.Move, tests: list[ast.Expr]) -> p.Offer:
    word, target = move.name.text, low.label(f"move {move.name.text}")
    slot = low.registers.card.slot
    place = tests[0].span.place if tests else move.name.span.place
    if move.choose is None:
        when = fold.every([low.elaborator.truth(test, PLAYER) for test in tests])
        name = low.move_name(MoveName(word))
        return p.Offer(name, when, None, slot, fold.TRUE, target, ratings(low, word, None, p.Get(slot)), place=place)
    scope = card_scope(low)
    where = fold.every([low.elaborator.truth(test, scope) for test in tests])
    zone = zone_of(low.elaborator, move.choose.container, PLAYER)
    domain = p.Cards(zone[0].base, zone[1]) if zone else None
    name = low.move_name(MoveName(word, Kind.CARD))
    return p.Offer(name, fold.TRUE, domain, slot, where, target, ratings(low, word, CARD, p.Get(slot)), place=place)


def source_of(move: spec.Move) -> str:
    """Name of the zone that a move's card comes from; empty when it chooses none."""
    container = move.choose.container if move.choose else None
    if isinstance(container, ast.Word):
        return container.text
    return container.name if isinstance(container, ast.Call) else ""
