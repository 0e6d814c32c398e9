"""Each fault is told once, at its place: one does not hide another, and none is followed by false ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledeck.notation import read
from ruledeck.notation.node import Mapping, Node, Scalar, Sequence
from ruledeck.rules import examine
from ruledeck.text import Severity, Source
from tests.unit.rules.files import PLAIN, codes, furnish, good_files

STRIDE = 61
"""One key in so many is misspelt: every day a sample; all of them took two minutes and were clean."""


def keys(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key
            yield from keys(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from keys(item)


def misspelt(path: Path) -> Iterator[tuple[bool, int, str]]:
    """(whether it is of a sample, line, text of the file with one of its keys misspelt); after the sample all others."""
    text = path.read_text(encoding="utf-8")
    node, _ = read(Source(path.name, text))
    assert node is not None
    found = list(keys(node))
    chosen = range(hash_of(path) % STRIDE, len(found), STRIDE)
    for at in sorted(range(len(found)), key=lambda at: (at not in chosen, at)):
        key = found[at]
        yield at in chosen, key.span.line, f"{text[: key.span.start]}{key.text}x{text[key.span.end :]}"


def hash_of(path: Path) -> int:
    return sum(path.stem.encode())


@pytest.mark.parametrize("path", good_files(), ids=lambda path: path.stem)
def test_a_misspelt_key_is_one_fault(path: Path, tmp_path: Path) -> None:
    furnish(tmp_path)
    seen = 0
    for sampled, line, text in misspelt(path):
        if seen and not sampled:
            break  # names of moves and variables may be spelt in any way: it must have been a key of the language once
        file = tmp_path / "misspelt.yaml"
        file.write_text(text, encoding="utf-8")
        found = [problem for problem in examine(file)[1] if problem.severity is Severity.ERROR]
        if any(problem.code == "unknown-key" for problem in found):
            assert [(problem.code, problem.span.line) for problem in found] == [("unknown-key", line)]
            seen += 1
    assert seen


def test_faults_of_reading_shape_and_rules_are_told_together(tmp_path: Path) -> None:
    """Five faults that five different parts of the program find."""
    furnish(tmp_path)
    path = tmp_path / "five.yaml"
    lines = [
        "name: Five",
        f"extends: {PLAIN.name}",
        "summary: one",
        "summary: two",
        "variables:",
        "  streak: {kind: 0..5, seen_bye: all}",
        "moves:",
        "  draw: {if: count(stock) = 0}",
        "points: {A..Z: 1}",
        "powers:",
        "  kings: {card: K, if: count(hadn) > 1, do: {draw: streak}}",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert [(one.code, one.span.line, one.span.column) for one in examine(path)[1]] == [
        ("duplicate-key", 4, 1),
        ("unknown-key", 6, 24),
        ("expression-syntax", 8, 27),
        ("unknown-card", 9, 10),
        ("unknown-name", 11, 30),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("define:\n  strong: nothing\n  weak: strong or elsewhere\npowers: {p: {if: strong and weak, do: again}}\n", 2),
        (
            "define:\n  strong(card): card.rnak == K\npowers: {p: {if: strong(card) or strong(top(pile)), do: again}}\n",
            1,
        ),
        ("variables:\n  held: {kind: nothing}\npowers: {p: {if: held == red, do: {set: held, to: card}}}\n", 1),
        ("define: {strong: 1 +}\npowers: {p: {if: strong > 2 and strong < 7, do: again}}\n", 1),
        ("moves: {play: {choose: card on hand}}\n", 1),
        ("turn: {act: {moves: [plya, draw]}}\n", 1),
        (
            "scoring: {always: none, blocked: {gains: 1}, out: {gains: 1}, finished: {gains: 1}}\nround_ends: {finsihed: {if: count(hand) == 0}}\n",
            1,
        ),
        ("powers: {p: {if: nothing == nowhere, do: again}}\n", 1),
        ('powers: {p: {if: "larger(nothing, elsewhere) > 1", do: again}}\n', 2),
        ("powers: {p: {if: 1 < nothing < 5 and elsewhere, do: again}}\n", 2),
        ("options: {hand: {default: 5, range: 1..9, summary: Taken.}}\npowers: {p: {if: hand > 3, do: again}}\n", 1),
        (
            "deck:\n  use: standard-52\n  cards: [{each: suit rank}, {with: {rank: A, suit: S}}]\ndeal: {cards_each: 17}\n",
            1,
        ),
    ],
)
def test_one_fault_is_not_two(tmp_path: Path, text: str, expected: int) -> None:
    assert len(codes(tmp_path, text)) == expected


def test_several_missing_sections_are_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text("name: Bare\n", encoding="utf-8")
    found = examine(path)[1]
    assert [problem.code for problem in found] == ["missing-section", "no-bound"]
    assert all(f"`{name}`" in found[0].message for name in ("players", "deck", "zones", "deal", "turn", "moves"))
