"""Diagnostics → standard error and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ruledeck.cli.wrong import FINDINGS, FINE, USAGE
from ruledeck.show.diagnostics_text import diagnostics_text
from ruledeck.show.paint import harmless, paint_for
from ruledeck.text import Diagnostic, Severity

OF_THE_INPUT = frozenset({"unreadable-file", "unknown-ruleset", "unknown-option", "bad-option", "option-conflict"})
"""Codes that say what is wrong with the arguments when no line of a file is cited, and with no file's content."""


def report(diagnostics: Iterable[Diagnostic]) -> int:
    """Write them, each once, and give the exit code that goes with them."""
    every = tuple(dict.fromkeys(diagnostics))
    for diagnostic in every:
        if about_arguments(diagnostic):
            hint = f"  {harmless(diagnostic.hint)}\n" if diagnostic.hint else ""
            sys.stderr.write(f"ruledeck: {harmless(diagnostic.message)}\n{hint}")
        else:
            sys.stderr.write(diagnostics_text((diagnostic,), paint_for(sys.stderr)))
    return exit_code(every)


def about_arguments(diagnostic: Diagnostic) -> bool:
    """Whether this is about what was typed, not about a line of a rule file."""
    return diagnostic.code in OF_THE_INPUT - {"unreadable-file"} and not diagnostic.span.source.text


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """2 when an input cannot be read or a typed name is unknown, else 1 for any error; warnings alone are fine."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if any(error.code in OF_THE_INPUT and not error.span.source.text for error in errors):
        return USAGE
    return FINDINGS if errors else FINE
