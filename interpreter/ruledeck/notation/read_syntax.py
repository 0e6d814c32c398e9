"""PyYAML's error → a yaml-syntax diagnostic in an author's words, with the exact place and the likely cure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruledeck.text import Diagnostic, Note, Source, Span

if TYPE_CHECKING:
    import yaml

_TOO_BIG_ESCAPE = re.compile(r"\\U[0-9a-fA-F]{8}")
_QUOTE_IT = "put the whole value in quotes, or write it on a line of its own"
_FLOW_HINT = (
    'inside { } and [ ] a comma ends a value, and brackets start a new one: put the expression in "quotes", '
    "or write it on a line of its own"
)


@dataclass(frozen=True, slots=True)
class _Trouble:
    """Where PyYAML gave up (`at`), where the thing it was reading began (`began`), and its words."""

    source: Source
    at: int
    began: int | None
    context: str
    problem: str

    def before(self) -> str:
        """The line up to `at`."""
        start = self.source.text.rfind("\n", 0, self.at) + 1
        return self.source.text[start : self.at]

    def letter(self) -> str:
        return self.source.text[self.at : self.at + 1]

    def report(self, message: str, hint: str | None, at: int | None = None, note: Note | None = None) -> Diagnostic:
        start = self.at if at is None else at
        span = Span(self.source, start, min(start + 1, len(self.source.text)))
        return Diagnostic("yaml-syntax", message, span, hint, () if note is None else (note,))


def explain(source: Source, base: int, error: yaml.MarkedYAMLError) -> Diagnostic:
    mark = error.problem_mark or error.context_mark
    at = base + mark.index if mark is not None else base
    began = base + error.context_mark.index if error.context_mark is not None else None
    trouble = _Trouble(source, min(at, len(source.text)), began, error.context or "", error.problem or "")
    return _dispatch(trouble)


def explain_value(source: Source, here: int) -> Diagnostic:
    """An escape for a character that does not exist, which PyYAML leaves to Python to refuse."""
    found = _TOO_BIG_ESCAPE.search(source.text, here)
    span = Span(source, found.start(), found.end()) if found else Span(source, here, min(here + 1, len(source.text)))
    return Diagnostic("yaml-syntax", "this stands for a character that does not exist", span)


def _dispatch(trouble: _Trouble) -> Diagnostic:
    problem, context = trouble.problem, trouble.context
    if "cannot start any token" in problem:
        return _bad_start(trouble)
    if problem == "mapping values are not allowed here":
        return _second_colon(trouble)
    if problem == "could not find expected ':'":
        return _no_colon(trouble)
    if "quoted scalar" in context:
        return _quoted(trouble)
    if "flow" in context:
        return _flow(trouble)
    if "block mapping" in context or "block collection" in context:
        return _block(trouble)
    if problem == "sequence entries are not allowed here":
        return trouble.report("a list cannot start here", "begin the list on the next line, one `- item` a line")
    return _rare(trouble)


def _bad_start(trouble: _Trouble) -> Diagnostic:
    letter = trouble.letter()
    if letter == "\t":
        if trouble.before().strip(" \t"):
            return trouble.report("a tab stands where only spaces may", "replace the tab with a space")
        return trouble.report("a tab is used for indentation, where only spaces may", "replace each tab with spaces")
    return trouble.report(f"a value cannot begin with {letter}", f"put text that begins with {letter} in quotes")


def _second_colon(trouble: _Trouble) -> Diagnostic:
    if re.search(r":\s", trouble.before()):
        return trouble.report("a second `: ` stands in one value", 'put a text that contains ": " in quotes')
    above = trouble.source.text[: trouble.at - len(trouble.before())].rstrip().rpartition("\n")[2]
    if re.match(r"\s*[\w-]+:[^\s]", above):
        start = trouble.source.text.rfind(above.strip(), 0, trouble.at)
        return trouble.report("this line is no `key: value`", "put a space after the colon", start)
    indent = len(trouble.before()) - len(trouble.before().lstrip(" "))
    hint = "line it up with the keys it belongs to; the line above already has a value"
    return trouble.report("a key cannot stand here", hint, trouble.at - len(trouble.before()) + indent)


def _no_colon(trouble: _Trouble) -> Diagnostic:
    start = trouble.at if trouble.began is None else trouble.began
    end = trouble.source.text.find("\n", start)
    line = trouble.source.text[start : end if end >= 0 else len(trouble.source.text)]
    if re.match(r"[\w-]+:\S", line):
        return trouble.report("this line is no `key: value`", "put a space after the colon", start)
    if line.startswith(("[", "{")):
        return _unclosed(trouble, start, line[0])
    hint = "write `key: value`, or indent the line if it carries on the text above"
    return trouble.report("this line is no `key: value`", hint, start)


def _unclosed(trouble: _Trouble, start: int, bracket: str) -> Diagnostic:
    closing = "]" if bracket == "[" else "}"
    return trouble.report(f"this {bracket} has no {closing}", f"close it with {closing}", start)


def _quoted(trouble: _Trouble) -> Diagnostic:
    start = trouble.at if trouble.began is None else trouble.began
    quote = trouble.source.text[start : start + 1]
    if "escape" in trouble.problem:
        hint = "in double quotes a backslash starts an escape: write \\\\ for a backslash, or use 'single quotes'"
        return trouble.report("this escape is not known", hint, max(start, trouble.at - 1))
    hint = f"close the text with {quote}"
    if quote == "'":
        hint += ", and write an apostrophe inside it twice ('')"
    note = Note("the file, or the document, ends here", Span(trouble.source, trouble.at, trouble.at))
    return trouble.report(f"this {quote} has no partner", hint, start, note)


def _flow(trouble: _Trouble) -> Diagnostic:
    start = trouble.at if trouble.began is None else trouble.began
    opening = trouble.source.text[start : start + 1]
    note = Note(f"the {opening} stands here", Span(trouble.source, start, start + 1)) if opening in "{[" else None
    if "<stream end>" in trouble.problem or "<document" in trouble.problem:
        return _unclosed(trouble, start, opening or "[")
    if "node content" in trouble.problem:
        return trouble.report(f"a value is missing before this {trouble.letter()}", "remove it, or add the value")
    one_line = "\n" not in trouble.source.text[start : trouble.at]
    shown = trouble.letter().strip() or "line"
    if one_line:
        return trouble.report(f"this {shown} cannot follow the value before it", _FLOW_HINT, None, note)
    closing = "]" if opening == "[" else "}"
    line = trouble.at - len(trouble.before().lstrip(" "))
    return trouble.report(f"expected a comma or {closing} before this", f"is a {closing} missing?", line, note)


def _block(trouble: _Trouble) -> Diagnostic:
    before = trouble.before()
    if before.strip(" "):
        closed = before.rstrip().endswith(("]", "}"))
        quoted = before.rstrip().endswith(("'", '"'))
        if closed:
            return trouble.report("text follows a closed bracket", _QUOTE_IT)
        if before.rstrip().endswith("'") and trouble.letter().isalpha():
            hint = "inside 'single quotes' write an apostrophe twice (''), or use \"double quotes\" outside"
            return trouble.report("text follows a closed quote", hint)
        if quoted:
            hint = "quotes must go around the whole value: use the other kind of quotes outside"
            return trouble.report("text follows a closed quote", hint)
        return trouble.report(f"{trouble.letter() or 'this'} cannot stand here", _QUOTE_IT)
    if trouble.letter() in "}]":
        return trouble.report(f"this {trouble.letter()} closes nothing", "remove it, or add the bracket that it closes")
    if trouble.letter() == "-" and trouble.began is not None and "mapping" in trouble.context:
        column = trouble.source.position(trouble.began)[1]
        if column == trouble.source.position(trouble.at)[1]:
            hint = "put list items under a key of their own, or remove the dash"
            return trouble.report("a list item stands among keys", hint)
    note = None
    if trouble.began is not None:
        note = Note(
            "the block it should line up with starts here", Span(trouble.source, trouble.began, trouble.began + 1)
        )
    hint = "give lines that belong together the same number of spaces"
    return trouble.report("the indentation of this line fits nothing above it", hint, None, note)


def _rare(trouble: _Trouble) -> Diagnostic:
    text, context = trouble.problem, trouble.context
    if "alias" in context or "anchor" in context:
        start = trouble.at if trouble.began is None else trouble.began
        sign = trouble.source.text[start : start + 1]
        return trouble.report(
            f"{sign} must be followed by a name", f"put text that begins with {sign} in quotes", start
        )
    if "tag" in context or "tag handle" in text:
        start = trouble.at if trouble.began is None else trouble.began
        return trouble.report("tags are not part of the language", "put text that begins with ! in quotes", start)
    if "block scalar" in context:
        hint = f"begin the text on the next line; after {trouble.before().strip()[-1:] or '|'} the line must end"
        return trouble.report("the text of a block starts on the line below", hint)
    if "directive" in context or "directive" in text or "YAML document" in text:
        return trouble.report(
            "this directive is not understood", "remove the line; put text that begins with % in quotes"
        )
    if "node content" in text:
        return trouble.report("a value is missing here", None)
    if "document start" in text:
        return trouble.report(
            "this cannot follow the value before it", "give lines that belong together the same indentation"
        )
    if "keys are not allowed" in text:
        return trouble.report("a key cannot stand here", "put text that begins with ? in quotes")
    return trouble.report("this is not YAML", None)
