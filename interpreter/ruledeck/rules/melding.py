"""melds, contracts and their verbs → patterns, contracts and the code that lays, lays off and swaps."""

from __future__ import annotations

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, MoveName
from ruledeck.rules import fold
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.meld_words import contract_number, most_left
from ruledeck.rules.offers import ratings
from ruledeck.rules.scope import PLAYER
from ruledeck.rules.spec import Effect, Named
from ruledeck.rules.vocabulary import Melding
from ruledeck.words.types import CARD, MELD, value

WIDEST = 8
"""Most melds that one contract may have."""
LAY_CARD, LAY_CLOSE = RATED_IN_MELDS = ("lay_card", "lay_close")
"""Words by which strategies rate the choices of laying a meld: one more card, its end."""
ENDS = ("low", "high")
LOW, HIGH, EITHER = 1, 2, 3
"""Answers of the query TAKES, see `program.Query`."""


def melding_of(low: Lowering, effect: Effect) -> Melding | None:
    melding = low.vocabulary.melding
    if melding is None:
        low.error("missing-key", "the ruleset has no `melds` section", Named(effect.verb, effect.span))
    return melding


def lay(low: Lowering, effect: Effect) -> None:
    """Slot by slot and card by card; only what can still be completed is offered (decision 0003)."""
    melding, named = melding_of(low, effect), effect.get("lay")
    if melding is None or not isinstance(named, Named):
        return
    leaving, limit = effect.get("leaving"), None
    if isinstance(leaving, ast.Expr):
        limit = most_left(low.elaborator, leaving, PLAYER)
        if limit is None:
            return
    which = contract_number(low.elaborator, melding, ast.Word(named.text, named.span), limit, PLAYER)
    if which is None:
        return
    asm, registers, place = low.asm, low.registers, effect.span.place
    must_hold(low, melding, effect)
    low.set_own(registers.contract, which)
    low.set_own(registers.cell, p.Const(0))
    again = asm.here()
    open_meld(low, melding, effect)
    ask_card(low, melding, effect)
    low.set_own(registers.cell, fold.arith("+", p.Get(registers.cell.slot), p.Const(1)))
    slots = p.Lookup(sizes_table(low, melding), p.Get(registers.contract.slot))
    asm.when(p.Compare("<", p.Get(registers.cell.slot), slots), again)
    asm.emit(p.Tell("note", ACTING, text="melds laid", place=place))


def must_hold(low: Lowering, melding: Melding, effect: Effect) -> None:
    """`with`: the card is kept while its meld is laid, since the effect's own card changes meanwhile."""
    card = effect.get("with")
    if not isinstance(card, ast.Expr):
        return
    if effect.get("leaving") is not None:
        low.error("wrong-arguments", "`lay` has either `leaving` or `with`", Named("with", card.span))
    made = low.elaborator.want(card, CARD, low.effect_scope(), "what a meld must hold")
    if made is not None:
        low.set_own(melding.must, made)


def sizes_table(low: Lowering, melding: Melding) -> int:
    """Table of the number of melds of each contract; made anew as contracts come up while lowering."""
    return low.late_table(lambda: tuple(len(contract.slots) for contract in melding.contracts))


def slots_table(low: Lowering, melding: Melding) -> int:
    """Table of the patterns of all contracts, `WIDEST` entries for each."""
    return low.late_table(
        lambda: tuple(
            contract.slots[at] if at < len(contract.slots) else p.NONE
            for contract in melding.contracts
            for at in range(WIDEST)
        )
    )


def open_meld(low: Lowering, melding: Melding, effect: Effect) -> None:
    """The next free place on the table becomes a meld of the pattern that the contract wants in this slot."""
    registers, place = low.registers, effect.span.place
    meld = p.Get(registers.meld.slot)
    low.set_own(registers.meld, p.Get(melding.laid))
    at = fold.arith("*", p.Get(registers.contract.slot), p.Const(WIDEST))
    pattern = p.Lookup(slots_table(low, melding), fold.arith("+", at, p.Get(registers.cell.slot)))
    low.asm.emit(
        p.Assign(melding.laid, None, fold.arith("+", p.Get(melding.laid), p.Const(1)), 0, melding.most, True, place),
        p.Assign(melding.pattern, meld, pattern, p.NONE, len(melding.patterns), True, place),
        p.Assign(melding.layer, meld, ACTING, p.NONE, low.vocabulary.seats, True, place),
    )


def ask_card(low: Lowering, melding: Melding, effect: Effect) -> None:
    """Cards of the open meld, one decision each, until it is closed or can take no more."""
    asm, registers, place = low.asm, low.registers, effect.span.place
    card, hand = p.Get(registers.card.slot), melding.hand.base
    given = (p.Get(registers.contract.slot), p.Get(registers.cell.slot), p.Get(registers.meld.slot))
    must = () if effect.get("with") is None else (p.Get(melding.must.slot),)
    goes_on = p.Search(p.Query.CAN_ADD, hand, ACTING, (*given, card, *must))
    again, added, closed = asm.here(), asm.label(), asm.label()
    asm.unless(p.Over(p.Fold.ANY, registers.card.slot, p.Cards(hand, ACTING), goes_on, fold.TRUE), closed)
    add = p.Offer(
        low.move_name(MoveName("", Kind.CARD)), fold.TRUE, p.Cards(hand, ACTING), registers.card.slot, goes_on, added,
        ratings(low, LAY_CARD, CARD, card), place=place,
    )  # fmt: skip
    close = p.Offer(
        low.move_name(MoveName("|")), p.Search(p.Query.CAN_CLOSE, hand, ACTING, (*given, *must)), None, registers.card.slot,
        fold.TRUE, closed, ratings(low, LAY_CLOSE, None, card), implied=True, place=place,
    )  # fmt: skip
    asm.emit(p.Ask(ACTING, (add, close), p.NONE, place=place))
    asm.place(added)
    asm.emit(p.Transfer(card, hand, ACTING, melding.melds.base, p.Get(registers.meld.slot), p.At.TOP, place))
    asm.goto(again)
    asm.place(closed)


def choose_meld(low: Lowering, melding: Melding, effect: Effect, query: p.Query) -> p.Expr | None:
    """A decision: which of the melds that fit. Answers the card of the effect."""
    card = effect.get(effect.verb)
    made = low.elaborator.want(card, CARD, low.effect_scope()) if isinstance(card, ast.Expr) else None
    if made is None:
        return None
    asm, registers, place = low.asm, low.registers, effect.span.place
    meld, on = p.Get(registers.meld.slot), low.asm.label()
    fits: p.Expr = p.Compare("!=", p.Search(query, melding.hand.base, ACTING, (meld, made)), p.Const(0))
    where = effect.get("where")
    if isinstance(where, ast.Expr):
        scope = PLAYER.bind("card", CARD, made).bind("meld", MELD, meld)
        fits = fold.every([low.elaborator.truth(where, scope), fits])
    name = low.move_name(MoveName("meld", Kind.MELD, assign=True))
    last = fold.arith("-", p.Get(melding.laid), p.Const(1))
    rated = ratings(low, "meld", MELD, meld)
    offer = p.Offer(
        name, fold.TRUE, p.Numbers(p.Const(0), last), registers.meld.slot, fits, on, rated, implied=True, place=place
    )
    asm.emit(p.Ask(ACTING, (offer,), p.NONE, place=place))
    asm.place(on)
    return made


def place_card(low: Lowering, melding: Melding, effect: Effect, card: p.Expr) -> None:
    """The card goes to the end of the meld that takes it; where both do, the seat chooses. It stays where neither does."""
    asm, registers, place = low.asm, low.registers, effect.span.place
    meld, end = p.Get(registers.meld.slot), p.Get(registers.cell.slot)
    asked = p.Search(p.Query.TAKES, melding.hand.base, ACTING, (meld, card))
    low.set_own(registers.cell, asked)
    on, below, done = asm.label(), asm.label(), asm.label()
    asm.unless(p.Compare("!=", end, p.Const(0)), done)
    asm.unless(p.Compare("==", end, p.Const(EITHER)), on)
    chosen = asm.label()
    low.vocabulary.types.setdefault("end", ENDS)
    name = low.move_name(MoveName("end", Kind.VALUE, "end", assign=True))
    ends = p.Numbers(p.Const(0), p.Const(1))
    rated = ratings(low, "end", value("end"), end)
    offer = p.Offer(name, fold.TRUE, ends, registers.cell.slot, fold.TRUE, chosen, rated, place=place)
    asm.emit(p.Ask(ACTING, (offer,), p.NONE, place=place))
    asm.place(chosen)
    low.set_own(registers.cell, fold.arith("+", end, p.Const(1)))
    asm.place(on)
    asm.when(p.Compare("==", end, p.Const(LOW)), below)
    for label, at in ((None, p.At.TOP), (below, p.At.BOTTOM)):
        if label is not None:
            asm.place(label)
        asm.emit(p.Transfer(card, melding.hand.base, ACTING, melding.melds.base, meld, at, place))
        if label is None:
            asm.goto(done)
    asm.place(done)


def lay_off(low: Lowering, effect: Effect) -> None:
    melding = melding_of(low, effect)
    card = choose_meld(low, melding, effect, p.Query.TAKES) if melding else None
    if melding is not None and card is not None:
        place_card(low, melding, effect, card)


def swap_wild(low: Lowering, effect: Effect) -> None:
    """The natural card takes the wild's place; the wild goes to the hand, or to an end of the same meld."""
    melding = melding_of(low, effect)
    card = choose_meld(low, melding, effect, p.Query.STANDS_FOR) if melding else None
    if melding is None or card is None:
        return
    meld, drawn = p.Get(low.registers.meld.slot), low.registers.drawn
    at = p.Search(p.Query.STANDS_FOR, melding.hand.base, ACTING, (meld, card))
    cell, place = fold.arith("-", at, p.Const(1)), effect.span.place
    low.asm.emit(p.Replace(card, melding.hand.base, ACTING, melding.melds.base, meld, cell, drawn.slot, place))
    goes = effect.get("wild")
    if isinstance(goes, Named) and goes.text == "end":
        place_card(low, melding, effect, p.Get(drawn.slot))
