"""calls and quantifiers of an expression → program expressions. Part of the elaborator."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, Sight, Zone
from ruledeck.rules import fold
from ruledeck.rules.meld_words import WORDS, elaborate_meld_word
from ruledeck.rules.scope import Scope, Typed
from ruledeck.rules.vocabulary import MAX_TEMPORARIES
from ruledeck.text.near import near
from ruledeck.words.functions import FOLDS, FUNCTION_OF
from ruledeck.words.types import CARD, MELD, NUMBER, SEAT, TRUTH, Type, value

if TYPE_CHECKING:
    from ruledeck.rules.elaborate import Elaborator


def elaborate_call(e: Elaborator, expr: ast.Call, scope: Scope, wanted: Type | None) -> Typed | None:
    """`name(...)`: a function, a definition, a variable or zone of a seat, or a fold over a group alone."""
    name, vocabulary = expr.name, e.vocabulary
    if name in SPECIAL:
        return SPECIAL[name](e, expr, scope)
    if name == "count" and len(expr.args) == 1:
        return count(e, expr, scope)
    if name in WORDS:
        return elaborate_meld_word(e, expr, scope)
    if name in FUNCTION_OF:
        return function(e, expr, scope)
    if name in vocabulary.defines:
        return e.definition(name, expr.args, expr.span, scope, wanted)
    if name in vocabulary.variables:
        return seat_variable(e, expr, scope)
    if name in vocabulary.zones:
        message = (
            f"`{name}(...)` is a group of cards; count({name}(...)), any(card in {name}(...)) and the like read it"
        )
        e.error("type-mismatch", message, expr.span)
        return None
    if name in FOLDS:
        e.error("wrong-arguments", f"`{name}` reads a group, and is written {form_of(p.Fold(name))}", expr.span)
        return None
    known = (*FUNCTION_OF, *FOLDS, *vocabulary.known())
    e.error("unknown-name", f"no function or definition is called `{name}`", expr.name_span, near(name, known))
    return None


def function(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    known = FUNCTION_OF[expr.name]
    if len(expr.args) != len(known.params):
        message = f"`{known.name}` takes {values(len(known.params))}, and gets {len(expr.args)}"
        e.error("wrong-arguments", message, expr.span, known.doc)
        return None
    role = f"a value for `{known.name}`"
    made = [e.want(arg, kind, scope, role) for arg, kind in zip(expr.args, known.params, strict=True)]
    args = tuple(item for item in made if item is not None)
    if len(args) < len(made):
        return None
    return Typed(known.result, known.build(args, e.vocabulary.seats, expr.span.place), expr.span)


WITH_BODY = (p.Fold.SUM, p.Fold.MAX, p.Fold.MIN, p.Fold.LARGEST)


def form_of(kind: p.Fold) -> str:
    """How a quantifier is written."""
    if kind is p.Fold.LARGEST:
        return "largest(points(card) for card in hand, 3)"
    return f"{kind}(points(card) for card in hand)" if kind in WITH_BODY else f"{kind}(card in hand where ...)"


def values(count: int) -> str:
    return "no value" if count == 0 else "1 value" if count == 1 else f"{count} values"


def of_one_seat(name: str, per_seat: bool, what: str) -> str:
    if per_seat:
        return f"`{name}` is asked of one seat, as in {name}(next)"
    return f"`{name}` is one {what} of the table, not one for each seat"


def seat_variable(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    known = e.vocabulary.variables[expr.name]
    if not known.model.per_seat or len(expr.args) != 1:
        e.error("wrong-arguments", of_one_seat(expr.name, known.model.per_seat, "variable"), expr.span)
        return None
    seat = e.want(expr.args[0], SEAT, scope, f"whose `{expr.name}` it is")
    return e.variable(expr.name, seat, expr.span, scope) if seat is not None else None


def zone_of(e: Elaborator, expr: ast.Expr, scope: Scope) -> tuple[Zone, p.Expr | None] | None:
    """A zone whose cards are read: `hand`, `hand(next)`, `pile`."""
    found = zone_named(e, expr, scope)
    if found is None:
        return None
    zone, seat = found
    if not scope.referee and not sees_cards(zone, seat, scope):
        span = expr.span
        message = f"the seat that chooses does not see the cards of `{zone.name}` here"
        e.error("hidden", message, span, f"how many they are is known: count({zone.name})")
        return None
    return found


def zone_named(e: Elaborator, expr: ast.Expr, scope: Scope) -> tuple[Zone, p.Expr | None] | None:
    zones = e.vocabulary.zones
    text = expr.text if isinstance(expr, ast.Word) else expr.name if isinstance(expr, ast.Call) else ""
    if text in e.vocabulary.lost or (isinstance(expr, ast.Word) and not text):
        return None
    if isinstance(expr, ast.Word) and text in zones:
        zone = zones[expr.text]
        return zone, scope.subject if zone.per_seat else None
    if isinstance(expr, ast.Call) and expr.name in zones:
        zone = zones[expr.name]
        if not zone.per_seat or len(expr.args) != 1:
            e.error("wrong-arguments", of_one_seat(expr.name, zone.per_seat, "zone"), expr.span)
            return None
        seat = e.want(expr.args[0], SEAT, scope, f"whose `{expr.name}` it is")
        return (zone, seat) if seat is not None else None
    hint = near(text, zones) or "zones are " + ", ".join(zones)
    e.error("unknown-name", f"no zone is called `{text}`" if text else "a zone is needed here", expr.span, hint)
    return None


def sees_cards(zone: Zone, seat: p.Expr | None, scope: Scope) -> bool:
    if zone.sight is Sight.OWNER:
        return seat == scope.subject
    return zone.sight is Sight.ALL


def top(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    if len(expr.args) != 1:
        e.error("wrong-arguments", "`top` takes a pile: top(pile)", expr.span)
        return None
    found = zone_named(e, expr.args[0], scope)
    if found is None:
        return None
    zone, seat = found
    if not zone.ordered:
        e.error("type-mismatch", f"`{zone.name}` has no top card: a hand has no order", expr.args[0].span)
        return None
    if not scope.referee and zone.sight is not Sight.TOP and not sees_cards(zone, seat, scope):
        e.error("hidden", f"the seat that chooses does not see the top card of `{zone.name}`", expr.span)
        return None
    return Typed(CARD, p.Top(zone.base, seat), expr.span)


def points(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    if len(expr.args) != 1:
        e.error("wrong-arguments", "`points` takes a card: points(card)", expr.span)
        return None
    card = e.want(expr.args[0], CARD, scope, "what has points")
    if e.vocabulary.points < 0:
        e.error("endless-definition", "the points of cards are defined by themselves, by way of this use", expr.span)
        return None
    if card is None:
        return None
    return Typed(NUMBER, fold.lookup(e.vocabulary.points, e.vocabulary.tables[e.vocabulary.points], card), expr.span)


def is_set(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    """`is_set(knocker)`: whether a variable for a card, a seat or a value has one."""
    named = expr.args[0] if len(expr.args) == 1 else None
    known = e.vocabulary.variables.get(named.text) if isinstance(named, ast.Word) else None
    if named is None or known is None or known.type in (NUMBER, TRUTH):
        e.error("wrong-arguments", "`is_set` takes a variable for a card, a seat or a value: is_set(drawn)", expr.span)
        return None
    seat = scope.subject if known.model.per_seat else None
    if e.variable(known.model.name, scope.subject, expr.span, scope) is None:
        return None
    return Typed(TRUTH, p.Compare("!=", p.Get(known.model.slot, seat), p.Const(p.NONE)), expr.span)


def position(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    """`position(card.rank)`: the place of a value in its order, from 1; 0 for a card without one."""
    made = e.typed(expr.args[0], scope) if len(expr.args) == 1 else None
    if made is None or made.type.kind is not Kind.VALUE:
        if made is not None or len(expr.args) != 1:
            e.error("wrong-arguments", "`position` takes a value such as a rank: position(card.rank)", expr.span)
        return None
    return Typed(NUMBER, fold.arith("+", made.expr, p.Const(1)), expr.span)


def count(e: Elaborator, expr: ast.Call, scope: Scope) -> Typed | None:
    """`count(hand)`, `count(seats)`: how many, which everybody may know of every zone."""
    arg = expr.args[0]
    if isinstance(arg, ast.Word) and arg.text in ("seats", "others"):
        return Typed(NUMBER, p.Const(e.vocabulary.seats - (arg.text == "others")), expr.span)
    if isinstance(arg, ast.Word) and arg.text == "melds" and e.vocabulary.melding is not None:
        return Typed(NUMBER, p.Get(e.vocabulary.melding.laid), expr.span)
    found = zone_named(e, arg, scope)
    return Typed(NUMBER, p.Size(found[0].base, found[1]), expr.span) if found else None


def domain_of(e: Elaborator, expr: ast.Expr, scope: Scope) -> tuple[Type, p.Domain, p.Expr | None] | None:
    """What a quantifier runs over: type of an item, the domain, and a seat to leave out."""
    if isinstance(expr, ast.RangeExpr):
        low, high = (e.want(end, NUMBER, scope, "an end of a range") for end in (expr.low, expr.high))
        if isinstance(low, p.Const) and isinstance(high, p.Const) and high.value - low.value >= p.WIDEST_RANGE:
            message = f"the range from {low.value} to {high.value} is wider than {p.WIDEST_RANGE} numbers"
            e.error("range-too-wide", message, expr.span)
            return None
        return (NUMBER, p.Numbers(low, high), None) if low is not None and high is not None else None
    if isinstance(expr, ast.Word) and expr.text in ("seats", "others"):
        seats = p.Numbers(p.Const(0), p.Const(e.vocabulary.seats - 1))
        return SEAT, seats, scope.subject if expr.text == "others" else None
    if isinstance(expr, ast.Word) and expr.text in e.vocabulary.types and scope.bound(expr.text) is None:
        last = len(e.vocabulary.types[expr.text]) - 1
        return value(expr.text), p.Numbers(p.Const(0), p.Const(last)), None
    if isinstance(expr, ast.Word) and expr.text == "melds" and e.vocabulary.melding is not None:
        laid = p.Get(e.vocabulary.melding.laid)
        return MELD, p.Numbers(p.Const(0), p.Arith("-", laid, p.Const(1))), None
    found = zone_of(e, expr, scope)
    return (CARD, p.Cards(found[0].base, found[1]), None) if found else None


def elaborate_fold(e: Elaborator, expr: ast.Fold, scope: Scope) -> Typed | None:
    """`any(card in hand where ...)`, `sum(points(card) for card in hand)` and their kind."""
    if expr.name not in FOLDS:
        e.error("unknown-name", f"no quantifier is called `{expr.name}`", expr.name_span, near(expr.name, FOLDS))
        return None
    kind = p.Fold(expr.name)
    needs_body = kind in WITH_BODY
    if (expr.body is not None) is not needs_body or (expr.limit is not None) is not (kind is p.Fold.LARGEST):
        e.error("wrong-arguments", f"`{kind}` is written {form_of(kind)}", expr.span)
        return None
    found = domain_of(e, expr.domain, scope)
    slot = e.vocabulary.next_slot + scope.depth
    if scope.depth >= MAX_TEMPORARIES:
        e.error("expression-too-long", f"quantifiers nest at most {MAX_TEMPORARIES} deep", expr.span)
        return None
    if found is None:
        return None
    item, domain, without = found
    inner = scope.deeper().bind(expr.var, item, p.Get(slot))
    where = e.want(expr.where, TRUTH, inner, "what follows `where`") if expr.where else fold.TRUE
    limit = e.want(expr.limit, NUMBER, scope, "how many are added") if expr.limit else None
    if expr.limit is not None and limit is None:
        return None
    return finish_fold(e, expr, (kind, slot, domain, without, limit), where, inner)


def finish_fold(
    e: Elaborator,
    expr: ast.Fold,
    head: tuple[p.Fold, int, p.Domain, p.Expr | None, p.Expr | None],
    where: p.Expr | None,
    inner: Scope,
) -> Typed | None:
    kind, slot, domain, without, limit = head
    body = e.typed(expr.body, inner) if expr.body else None
    if where is None or (expr.body is not None and body is None):
        return None
    if body is not None and body.type != NUMBER:
        e.error("type-mismatch", f"`{kind}` works on numbers, and this is {body.type}", body.span)
        return None
    if without is not None:
        where = fold.every([p.Compare("!=", p.Get(slot), without), where])
    made = body.expr if body else fold.TRUE
    if kind is p.Fold.ALL:
        made, where = where, fold.TRUE
        if without is not None:
            made = fold.some([p.Compare("==", p.Get(slot), without), made])
    result = TRUTH if kind in (p.Fold.ANY, p.Fold.ALL) else NUMBER
    return Typed(result, fold.over(p.Over(kind, slot, domain, where, made, 0, limit)), expr.span)


SPECIAL: dict[str, Callable[[Elaborator, ast.Call, Scope], Typed | None]] = {
    "top": top,
    "points": points,
    "is_set": is_set,
    "position": position,
}
"""Calls whose arguments are no plain values."""
