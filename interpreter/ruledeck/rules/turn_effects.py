"""effect verbs on variables, decisions, turns and rounds → instructions, one function a verb."""

from __future__ import annotations

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, MoveName
from ruledeck.model.state import ACTOR, DIRECTION, REASON
from ruledeck.rules import fold
from ruledeck.rules.card_effects import each_subject, seat_named
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.offers import move_offer, ratings
from ruledeck.rules.scope import Scope
from ruledeck.rules.spec import Effect, Named
from ruledeck.text import Place
from ruledeck.text.near import near, near_or_all
from ruledeck.words.types import CARD, NUMBER, TRUTH

DEEPEST_ACTIONS = 20
MOST_CHOICES = 200


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
        made = low.elaborator.want(card, CARD, low.effect_scope(), "`play`")
        if made is not None and made != p.Get(low.registers.card.slot):
            low.set_own(low.registers.card, made)
    if (source, target.text) not in low.plays:
        low.plays[source, target.text] = low.asm.label(), effect.span.place
    low.asm.goto(low.plays[source, target.text][0])


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
    if model.hi - max(model.lo, 0) >= MOST_CHOICES:
        message = (
            f"`{named.text}` may be {model.hi - max(model.lo, 0) + 1} numbers, and a seat chooses among {MOST_CHOICES}"
        )
        low.error("too-many-choices", message, named, "declare a narrower range for it")
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
    if known is None or not isinstance(value, ast.Expr) or not isinstance(named, Named):
        return
    made = low.elaborator.want(value, known.type, low.effect_scope(), f"`{named.text}`")
    if made is None:
        return
    low.check_range(known, made, value.span)
    if known.model.per_seat:
        each_subject(low, effect, "who", lambda seat: low.assign(known, seat, made, effect.span.place))
    else:
        low.assign(known, None, made, effect.span.place)


def add(low: Lowering, effect: Effect, amount: str = "add", to: str = "to") -> None:
    named = effect.get(to)
    known = low.variable(named) if isinstance(named, Named) else None
    if known is None or not isinstance(named, Named):
        return
    if known.type != NUMBER:
        low.error("type-mismatch", f"`{named.text}` is {known.type}, and only a number is added to", named)
        return
    more = low.number(effect, amount)

    def raise_it(seat: p.Expr | None) -> None:
        low.assign(known, seat, fold.arith("+", p.Get(known.model.slot, seat), more), effect.span.place)

    if known.model.per_seat:
        each_subject(low, effect, "who", raise_it)
    else:
        raise_it(None)


def raise_penalty(low: Lowering, effect: Effect) -> None:
    named = effect.get("raise")
    penalties = [penalty.name.text for penalty in low.spec.penalties]
    if isinstance(named, Named) and named.text not in penalties:
        low.error(
            "unknown-name",
            f"no penalty is called `{named.text}`",
            named,
            near_or_all(named.text, penalties, "penalties"),
        )
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


def again(low: Lowering, _effect: Effect) -> None:
    low.set_own(low.registers.to_move, ACTING)


def next_turn(low: Lowering, effect: Effect) -> None:
    low.set_own(low.registers.to_move, seat_named(low, effect))


def take_over(low: Lowering, effect: Effect) -> None:
    low.asm.emit(p.Assign(ACTOR, None, seat_named(low, effect), 0, low.vocabulary.seats - 1, place=effect.span.place))
    low.set_own(low.registers.skips, p.Const(0))
    low.set_own(low.registers.to_move, p.Const(p.NONE))


def lose_turn(low: Lowering, effect: Effect) -> None:
    lost, times = low.registers.lost, low.number(effect, "times", 1)

    def more(seat: p.Expr) -> None:
        value = fold.arith("+", p.Get(lost.slot, seat), times)
        low.asm.emit(p.Assign(lost.slot, seat, value, lost.lo, lost.hi, place=effect.span.place))

    each_subject(low, effect, "lose_turn", more)


def act(low: Lowering, effect: Effect) -> None:
    """Effects under a name, put in where they are used."""
    named = effect.get("act")
    if not isinstance(named, Named):
        return
    known = {action.name.text: action for action in low.spec.actions}
    if named.text not in known:
        low.error(
            "unknown-name", f"no action is called `{named.text}`", named, near_or_all(named.text, known, "actions")
        )
    elif named.text in low.acting:
        low.error("endless-definition", f"the action `{named.text}` contains itself", named)
    elif len(low.acting) == DEEPEST_ACTIONS:
        low.vocabulary.too_large(f"actions stand in one another more than {DEEPEST_ACTIONS} deep", named.span)
    else:
        low.acting.append(named.text)
        low.perform(known[named.text].do)
        low.acting.pop()


def end_turn(low: Lowering, _effect: Effect) -> None:
    low.asm.goto(low.label("pass"))


def go_to(low: Lowering, effect: Effect) -> None:
    named = effect.get("go_to")
    steps = [step.name.text for step in low.spec.steps]
    if isinstance(named, Named) and named.text in steps:
        low.asm.goto(low.label(f"step {named.text}"))
    elif isinstance(named, Named):
        low.error("unknown-name", f"no step is called `{named.text}`", named, near(named.text, steps))


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
    made = low.elaborator.want(test, TRUTH, low.effect_scope(), "a condition") if isinstance(test, ast.Expr) else None
    asm.unless(made if made is not None else fold.TRUE, other)
    inner, outer = effect.get("do"), effect.get("else")
    low.perform(inner if isinstance(inner, tuple) else ())
    asm.goto(done)
    asm.place(other)
    low.perform(outer if isinstance(outer, tuple) else ())
    asm.place(done)
