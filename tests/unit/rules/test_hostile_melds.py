"""Wrong values for every key about melds, contracts and windows: a clear error, or a game that plays. Never a traceback."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ruledeck.engine import Machine
from ruledeck.model.move import RuleError
from ruledeck.rules import Rules, examine
from ruledeck.text import Diagnostic
from tests.unit.rules.files import TESTS

MELDS = TESTS / "corpus" / "bad" / "rules" / "_melds.yaml"
MOMENT = 5.0
"""Seconds of a processor."""
VALUES = ("''", "[set]", "{a: b}", "none", "-1", "99..", "next", "card is 8")
OTHER = "melds: {{other: {{same: rank, {}: VALUE}}}}\ncontracts: [set set, other]\n"
PLACES = {
    **{key: f"{key}: VALUE\n" for key in ("wild", "never_melded", "melds", "contracts", "contract")},
    **{
        f"melds.{key}": OTHER.format(key)
        for key in ("in_order", "size", "wilds", "naturals", "distinct", "corner", "adjacent_wilds")
    },
    "melds.same": "melds: {set: {same: VALUE}}\n",
    "a pattern": "melds: {set: VALUE}\n",
    "a contract": "contracts: [set, VALUE]\n",
    "melds of a contract": "contracts: [set, {melds: VALUE}]\n",
    "all_cards": "contracts: [set, {melds: set run, all_cards: VALUE}]\n",
    "no_join": "contracts: [set, {melds: set run, no_join: VALUE}]\n",
    "lay": "moves: {lay: {do: {lay: VALUE}}}\n",
    "leaving": "moves: {lay: {if: can_lay(set), do: {lay: set, leaving: VALUE}}}\n",
    "lay_off": "moves: {lay_off: {do: {lay_off: VALUE}}}\n",
    "lay_off where": "moves: {lay_off: {do: {lay_off: card, where: VALUE}}}\n",
    "swap_wild": "moves: {swap: {do: {swap_wild: VALUE}}}\n",
    "swap_wild where": "moves: {swap: {do: {swap_wild: card, where: VALUE}}}\n",
    "swap_wild wild": "moves: {swap: {do: {swap_wild: card, wild: VALUE}}}\n",
    "opens": "windows: {offer: {opens: VALUE, do: {draw: 1, who: asked}}}\n",
    "open": "windows: {offer: {opens: when opened}}\nmoves: {draw: {do: [{open: VALUE}, {draw: 1}]}}\n",
    **{
        f"{word}()": f"define: {{can_draw: '{word}(VALUE) == 1'}}\n"
        for word in ("takes", "stands_for", "layer", "pattern", "can_lay", "missing", "deadwood")
    },
    **{f"{word}(,)": f"define: {{can_draw: '{word}(set, VALUE) == 1'}}\n" for word in ("can_lay", "useful", "helps")},
}
LONG = " ".join(["A..K"] * 5000)
WORK = {
    "an order without end": (f"melds: {{run: {{in_order: {LONG}}}}}\n", "bad-value"),
    "long orders, many of them": (
        "melds: {"
        + ", ".join(
            f"m{n}: {{in_order: {LONG[:34]}, size: 20.., naturals: 15.., distinct: rank, corner: true}}"
            for n in range(100)
        )
        + "}\ncontracts: [m0 m1 m2]\n",
        "dead-meld",
    ),
    "contracts without end": (f"contracts: [{', '.join(['set run'] * 2000)}]\ncontract: smaller(round, 2000)\n", None),
    "a contract of many melds": (f"contracts: [{'set ' * 500}]\n", "bad-value"),
    "an option without end": (
        (
            "options: {n: {default: 3, range: 0..999999999, summary: x}}\n"
            "melds: {set: {size: n..n, wilds: ..n, naturals: n..}, run: {size: n..}}\n"
        ),
        "dead-contract",
    ),
}


def found_in(folder: Path, text: str) -> tuple[Rules | None, list[Diagnostic]]:
    shutil.copy(MELDS, folder)
    path = folder / "part.yaml"
    path.write_text(f"name: Part\nextends: {MELDS.name}\nplayers: 2\n{text}", encoding="utf-8")
    return examine(path)


def played(rules: Rules) -> None:
    """The first moves of a game; what the rules are to blame for is no fault of the machine."""
    machine = Machine(rules.game(2))
    with suppress(RuleError):
        state = machine.begin(1, 0)
        for number in range(25):
            moves = machine.legal(state)
            if not moves:
                break
            machine.apply(state, moves[number % len(moves)])


@pytest.mark.parametrize("place", PLACES)
def test_a_wrong_value_gets_an_answer(place: str, tmp_path: Path) -> None:
    for value in VALUES:
        text = PLACES[place].replace("VALUE", value.strip("'") if "define" in PLACES[place] else value)
        rules, found = found_in(tmp_path, text)
        assert all(problem.message and problem.span.start <= problem.span.end for problem in found), text
        if not any(problem.severity == "error" for problem in found):
            assert rules is not None, text
            played(rules)


@pytest.mark.parametrize("what", WORK)
def test_what_asks_for_too_much_is_answered_in_a_moment(what: str, tmp_path: Path) -> None:
    text, code = WORK[what]
    began = time.process_time()
    _, found = found_in(tmp_path, text)
    assert time.process_time() - began < MOMENT
    assert code is None or code in {problem.code for problem in found}
