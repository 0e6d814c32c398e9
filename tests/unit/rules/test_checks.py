"""Checks beyond the corpus: what is no fault, though it looks like one; options, players and inheritance."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.rules import examine
from ruledeck.text import Severity
from tests.unit.rules.files import checked, codes, good_files

OPTIONS = """
options:
  mild:  {default: true, summary: x}
  level: {default: 0, range: 0..1000, summary: x}
  kind:  {default: small, choices: small middle large, summary: x}
"""
TWOS = """
options: {twos_draw: {default: true, summary: x}}
powers: {twos: {card: 2, if: twos_draw, do: {raise: draws, by: 2}}}
penalties: {draws: {answer: card is 2, pay: {draw: draws}}}
"""
TWO_OPTIONS = "options: {n: {default: 5, range: 1..12, summary: x}, more: {default: false, summary: x}}\n"
USE = "match: {ends_if: mild or level > 3 or kind == large}\n"


@pytest.mark.parametrize("path", good_files(), ids=lambda path: path.stem)
def test_whole_games_are_sound(path: Path) -> None:
    rules, found = examine(path)
    assert rules is not None
    assert [problem for problem in found if problem.severity is Severity.ERROR] == []
    assert set(rules.games) == set(rules.players)


@pytest.mark.parametrize(
    "condition",
    [
        "not mild",
        "level == 777",
        "level > 999",
        "kind == middle and not mild and level == 12",
        "count(seats) == 4",
        "count(hand) == 30",
        "passes == 10",
        "card is 8 or mild",
        "points(card) > 3 or points(card) == 1",
        "count(card in hand where card is 8) == 4",
        "sum(points(card) for card in hand) > 20",
        "1 // level == 1",
        "max(n for n in 1..level) > 5",
        "next(next) == actor",
        "round > 100",
        "larger(level, 3) - smaller(level, 3) == 40",
    ],
)
def test_what_may_come_about_is_no_fault(tmp_path: Path, condition: str) -> None:
    assert codes(tmp_path, OPTIONS + USE + f"powers: {{kings: {{card: K, if: '{condition}', do: again}}}}\n") == []


@pytest.mark.parametrize(
    "condition",
    [
        "false",
        "mild and not mild",
        "level > 1000",
        "level < 0",
        "kind == small and kind == large",
        "count(seats) > 4",
        "count(hand) > 52",
        "passes == 11",
        "card is 8",
        "points(card) > 1",
        "card.rank < Q",
        "sum(1 for seat in seats) == 5",
        "any(n in 1..level where n > 1000)",
        "position(card.rank) == 12",
        "not all(card in hand where card is A..K)",
    ],
)
def test_what_can_never_come_about_is_a_fault(tmp_path: Path, condition: str) -> None:
    assert codes(tmp_path, OPTIONS + USE + f"powers: {{kings: {{card: K, if: '{condition}', do: again}}}}\n") == [
        "dead-power"
    ]


def test_what_is_inherited_need_not_be_of_use(tmp_path: Path) -> None:
    """A variant that takes away what uses things is told only of options, which people would still set."""
    checked(tmp_path, TWOS)
    variant = tmp_path / "variant.yaml"
    variant.write_text("name: Variant\nextends: game.yaml\npowers: {twos: none}\n", encoding="utf-8")
    (problem,) = examine(variant)[1]
    assert (problem.code, problem.severity) == ("unused-option", Severity.WARNING)
    assert problem.span.source.name.endswith("game.yaml")
    variant.write_text(
        "name: Variant\nextends: game.yaml\npowers: {twos: none}\noptions: {twos_draw: none}\n", encoding="utf-8"
    )
    assert examine(variant)[1] == []


def test_a_deck_with_fewer_cards_keeps_inherited_points_and_powers(tmp_path: Path) -> None:
    text = "deck:\n  attributes: {suit: a b c d, rank: 1 2 3 4 5 6 7 8}\n  cards: [{each: suit rank}]\n  written: rank suit\n"
    assert codes(tmp_path, text) == []


def test_an_option_read_where_it_is_switched_off_counts_as_read(tmp_path: Path) -> None:
    text = "options: {a: {default: false, summary: x}, b: {default: 3, range: 0..9, summary: x}}\n"
    assert codes(tmp_path, text + "powers: {kings: {card: K, if: a and b > 2, do: again}}\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("options: {n: {default: 5, range: 1..26, summary: x}}\ndeal: {cards_each: n}\n", "with `n` = 26, 2 players"),
        (
            TWO_OPTIONS + "deal: {cards_each: {2: 7, 3..4: n + 1 if more else n}}\n",
            "with `n` = 12 and `more` = true, 4 players x 13",
        ),
        ("options: {n: {default: 5, range: 0..9, summary: x}}\ndeal: {cards_each: n - 1}\n", "with `n` = 0, each of 2"),
    ],
)
def test_a_deal_is_checked_for_every_setting(tmp_path: Path, text: str, message: str) -> None:
    _, (problem,) = checked(tmp_path, text)
    assert problem.code == "deal-too-large"
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    "cards", [12, "{2: 25, 3: 16, 4: 12}", "8..1..12", "[12, 1]", "12 if count(seats) == 4 else 16"]
)
def test_deals_that_fit(tmp_path: Path, cards: object) -> None:
    assert codes(tmp_path, f"deal: {{cards_each: {cards}}}\n") == []


def test_a_starter_that_hardly_ever_fails_is_no_fault(tmp_path: Path) -> None:
    """The 32 cards that four players leave would have to be the 32 that are put back: once in far more than 10^9 deals."""
    text = "deal: {cards_each: 5, starter: {to: pile, put_back: card is 6..K}}\n"
    assert codes(tmp_path, text) == []
    assert codes(tmp_path, text.replace("5", "12")) == ["deal-too-large"]


def test_many_options_together_are_not_taken_for_never(tmp_path: Path) -> None:
    """Ten options have more settings than are tried one by one."""
    options = "".join(f"  o{number}: {{default: false, summary: x}}\n" for number in range(10))
    every = " and ".join(f"o{number}" for number in range(10))
    text = f"options:\n{options}powers: {{kings: {{card: K, if: {every}, do: again}}}}\n"
    assert codes(tmp_path, text) == []
    assert codes(tmp_path, text.replace(every, f"{every} and count(hand) < 0")) == ["dead-power"]


def test_what_is_decided_while_melds_are_laid_may_be_rated(tmp_path: Path) -> None:
    rules = """
melds: {set: {same: rank}}
turn: {act: {moves: [lay, add, play, draw], otherwise: end_turn}}
moves:
  lay: {if: can_lay(set), do: {lay: set}, then: act}
  add: {choose: card in hand, if: "any(meld in melds where takes(meld, card))", do: {lay_off: card}, then: act}
strategies: {simple: {lay_card: points(card), lay_close: 1, meld: 1, end: 1}}
"""
    assert codes(tmp_path, rules) == []
    without = rules.replace("{lay_off: card}", "{set: passes, to: 1}")
    assert codes(tmp_path, without) == ["unknown-name", "unknown-name"]
