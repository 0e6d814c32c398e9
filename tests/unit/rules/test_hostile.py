"""Rule files that ask for too much: each gets a clear error or a game, in a moment, and never a traceback."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.unit.rules.files import checked

MOMENT = 2.0
"""Seconds of a processor."""
KINGS = "powers: {{kings: {{card: K, if: {}, do: again}}}}\n"


def chain(count: int, first: str, body: str, last: str) -> str:
    """Definitions each of which uses the next."""
    lines = [f"  {first}{number}: {body.replace('NEXT', f'{first}{number + 1}')}\n" for number in range(count)]
    return "define:\n" + "".join(lines) + f"  {first}{count}: {last}\n"


def entries(section: str, count: int, entry: str) -> str:
    return f"{section}:\n" + "".join(f"  e{number}: {entry}\n" for number in range(count))


CASES = {
    "many copies": ("deck: {attributes: {a: x y}, cards: [{each: a, copies: 1000000000}], written: a}\n", "bad-value"),
    "many packs": ("deck: {use: standard-52, packs: 999999999}\n", "deck-size"),
    "many players": ("players: 1..99\n", "bad-value"),
    "a number without end": (f"players: {'9' * 5000}\n", "huge-number"),
    "a million million cards": (
        "deck: {attributes: {"
        + ", ".join(f"a{one}: {' '.join(f'v{one}x{two}' for two in range(100))}" for one in range(6))
        + "}, cards: [{each: a0 a1 a2 a3 a4 a5}], written: a0 a1 a2}\n",
        "deck-size",
    ),
    "a schedule without end": (f"deal: {{cards_each: {'..'.join(['1..999'] * 3000)}}}\n", "bad-value"),
    "a hand of a thousand million": ("deal: {cards_each: 999999999}\n", "deal-too-large"),
    "a draw of a thousand million": ("powers: {kings: {card: K, do: {draw: 1000000000}}}\n", "expression-syntax"),
    "definitions that double": (
        chain(40, "d", "NEXT + NEXT", "count(hand)") + KINGS.format("d0 > 1"),
        "program-too-large",
    ),
    "constants that double": (chain(40, "d", "NEXT + NEXT", "1") + KINGS.format("d0 > 1"), "program-too-large"),
    "a deep definition": (
        chain(40, "d", "1 + (2 - " * 15 + "NEXT" + ")" * 15, "3") + KINGS.format("d0 > 1"),
        "program-too-large",
    ),
    "a long chain": (chain(110, "d", "NEXT", "3") + KINGS.format("d0 > 1"), "program-too-large"),
    "too many definitions": (chain(3000, "d", "NEXT", "3"), "program-too-large"),
    "a circle": ("define: {a: b, b: c + 1, c: a}\n" + KINGS.format("a > 1"), "endless-definition"),
    "quantifiers in quantifiers": (
        chain(30, "d", "any(card in hand where NEXT)", "true") + KINGS.format("d0"),
        "expression-too-long",
    ),
    "actions that multiply": (
        entries("actions", 15, "[again]")
        + "".join(f"  f{n}: [{', '.join([f'{{act: f{n + 1}}}'] * 10)}]\n" for n in range(15))
        + "  f15: again\npowers: {kings: {card: K, do: {act: f0}}}\n",
        "program-too-large",
    ),
    "effects in effects": (
        f"powers: {{kings: {{card: K, do: {'{if: true, do: ' * 60}again{'}' * 60}}}}}\n",
        "too-deep",
    ),
    "a range without end": (KINGS.format("any(n in 1..999999999 where n == 3)"), "range-too-wide"),
    "a number among thousand millions": (
        "variables: {guess: {kind: 0..999999999}}\npowers: {kings: {card: K, if: guess > 1, do: {choose: guess}}}\n",
        "too-many-choices",
    ),
    "options without end": (
        entries("options", 100, "{default: 5, range: -999999999..999999999, summary: x}")
        + KINGS.format(" + ".join(f"e{number}" for number in range(35)) + " == 999"),
        "unused-option",
    ),
    "settings without end": (
        entries("options", 100, "{default: false, summary: x}")
        + entries(
            "powers", 100, "{if: " + " and ".join(f"e{n}" for n in range(38)) + " and count(hand) < 0, do: again}"
        ),
        "unused-option",
    ),
    "requirements in a circle": (
        "options:\n"
        + "".join(
            f"  o{n}: {{default: false, summary: x, requires: o{(n + 1) % 100} or o{(n + 7) % 100}}}\n"
            for n in range(100)
        )
        + KINGS.format(" or ".join(f"o{n}" for n in range(30))),
        "unused-option",
    ),
    "a thousand unknown names": (entries("define", 100, " + ".join(f"nmae_{n}" for n in range(38))), "unknown-name"),
    "a very long name": (f"define: {{{'b' * 1000}: {'c' * 1900}}}\n", "unknown-name"),
    "a hundred moves": (
        "turn: {act: {moves: ["
        + ", ".join(f"e{n}" for n in range(100))
        + "]}}\n"
        + entries("moves", 100, "{if: can_play, do: again}"),
        None,
    ),
    "a hundred of everything": (
        entries("zones", 100, "{owner: seat, seen_by: all}").replace("  e", "  z")
        + entries("variables", 100, "{kind: 0..9, owner: seat}").replace("  e", "  v")
        + entries("powers", 100, "{if: can_play and can_draw, do: again}"),
        "unused-name",
    ),
    "points of points": ("points: {A..K: points(card)}\n", "endless-definition"),
    "points without end": (f"points: {{A..K: {' * '.join(['999999999'] * 9)}}}\n", "not-constant"),
    "points divided by zero": ("points: {A..K: 1 // 0}\n", "not-constant"),
    "turns lost without end": ("powers: {kings: {card: K, do: {lose_turn: next, times: 999999999}}}\n", None),
}


@pytest.mark.parametrize("name", CASES)
def test_a_clear_answer_in_a_moment(tmp_path: Path, name: str) -> None:
    text, code = CASES[name]
    began = time.process_time()
    rules, found = checked(tmp_path, text)
    took = time.process_time() - began
    assert took < MOMENT
    assert (code in {problem.code for problem in found}) if code else rules is not None
    assert all(len(str(problem)) < 5000 for problem in found)
