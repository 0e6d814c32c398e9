"""Checks of melds beyond the corpus: what is no fault, though it looks like one, and what depends on players and options."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruledeck.model.meld import Contract
from ruledeck.rules import examine
from ruledeck.rules.checks.supply import Supply, lacking
from ruledeck.text import Diagnostic, Severity
from ruledeck.words import melds
from tests.unit.words.melds.deck import hand_of
from tests.unit.words.melds.hands import case

MELDS = Path(__file__).parents[2] / "corpus" / "bad" / "rules" / "_melds.yaml"
TIGHT = "deal: {cards_each: 9}\ncontracts: [set set, set set run]\n"
"""A contract of ten cards, for which the draw is just enough; with eight dealt, something else must bring one more."""
SHORT = TIGHT.replace("9", "8")
BUYS = (
    SHORT
    + """
moves: {draw: {do: [{open: buy}, {draw: 1}]}}
windows:
  buy: {opens: when opened, if: upcard, do: [{move: top(pile), from: pile, to: hand, who: asked}, {set: upcard, to: false}]}
"""
)


def found_in(folder: Path, text: str) -> list[Diagnostic]:
    shutil.copy(MELDS, folder)
    path = folder / "part.yaml"
    path.write_text(f"name: Part\nextends: {MELDS.name}\n{text}", encoding="utf-8")
    return examine(path)[1]


@pytest.mark.parametrize(
    "text",
    [
        "deal: {cards_each: 9}\ncontracts: [set set, set set set]\n",
        "deal: {cards_each: 9..10}\ncontracts: [set set, set set run]\n",
        "deal: {cards_each: {2: 10, 3..4: 5..10}}\ncontracts: [set, run]\n",
        "deal: {cards_each: 8 + round}\ncontracts: [set set, set set run]\n",
        "deal: {cards_each: 6 - round}\ncontracts: [set, run]\nmatch: {ends_if: round == 2}\n",
        "deal: {cards_each: [3, 6]}\ncontracts: [set set, run]\ncontract: 2 if round == 1 else 1\n",
        (
            "deal: {cards_each: 3..9}\ncontracts: [run, set set set]\n"
            "variables: {laid: {kind: 0..1, owner: seat, until: end of match}}\n"
            "contract: laid + 1\nmoves: {lay: {do: [{lay: contract}, {set: down, to: true}, {set: laid, to: 1}]}}\n"
            "match: {ends_if: round == 7}\n"
        ),
        BUYS,
        SHORT + "windows: {first: {opens: after deal, ask: next, do: {draw: 1, who: asked}}}\n",
        SHORT + "powers: {kings: {card: K, do: {draw: 1, who: next}}}\n",
        SHORT + "powers: {kings: {card: K, if: count(hand) > 0, do: {swap_hands: next}}}\n",
        SHORT + "moves: {draw: {do: {draw: 2}}}\n",
        SHORT + "zones: {foot: {owner: seat, seen_by: owner}}\n"
        "moves: {fetch: {choose: card in foot, do: {move: card, from: foot, to: hand}, then: play}}\n"
        "turn: {begin: {moves: [take, draw, fetch]}, play: {moves: [lay, fetch, discard]}}\n",
        SHORT + "moves: {draw: {do: {draw: 2, until: card is K}}}\n",
        SHORT + "moves: {draw: {then: begin}}\n",
        SHORT + "moves: {stay: {}}\nturn: {play: {moves: [lay, lay_off, swap, discard, stay]}}\n",
        SHORT + "moves: {draw: {do: [{draw: 1}, {go_to: begin}]}}\n",
        SHORT + "actions: {again_and_again: {draw: 5}}\nmoves: {draw: {do: {act: again_and_again}}}\n",
    ],
)
def test_a_contract_that_a_hand_may_grow_to_is_no_fault(tmp_path: Path, text: str) -> None:
    assert found_in(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHORT, "it takes 10 cards, and in round 2 a seat is dealt 8"),
        ("deal: {cards_each: {2: 10, 3: 8, 4: 10}}\ncontracts: [set, set set run]\n", "cannot be laid with 3 players"),
        ("deal: {cards_each: 10 - round}\ncontracts: [set, set set run]\n", "in round 2 a seat is dealt 8"),
        ("deal: {cards_each: 3}\ncontracts: [set, run run]\ncontract: 3 - round\n", "in round 1 a seat is dealt 3"),
        (
            (
                "deal: {cards_each: 4}\ncontracts: [set, set set]\n"
                "variables: {laid: {kind: 0..1, owner: seat, until: end of match}}\n"
                "contract: laid + 1\nmoves: {lay: {do: [{lay: contract}, {set: laid, to: 1}, {set: down, to: true}]}}\n"
            ),
            "in round 1 a seat is dealt 4 and gets 1 more",
        ),
        (BUYS.replace("upcard, do", "upcard and count(seats) == 4, do"), "with 2 players"),
        (SHORT + "windows: {first: {opens: after deal, ask: next, do: {skip: next}}}\n", "gets 1 more"),
    ],
)
def test_a_contract_that_no_hand_grows_to(tmp_path: Path, text: str, said: str) -> None:
    found = found_in(tmp_path, text)
    assert [(problem.code, problem.severity) for problem in found] == [("dead-contract", Severity.ERROR)]
    assert said in found[0].message
    assert found[0].hint


def test_what_cannot_be_told_is_a_warning(tmp_path: Path) -> None:
    found = found_in(tmp_path, SHORT + "moves: {discard: {if: card is not JK}}\n")
    assert [(problem.code, problem.severity) for problem in found] == [("dead-contract", Severity.WARNING)]


@pytest.mark.parametrize(
    "text",
    [
        "match: {ends_if: max(score(seat) for seat in seats) > 100}\ncontract: smaller(round, 2)\n",
        "contract: 1 + round % 2\nmatch: {ends_if: round == 9}\n",
        (
            "options: {long: {default: false, summary: x}}\ncontracts: [set, run]\n"
            "match: {ends_if: round == (3 if long else 2)}\ncontract: smaller(round, 2) if long else round\n"
        ),
    ],
)
def test_rounds_that_find_their_contract(tmp_path: Path, text: str) -> None:
    assert found_in(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("match: {ends_if: round == 3}\n", Severity.ERROR),
        ("contract: round - 1\n", Severity.ERROR),
        ("match: {ends_if: max(score(seat) for seat in seats) > 100}\n", Severity.WARNING),
    ],
)
def test_rounds_that_find_no_contract(tmp_path: Path, text: str, severity: Severity) -> None:
    found = found_in(tmp_path, text)
    assert [(problem.code, problem.severity) for problem in found] == [("dead-contract", severity)]


@pytest.mark.parametrize(
    "pattern",
    [
        "{same: rank, size: 8}",
        "{same: rank, size: 12}",
        "{same: rank, distinct: suit, size: 8}",
        "{same: rank, distinct: suit, size: 4, wilds: 0}",
        "{same: suit, in_order: A..K A, size: 14, wilds: 0}",
        "{same: suit, in_order: A..K, size: 13, corner: true, wilds: 0}",
        "{in_order: A..K, size: 3, distinct: suit, wilds: 0}",
        "{in_order: A..K, size: 8, distinct: suit}",
        "{same: suit, size: 13.., wilds: 0}",
        "{same: rank, size: 4, naturals: 0..}",
        "{same: colour, in_order: 7..9, size: 3, naturals: 3..}",
        "{same: suit, in_order: 9 J K, size: 3, adjacent_wilds: false, naturals: 1..}",
    ],
)
def test_melds_that_can_be(tmp_path: Path, pattern: str) -> None:
    text = "moves: {more: {if: can_lay(other), do: {lay: other}, then: play}}\nturn: {play: {moves: [more, discard]}}\n"
    assert [
        problem for problem in found_in(tmp_path, f"melds: {{other: {pattern}}}\n{text}") if problem.code != "dead-move"
    ] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "{same: rank, size: 13}",
        "{same: rank, size: 12, wilds: ..3}",
        "{same: rank, distinct: suit, size: 9}",
        "{same: suit, in_order: A..K A, size: 15}",
        "{in_order: A..K, size: 5, distinct: suit, wilds: 0}",
        "{in_order: A..K, size: 9, distinct: suit}",
        "{same: suit, size: 27.., wilds: 0}",
        "{same: rank, size: 5.., naturals: 9..}",
        "{same: suit, in_order: A..K, size: 3, naturals: 4..}",
    ],
)
def test_melds_that_cannot_be(tmp_path: Path, pattern: str) -> None:
    text = "define: {may_use(meld): pattern(meld) != other}\n"
    found = found_in(tmp_path, f"melds: {{other: {pattern}}}\n{text}")
    assert [(problem.code, problem.severity) for problem in found] == [("dead-meld", Severity.ERROR)]
    assert found[0].hint


def test_wilds_that_few_players_have(tmp_path: Path) -> None:
    """A pattern that needs the jokers of a larger table is a warning; a contract with it, an error at the smaller one."""
    deck = "deck: {use: standard-54, packs: {2..3: 1, 4: 2}}\nwild: card is JK\nmelds: {other: {same: rank, distinct: suit, size: 7}}\n"
    found = found_in(tmp_path, deck + "define: {may_use(meld): pattern(meld) != other}\n")
    assert [(problem.code, problem.severity) for problem in found] == [("dead-meld", Severity.WARNING)]
    assert "with 2 players" in found[0].message
    found = found_in(tmp_path, deck + "contracts: [other, set]\n")
    assert [(problem.code, problem.severity) for problem in found] == [("dead-contract", Severity.ERROR)]


@pytest.mark.parametrize("first", range(0, 600, 200))
def test_nothing_is_called_impossible_that_the_search_can_lay(first: int) -> None:
    """The cards of random hands as decks: for one meld the answer is the search's but for wilds side by side."""
    refused = 0
    for seed in range(first, first + 200):
        drawn = case(seed, 9)
        copies = tuple(drawn.hand.count(face) for face in range(drawn.deck.faces))
        known, hand = melds.prepare(drawn.patterns), hand_of(drawn.hand, drawn.deck.faces)
        supplies = [Supply(pattern, copies) for pattern in drawn.patterns]
        for number, supply in enumerate(supplies):
            there = melds.can_lay(known, Contract((number,)), hand, drawn.worth)
            assert supply.most_naturals >= 0 or not there, str(drawn)
            assert there or supply.most_naturals < 0 or not supply.pattern.adjacent_wilds, str(drawn)
        if lacking([supplies[slot] for slot in drawn.contract.slots]) is not None:
            refused += 1
            assert not melds.can_lay(known, Contract(drawn.contract.slots), hand, drawn.worth), str(drawn)
    assert refused > 20


def test_a_deal_that_is_too_small_for_an_inherited_contract_is_to_blame(tmp_path: Path) -> None:
    (found,) = found_in(tmp_path, "deal: {cards_each: 5}\n")
    assert (found.code, found.span.source.name[-9:], found.span.line) == ("dead-contract", "part.yaml", 3)
    assert [note.span.source.name.endswith(MELDS.name) for note in found.notes] == [True]
