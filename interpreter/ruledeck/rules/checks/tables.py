"""A ruleset's melds as they are for each setting of the options that matter and each number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.state import ROUND
from ruledeck.rules.checks.bench import Bench, Case, Settings, make_case
from ruledeck.rules.checks.deals import FEW_SETTINGS, dealt
from ruledeck.rules.checks.gains import LOTS, Bound, Rules
from ruledeck.rules.checks.moves import setting
from ruledeck.rules.checks.powers import player, referee
from ruledeck.rules.checks.supply import Supply
from ruledeck.rules.meld_spec import Contract
from ruledeck.rules.parts import expressions, numbers_in
from ruledeck.rules.patterns import make_patterns
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
        if expr not in self._made:
            typed = self.case.elaborator.typed(expr, scope)
            self._made[expr] = typed.expr if typed is not None else None
        made = self._made[expr]
        return ANYTHING if made is None else self.case.ranges.knowing(ROUND, (number, number)).of(made)

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
    memory: dict[Supply, Supply] = {}
    for settings in bench.settings(names, numbers_in(exprs), FEW_SETTINGS):
        for seats in bench.seats:
            table = make_table(bench, settings, seats, memory, points="points" in names)
            if table is not None:
                yield table


def make_table(
    bench: Bench, settings: Settings, seats: int, memory: dict[Supply, Supply], *, points: bool
) -> Table | None:
    case = make_case(bench.ruleset, bench.cards(seats, settings), settings, seats, points)
    patterns = make_patterns(case.elaborator, bench.ruleset)
    if case.elaborator.vocabulary.found:
        return None
    copies = case.cards.deck.copies
    made = [Supply(pattern, copies) for pattern in patterns]
    return Table(bench, case, tuple(memory.setdefault(supply, supply) for supply in made))


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
