"""The search against the oracle: what can be laid, card by card; the best melds; what is missing; lay-offs; swaps."""

from __future__ import annotations

import pytest

from tests.unit.words.melds.compare import differences

EVERYDAY = [(start, start + 250) for start in range(0, 2000, 250)]
MANY = [(start, start + 1000) for start in range(2000, 24000, 1000)]


@pytest.mark.parametrize(("first", "end"), EVERYDAY)
def test_small_hands(first: int, end: int) -> None:
    assert not [text for seed in range(first, end) for text in differences(seed, 5)]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "end"), MANY)
def test_many_hands(first: int, end: int) -> None:
    assert not [text for seed in range(first, end) for text in differences(seed, 8)]
