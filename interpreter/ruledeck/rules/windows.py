"""windows → the code that asks seats out of turn, after a card's powers and before the turn passes."""

from __future__ import annotations

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, MoveName
from ruledeck.model.state import DEALER
from ruledeck.rules import fold, spec
from ruledeck.rules.calls import zone_of
from ruledeck.rules.card_effects import after
from ruledeck.rules.effects import lower_effects
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.offers import ratings
from ruledeck.rules.scope import Scope
from ruledeck.text.near import near
from ruledeck.words.types import CARD
from ruledeck.words.verbs import SUBJECTS


def lower_windows(low: Lowering) -> None:
    """Windows in file order, after a play by a seat; the starter opens none."""
    if low.spec.windows:
        low.asm.when(p.Get(low.registers.starting.slot), low.label("play over"))
    for window in low.spec.windows:
        lower_window(low, window)


def lower_window(low: Lowering, window: spec.Window) -> None:
    """Ask the seats in order of play, nearest first; the first acceptance closes the window."""
    asm, asked, place = low.asm, low.registers.asked, window.name.span.place
    closed, refused = asm.label(), asm.label()
    asm.unless(low.elaborator.truth(window.condition, low.effect_scope()), closed)
    who = window.ask.text
    seats = {"actor": ACTING, "dealer": p.Get(DEALER), "player": p.Get(low.registers.player.slot)}
    if who in ("others", "next"):
        low.set_own(asked, after(low, ACTING, place))
    elif who in ("all", *seats):
        low.set_own(asked, seats.get(who, ACTING))
    else:
        hint = near(who, SUBJECTS) or "a window asks the actor, the next, others or all"
        low.error("unknown-name", f"nobody is called `{who}` here", window.ask, hint)
    again = asm.here()
    ask_seat(low, window, closed, refused)
    asm.place(refused)
    if who in ("others", "all"):
        low.set_own(asked, after(low, p.Get(asked.slot), place))
        asm.when(p.Compare("!=", p.Get(asked.slot), ACTING), again)
    lower_effects(low, window.otherwise)
    asm.place(closed)


def ask_seat(low: Lowering, window: spec.Window, closed: int, refused: int) -> None:
    """The decision of one seat, and what its acceptance does."""
    asm, place = low.asm, window.name.span.place
    seat = p.Get(low.registers.asked.slot)
    scope = Scope(seat)
    accepted, slot = asm.label(), low.registers.card.slot
    decline = p.Offer(
        low.move_name(MoveName(window.decline.text)), fold.TRUE, None, slot, fold.TRUE, refused,
        (), secret=True, place=place,
    )  # fmt: skip
    word = window.accept.text
    if window.choose is None:
        asm.unless(low.elaborator.truth(window.asks_if, scope), refused)
        rated = ratings(low, window.name.text, None, p.Const(0), seat)
        accept = p.Offer(low.move_name(MoveName(word)), fold.TRUE, None, slot, fold.TRUE, accepted, rated, place=place)
    else:
        inner = scope.bind("card", CARD, p.Get(slot))
        where = low.elaborator.truth(window.asks_if, inner)
        zone = zone_of(low.elaborator, window.choose.container, scope)
        domain = p.Cards(zone[0].base, zone[1]) if zone else p.Numbers(p.Const(0), p.Const(-1))
        asm.unless(fold.over(p.Over(p.Fold.ANY, slot, domain, where, fold.TRUE)), refused)
        rated = ratings(low, window.name.text, CARD, p.Get(slot), seat)
        name = low.move_name(MoveName(word, Kind.CARD))
        accept = p.Offer(name, fold.TRUE, domain, slot, where, accepted, rated, place=place)
    asm.emit(p.Ask(seat, (accept, decline), p.NONE, private=True, place=place))
    asm.place(accepted)
    lower_effects(low, window.do, source_name(window.choose))
    asm.goto(closed)


def source_name(choose: ast.Membership | None) -> str:
    container = choose.container if choose else None
    return container.text if isinstance(container, ast.Word) else ""
