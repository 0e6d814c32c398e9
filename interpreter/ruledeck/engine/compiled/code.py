"""Instructions as parts of a program: what expressions they hold, what they read and write, where they lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from ruledeck.engine.compiled.trees import Change, domain_parts, parts
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.model.program import (
    NONE,
    Ask,
    Assign,
    Branch,
    DealOut,
    Exchange,
    Expr,
    Finish,
    Gather,
    Get,
    Goto,
    Instruction,
    Over,
    Replace,
    Shuffle,
    Take,
    Tell,
    Transfer,
)

KNOWN = (Assign, Transfer, Take, DealOut, Gather, Shuffle, Exchange, Replace, Branch, Goto, Ask, Tell, Finish)


def check_known(code: tuple[Instruction, ...]) -> None:
    for one in code:
        if not isinstance(one, KNOWN):
            raise Unsupported(f"the compiled executor does not know the instruction {type(one).__name__}")


def expressions(one: Instruction) -> Iterator[Expr]:
    """The expressions that play evaluates, domains taken apart; those of strategies included, of events not."""
    match one:
        case Assign(_, seat, value):
            yield from present(seat, value)
        case Transfer():
            yield from present(one.card, one.source_seat, one.target_seat)
        case Take():
            yield from present(one.target_seat)
        case DealOut():
            yield from (one.count, one.first)
        case Exchange():
            yield from (one.seat, one.other)
        case Replace():
            yield from (one.card, one.seat, one.meld, one.cell)
        case Branch(test):
            yield test
        case Ask(seat, offers):
            yield seat
            for offer in offers:
                yield from (offer.when, offer.where, *present(*offer.scores))
                if offer.domain is not None:
                    yield from domain_parts(offer.domain)
        case Gather() | Shuffle() | Goto() | Tell() | Finish():
            return
        case _:
            assert_never(one)


def present(*some: Expr | None) -> Iterator[Expr]:
    return (one for one in some if one is not None)


def reads(one: Instruction) -> set[int]:
    """Slots whose value an instruction reads: not those that it fills itself while it goes through a domain."""
    if not isinstance(one, Ask):
        return {slot for expr in expressions(one) for slot in free(expr)}
    found = set(free(one.seat))
    for offer in one.offers:
        own = set() if offer.domain is None else {offer.slot}
        found.update(free(offer.when))
        found.update(slot for expr in (offer.where, *present(*offer.scores)) for slot in free(expr) if slot not in own)
        if offer.domain is not None:
            found.update(slot for expr in domain_parts(offer.domain) for slot in free(expr))
    return found


def free(expr: Expr) -> Iterator[int]:
    """Slots that an expression reads from the state."""
    if isinstance(expr, Get):
        yield expr.slot
    if isinstance(expr, Over):
        for part in (*domain_parts(expr.domain), *present(expr.limit)):
            yield from free(part)
        yield from (slot for part in (expr.where, expr.body) for slot in free(part) if slot != expr.slot)
        return
    for part in parts(expr):
        yield from free(part)


def leads_to(one: Instruction, pc: int) -> tuple[int, ...]:
    """Addresses that may follow, in order of preference."""
    match one:
        case Branch(_, yes, no):
            return yes, no
        case Goto(target):
            return (target,)
        case Ask(_, offers, otherwise):
            more = () if otherwise == NONE else (otherwise,)
            return *(offer.target for offer in offers), *more
        case Finish():
            return ()
        case _:
            return (pc + 1,)


def changed(one: Instruction, change: Change) -> Instruction:
    """The instruction with `change` made to its expressions. (An Ask is for `simplify`: its offers have slots.)"""
    match one:
        case Assign(_, seat, value):
            return replace(one, seat=seat and change(seat), value=change(value))
        case Transfer():
            source, target = one.source_seat, one.target_seat
            return replace(
                one, card=change(one.card), source_seat=source and change(source), target_seat=target and change(target)
            )
        case Take(target_seat=seat):
            return replace(one, target_seat=seat and change(seat))
        case DealOut():
            return replace(one, count=change(one.count), first=change(one.first))
        case Exchange():
            return replace(one, seat=change(one.seat), other=change(one.other))
        case Replace(card, _, seat, _, meld, cell):
            return replace(one, card=change(card), seat=change(seat), meld=change(meld), cell=change(cell))
        case Branch(test):
            return replace(one, test=change(test))
        case _:
            return one
