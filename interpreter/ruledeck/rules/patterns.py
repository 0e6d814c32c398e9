"""melds of a spec → patterns over faces, as the search reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.meld import MeldPattern
from ruledeck.rules import fold, spec
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.meld_spec import Meld
from ruledeck.rules.melding import WIDEST
from ruledeck.rules.scope import REFEREE
from ruledeck.rules.spec import Named
from ruledeck.rules.vocabulary import MANY
from ruledeck.text.near import near
from ruledeck.words.types import CARD

T = TypeVar("T")
LONGEST = 99
"""Most values of an order."""


Where = Callable[[Elaborator, ast.Expr | None], int]


def make_patterns(e: Elaborator, ruleset: spec.Spec, where: Where | None = None) -> tuple[MeldPattern, ...]:
    """The meld patterns of a ruleset. Problems are reported to the elaborator. `where` is for who remembers faces."""
    for contract in ruleset.contracts:
        if len(contract.melds) > WIDEST:
            message = f"a contract has at most {WIDEST} melds, and this one has {len(contract.melds)}"
            e.error("bad-value", message, contract.melds[WIDEST].span)
    find = where or faces_where
    wild, barred = find(e, ruleset.wild), find(e, ruleset.barred)
    return tuple(make_pattern(e, meld, wild, barred) for meld in ruleset.melds)


def faces_where(e: Elaborator, condition: ast.Expr | None) -> int:
    """The faces for which a condition on `card` holds, as bits; it may depend on options, not on the game's course."""
    bits = 0
    if condition is None:
        return bits
    for face in range(len(e.vocabulary.cards.deck.written)):
        made = e.truth(condition, REFEREE.bind("card", CARD, p.Const(face)))
        if made == fold.TRUE:
            bits |= 1 << face
        elif made != fold.FALSE:
            e.error("not-constant", "which cards are wild cannot change during a game", condition.span)
            break
    return bits


def make_pattern(e: Elaborator, meld: Meld, wild: int, barred: int) -> MeldPattern:
    cards = e.vocabulary.cards
    if meld.same is None and not meld.in_order:
        e.error("missing-key", f"the meld `{meld.name.text}` says neither `same` nor `in_order`", meld.name.span)
    places, length = positions(e, meld)
    return MeldPattern(
        name=meld.name.text,
        same=natural(attribute_row(e, meld.same), wild, -1) if meld.same else None,
        places=None if places is None else natural(places, wild, ()),
        length=length,
        corner=meld.corner,
        distinct=attribute_row(e, meld.distinct) if meld.distinct else None,
        size_min=limit(e, meld.size[0], 3),
        size_max=min(limit(e, meld.size[1], MANY), length if places is not None else cards.size),
        wilds_max=limit(e, meld.wilds[1], MANY),
        naturals_min=limit(e, meld.naturals[0], 1),
        adjacent_wilds=meld.adjacent_wilds,
        wild=wild,
        barred=barred,
    )


def natural(row: tuple[T, ...], wild: int, none: T) -> tuple[T, ...]:
    """The row for naturals alone: a wild is never one."""
    return tuple(none if wild >> face & 1 else have for face, have in enumerate(row))


def limit(e: Elaborator, expr: ast.Expr | None, default: int) -> int:
    """A number known when the game is built."""
    made = p.Const(default) if expr is None else e.number(expr, REFEREE)
    if isinstance(made, p.Const):
        return made.value
    if expr is not None:
        e.error("not-constant", "sizes of melds cannot change during a game", expr.span)
    return default


def attribute_row(e: Elaborator, named: Named) -> tuple[int, ...]:
    row = e.vocabulary.cards.values.get(named.text)
    if row is None:
        known = e.vocabulary.cards.values
        hint = near(named.text, known) or "cards have " + ", ".join(known)
        e.error("unknown-name", f"cards have no attribute {named.text!r}", named.span, hint)
        return (-1,) * len(e.vocabulary.cards.deck.written)
    return row


def positions(e: Elaborator, meld: Meld) -> tuple[tuple[tuple[int, ...], ...] | None, int]:
    """For each face the places that it may take in the order, and the number of places; None for a group."""
    if not meld.in_order:
        return None, 0
    order: list[str] = []
    attribute = ""
    for named in meld.in_order:
        attribute, words = stretch(e, named, attribute)
        order.extend(words)
        if len(order) > LONGEST:
            e.error("bad-value", f"an order has at most {LONGEST} values, and this one has more", named.span)
            return tuple(() for _ in e.vocabulary.cards.deck.written), 0
    names = e.vocabulary.cards.names.get(attribute, ())
    row = e.vocabulary.cards.values.get(attribute, (-1,) * len(e.vocabulary.cards.deck.written))
    return tuple(tuple(at for at, word in enumerate(order) if have >= 0 and word == names[have]) for have in row), len(
        order
    )


def stretch(e: Elaborator, named: Named, attribute: str) -> tuple[str, tuple[str, ...]]:
    """`A`, or `A..K`: the attribute that has these values, and the values in order."""
    low, dots, high = named.text.partition("..")
    for name, order in e.vocabulary.cards.names.items():
        if low in order and (not dots or high in order) and attribute in ("", name):
            last = order.index(high) if dots else order.index(low)
            return name, order[order.index(low) : last + 1]
    known = [word for order in e.vocabulary.cards.names.values() for word in order]
    e.error("unknown-card", f"no values of one attribute are called {named.text!r}", named.span, near(low, known))
    return attribute, ()
