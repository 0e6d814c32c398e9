"""effect verbs → instructions, one function a verb."""

from __future__ import annotations

from collections.abc import Callable

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, MoveName
from ruledeck.model.state import ACTOR, DEALER, DIRECTION, REASON
from ruledeck.rules import fold
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.melding import lay, lay_off, swap_wild
from ruledeck.rules.offers import move_offer, ratings
from ruledeck.rules.scope import Scope
from ruledeck.rules.spec import Effect, Effects, Named
from ruledeck.text import Place
from ruledeck.text.near import near
from ruledeck.words.functions import FUNCTION_OF
from ruledeck.words.types import CARD, NUMBER, SEAT, TRUTH
from ruledeck.words.verbs import SUBJECTS

DEEPEST_ACTIONS = 20


def lower_effects(low: Lowering, effects: Effects, source: str = "") -> None:
    """Emit effects in order. `source` is the zone that the move's card comes from."""
    for effect in effects:
        if not low.vocabulary.spend(effect.span):
            return
        if effect.verb == "play":
            play(low, effect, source)
        else:
            LOWERINGS[effect.verb](low, effect)


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
    elif isinstance(named, Named):
        hint = near(who, SUBJECTS) or "an effect falls on " + ", ".join(SUBJECTS)
        low.error("unknown-name", f"nobody is called `{who}` here", named, hint)


def draw(low: Lowering, effect: Effect) -> None:
    count = low.number(effect.get("draw"))
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
    low.asm.emit(p.Gather(pile, stock, 1, place), p.Shuffle(stock, place))
    low.asm.place(full)


def play(low: Lowering, effect: Effect, source: str) -> None:
    """Put the card in play and go to the code that plays from `source`; nothing follows in this move."""
    target = effect.get("to")
    card = effect.get("play")
    if isinstance(target, Named) and low.pile(target) is None:
        return
    if not source or not isinstance(target, Named):
        low.error("misplaced-verb", "`play` stands in a move that chooses a card of a zone", Named("play", effect.span))
        return
    if isinstance(card, ast.Expr):
        made = low.elaborator.want(card, CARD, low.effect_scope())
        if made is not None and made != p.Get(low.registers.card.slot):
            low.set_own(low.registers.card, made)
    if (source, target.text) not in low.plays:
        low.plays[source, target.text] = low.asm.label(), effect.span.place
    low.asm.goto(low.plays[source, target.text][0])


def move(low: Lowering, effect: Effect) -> None:
    card, source, target = effect.get("move"), effect.get("from"), effect.get("to")
    if not (isinstance(card, ast.Expr) and isinstance(source, Named) and isinstance(target, Named)):
        return
    made = low.elaborator.want(card, CARD, low.effect_scope())
    from_zone, to_zone = low.zone(source), low.zone(target)
    where = effect.get("at")
    at = p.At(where.text) if isinstance(where, Named) else p.At.TOP
    if made is None or not from_zone or not to_zone:
        return

    def shift(seat: p.Expr) -> None:
        ends = [(zone, seat if owner is not None else None) for zone, owner in (from_zone, to_zone)]
        low.asm.emit(p.Transfer(made, *ends[0], *ends[1], at, effect.span.place))

    each_subject(low, effect, "who", shift)


def choose(low: Lowering, effect: Effect) -> None:
    """A decision of the subject: one of the values that the variable may have."""
    named = effect.get("choose")
    known = low.variable(named) if isinstance(named, Named) else None
    if known is None or not isinstance(named, Named):
        return
    model = known.model
    if model.per_seat or model.kind not in (Kind.VALUE, Kind.SEAT, Kind.NUMBER, Kind.TRUTH):
        low.error("type-mismatch", f"`{named.text}` is {known.type}, which a seat cannot name", named)
        return
    word = model.type_name or named.text
    name = low.move_name(MoveName(word, model.kind, model.type_name, assign=True))
    where = effect.get("where")
    place = effect.span.place

    def ask(seat: p.Expr) -> None:
        on = low.asm.label()
        value = p.Get(model.slot)
        scope = Scope(seat).bind("card", CARD, p.Get(low.registers.card.slot)).bind(word, known.type, value)
        allowed = low.elaborator.truth(where, scope) if isinstance(where, ast.Expr) else fold.TRUE
        domain = p.Numbers(p.Const(max(model.lo, 0)), p.Const(model.hi))
        scores = ratings(low, word, known.type, value, seat)
        offer = p.Offer(name, fold.TRUE, domain, model.slot, allowed, on, scores, place=place)
        low.asm.emit(p.Ask(seat, (offer,), on, place=place))
        low.asm.place(on)

    each_subject(low, effect, "who", ask)


def set_variable(low: Lowering, effect: Effect) -> None:
    named, value = effect.get("set"), effect.get("to")
    known = low.variable(named) if isinstance(named, Named) else None
    if known is None or not isinstance(value, ast.Expr):
        return
    made = low.elaborator.want(value, known.type, low.effect_scope())
    if made is not None:
        low.assign(known, ACTING if known.model.per_seat else None, made, effect.span.place)


def add(low: Lowering, effect: Effect, amount: str = "add", to: str = "to") -> None:
    named = effect.get(to)
    known = low.variable(named) if isinstance(named, Named) else None
    if known is None or not isinstance(named, Named):
        return
    if known.type != NUMBER:
        low.error("type-mismatch", f"`{named.text}` is {known.type}, and only numbers are added to", named)
        return
    seat = ACTING if known.model.per_seat else None
    more = low.number(effect.get(amount))
    low.assign(known, seat, fold.arith("+", p.Get(known.model.slot, seat), more), effect.span.place)


def raise_penalty(low: Lowering, effect: Effect) -> None:
    named = effect.get("raise")
    penalties = [penalty.name.text for penalty in low.spec.penalties]
    if isinstance(named, Named) and named.text not in penalties:
        low.error("unknown-name", f"no penalty is called `{named.text}`", named, near(named.text, penalties))
        return
    add(low, effect, "by", "raise")


def skip(low: Lowering, effect: Effect) -> None:
    named = effect.get("skip")
    if isinstance(named, Named) and named.text != "next":
        low.error("bad-value", "only the next seat can be skipped: skip: next", named)
        return
    skips = low.registers.skips
    low.set_own(skips, fold.arith("+", p.Get(skips.slot), p.Const(1)))


def reverse(low: Lowering, effect: Effect) -> None:
    turned = fold.arith("-", p.Const(0), p.Get(DIRECTION))
    low.asm.emit(p.Assign(DIRECTION, None, turned, -1, 1, place=effect.span.place))


def again(low: Lowering, effect: Effect) -> None:
    low.set_own(low.registers.to_move, ACTING)


def seat_named(low: Lowering, effect: Effect) -> p.Expr:
    seat = effect.get(effect.verb)
    made = low.elaborator.want(seat, SEAT, low.effect_scope()) if isinstance(seat, ast.Expr) else None
    return made if made is not None else ACTING


def next_turn(low: Lowering, effect: Effect) -> None:
    low.set_own(low.registers.to_move, seat_named(low, effect))


def take_over(low: Lowering, effect: Effect) -> None:
    low.asm.emit(p.Assign(ACTOR, None, seat_named(low, effect), 0, low.vocabulary.seats - 1, place=effect.span.place))
    low.set_own(low.registers.skips, p.Const(0))
    low.set_own(low.registers.to_move, p.Const(p.NONE))


def lose_turn(low: Lowering, effect: Effect) -> None:
    lost, times = low.registers.lost, low.number(effect.get("times"), 1)

    def more(seat: p.Expr) -> None:
        value = fold.arith("+", p.Get(lost.slot, seat), times)
        low.asm.emit(p.Assign(lost.slot, seat, value, lost.lo, lost.hi, place=effect.span.place))

    each_subject(low, effect, "lose_turn", more)


def hands(low: Lowering, effect: Effect) -> int:
    deal = low.spec.deal
    zone = low.zone(deal.to) if deal else None
    return zone[0] if zone else 0


def swap_hands(low: Lowering, effect: Effect) -> None:
    low.asm.emit(p.Exchange(hands(low, effect), ACTING, seat_named(low, effect), effect.span.place))


def clear(low: Lowering, effect: Effect) -> None:
    source, target = effect.get("clear"), effect.get("to")
    if not (isinstance(source, Named) and isinstance(target, Named)):
        return
    from_zone, to_zone = low.zone(source), low.zone(target)
    if from_zone and to_zone and (from_zone[1] is not None or to_zone[1] is not None):
        low.error("type-mismatch", "`clear` moves the cards of a zone of the table to another", source)
    elif from_zone and to_zone:
        low.asm.emit(p.Gather(from_zone[0], to_zone[0], 0, effect.span.place))


def act(low: Lowering, effect: Effect) -> None:
    """Effects under a name, put in where they are used."""
    named = effect.get("act")
    if not isinstance(named, Named):
        return
    known = {action.name.text: action for action in low.spec.actions}
    if named.text not in known:
        low.error("unknown-name", f"no action is called `{named.text}`", named, near(named.text, known))
    elif named.text in low.acting:
        low.error("endless-definition", f"the action `{named.text}` contains itself", named)
    elif len(low.acting) == DEEPEST_ACTIONS:
        low.error("program-too-large", f"actions stand in one another more than {DEEPEST_ACTIONS} deep", named)
    else:
        low.acting.append(named.text)
        lower_effects(low, known[named.text].do)
        low.acting.pop()


def pass_hands(low: Lowering, effect: Effect) -> None:
    """Each seat after the actor exchanges with the actor in turn: every hand has then moved on by one seat."""
    zone, reached, place = hands(low, effect), low.registers.seat, effect.span.place
    low.set_own(reached, after(low, ACTING, place))
    repeat = low.asm.here()
    low.asm.emit(p.Exchange(zone, ACTING, p.Get(reached.slot), place))
    low.set_own(reached, after(low, p.Get(reached.slot), place))
    low.asm.when(p.Compare("!=", p.Get(reached.slot), ACTING), repeat)


def end_turn(low: Lowering, effect: Effect) -> None:
    low.asm.goto(low.label("pass"))


def end_round(low: Lowering, effect: Effect) -> None:
    named = effect.get("end_round")
    if isinstance(named, Named):
        finish_round(low, named.text, effect.span.place)


def finish_round(low: Lowering, reason: str, place: Place) -> None:
    low.asm.emit(p.Assign(REASON, None, p.Const(low.reason(reason)), p.NONE, 99, quiet=True, place=place))
    low.asm.goto(low.label("round over"))


def offer(low: Lowering, effect: Effect) -> None:
    """A decision whose only choice is one move, without conditions."""
    named = effect.get("offer")
    known = next((m for m in low.spec.moves if isinstance(named, Named) and m.name.text == named.text), None)
    if not isinstance(named, Named):
        return
    if known is None or known.choose is not None or known.condition is not None:
        names = [m.name.text for m in low.spec.moves if m.choose is None and m.condition is None]
        hint = near(named.text, names) or "such a move chooses nothing and has no `if`"
        low.error("unknown-name", f"no move `{named.text}` is always legal", named, hint)
        return
    low.asm.emit(p.Ask(ACTING, (move_offer(low, known, None),), p.NONE, place=effect.span.place))


def branch(low: Lowering, effect: Effect) -> None:
    test = effect.get("if")
    asm = low.asm
    other, done = asm.label(), asm.label()
    made = low.elaborator.want(test, TRUTH, low.effect_scope()) if isinstance(test, ast.Expr) else None
    asm.unless(made if made is not None else fold.TRUE, other)
    inner, outer = effect.get("do"), effect.get("else")
    lower_effects(low, inner if isinstance(inner, tuple) else ())
    asm.goto(done)
    asm.place(other)
    lower_effects(low, outer if isinstance(outer, tuple) else ())
    asm.place(done)


LOWERINGS: dict[str, Callable[[Lowering, Effect], None]] = {
    "draw": draw,
    "move": move,
    "choose": choose,
    "set": set_variable,
    "add": add,
    "raise": raise_penalty,
    "skip": skip,
    "offer": offer,
    "reverse": reverse,
    "again": again,
    "next_turn": next_turn,
    "take_over": take_over,
    "lose_turn": lose_turn,
    "lay": lay,
    "lay_off": lay_off,
    "swap_wild": swap_wild,
    "clear": clear,
    "act": act,
    "swap_hands": swap_hands,
    "pass_hands": pass_hands,
    "end_turn": end_turn,
    "end_round": end_round,
    "if": branch,
}
