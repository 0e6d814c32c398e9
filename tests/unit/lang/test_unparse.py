"""Tree → text: printing and reading again changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ruledeck.lang import RESERVED, Expr, Pattern, Term, ast, unparse, unparse_pattern
from ruledeck.text import Diagnostic, Source, Span

Read: TypeAlias = Callable[[str], Expr | Diagnostic]
ReadPattern: TypeAlias = Callable[[str], Pattern | Diagnostic]

HERE = st.just(Span(Source("", ""), 0, 0))
REFUSED = RESERVED | {"True", "False", "None"}

names = st.one_of(
    st.sampled_from(["a", "hand", "one", "of", "all", "any", "A", "K", "inn", "notx", "s_1"]),
    st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,3}(_[A-Za-z0-9]{1,2})?", fullmatch=True).filter(lambda w: w not in REFUSED),
)
words = st.one_of(names, st.from_regex(r"[0-9]{1,2}[A-Za-z][A-Za-z0-9]?", fullmatch=True))
ends = st.one_of(words, st.integers(0, 999_999_999).map(str))


def _ranges() -> st.SearchStrategy[Term]:
    bounded = st.builds(ast.Range, ends, ends, HERE)
    return st.one_of(bounded, st.builds(ast.Range, ends, st.none(), HERE), st.builds(ast.Range, st.none(), ends, HERE))


def _patterns(negated: st.SearchStrategy[bool]) -> st.SearchStrategy[Pattern]:
    term = st.one_of(st.builds(ast.Single, ends, HERE), _ranges())
    return st.builds(Pattern, st.lists(term, min_size=1, max_size=4).map(tuple), negated, HERE)


def _compound(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    comparisons = st.tuples(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), inner)
    domains = st.one_of(inner, st.builds(ast.RangeExpr, inner, inner, HERE))
    maybe = st.one_of(st.none(), inner)
    return st.one_of(
        st.builds(ast.Field, inner, names, HERE, HERE),
        st.builds(ast.Call, names, st.lists(inner, max_size=3).map(tuple), HERE, HERE),
        st.builds(ast.Fold, names, maybe, names, domains, maybe, HERE, HERE, HERE),
        st.builds(ast.Unary, st.sampled_from(["neg", "not"]), inner, HERE),
        st.builds(ast.Arithmetic, st.sampled_from(["+", "-", "*", "//", "%"]), inner, inner, HERE),
        st.builds(ast.Logic, st.sampled_from(["and", "or"]), several, HERE),
        st.builds(ast.Compare, inner, st.lists(comparisons, min_size=1, max_size=3).map(tuple), HERE),
        st.builds(ast.Membership, inner, inner, st.booleans(), HERE),
        st.builds(ast.Match, inner, _patterns(st.just(False)), st.booleans(), HERE),
        st.builds(ast.IfElse, inner, inner, inner, HERE),
    )


def _expressions() -> st.SearchStrategy[Expr]:
    number = st.builds(ast.Number, st.integers(0, 999_999_999), HERE)
    leaves = st.one_of(number, st.builds(ast.Truth, st.booleans(), HERE), st.builds(ast.Word, words, HERE))
    return st.recursive(leaves, _compound, max_leaves=20)


@settings(max_examples=300, deadline=None)
@given(expr=_expressions())
def test_reading_what_was_printed_gives_the_same_tree(read: Read, expr: Expr) -> None:
    text = unparse(expr)
    assume(len(text) <= 2_000)
    assert read(text) == expr


@settings(max_examples=200, deadline=None)
@given(pattern=_patterns(st.booleans()))
def test_reading_a_printed_pattern_gives_the_same_pattern(read_pattern: ReadPattern, pattern: Pattern) -> None:
    assert read_pattern(unparse_pattern(pattern)) == pattern


@settings(max_examples=300, deadline=None)
@given(expr=_expressions(), data=st.data())
def test_brackets_are_no_more_than_needed(read: Read, expr: Expr, data: st.DataObject) -> None:
    text = unparse(expr)
    pairs = [pair for pair in _pairs(text) if not text[: pair[0]].rstrip()[-1:].isalnum() or text[pair[0] - 1] == " "]
    assume(pairs and len(text) <= 2_000)
    start, end = data.draw(st.sampled_from(pairs))
    bare = f"{text[:start]} {text[start + 1 : end]} {text[end + 1 :]}"
    assert read(bare) != expr


def _pairs(text: str) -> list[tuple[int, int]]:
    found, waiting = [], []
    for at, letter in enumerate(text):
        if letter == "(":
            waiting.append(at)
        elif letter == ")":
            found.append((waiting.pop(), at))
    return found


@pytest.mark.parametrize("depth", [2, 40])
def test_the_deepest_tree_allowed_survives_printing(read: Read, depth: int) -> None:
    span = Span(Source("", ""), 0, 0)
    expr: Expr = ast.Word("a", span)
    for _ in range(depth - 1):
        expr = ast.Arithmetic("-", ast.Number(1, span), expr, span)
    assert read(unparse(expr)) == expr
