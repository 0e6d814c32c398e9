"""Whole games: cards are conserved, seeds decide everything, copies and JSON go on alike, moves read back."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from ruledeck.engine import Machine
from ruledeck.engine.hand import cards_in
from ruledeck.model.event import KINDS, Event
from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.program import NONE
from ruledeck.model.state import DECISIONS, OVER, State
from tests.unit.engine.matching_game import COPIES, GAME, HAND, PILE, SEATS

MACHINE = Machine(GAME)
ALL_CARDS = Counter(dict(enumerate(COPIES)))


def cards_of(state: State) -> Counter[int]:
    cards: Counter[int] = Counter()
    for pile in state.piles:
        cards.update(pile)
    for hand in state.hands:
        cards.update(cards_in(hand, GAME.faces))
    return cards


def walk(seed: int) -> list[State]:
    """Every state of a random game, the first and the last included."""
    state = MACHINE.begin(seed)
    states = [state.copy()]
    while not MACHINE.is_over(state):
        MACHINE.take(state, *MACHINE.choose(state, NONE))
        states.append(state.copy())
    return states


@pytest.mark.parametrize("seed", range(20))
def test_cards_are_conserved(seed: int) -> None:
    for state in walk(seed):
        assert cards_of(state) == ALL_CARDS
        assert all(not flag or pile for flag, pile in zip(state.open, state.piles, strict=True))
        assert all(type(value) is int for value in state.values)


@pytest.mark.parametrize("seed", range(10))
def test_the_same_seed_is_the_same_game(seed: int) -> None:
    assert walk(seed) == walk(seed)
    assert walk(seed)[0] != walk(seed + 1)[0]


def test_a_game_depends_on_seed_and_number_alone() -> None:
    alone = MACHINE.begin(4, 17)
    for number in range(18):
        last = MACHINE.begin(4, number)
    assert last == alone


@pytest.mark.parametrize("seed", range(5))
def test_a_state_from_json_goes_on_alike(seed: int) -> None:
    state = MACHINE.begin(seed)
    for _ in range(4):
        MACHINE.take(state, *MACHINE.choose(state, NONE))
    other = State.from_json(json.loads(json.dumps(state.to_json())))
    copy = state.copy()
    for one in (state, other, copy):
        MACHINE.play(one, [NONE] * SEATS)
    assert state == other == copy


def test_a_log_changes_nothing() -> None:
    log: list[Event] = []
    logged, silent = MACHINE.begin(3, log=log), MACHINE.begin(3)
    MACHINE.play(logged, [0, NONE, 0], log)
    MACHINE.play(silent, [0, NONE, 0])
    assert logged == silent
    assert {event.kind for event in log} <= set(KINDS)
    assert sum(event.kind == "choose" for event in log) == logged.values[DECISIONS]
    assert all(event.place is not None for event in log if event.kind != "set")


@pytest.mark.parametrize("seed", range(10))
def test_moves_read_back(seed: int) -> None:
    for state in walk(seed):
        before = state.copy()
        moves = MACHINE.legal(state)
        assert [(move.offer, move.value) for move in moves] == MACHINE.choices(state)
        assert len({move.text for move in moves}) == len(moves)
        for move in moves:
            assert MACHINE.parse(state, move.text) == [move]
            assert MACHINE.refusal(state, move.text) is None
            one, other = state.copy(), state.copy()
            MACHINE.apply(one, move)
            MACHINE.take(other, move.offer, move.value)
            assert one == other != before
        assert state == before
        assert bool(moves) != MACHINE.is_over(state)


def test_take_answers_the_next_choices() -> None:
    state = MACHINE.begin(8)
    choices = MACHINE.choices(state)
    while choices:
        choices = MACHINE.take(state, *MACHINE.choose(state, 0, choices))
        assert choices == MACHINE.choices(state)


def test_choices_stand_in_canonical_order() -> None:
    for seed in range(10):
        for state in walk(seed):
            assert MACHINE.choices(state) == sorted(set(MACHINE.choices(state)))


def test_the_end() -> None:
    state = walk(1)[-1]
    assert state.values[OVER] == 1
    assert MACHINE.actor(state) == NONE
    assert MACHINE.legal(state) == []
    scores = MACHINE.scores(state)
    assert MACHINE.winners(state) == tuple(seat for seat in range(SEATS) if scores[seat] == min(scores))
    with pytest.raises(IllegalMove, match="the match is over"):
        MACHINE.apply(state, Move("draw", 1, NONE))
    with pytest.raises(IllegalMove, match="the match is over"):
        MACHINE.parse(state, "draw")
    with pytest.raises(IllegalMove, match="the match is over"):
        MACHINE.choose(state, NONE)


def test_a_limit_leaves_no_winner() -> None:
    state = MACHINE.begin(1)
    MACHINE.resume(state, GAME.label_of["limit"])
    assert state.values[OVER] == 2
    assert MACHINE.winners(state) == ()


def test_illegal_moves_say_why_and_change_nothing() -> None:
    state = MACHINE.begin(1)
    state.hands[HAND : HAND + SEATS] = [0b1001_0001, 0b10, 0b100]
    state.values[8] = 2
    state.piles[PILE] = [10]
    before = state.copy()
    for text, message, line in [
        ("", "empty", None),
        ("fly 1R", "no move is called 'fly'", None),
        ("pass", "no move of this step", None),
        ("suit=R", "no move of this step", None),
        ("play", "needs a card", None),
        ("play 9X", "'9X' is not a card", None),
        ("play 2G", "there is no 2G", None),
        ("play 1R", "do not allow 'play 1R'", 7),
        ("play 1R extra", "do not allow 'play 1R'", 7),
        ("draw draw draw draw draw draw draw fly", "no move is called 'fly'", None),
        ("play 4G suit=X", "'X' is not a suit", None),
        ("play 4G play 1R", "'play' is no move of this step, which has suit", None),
    ]:
        refused = MACHINE.refusal(state, text)
        assert refused is not None, text
        assert message in str(refused), text
        assert (refused.rule and refused.rule.line) == line, text
    with pytest.raises(IllegalMove):
        MACHINE.apply(state, Move("play 1R", 0, 0))
    with pytest.raises(IllegalMove):
        MACHINE.apply(state, Move("play 2R", 0, 7))
    assert state == before


def test_several_choices_in_one_text() -> None:
    state = MACHINE.begin(1)
    state.hands[HAND] = 0b1000_0001
    moves = MACHINE.parse(state, "play 4G suit=B")
    assert [move.text for move in moves] == ["play 4G", "suit=B"]
    for move in moves:
        MACHINE.apply(state, move)
    assert state.values[8] == 2


def test_a_state_between_decisions_is_refused() -> None:
    state = MACHINE.begin(1)
    state.pc = 0
    with pytest.raises(IllegalMove, match="does not stand at a decision"):
        MACHINE.legal(state)
