"""words about melds → program expressions: what can be laid, what a meld takes, deadwood, how far a contract is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.meld import LEAST, Contract
from ruledeck.rules import fold
from ruledeck.rules.scope import Scope, Typed
from ruledeck.rules.vocabulary import Melding
from ruledeck.text.near import near
from ruledeck.words.types import CARD, MELD, NUMBER, SEAT, TRUTH, Type, value

if TYPE_CHECKING:
    from ruledeck.rules.elaborate import Elaborator

PATTERNS = "pattern"
"""The type of the names of meld patterns."""
SIGNATURES: dict[str, tuple[tuple[Type, ...], Type, str]] = {
    "takes": ((MELD, CARD), TRUTH, "takes(meld, card): whether the card may be laid off on the meld"),
    "stands_for": (
        (MELD, CARD),
        TRUTH,
        "stands_for(meld, card): whether a wild of the meld stands for exactly this card",
    ),
    "layer": ((MELD,), SEAT, "layer(meld): the seat that laid the meld"),
    "low_card": ((MELD,), CARD, "low_card(meld): the card at the low end of a sequence, not set for a group"),
    "high_card": ((MELD,), CARD, "high_card(meld): the card at the high end of a sequence, not set for a group"),
    "pattern": ((MELD,), value(PATTERNS), "pattern(meld): its pattern, as in pattern(meld) == run"),
}
SEARCHES = (
    "can_lay",
    "can_lay_with",
    "missing",
    "useful",
    "helps",
    "left_over",
    "left_over_with",
    "deadwood",
    "deadwood_with",
)
QUERIES = {
    "can_lay": p.Query.CAN_LAY,
    "missing": p.Query.MISSING,
    "useful": p.Query.USEFUL,
    "helps": p.Query.HELPS,
    "left_over": p.Query.LEFT_OVER,
    "left_over_with": p.Query.LEFT_OVER,
}
WORDS = (*SIGNATURES, *SEARCHES)


def elaborate_meld_word(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    melding = e.vocabulary.melding
    if melding is None:
        e.error("missing-key", f"`{expr.name}` speaks of melds, and the ruleset has no `melds` section", expr.span)
        return None
    if expr.name in SIGNATURES:
        return about_meld(e, melding, expr, scope)
    if expr.name in ("deadwood", "deadwood_with"):
        return deadwood(e, expr, scope)
    if expr.name == "can_lay_with":
        return can_lay_with(e, melding, expr, scope)
    return about_contract(e, melding, expr, scope)


def about_meld(e: Elaborator, melding: Melding, expr: ast.Call, scope: Scope) -> Typed | None:
    params, result, form = SIGNATURES[expr.name]
    if len(expr.args) != len(params):
        e.error("wrong-arguments", f"it is written {form}", expr.span)
        return None
    made = [e.want(arg, kind, scope) for arg, kind in zip(expr.args, params, strict=True)]
    args = tuple(arg for arg in made if arg is not None)
    if len(args) < len(made):
        return None
    if expr.name == "layer":
        return Typed(result, p.Get(melding.layer, args[0]), expr.span)
    if expr.name == "pattern":
        return Typed(result, p.Get(melding.pattern, args[0]), expr.span)
    if expr.name in ("low_card", "high_card"):
        end = p.Const(1 if expr.name == "low_card" else 2)
        return Typed(result, p.Search(p.Query.AT_END, melding.hand.base, scope.subject, (args[0], end)), expr.span)
    query = p.Query.TAKES if expr.name == "takes" else p.Query.STANDS_FOR
    asked = p.Search(query, melding.hand.base, scope.subject, args)
    return Typed(result, p.Compare("!=", asked, p.Const(0)), expr.span)


def deadwood(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    """`deadwood(hand)`; `deadwood(hand, card)`: without one such card."""
    from ruledeck.rules.calls import zone_of  # noqa: PLC0415

    if len(expr.args) not in (1, 2):
        e.error(
            "wrong-arguments", "it is written deadwood(hand), or deadwood(hand, card): without that card", expr.span
        )
        return None
    zone = zone_of(e, expr.args[0], scope)
    card = e.want(expr.args[1], CARD, scope) if len(expr.args) == 2 else None
    if zone is None or (len(expr.args) > 1 and card is None):
        return None
    if zone[0].ordered:
        e.error("wrong-arguments", f"`{zone[0].name}` is a pile; deadwood is counted in a zone of the seats", expr.span)
        return None
    more = p.Const(1 if expr.name == "deadwood_with" else -1)
    args = () if card is None else (card, more)
    return Typed(NUMBER, p.Search(p.Query.DEADWOOD, zone[0].base, zone[1], args), expr.span)


def about_contract(e: Elaborator, melding: Melding, expr: ast.Call, scope: Scope) -> Typed | None:
    """`can_lay(contract)`, `can_lay(set, 10)`, `missing(contract)`, `useful(contract, card)`."""
    card = None
    leaving: int | None = None
    args = expr.args
    if not args or len(args) > 2 or (expr.name == "missing" and len(args) > 1):
        e.error("wrong-arguments", f"it is written {expr.name}(contract), or with the name of a pattern", expr.span)
        return None
    if expr.name in ("useful", "helps", "left_over_with") or (expr.name == "left_over" and len(args) > 1):
        card = e.want(args[1], CARD, scope) if len(args) > 1 else None
        if card is None:
            e.error("wrong-arguments", f"it is written {expr.name}(contract, card)", expr.span)
            return None
    elif len(args) > 1:
        limit = None if is_least(args[1]) else e.typed(args[1], scope, CARD)
        if limit is not None and limit.type == CARD:
            return laid_with(e, melding, expr, (limit.expr, p.Const(p.OWN_CARD)), scope)
        leaving = LEAST if is_least(args[1]) else constant_left(e, limit, args[1])
        if leaving is None:
            return None
    which = contract_number(e, melding, args[0], leaving, scope)
    if which is None:
        return None
    given: tuple[p.Expr, ...] = (which,) if card is None else (which, card)
    if expr.name.startswith("left_over") and card is not None:
        given = (which, card, p.Const(1 if expr.name == "left_over_with" else -1))
    asked = p.Search(QUERIES[expr.name], melding.hand.base, scope.subject, given)
    if expr.name == "helps":
        return Typed(TRUTH, p.Compare(">", asked, p.Const(0)), expr.span)
    return Typed(TRUTH if expr.name == "can_lay" else NUMBER, asked, expr.span)


def is_least(limit: ast.Expr) -> bool:
    return isinstance(limit, ast.Word) and limit.text == "least"


def most_left(e: Elaborator, limit: ast.Expr, scope: Scope) -> int | None:
    """How much deadwood a meld may leave: a number known before play, or `least`."""
    if is_least(limit):
        return LEAST
    return constant_left(e, e.typed(limit, scope, NUMBER), limit)


def constant_left(e: Elaborator, limit: Typed | None, told: ast.Expr) -> int | None:
    """The most deadwood that may be left over: the contract that holds it is made before play."""
    if limit is None:
        return None
    if limit.type != NUMBER:
        message = f"this is {limit.type}, and the most deadwood that may be left is a number"
        e.error("type-mismatch", message, told.span)
        return None
    made = limit.expr
    if not isinstance(made, p.Const):
        hint = "`least` is as little as the hand can leave"
        e.error("not-constant", "the most deadwood that may be left cannot change during a game", told.span, hint)
        return None
    if made.value < 0:
        e.error("out-of-range", f"deadwood is never less than 0, this is {made.value}", told.span)
        return None
    return made.value


def can_lay_with(e: Elaborator, melding: Melding, expr: ast.Call, scope: Scope) -> Typed | None:
    """`can_lay_with(set, card)`: one more such card in hand; `can_lay_with(set, card, pile)`: and those above it."""
    from ruledeck.rules.calls import zone_of  # noqa: PLC0415

    if len(expr.args) not in (2, 3):
        message = "it is written can_lay_with(set, card), or can_lay_with(set, card, pile): with the cards above it too"
        e.error("wrong-arguments", message, expr.span)
        return None
    card = e.want(expr.args[1], CARD, scope, "the card that comes")
    come = p.ONE_MORE
    if len(expr.args) == 3:
        zone = zone_of(e, expr.args[2], scope)
        if zone is not None and not zone[0].ordered:
            e.error("type-mismatch", f"`{zone[0].name}` is no pile: a hand has no order", expr.args[2].span)
        if zone is None or not zone[0].ordered or zone[1] is not None:
            return None
        come = zone[0].base
    return None if card is None else laid_with(e, melding, expr, (card, p.Const(come)), scope)


def laid_with(
    e: Elaborator, melding: Melding, expr: ast.Call, given: tuple[p.Expr, p.Expr], scope: Scope
) -> Typed | None:
    """Whether a laying is possible that holds a card: `given` are the card and what comes along."""
    which = contract_number(e, melding, expr.args[0], None, scope)
    if which is None:
        return None
    asked = p.Search(p.Query.CAN_LAY_WITH, melding.hand.base, scope.subject, (which, *given))
    return Typed(TRUTH, asked, expr.span)


def contract_number(
    e: Elaborator, melding: Melding, named: ast.Expr, leaving: int | None, scope: Scope
) -> p.Expr | None:
    """The number of a contract: the seat's current one, or one meld of a pattern."""
    text = named.text if isinstance(named, ast.Word) else ""
    if text == "contract" and melding.contract_at is not None:
        if leaving is not None:
            e.error("wrong-arguments", "the most deadwood goes with the name of a pattern", named.span)
            return None
        number = e.number(melding.contract_at, scope)
        return fold.arith("-", number, p.Const(1))
    if text in melding.patterns:
        allowed = tuple(range(len(melding.patterns))) if leaving is not None else ()
        wanted = Contract((melding.patterns.index(text),), leaving=leaving, allowed=allowed)
        if wanted not in melding.contracts:
            melding.contracts.append(wanted)
        return p.Const(melding.contracts.index(wanted))
    hint = near(text, ("contract", *melding.patterns)) or "patterns are " + ", ".join(melding.patterns)
    e.error("unknown-name", f"no contract or pattern of melds is called {text!r}", named.span, hint)
    return None
