"""turn, moves, powers, penalties → the code of a turn: decisions, what moves do, how the turn passes."""

from __future__ import annotations

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import MoveName
from ruledeck.model.state import ACTOR, TURN
from ruledeck.rules import fold, spec
from ruledeck.rules.card_effects import after
from ruledeck.rules.cards import pattern_bits
from ruledeck.rules.lowering import ACTING, Lowering
from ruledeck.rules.offers import card_scope, make_offer, move_offer, ratings, source_of
from ruledeck.rules.scope import REFEREE
from ruledeck.rules.spec import Named
from ruledeck.rules.turn_effects import finish_round
from ruledeck.rules.vocabulary import MANY
from ruledeck.rules.windows import lower_windows
from ruledeck.text import Place
from ruledeck.text.near import near_or_all


def reset(low: Lowering, until: str) -> None:
    """Variables whose span of life ends here get their start value."""
    for variable in low.spec.variables:
        known = low.vocabulary.variables.get(variable.name.text)
        if variable.until != until or known is None:
            continue
        start: p.Expr = p.Const(known.model.start)
        if variable.start is not None:
            start = low.elaborator.want(variable.start, known.type, REFEREE, f"`{variable.name.text}`") or start
            low.check_range(known, start, variable.start.span)
        seats = range(low.vocabulary.seats) if known.model.per_seat else (None,)
        for seat in seats:
            where = None if seat is None else p.Const(seat)
            low.asm.emit(p.Assign(known.model.slot, where, start, known.model.lo, known.model.hi, quiet=True))


def check_round(low: Lowering, checked: str) -> None:
    """Where going out is looked at."""
    for end in low.spec.round_ends:
        if end.checked == checked:
            on = low.asm.label()
            low.asm.unless(low.elaborator.truth(end.condition, low.effect_scope()), on)
            finish_round(low, end.name.text, end.name.span.place)
            low.asm.place(on)


def lower_turn(low: Lowering) -> None:
    """The whole of a turn, from its beginning to its passing to the next seat."""
    begin_turn(low)
    for step in low.spec.steps:
        lower_step(low, step)
    for penalty in low.spec.penalties:
        lower_penalty(low, penalty)
    for move in low.spec.moves:
        lower_move(low, move)
    lower_powers(low)
    lower_windows(low)
    resume_turn(low)
    pass_turn(low)
    for (source, target), (label, place) in low.plays.items():
        low.asm.place(label)
        lower_play(low, source, target, place)


def begin_turn(low: Lowering) -> None:
    asm = low.asm
    asm.place(low.label("turn"))
    on = asm.label()
    asm.emit(p.Assign(TURN, None, fold.arith("+", p.Get(TURN), p.Const(1)), 0, MANY, quiet=True))
    asm.unless(p.Compare(">", p.Get(TURN), p.Const(low.spec.turn_limit or 0)), on)
    asm.emit(p.Finish(False))
    asm.place(on)
    reset(low, "end of turn")
    asm.emit(p.Tell("turn", ACTING))
    for penalty in low.spec.penalties:
        owed = p.Get(low.vocabulary.variables[penalty.name.text].model.slot)
        asm.when(p.Compare(">", owed, p.Const(0)), low.label(f"penalty {penalty.name.text}"))
    if low.spec.steps:
        asm.goto(low.label(f"step {low.spec.steps[0].name.text}"))


def lower_step(low: Lowering, step: spec.Step) -> None:
    low.asm.place(low.label(f"step {step.name.text}"))
    before = len(low.vocabulary.found)
    offers = offered(low, step.moves)
    certain = any(offer.when == fold.TRUE and offer.domain is None for offer in offers)
    if not certain and not step.otherwise and len(low.vocabulary.found) == before:
        hint = "say `otherwise:` what happens then: end_turn, an `end_round`, or `{offer: pass}`"
        low.error("no-move", f"in step `{step.name.text}` it may happen that no move is legal", step.name, hint)
    offers = [offer for offer in offers if offer.when != fold.FALSE and offer.where != fold.FALSE]
    place = step.name.span.place
    other = p.NONE if certain else low.asm.label()
    if offers:
        low.asm.emit(p.Ask(ACTING, tuple(offers), other, place=place))
    if not certain:
        low.asm.place(other)
        low.perform(step.otherwise)
        low.asm.goto(low.label("pass"))


def answer_offer(low: Lowering, penalty: spec.Penalty) -> p.Offer | None:
    """The move that plays an answer, where there may be one."""
    if penalty.answer is None:
        return None
    known = {move.name.text: move for move in low.spec.moves}
    by = known.get(penalty.by.text)
    if by is None:
        hint = near_or_all(penalty.by.text, known, "moves")
        low.error("unknown-name", f"no move is called `{penalty.by.text}`, to play an answer", penalty.by, hint)
        return None
    if by.choose is None:
        low.error("missing-key", f"the move `{by.name.text}` plays an answer, and needs `choose`", penalty.by)
        return None
    return make_offer(low, by, [penalty.answer])


def offered(low: Lowering, items: tuple[spec.StepMove, ...]) -> list[p.Offer]:
    """The moves that a step or a penalty offers, in order."""
    known = {move.name.text: move for move in low.spec.moves}
    offers = []
    for item in items:
        if item.move.text in known:
            offers.append(move_offer(low, known[item.move.text], item.condition))
        else:
            hint = near_or_all(item.move.text, known, "moves")
            low.error("unknown-name", f"no move is called `{item.move.text}`", item.move, hint)
    return offers


def lower_penalty(low: Lowering, penalty: spec.Penalty) -> None:
    """A step of its own: answer, or pay. `compulsory`: pay only if there is no answer."""
    asm, word, place = low.asm, penalty.word, penalty.name.span.place
    asm.place(low.label(f"penalty {penalty.name.text}"))
    answer = answer_offer(low, penalty)
    offers = [answer] if answer is not None else []
    payable: p.Expr = fold.TRUE
    if penalty.compulsory and penalty.answer is not None and answer is not None and answer.domain is not None:
        where = low.elaborator.truth(penalty.answer, card_scope(low))
        payable = fold.negate(p.Over(p.Fold.ANY, low.registers.card.slot, answer.domain, where, fold.TRUE))
    offers += offered(low, penalty.moves)
    pay = low.label(f"pay {penalty.name.text}")
    rated = ratings(low, word, None, p.Const(0))
    offers.append(
        p.Offer(
            low.move_name(MoveName(word)), payable, None, low.registers.card.slot, fold.TRUE, pay, rated, place=place
        )
    )
    offers = [offer for offer in offers if offer.when != fold.FALSE and offer.where != fold.FALSE]
    asm.emit(p.Ask(ACTING, tuple(offers), p.NONE, place=place))
    asm.place(pay)
    low.perform(penalty.pay)
    low.assign(low.vocabulary.variables[penalty.name.text], None, p.Const(0), place)
    go_on(low, penalty.then)


def step_number(low: Lowering, then: Named) -> int:
    """The place of a step in the turn; NONE for `end_turn`."""
    steps = [step.name.text for step in low.spec.steps]
    if then.text not in (*steps, "end_turn"):
        low.error(
            "unknown-name",
            f"no step is called `{then.text}`",
            then,
            near_or_all(then.text, (*steps, "end_turn"), "steps"),
        )
    return steps.index(then.text) if then.text in steps else p.NONE


def go_on(low: Lowering, then: Named) -> None:
    """Where a move leads: to a step, or on to the next turn."""
    step = step_number(low, then)
    low.asm.goto(low.label("pass" if step == p.NONE else f"step {then.text}"))


def lower_move(low: Lowering, move: spec.Move) -> None:
    low.asm.place(low.label(f"move {move.name.text}"))
    if move.choose is not None and not (isinstance(move.choose.item, ast.Word) and move.choose.item.text == "card"):
        low.error("bad-value", "a move chooses a card: `card in hand`", Named("", move.choose.span))
    for effect in move.do[:-1]:
        if effect.verb == "play":
            low.error("misplaced-verb", "`play` ends a move; put it last", Named("play", effect.span))
    step = step_number(low, move.then)
    if step != p.NONE and move.do and move.do[-1].verb == "play":
        low.set_own(low.registers.go_on, p.Const(step))
    low.perform(move.do, source_of(move))
    go_on(low, move.then)


def lower_play(low: Lowering, source: str, target: str, place: Place) -> None:
    """The order of a play: secrets, variables until the next card, the card moves, [check], powers, [check], windows."""
    for variable in low.spec.variables:
        known = low.vocabulary.variables.get(variable.name.text)
        if variable.on_play is not None and known is not None:
            value = low.elaborator.want(variable.on_play, known.type, low.effect_scope())
            seat = ACTING if known.model.per_seat else None
            low.assign(known, seat, value if value is not None else fold.FALSE, variable.name.span.place)
    reset(low, "next card")
    low.set_own(low.registers.player, ACTING)
    source_zone, target_zone = low.vocabulary.zones[source], low.vocabulary.zones[target]
    seats = (ACTING if source_zone.per_seat else None, ACTING if target_zone.per_seat else None)
    card = p.Get(low.registers.card.slot)
    low.asm.emit(p.Transfer(card, source_zone.base, seats[0], target_zone.base, seats[1], p.At.TOP, place))
    check_round(low, "before powers")
    low.asm.goto(low.label("powers"))


def lower_powers(low: Lowering) -> None:
    """Powers of the card in play, in file order, whether a seat has played it or it is the starter."""
    asm, card = low.asm, p.Get(low.registers.card.slot)
    asm.place(low.label("powers"))
    for power in low.spec.powers:
        cards = low.vocabulary.cards
        every = (1 << len(cards.deck.written)) - 1
        bits = pattern_bits(cards, power.card, low.vocabulary.found) if power.card else every
        condition = low.elaborator.truth(power.condition, low.effect_scope())
        on = asm.label()
        asm.unless(fold.every([fold.TRUE if bits == every else fold.bit(bits, card), condition]), on)
        if power.starter is not None:
            played = asm.label()
            asm.unless(p.Get(low.registers.starting.slot), played)
            low.perform(power.starter)
            asm.goto(on)
            asm.place(played)
        low.perform(power.do)
        asm.place(on)
    check_round(low, "after powers")


def resume_turn(low: Lowering) -> None:
    """After a play the turn goes on at the step that the move names, or passes."""
    number = p.Get(low.registers.go_on.slot)
    low.asm.place(low.label("play over"))
    for place, step in enumerate(low.spec.steps):
        wanted = any(
            move.then.text == step.name.text and move.do and move.do[-1].verb == "play" for move in low.spec.moves
        )
        if wanted:
            on = low.asm.label()
            low.asm.unless(p.Compare("==", number, p.Const(place)), on)
            low.set_own(low.registers.go_on, p.Const(p.NONE))
            low.asm.goto(low.label(f"step {step.name.text}"))
            low.asm.place(on)


def pass_turn(low: Lowering) -> None:
    """To the seat named, or to the next one that is neither skipped nor loses its turn."""
    asm, registers, place = low.asm, low.registers, low.spec.span.place
    last = low.vocabulary.seats - 1
    asm.place(low.label("pass"))
    check_round(low, "end of turn")
    low.set_own(registers.starting, fold.FALSE)
    low.set_own(registers.go_on, p.Const(p.NONE))
    on, arrive = asm.label(), asm.label()
    to_move = p.Get(registers.to_move.slot)
    asm.unless(p.Compare("!=", to_move, p.Const(p.NONE)), on)
    asm.emit(p.Assign(ACTOR, None, to_move, 0, last, quiet=True))
    low.set_own(registers.to_move, p.Const(p.NONE))
    asm.goto(arrive)
    asm.place(on)
    asm.emit(p.Assign(ACTOR, None, after(low, ACTING, place), 0, last, quiet=True))
    asm.unless(p.Compare(">", p.Get(registers.skips.slot), p.Const(0)), arrive)
    low.set_own(registers.skips, fold.arith("-", p.Get(registers.skips.slot), p.Const(1)))
    asm.emit(p.Tell("skip", ACTING))
    asm.goto(on)
    asm.place(arrive)
    lost = registers.lost
    asm.unless(p.Compare(">", p.Get(lost.slot, ACTING), p.Const(0)), low.label("turn"))
    less = fold.arith("-", p.Get(lost.slot, ACTING), p.Const(1))
    asm.emit(p.Assign(lost.slot, ACTING, less, lost.lo, lost.hi), p.Tell("skip", ACTING))
    asm.goto(on)
