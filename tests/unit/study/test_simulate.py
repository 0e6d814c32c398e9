"""Batches: the same for any number of workers, complete, and not spoilt by a game that breaks off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruledeck.model.program import Arith, Assign, Branch, Compare, Const, Finish, Get, Instruction, Shuffle, Take
from ruledeck.model.state import TURN
from ruledeck.show.summary_json import summary_json
from ruledeck.study.simulate import Summary, simulate
from tests.unit.engine.matching_game import CARD, PILE, STOCK, with_code
from tests.unit.study.by_hand import BOTS, ByHand


def timeless(summary: Summary) -> str:
    return summary_json(replace(summary, elapsed_s=0.0, setup_s=0.0))


def test_the_number_of_workers_changes_nothing() -> None:
    alone, pair, many = (simulate(ByHand(), 150, 3, 7, BOTS, jobs) for jobs in (1, 2, 3))
    assert timeless(alone) == timeless(pair) == timeless(many)
    assert sum(alone.tally.wins) == alone.tally.finished
    assert alone.games == 150


def test_games_of_a_batch_differ() -> None:
    assert len(simulate(ByHand(), 60, 3, 5, BOTS).tally.lengths) > 10


def test_a_bot_changes_no_deal_and_may_win_more() -> None:
    heavy = simulate(ByHand(), 400, 3, 1, ("heaviest", "random", "random")).tally
    fair = simulate(ByHand(), 400, 3, 1, ("random",) * 3).tally
    assert heavy.wins != fair.wins


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(ByHand(), 250, 3, 7, BOTS, 1, heard.append)
    assert sum(heard) == 250
    assert len(heard) > 1


def failing(last: Instruction) -> ByHand:
    """A game without decisions: it takes a card, and goes to `last` when its suit is the first, else ends."""
    top = Compare("==", Get(CARD), Const(0))
    code = (Shuffle(STOCK), Take(STOCK, PILE, None, CARD), Branch(top, 3, 4), last, Finish(finished=True))
    return ByHand(with_code(*code))


def test_games_that_break_off_leave_the_others() -> None:
    divide = Assign(TURN, None, Arith("//", Const(1), Const(0)), 0, 9)
    total = simulate(failing(divide), 200, 3, 11, BOTS, 2).tally
    assert 0 < len(total.failures) < 60
    assert [failure.number for failure in total.failures] == sorted(failure.number for failure in total.failures)
    assert {failure.seed for failure in total.failures} == {11}
    assert sum(total.wins) == 200 - len(total.failures) - total.unfinished
    alone = simulate(failing(divide), 200, 3, 11, BOTS, 1).tally
    assert alone.failures == total.failures


def test_games_stopped_by_a_limit_have_no_winner() -> None:
    total = simulate(failing(Finish(finished=False)), 200, 3, 11, BOTS).tally
    assert 0 < total.unfinished < 60
    assert sum(total.wins) == 200 - total.unfinished


def test_ctrl_c_keeps_what_is_done() -> None:
    def stop(played: int) -> None:
        raise KeyboardInterrupt(played)

    for jobs in (1, 2):
        summary = simulate(ByHand(), 400, 3, 7, BOTS, jobs, stop)
        assert summary.interrupted
        assert 0 < summary.games < 400
        assert '"interrupted": true' in summary_json(summary)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_any_seed_plays(seed: int) -> None:
    assert simulate(ByHand(), 3, 3, seed, BOTS).games == 3
