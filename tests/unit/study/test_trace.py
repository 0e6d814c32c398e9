"""Traces: every event by its names, and nothing that a seat may not see."""

from __future__ import annotations

from dataclasses import replace

from ruledeck.model.event import Event
from ruledeck.model.program import Arith, Assign, Const
from ruledeck.model.state import TURN
from ruledeck.study.trace import lines, trace
from tests.unit.engine.matching_game import GAME, with_code
from tests.unit.study.by_hand import BOTS, ByHand


def test_a_trace_tells_the_game_that_a_batch_counts() -> None:
    told = trace(ByHand(), 3, 7, 0, BOTS)
    assert told.lines[0].kind == "match"
    assert told.winners
    assert told.broke_off is None
    assert all(str(line.place).startswith("matching.yaml:") for line in told.lines if line.place)
    deals = [line for line in told.lines if line.kind == "deal"]
    assert [(line.source, line.target, len(line.cards)) for line in deals] == [
        ("stock", f"hand p{seat}", 3) for seat in range(3)
    ]


def test_values_are_written_as_rule_files_write_them() -> None:
    told = [line for seed in range(10) for line in trace(ByHand(), 3, seed, 0, BOTS).lines]
    assert {line.value for line in told if line.kind == "set" and line.name == "suit in force"} == {"R", "G", "B"}
    assert {line.value for line in told if line.kind == "choose" and line.name == "suit"} <= {
        "suit=R",
        "suit=G",
        "suit=B",
    }


def test_a_seat_sees_its_own_cards_only() -> None:
    whole, seen = trace(ByHand(), 3, 7, 0, BOTS), trace(ByHand(), 3, 7, 0, BOTS, seat=1)
    for line in seen.lines:
        private = line.kind == "deal" or (line.kind == "move" and line.source == "stock" and line.target != "pile")
        if private:
            assert bool(line.cards) == (line.target == "hand p1")
            assert bool(line.hidden) != bool(line.cards)
    assert not any(line.name == "passes" for line in seen.lines)
    assert len(seen.lines) <= len(whole.lines)
    assert not any(line.hidden for line in whole.lines)


def test_what_has_no_cards_and_is_not_for_all_is_unknown_to_the_others() -> None:
    """A window declined, say: that a seat was asked is a secret too."""
    declined = Event("choose", 2, name="pass", seen_by=(2,))
    told = [[line.name for line in lines(GAME, [declined], seat)] for seat in (2, 1)]
    assert told[1] == []
    assert told[0] == ["pass"]


def test_a_round_is_over_for_a_reason() -> None:
    game = replace(GAME, reasons=("out", "blocked"))
    told = list(lines(game, [Event("round over", value=1), Event("round over", name="ended", value=-1)]))
    assert [line.name for line in told] == ["blocked", "ended"]


def test_a_game_that_breaks_off_is_told_until_then() -> None:
    code = (Assign(TURN, None, Const(3), 0, 9), Assign(TURN, None, Arith("//", Const(1), Const(0)), 0, 9))
    told = trace(ByHand(with_code(*code)), 3, 7, 0, BOTS)
    assert told.broke_off is not None
    assert [line.kind for line in told.lines] == ["set"]
