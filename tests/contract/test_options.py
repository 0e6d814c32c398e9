"""Every game on disk under its options: all combinations of its switches, and any options and seats that Hypothesis likes."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ruledeck.engine import Machine
from ruledeck.model.program import NONE
from ruledeck.model.state import OVER
from ruledeck.rules import Rules
from ruledeck.study.simulate import OptionValue
from tests.contract.cards import watched
from tests.contract.found import RULESETS, Options, allowed, combinations, opened, seats_to_try

GAMES = 50
SAMPLED = 5
"""Combinations of each game that the everyday suite plays."""


def every_combination() -> list[tuple[str, Options]]:
    return [(name, options) for name in RULESETS for options in combinations(opened(name))]


def some_combinations() -> list[tuple[str, Options]]:
    """The first and the last of each game, and some between."""
    found = []
    for name in RULESETS:
        every = combinations(opened(name))
        places = sorted({place * (len(every) - 1) // (SAMPLED - 1) for place in range(SAMPLED)})
        found += [(name, every[place]) for place in places]
    return found


def called(case: object) -> str:
    """Name of a test's case: a game, or the switches that are on."""
    if isinstance(case, str):
        return case
    assert isinstance(case, tuple)
    return "+".join(name for name, on in case if on) or "none"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), every_combination(), ids=called)
def test_all_combinations_of_switches(name: str, options: Options) -> None:
    play_all(name, options, GAMES)


@pytest.mark.parametrize(("name", "options"), some_combinations(), ids=called)
def test_some_combinations_of_switches(name: str, options: Options) -> None:
    play_all(name, options, 2)


def play_all(name: str, options: Options, games: int) -> None:
    """Games at each number of seats to try, half of them at random, with the cards counted after each instruction."""
    if not allowed(name, options):
        pytest.skip("these options do not go together")
    rules = opened(name, options)
    for players in seats_to_try(rules):
        machine = watched(rules.game(players))
        for number in range(games):
            state = machine.begin(64, number)
            machine.play(state, seating(machine, number))
            assert state.values[OVER] == 1, f"game {number} of seed 64 with {players} players has no end"


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


@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_any_options_any_seats(ruleset: str, data: st.DataObject) -> None:
    chosen = data.draw(values(opened(ruleset)), "options")
    options = tuple(sorted(chosen.items()))
    assume(allowed(ruleset, options))
    rules = opened(ruleset, options)
    machine = watched(rules.game(data.draw(st.sampled_from(rules.players), "seats")))
    seed = data.draw(st.integers(0, 2**64 - 1), "seed")
    state = machine.begin(seed)
    machine.play(state, seating(machine, data.draw(st.integers(0, 3), "seating")))
    assert machine.is_over(state)
