"""Every game on disk under its options: all combinations of its toggles, and any options and seats that Hypothesis likes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledeck.engine import Machine
from ruledeck.model.program import NONE
from ruledeck.model.state import DECISIONS, OVER
from ruledeck.rules import Rules
from ruledeck.study.simulate import OptionValue
from tests.contract.cards import watched
from tests.contract.found import (
    RULESETS,
    Options,
    Table,
    allowed,
    combinations,
    few_combinations,
    opened,
    seated,
    seats_to_try,
    toggles,
)
from tests.contract.play import played

GAMES, DECISIONS_ENOUGH = 50, 40_000
"""Games at each number of seats; fewer where they are so long that fewer make this many decisions."""


def every_combination() -> list[tuple[str, Options]]:
    return [(name, options) for name in RULESETS for options in combinations(opened(name))]


def some_combinations() -> list[tuple[str, Options]]:
    return [(name, options) for name in RULESETS for options in few_combinations(name)]


def called(case: object) -> str:
    """Name of a test's case: a game, or the toggles that are on."""
    if isinstance(case, str):
        return case
    assert isinstance(case, tuple)
    return "+".join(name for name, on in case if on) or "none"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), every_combination(), ids=called)
def test_all_combinations_of_toggles(name: str, options: Options) -> None:
    """Whole games, at each number of seats to try."""
    for table in tables(name, options):
        machine, decisions = watched(table.game), 0
        for number in range(GAMES):
            state = machine.begin(64, number)
            machine.play(state, seating(machine, number))
            assert state.values[OVER] == 1, f"game {number} of seed 64 with {table.players} players has no end"
            decisions += state.values[DECISIONS]
            if decisions > DECISIONS_ENOUGH:
                break


@pytest.mark.parametrize(("name", "options"), some_combinations(), ids=called)
def test_some_combinations_of_toggles(name: str, options: Options) -> None:
    for table in tables(name, options):
        machine = watched(table.game)
        for number in range(2):
            assert played(machine, 64, seating(machine, number), number).values[DECISIONS] > 0


def tables(name: str, options: Options) -> Iterator[Table]:
    if not allowed(name, options):
        pytest.skip("these options do not go together")
    for players in seats_to_try(opened(name, options)):
        yield seated(name, players, options)


def test_each_toggle_alone(ruleset: str) -> None:
    """Whatever the combinations that are refused: each toggle can be flipped, if it does not require another."""
    rules = opened(ruleset)
    free = [option.name.text for option in rules.spec.options if not option.requires]
    alone = [name for name in toggles(rules) if name in free]
    refused = [name for name in alone if not allowed(ruleset, ((name, not rules.options[name]),))]
    assert refused == []


def seating(machine: Machine, number: int) -> tuple[int, ...]:
    """All at random in every other game, else strategies and chance by turns."""
    kinds = (NONE, *range(len(machine.game.strategies)))
    return tuple(kinds[(number // 2 + seat) * (number % 2) % len(kinds)] for seat in range(machine.game.seats))


def values(rules: Rules) -> st.SearchStrategy[dict[str, OptionValue]]:
    """Any values of any of a game's options."""
    ways: dict[str, st.SearchStrategy[OptionValue]] = {}
    for option in rules.spec.options:
        if option.choices:
            ways[option.name.text] = st.sampled_from(option.choices)
        elif isinstance(option.default, bool):
            ways[option.name.text] = st.booleans()
        else:
            ways[option.name.text] = st.integers(option.low, option.high)
    return st.fixed_dictionaries({}, optional=ways)


@settings(deadline=None, max_examples=6)
@given(data=st.data())
def test_any_options_any_seats(ruleset: str, data: st.DataObject) -> None:
    chosen = data.draw(values(opened(ruleset)), "options")
    options = tuple(sorted(chosen.items()))
    rules = opened(ruleset, options if allowed(ruleset, options) else ())
    machine = watched(rules.game(data.draw(st.sampled_from(rules.players), "seats")))
    seed = data.draw(st.integers(0, 2**64 - 1), "seed")
    sitting = seating(machine, data.draw(st.integers(0, 3), "seating"))
    assert played(machine, seed, sitting).values[DECISIONS] > 0
