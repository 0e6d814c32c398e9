"""How large a penalty can grow: what its raises add up to when every card that raises it is played once."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.rules.cards import pattern_bits
from ruledeck.rules.vocabulary import Vocabulary

NO_RAISE = 10**4
"""Bound where a raise is no plain number or cards may come back while something is owed, and no `limit` is given."""


def raises(effects: spec.Effects, name: str) -> Iterator[ast.Expr]:
    """The amounts by which effects, nested ones included, raise a penalty."""
    for effect in effects:
        for key, argument in effect.args:
            if isinstance(argument, tuple):
                yield from raises(argument, name)
            elif (
                effect.verb == "raise" and key == "raise" and isinstance(argument, spec.Named) and argument.text == name
            ):
                amount = effect.get("by")
                if amount is not None and not isinstance(amount, spec.Named | tuple):
                    yield amount


def has_draw(effects: spec.Effects) -> bool:
    """Whether effects, nested ones included, make somebody draw."""
    return any(
        effect.verb in ("draw", "act") or any(isinstance(inner, tuple) and has_draw(inner) for _, inner in effect.args)
        for effect in effects
    )


def cards_come_back(ruleset: spec.Spec) -> bool:
    """Whether a card played may be drawn and played again before a debt is paid: by a power or a window that draws."""
    powers = (has_draw((*power.do, *(power.starter or ()))) for power in ruleset.powers)
    windows = (has_draw((*window.do, *window.otherwise)) for window in ruleset.windows)
    return any(powers) or any(windows)


def raised_by(ruleset: spec.Spec, penalty: spec.Penalty, vocabulary: Vocabulary) -> int:
    if cards_come_back(ruleset):
        return NO_RAISE
    total = 0
    for power in ruleset.powers:
        amounts = list(raises((*power.do, *(power.starter or ())), penalty.name.text))
        if not amounts:
            continue
        if not all(isinstance(amount, ast.Number) for amount in amounts):
            return NO_RAISE
        bits = pattern_bits(vocabulary.cards, power.card, []) if power.card else -1
        cards = sum(copies for face, copies in enumerate(vocabulary.cards.deck.copies) if bits >> face & 1)
        total += cards * sum(amount.value for amount in amounts if isinstance(amount, ast.Number))
    for move in ruleset.moves:
        if any(True for _ in raises(move.do, penalty.name.text)):
            return NO_RAISE
    return total
