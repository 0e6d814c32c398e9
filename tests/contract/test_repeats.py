"""Every game on disk: the same seed is the same game, other numbers are others, and a saved game goes on as it was."""

from __future__ import annotations

import json
from dataclasses import replace

from ruledeck import load
from ruledeck.model.event import Event
from ruledeck.model.state import State
from ruledeck.study.simulate import RANDOM, Summary, simulate
from tests.contract.found import ROOT, Table
from tests.contract.play import go_on, played, positions, sample, written

BATCH, SMALL_BATCH = 6, 2


def test_the_same_seed_is_the_same_game_to_the_byte(table: Table) -> None:
    for number, seating in enumerate(table.seatings()):
        logs: tuple[list[Event], list[Event]] = ([], [])
        first, second = (
            [written(state) for state in positions(table.machine, 5, seating, number, log)] for log in logs
        )
        silent = [written(state) for state in positions(table.machine, 5, seating, number)]
        assert first == second == silent
        assert repr(logs[0]) == repr(logs[1])


def test_games_of_a_batch_and_of_other_seeds_differ(table: Table) -> None:
    """L3: every game of a batch has a shuffle of its own."""
    deals = [written(table.machine.begin(5, number)) for number in range(100)]
    seeds = [written(table.machine.begin(seed)) for seed in range(6, 106)]
    assert len({*deals, *seeds}) == 200
    cards = {json.dumps([state.hands, state.piles]) for state in map(table.machine.begin, range(100))}
    assert len(cards) > 95


def test_how_a_seat_plays_changes_no_deal(table: Table) -> None:
    deals: list[list[Event]] = []
    for seating in table.seatings():
        log: list[Event] = []
        played(table.machine, 5, seating, 1, log)
        deals.append([event for event in log if event.kind == "deal"][: table.players])
    assert all(deal == deals[0] for deal in deals)


def test_a_saved_game_goes_on_as_it_was(table: Table) -> None:
    machine = table.machine
    for seating in table.seatings():
        for state in sample(machine, 6, seating, 40):
            loaded = State.from_json(json.loads(json.dumps(state.to_json())))
            assert loaded == state
            assert loaded.key() == state.key()
            rest = [copy.key() for copy in go_on(machine, state, seating, most=100)]
            assert [copy.key() for copy in go_on(machine, loaded, seating, most=100)] == rest


def test_a_saved_position_goes_on_in_another_rulebook(ruleset: str) -> None:
    """By the public interface, with a copy of the rules that was loaded for itself."""
    path = ROOT / "rulesets" / ruleset / f"{ruleset}.yaml"
    book, other = load(path), load(path)
    for players in {book.players[0], book.players[-1]}:
        position = book.begin(players, seed=8)
        for _ in range(6):
            position = position.apply(position.legal_moves()[-1])
        again = other.from_json(json.loads(json.dumps(position.to_json())))
        for _ in range(200):
            assert again == position
            assert hash(again) == hash(position)
            assert again.legal_moves() == position.legal_moves()
            if position.is_over:
                break
            move = position.legal_moves()[0]
            position, again = position.apply(move), again.apply(move.text)


def test_a_batch_does_not_depend_on_its_workers(table: Table) -> None:
    games = SMALL_BATCH if table.game.melds else BATCH
    kinds = table.game.strategies[:1] if table.game.melds else (RANDOM, *table.game.strategies[:1])
    bots = [kinds[seat % len(kinds)] for seat in range(table.players)]
    alone, two = (timeless(simulate(table.rules, games, table.players, 3, bots, jobs)) for jobs in (1, 2))
    assert alone == two
    assert alone.games == games
    assert not alone.tally.failures


def timeless(summary: Summary) -> Summary:
    return replace(summary, elapsed_s=0.0, setup_s=0.0)
