"""Views show what a seat may see and nothing else."""

from __future__ import annotations

from dataclasses import replace

from ruledeck.engine import Machine
from ruledeck.engine.hand import cards_in, hand_of
from ruledeck.model.game import Kind, Sight, Variable
from ruledeck.model.program import NONE
from ruledeck.model.state import State
from ruledeck.model.view import Pile
from tests.unit.engine.matching_game import GAME, HAND, PASSES, PILE, SCORE, SEATS, STOCK, SUIT

MACHINE = Machine(GAME)


def hidden_permuted(state: State, seat: int) -> State:
    """The same state to `seat`: all cards that it does not see have changed places."""
    copy = state.copy()
    others = [HAND + other for other in range(SEATS) if other != seat]
    cards = [*copy.piles[STOCK], *copy.piles[PILE][:-1]]
    for index in others:
        cards += cards_in(copy.hands[index], GAME.faces)
    cards.reverse()
    copy.piles[STOCK] = [cards.pop() for _ in copy.piles[STOCK]]
    copy.piles[PILE] = [cards.pop(0) for _ in copy.piles[PILE][:-1]] + copy.piles[PILE][-1:]
    for index in others:
        copy.hands[index] = hand_of([cards.pop() for _ in cards_in(copy.hands[index], GAME.faces)], GAME.faces)
    copy.values[PASSES] = 1
    copy.streams = [5] * len(copy.streams)
    return copy


def test_hidden_cards_do_not_show() -> None:
    changed = 0
    for seed in range(20):
        state = MACHINE.begin(seed)
        while not MACHINE.is_over(state):
            for seat in range(SEATS):
                other = hidden_permuted(state, seat)
                changed += other.hands != state.hands
                assert MACHINE.view(other, seat) == MACHINE.view(state, seat)
            MACHINE.take(state, *MACHINE.choose(state, NONE))
    assert changed > 100


def test_what_a_view_shows() -> None:
    state = MACHINE.begin(1)
    state.hands[HAND : HAND + 3] = [hand_of([3, 0, 0], 12), hand_of([1], 12), 0]
    state.piles[STOCK], state.piles[PILE] = [5, 6], [7, 11]
    state.values[SUIT], state.values[SCORE + 1] = 2, 8
    view = MACHINE.view(state, 0)
    assert dict(view.zones) == {
        "stock": Pile(2, (None, None)),
        "pile": Pile(2, (None, "4B")),
        "hand p0": Pile(3, ("1R", "1R", "4R")),
        "hand p1": Pile(1, (None,)),
        "hand p2": Pile(0, ()),
    }
    assert dict(view.variables) == {"turn": 1, "suit in force": "B", "score p0": 0, "score p1": 8, "score p2": 0}
    assert (view.seat, view.actor, view.scores) == (0, 0, (0, 8, 0))
    assert view.moves == ("play 4R", "draw")
    assert MACHINE.view(state, 1).moves == ()
    state.values[SUIT] = NONE
    assert MACHINE.view(state, 1).variables["suit in force"] is None


def test_the_top_of_an_open_pile_is_unknown() -> None:
    state = MACHINE.begin(1)
    state.open[PILE] = True
    assert MACHINE.view(state, 0).zones["pile"] == Pile(1, (None,))


def test_an_open_pile_that_all_see_has_no_order() -> None:
    zones = tuple(replace(zone, sight=Sight.ALL) for zone in GAME.zones)
    machine = Machine(replace(GAME, zones=zones))
    state = machine.begin(1)
    view = machine.view(state, 0)
    state.piles[STOCK].reverse()
    assert machine.view(state, 0) == view
    state.open[STOCK] = False
    assert machine.view(state, 0) != view


def test_secret_variables() -> None:
    extra = (
        Variable("plan", Kind.SEAT, "", PASSES, False, -1, 2, 1, Sight.OWNER),
        Variable("vow", Kind.TRUTH, "", SCORE, True, 0, 1, 1, Sight.OWNER),
    )
    machine = Machine(replace(GAME, variables=(*GAME.variables[:4], *extra)))
    state = machine.begin(1)
    assert dict(machine.view(state, 0).variables).items() >= {"plan": "p1", "vow p0": True}.items()
    assert "vow p1" not in machine.view(state, 0).variables
    assert "plan" not in machine.view(state, 1).variables
    assert machine.scores(state) == (0, 0, 0)
    assert machine.winners(state) == ()
