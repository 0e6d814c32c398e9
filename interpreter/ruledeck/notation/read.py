"""Source → Node and diagnostics: caps, characters, YAML, in one pass that never raises; Path → Source as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from ruledeck.notation.node import Node, Scalar
from ruledeck.notation.read_bytes import MAX_BYTES, decode, too_large
from ruledeck.notation.read_nodes import Builder, UnreadableError, index
from ruledeck.notation.read_syntax import explain, explain_value
from ruledeck.text import Diagnostic, Source, Span

if TYPE_CHECKING:
    import pathlib

_REFUSED = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_SECTION = re.compile(r"^[^\W\d][\w-]*:(?=[ \r\n]|\Z)", re.MULTILINE)


def read(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """The file's value, or None when it cannot be read to its end; and all that is wrong, in file order."""
    refused = _refused(source)
    if refused is not None:
        return None, [refused]
    first = Builder(source)
    found: list[Diagnostic] = []
    whole = True
    builder, letters = first, 0
    while True:
        letters += len(source.text) - builder.base
        stopped_at = _parse(builder, found)
        found.extend(builder.found)
        if stopped_at is None:
            break
        whole = False
        section = _SECTION.search(source.text, _line_after(source.text, stopped_at))
        if section is None or letters + len(source.text) - section.start() > MAX_BYTES:
            break
        builder = Builder(source, section.start(), builder.values)
    found.sort(key=lambda diagnostic: diagnostic.span.start)
    if not whole:
        return None, found
    return _root(first, found)


def read_file(path: pathlib.Path, name: str | None = None) -> tuple[Source, Node | None, list[Diagnostic]]:
    """As `read`, from a file; `name` is what diagnostics call it (the path as given, unless told)."""
    shown = str(path) if name is None else name
    source, problem = decode(path, shown)
    if problem is not None:
        return source, None, [problem]
    node, found = read(source)
    return source, node, found


def _refused(source: Source) -> Diagnostic | None:
    text = source.text
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        return too_large(source)
    start = 1 if text.startswith("\ufeff") else 0
    if match := _REFUSED.search(text, start):
        what = "NUL" if match[0] == "\0" else f"U+{ord(match[0]):04X}"
        message = f"the character {what} cannot stand in a rule file"
        span = Span(source, match.start(), match.end())
        return Diagnostic("not-text", message, span, "is this a text file, saved as UTF-8?")
    return None


def _parse(builder: Builder, found: list[Diagnostic]) -> int | None:
    """Feeds the builder. Returns where YAML broke off, or None at the end; the reason is added to `found`."""
    source, base = builder.source, builder.base
    here = base
    try:
        for event in yaml.parse(source.text[base:], Loader=yaml.SafeLoader):
            here = base + index(event.end_mark)
            builder.take(event)
    except UnreadableError as stop:
        found.append(stop.diagnostic)
        return len(source.text)
    except yaml.MarkedYAMLError as error:
        problem = explain(source, base, error)
    except (ValueError, OverflowError):
        problem = explain_value(source, here)
    else:
        return None
    found.append(problem)
    return problem.span.start


def _line_after(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1


def _root(builder: Builder, found: list[Diagnostic]) -> tuple[Node | None, list[Diagnostic]]:
    root = builder.root
    if root is not None and not (isinstance(root, Scalar) and root.value is None and not root.text):
        return root, found
    if found:
        return None, found
    message = "there is no ruleset in this file: it is empty, or holds only comments"
    span = Span(builder.source, 0, min(1, len(builder.source.text)))
    return None, [Diagnostic("empty-file", message, span)]
