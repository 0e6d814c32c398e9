"""Options: what may be asked for, what options require of one another, and what is told where."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.rules import open_rules
from ruledeck.text import RulesetError
from tests.unit.rules.files import checked, codes

RULES = """
options:
  wild:   {default: false, summary: Kings are wild., requires: not strict}
  strict: {default: false, summary: Nothing is wild.}
  price:  {default: 5, range: -3..9, summary: What a king is worth., requires: [wild, price > 5 or not strict]}
  end:    {default: soon, choices: soon late, summary: When the match ends., requires: strict}
points: {K: price}
define: {always_fits(card): card is K and wild and not strict}
match: {ends_if: end == soon or round == 3}
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, []),
        ({"wild": True}, []),
        ({"wild": "yes", "price": "-3"}, []),
        ({"end": "late", "strict": "on"}, []),
        ({"wlid": True}, ["unknown-option"]),
        ({"wild": "maybe"}, ["bad-option"]),
        ({"price": "10"}, ["bad-option"]),
        ({"price": "--3"}, ["bad-option"]),
        ({"price": "4.5"}, ["bad-option"]),
        ({"price": "9" * 5000}, ["bad-option"]),
        ({"end": "never"}, ["bad-option"]),
        ({"wild": True, "strict": True}, ["option-conflict"]),
        ({"price": 7}, ["option-conflict"]),
        ({"end": "late"}, ["option-conflict"]),
    ],
)
def test_what_may_be_asked_for(tmp_path: Path, options: dict[str, object], expected: list[str]) -> None:
    assert codes(tmp_path, RULES, **options) == expected


def test_a_conflict_names_both_options_and_the_rule(tmp_path: Path) -> None:
    _, (problem,) = checked(tmp_path, RULES, wild=True, strict=True)
    assert "`wild` is true" in problem.message
    assert "`strict` is true" in problem.message
    assert problem.hint is not None
    assert "game.yaml:5" in problem.hint
    assert not problem.span.source.text


def test_an_unknown_option_is_told_with_the_nearest(tmp_path: Path) -> None:
    _, (problem,) = checked(tmp_path, RULES, stritc=True)
    assert problem.hint == 'did you mean "strict"?'
    with pytest.raises(RulesetError) as raised:
        open_rules(str(tmp_path / "game.yaml"), {"nothing_like_it": 1})
    assert raised.value.diagnostics[0].hint == "options are wild, strict, price, end"


def test_settings_that_options_exclude_are_not_tried(tmp_path: Path) -> None:
    """A power that needs two options which exclude each other never fires."""
    text = RULES + "powers: {kings: {card: K, if: wild and strict, do: again}}\n"
    assert codes(tmp_path, text) == ["dead-power"]


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("nowhere", "unknown-name"),
        ("price", "type-mismatch"),
        ("turn > 2", "not-constant"),
        ("count(seats) > 2", "not-constant"),
        ("count(hand) > 2", "unknown-name"),
    ],
)
def test_a_requirement_is_about_options(tmp_path: Path, condition: str, code: str) -> None:
    text = RULES.replace("requires: strict", f"requires: {condition}")
    assert codes(tmp_path, text) == [code]
