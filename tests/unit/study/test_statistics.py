"""Figures of batches: exact sums, and intervals against values worked out elsewhere."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledeck.study.statistics import Z95, Failure, Record, mean, merge, percentile, tally, wilson95

SEATS = 3


def record(winners: tuple[int, ...], scores: tuple[int, ...] = (1, 2, 3), decisions: int = 10) -> Record:
    return Record(True, winners, scores, 1, 5, decisions)


RESULTS = st.one_of(
    st.builds(
        lambda winners, scores, length: record(tuple(sorted(winners)), scores, length),
        st.sets(st.integers(0, SEATS - 1), min_size=1),
        st.tuples(*[st.integers(-50, 50)] * SEATS),
        st.integers(0, 500),
    ),
    st.builds(lambda length: Record(False, (), (0,) * SEATS, 1, 9, length), st.integers(0, 500)),
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (Fraction(50), 100, 0.4038315, 0.5961685),
        (Fraction(0), 10, 0.0, 0.2775328),
        (Fraction(10), 10, 0.7224672, 1.0),
        (Fraction(0), 0, 0.0, 1.0),
    ],
)
def test_wilson_interval(wins: Fraction, games: int, low: float, high: float) -> None:
    assert wilson95(wins, games) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(1, 5000), st.fractions(0, 1))
def test_wilson_bounds_are_z_standard_errors_from_the_rate(games: int, rate: Fraction) -> None:
    for bound in wilson95(rate * games, games):
        error = (bound * (1 - bound) / games) ** 0.5
        assert abs(float(rate) - bound) == pytest.approx(Z95 * error, abs=1e-6)


def test_percentiles_are_by_nearest_rank() -> None:
    histogram = {15: 1, 20: 1, 35: 1, 40: 1, 50: 1}
    assert [percentile(histogram, p) for p in (5, 30, 40, 50, 95, 100)] == [15, 20, 20, 35, 50, 50]
    assert percentile({7: 20}, 5) == 7
    assert percentile({}, 50) is None


def test_mean_is_exact() -> None:
    assert mean({1: 1, 2: 2}) == Fraction(5, 3)
    assert mean({}) is None


def test_tied_wins_are_shared_and_unfinished_games_are_apart() -> None:
    total = tally([record((0,)), record((0, 2)), record((0, 1, 2)), Record(False, (), (9, 9, 9), 1, 1, 4)], SEATS)
    assert total.wins == (Fraction(11, 6), Fraction(1, 3), Fraction(5, 6))
    assert (total.games, total.unfinished, total.finished, sum(total.wins)) == (4, 1, 3, 3)
    assert total.scores == (3, 6, 9)
    assert (total.decisions, dict(total.lengths)) == (34, {10: 3})


@given(st.lists(RESULTS, max_size=30), st.lists(st.integers(0, 30), max_size=4))
def test_parts_merge_to_the_whole_in_any_order(results: list[Record], cuts: list[int]) -> None:
    edges = sorted({0, len(results), *(cut for cut in cuts if cut <= len(results))})
    parts = [tally(results[a:b], SEATS) for a, b in pairwise(edges)]
    assert merge(parts, SEATS) == merge(parts[::-1], SEATS) == tally(results, SEATS)


def test_failures_come_by_number() -> None:
    late, soon = Failure(9, 1, "late"), Failure(2, 1, "soon")
    total = merge((tally([late], SEATS), tally([soon, record((1,))], SEATS)), SEATS)
    assert total.failures == (soon, late)
    assert (total.games, total.finished) == (3, 1)
