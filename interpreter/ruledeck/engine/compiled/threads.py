"""Blocks → the same with jumps to a test whose outcome is known on that way led on to where the test leads.

Known is what the ranges say on the way itself, and of cards and other values of small range which ones they may be:
after the power of a four there is no need to ask whether the card is a five.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ruledeck.engine.compiled.blocks import Block
from ruledeck.engine.compiled.live import Lines
from ruledeck.engine.compiled.ranges import Bounds
from ruledeck.engine.compiled.reach import State, follow
from ruledeck.model.program import All, Any, Ask, Assign, Bit, Branch, Expr, Finish, Get, Goto, Not, Replace, Take

Sets = Mapping[int, int]
"""By slot: the values it may have, value k as bit k + 1. A slot that is not there may have any."""
ROUNDS = 6
HOPS = 64


class Threads:
    def __init__(self, blocks: dict[int, Block], lines: Lines, bounds: Bounds) -> None:
        self.blocks = blocks
        self.lines = lines
        self.bounds = bounds

    def threaded(self) -> dict[int, Block]:
        for _ in range(ROUNDS):
            sets = self.spread()
            changed = {start: self.block(self.blocks[start], sets[start]) for start in sets}
            if changed == {start: self.blocks[start] for start in sets}:
                break
            self.blocks = changed
        return self.blocks

    # ------------------------------------------------------ what is known where

    def spread(self) -> dict[int, Sets]:
        """By block that can be reached: what the values may be at its start."""
        entry = min(self.blocks)
        known: dict[int, Sets] = {entry: {}}
        waiting = [entry]
        while waiting:
            start = waiting.pop()
            for target, sets in self.outcomes(self.blocks[start], known[start]):
                if target not in self.blocks:
                    continue
                old = known.get(target)
                new = sets if old is None else {slot: old[slot] | bits for slot, bits in sets.items() if slot in old}
                if new != old:
                    known[target] = new
                    waiting.append(target)
        return known

    def outcomes(self, block: Block, sets: Sets) -> Iterator[tuple[int, Sets]]:
        sets = self.through(block, sets)
        match block.end:
            case Branch(test, yes, no):
                yield yes, self.learned(sets, test, True)
                yield no, self.learned(sets, test, False)
            case Ask(offers=offers, otherwise=otherwise):
                yield otherwise, sets
                for offer in offers:
                    yield offer.target, sets if offer.domain is None else without(sets, offer.slot)
            case Goto(target):
                yield target, sets
            case _:
                return

    def through(self, block: Block, sets: Sets) -> Sets:
        for _, line in block.body:
            match line.one:
                case Assign(slot, None) | Take(slot=slot) | Replace(slot=slot):
                    sets = without(sets, slot)
                case Assign(slot):
                    for seat in range(self.bounds.values_at(slot)):
                        sets = without(sets, slot + seat)
                case _:
                    pass
        return sets

    def learned(self, sets: Sets, test: Expr, truth: bool) -> Sets:
        match test:
            case Not(item):
                return self.learned(sets, item, not truth)
            case All(items) if truth:
                for item in items:
                    sets = self.learned(sets, item, True)
            case Any(items) if not truth:
                for item in items:
                    sets = self.learned(sets, item, False)
            case Bit(bits, Get(slot, None)):
                every = (1 << 64) - 1
                told = bits << 1 if truth else every ^ (bits << 1)
                return {**sets, slot: sets.get(slot, every) & told}
            case _:
                pass
        return sets

    # ------------------------------------------------------------------ threading

    def block(self, block: Block, sets: Sets) -> Block:
        sets = self.through(block, sets)
        at = self.lines[block.end_pc].at
        match block.end:
            case Goto(target):
                synthetic = bool(block.body) and block.body[-1][0] == block.end_pc
                ways = follow(self.lines[block.end_pc].one, block.end_pc, at, self.bounds) if synthetic else [(0, at)]
                state = next((state for _, state in ways), at)
                return replace(block, end=Goto(self.led_on(target, state, sets)))
            case Branch(test, yes, no):
                states = dict(follow(Branch(test, 1, 0), block.end_pc, at, self.bounds))
                if 1 in states:
                    yes = self.led_on(yes, states[1], self.learned(sets, test, True))
                if 0 in states:
                    no = self.led_on(no, states[0], self.learned(sets, test, False))
                same = yes == no and not self.bounds.may_fail(test, at)
                return replace(block, end=Goto(yes) if same else Branch(test, yes, no))
            case Ask():
                return replace(block, end=self.ask(block.end, at, sets))
            case _:
                return block

    def ask(self, ask: Ask, at: State, sets: Sets) -> Ask:
        offers = []
        for offer in ask.offers:
            alone = replace(ask, offers=(offer,), otherwise=-1)
            state = next((state for _, state in follow(alone, 0, at, self.bounds)), None)
            known = sets if offer.domain is None else without(sets, offer.slot)
            target = offer.target if state is None else self.led_on(offer.target, state, known)
            offers.append(replace(offer, target=target))
        other = ask.otherwise
        return replace(ask, offers=tuple(offers), otherwise=other if other < 0 else self.led_on(other, at, sets))

    def led_on(self, target: int, state: State, sets: Sets) -> int:
        """Where a jump ends, past tests whose outcome is known."""
        for _ in range(HOPS):
            block = self.blocks.get(target)
            if block is None or block.body or isinstance(block.end, Ask | Finish):
                return target
            if isinstance(block.end, Goto):
                target = block.end.target
                continue
            if not isinstance(block.end, Branch):
                return target
            known = self.decided(block.end.test, state, sets)
            if known is None:
                return target
            target = block.end.yes if known else block.end.no
        return target

    def decided(self, test: Expr, state: State, sets: Sets) -> bool | None:
        low, high = self.bounds.of(test, state)
        if low == high and not self.bounds.may_fail(test, state):
            return bool(low)
        match test:
            case Not(item):
                known = self.decided(item, state, sets)
                return None if known is None else not known
            case All(items):
                found = [self.decided(item, state, sets) for item in items]
                return False if found[0] is False else True if all(found) else safe_false(found, self, items, state)
            case Bit(bits, Get(slot, None)) if slot in sets:
                if not sets[slot] & (bits << 1):
                    return False
                return True if not sets[slot] & ~(bits << 1) else None
            case _:
                return None


def safe_false(found: list[bool | None], threads: Threads, items: tuple[Expr, ...], state: State) -> bool | None:
    """False when an item is, unless one before it may be a rule error."""
    if False not in found or any(threads.bounds.may_fail(item, state) for item in items):
        return None
    return False


def without(sets: Sets, slot: int) -> Sets:
    return {other: bits for other, bits in sets.items() if other != slot} if slot in sets else sets
