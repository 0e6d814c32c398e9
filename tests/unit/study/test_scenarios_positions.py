"""Positions: every card in one place, what is not given is dealt by the seed, stocks are drawn as they are listed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ruledeck.engine.hand import cards_in
from ruledeck.model.state import State
from ruledeck.rules import open_rules
from ruledeck.rules.scenario_files import read_scenarios
from ruledeck.study.boards import Board, build_board
from ruledeck.study.positions import Placement, begin, place
from ruledeck.study.scenario_names import Names
from ruledeck.study.table import Rulebook
from tests.unit.study.scenario_rules import HEAD, RULES

POSITIONS = (
    "{}",
    "{at: starter}",
    "{at: starter, piles: {stock: 3H 4H ...}}",
    "{piles: {pile: 9H}}",
    "{to_move: p2, hands: {p0: 9C 3 cards, p2: none}, piles: {pile: 19 cards KD}}",
    "{hands: {p1: 20 cards}, piles: {pile: 9H, stock: 2 cards QD}}",
    "{hands: {p0: 9C}, piles: {pile: 9H, stock: QD 2 cards 7C ...}}",
    "{hands: {p0: 1 card, p1: 1 card, p2: 1 card}, piles: {pile: 1 card, stock: none}}",
)


def placed(folder: Path, given: str) -> tuple[Board, Placement]:
    (folder / "plain.yaml").write_text(RULES, encoding="utf-8")
    path = folder / "scenarios.yaml"
    path.write_text(f"{HEAD}  - {{name: x, given: {given}, steps: [legal_has: draw]}}\n", encoding="utf-8")
    (scenario,), found = read_scenarios(path)
    assert not found
    board = build_board(scenario.rules.game(scenario.players))
    names = Names(board)
    placement = place(names, scenario.given)
    assert not names.found
    return board, placement


def every_card(board: Board, state: State) -> list[int]:
    hands = [card for hand in state.hands for card in cards_in(hand, board.game.faces)]
    return [*hands, *(card for pile in state.piles for card in pile)]


@pytest.mark.parametrize("given", POSITIONS)
def test_every_card_is_somewhere_and_seeds_decide_the_rest(tmp_path: Path, given: str) -> None:
    board, placement = placed(tmp_path, given)
    positions = []
    for seed in range(20):
        setting = begin(board, placement, seed)
        assert Counter([*every_card(board, setting.state), *setting.aside]) == Counter(range(52))
        assert setting.state.key() == begin(board, placement, seed).state.key()
        positions.append(setting.state.key()[1:5])
    assert len(set(positions)) > 1


def test_a_round_is_dealt_as_a_game_begins(tmp_path: Path) -> None:
    board, placement = placed(tmp_path, "{}")
    path = tmp_path / "plain.yaml"
    for seed in range(5):
        state = begin(board, placement, seed).state
        assert board.machine.view(state, 0) == Rulebook(open_rules(str(path))).begin(3, seed).view(0)


def test_a_listed_stock_is_drawn_first_card_first(tmp_path: Path) -> None:
    board, placement = placed(tmp_path, "{hands: {p1: 9C}, piles: {pile: 5H, stock: QD 7C 3S ...}}")
    state = begin(board, placement, 0).state
    written = board.game.deck.written
    assert [written[card] for card in state.piles[board.home][:-4:-1]] == ["QD", "7C", "3S"]
    assert not state.open[board.home]
    assert len(state.piles[board.home]) == 52 - 1 - 1 - 10


def test_cards_that_no_zone_has_come_back_with_the_next_deal(tmp_path: Path) -> None:
    board, placement = placed(tmp_path, "{hands: {p0: 9C}, piles: {pile: 5H, stock: QD}}")
    setting = begin(board, placement, 0)
    assert len(setting.aside) == 52 - 1 - 10 - 1 - 1
    assert setting.state.piles[board.home] == [board.game.face_of["QD"]]


def test_between_rounds_the_board_waits(tmp_path: Path) -> None:
    board, placement = placed(tmp_path, "{}")
    state = board.machine.begin(3)
    assert board.is_between(state)
    assert [str(move) for move in board.machine.legal(state)] == ["next round"]
    board.go_on(state)
    assert not board.is_between(state)
    assert not board.is_between(begin(board, placement, 3).state)


def test_the_dealer_and_the_seat_to_move(tmp_path: Path) -> None:
    board, placement = placed(tmp_path, "{piles: {pile: 9H}, dealer: p2}")
    assert board.machine.actor(begin(board, placement, 0).state) == 0
    assert board.machine.actor(begin(board, replace(placement, to_move=1), 0).state) == 1
