"""Known faults at the end: games without one, winners paid for their own cards, halves rounded to even."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruledeck.model.program import NONE
from ruledeck.model.state import OVER, TURN
from ruledeck.rules import examine
from ruledeck.show.summary_json import summary_json
from ruledeck.study.simulate import simulate
from tests.contract.cards import cards_of_hand
from tests.faults.rule_files import opened, stub

ROUNDED = {
    "down": {1: 0, 3: 1, 5: 2, 7: 3, 4: 2, 0: 0, -1: -1, -5: -3, -4: -2},
    "up": {1: 1, 3: 2, 5: 3, 7: 4, 4: 2, 0: 0, -1: 0, -5: -2, -4: -2},
    "half_up": {1: 1, 3: 2, 5: 3, 7: 4, 4: 2, 0: 0, -1: 0, -5: -2, -4: -2},
}
"""Half of a number, by the name of the rounding."""


def test_a_game_without_an_end_is_stopped_and_counted_apart(tmp_path: Path) -> None:
    """D3: a game in which nobody can end anything stops at its bound, with no winner, in a batch that goes on."""
    rules, machine = opened(stub(tmp_path, stop_if="count(hand) == 52", turns="60"), 4)
    total = simulate(rules, 30, 4, 1, ["random"] * 4)
    assert total.games == total.tally.unfinished == 30
    assert sum(total.tally.wins) == total.tally.finished == 0
    assert total.tally.decisions == 30 * 60
    assert not total.tally.failures
    assert '"unfinished": 30' in summary_json(replace(total, elapsed_s=0.0, setup_s=0.0))
    state = machine.begin(1)
    machine.play(state, (NONE,) * 4)
    assert state.values[OVER] == 2
    assert state.values[TURN] == 61
    assert machine.winners(state) == ()


def test_unfinished_games_are_neither_wins_nor_draws(tmp_path: Path) -> None:
    """D3: in a mixed batch, wins add up to the games that have ended."""
    rules, _ = opened(stub(tmp_path, stop_if="turn % 7 == 6", turns="8", ends_if="true", scoring="{gains: 1}"), 4)
    found = simulate(rules, 200, 4, 2, ["random"] * 4).tally
    assert 0 < found.unfinished < 200
    assert sum(found.wins) == found.finished == 200 - found.unfinished


@pytest.mark.parametrize("limits", ["", "limits: {turns: 0}\n"])
def test_a_ruleset_without_a_bound_is_no_ruleset(tmp_path: Path, limits: str) -> None:
    """D3: nothing that could go on for ever is played at all."""
    path = stub(tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(limits if line.startswith("limits:") else line for line in lines), encoding="utf-8")
    rules, found = examine(path)
    assert any(problem.severity == "error" for problem in found)
    assert rules is None or limits or "no-bound" in {problem.code for problem in found}


@pytest.mark.parametrize("players", [2, 4])
def test_a_winner_is_not_paid_for_its_own_cards(tmp_path: Path, players: int) -> None:
    """G1: who ends the round with cards in hand scores those of the others and no more."""
    gains = "{who: seat == actor, gains: sum(hand_points(other) for other in others)}"
    path = stub(tmp_path, players=str(players), cards_each="4", scoring=gains, ends_if="true")
    _, machine = opened(path, players)
    for number in range(20):
        state = machine.begin(9, number)
        winner = machine.actor(state)
        worth = [points(machine.view(state, seat).zones[f"hand p{seat}"].cards) for seat in range(players)]
        machine.apply(state, machine.legal(state)[-1])
        assert worth[winner] > 0
        assert machine.scores(state) == tuple(
            sum(worth) - worth[winner] if seat == winner else 0 for seat in range(players)
        )
        assert machine.winners(state) == (winner,)
        assert len(list(cards_of_hand(state.hands[machine.game.zone_of["hand"].base + winner], 52))) == 4


def points(cards: tuple[str | None, ...]) -> int:
    """What the cards count in these files: the ace 1, pictures 10, others their number."""
    ranks = [str(card)[:-1] for card in cards]
    return sum(1 if rank == "A" else 10 if rank in "JQK" else int(rank) for rank in ranks)


@pytest.mark.parametrize("name", ROUNDED)
@pytest.mark.parametrize("constant", [True, False])
def test_halves_are_rounded_as_the_rules_name_it(tmp_path: Path, name: str, constant: bool) -> None:
    """G5: down, up, and half up, of negative numbers too; worked out while the file is read, and in play."""
    cases = ROUNDED[name]
    for value, half in cases.items():
        number = f"0 - {-value}" if value < 0 else str(value)
        halved = number if constant else f"{number} + turn - 1"
        path = stub(tmp_path, scoring=f"{{gains: 'rounded_{name}({halved}, 2)'}}", ends_if="true")
        _, machine = opened(path, 4)
        state = machine.begin(1)
        machine.apply(state, machine.legal(state)[-1])
        assert machine.scores(state) == (half,) * 4, f"{value} halved"
