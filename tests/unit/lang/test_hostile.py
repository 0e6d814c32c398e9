"""Expressions written to hurt: each gives one clear error, or a tree, at once."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ruledeck.lang
from ruledeck.lang import Expr, Pattern, ast, unparse
from ruledeck.text import Diagnostic

Read: TypeAlias = Callable[[str], Expr | Diagnostic]
ReadPattern: TypeAlias = Callable[[str], Pattern | Diagnostic]

LIMIT = 2_000


def _nested(form: str, times: int) -> str:
    text = "a"
    for _ in range(times):
        text = form.replace("@", text)
    return text


@pytest.mark.parametrize(
    "text",
    [
        "(" * 1_000,
        "(" * 999 + "a" + ")" * 999,
        ")" * 1_000,
        "not " * 1_000 + "a",
        "not " * 499 + "a",
        "-" * 1_000 + "a",
        "-" * 1_000,
        "a if b else " * 1_000 + "c",
        "a if b else " * 160 + "c",
        "a if " * 390 + "b",
        "a and " * 1_000 + "b",
        "a or " * 390 + "b" + " or" * 15,
        "a+" * 999 + "a",
        "a.b" + ".b" * 990,
        "f(" * 900 + ")" * 900,
        "f(" * 1_000,
        "a " * 1_000,
        "a<" * 999 + "a",
        "f(" + "a," * 990 + "a)",
        "x is one of" + " A" * 990,
        "9" * 2_000,
        "9" * 1_000_000,
        "A" * 1_000_000,
        "a" * 1_999 + "=",
        "." * 2_000,
        "f(a in " * 280,
        "\x00" * 100,
        "♠" * 100,
    ],
    ids=lambda text: f"{text[:12]!r}...{len(text)}",
)
def test_huge_expressions_are_refused_at_once(read: Read, text: str) -> None:
    read("a")
    begun = time.perf_counter()
    found = read(text)
    assert time.perf_counter() - begun < 1
    assert isinstance(found, Diagnostic)
    assert len(found.message) < 200


@pytest.mark.parametrize(
    "text", ["a and " * 240 + "b", "a or " * 300 + "b", "a<" * 490 + "a", "x is one of" + " A" * 490]
)
def test_long_but_flat_is_fine(read: Read, text: str) -> None:
    found = read(text)
    assert not isinstance(found, Diagnostic)
    assert read(unparse(found)) == found


def test_length_is_limited_exactly(read: Read, read_pattern: ReadPattern) -> None:
    assert not isinstance(read("a".rjust(LIMIT)), Diagnostic)
    for found in (read("a".rjust(LIMIT + 1)), read_pattern("a".rjust(LIMIT + 1))):
        assert isinstance(found, Diagnostic)
        assert found.code == "expression-too-long"
        assert "2001 characters" in found.message


@pytest.mark.parametrize(
    "form", ["-@", "not @", "@ + b", "(@)", "f(@)", "@.b", "b if c else @", "f(x in @)", "b - (@)"]
)
def test_depth_is_limited_exactly(read: Read, form: str) -> None:
    brackets = form == "(@)"
    assert not isinstance(read(_nested(form, 40 if brackets else 39)), Diagnostic)
    found = read(_nested(form, 41 if brackets else 40))
    assert isinstance(found, Diagnostic)
    assert found.code == "expression-too-long"


def test_number_of_parts_is_limited_exactly(read: Read) -> None:
    assert not isinstance(read("f(" + "a," * 498 + "a)"), Diagnostic)
    found = read("f(" + "a," * 499 + "a)")
    assert isinstance(found, Diagnostic)
    assert found.message == "the expression has 501 parts; at most 500 are allowed"
    assert not isinstance(read("x is one of" + " A" * 498), Diagnostic)
    assert isinstance(read("x is one of" + " A" * 499), Diagnostic)


def test_number_of_terms_is_limited_exactly(read_pattern: ReadPattern) -> None:
    assert not isinstance(read_pattern("A " * 500), Diagnostic)
    found = read_pattern("A " * 501)
    assert isinstance(found, Diagnostic)
    assert found.code == "expression-too-long"


def test_a_chain_is_one_comparison(read: Read) -> None:
    found = read("0 <= x <= 5")
    assert isinstance(found, ast.Compare)
    assert [op for op, _ in found.rest] == ["<=", "<="]


@pytest.mark.parametrize(
    "text",
    [
        "card.__class__.__mro__",
        "hand.append",
        "hand.append(card)",
        "fn.__globals__",
        "print.__reduce__()",
        "'{0.__class__}'.format(card)",
        "'x' * 10000000000",
        "[0] * 100000000",
        "2 ** 9 ** 9",
        "lambda: 0",
        "(x := 1)",
        "f(x)(y)",
        "f(*args)",
        "f(x=1)",
        "a @ b",
        "`ls`",
        "f'{a}'",
        "a\\b",
        "import os",
        "[x for x in y]",
        "{x: y}",
        "x if y",
        "del x",
        "yield x",
        "0x",
        "1e9 + 1_0",
    ],
)
def test_what_the_language_cannot_do(read: Read, text: str) -> None:
    found = read(text)
    if text in ("hand.append", "0x"):
        # A field, and a word: whether they exist is decided by name.
        assert isinstance(found, ast.Field | ast.Word)
    else:
        assert isinstance(found, Diagnostic)
        assert found.code == "expression-syntax"


PIECES = [
    "a",
    "hand",
    "card",
    "8",
    "10",
    "8H",
    "(",
    ")",
    ".",
    ",",
    "..",
    "+",
    "-",
    "*",
    "//",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "and",
    "or",
    "not",
    "if",
    "else",
    "in",
    "is",
    "one",
    "of",
    "for",
    "where",
    "true",
    "false",
    "any(",
    "f(",
    "=",
    "[",
    "]",
    "!",
    "/",
    "**",
    "_x",
    "__",
    "007",
    "'",
    "♠",
    "\n",
]


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join), st.text(max_size=40)))
def test_any_text_gives_a_tree_or_one_plain_error(read: Read, read_pattern: ReadPattern, text: str) -> None:
    read_pattern(text)
    found = read(text)
    if isinstance(found, Diagnostic):
        said = f"{found.message} {found.hint}"
        assert 0 <= found.span.start <= found.span.end <= len(text)
        assert found.span.end > found.span.start or not text.strip()
        for jargon in ("ANON", "NAME", "CARD", "LPAR", "$END", "Token", "TIGHT", "ONE_OF"):
            assert jargon not in said
    else:
        canonical = unparse(found)
        again = read(canonical)
        assert not isinstance(again, Diagnostic)
        assert again == found
        assert unparse(again) == canonical


def test_many_threads_may_read_first() -> None:
    program = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from ruledeck.lang import parse_expression, unparse\n"
        "from ruledeck.text import Source, Span\n"
        "def read(n):\n"
        "    expr, _ = parse_expression(f'a + {n}', lambda s, e: Span(Source('', ''), s, e))\n"
        "    return unparse(expr)\n"
        "with ThreadPoolExecutor(16) as pool:\n"
        "    assert list(pool.map(read, range(200))) == [f'a + {n}' for n in range(200)]\n"
    )
    root = Path(ruledeck.lang.__file__).parents[2]
    subprocess.run([sys.executable, "-c", program], check=True, cwd=root, timeout=60)


def test_threads_do_not_disturb_each_other(read: Read) -> None:
    texts = [f"f({'a, ' * (n % 7)}b{n}) == {n}" for n in range(300)] + [f"a == {n} =" for n in range(300)]
    alone = [read(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, texts)) == alone
