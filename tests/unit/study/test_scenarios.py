"""The scenario runner: each step, what a failure says and where, positions, the end of a round, rules that break off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.study.scenario_rules import failed, result_of, run_text

GIVEN = """
  - name: a turn
    given: {to_move: p0, hands: {p0: 9C KH 4S, p1: 2D}, piles: {pile: 3D 9H, stock: QD 7C ...}}
    steps:
"""
"""Five lines of a file come before the steps; the first step stands at line 8."""


def test_what_holds_passes(tmp_path: Path) -> None:
    steps = """
      - legal: [play KH, play 9C]
        legal_has: play 9C
        legal_lacks: [play 4S, keep]
      - refused: [play 4S, draw]
      - expect:
          hands: {p0: 4S 9C KH, p1: 1 card, p2: 5 cards}
          piles: {pile: 3D 9H, stock: QD 7C ..., hand p1: 2D}
          counts: {p0: 3, stock: 41, hand p2: 5}
          top: {pile: 9H, stock: QD}
          variables: {sevens: 0, sixes: {p0: 0, p2: 0}, drawn: none, dealer: p0, round: 1}
          scores: [0, 0, 0]
          to_move: p0
          round_over: false
          match_over: false
          winners: none
"""
    assert failed(tmp_path, GIVEN + steps) == []


@pytest.mark.parametrize(
    ("step", "what", "expected", "actual"),
    [
        ("legal: play 9C", "legal: not expected play KH", "play 9C", "play 9C, play KH"),
        ("legal_has: play 4S", "legal_has: missing play 4S", "play 4S", "play 9C, play KH"),
        ("legal_lacks: [play KH, draw]", "legal_lacks: not expected play KH", "play KH, draw", "play 9C, play KH"),
        ("refused: play KH", "refused: play KH", "a refusal", "it is legal"),
        ("expect: {hands: {p0: 4S 9C}}", "hand p0", "9C 4S", "9C KH 4S"),
        ("expect: {hands: {p0: 4S 3 cards}}", "hand p0", "4S 3 cards", "9C KH 4S"),
        ("expect: {piles: {pile: 9H 3D}}", "pile", "9H 3D", "3D 9H"),
        ("expect: {piles: {pile: none}}", "pile", "none", "3D 9H"),
        ("expect: {counts: {p1: 2}}", "cards in hand p1", "2", "1"),
        ("expect: {top: {pile: none}}", "top of pile", "none", "9H"),
        ("expect: {variables: {sevens: 1}}", "sevens", "1", "0"),
        ("expect: {variables: {sixes: {p2: 3}}}", "sixes p2", "3", "0"),
        ("expect: {scores: [0, 1, 0]}", "scores", "0 1 0", "0 0 0"),
        ("expect: {to_move: p1}", "to_move", "p1", "p0"),
        ("expect: {round_over: out}", "round_over", "out", "false"),
        ("expect: {match_over: true}", "match_over", "true", "false"),
        ("expect: {winners: p2 p1}", "winners", "p1 p2", "none"),
    ],
)
def test_what_does_not_hold_is_shown_beside_what_does(
    tmp_path: Path, step: str, what: str, expected: str, actual: str
) -> None:
    assert failed(tmp_path, f"{GIVEN}      - {step}\n") == [(8, what, expected, actual)]


def test_everything_that_fails_is_reported_at_its_line(tmp_path: Path) -> None:
    steps = """
      - legal: draw
      - expect:
          to_move: p2
          top: {pile: QD}
"""
    assert [line for line, *_ in failed(tmp_path, GIVEN + steps)] == [9, 11, 12]


def test_a_move_that_is_refused_ends_the_scenario_with_the_rule(tmp_path: Path) -> None:
    (only,) = failed(tmp_path, f"{GIVEN}      - do: [play KH, play 9C]\n      - expect: {{to_move: p2}}\n")
    assert only[:3] == (8, "do: play 9C", "a legal move")
    assert only[3] == "there is no 9C to play"
    (only,) = failed(tmp_path, f"{GIVEN}      - do: play 4S\n      - expect: {{to_move: p2}}\n")
    assert "the rules do not allow 'play 4S' now (rulesets/families/shedding.yaml:" in only[3]


def test_a_refusal_needs_a_rule_or_a_reason(tmp_path: Path) -> None:
    assert failed(tmp_path, f"{GIVEN}      - refused: play 5S\n")[0][2] == "a rule that forbids it, or `because:`"
    because = "      - refused: play 5S\n        because: There Is No\n"
    assert failed(tmp_path, GIVEN + because) == []
    line = "      - refused: play 4S\n        because: 'choose: card in hand'\n"
    assert failed(tmp_path, GIVEN + line) == []
    other = "      - refused: play 4S\n        because: too late\n"
    (only,) = failed(tmp_path, GIVEN + other)
    assert only[2] == "because: too late"


def test_several_choices_stand_in_one_text(tmp_path: Path) -> None:
    given = "  - name: draw\n    given: {to_move: p0, hands: {p0: 4S}, piles: {pile: 9H, stock: 2H ...}}\n    steps:\n"
    assert failed(tmp_path, given + "      - do: draw play 2H\n        expect: {top: {pile: 2H}, to_move: p1}\n") == []


def test_keys_of_a_step_count_in_their_order(tmp_path: Path) -> None:
    steps = "      - {expect: {to_move: p0}, do: play KH, refused: play 9C, because: there is no}\n"
    assert failed(tmp_path, GIVEN + steps) == []


ROUND = """
  - name: a round
    given: {to_move: p0, hands: {p0: 9C, p1: 2D KS, p2: 3C}, piles: {pile: 9H, stock: none}, scores: [80, 0, 0]}
    steps:
      - do: play 9C
"""


def test_the_table_stays_as_it_lies_when_a_round_ends(tmp_path: Path) -> None:
    steps = """
        legal: [next round]
        expect:
          round_over: out
          hands: {p0: none, p1: 2D KS, p2: 3C}
          piles: {pile: 9H 9C, stock: none}
          scores: [95, 0, 0]
          to_move: none
          match_over: false
      - refused: draw
        because: no move of this step
      - do: next round
        expect:
          round_over: false
          to_move: p2
          counts: {p0: 5, p1: 5, p2: 5, pile: 1, stock: 36}
          variables: {round: 2, dealer: p1}
          scores: [95, 0, 0]
"""
    assert failed(tmp_path, ROUND + steps) == []


def test_the_end_of_the_match(tmp_path: Path) -> None:
    steps = "        expect: {round_over: out, scores: [105, 0, 0], match_over: true, winners: p0, to_move: none}\n"
    assert failed(tmp_path, ROUND.replace("80", "90") + steps) == []
    assert failed(tmp_path, ROUND.replace("80", "90") + "      - legal_has: draw\n")[0][3] == "none"
    (only,) = failed(tmp_path, ROUND.replace("80", "90") + "      - do: next round\n")
    assert only[3] == "the match is over"


def test_rules_that_break_off_fail_the_scenario(tmp_path: Path) -> None:
    scenario = """
  - name: two sevens
    given: {to_move: p0, hands: {p0: 7C 4S}, piles: {pile: 7H}, variables: {sevens: 1}}
    steps:
      - do: play 7C
      - expect: {to_move: p1}
"""
    (only,) = failed(tmp_path, scenario)
    assert only[:3] == (8, "do: play 7C", "rules that go on")
    assert "plain.yaml:" in only[3]
    assert "sevens would become 2" in only[3]


def test_options_and_players_are_the_scenarios_own(tmp_path: Path) -> None:
    scenarios = """
  - {name: three, steps: [{expect: {counts: {p0: 5, stock: 36}}}]}
  - {name: two, players: 2, options: {generous: true}, steps: [{expect: {counts: {p0: 6, stock: 39}}}]}
"""
    assert [result.failures for result in run_text(tmp_path, scenarios).results] == [(), ()]


def test_results_carry_names_and_places(tmp_path: Path) -> None:
    result = result_of(tmp_path, GIVEN + "      - legal_has: play KH\n")
    assert (result.name, result.place.line) == ("a turn", 5)
