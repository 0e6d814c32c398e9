"""effects that move cards → instructions: drawing, moving, exchanging; and whom an effect falls on."""

from __future__ import annotations

from collections.abc import Callable

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.state import DEALER
from ruledeck.rules import fold
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.spec import Effect, Named
from ruledeck.text import Place
from ruledeck.text.near import near
from ruledeck.words.functions import FUNCTION_OF
from ruledeck.words.types import CARD, SEAT
from ruledeck.words.verbs import SUBJECTS


def after(low: Lowering, seat: p.Expr, place: Place) -> p.Expr:
    """The next seat in the direction of play."""
    return FUNCTION_OF["next"].build((seat,), low.vocabulary.seats, place)


def each_subject(low: Lowering, effect: Effect, key: str, body: Callable[[p.Expr], None]) -> None:
    """Emit `body` for every seat that an effect falls on, in order of play."""
    named = effect.get(key)
    who = named.text if isinstance(named, Named) else "actor"
    place, reached = effect.span.place, low.registers.seat
    if who == "actor":
        body(ACTING)
    elif who in ("dealer", "asked", "player"):
        slots = {"dealer": DEALER, "asked": low.registers.asked.slot, "player": low.registers.player.slot}
        body(p.Get(slots[who]))
    elif who == "next":
        low.set_own(reached, after(low, ACTING, place))
        body(p.Get(reached.slot))
    elif who in ("others", "all"):
        low.set_own(reached, ACTING if who == "all" else after(low, ACTING, place))
        again = low.asm.here()
        body(p.Get(reached.slot))
        low.set_own(reached, after(low, p.Get(reached.slot), place))
        low.asm.when(p.Compare("!=", p.Get(reached.slot), ACTING), again)
    elif who in low.vocabulary.variables and low.vocabulary.variables[who].type == SEAT:
        body(p.Get(low.vocabulary.variables[who].model.slot))
    elif isinstance(named, Named):
        hint = near(who, SUBJECTS) or "an effect falls on " + ", ".join(SUBJECTS)
        low.error("unknown-name", f"nobody is called `{who}` here", named, hint)


def draw(low: Lowering, effect: Effect) -> None:
    count = low.number(effect, "draw")
    deal = low.spec.deal
    stock = low.pile(deal.source) if deal else None
    hand = low.zone(deal.to) if deal else None
    if stock is not None and hand is not None:
        each_subject(low, effect, "who", lambda seat: draw_cards(low, effect, count, (stock, hand[0], seat)))


def draw_cards(low: Lowering, effect: Effect, count: p.Expr, way: tuple[int, int, p.Expr]) -> None:
    """One seat draws: `way` is stock, hand, seat."""
    asm, registers, place = low.asm, low.registers, effect.span.place
    stock, hand, seat = way
    done, left = asm.label(), p.Get(registers.left.slot)
    once = count == p.Const(1)
    if not once:
        low.set_own(registers.left, count)
    again = asm.here()
    if not once:
        asm.unless(p.Compare(">", left, p.Const(0)), done)
    refill(low, stock, place)
    asm.emit(p.Take(stock, hand, seat, registers.drawn.slot, place))
    asm.when(p.Compare("==", p.Get(registers.drawn.slot), p.Const(p.NONE)), done)
    into = effect.get("into")
    if isinstance(into, Named) and (known := low.variable(into)):
        if known.type != CARD:
            low.error("type-mismatch", f"`{into.text}` is {known.type}, and a card is kept here", into)
        low.assign(known, seat if known.model.per_seat else None, p.Get(registers.drawn.slot), place)
    if not once:
        low.set_own(registers.left, fold.arith("-", left, p.Const(1)))
        until = effect.get("until")
        if isinstance(until, ast.Expr):
            scope = low.effect_scope().bind("card", CARD, p.Get(registers.drawn.slot))
            asm.when(low.elaborator.truth(until, scope), done)
        asm.goto(again)
    asm.place(done)


def refill(low: Lowering, stock: int, place: Place) -> None:
    """An empty stock is made new from the pile that its zone names, without the pile's top card."""
    zone = next((zone for zone in low.spec.zones if low.vocabulary.zones[zone.name.text].base == stock), None)
    pile = low.pile(zone.refill) if zone and zone.refill else None
    if pile is None:
        return
    full = low.asm.label()
    low.asm.unless(p.Compare("==", p.Size(stock), p.Const(0)), full)
    low.asm.unless(p.Compare(">", p.Size(pile), p.Const(1)), full)
    turned = stock in low.vocabulary.turned
    low.asm.emit(p.Gather(pile, stock, 1, turned, place), *(() if turned else (p.Shuffle(stock, place),)))
    refills = low.registers.refills
    low.set_own(refills, fold.arith("+", p.Get(refills.slot), p.Const(1)))
    low.asm.place(full)


def move(low: Lowering, effect: Effect) -> None:
    card, source, target = effect.get("move"), effect.get("from"), effect.get("to")
    if not (isinstance(card, ast.Expr) and isinstance(source, Named) and isinstance(target, Named)):
        return
    made = low.elaborator.want(card, CARD, low.effect_scope(), "`move`")
    from_zone, to_zone = low.zone(source), low.zone(target)
    where = effect.get("at")
    at = p.At(where.text) if isinstance(where, Named) else p.At.TOP
    if made is None or not from_zone or not to_zone:
        return
    along = effect.get("with") is not None
    if along and low.pile(source) is None:
        return

    def shift(seat: p.Expr) -> None:
        ends = [(zone, seat if owner is not None else None) for zone, owner in (from_zone, to_zone)]
        if along:
            move_above(low, made, (from_zone[0], *ends[1]), at, effect.span.place)
        else:
            low.asm.emit(p.Transfer(made, *ends[0], *ends[1], at, effect.span.place))

    each_subject(low, effect, "who", shift)


def move_above(low: Lowering, card: p.Expr, way: tuple[int, int, p.Expr | None], at: p.At, place: Place) -> None:
    """The cards of a pile one by one, the uppermost first, until such a card has come. `way` is pile, zone, seat."""
    pile, zone, seat = way
    moved = low.registers.drawn
    again = low.asm.here()
    low.set_own(moved, p.Top(pile))
    low.asm.emit(p.Transfer(p.Get(moved.slot), pile, None, zone, seat, at, place))
    low.asm.unless(p.Compare("==", p.Get(moved.slot), card), again)


def seat_named(low: Lowering, effect: Effect) -> p.Expr:
    seat = effect.get(effect.verb)
    made = (
        low.elaborator.want(seat, SEAT, low.effect_scope(), f"`{effect.verb}`") if isinstance(seat, ast.Expr) else None
    )
    return made if made is not None else ACTING


def hands(low: Lowering) -> int:
    deal = low.spec.deal
    zone = low.zone(deal.to) if deal else None
    return zone[0] if zone else 0


def swap_hands(low: Lowering, effect: Effect) -> None:
    low.asm.emit(p.Exchange(hands(low), ACTING, seat_named(low, effect), effect.span.place))


def clear(low: Lowering, effect: Effect) -> None:
    source, target = effect.get("clear"), effect.get("to")
    if not (isinstance(source, Named) and isinstance(target, Named)):
        return
    from_zone, to_zone = low.zone(source), low.zone(target)
    if from_zone and to_zone and (from_zone[1] is not None or to_zone[1] is not None):
        low.error("type-mismatch", "`clear` moves the cards of a zone of the table to another", source)
    elif from_zone and to_zone:
        low.asm.emit(p.Gather(from_zone[0], to_zone[0], 0, place=effect.span.place))


def pass_hands(low: Lowering, effect: Effect) -> None:
    """Each seat after the actor exchanges with the actor in turn: every hand has then moved on by one seat."""
    zone, reached, place = hands(low), low.registers.seat, effect.span.place
    low.set_own(reached, after(low, ACTING, place))
    repeat = low.asm.here()
    low.asm.emit(p.Exchange(zone, ACTING, p.Get(reached.slot), place))
    low.set_own(reached, after(low, p.Get(reached.slot), place))
    low.asm.when(p.Compare("!=", p.Get(reached.slot), ACTING), repeat)
