"""The public API: positions are values, players see views, texts and saved positions come back."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.view import View
from ruledeck.study.simulate import simulate
from ruledeck.study.table import Position, Rulebook
from tests.unit.study.by_hand import BOTS, ByHand

BOOK = Rulebook(ByHand())


def walk(position: Position) -> list[Position]:
    """The position and all after it, when the first legal move is always taken."""
    found = [position]
    while not found[-1].is_over:
        found.append(found[-1].apply(found[-1].legal_moves()[0]))
    return found


def test_a_game_is_played_to_its_end() -> None:
    first, *_, last = walk(BOOK.begin(players=3, seed=7))
    assert (first.actor, last.actor) == (0, None)
    assert first.winners == ()
    assert last.legal_moves() == ()
    assert set(last.winners) == {seat for seat, score in enumerate(last.scores) if score == min(last.scores)}
    assert first.players == len(first.scores) == 3


def test_apply_leaves_the_position_as_it_was() -> None:
    position = BOOK.begin(3, 7)
    before = json.dumps(position.to_json())
    after = position.apply(position.legal_moves()[0])
    assert json.dumps(position.to_json()) == before
    assert after != position


def test_equal_positions_are_equal_and_hash_equally() -> None:
    one, same, other = BOOK.begin(3, 7), Rulebook(ByHand()).begin(3, 7), BOOK.begin(3, 8)
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != "a position"


def test_moves_come_back_from_their_texts() -> None:
    for position in walk(BOOK.begin(3, 7)):
        for move in position.legal_moves():
            assert position.parse(str(move)) == move
            assert position.apply(str(move)) == position.apply(move)


def test_a_text_may_spell_several_moves() -> None:
    positions = [p for seed in range(40) for p in walk(BOOK.begin(3, seed)) if not p.is_over]
    text, position = next(
        (f"{m} suit=G", p)
        for p in positions
        for m in p.legal_moves()
        if m.text.startswith("play 4") and not p.apply(m).is_over and p.apply(m).legal_moves()[0].text == "suit=R"
    )
    moves = position.parse(text)
    assert isinstance(moves, tuple)
    assert [str(move) for move in moves] == [text.rsplit(maxsplit=1)[0], "suit=G"]
    assert position.apply(moves) == position.apply(text) == position.apply(moves[0]).apply(moves[1])


@pytest.mark.parametrize("text", ["", "fly", "play", "play 9X", "suit=R", "play 1R 2R 3R"])
def test_an_illegal_move_is_refused(text: str) -> None:
    position = BOOK.begin(3, 7)
    with pytest.raises(IllegalMove):
        position.apply(text)


def test_events_are_of_the_last_move_and_of_the_start() -> None:
    first = BOOK.begin(3, 7)
    second = first.apply(first.legal_moves()[0])
    assert [event.kind for event in first.events][:2] == ["match", "shuffle"]
    assert second.events[0].kind == "choose"


def test_a_saved_position_goes_on_identically() -> None:
    for position in walk(BOOK.begin(3, 7)):
        again = BOOK.from_json(json.loads(json.dumps(position.to_json())))
        assert again == position
        assert again.legal_moves() == position.legal_moves()
        assert walk(again)[-1] == walk(position)[-1]


BROKEN: tuple[tuple[str, object], ...] = (
    ("digest", "0"),
    ("players", 2),
    ("players", True),
    ("players", None),
    ("state", None),
    ("state", []),
    ("state.pc", 0),
    ("state.pc", 10**9),
    ("state.pc", True),
    ("state.values", []),
    ("state.values", ["x"] * 40),
    ("state.hands", ["-1"] * 5),
    ("state.hands", ["9" * 5000] * 5),
    ("state.hands", [1, 2, 3, 4, 5]),
    ("state.piles", [[], [], [], [], []]),
    ("state.piles", [[99], [], [], [], []]),
    ("state.open", [0, 0, 0, 0, 0]),
    ("state.streams", [1.5, 2, 3, 4]),
)


@pytest.mark.parametrize(("key", "value"), BROKEN)
def test_a_broken_save_is_refused(key: str, value: object) -> None:
    data = json.loads(json.dumps(BOOK.begin(3, 7).to_json()))
    target = data["state"] if key.startswith("state.") else data
    target[key.removeprefix("state.")] = value
    with pytest.raises(ValueError, match=r"."):
        BOOK.from_json(data)


class First:
    """A player that takes the first move it is given, and remembers what it saw."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        self.views.append(view)
        return moves[0]


class Cheat:
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        return Move("win", moves[0].offer, view.seat)


def test_a_python_player_sits_beside_strategies() -> None:
    player = First()
    end = BOOK.play(["heaviest", player, "random"], seed=3)
    assert end.is_over
    assert {view.seat for view in player.views} == {1}
    assert all(view.actor == 1 and view.moves for view in player.views)
    assert all(card is None for view in player.views for card in view.zones["hand p0"].cards)
    assert end == BOOK.play(["heaviest", First(), "random"], seed=3)


def test_strategies_play_as_in_a_batch() -> None:
    games = [BOOK.play(list(BOTS), seed=7, game=number) for number in range(20)]
    total = simulate(ByHand(), 20, 3, 7, BOTS).tally
    assert total.scores == tuple(sum(game.scores[seat] for game in games) for seat in range(3))


def test_a_player_may_not_invent_a_move() -> None:
    with pytest.raises(IllegalMove, match="win"):
        BOOK.play([Cheat(), "random", "random"], seed=3)


def test_wrong_seats_and_bots_are_refused() -> None:
    with pytest.raises(ValueError, match="not for 4 players, but for 3"):
        BOOK.begin(4, 7)
    with pytest.raises(ValueError, match="has no strategy 'clever', but random, heaviest"):
        BOOK.play(["clever", "random", "random"], seed=1)
    with pytest.raises(ValueError, match="no seat 3"):
        BOOK.begin(3, 7).view(3)


def test_a_rulebook_says_what_it_is() -> None:
    assert (BOOK.name, BOOK.players, BOOK.options) == ("matching", (3,), {"speed": 2, "kind": True})
    assert BOOK.bots(3) == ("random", "heaviest")
    assert "matching" in repr(BOOK)
    assert "seat 0 to move" in repr(BOOK.begin(3, 7))
