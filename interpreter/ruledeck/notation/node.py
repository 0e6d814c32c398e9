"""A YAML value that knows where it stands: Scalar, Sequence or Mapping, each with its Span; Node → plain Python value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from ruledeck.text import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """One word, number or text. `text` is what the author sees once quotes, escapes and folds are undone.

    `quoted` is true for whatever is text by its form: quotes and block scalars. `offsets[i]` is where `text[i]`
    stands in the source, and the last offset is where the text ends.
    """

    value: str | int | bool | None
    text: str
    quoted: bool
    span: Span = field(compare=False)
    offsets: tuple[int, ...] = field(compare=False, repr=False)

    def sub(self, start: int, end: int) -> Span:
        """Where `text[start:end]` stands in the file; one character wide when it is empty and the file goes on."""
        last = len(self.offsets) - 1
        start = min(max(start, 0), last)
        end = min(max(end, start), last)
        written = self.span.source.text
        first = self.offsets[start]
        if end == start:
            return Span(self.span.source, first, min(first + 1, len(written)))
        final = self.offsets[end - 1]
        unescaped = written[final : final + 1] == self.text[end - 1]
        return Span(self.span.source, first, final + 1 if unescaped else max(self.offsets[end], final + 1))


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value. The key counts by its text: 10 and "10" are one key."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Entries in file order; no key text stands twice."""

    entries: tuple[Entry, ...]
    span: Span = field(compare=False)

    def entry(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key.text == name), None)

    def get(self, name: str) -> Node | None:
        entry = self.entry(name)
        return None if entry is None else entry.value

    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key.text for entry in self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping


def plain(node: Node) -> object:
    """The value without places: dict with text keys, list, str, int, bool or None."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node.entries}
        case _:
            assert_never(node)
