"""Single instructions: draws from open piles, planes, inserts, gathers, choices and ties, and the rules' own faults."""

from __future__ import annotations

import pytest

from ruledeck.engine import Machine
from ruledeck.engine.hand import cards_in, hand_of, with_card, without_card
from ruledeck.model import chance
from ruledeck.model.event import Event
from ruledeck.model.move import RuleError
from ruledeck.model.program import (
    NONE,
    Arith,
    Ask,
    Assign,
    At,
    Cards,
    Const,
    DealOut,
    Finish,
    Gather,
    Get,
    Goto,
    Instruction,
    Numbers,
    Offer,
    Shuffle,
    Take,
    Tell,
    Transfer,
)
from ruledeck.model.state import OVER, State
from tests.unit.engine.matching_game import (
    CARD,
    COPIES,
    DRAW,
    HAND,
    NAME,
    PILE,
    PLAY,
    SCORE,
    STOCK,
    TARGET,
    always,
    place,
    with_code,
)

CARDS = [face for face, copies in enumerate(COPIES) for _ in range(copies)]


def after(*code: Instruction, log: list[Event] | None = None) -> State:
    """The state when a program, finished for it, is over."""
    return Machine(with_code(*code, Finish(True))).begin(1, log=log)


def test_planes_hold_copies() -> None:
    hand = hand_of([2, 0, 2, 2], 12)
    assert hand == 0b101 | 0b100 << 12 | 0b100 << 24
    assert cards_in(hand, 12) == [0, 2, 2, 2]
    assert with_card(without_card(hand, 2, 12), 2, 12) == hand
    assert without_card(without_card(hand, 2, 12), 2, 12) == 0b101


def test_the_deck_starts_in_the_first_pile_in_order() -> None:
    state = after()
    assert state.piles[STOCK] == CARDS
    assert state.open[STOCK] is False
    assert state.values[OVER] == 1


def test_an_ordered_pile_gives_its_uppermost() -> None:
    state = after(Take(STOCK, HAND, Const(1), CARD))
    assert state.values[CARD] == 11
    assert state.hands[HAND + 1] == 1 << 11
    assert state.streams == after().streams


def test_an_open_pile_gives_any_card_and_its_last_fills_the_gap() -> None:
    state = after(Shuffle(STOCK), Take(STOCK, PILE, None, CARD))
    number = chance.step(chance.stream(1, 0, 0))
    index = chance.below(number, len(CARDS))
    expected = CARDS[:]
    expected[index] = expected[-1]
    expected.pop()
    assert state.values[CARD] == CARDS[index]
    assert state.piles[STOCK] == expected
    assert state.streams[0] == number
    assert state.open[STOCK] is True


def test_the_last_card_of_an_open_pile_needs_no_chance() -> None:
    state = after(
        Gather(STOCK, PILE, 1), Shuffle(STOCK), Take(STOCK, HAND, Const(0), CARD), Take(STOCK, PILE, None, TARGET)
    )
    assert state.streams == after().streams
    assert state.open[STOCK] is False
    assert (state.values[CARD], state.values[TARGET]) == (11, NONE)


def test_an_empty_pile_stays_ordered_when_shuffled() -> None:
    assert after(Shuffle(PILE)).open[PILE] is False


def test_dealing_goes_round_from_the_first_seat_while_the_pile_lasts() -> None:
    log: list[Event] = []
    state = after(DealOut(STOCK, HAND, Const(7), Const(2), place(3)), log=log)
    upwards = CARDS[::-1]
    for seat in range(3):
        assert cards_in(state.hands[HAND + seat], 12) == sorted(upwards[(seat + 1) % 3 :: 3])
    assert state.piles[STOCK] == []
    assert [(event.kind, event.seat, event.seen_by) for event in log] == [("deal", s, (s,)) for s in (2, 0, 1)]
    assert log[0].cards == tuple(upwards[0::3])
    assert log[0].place == place(3)


@pytest.mark.parametrize(("at", "index"), [(At.TOP, 2), (At.BOTTOM, 0)])
def test_where_a_card_arrives(at: At, index: int) -> None:
    take = Take(STOCK, PILE, None, CARD)
    state = after(take, take, Transfer(Const(0), STOCK, None, PILE, None, at))
    assert state.piles[PILE].index(0) == index
    assert state.piles[STOCK] == [0, *CARDS[2:-2]]


def test_a_random_place_is_drawn_among_all() -> None:
    take = Take(STOCK, PILE, None, CARD)
    state = after(take, take, Transfer(Const(0), STOCK, None, PILE, None, At.RANDOM))
    number = chance.step(chance.stream(1, 0, 0))
    assert state.piles[PILE].index(0) == chance.below(number, 3)


def test_a_card_put_on_an_open_pile_is_its_uppermost() -> None:
    open_pile = (Shuffle(STOCK), Take(STOCK, PILE, None, CARD))
    state = after(*open_pile, Transfer(Get(CARD), PILE, None, STOCK, None), Take(STOCK, HAND, Const(0), TARGET))
    assert state.values[CARD] == state.values[TARGET]
    assert state.open[STOCK] is False
    mixed = after(*open_pile, Transfer(Get(CARD), PILE, None, STOCK, None, At.RANDOM))
    assert mixed.open[STOCK] is True
    assert mixed.streams == after(*open_pile).streams


def test_gathering_keeps_the_uppermost() -> None:
    state = after(Gather(STOCK, PILE, 2))
    assert state.piles[STOCK] == CARDS[-2:]
    assert state.piles[PILE] == CARDS[:-2]


def test_gathering_all_hands() -> None:
    log: list[Event] = []
    state = after(DealOut(STOCK, HAND, Const(2), Const(0)), Gather(HAND, PILE, 0, place=place(4)), log=log)
    assert state.hands == [0] * 5
    assert sorted(state.piles[PILE] + state.piles[STOCK]) == CARDS
    swept = [event for event in log if event.kind == "gather"]
    assert [(event.seat, event.source, event.seen_by) for event in swept] == [(s, HAND + s, (s,)) for s in range(3)]
    assert all(event.cards == tuple(sorted(event.cards)) for event in swept)


def test_who_sees_a_card_move() -> None:
    log: list[Event] = []
    after(
        Take(STOCK, HAND, Const(1), CARD),
        Transfer(Get(CARD), HAND, Const(1), PILE, None),
        Take(PILE, HAND, Const(2), CARD),
        Transfer(Get(CARD), HAND, Const(2), STOCK, None, At.BOTTOM),
        Assign(TARGET, None, Const(1), 0, 5),
        Assign(SCORE, Const(1), Const(1), 0, 5),
        Assign(SCORE, Const(1), Const(1), 0, 5),
        Assign(SCORE, Const(0), Const(1), 0, 5, quiet=True),
        Tell("skip", Const(2), Const(9), "reason", place(1)),
        log=log,
    )
    assert [(event.kind, event.seat, event.seen_by) for event in log] == [
        ("move", 1, (1,)),
        ("move", 1, None),
        ("move", 2, None),
        ("move", 2, (2,)),
        ("set", 1, None),
        ("skip", 2, None),
    ]
    assert log[-2] == Event("set", 1, name="score", value=1)
    assert log[-1] == Event("skip", 2, name="reason", value=9, place=place(1))


# ------------------------------------------------------------------ decisions


def test_a_decision_without_moves_goes_on() -> None:
    nothing = Offer(PLAY, Const(1), Cards(HAND, Const(0)), CARD, Const(1), 2)
    state = Machine(with_code(Ask(Const(0), (nothing,), 1), Finish(False), Finish(True))).begin(1)
    assert state.values[OVER] == 2
    assert state.values[5] == 0


def test_stuck() -> None:
    nothing = Offer(PLAY, Const(1), Cards(HAND, Const(0)), CARD, Const(1), 1)
    with pytest.raises(RuleError, match=r"^matching.yaml:8: stuck"):
        after(Ask(Const(0), (nothing,), NONE, place=place(8)))


def test_equal_cards_are_one_move() -> None:
    offer = Offer(PLAY, Const(1), Cards(HAND, Const(0)), CARD, Const(1), 2)
    machine = Machine(with_code(DealOut(STOCK, HAND, Const(9), Const(0)), Ask(Const(0), (offer,), NONE), Finish(True)))
    state = machine.begin(1)
    held = cards_in(state.hands[HAND], 12)
    assert [value for _, value in machine.choices(state)] == sorted(set(held))
    assert len(set(held)) < len(held) or state.hands[HAND] < 1 << 12


def machine_for(*scores: Arith | Get | Const | None) -> Machine:
    """A choice of 0..9, rated as told."""
    offer = Offer(NAME, Const(1), Numbers(Const(0), Const(2)), TARGET, Const(1), 1, scores)
    return Machine(with_code(Ask(Const(1), (offer,), NONE), Finish(True)))


def test_a_strategy_takes_the_best_without_chance() -> None:
    machine = machine_for(Arith("-", Const(0), Get(TARGET)), Get(TARGET))
    state = machine.begin(1)
    before = state.copy()
    assert machine.choose(state, 0) == (0, 0)
    assert machine.choose(state, 1) == (0, 2)
    assert state == before


def test_ties_are_drawn_from_the_seats_stream() -> None:
    machine = machine_for(Arith("%", Get(TARGET), Const(2)), None, Const(7))
    state = machine.begin(1)
    assert machine.choose(state, 0) == (0, 1)
    for strategy in (NONE, 1, 2, 99):
        drawn = set()
        for _ in range(60):
            number = chance.step(state.streams[2])
            assert machine.choose(state, strategy) == (0, chance.below(number, 3))
            assert state.streams[2] == number
            drawn.add(chance.below(number, 3))
        assert drawn == {0, 1, 2}
    assert state.streams[:2] == machine.begin(1).streams[:2]


def test_a_single_choice_draws_nothing() -> None:
    machine = Machine(with_code(Ask(Const(2), (always(DRAW, 1),), NONE), Finish(True)))
    state = machine.begin(1)
    assert machine.choose(state, NONE) == (0, NONE)
    assert state == machine.begin(1)


# -------------------------------------------------------------- rules at fault


@pytest.mark.parametrize(
    ("instruction", "message"),
    [
        (Assign(TARGET, None, Const(6), 0, 5, place=place(2)), "matching.yaml:2: slot 12 would become 6"),
        (Assign(SCORE, Const(1), Const(-2), -1, 5, place=place(2)), "score would become -2"),
        (Assign(TARGET, None, Arith("//", Const(1), Get(TARGET), place(3)), 0, 5), "matching.yaml:3: division by zero"),
        (Assign(TARGET, None, Arith("%", Const(1), Const(0)), 0, 5, place=place(4)), "matching.yaml:4: division"),
        (Assign(SCORE, Const(3), Const(1), 0, 5, place=place(5)), "matching.yaml:5: there is no seat 3"),
        (Assign(TARGET, None, Get(SCORE, Const(-1)), 0, 5), "there is no seat -1"),
        (Transfer(Const(0), HAND, Const(0), PILE, None, place=place(6)), "matching.yaml:6: 1R is not where"),
        (Transfer(Const(NONE), STOCK, None, PILE, None), "no card is not where"),
        (Goto(0), "run for ever"),
        (Goto(2), "runs off its end"),
    ],
)
def test_faults_tell_their_place(instruction: Instruction, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        after(instruction)


def test_a_range_too_wide_is_no_hang() -> None:
    offer = Offer(NAME, Const(1), Numbers(Const(0), Const(10**12)), TARGET, Const(1), 1)
    with pytest.raises(RuleError, match="too wide"):
        after(Ask(Const(0), (offer,), NONE, place=place(2)))


def test_a_fault_while_looking_leaves_the_state_as_it_was() -> None:
    good = Offer(NAME, Const(1), Numbers(Const(1), Get(CARD)), TARGET, Arith("//", Const(2), Get(TARGET)), 2)
    machine = Machine(with_code(Assign(CARD, None, Const(2), 0, 5), Ask(Const(0), (good,), NONE), Finish(True)))
    state = machine.begin(1)
    before = state.copy()
    assert machine.choices(state) == [(0, 1), (0, 2)]
    assert state == before
