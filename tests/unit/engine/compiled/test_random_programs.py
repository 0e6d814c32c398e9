"""Programs that no rule file makes: emitted code and machine code go as the reference executor goes, errors included."""

from __future__ import annotations

import pytest

from ruledeck.engine import Machine
from ruledeck.engine.compiled import native
from ruledeck.model.move import RuleError
from ruledeck.model.program import NONE
from tests.traces import ready, traced
from tests.unit.engine.compiled.random_programs import Maker

GAMES = range(6)
WAYS = [False, pytest.param(True, marks=pytest.mark.skipif(not native.is_installed(), reason="needs llvmlite"))]


def outcome(machine: Machine, seating: tuple[int, ...], number: int) -> list[int] | None:
    """None where the game breaks off; the reference executor may then show any of Python's errors."""
    try:
        return traced(machine, seating, 1, number)
    except (RuleError, LookupError, ValueError, ArithmeticError):
        return None


def compare(seed: int, in_native: bool) -> tuple[int, int]:
    """Games that went the same way to their end, and games that broke off."""
    game = Maker(seed).game()
    seating = (NONE, 0, NONE) if seed % 2 else (NONE,) * 3
    machine = Machine(game)
    counts, traces = ready(game, seating, in_native).runner().traced(1, GAMES)
    expected = [outcome(machine, seating, number) for number in GAMES]
    found = [None if number in counts.left else traces[number] for number in GAMES]
    assert found == expected, f"program {seed}"
    return sum(one is not None for one in expected), len(counts.left)


@pytest.mark.parametrize("in_native", WAYS)
def test_random_programs(in_native: bool) -> None:
    done = [compare(seed, in_native) for seed in range(40 if in_native else 160)]
    assert sum(ended for ended, _ in done) > len(done)
    assert sum(broken for _, broken in done) > len(done)


@pytest.mark.slow
@pytest.mark.parametrize("in_native", WAYS)
def test_many_random_programs(in_native: bool) -> None:
    for seed in range(1000, 1600 if in_native else 4000):
        compare(seed, in_native)
