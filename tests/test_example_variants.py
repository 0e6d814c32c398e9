"""Every rule file of docs/examples: short, without a finding, playable; scenarios beside it hold what it promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.model.program import NONE
from ruledeck.model.state import OVER
from ruledeck.rules import examine
from ruledeck.show.diagnostics_text import diagnostics_text
from ruledeck.show.scenarios_text import failure_text
from ruledeck.study.scenarios import run_file, walk
from tests.contract.cards import watched

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
SCENARIOS = sorted(walk(EXAMPLES))
RULES = sorted(path for path in EXAMPLES.glob("*.yaml") if path not in SCENARIOS)
GAMES, GAMES_WITH_MELDS = 20, 4
MOST_LINES, WITH_CONTRACTS = 10, 15


def named(path: Path) -> str:
    return path.stem


def test_some_are_there() -> None:
    assert RULES


@pytest.mark.parametrize("path", RULES, ids=named)
def test_it_is_short(path: Path) -> None:
    """At most ten lines, or fifteen where it lists contracts of its own."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= (WITH_CONTRACTS if any(line.startswith("contracts:") for line in lines) else MOST_LINES)


@pytest.mark.parametrize("path", RULES, ids=named)
def test_it_has_no_finding_and_plays(path: Path) -> None:
    """At the smallest and the largest table, with all at random and with a strategy by turns."""
    rules, found = examine(path)
    assert not found, diagnostics_text(found)
    assert rules is not None
    for seats in (rules.players[0], rules.players[-1]):
        machine = watched(rules.game(seats))
        kinds = (NONE, *range(len(machine.game.strategies)))
        for number in range((GAMES_WITH_MELDS if machine.game.melds else GAMES) // 2):
            state = machine.begin(33, number)
            machine.play(state, (kinds[number % len(kinds)],) * seats)
            assert state.values[OVER] == 1


@pytest.mark.parametrize("path", RULES, ids=named)
def test_what_it_promises_holds(path: Path) -> None:
    beside = path.with_name(f"{path.stem}-scenarios.yaml")
    assert beside in SCENARIOS, f"{beside.name} should say what {path.name} changes"
    done = run_file(beside)
    assert not done.diagnostics, diagnostics_text(done.diagnostics)
    assert done.results
    text = "".join(failure_text(result) for result in done.results)
    assert not text, text
