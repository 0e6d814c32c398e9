"""A diagnostic is data: a code, a message, the exact place, a hint, related places. Renderers are in `show`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ruledeck.text.source import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A related place: where a name was declared, which file was extended."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What is wrong with a file. `code` names the flaw; each code has a page in docs/diagnostics/."""

    code: str
    message: str
    span: Span
    hint: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return f"{self.span}: {self.severity}[{self.code}]: {self.message}"


class RulesetError(Exception):
    """A ruleset that cannot be used. `diagnostics` says why: all of a stage, in file order, never empty."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))
