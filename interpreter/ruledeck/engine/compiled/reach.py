"""Game → for each instruction that can be reached, the ranges of all slots there.

Interval analysis in the manner of Cousot and Cousot (POPL 1977): ranges are joined where ways meet, and widened, to the
numbers that the program compares the slot with, where a way comes round again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from heapq import heappop, heappush

from ruledeck.engine.compiled.code import expressions
from ruledeck.engine.compiled.ranges import TRUTH, Bounds, Range, hull
from ruledeck.engine.compiled.trees import every
from ruledeck.engine.layout import lay_out
from ruledeck.model.game import Game
from ruledeck.model.program import (
    NONE,
    All,
    Any,
    Ask,
    Assign,
    Branch,
    Compare,
    Const,
    Expr,
    Finish,
    Get,
    Goto,
    Instruction,
    Not,
    Replace,
    Take,
)
from ruledeck.model.state import DECISIONS

MOST_DECISIONS = 1 << 40
PATIENCE = 4
"""Visits of an instruction after which its ranges are widened."""
State = list[Range]


def make_bounds(game: Game) -> Bounds:
    layout = lay_out(game)
    first = list(range(game.slots))

    def group(slot: int) -> None:
        for seat in range(layout.sizes.get(slot, game.seats)):
            first[slot + seat] = slot

    for variable in game.variables:
        if variable.per_seat or variable.size > 1:
            group(variable.slot)
    for instruction in game.code:
        if isinstance(instruction, Assign) and instruction.seat is not None:
            group(instruction.slot)
        for expr in expressions(instruction):
            for one in every(expr):
                if isinstance(one, Get) and one.seat is not None:
                    group(one.slot)
    return Bounds(layout, sum(game.deck.copies), tuple(first))


def explore(game: Game, bounds: Bounds) -> list[State | None]:
    """Ranges before each instruction; None where the program never comes."""
    found: list[State | None] = [None] * len(game.code)
    visits = [0] * len(game.code)
    stops = thresholds(game, bounds)
    found[0] = beginning(game, bounds)
    waiting = [0]
    while waiting:
        pc = heappop(waiting)
        while waiting and waiting[0] == pc:
            heappop(waiting)
        state = found[pc]
        if state is None:
            continue
        for target, after in follow(game.code[pc], pc, state, bounds):
            if target >= len(game.code):
                continue
            before = found[target]
            if before is None:
                found[target] = list(after)
            else:
                joined = join(before, after, stops if visits[target] > PATIENCE and target <= pc else None)
                if joined is None:
                    continue
                found[target] = joined
            visits[target] += 1
            heappush(waiting, target)
    return found


def beginning(game: Game, bounds: Bounds) -> State:
    state: State = [(0, 0)] * game.slots
    for variable in game.variables:
        first = bounds.first[variable.slot]
        start = (variable.start, variable.start)
        state[first] = start if first == variable.slot else hull(state[first], start)
    return state


def thresholds(game: Game, bounds: Bounds) -> list[list[int]]:
    """By slot: where widening may stop, ascending; the first and the last bound all values."""
    stops: list[set[int]] = [{-1, 0, 1} for _ in range(game.slots)]
    for variable in game.variables:
        stops[bounds.first[variable.slot]] |= {variable.lo, variable.hi, variable.start}
    for instruction in game.code:
        if isinstance(instruction, Assign):
            stops[bounds.first[instruction.slot]] |= {instruction.lo, instruction.hi}
        for expr in expressions(instruction):
            for one in every(expr):
                match one:
                    case Compare(_, Get(slot), Const(value)) | Compare(_, Const(value), Get(slot)):
                        stops[bounds.first[slot]] |= {int(value) - 1, int(value), int(value) + 1}
                    case _:
                        pass
        if isinstance(instruction, Take | Replace):
            stops[bounds.first[instruction.slot]] |= {NONE, bounds.layout.faces - 1}
    stops[DECISIONS].add(MOST_DECISIONS)
    return [sorted(some) for some in stops]


def join(before: State, after: State, stops: list[list[int]] | None) -> State | None:
    """The ranges of both, widened where `stops` are given; None when `after` brings nothing new."""
    if all(low >= old_low and high <= old_high for (low, high), (old_low, old_high) in zip(after, before, strict=True)):
        return None
    joined = [old if old == new else hull(old, new) for old, new in zip(before, after, strict=True)]
    if stops is not None:
        for slot, (old, new) in enumerate(zip(before, joined, strict=True)):
            if old != new:
                joined[slot] = widened(old, new, stops[slot])
    return joined


def widened(old: Range, new: Range, stops: list[int]) -> Range:
    low, high = new
    if low < old[0]:
        place = bisect_right(stops, low) - 1
        low = stops[place] if place >= 0 else low
    if high > old[1]:
        place = bisect_left(stops, high)
        high = stops[place] if place < len(stops) else high
    return low, high


# ---------------------------------------------------------------- one step


def follow(one: Instruction, pc: int, state: State, bounds: Bounds) -> Iterator[tuple[int, State]]:
    """Where the program can go from an instruction, with the ranges that hold there."""
    match one:
        case Assign(slot, _, value, lo, hi):
            low, high = bounds.of(value, state)
            if max(low, lo) <= min(high, hi):
                yield pc + 1, stored(state, slot, (max(low, lo), min(high, hi)), bounds)
        case Take(slot=slot):
            yield pc + 1, stored(state, slot, (NONE, bounds.layout.faces - 1), bounds)
        case Replace(slot=slot):
            yield pc + 1, stored(state, slot, (NONE, bounds.layout.faces - 1), bounds)
        case Branch(test, yes, no):
            low, high = bounds.of(test, state)
            if high:
                yield yes, refined(state, test, True, bounds)
            if not low:
                yield no, refined(state, test, False, bounds)
        case Goto(target):
            yield target, state
        case Ask():
            yield from asked(one, state, bounds)
        case Finish():
            return
        case _:
            yield pc + 1, state


def asked(ask: Ask, state: State, bounds: Bounds) -> Iterator[tuple[int, State]]:
    certain = False
    for offer in ask.offers:
        inner = state if offer.domain is None else bounds.within(offer.slot, offer.domain, state)
        when, where = bounds.of(offer.when, state), bounds.of(offer.where, inner)
        if not when[1] or not where[1]:
            continue
        certain = certain or (offer.domain is None and when[0] > 0 and where[0] > 0)
        after = list(refined(state, offer.when, True, bounds))
        if offer.domain is not None and single(bounds, offer.slot):
            after[offer.slot] = inner[offer.slot]
            after = list(refined(after, offer.where, True, bounds))
        after[DECISIONS] = (0, MOST_DECISIONS)
        yield offer.target, after
    if not certain and ask.otherwise != NONE:
        yield ask.otherwise, state


def stored(state: State, slot: int, new: Range, bounds: Bounds) -> State:
    """A slot of a seats' group keeps what the other seats may have."""
    first = bounds.first[slot]
    after = list(state)
    after[first] = new if single(bounds, slot) else hull(state[first], new)
    return after


FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def refined(state: State, test: Expr, truth: bool, bounds: Bounds) -> State:
    """The ranges where `test` is known to be true, or false."""
    match test:
        case Not(item):
            return refined(state, item, not truth, bounds)
        case All(items) if truth:
            for item in items:
                state = refined(state, item, True, bounds)
        case Any(items) if not truth:
            for item in items:
                state = refined(state, item, False, bounds)
        case Compare(op, left, right):
            op = op if truth else OPPOSITE[op]
            state = limited(state, left, op, right, bounds)
            return limited(state, right, FLIPPED[op], left, bounds)
        case Get(slot, None) if state[bounds.first[slot]] == TRUTH and single(bounds, slot):
            return stored(state, slot, (int(truth), int(truth)), bounds)
        case _:
            pass
    return state


def single(bounds: Bounds, slot: int) -> bool:
    """Whether a slot is no seats' group's."""
    return bounds.first[slot] == slot and not (slot + 1 < len(bounds.first) and bounds.first[slot + 1] == slot)


def limited(state: State, expr: Expr, op: str, other: Expr, bounds: Bounds) -> State:
    """`state` with a plain slot cut to what the comparison allows."""
    if not (isinstance(expr, Get) and expr.seat is None and single(bounds, expr.slot)):
        return state
    low, high = state[expr.slot]
    least, most = bounds.of(other, state)
    match op:
        case "==":
            low, high = max(low, least), min(high, most)
        case "!=" if least == most:
            low, high = low + (low == least), high - (high == least)
        case "<":
            high = min(high, most - 1)
        case "<=":
            high = min(high, most)
        case ">":
            low = max(low, least + 1)
        case ">=":
            low = max(low, least)
        case _:
            pass
    if low > high:
        return state
    after = list(state)
    after[expr.slot] = low, high
    return after
