"""Diagnostics → JSON, for editors and scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ruledeck.text import Diagnostic, Span


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A list of objects: code, severity, message, hint, file, line, column, end_line, end_column, notes.

    Lines and columns count from 1; the end is the place after the last character.
    """
    return json.dumps([_entry(diagnostic) for diagnostic in diagnostics], indent=2) + "\n"


def _entry(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        **_place(diagnostic.span),
        "notes": [{"message": note.message, **_place(note.span)} for note in diagnostic.notes],
    }


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"file": span.source.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}
