"""Every game on disk, played move by move as Hypothesis likes: no order of moves, copies and savings spoils a game."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ruledeck.engine import Machine
from ruledeck.model.move import IllegalMove
from ruledeck.model.state import State
from tests.contract.cards import conserved, watched
from tests.contract.found import few_combinations, opened


class Playing(RuleBasedStateMachine):
    """One game; a class made from this one names it."""

    ruleset: ClassVar[str]
    machine: Machine
    state: State

    @initialize(combination=st.integers(0, 3), seats=st.integers(0, 9), seed=st.integers(0, 999))
    def sit_down(self, combination: int, seats: int, seed: int) -> None:
        few = few_combinations(self.ruleset)
        rules = opened(self.ruleset, few[combination % len(few)])
        self.machine = watched(rules.game(rules.players[seats % len(rules.players)]))
        self.state = self.machine.begin(seed)

    @precondition(lambda self: not self.machine.is_over(self.state))
    @rule(pick=st.integers(0, 99))
    def move(self, pick: int) -> None:
        moves = self.machine.legal(self.state)
        self.machine.apply(self.state, moves[pick % len(moves)])

    @precondition(lambda self: not self.machine.is_over(self.state))
    @rule(pick=st.integers(0, 99))
    def take_a_move_back(self, pick: int) -> None:
        moves, other = self.machine.legal(self.state), self.state.copy()
        self.machine.apply(other, moves[pick % len(moves)])
        assert self.machine.legal(self.state) == moves

    @rule()
    def save_and_load(self) -> None:
        loaded = State.from_json(json.loads(json.dumps(self.state.to_json())))
        assert loaded == self.state
        self.state = loaded

    @rule(text=st.text(max_size=12))
    def say_something(self, text: str) -> None:
        before, legal = self.state.key(), {move.text for move in self.machine.legal(self.state)}
        with suppress(IllegalMove):
            assert self.machine.parse(self.state, text)[0].text in legal
        assert self.state.key() == before

    @invariant()
    def the_table_is_whole(self) -> None:
        conserved(self.machine.game)(self.state)
        assert bool(self.machine.choices(self.state)) is not self.machine.is_over(self.state)
        views = [self.machine.view(self.state, seat) for seat in range(self.machine.game.seats)]
        assert sum(bool(view.moves) for view in views) == (not self.machine.is_over(self.state))


def test_any_order_of_moves(ruleset: str) -> None:
    often = settings(
        deadline=None,
        max_examples=8,
        stateful_step_count=50,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    run_state_machine_as_test(type("Game", (Playing,), {"ruleset": ruleset}), settings=often)
