"""Summaries and traces as text and JSON, on outputs that can show much or little."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from ruledeck.model.game import Deck
from ruledeck.show.cards import card_names
from ruledeck.show.paint import paint_for
from ruledeck.show.summary_json import summary_json
from ruledeck.show.summary_text import write_summary
from ruledeck.show.trace_text import trace_text
from ruledeck.study.simulate import Summary, simulate
from ruledeck.study.statistics import Failure, Tally, tally
from ruledeck.study.trace import Line, trace
from tests.unit.study.by_hand import BOTS, ByHand

FRENCH = Deck(("10H", "QS", "JK"), (1, 1, 2), (("suit", ("C", "D", "H", "S")), ("rank", ("10", "Q"))))


def batch() -> Summary:
    return simulate(ByHand(), 40, 3, 7, BOTS)


def written(summary: Summary, encoding: str = "utf-8") -> str:
    buffer = io.BytesIO()
    stream = io.TextIOWrapper(buffer, encoding=encoding, errors="strict")
    write_summary(summary, stream)
    stream.flush()
    return buffer.getvalue().decode(encoding)


def test_json_has_the_fields_of_the_contract() -> None:
    data = json.loads(summary_json(batch()))
    assert list(data) == [
        "ruleset", "digest", "options", "players", "games", "seed", "bots", "engine", "elapsed_s", "setup_s",
        "decisions", "seats", "length", "unfinished",
    ]  # fmt: skip
    assert (data["ruleset"], data["players"], data["games"], data["seed"]) == ("matching", 3, 40, 7)
    assert data["options"] == {"speed": 2, "kind": True}
    assert data["bots"] == list(BOTS)
    assert [list(seat) for seat in data["seats"]] == [["seat", "wins", "win_rate", "ci95", "mean_score"]] * 3
    assert list(data["length"]) == ["rounds", "turns", "decisions"]
    assert all(list(figures) == ["mean", "p5", "p50", "p95"] for figures in data["length"].values())
    assert sum(seat["wins"] for seat in data["seats"]) + data["unfinished"] == pytest.approx(40)


def test_json_without_a_finished_game_has_no_rates() -> None:
    none = replace(batch(), tally=replace(tally((), 3), games=1, failures=(Failure(0, 7, "broke"),)))
    data = json.loads(summary_json(none))
    assert data["failures"] == [{"game": 0, "seed": 7, "message": "broke"}]
    assert data["seats"][0] == {"seat": 0, "wins": 0, "win_rate": None, "ci95": [0.0, 1.0], "mean_score": None}
    assert data["length"]["turns"] == {"mean": None, "p5": None, "p50": None, "p95": None}


def test_figures_are_rounded_once_and_whole_ones_are_whole() -> None:
    total = Tally(3, 0, (), (Fraction(1, 3), Fraction(5, 3), Fraction(1)), (1, 2, 3), {1: 3}, {2: 3}, {4: 3}, 12)
    seats = json.loads(summary_json(replace(batch(), tally=total)))["seats"]
    assert [seat["wins"] for seat in seats] == [0.333333, 1.666667, 1]
    assert isinstance(seats[2]["wins"], int)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_the_table_fits_any_output(encoding: str) -> None:
    text = written(batch(), encoding)
    assert "seat" in text
    assert "95% interval" in text
    assert "speed=2, kind=true" in text
    assert "heaviest" in text
    assert "\x1b" not in text


def test_the_table_says_what_went_wrong() -> None:
    summary = batch()
    failures = tuple(Failure(number, 7, "rules.yaml:3: broke") for number in range(9))
    total = replace(summary.tally, games=summary.games + 10, failures=failures, unfinished=summary.tally.unfinished + 1)
    spoilt = replace(summary, interrupted=True, tally=total)
    text = written(spoilt)
    assert "9 games have broken off" in text
    assert "game 4 of seed 7: rules.yaml:3: broke" in text
    assert "game 5 of" not in text
    assert "1 game was stopped by the limit" in text
    assert "Interrupted" in text


def test_only_options_worth_telling_are_told() -> None:
    buffer = io.StringIO()
    write_summary(batch(), buffer, [("kind", False)])
    assert buffer.getvalue().splitlines()[1] == "kind=false"
    assert "speed" not in buffer.getvalue()
    told = trace_text(trace(ByHand(), 3, 7, 0, BOTS), "utf-8", options=[("kind", False)])
    assert told.splitlines()[1] == "kind=false"


def test_the_table_has_no_blanks_at_the_ends_of_lines_and_names_seats_apart_from_an_equal_share() -> None:
    lines = written(replace(batch(), tally=uneven(20))).splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert "an equal share is 33.3%: seat 0 wins more, seat 1 wins less, seat 2 wins less" in lines
    assert "an equal share is 33.3%: every seat's interval holds it" in written(replace(batch(), tally=uneven(0)))


def uneven(extra: int) -> Tally:
    wins = (Fraction(20 + extra), Fraction(20 - extra // 2), Fraction(20 - extra // 2))
    return Tally(60, 0, (), wins, (1, 2, 3), {1: 60}, {2: 60}, {4: 60}, 240)


def test_a_narrow_terminal_loses_the_bars_and_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    stream = Terminal()
    write_summary(batch(), stream)
    assert "95% interval" in stream.getvalue()
    assert "…" not in stream.getvalue()
    assert "█" not in stream.getvalue()


def test_markup_in_a_rulesets_name_is_only_text() -> None:
    assert "[bold]odd[/x]" in written(replace(batch(), ruleset="[bold]odd[/x]\x1b[2J"))


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("utf-8", ["10♥", "Q♠", "JK"]),
        ("ascii", ["10H", "QS", "JK"]),
        ("cp1252", ["10H", "QS", "JK"]),
        (None, ["10H", "QS", "JK"]),
        ("no such encoding", ["10H", "QS", "JK"]),
    ],
)
def test_suits_are_symbols_where_they_can_be_shown(encoding: str | None, names: list[str]) -> None:
    assert list(card_names(FRENCH, encoding).values()) == names


def test_other_decks_keep_their_letters() -> None:
    deck = replace(FRENCH, written=("1S", "2H"), attributes=(("suit", ("S", "H", "X")),))
    assert list(card_names(deck, "utf-8").values()) == ["1S", "2H"]


def test_a_trace_is_grouped_by_turn_with_the_rules_place_at_the_right() -> None:
    lines = trace_text(trace(ByHand(), 3, 7, 0, BOTS), "utf-8").splitlines()
    assert lines[0] == "matching: seed 7, game 0; p0 random, p1 heaviest, p2 random"
    assert "match" in lines
    turns = [index for index, line in enumerate(lines) if line.startswith("turn")]
    assert len(turns) > 2
    assert all(lines[index - 1] == "" for index in turns)
    played = next(line for line in lines if "hand p0 → pile" in line)
    assert played.endswith("  matching.yaml:10")
    assert played.startswith("  hand p0 → pile: ")
    assert lines[-1].startswith("p")
    assert "scores: p0 " in lines[-1]


def test_a_trace_fits_a_narrow_output_and_a_seat() -> None:
    text = trace_text(trace(ByHand(), 3, 7, 0, BOTS, seat=1), "ascii")
    assert text.isascii()
    assert "stock -> hand p0: 3 cards" in text
    assert "stock -> hand p1: 3 cards" not in text


def test_turns_are_numbered() -> None:
    lines = trace_text(trace(ByHand(), 3, 7, 0, BOTS), "utf-8").splitlines()
    headings = [line.split(":")[0] for line in lines if line.startswith("turn")]
    assert headings == [f"turn {number}" for number in range(1, len(headings) + 1)]


def test_a_round_ends_with_its_reason_what_seats_gain_and_the_scores() -> None:
    told = replace(
        trace(ByHand(), 3, 7, 0, BOTS),
        lines=(
            line("round", 0, value="1"),
            line("round over", name="out"),
            line("set", 1, "score", "30"),
            line("round", 1, value="2"),
            line("move", 1, cards=("R1",)),
            line("move", 1, hidden=2),
            line("round over", name="blocked"),
            line("set", 1, "score", "25"),
        ),
        scores=(0, 25, 0),
        winners=(1,),
    )
    assert trace_text(told, "ascii").splitlines()[1:] == [
        "",
        "round 1: p0 deals",
        "  the round is over: out",
        "  p1 scores 30",
        "  scores: p0 0, p1 30, p2 0",
        "",
        "round 2: p1 deals",
        "  here -> there: 3 cards",
        "  the round is over: blocked",
        "  p1 scores -5 (25 in all)",
        "",
        "p1 wins; scores: p0 0, p1 25, p2 0",
    ]


def line(
    kind: str, seat: int = -1, name: str = "", value: str = "", cards: tuple[str, ...] = (), hidden: int = 0
) -> Line:
    return Line(kind, seat, name, value, cards, hidden, "here", "there", None)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert paint_for(Terminal()).colour
    assert not paint_for(io.StringIO()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not paint_for(Terminal()).colour
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not paint_for(Terminal()).colour
