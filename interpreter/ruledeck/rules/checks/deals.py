"""Deals that the deck is too small for, and starters that can never be turned, with options at other values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.rules.cards import Cards
from ruledeck.rules.checks.bench import Bench, Case
from ruledeck.rules.checks.moves import setting
from ruledeck.rules.checks.powers import referee, written
from ruledeck.rules.dealing import Need, always_put_back, need
from ruledeck.rules.parts import expressions, numbers_in
from ruledeck.rules.scope import REFEREE
from ruledeck.text import Diagnostic

FEW_SETTINGS = 32


def check_deck(bench: Bench) -> Iterator[Diagnostic]:
    """A deck that cannot be built in some setting of the options that it depends on."""
    exprs = list(expressions(bench.ruleset.deck))
    for settings in bench.settings(set(bench.counting), numbers_in(exprs), FEW_SETTINGS):
        for seats in bench.seats:
            found: list[Diagnostic] = []
            bench.build(seats, settings, found)
            if found:
                yield replace(found[0], message=f"with {setting(bench, settings)}, {found[0].message}")
                return


def check_deal(bench: Bench) -> Iterator[Diagnostic]:
    """Each entry of `cards_each` that, in some setting, asks for more cards than there are, or for fewer than none."""
    deal = bench.ruleset.deal
    if deal is None:
        return
    for _, _, count in deal.cards_each.cases:
        if isinstance(count, ast.Expr):
            yield from check_count(bench, deal, count)


def check_count(bench: Bench, deal: spec.Deal, count: ast.Expr) -> Iterator[Diagnostic]:
    tests = [count, *([deal.put_back] if deal.put_back is not None else [])]
    names = bench.reads([*tests, *expressions(bench.ruleset.deck)])
    for settings in bench.settings(names, numbers_in(tests), FEW_SETTINGS):
        case = bench.case(settings, bench.seats[0], "points" in names)
        back = surely_put_back(case, deal.put_back)
        for seats in bench.seats:
            if dealt(deal, seats) is not count:
                continue
            if names & {"seats", "others"}:
                case = bench.case(settings, seats, "points" in names)
                back = surely_put_back(case, deal.put_back)
            problem = wanted(case, deal, count, back, (seats, bench.cards(seats, settings)))
            if not problem.met:
                yield Diagnostic("deal-too-large", f"with {setting(bench, case.settings)}, {problem}", count.span)
                return


def dealt(deal: spec.Deal, seats: int) -> ast.Expr | tuple[int, ...] | None:
    return next((count for low, high, count in deal.cards_each.cases if low <= seats <= high), None)


def wanted(case: Case, deal: spec.Deal, count: ast.Expr, back: frozenset[int], table: tuple[int, Cards]) -> Need:
    """What a deal needs, if each seat gets the fewest cards that `count` may be. `table`: seats, and their deck."""
    fewest, most = case.range_of(count, REFEREE)
    seats, cards = table
    hopeless = len(back) == len(cards.deck.written)  # which `check_starter` says
    put_back = sum(cards.deck.copies[face] for face in back if not hopeless) if deal.starter_to else None
    return need(seats, most if most < 0 else max(fewest, 0), cards.size, put_back)


def surely_put_back(case: Case, put_back: ast.Expr | None) -> frozenset[int]:
    """The cards that never stay as the starter."""
    if put_back is None:
        return frozenset()
    condition = case.elaborator.truth(put_back, referee(case))
    return always_put_back(condition, case.registers.card.slot, case.ranges)


def check_starter(bench: Bench) -> Iterator[Diagnostic]:
    """A starter that is put back whatever card it is: turning it would never end."""
    deal = bench.ruleset.deal
    if deal is None or deal.put_back is None or deal.starter_to is None:
        return
    put_back = deal.put_back
    for case in bench.cases([put_back]):
        if len(surely_put_back(case, put_back)) == len(case.faces(None)):
            span = put_back.span
            message = f"every card would be put back as the starter: `{written(span)}` is true"
            yield Diagnostic("no-starter", f"{message}, with {setting(bench, case.settings)}", span)
            return
