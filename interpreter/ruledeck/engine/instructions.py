"""Instruction, Layout → closure `(state, log) -> next pc`. The closure of an Ask or a Finish stops: it answers ~pc."""

# All closures of a kind have one signature, whether they need all of it or not.
# ruff: noqa: ARG001, ARG005

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ruledeck.engine.exchanging import build_exchange, build_replace, describe
from ruledeck.engine.expressions import build, build_index
from ruledeck.engine.layout import Layout
from ruledeck.engine.telling import assigned, gathered, moved
from ruledeck.engine.transport import draw, puller, putter, sweep
from ruledeck.model.event import Event
from ruledeck.model.move import RuleError
from ruledeck.model.program import (
    NONE,
    Ask,
    Assign,
    At,
    Branch,
    Compare,
    Const,
    DealOut,
    Exchange,
    Expr,
    Finish,
    Gather,
    Get,
    Goto,
    Instruction,
    Replace,
    Shuffle,
    Size,
    Take,
    Tell,
    Transfer,
)
from ruledeck.model.state import OVER, State

Log = list[Event] | None
Step = Callable[[State, Log], int]


def build_step(instruction: Instruction, pc: int, layout: Layout) -> Step:  # noqa: C901 - one case for each kind
    after = landing(pc + 1, layout)
    match instruction:
        case Assign():
            return build_assign(instruction, after, layout)
        case Transfer():
            return build_transfer(instruction, after, layout)
        case Take():
            return build_take(instruction, after, layout)
        case DealOut():
            return build_deal(instruction, after, layout)
        case Gather():
            return build_gather(instruction, after, layout)
        case Shuffle():
            return build_shuffle(instruction, after)
        case Exchange():
            return build_exchange(instruction, after, layout)
        case Replace():
            return build_replace(instruction, after, layout)
        case Branch(test, yes, no):
            return build_branch(test, landing(yes, layout), landing(no, layout), layout)
        case Goto(target):
            there = landing(target, layout)
            return lambda state, log: there
        case Ask():
            return lambda state, log: ~pc
        case Tell():
            return build_tell(instruction, after, layout)
        case Finish(finished):
            return build_finish(finished, pc)
        case _:
            assert_never(instruction)


def landing(pc: int, layout: Layout) -> int:
    """Where a jump to `pc` ends when it falls on further jumps. A ring of jumps is left to run into its limit."""
    code = layout.game.code
    for _ in code:
        if not (pc < len(code) and isinstance(goto := code[pc], Goto)):
            return pc
        pc = goto.target
    return pc


def build_branch(test: Expr, yes: int, no: int, layout: Layout) -> Step:
    """The commonest questions are asked at once, not by a closure within the closure."""
    match test:
        case Get(slot, None):
            return lambda state, log: yes if state.values[slot] else no
        case Compare(">", Get(slot, None), Const(value)):
            return lambda state, log: yes if state.values[slot] > value else no
        case Compare("==", Get(slot, None), Const(value)):
            return lambda state, log: yes if state.values[slot] == value else no
        case Compare("==", Size(zone, None), Const(0)) if layout.ordered[zone]:
            return lambda state, log: no if state.piles[zone] else yes
        case _:
            asked = build(test, layout)
            return lambda state, log: yes if asked(state.values, state.hands, state.piles) else no


def build_finish(finished: bool, pc: int) -> Step:
    def run(state: State, log: Log) -> int:
        state.values[OVER] = 1 if finished else 2
        return ~pc

    return run


def build_assign(assign: Assign, after: int, layout: Layout) -> Step:
    match assign:
        case Assign(slot, None, Const(value), lo, hi, True) if lo <= value <= hi:
            return build_reset(slot, int(value), after)
        case _:
            return build_any_assign(assign, after, layout)


def build_reset(slot: int, value: int, after: int) -> Step:
    """A fixed value, and nobody is told."""

    def run(state: State, log: Log) -> int:
        state.values[slot] = value
        return after

    return run


def build_any_assign(assign: Assign, after: int, layout: Layout) -> Step:
    index = build_index(assign.slot, assign.seat, layout, layout.sizes.get(assign.slot))
    fixed = assign.slot if assign.seat is None else None
    of, lo, hi, place = build(assign.value, layout), assign.lo, assign.hi, assign.place
    variable = None if assign.quiet else layout.variable_at.get(assign.slot)
    name = layout.variable_at[assign.slot].name if assign.slot in layout.variable_at else f"slot {assign.slot}"

    def run(state: State, log: Log) -> int:
        values = state.values
        value = +of(values, state.hands, state.piles)
        if not lo <= value <= hi:
            raise RuleError(f"{name} would become {value}, which is not in {lo}..{hi}", place)
        slot = index(values, state.hands, state.piles) if fixed is None else fixed
        if log is not None and variable is not None and values[slot] != value:
            log.append(assigned(variable, slot, state, value, place))
        values[slot] = value
        return after

    return run


def build_transfer(transfer: Transfer, after: int, layout: Layout) -> Step:
    card_of = build(transfer.card, layout)
    extent = layout.extent
    source_of = build_index(transfer.source, transfer.source_seat, layout, extent[transfer.source])
    target_of = build_index(transfer.target, transfer.target_seat, layout, extent[transfer.target])
    pull, put = puller(layout, transfer.source), putter(layout, transfer.target, transfer.at)
    place, on = transfer.place, transfer.at is At.TOP

    def run(state: State, log: Log) -> int:
        values, hands, piles = state.values, state.hands, state.piles
        card = card_of(values, hands, piles)
        source, target = source_of(values, hands, piles), target_of(values, hands, piles)
        top = log is not None and not state.open[source] and piles[source][-1:] == [card]
        if not pull(state, source, card):
            raise RuleError(f"{describe(card, layout)} is not where it should move from", place)
        put(state, target, card)
        if log is not None:
            log.append(moved(layout, "move", (card,), source, target, place, top, on))
        return after

    return run


def build_take(take: Take, after: int, layout: Layout) -> Step:
    source, slot, place = take.source, take.slot, take.place
    if slot < 0:
        raise ValueError("a Take needs a slot for the card")
    target_of, put = build_index(take.target, take.target_seat, layout), putter(layout, take.target, At.TOP)

    def run(state: State, log: Log) -> int:
        values = state.values
        if not state.piles[source]:
            values[slot] = NONE
            return after
        target = target_of(values, state.hands, state.piles)
        top = not state.open[source]
        values[slot] = card = draw(state, source)
        put(state, target, card)
        if log is not None:
            log.append(moved(layout, "move", (card,), source, target, place, top, True))
        return after

    return run


def build_deal(deal: DealOut, after: int, layout: Layout) -> Step:
    source, target, seats, place = deal.source, deal.target, layout.seats, deal.place
    count_of, first_of = build(deal.count, layout), build(deal.first, layout)
    put = putter(layout, target, At.TOP)

    def run(state: State, log: Log) -> int:
        count = count_of(state.values, state.hands, state.piles)
        first = first_of(state.values, state.hands, state.piles)
        order = [(first + step) % seats for step in range(seats)]
        dealt: list[list[int]] = [[] for _ in range(seats)]
        for number in range(min(count * seats, len(state.piles[source]))):
            seat = order[number % seats]
            card = draw(state, source)
            put(state, target + seat, card)
            dealt[seat].append(card)
        if log is not None:
            for seat in order:
                if dealt[seat]:
                    cards = tuple(dealt[seat])
                    log.append(moved(layout, "deal", cards, source, target + seat, place, False, len(cards) == 1))
        return after

    return run


def build_gather(gather: Gather, after: int, layout: Layout) -> Step:
    sources, target, keep, place = layout.zones_of(gather.source), gather.target, gather.keep, gather.place
    turned = gather.turned

    def run(state: State, log: Log) -> int:
        for source in sources:
            cards = sweep(state, layout, source, keep) if source != target else []
            if turned:
                cards.reverse()
            state.piles[target].extend(cards)
            if log is not None and cards:
                log.append(gathered(layout, tuple(cards), source, target, place))
        return after

    return run


def build_shuffle(shuffle: Shuffle, after: int) -> Step:
    zone, event = shuffle.zone, Event("shuffle", target=shuffle.zone, place=shuffle.place)

    def run(state: State, log: Log) -> int:
        state.open[zone] = bool(state.piles[zone])
        if log is not None:
            log.append(event)
        return after

    return run


def build_tell(tell: Tell, after: int, layout: Layout) -> Step:
    seat_of, value_of = build(tell.seat or Const(NONE), layout), build(tell.value or Const(0), layout)
    what, text, place = tell.what, tell.text, tell.place

    def run(state: State, log: Log) -> int:
        if log is not None:
            values, hands, piles = state.values, state.hands, state.piles
            seat, value = +seat_of(values, hands, piles), +value_of(values, hands, piles)
            log.append(Event(what, seat, name=text, value=value, place=place))
        return after

    return run
