"""Diagnostics → text for people: place, message, the source line, a caret under the exact place, a hint, notes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ruledeck.show.paint import BLUE, BOLD, CYAN, RED, YELLOW, Paint, harmless
from ruledeck.text import Diagnostic, Severity, Span

TAB = 4
WIDEST = 160
"""Columns of a source line that are shown; of a longer one the part around the caret."""
BEFORE = 60
"""Columns kept before the caret when a line is cut."""


def diagnostics_text(diagnostics: Iterable[Diagnostic], paint: Paint | None = None) -> str:
    """All of them, one after another; empty when there are none."""
    brush = paint or Paint()
    return "".join(f"{line}\n" for diagnostic in diagnostics for line in _lines(diagnostic, brush))


def _lines(diagnostic: Diagnostic, paint: Paint) -> list[str]:
    line, column = diagnostic.span.source.position(diagnostic.span.start)
    name = harmless(diagnostic.span.source.name)
    tone = RED if diagnostic.severity is Severity.ERROR else YELLOW
    label = paint(f"{diagnostic.severity}[{diagnostic.code}]", BOLD, tone)
    lines = [f"{paint(f'{name}:{line}:{column}:', BOLD)} {label}: {paint(harmless(diagnostic.message), BOLD)}"]
    margin = " " * len(str(line))
    shown, carets = excerpt(diagnostic.span)
    if shown:
        lines.append(paint(f" {line} |", BLUE) + f" {shown}".rstrip())
        lines.append(paint(f" {margin} |", BLUE) + " " + paint(carets, BOLD, tone))
    if diagnostic.hint:
        lines.append(paint(f" {margin} =", BLUE) + f" {harmless(diagnostic.hint)}")
    lines += [
        f"{paint(f'{harmless(str(n.span))}:', BOLD)} {paint('note', CYAN)}: {harmless(n.message)}"
        for n in diagnostic.notes
    ]
    return lines


def excerpt(span: Span) -> tuple[str, str]:
    """The line in which `span` starts, tabs as spaces, and the carets under it; ("", "") when there is no text there."""
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    if not text.strip():
        return "", ""
    start = min(column - 1, len(text))
    end = min(start + max(span.end - span.start, 1), max(len(text.rstrip()), start + 1))
    left, middle, right = (_shown(part) for part in (text[:start], text[start:end], text[end:]))
    before, carets = _width(left), max(_width(middle), 1)
    whole = left + middle + right
    if _width(whole) <= WIDEST:
        return whole.rstrip(), " " * before + "^" * carets
    head, tail = left[-BEFORE:], (middle + right)[: WIDEST - BEFORE]
    mark = "..." if len(head) < len(left) else ""
    cut = "..." if len(tail) < len(middle + right) else ""
    return f"{mark}{head}{tail}{cut}".rstrip(), " " * (len(mark) + _width(head)) + "^" * min(carets, _width(tail))


def _shown(text: str) -> str:
    return harmless(text.replace("\t", " " * TAB))


def _width(text: str) -> int:
    """Terminal columns: wide letters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
