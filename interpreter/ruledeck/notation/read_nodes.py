"""YAML events → Node and diagnostics, without recursion; caps depth and expanded size, resolves aliases and scalars."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import yaml

from ruledeck.notation.letters import locate
from ruledeck.notation.node import Entry, Mapping, Node, Scalar, Sequence
from ruledeck.notation.scalars import Doubt, resolve
from ruledeck.text import Diagnostic, Note, Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 40
MAX_VALUES = 20_000

_PROPERTY = re.compile(r"&[0-9A-Za-z_-]+|!<[^>\s]*>|![^\s,\[\]{}]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n\x85\u2028\u2029]|#[^\r\n\x85\u2028\u2029]*)+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")
_COMMA = re.compile(r"\s*,")
_SPLIT_HINT = "put the whole value in quotes, or on a line of its own without the brackets around it"


class _Mark(Protocol):
    @property
    def index(self) -> int: ...


def index(mark: _Mark | None) -> int:
    """Where a mark of PyYAML stands; every event of a parsed text has marks, though their type says maybe."""
    return 0 if mark is None else mark.index


class UnreadableError(Exception):
    """Reading stops here: nothing useful can be said about the rest of the file."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message)


@dataclass(frozen=True, slots=True)
class _Measured:
    """A finished node with what an alias to it costs: values when expanded, and levels."""

    node: Node
    values: int
    height: int


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end is not yet read."""

    is_mapping: bool
    flow: bool
    start: int
    end: int
    anchor: str | None
    opened_at: int
    height: int = 1
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    has_key: bool = False
    key: Scalar | None = None


@dataclass(slots=True)
class Builder:
    """Takes events one by one. `base` is where the parsed part starts in the source; `values` counts all parts."""

    source: Source
    base: int = 0
    values: int = 0
    root: Node | None = None
    found: list[Diagnostic] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)
    _anchors: dict[str, _Measured | None] = field(default_factory=dict)
    _documents: int = 0

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.DocumentStartEvent():
                self._document(event)
            case yaml.AliasEvent():
                self._count(1, event)
                self._alias(event)
            case yaml.ScalarEvent():
                self._count(1, event)
                self._scalar(event)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._count(1, event)
                self._begin(event)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._finish(event)
            case _:
                pass

    def _span(self, event: yaml.Event) -> Span:
        start, end = self._bounds(event)
        return Span(self.source, start, max(start + 1, end))

    def _bounds(self, event: yaml.Event) -> tuple[int, int]:
        return self.base + index(event.start_mark), self.base + index(event.end_mark)

    def _report(self, code: str, message: str, span: Span, hint: str | None = None, *notes: Note) -> None:
        self.found.append(Diagnostic(code, message, span, hint, notes))

    def _document(self, event: yaml.Event) -> None:
        self._documents += 1
        if self._documents > 1:
            message = "a second document starts here; a rule file holds one"
            hint = "remove this line, or move what follows to a file of its own"
            raise UnreadableError(Diagnostic("several-documents", message, self._span(event), hint))

    def _count(self, values: int, event: yaml.Event) -> None:
        self.values += values
        if self.values <= MAX_VALUES:
            return
        if isinstance(event, yaml.AliasEvent):
            message = f"with its aliases written out, the file holds more than {MAX_VALUES} values"
            raise UnreadableError(Diagnostic("alias-bomb", message, self._span(event), "use fewer aliases"))
        message = f"the file holds more than {MAX_VALUES} values"
        raise UnreadableError(Diagnostic("file-too-large", message, self._span(event)))

    def _deep(self, levels: int, event: yaml.Event) -> None:
        if len(self._open) + levels > MAX_DEPTH:
            message = f"values are nested more than {MAX_DEPTH} deep"
            raise UnreadableError(
                Diagnostic("too-deep", message, self._span(event), "is a bracket missing further up?")
            )

    def _begin(self, event: yaml.SequenceStartEvent | yaml.MappingStartEvent) -> None:
        self._deep(1, event)
        start = self._content(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        flow = bool(event.flow_style)
        self._open.append(_Open(is_mapping, flow, start, start + 1, event.anchor, self.values - 1))

    def _finish(self, event: yaml.Event) -> None:
        done = self._open.pop()
        end = self._bounds(event)[1] if done.flow else done.end
        span = Span(self.source, done.start, max(end, done.start))
        node = Mapping(tuple(done.entries.values()), span) if done.is_mapping else Sequence(tuple(done.items), span)
        self._place(_Measured(node, self.values - done.opened_at, done.height), done.anchor, span.end)

    def _content(self, event: yaml.ScalarEvent | yaml.SequenceStartEvent | yaml.MappingStartEvent) -> int:
        """Where the value itself starts, past an anchor; reports a tag on the way."""
        here, end = self._bounds(event)
        stop = end if isinstance(event, yaml.ScalarEvent) else len(self.source.text)
        if event.anchor is None and event.tag is None:
            return here
        while found := _PROPERTY.match(self.source.text, here, stop):
            if found[0].startswith("!"):
                hint = "remove the tag; if it is part of the text, put the text in quotes"
                self._report("yaml-tag", f"the tag {found[0]} is not part of the language", self._at(found), hint)
            here = found.end()
            if gap := _BETWEEN.match(self.source.text, here, stop):
                here = gap.end()
        return here

    def _at(self, found: re.Match[str]) -> Span:
        return Span(self.source, found.start(), found.end())

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        start, end = self._content(event), self._bounds(event)[1]
        style = event.style or ""
        offsets = locate(self.source.text, start, end, style, event.value)
        span = Span(self.source, start, offsets[-1] if style in ("|", ">") else end)
        value = event.value if style else resolve(event.value)
        if isinstance(value, Doubt):
            self._report(value.code, value.message, span, value.hint)
            value = event.value
        scalar = Scalar(value, event.value, bool(style), span, offsets)
        self.found.extend(_unprintable(scalar))
        if not style and self._open and self._open[-1].flow:
            self.found.extend(_split(scalar))
        self._place(_Measured(scalar, 1, 0), event.anchor, span.end)

    def _alias(self, event: yaml.AliasEvent) -> None:
        name, span = event.anchor, self._span(event)
        if name not in self._anchors:
            # A part read after a syntax error does not know the anchors of the parts before it.
            if not (self.base and 0 <= self.source.text.find(f"&{name}") < self.base):
                hint = (
                    f'"*{name}" in quotes is plain text' if self._anchors else "put text that begins with * in quotes"
                )
                self._report("yaml-syntax", f"no value is anchored as &{name} before this line", span, hint)
            self._place(_nothing(span), None, span.end)
            return
        target = self._anchors[name]
        if target is None:
            self._report("alias-bomb", f"*{name} stands inside the value it repeats, which would never end", span)
            self._place(_nothing(span), None, span.end)
            return
        self._count(target.values - 1, event)
        self._deep(target.height, event)
        if self._open and self._open[-1].is_mapping and not self._open[-1].has_key:
            self._bad_key(span, "an alias cannot be a key")
            return
        self._place(target, None, span.end)

    def _place(self, made: _Measured, anchor: str | None, end: int) -> None:
        """Puts a finished node where it belongs: the root, the next item, key or value."""
        if anchor is not None:
            self._anchors[anchor] = made
        if not self._open:
            self.root = made.node
            return
        here = self._open[-1]
        here.height = max(here.height, made.height + 1)
        here.end = max(here.end, end)
        if not here.is_mapping:
            here.items.append(made.node)
        elif not here.has_key:
            self._key(here, made.node)
        else:
            if here.key is not None:
                here.entries[here.key.text] = Entry(here.key, made.node)
            here.has_key, here.key = False, None

    def _key(self, here: _Open, node: Node) -> None:
        here.has_key, here.key = True, None
        if not isinstance(node, Scalar):
            self._bad_key(node.span, "a key must be a word, not a list or a mapping")
        elif node.text == "<<" and not node.quoted:
            hint = "write the entries out, or let one ruleset build on another with `extends`"
            self._report("merge-key", "the merge key << is not part of the language", node.span, hint)
        elif node.value is None or not node.text:
            name = f" {node.text} means nothing;" if node.text else ""
            self._bad_key(node.span, f"a key is missing here:{name} a key must be a word")
        elif (first := here.entries.get(node.text)) is not None:
            note = Note("it stands here first", first.key.span)
            self._report("duplicate-key", f'the key "{node.text}" stands twice in this mapping', node.span, None, note)
        else:
            here.key = node

    def _bad_key(self, span: Span, message: str) -> None:
        if self._open:
            self._open[-1].has_key, self._open[-1].key = True, None
        self._report("bad-key", message, span, 'put a text key in quotes, such as "null"')


def _nothing(span: Span) -> _Measured:
    return _Measured(Scalar(None, "", False, span, (span.end,)), 1, 0)


def _unprintable(scalar: Scalar) -> Iterator[Diagnostic]:
    if found := _UNPRINTABLE.search(scalar.text):
        message = f"the escape for character U+{ord(found[0]):04X}, which cannot be shown, is not allowed in text"
        yield Diagnostic("not-text", message, scalar.sub(found.start(), found.end()))


def _split(scalar: Scalar) -> Iterator[Diagnostic]:
    """A comma inside {...} or [...] ends a value, even between parentheses."""
    text = scalar.text
    if text.count("(") > text.count(")") and _COMMA.match(scalar.span.source.text, scalar.span.end):
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        message = f'inside {{ }} and [ ] a comma ends a value, so this one is only "{shown}"'
        yield Diagnostic("split-value", message, scalar.span, _SPLIT_HINT)
