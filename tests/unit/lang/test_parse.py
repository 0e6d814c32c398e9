"""Text → tree: the corpus of syntax, the shapes of trees, the places they carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from ruledeck.lang import RESERVED, Expr, Pattern, ast, unparse, unparse_pattern
from ruledeck.text import Diagnostic, Source, Span

Read: TypeAlias = Callable[[str], Expr | Diagnostic]
ReadPattern: TypeAlias = Callable[[str], Pattern | Diagnostic]

CORPUS = Path(__file__).parents[2] / "corpus" / "expr" / "syntax.txt"
NOWHERE = Span(Source("", ""), 0, 0)


def _cases() -> Iterator[tuple[str, str, str]]:
    kind = "expression"
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        if line in ("[expression]", "[pattern]"):
            kind = line[1:-1]
        elif line and not line.startswith("# "):
            text, expected = line.rsplit(" => ", 1)
            yield kind, text, text if expected == "=" else expected


def _result(found: Expr | Pattern | Diagnostic) -> str:
    match found:
        case Diagnostic(message=message, span=span, hint=hint):
            return f"error {span.column}: {message} | {hint}"
        case Pattern():
            return unparse_pattern(found)
        case _:
            return unparse(found)


@pytest.mark.parametrize(("kind", "text", "expected"), list(_cases()))
def test_corpus(read: Read, read_pattern: ReadPattern, kind: str, text: str, expected: str) -> None:
    result = _result(read(text) if kind == "expression" else read_pattern(text))
    if expected.startswith("error "):
        place, part = expected.split(": ", 1)
        assert result.startswith(f"{place}: ")
        assert part in result
    else:
        assert result == expected


def _word(text: str) -> ast.Word:
    return ast.Word(text, NOWHERE)


def _number(value: int) -> ast.Number:
    return ast.Number(value, NOWHERE)


def _one(text: str) -> Pattern:
    return Pattern((ast.Single(text, NOWHERE),), False, NOWHERE)


A, B, C = _word("a"), _word("b"), _word("c")

SHAPES: dict[str, Expr] = {
    "8": _number(8),
    "8H": _word("8H"),
    "false": ast.Truth(False, NOWHERE),
    "a.b": ast.Field(A, "b", NOWHERE, NOWHERE),
    "f()": ast.Call("f", (), NOWHERE, NOWHERE),
    "f(a, b)": ast.Call("f", (A, B), NOWHERE, NOWHERE),
    "f(b in c)": ast.Fold("f", None, "b", C, None, NOWHERE, NOWHERE, NOWHERE),
    "f(b in c where a)": ast.Fold("f", None, "b", C, A, NOWHERE, NOWHERE, NOWHERE),
    "f(a for b in c)": ast.Fold("f", A, "b", C, None, NOWHERE, NOWHERE, NOWHERE),
    "f(a for b in c where b)": ast.Fold("f", A, "b", C, B, NOWHERE, NOWHERE, NOWHERE),
    "f((b in c))": ast.Call("f", (ast.Membership(B, C, False, NOWHERE),), NOWHERE, NOWHERE),
    "f(n in 1..4)": ast.Fold(
        "f", None, "n", ast.RangeExpr(_number(1), _number(4), NOWHERE), None, NOWHERE, NOWHERE, NOWHERE
    ),
    "a - b - c": ast.Arithmetic("-", ast.Arithmetic("-", A, B, NOWHERE), C, NOWHERE),
    "-a * b": ast.Arithmetic("*", ast.Unary("neg", A, NOWHERE), B, NOWHERE),
    "not a == b": ast.Unary("not", ast.Compare(A, (("==", B),), NOWHERE), NOWHERE),
    "a < b <= c": ast.Compare(A, (("<", B), ("<=", C)), NOWHERE),
    "a and b and c": ast.Logic("and", (A, B, C), NOWHERE),
    "a and b or c": ast.Logic("or", (ast.Logic("and", (A, B), NOWHERE), C), NOWHERE),
    "a not in b": ast.Membership(A, B, True, NOWHERE),
    "a is b": ast.Match(A, _one("b"), False, NOWHERE),
    "a is not 10": ast.Match(A, _one("10"), True, NOWHERE),
    "a is one of 2..4 ..J K..": ast.Match(
        A,
        Pattern(
            (ast.Range("2", "4", NOWHERE), ast.Range(None, "J", NOWHERE), ast.Range("K", None, NOWHERE)), False, NOWHERE
        ),
        False,
        NOWHERE,
    ),
    "a if b else c": ast.IfElse(B, A, C, NOWHERE),
}


@pytest.mark.parametrize("text", SHAPES)
def test_shape(read: Read, text: str) -> None:
    assert read(text) == SHAPES[text]


def test_pattern_shape(read_pattern: ReadPattern) -> None:
    assert read_pattern("not A 2..4") == Pattern(
        (ast.Single("A", NOWHERE), ast.Range("2", "4", NOWHERE)), True, NOWHERE
    )


def _shown(span: Span) -> str:
    return span.source.text[span.start : span.end]


def test_every_node_knows_its_place(read: Read) -> None:
    found = read("  (a + b) * sum(card.value for card in hand where card is one of A 2..4)\n")
    assert not isinstance(found, Diagnostic)
    assert [_shown(part.span) for part, _ in ast.walk(found)] == [
        "(a + b) * sum(card.value for card in hand where card is one of A 2..4)",
        "a + b",
        "a",
        "b",
        "sum(card.value for card in hand where card is one of A 2..4)",
        "card.value",
        "card",
        "hand",
        "card is one of A 2..4",
        "card",
    ]


def test_names_and_terms_know_their_place(read: Read) -> None:
    found = read("sum(card.value for card in hand where card is one of A 2..4)")
    assert isinstance(found, ast.Fold)
    assert _shown(found.name_span) == "sum"
    assert found.var_span.start == 19
    assert isinstance(found.body, ast.Field)
    assert _shown(found.body.name_span) == "value"
    assert isinstance(found.where, ast.Match)
    assert _shown(found.where.pattern.span) == "A 2..4"
    assert [_shown(term.span) for term in found.where.pattern.terms] == ["A", "2..4"]


@pytest.mark.parametrize(
    ("text", "place"),
    [("a == = 8", "="), ("a ==  \n", "="), ("a == foo bar", "bar"), ("a\n  + b\n  ** 2", "**"), ("x is one of ", "f")],
)
def test_errors_point_at_the_token(read: Read, text: str, place: str) -> None:
    found = read(text)
    assert isinstance(found, Diagnostic)
    assert found.code == "expression-syntax"
    assert _shown(found.span) == place


def test_lines_of_a_block_scalar_are_blanks(read: Read) -> None:
    found = read("a is\n  not one\n  of A 2\n")
    assert not isinstance(found, Diagnostic)
    assert unparse(found) == "a is not one of A 2"


@pytest.mark.parametrize("word", sorted(RESERVED - {"true", "false"}))
def test_reserved_words_are_not_values(read: Read, word: str) -> None:
    for text in (word, f"a == {word}", f"{word}(a)", f"a.{word}", f"f({word} in a)", f"a is {word}"):
        assert isinstance(read(text), Diagnostic) or word == "not", text


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_nothing_at_all(read: Read, read_pattern: ReadPattern, text: str) -> None:
    expression, pattern = read(text), read_pattern(text)
    assert isinstance(expression, Diagnostic)
    assert isinstance(pattern, Diagnostic)
    assert expression.message == "the expression is empty"
    assert pattern.message == "the pattern is empty"
