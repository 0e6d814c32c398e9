"""Lines of a program → the same without assignments that nothing reads, and the slots that matter at the start."""

from __future__ import annotations

from ruledeck.engine.compiled.code import leads_to, reads
from ruledeck.engine.compiled.ranges import Bounds
from ruledeck.engine.compiled.simplify import Line
from ruledeck.model.program import Ask, Assign, Finish, Replace, Take, Tell
from ruledeck.model.state import DECISIONS, ROUND, TURN

Lines = dict[int, Line]


def without_dead(lines: Lines, bounds: Bounds) -> tuple[Lines, set[int]]:
    """Until nothing more falls away."""
    while True:
        before = live_before(lines, bounds)
        kept = {pc: line for pc, line in lines.items() if not droppable(line, after(line, pc, before), bounds)}
        if len(kept) == len(lines):
            start = before[min(lines)]
            return kept, {slot for slot in range(start.bit_length()) if start >> slot & 1}
        lines = close_gaps(kept, lines)


def close_gaps(kept: Lines, lines: Lines) -> Lines:
    """Dropped instructions become events, which do nothing."""
    return {pc: kept.get(pc) or Line(Tell("note"), line.at) for pc, line in lines.items()}


def after(line: Line, pc: int, before: dict[int, int]) -> int:
    live = 0
    for target in leads_to(line.one, pc):
        live |= before.get(target, 0)
    return live


def droppable(line: Line, live: int, bounds: Bounds) -> bool:
    """An assignment to a slot that is not read, which cannot fail."""
    one = line.one
    if not isinstance(one, Assign) or live >> bounds.first[one.slot] & 1:
        return False
    low, high = bounds.of(one.value, line.at)
    fails = bounds.may_fail(one.value, line.at) or (
        one.seat is not None
        and (bounds.no_seat(one.seat, line.at, bounds.values_at(one.slot)) or bounds.may_fail(one.seat, line.at))
    )
    return one.lo <= low and high <= one.hi and not fails


def live_before(lines: Lines, bounds: Bounds) -> dict[int, int]:
    """By address: the slots that something may read before they are set again, as bits."""
    end = 1 << TURN | 1 << ROUND | 1 << DECISIONS
    score = bounds.layout.game.variable_of.get("score")
    if score is not None:
        end |= 1 << bounds.first[score.slot]
    used = {
        pc: sum(1 << bounds.first[slot] for slot in {bounds.first[s] for s in reads(line.one)})
        for pc, line in lines.items()
    }
    live = dict.fromkeys(lines, 0)
    changed = True
    while changed:
        changed = False
        for pc in sorted(lines, reverse=True):
            one = lines[pc].one
            found = used[pc] | (end if isinstance(one, Finish) else flowing(lines[pc], pc, live, bounds))
            if found != live[pc]:
                live[pc] = found
                changed = True
    return live


def flowing(line: Line, pc: int, live: dict[int, int], bounds: Bounds) -> int:
    """What is live after an instruction and not set by it."""
    one = line.one
    if isinstance(one, Ask):
        found = live.get(one.otherwise, 0)
        for offer in one.offers:
            set_here = 0 if offer.domain is None else plain(offer.slot, bounds)
            found |= live.get(offer.target, 0) & ~set_here
        return found
    found = after(line, pc, live)
    if isinstance(one, Assign | Take | Replace):
        seat = one.seat if isinstance(one, Assign) else None
        found &= ~(plain(one.slot, bounds) if seat is None else 0)
    return found


def plain(slot: int, bounds: Bounds) -> int:
    """The bit of a slot that is no seats' group's, else nothing."""
    grouped = bounds.first[slot] != slot or (slot + 1 < len(bounds.first) and bounds.first[slot + 1] == slot)
    return 0 if grouped else 1 << slot
