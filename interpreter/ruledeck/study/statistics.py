"""Records → tallies → figures, exactly: integers and fractions only until a figure is read off.

Tallies of parts of a batch merge to the tally of the whole, in whatever parts and order it was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

Z95 = 1.959963984540054
"""The normal distribution's 97.5% point."""

Histogram = Mapping[int, int]
"""How often each value was seen."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game. A game that a limit stopped is not `finished` and has no winners."""

    finished: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    turns: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that broke off. `number` and `seed` reproduce it."""

    number: int
    seed: int
    message: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over games. Wins, scores and lengths are of finished games; `decisions` are of all games but failures."""

    games: int
    unfinished: int
    failures: tuple[Failure, ...]
    wins: tuple[Fraction, ...]
    scores: tuple[int, ...]
    rounds: Histogram
    turns: Histogram
    lengths: Histogram
    """Decisions per finished game."""
    decisions: int

    @property
    def finished(self) -> int:
        return self.games - self.unfinished - len(self.failures)


def tally(results: Iterable[Record | Failure], seats: int) -> Tally:
    """Sum up games of `seats` seats. A tied win is shared equally."""
    every = tuple(results)
    failures = tuple(result for result in every if isinstance(result, Failure))
    records = tuple(result for result in every if isinstance(result, Record))
    done = tuple(record for record in records if record.finished)
    return Tally(
        games=len(every),
        unfinished=len(records) - len(done),
        failures=failures,
        wins=tuple(sum((_share(record, seat) for record in done), Fraction(0)) for seat in range(seats)),
        scores=tuple(sum(record.scores[seat] for record in done) for seat in range(seats)),
        rounds=Counter(record.rounds for record in done),
        turns=Counter(record.turns for record in done),
        lengths=Counter(record.decisions for record in done),
        decisions=sum(record.decisions for record in records),
    )


def _share(record: Record, seat: int) -> Fraction:
    return Fraction(1, len(record.winners)) if seat in record.winners else Fraction(0)


def merge(tallies: Iterable[Tally], seats: int) -> Tally:
    """The tally of all the games of `tallies`; failures by game number."""
    parts = tuple(tallies)
    return Tally(
        games=sum(part.games for part in parts),
        unfinished=sum(part.unfinished for part in parts),
        failures=tuple(sorted((f for part in parts for f in part.failures), key=lambda failure: failure.number)),
        wins=tuple(sum((part.wins[seat] for part in parts), Fraction(0)) for seat in range(seats)),
        scores=tuple(sum(part.scores[seat] for part in parts) for seat in range(seats)),
        rounds=_together(part.rounds for part in parts),
        turns=_together(part.turns for part in parts),
        lengths=_together(part.lengths for part in parts),
        decisions=sum(part.decisions for part in parts),
    )


def _together(histograms: Iterable[Histogram]) -> Histogram:
    total: Counter[int] = Counter()
    for histogram in histograms:
        total.update(histogram)
    return total


def mean(histogram: Histogram) -> Fraction | None:
    """The exact mean; None of nothing."""
    count = sum(histogram.values())
    return Fraction(sum(value * times for value, times in histogram.items()), count) if count else None


def percentile(histogram: Histogram, percent: int) -> int | None:
    """By nearest rank: the least value that at least `percent` of a hundred do not exceed. None of nothing."""
    rank = -(-percent * sum(histogram.values()) // 100)
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= rank:
            return value
    return None


def wilson95(wins: Fraction, games: int) -> tuple[float, float]:
    """Wilson's 95% interval for the probability of a win; `wins` may be a fraction where wins are shared.

    A shared win varies less than a whole one, so that with ties the interval is on the cautious side.
    """
    if games == 0:
        return 0.0, 1.0
    rate, square = float(wins / games), Z95 * Z95
    centre = rate + square / (2 * games)
    spread = Z95 * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    scale = 1 + square / games
    low = 0.0 if wins == 0 else (centre - spread) / scale
    high = 1.0 if wins == games else (centre + spread) / scale
    return low, high
