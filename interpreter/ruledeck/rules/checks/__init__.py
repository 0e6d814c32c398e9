"""checks: a ruleset known to be sound → diagnostics about what may be written but cannot be meant. Each is a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruledeck.rules import spec
from ruledeck.rules.checks import deals, melds, moves, powers, unused
from ruledeck.rules.checks.bench import Bench
from ruledeck.text import Diagnostic

CHECKS: tuple[Callable[[Bench], Iterator[Diagnostic]], ...] = (
    unused.check_options,
    unused.check_names,
    unused.check_ratings,
    powers.check_powers,
    powers.check_windows,
    powers.check_round_ends,
    powers.check_scoring,
    powers.check_points,
    moves.check_moves,
    moves.check_steps,
    moves.check_endings,
    moves.check_penalties,
    deals.check_deck,
    deals.check_deal,
    deals.check_starter,
    unused.check_patterns,
    melds.check_melds,
)


def check(ruleset: spec.Spec, seats: tuple[int, ...]) -> Iterator[Diagnostic]:
    """What every check finds. The ruleset has been lowered for each number of seats without an error."""
    bench = Bench(ruleset, seats)
    for one in CHECKS:
        yield from one(bench)
