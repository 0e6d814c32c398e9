"""Reading an expression or a pattern in a test: the tree, or the one diagnostic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ruledeck.lang import Expr, Pattern, SpanOf, parse_expression, parse_pattern
from ruledeck.text import Diagnostic, Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable


def _spans(text: str) -> SpanOf:
    source = Source("rules.yaml", text)

    def span_of(start: int, end: int) -> Span:
        assert 0 <= start <= end <= len(text)
        return Span(source, start, end)

    return span_of


def _read(text: str) -> Expr | Diagnostic:
    expr, diagnostics = parse_expression(text, _spans(text))
    if expr is None:
        (diagnostic,) = diagnostics
        return diagnostic
    assert not diagnostics
    return expr


def _read_pattern(text: str) -> Pattern | Diagnostic:
    pattern, diagnostics = parse_pattern(text, _spans(text))
    if pattern is None:
        (diagnostic,) = diagnostics
        return diagnostic
    assert not diagnostics
    return pattern


@pytest.fixture(scope="session")
def read() -> Callable[[str], Expr | Diagnostic]:
    return _read


@pytest.fixture(scope="session")
def read_pattern() -> Callable[[str], Pattern | Diagnostic]:
    return _read_pattern
