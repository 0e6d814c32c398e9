"""Diagnostics → workflow commands, which GitHub shows beside the changed lines."""

from __future__ import annotations

from collections.abc import Iterable

from ruledeck.text import Diagnostic


def diagnostics_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One `::error file=...` line each."""
    return "".join(f"{_command(diagnostic)}\n" for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    source, span = diagnostic.span.source, diagnostic.span
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    place = f"file={_property(source.name)},line={line},col={column},endLine={end_line}"
    if end_line == line:
        place += f",endColumn={max(end_column, column + 1)}"
    message = diagnostic.message if diagnostic.hint is None else f"{diagnostic.message}\n{diagnostic.hint}"
    return f"::{diagnostic.severity} {place},title={_property(diagnostic.code)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
