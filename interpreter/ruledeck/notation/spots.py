"""The path of a fault → the spot in the file: node, the entry that holds it, what to call it, and its Span."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledeck.notation.node import Entry, Mapping, Node, Scalar, Sequence
from ruledeck.text import Span


@dataclass(frozen=True, slots=True)
class KeyOf:
    """The step of a path that leads to a key itself, not to its value."""

    name: str


Path = tuple[str | int | KeyOf, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    node: Node
    entry: Entry | None
    name: str
    key: Scalar | None = None

    def span(self) -> Span:
        """The value; the key where there is no value to point at."""
        if self.key is not None:
            return self.key.span
        if self.entry is not None and self.node.span.start >= self.node.span.end:
            return self.entry.key.span
        return _first_line(self.node.span)

    def owner(self) -> Span:
        """For a mapping that lacks a key: the key that holds the mapping, or else the mapping's first key."""
        if self.entry is not None:
            return self.entry.key.span
        if isinstance(self.node, Mapping) and self.node.entries:
            return self.node.entries[0].key.span
        return _first_line(self.node.span)


@dataclass(slots=True)
class Atlas:
    """Finds spots; remembers each mapping's keys, so that many faults in one large mapping stay cheap."""

    root: Node
    _keys: dict[int, dict[str, Entry]] = field(default_factory=dict)

    def entry(self, mapping: Mapping, name: str) -> Entry | None:
        if id(mapping) not in self._keys:
            self._keys[id(mapping)] = {entry.key.text: entry for entry in mapping.entries}
        return self._keys[id(mapping)].get(name)

    def find(self, path: Path) -> Spot:
        spot = Spot(self.root, None, "the file")
        for step in path:
            spot = self._step(spot, step)
        return spot

    def _step(self, spot: Spot, step: str | int | KeyOf) -> Spot:
        if isinstance(step, int):
            if isinstance(spot.node, Sequence) and step < len(spot.node.items):
                inside = "the list" if spot.name.startswith("item ") else spot.name
                return Spot(spot.node.items[step], None, f"item {step + 1} of {inside}")
            return spot
        name = step.name if isinstance(step, KeyOf) else step
        entry = self.entry(spot.node, name) if isinstance(spot.node, Mapping) else None
        if entry is None:
            return spot
        if isinstance(step, KeyOf):
            return Spot(spot.node, entry, f'the key "{name}"', entry.key)
        return Spot(entry.value, entry, f'"{name}"')


def _first_line(span: Span) -> Span:
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, max(end, span.start + 1))
