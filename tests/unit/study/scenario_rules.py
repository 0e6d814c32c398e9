"""A rule file of our own and scenarios for it, as texts: what the tests of the scenario runner play."""

from __future__ import annotations

from pathlib import Path

from ruledeck.study.scenarios import FileResult, Result, run_file

RULES = """
name: Plain matching
summary: Match the suit or the rank.
extends: families/shedding
deck: standard-52
players: 2..3
options:
  generous: {default: false, summary: Six cards each.}
variables:
  sevens: {kind: 0..1}
  sixes: {kind: 0..9, owner: seat}
deal: {cards_each: 6 if generous else 5}
turn:
  act: {otherwise: {end_round: blocked}}
powers:
  seven: {card: 7, do: {add: 1, to: sevens}}
  six: {card: 6, do: {add: 1, to: sixes}}
points: {A..K: card.pips}
scoring:
  out: {who: count(hand) == 0, gains: sum(hand_points(other) for other in others)}
  blocked: {who: count(hand) == 1, gains: 1}
match: {ends_if: max(score(seat) for seat in seats) >= 100, winner: highest}
"""

HEAD = "ruleset: plain.yaml\nplayers: 3\nscenarios:\n"
"""Three lines, so that the text of a scenario begins at line 4."""


def run_text(folder: Path, scenarios: str) -> FileResult:
    """What comes of these scenarios."""
    (folder / "plain.yaml").write_text(RULES, encoding="utf-8")
    path = folder / "scenarios.yaml"
    path.write_text(HEAD + scenarios, encoding="utf-8")
    return run_file(path)


def result_of(folder: Path, scenario: str) -> Result:
    """What comes of one scenario of a file without errors."""
    done = run_text(folder, scenario)
    assert not done.diagnostics, done.diagnostics
    (result,) = done.results
    return result


def failed(folder: Path, scenario: str) -> list[tuple[int, str, str, str]]:
    """(line, what, expected, actual) of each failure."""
    return [(one.place.line, one.what, one.expected, one.actual) for one in result_of(folder, scenario).failures]
