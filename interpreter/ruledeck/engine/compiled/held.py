"""Lines → the transfers whose card is sure to be in the hand that it leaves: it was chosen from that hand."""

from __future__ import annotations

from ruledeck.engine.compiled.code import free, leads_to
from ruledeck.engine.compiled.live import Lines
from ruledeck.engine.layout import Layout
from ruledeck.model.program import Ask, Assign, Cards, Exchange, Expr, Gather, Get, Instruction, Replace, Take, Transfer

Fact = tuple[int, int, Expr | None]
"""The slot that names a card, and the zone and seat of the hand that holds it."""
Facts = frozenset[Fact]


def sure_transfers(lines: Lines, layout: Layout) -> set[int]:
    """Their addresses."""
    known: dict[int, Facts] = {min(lines): frozenset()}
    waiting = [min(lines)]
    while waiting:
        pc = waiting.pop()
        for target, facts in after(lines[pc].one, pc, known[pc], layout):
            if target not in lines:
                continue
            joined = facts if target not in known else known[target] & facts
            if known.get(target) != joined:
                known[target] = joined
                waiting.append(target)
    return {pc for pc, facts in known.items() if is_sure(lines[pc].one, facts)}


def is_sure(one: Instruction, facts: Facts) -> bool:
    match one:
        case Transfer(Get(slot, None), source, seat):
            return (slot, source, seat) in facts
        case _:
            return False


def after(one: Instruction, pc: int, facts: Facts, layout: Layout) -> list[tuple[int, Facts]]:
    """What is known on each way from an instruction."""
    match one:
        case Ask(_, offers, otherwise):
            found = [(otherwise, facts)]
            for offer in offers:
                after_choice = facts if offer.domain is None else written(facts, offer.slot)
                if isinstance(offer.domain, Cards) and not layout.ordered[offer.domain.zone]:
                    fact = offer.slot, offer.domain.zone, offer.domain.seat
                    if offer.slot not in slots_of(fact):
                        after_choice |= {fact}
                found.append((offer.target, after_choice))
            return found
        case Assign(slot, None) | Take(slot=slot):
            facts = written(facts, slot)
        case Assign(slot):
            for seat in range(layout.sizes.get(slot, layout.seats)):
                facts = written(facts, slot + seat)
        case Replace(hand=zone, slot=slot):
            facts = written(frozenset(fact for fact in facts if fact[1] != zone), slot)
        case Transfer(source=zone) | Gather(source=zone) | Exchange(zone):
            facts = frozenset(fact for fact in facts if fact[1] != zone)
        case _:
            pass
    return [(target, facts) for target in leads_to(one, pc)]


def written(facts: Facts, slot: int) -> Facts:
    """What is still known when a slot has a new value."""
    return frozenset(fact for fact in facts if fact[0] != slot and slot not in slots_of(fact))


def slots_of(fact: Fact) -> set[int]:
    """The slots that tell the seat."""
    return set() if fact[2] is None else set(free(fact[2]))
