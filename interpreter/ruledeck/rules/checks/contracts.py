"""Contracts that a seat never has the cards for, and rounds that ask for a contract which is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruledeck.rules import spec
from ruledeck.rules.checks.bench import Bench
from ruledeck.rules.checks.supply import lacking
from ruledeck.rules.checks.tables import Table, make_tables, where
from ruledeck.rules.meld_spec import Contract
from ruledeck.rules.parts import expressions, names_of, words
from ruledeck.rules.ranges import NEVER
from ruledeck.rules.spec import Named
from ruledeck.text import Diagnostic, Note, Severity


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why a contract cannot be laid in a case. `certain` unless a hand might grow in a way that is not foreseen."""

    reason: str
    certain: bool = True
    dealt: bool = False
    """Whether it is the deal that gives too few cards, not the deck."""


def check_contracts(
    bench: Bench, tables: list[Table], hopeless: set[str]
) -> Iterator[tuple[tuple[Named, ...], Diagnostic]]:
    """The melds of contracts for which the deck, or a hand in the rounds that ask for them, has too few cards in some case."""
    ruleset = bench.ruleset
    if not laid(ruleset):
        return
    if any(small_deal(table, *numbered) for table in tables for numbered in enumerate(ruleset.contracts, start=1)):
        tables = [*make_tables(bench, growth=True)]
    told: dict[tuple[int, ...], str | None] = {}
    for number, contract in enumerate(ruleset.contracts, start=1):
        if any(word.text in hopeless for word in contract.melds):
            continue
        found = [(table, short) for table in tables if (short := shortage(table, contract, number, told)) is not None]
        found.sort(key=lambda pair: not pair[1].certain)
        if found:
            yield contract.melds, cannot_be_laid(contract, found, tables)
    yield from (((), problem) for problem in check_numbers(bench, tables))


def laid(ruleset: spec.Spec) -> bool:
    """Whether any rule asks a seat for its contract."""
    read = names_of(tuple(expressions((ruleset.moves, ruleset.steps, ruleset.defines, ruleset.windows))))
    return "contract" in read or any(word.text == "contract" for word in words(ruleset, "lay", "lay"))


def small_deal(table: Table, number: int, contract: Contract) -> bool:
    """Whether a seat needs more cards than it is dealt in some round that may ask for the contract."""
    return any(table.dealt(at) < size_of(table, contract) for at in rounds_of(table, number))


def rounds_of(table: Table, number: int) -> list[int]:
    """The rounds that may ask for the contract with this number."""
    asked = {at: table.contract(at) for at in table.rounds}
    return [at for at, (low, high) in asked.items() if low <= number <= high]


def size_of(table: Table, contract: Contract) -> int:
    """The fewest cards that it takes."""
    return sum(slot.pattern.least for slot in table.slots(contract))


def cannot_be_laid(contract: Contract, found: list[tuple[Table, Shortage]], tables: list[Table]) -> Diagnostic:
    """Said of the contract; of the deal where that is this file's and the contract is inherited."""
    short, ruleset = found[0][1], found[0][0].bench.ruleset
    names = " ".join(word.text for word in contract.melds)
    place = where([table for table, _ in found], tables)
    message = f"the contract `{names}` cannot be laid{place}: {short.reason}"
    severity = Severity.ERROR if short.certain else Severity.WARNING
    if not short.dealt or ruleset.deal is None:
        hint = "ask for fewer or smaller melds, or for more `packs` of the deck"
        return Diagnostic("dead-contract", message, contract.span, hint, severity=severity)
    hint = "deal more cards, ask for fewer or smaller melds, or let a seat have more cards in another way"
    deal, own = ruleset.deal.cards_each.span, ruleset.span.source
    if deal.source == own != contract.span.source:
        note = Note("the contract is here", contract.span)
        return Diagnostic("dead-contract", message, deal, hint, (note,), severity)
    note = Note("this many are dealt", deal)
    return Diagnostic("dead-contract", message, contract.span, hint, (note,), severity)


def shortage(table: Table, contract: Contract, number: int, told: dict[tuple[int, ...], str | None]) -> Shortage | None:
    """What keeps the contract with this number from ever being laid, in the rounds that may ask for it.

    `told`: what is known of the deck, by the patterns and cards asked about, of which the tables hold most in common.
    """
    rounds = rounds_of(table, number)
    if not rounds or not contract.melds:
        return None
    slots = table.slots(contract)
    key = tuple(map(id, slots))
    reason = told[key] if key in told else told.setdefault(key, lacking(slots))
    if reason is not None:
        return Shortage(reason)
    size = size_of(table, contract)
    if all(table.dealt(at) >= size for at in rounds) or table.bound is None:
        return None
    short = [at for at in rounds if table.dealt(at) + table.bound.most < size]
    sure = [at for at in short if table.contract(at) == (number, number)]
    if not sure and len(short) < len(rounds):
        return None  # a seat may come to it in a round that deals enough
    at = (sure or short)[0]
    more = f" and gets {table.bound.most} more before it lays" if table.bound.most else ""
    reason = f"it takes {size} cards, and in round {at} a seat is dealt {table.dealt(at)}{more}"
    return Shortage(reason, table.bound.certain, dealt=True)


def check_numbers(bench: Bench, tables: list[Table]) -> Iterator[Diagnostic]:
    """A round that asks for a contract which is not in the list. It is certain where no match is over before."""
    ruleset = bench.ruleset
    many = len(ruleset.contracts)
    found = [(table, at) for table in tables for at in table.rounds if astray(table, at, many)]
    if not many or not found:
        return
    certain = [(table, at) for table, at in found if all(table.over(before) == NEVER for before in range(1, at))]
    table, at = (certain or found)[0]
    low, high = table.contract(at)
    asked = f"{low}" if low == high else f"{low}..{high}"
    last = ruleset.contracts[-1]
    cases = dict.fromkeys(other for other, _ in certain or found)
    place = where([*cases], tables)
    message = f"round {at} asks for contract {asked}{place}, and there are {many}"
    hint = f"let the match end before, or say which one it is: `contract: smaller(round, {many})`"
    span = ruleset.contract.span if ruleset.contract else last.span
    severity = Severity.ERROR if certain else Severity.WARNING
    yield Diagnostic("dead-contract", message, span, hint, severity=severity)


def astray(table: Table, at: int, many: int) -> bool:
    low, high = table.contract(at)
    return low > many or high < 1
