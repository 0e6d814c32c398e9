"""Every game on disk: what nobody sees changes nothing, and who was asked out of turn and declined is known to that seat alone."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.model.event import Event
from ruledeck.model.game import Sight
from ruledeck.model.program import NONE
from ruledeck.model.state import ACTOR, State
from tests.contract.found import Table
from tests.contract.play import sample


def test_a_variable_that_nobody_sees_changes_nothing_that_is_shown(table: Table) -> None:
    machine, strategies = table.machine, (NONE, *range(len(table.game.strategies)))
    secrets = [variable for variable in table.game.variables if variable.shown and variable.sight is Sight.NOBODY]
    for seating in table.seatings():
        for state in sample(machine, 31, seating, 5):
            for variable in secrets:
                other = state.copy()
                for slot in range(variable.slot, variable.slot + (table.players if variable.per_seat else 1)):
                    other.values[slot] = variable.lo if state.values[slot] != variable.lo else variable.hi
                for seat in range(table.players):
                    view = machine.view(state, seat)
                    assert machine.view(other, seat) == view
                    assert variable.name not in {name.split()[0] for name in view.variables}
                assert machine.choices(other) == machine.choices(state)
                if not machine.is_over(state):
                    for strategy in strategies:
                        assert machine.choose(other.copy(), strategy) == machine.choose(state.copy(), strategy)


def asked(table: Table, seed: int) -> Iterator[State]:
    """Positions where a seat is asked and the others do not learn which."""
    machine = table.machine
    for seating in table.seatings():
        for state in sample(machine, seed, seating, 1):
            actor = machine.actor(state)
            if actor != NONE and any(machine.view(state, seat).actor == NONE for seat in range(table.players)):
                yield state


def test_who_is_asked_and_declines_is_a_secret(table: Table) -> None:
    machine = table.machine
    for state in asked(table, 32):
        actor = machine.actor(state)
        others = [seat for seat in range(table.players) if seat != actor]
        before = {seat: machine.view(state, seat) for seat in others}
        assert all(view.actor == NONE and not view.moves for view in before.values())
        log: list[Event] = []
        after = state.copy()
        machine.take(after, *machine.choices(after)[-1], log)
        assert [event.seen_by for event in log if event.kind == "choose"] == [(actor,)]
        if declining(table, after) == declining(table, state):
            for seat in set(others) - {machine.actor(after)}:
                assert machine.view(after, seat) == before[seat], "the question has gone to another seat"


def declining(table: Table, state: State) -> str:
    """The last of the legal moves: of a question, the word that declines."""
    moves = table.machine.legal(state)
    return moves[-1].text if moves else ""


def test_only_the_seat_in_turn_sees_what_it_alone_sees(table: Table) -> None:
    machine = table.machine
    private = {
        variable.name
        for variable in table.game.variables
        if variable.shown and variable.sight is Sight.OWNER and not variable.per_seat
    }
    for state in asked(table, 33):
        for seat in range(table.players):
            seen = private & set(machine.view(state, seat).variables)
            assert seen == (private if seat == state.values[ACTOR] else set())
