"""Game, ranges → the program as it can be reached, its expressions folded to what the ranges leave open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruledeck.engine.compiled.code import changed
from ruledeck.engine.compiled.ranges import At, Bounds
from ruledeck.engine.compiled.reach import State
from ruledeck.engine.compiled.trees import rebuilt, rebuilt_domain
from ruledeck.model.game import Game
from ruledeck.model.program import (
    NONE,
    All,
    Any,
    Ask,
    Branch,
    Const,
    Either,
    Expr,
    Goto,
    Instruction,
    Offer,
    Over,
)

TRUE, FALSE = Const(1), Const(0)


@dataclass(frozen=True, slots=True)
class Line:
    """An instruction that can be reached, and the ranges before it."""

    one: Instruction
    at: State


def simplified(game: Game, bounds: Bounds, found: list[State | None]) -> dict[int, Line]:
    """By address, ascending."""
    return {
        pc: Line(simpler(game.code[pc], state, bounds), state) for pc, state in enumerate(found) if state is not None
    }


def simpler(one: Instruction, at: State, bounds: Bounds) -> Instruction:
    match one:
        case Branch(test, yes, no):
            test = fold(test, at, bounds)
            if isinstance(test, Const):
                return Goto(yes if test.value else no)
            return Branch(test, yes, no)
        case Ask():
            return simpler_ask(one, at, bounds)
        case _:
            return changed(one, lambda expr: fold(expr, at, bounds))


def simpler_ask(ask: Ask, at: State, bounds: Bounds) -> Ask:
    """Offers that are never legal stay, without condition to evaluate: a choice is known by its offer's number."""
    offers = tuple(simpler_offer(offer, at, bounds) for offer in ask.offers)
    certain = any(offer.domain is None and offer.when == TRUE and offer.where == TRUE for offer in offers)
    seat = fold(ask.seat, at, bounds)
    return replace(ask, seat=seat, offers=offers, otherwise=NONE if certain else ask.otherwise)


def simpler_offer(offer: Offer, at: State, bounds: Bounds) -> Offer:
    inner = at if offer.domain is None else bounds.within(offer.slot, offer.domain, at)
    return replace(
        offer,
        when=fold(offer.when, at, bounds),
        where=fold(offer.where, inner, bounds),
        domain=offer.domain and rebuilt_domain(offer.domain, lambda part: fold(part, at, bounds)),
        scores=tuple(score and fold(score, inner, bounds) for score in offer.scores),
    )


def fold(expr: Expr, at: At, bounds: Bounds) -> Expr:
    """The same value wherever the ranges hold, and a rule error where `expr` is one."""
    low, high = bounds.of(expr, at)
    if low == high and not bounds.may_fail(expr, at):
        return Const(low)
    match expr:
        case All(items):
            return conjunction([fold(item, at, bounds) for item in items])
        case Any(items):
            return disjunction([fold(item, at, bounds) for item in items])
        case Either(test, then, other):
            test = fold(test, at, bounds)
            if isinstance(test, Const):
                return fold(then if test.value else other, at, bounds)
            return Either(test, fold(then, at, bounds), fold(other, at, bounds))
        case Over(_, slot, domain):
            return fold_over(expr, at, bounds.within(slot, domain, at), bounds)
        case _:
            return rebuilt(expr, lambda part: fold(part, at, bounds))


def fold_over(over: Over, at: At, inner: At, bounds: Bounds) -> Over:
    return replace(
        over,
        domain=rebuilt_domain(over.domain, lambda part: fold(part, at, bounds)),
        where=fold(over.where, inner, bounds),
        body=fold(over.body, inner, bounds),
        limit=over.limit and fold(over.limit, at, bounds),
    )


def conjunction(items: list[Expr]) -> Expr:
    """Items after one that is false are never evaluated."""
    kept: list[Expr] = []
    for item in items:
        if item == TRUE:
            continue
        kept.append(item)
        if item == FALSE:
            break
    return TRUE if not kept else kept[0] if len(kept) == 1 else All(tuple(kept))


def disjunction(items: list[Expr]) -> Expr:
    kept: list[Expr] = []
    for item in items:
        if item == FALSE:
            continue
        kept.append(item)
        if isinstance(item, Const):
            break
    return FALSE if not kept else kept[0] if len(kept) == 1 else Any(tuple(kept))
