"""A ruleset's melds as they are for each setting of the options that matter and each number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.state import ROUND
from ruledeck.rules.checks.bench import Bench, Case, make_case
from ruledeck.rules.checks.deals import FEW_SETTINGS, dealt
from ruledeck.rules.checks.gains import LOTS, Bound, Rules
from ruledeck.rules.checks.moves import setting
from ruledeck.rules.checks.powers import player, referee
from ruledeck.rules.checks.supply import Supply
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.meld_spec import Contract
from ruledeck.rules.parts import expressions, numbers_in
from ruledeck.rules.patterns import faces_where, make_patterns
from ruledeck.rules.ranges import ALWAYS, ANYTHING, PERHAPS, Range
from ruledeck.rules.scope import REFEREE, Scope

MOST_ROUNDS = 60
"""Rounds that are looked at one by one."""


@dataclass(slots=True, eq=False)
class Table:
    """The melds of a ruleset for one setting of its options and one number of seats."""

    bench: Bench
    case: Case
    supplies: tuple[Supply, ...]
    _made: dict[ast.Expr, p.Expr | None] = field(default_factory=dict)
    _known: dict[tuple[int, int], Range] = field(default_factory=dict)
    """By the identity of an expression of the ruleset, whose hash takes long, and the round."""
    _rounds: tuple[int, ...] = ()
    _bound: tuple[Bound | None] | None = None

    def slots(self, contract: Contract) -> list[Supply]:
        known = [meld.name for meld in self.bench.ruleset.melds]
        return [self.supplies[known.index(word)] for word in contract.melds]

    @property
    def bound(self) -> Bound | None:
        """How a hand grows; worked out only where that matters. None where melds are not laid from what is dealt."""
        if self._bound is None:
            deal, melding = self.bench.ruleset.deal, self.case.elaborator.vocabulary.melding
            hand = melding.hand.name if melding is not None else ""
            known = deal is not None and deal.to.text == hand
            self._bound = (Rules(self.bench.ruleset, self.case, hand).bound() if known else None,)
        return self._bound[0]

    def in_round(self, expr: ast.Expr, number: int, scope: Scope) -> Range:
        """The values of an expression in a round."""
        found = self._known.get((id(expr), number))
        if found is None:
            if expr not in self._made:
                typed = self.case.elaborator.typed(expr, scope)
                self._made[expr] = typed.expr if typed is not None else None
            made = self._made[expr]
            found = ANYTHING if made is None else self.case.ranges.knowing(ROUND, (number, number)).of(made)
            self._known[id(expr), number] = found
        return found

    def contract(self, number: int) -> Range:
        """The contracts that a round may ask for."""
        expr = self.bench.ruleset.contract
        return (number, number) if expr is None else self.in_round(expr, number, player(self.case))

    def over(self, number: int) -> Range:
        """Whether the match is over after a round."""
        match = self.bench.ruleset.match
        return PERHAPS if match is None else self.in_round(match.ends_if, number, referee(self.case))

    def dealt(self, number: int) -> int:
        """The most cards that each seat is dealt in a round."""
        deal = self.bench.ruleset.deal
        count = dealt(deal, self.case.seats) if deal is not None else None
        if isinstance(count, tuple):
            return count[min(number, len(count)) - 1] if count else 0
        return LOTS if count is None else self.in_round(count, number, REFEREE)[1]

    @property
    def rounds(self) -> tuple[int, ...]:
        """Rounds that a match can come to, as far as they are worth a look."""
        if not self._rounds:
            ruleset = self.bench.ruleset
            cases = ruleset.deal.cards_each.cases if ruleset.deal else ()
            schedules = [len(count) for _, _, count in cases if isinstance(count, tuple)]
            last = min(max(len(ruleset.contracts) + 1, *schedules, 1), MOST_ROUNDS)
            over = next((at for at in range(1, last) if self.over(at) == ALWAYS), last)
            self._rounds = tuple(range(1, over + 1))
        return self._rounds


def make_tables(bench: Bench, *, growth: bool = False) -> Iterator[Table]:
    """With `growth`, options that let a hand grow are tried as well."""
    ruleset = bench.ruleset
    exprs = [
        *expressions((ruleset.deck, ruleset.wild, ruleset.barred, ruleset.melds, ruleset.contracts, ruleset.contract))
    ]
    exprs += expressions(
        (ruleset.deal.cards_each if ruleset.deal else (), ruleset.match.ends_if if ruleset.match else ())
    )
    if growth:
        exprs += expressions((ruleset.steps, ruleset.moves, ruleset.actions, ruleset.powers, ruleset.windows))
    names = bench.reads(exprs)
    shapes = Shapes(bench)
    for settings in bench.settings(names, numbers_in(exprs), FEW_SETTINGS):
        for seats in bench.seats:
            case = make_case(ruleset, bench.cards(seats, settings), settings, seats, "points" in names)
            supplies = shapes.of(case)
            if supplies is not None:
                yield Table(bench, case, supplies)


class Shapes:
    """The patterns of a case, worked out once for all that differ in nothing that the patterns read."""

    def __init__(self, bench: Bench) -> None:
        ruleset = bench.ruleset
        self._bench, self._ruleset = bench, ruleset
        self._read = bench.reads([*expressions((ruleset.deck, ruleset.wild, ruleset.barred, ruleset.melds))])
        self._made: dict[tuple[object, ...], tuple[Supply, ...] | None] = {}
        self._same: dict[Supply, Supply] = {}
        self._faces: dict[tuple[object, ...], int] = {}

    def of(self, case: Case) -> tuple[Supply, ...] | None:
        """None where there is something wrong with them, which is said elsewhere."""
        key = (case.seats, *(value for name, value in case.settings.items() if name in self._read))
        if key not in self._made:
            self._made[key] = self._make(case)
        return self._made[key]

    def _make(self, case: Case) -> tuple[Supply, ...] | None:
        patterns = make_patterns(case.elaborator, self._ruleset, lambda e, condition: self._where(e, condition, case))
        if case.elaborator.vocabulary.found:
            return None
        made = [Supply(pattern, case.cards.deck.copies) for pattern in patterns]
        return tuple(self._same.setdefault(supply, supply) for supply in made)

    def _where(self, e: Elaborator, condition: ast.Expr | None, case: Case) -> int:
        """As `faces_where`, which asks about face after face: done once for all cases that differ in nothing that it reads."""
        if condition is None:
            return 0
        read, cards = self._bench.reads([condition]), case.cards
        alike = read <= {"card", *case.settings, *cards.values}
        values = (value for name, value in case.settings.items() if name in read)
        key = (condition, cards.deck.written, 0 if alike else case.seats, *values)
        if key in self._faces:
            return self._faces[key]
        found = faces_where(e, condition)
        if not e.vocabulary.found:
            self._faces[key] = found
        return found


def where(found: Sequence[Table], tables: Sequence[Table]) -> str:
    """What the first of the cases that were found differs in from those that were not, in words."""
    table, bench = found[0], found[0].bench
    if len(found) == len(tables):
        return ""
    alike = [other for other in tables if other.case.settings == table.case.settings]
    parts = [] if all(other in found for other in alike) else [f"{table.case.seats} players"]
    beside = [other for other in tables if other.case.seats == table.case.seats]
    if not all(other in found for other in beside):
        parts.append(setting(bench, table.case.settings))
    return f" with {' and '.join(parts)}" if parts else ""
