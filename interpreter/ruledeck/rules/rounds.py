"""deal, scoring, match → the code of a round from the shuffle to the scores, and of the match around it."""

from __future__ import annotations

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.state import ACTOR, DEALER, DIRECTION, REASON, ROUND
from ruledeck.rules import fold, spec
from ruledeck.rules.dealing import always_put_back, need
from ruledeck.rules.lowering import Lowering
from ruledeck.rules.parts import words
from ruledeck.rules.ranges import Ranges
from ruledeck.rules.scope import REFEREE, Scope
from ruledeck.rules.turns import reset
from ruledeck.rules.vocabulary import MANY
from ruledeck.text import Diagnostic, Span
from ruledeck.text.near import near, nearest
from ruledeck.words.functions import FUNCTION_OF
from ruledeck.words.types import CARD, SEAT


def begin_round(low: Lowering, deal: spec.Deal) -> None:
    """Cards gathered and shuffled, variables reset, hands dealt, the starter turned."""
    asm, registers, place = low.asm, low.registers, deal.span.place
    source = low.pile(deal.source)
    hand = low.vocabulary.zones.get(deal.to.text)
    reset(low, "end of match")
    asm.place(low.label("round"))
    if hand is None or not hand.per_seat:
        low.error(
            "unknown-name", f"cards are dealt to a zone of each seat, and none is called `{deal.to.text}`", deal.to
        )
    if source is None or hand is None:
        return
    asm.emit(p.Assign(ROUND, None, fold.arith("+", p.Get(ROUND), p.Const(1)), 0, MANY, quiet=True))
    for until in ("end of round", "end of turn", "next card"):
        reset(low, until)
    asm.emit(p.Assign(DIRECTION, None, p.Const(1), -1, 1, quiet=True))
    for register in (registers.skips, registers.to_move, registers.go_on, registers.refills):
        low.set_own(register, p.Const(register.start))
    for seat in range(low.vocabulary.seats):
        asm.emit(p.Assign(registers.lost.slot, p.Const(seat), p.Const(0), 0, MANY, quiet=True))
    clear_melds(low)
    for penalty in low.spec.penalties:
        owed = low.vocabulary.variables[penalty.name.text].model
        asm.emit(p.Assign(owed.slot, None, p.Const(0), owed.lo, owed.hi, quiet=True))
    asm.emit(p.Tell("round", p.Get(DEALER), p.Get(ROUND), place=place))
    for zone in low.vocabulary.zones.values():
        if zone.base != source:
            asm.emit(p.Gather(zone.base, source, 0))
    count = cards_each(low, deal)
    asm.emit(p.Shuffle(source, place), p.DealOut(source, hand.base, count, left_of_dealer(low, deal), place))
    turn_starter(low, deal, source)


def clear_melds(low: Lowering) -> None:
    """No meld lies on the table when a round begins; the cards are gathered with those of the other zones."""
    melding = low.vocabulary.melding
    if melding is None:
        return
    meld, laid = low.registers.meld, p.Get(melding.laid)
    low.set_own(meld, p.Const(0))
    again, done = low.asm.here(), low.asm.label()
    low.asm.unless(p.Compare("<", p.Get(meld.slot), laid), done)
    for first, highest in ((melding.pattern, len(melding.patterns)), (melding.layer, low.vocabulary.seats)):
        low.asm.emit(p.Assign(first, p.Get(meld.slot), p.Const(p.NONE), p.NONE, highest, quiet=True))
    low.set_own(meld, fold.arith("+", p.Get(meld.slot), p.Const(1)))
    low.asm.goto(again)
    low.asm.place(done)
    low.asm.emit(p.Assign(melding.laid, None, p.Const(0), 0, melding.most, quiet=True))


def cards_each(low: Lowering, deal: spec.Deal) -> p.Expr:
    """Cards for each seat at this number of seats; refuses more than the deck holds."""
    seats = low.vocabulary.seats
    case = next((expr for low_end, high, expr in deal.cards_each.cases if low_end <= seats <= high), None)
    if case is None:
        message = f"`cards_each` does not say how many cards {seats} players get"
        low.vocabulary.found.append(Diagnostic("missing-case", message, deal.cards_each.span))
        return p.Const(0)
    if isinstance(case, tuple):
        check_size(low, deal, p.Const(max(case, default=0)), deal.cards_each.span)
        table = low.vocabulary.table((0, *case), case[-1] if case else 0)
        past = p.Compare(">", p.Get(ROUND), p.Const(len(case)))
        return p.Lookup(table, p.Either(past, p.Const(p.NONE), p.Get(ROUND)))
    count = low.elaborator.number(case, REFEREE, "`cards_each`")
    check_size(low, deal, count, case.span)
    return count


def check_size(low: Lowering, deal: spec.Deal, count: p.Expr, span: Span) -> None:
    if not isinstance(count, p.Const):
        return
    cards = low.vocabulary.cards
    back = put_back(low, deal) if deal.starter_to else None
    if back == cards.size and deal.put_back is not None:
        message = "every card would be put back as the starter: this is true of all of them"
        low.vocabulary.found.append(Diagnostic("no-starter", message, deal.put_back.span))
        back = 0
    wanted = need(low.vocabulary.seats, count.value, cards.size, back)
    if not wanted.met:
        low.vocabulary.found.append(Diagnostic("deal-too-large", str(wanted), span))


def put_back(low: Lowering, deal: spec.Deal) -> int:
    """How many cards of the deck are sure to be put back when one is turned as the starter."""
    if deal.put_back is None:
        return 0
    cards = low.vocabulary.cards
    condition = low.elaborator.truth(deal.put_back, low.effect_scope())
    ranges = Ranges(low.vocabulary.tables, {}, len(cards.deck.written), cards.size)
    return sum(cards.deck.copies[face] for face in always_put_back(condition, low.registers.card.slot, ranges))


def turn_starter(low: Lowering, deal: spec.Deal, source: int) -> None:
    """Turn a card; put it back while it may not start; then its powers count as the dealer's, if they count."""
    asm, registers, place = low.asm, low.registers, deal.span.place
    asm.place(low.label("starter"))
    asm.emit(p.Assign(ACTOR, None, p.Get(DEALER), 0, low.vocabulary.seats - 1, quiet=True))
    target = low.pile(deal.starter_to) if deal.starter_to else None
    if target is None:
        asm.goto(low.label("dealt"))
        return
    turned = p.Get(registers.drawn.slot)
    asm.emit(p.Take(source, target, None, registers.drawn.slot, place))
    if deal.put_back is not None:
        good = asm.label()
        scope = low.effect_scope().bind("card", CARD, turned)
        asm.unless(low.elaborator.truth(deal.put_back, scope), good)
        asm.emit(p.Transfer(turned, target, None, source, None, p.At(deal.put_back_at), place))
        asm.goto(low.label("starter"))
        asm.place(good)
    low.set_own(registers.card, turned)
    low.set_own(registers.starting, fold.TRUE)
    low.set_own(registers.player, p.Get(DEALER))
    asm.unless(low.elaborator.truth(deal.counts_if, low.effect_scope()), low.label("dealt"))
    asm.goto(low.label("powers"))


def end_round(low: Lowering, match: spec.Match, deal: spec.Deal) -> None:
    """Scores, the end of the match, or the next deal."""
    asm, place = low.asm, deal.span.place
    asm.place(low.label("round over"))
    asm.emit(p.Tell("round over", None, p.Get(REASON)))
    for score in low.spec.scoring:
        lower_score(low, score)
    on = asm.label()
    asm.unless(low.elaborator.truth(match.ends_if, REFEREE), on)
    for score in match.final:
        each_seat(low, score)
    if match.among is not None:
        leave_out(low, match.among)
    asm.emit(p.Finish(True, match.ends_if.span.place))
    asm.place(on)
    asm.emit(p.Assign(DEALER, None, next_dealer(low, deal), 0, low.vocabulary.seats - 1, quiet=True, place=place))
    asm.goto(low.label("round"))


def next_dealer(low: Lowering, deal: spec.Deal) -> p.Expr:
    """The seat that the rules name, or the one to the left."""
    named = low.elaborator.want(deal.dealer, SEAT, REFEREE, "`dealer`") if deal.dealer is not None else None
    return left_of_dealer(low, deal) if named is None else named


def left_of_dealer(low: Lowering, deal: spec.Deal) -> p.Expr:
    return FUNCTION_OF["left_of"].build((p.Get(DEALER),), low.vocabulary.seats, deal.span.place)


def lower_score(low: Lowering, score: spec.Score) -> None:
    """What each seat gains for one way of ending. Scores of seats are worked out one after another, seat 0 first."""
    asm = low.asm
    done = asm.label()
    if score.reason.text in low.reasons:
        asm.unless(p.Compare("==", p.Get(REASON), p.Const(low.reason(score.reason.text))), done)
    elif score.reason.text != "always":
        asm.goto(done)
    each_seat(low, score)
    asm.place(done)


def each_seat(low: Lowering, score: spec.Score) -> None:
    """Add to the scores what each seat gains, seat 0 first."""
    asm, seat = low.asm, low.registers.seat
    low.set_own(seat, p.Const(0))
    again, on = asm.here(), asm.label()
    me = p.Get(seat.slot)
    scope = Scope(me, referee=True).bind("seat", SEAT, me)
    if score.who is not None:
        asm.unless(low.elaborator.truth(score.who, scope), on)
    known = low.vocabulary.variables["score"]
    gains = low.elaborator.number(score.gains, scope, "`gains`")
    low.assign(known, me, fold.arith("+", p.Get(known.model.slot, me), gains), score.reason.span.place)
    asm.place(on)
    low.set_own(seat, fold.arith("+", me, p.Const(1)))
    asm.when(p.Compare("<", me, p.Const(low.vocabulary.seats)), again)


def leave_out(low: Lowering, among: ast.Expr) -> None:
    """Mark the seats that cannot win."""
    out = low.registers.out
    for number in range(low.vocabulary.seats):
        me = p.Const(number)
        may_win = low.elaborator.truth(among, Scope(me, referee=True).bind("seat", SEAT, me))
        low.asm.emit(p.Assign(out.slot, me, fold.negate(may_win), 0, 1, quiet=True))


def check_scoring(low: Lowering) -> None:
    """Every way in which a round ends is scored, and every way that is scored ends a round. A misspelt one is one fault."""
    scored = {score.reason.text: score.reason for score in low.spec.scoring}
    idle = [name for name in scored if name not in (*low.reasons, "always")]
    named = [end.name for end in low.spec.round_ends] + list(words(low.spec, "end_round", "end_round"))
    for reason in low.reasons:
        if reason not in scored and "always" not in scored:
            place = next(word for word in named if word.text == reason)
            meant = nearest(reason, idle)
            idle = [name for name in idle if name != meant]
            hint = f'did you mean "{meant}"?' if meant else f"add `{reason}:` with `gains:` to `scoring`, or `always:`"
            low.error(
                "missing-case", f"`scoring` does not say what a round that ends as `{reason}` scores", place, hint
            )
    for name in idle:
        if scored[name].span.source == low.spec.span.source:
            hint = near(name, (*low.reasons, "always")) or "rounds end as " + ", ".join((*low.reasons, "always"))
            low.error("unknown-name", f"no round ends as `{name}`", scored[name], hint)
