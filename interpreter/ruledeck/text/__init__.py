"""text → Source, Span, Diagnostic: where a word stands in a file, and what is wrong with it."""

from ruledeck.text.diagnostic import Diagnostic, Note, RulesetError, Severity
from ruledeck.text.source import Place, Source, Span

__all__ = ["Diagnostic", "Note", "Place", "RulesetError", "Severity", "Source", "Span"]
