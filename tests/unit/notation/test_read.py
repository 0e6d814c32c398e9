"""read and read_file: values, places, and every way in which a file may be unreadable. Hostile files are made here."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest

from ruledeck.notation import Mapping, Node, Scalar, Sequence, plain, read
from ruledeck.text import Source
from ruledeck.text.codes import CODES

if TYPE_CHECKING:
    pass


def value(text: str) -> object:
    node, found = read(Source("f.yaml", text))
    assert found == []
    assert node is not None
    return plain(node)


def codes(text: str) -> list[str]:
    node, found = read(Source("f.yaml", text))
    assert all(diagnostic.code in CODES for diagnostic in found)
    starts = [diagnostic.span.start for diagnostic in found]
    assert starts == sorted(starts)
    assert node is not None or found
    return [diagnostic.code for diagnostic in found]


def scalars(node: Node) -> list[Scalar]:
    match node:
        case Scalar():
            return [node]
        case Sequence():
            return [scalar for item in node.items for scalar in scalars(item)]
        case Mapping():
            return [scalar for entry in node.entries for scalar in (entry.key, *scalars(entry.value))]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("no", "no"), ("NO", "NO"), ("on", "on"), ("y", "y"), ("yes", "yes"), ("off", "off"),
        ("true", True), ("True", True), ("FALSE", False), ("tRUE", "tRUE"),
        ("null", None), ("~", None), ("", None), ("Null", None), ("nULL", "nULL"),
        ("10", 10), ("-3", -3), ("0", 0), ("'10'", "10"), ("999999999999", 999999999999),
        ("12:30", "12:30"), ("+5", "+5"), ("1.5", "1.5"), ("8..1..8", "8..1..8"), ("3..", "3.."), ("1e3", "1e3"),
        ("2001-01-01", "2001-01-01"), (".inf", ".inf"), ("=", "="), ("'<<'", "<<"), ("<<", "<<"), ("١٢", "١٢"),
    ],
)  # fmt: skip
def test_core_values(written: str, expected: object) -> None:
    found = value(f"a: {written}\n")
    assert found == {"a": expected}
    assert isinstance(found, dict)
    assert type(found["a"]) is type(expected)


@pytest.mark.parametrize("written", ["010", "08", "007", "-01", "0o17", "0x1F", "0b11", "1_000", "1_", "00"])
def test_doubtful_numbers(written: str) -> None:
    assert codes(f"a: {written}\n") == ["ambiguous-number"]
    assert codes(f"{written}: a\n") == ["ambiguous-number"]
    assert codes(f"a: '{written}'\n") == []


def test_doubtful_number_hint() -> None:
    _, (found,) = read(Source("f.yaml", "a: 010\n"))
    assert found.hint == 'write 10 for the number, or write "010" in quotes for the text'


def test_huge_number() -> None:
    assert codes("a: 1234567890123\n") == ["huge-number"]
    assert codes("a: " + "9" * 10000 + "\n") == ["huge-number"]


def test_keys_count_by_their_text() -> None:
    assert value("10: a\nJ: b\ntrue: c\n") == {"10": "a", "J": "b", "true": "c"}
    _, (found,) = read(Source("f.yaml", "10: a\n'10': b\n"))
    assert (found.code, str(found.span), str(found.notes[0].span)) == ("duplicate-key", "f.yaml:2:1", "f.yaml:1:1")


def test_mapping_lookups() -> None:
    node, _ = read(Source("f.yaml", "a: 1\nb: 2\n"))
    assert isinstance(node, Mapping)
    assert node.keys() == ("a", "b")
    assert node.get("b") == Scalar(2, "2", False, node.span, ())
    assert node.get("c") is None
    assert node.entry("c") is None


def test_aliases_share_a_value() -> None:
    assert value("a: &x {b: 1}\nc: *x\nd: [*x]\n") == {"a": {"b": 1}, "c": {"b": 1}, "d": [{"b": 1}]}


def test_all_errors_in_file_order() -> None:
    text = "a: 010\nb: {if: rank in [A, 2]}\nc: 1\nc: 2\nd: !x y\ne: f: g\nh: 'open\n"
    assert codes(text) == ["ambiguous-number", "yaml-syntax", "duplicate-key", "yaml-tag", "yaml-syntax", "yaml-syntax"]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "--- # c\n...\n", "\ufeff"])
def test_empty(text: str) -> None:
    assert codes(text) == ["empty-file"]


def test_byte_order_mark_in_text() -> None:
    assert value("\ufeffname: x\n") == {"name": "x"}
    assert codes("name: \ufeffx\n") == ["not-text"]


@pytest.mark.parametrize(
    "text", ["a: \x00\n", "a: \x1b[1m\n", "a: \ud800\n", 'a: "\\e[1m"\n', 'a: "\\ud800"\n', 'a: "\\0"\n']
)
def test_unprintable(text: str) -> None:
    assert codes(text) == ["not-text"]


def _bomb() -> str:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{this}: &{this} [{', '.join([f'*{last}'] * 9)}]" for last, this in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    return "\n".join(lines) + "\n"


def _alias_ladder() -> str:
    names = [f"n{number}" for number in range(300)]
    steps = [f"{this}: &{this} [*{last}]" for last, this in itertools.pairwise(names)]
    return "\n".join(["n0: &n0 [x]", *steps]) + "\n"


HOSTILE = [
    (_bomb(), "alias-bomb"),
    ("a: &a [*a]\n", "alias-bomb"),
    ("a: &a {b: [*a]}\n", "alias-bomb"),
    (_alias_ladder(), "too-deep"),
    ("[" * 260_000, "too-deep"),
    ("{a: " * 60_000, "too-deep"),
    ("[" * 41 + "]" * 41, "too-deep"),
    ("- " * 130_000, "too-deep"),
    ("? " * 130_000, "too-deep"),
    ("".join(f"{' ' * depth}a:\n" for depth in range(700)), "too-deep"),
    ("a: " + "x" * 262_145, "file-too-large"),
    ("é" * 140_000, "file-too-large"),
    ("[" + "a," * 130_000 + "]", "file-too-large"),
    ("a: b\n" * 52_000, "file-too-large"),
    ("&a " * 87_000, "yaml-syntax"),
    ("'" + "x\n" * 130_000, "yaml-syntax"),
    ("a: '\n" * 52_000, "duplicate-key"),
    ("a: b: c\n" * 32_000, "yaml-syntax"),
    ("---\n" * 65_000, "several-documents"),
    ("%A b\n" * 52_000, "yaml-syntax"),
    (":" * 262_000, "yaml-syntax"),
    ("a: *" + "a" * 200_000, "yaml-syntax"),
    ("%YAML 1." + "9" * 5000 + "\n--- a", "yaml-syntax"),
    ('a: "\\UFFFFFFFF"\n', "yaml-syntax"),
    ('a: "\\U00110000"\n', "yaml-syntax"),
]


@pytest.mark.parametrize(("text", "code"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile(text: str, code: str) -> None:
    begun = time.process_time()
    found = codes(text)
    assert time.process_time() - begun < 2
    assert code in found


@pytest.mark.parametrize(
    "text",
    [
        "#" * 262_000,
        "\n" * 260_000,
        "a: " + "x " * 130_000,
        'a: "' + "\\n" * 130_000 + '"',
        "a: >\n" + "  b\n" * 65_000,
    ],
    ids=range(5),
)
def test_large_but_harmless(text: str) -> None:
    begun = time.process_time()
    read(Source("f.yaml", text))
    assert time.process_time() - begun < 2


def test_depth_limit_is_exact() -> None:
    assert codes("[" * 40 + "]" * 40) == []
