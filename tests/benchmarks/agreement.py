"""Native games against games of the reference executor: do mean length, scores and wins agree within their errors?

    python tests/benchmarks/agreement.py RULESET ... [--players P] [--bots B] [--games 1000000] [--seconds 20]

The games of the two are different ones (other seeds), so that this says something of the figures, not of single games; that
these are the same is what the tests of identity show. The reference executor plays for so many seconds.
"""

# What a command prints is its result.
# ruff: noqa: T201

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ruledeck.engine.compiled.store import Store
from ruledeck.rules import Rules, open_rules
from ruledeck.study.batch import Batch, Reference
from ruledeck.study.simulate import Summary, simulate, strategy
from ruledeck.study.statistics import Record
from ruledeck.study.ways import Engine

NATIVE_SEED, REFERENCE_SEED = 1, 2


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean of the native games beside that of the reference's, with its spread there."""

    name: str
    native: float
    reference: float
    spread: float

    def apart(self, native: int, reference: int) -> float:
        """The difference in standard errors."""
        error = self.spread * math.sqrt(1 / native + 1 / reference)
        return (
            0.0 if self.native == self.reference else abs(self.native - self.reference) / error if error else math.inf
        )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="+", metavar="RULESET")
    parser.add_argument("--players", type=int, help="default: four, or what is nearest")
    parser.add_argument("--bots", default="random", help="for all seats")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args(words)
    print(f"{'':24}{'native':>10}{'reference':>10}{'figures':>9}{'worst':>7}   in standard errors")
    for name in arguments.rulesets:
        rules = open_rules(name)
        players = arguments.players or min(rules.players, key=lambda number: (abs(number - 4), number))
        compare(rules, players, arguments.bots, arguments.games, arguments.seconds)


def compare(rules: Rules, players: int, bot: str, games: int, seconds: float) -> None:
    records = list(reference_games(rules, players, bot, seconds))
    summary = simulate(rules, games, players, NATIVE_SEED, (bot,) * players, 2, engine=Engine.NATIVE, store=Store())
    figures = list(compared(summary, records))
    apart = [figure.apart(summary.games, len(records)) for figure in figures]
    worst = max(range(len(figures)), key=apart.__getitem__)
    title = f"{rules.name}, {players} {bot}"
    print(
        f"{title:24}{summary.games:10}{len(records):10}{len(figures):9}{apart[worst]:7.2f}   "
        f"{figures[worst].name} {figures[worst].native:.4f} and {figures[worst].reference:.4f} ({summary.engine})",
        flush=True,
    )


def reference_games(rules: Rules, players: int, bot: str, seconds: float) -> Iterator[Record]:
    game = rules.game(players)
    player = Reference(Batch(game, REFERENCE_SEED, (strategy(game, bot),) * players))
    until, number = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        record = player.play_one(number)
        if not isinstance(record, Record):
            raise TypeError(str(record))
        yield record
        number += 1


def compared(summary: Summary, records: Sequence[Record]) -> Iterator[Figure]:
    tally, games = summary.tally, summary.games
    yield figure("turns", weighted(tally.turns.items()) / games, [one.turns for one in records])
    yield figure("rounds", weighted(tally.rounds.items()) / games, [one.rounds for one in records])
    yield figure("decisions", tally.decisions / games, [one.decisions for one in records])
    for seat, (score, wins) in enumerate(zip(tally.scores, tally.wins, strict=True)):
        yield figure(f"score of seat {seat}", score / games, [one.scores[seat] for one in records])
        yield figure(f"wins of seat {seat}", float(wins) / games, [share(one, seat) for one in records])


def share(record: Record, seat: int) -> float:
    """Of a win, which several may share."""
    return 1 / len(record.winners) if seat in record.winners else 0.0


def weighted(counts: Iterable[tuple[int, int]]) -> int:
    return sum(value * times for value, times in counts)


def figure(name: str, native: float, values: Sequence[float]) -> Figure:
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    return Figure(name, native, mean, spread)


if __name__ == "__main__":
    main()
