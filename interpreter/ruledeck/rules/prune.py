"""A file with faults of reading or of shape → the rest of it, and the names that went with what was cut off.

So that one misspelt key does not hide the faults of the rules. What is left is only looked at for further faults, and
never played. Names that stood in what was cut off are no fault where they are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruledeck.notation.node import Entry, Mapping, Node, Scalar, Sequence
from ruledeck.text import Diagnostic

HARMLESS = ("duplicate-key",)
"""Faults after which nothing need be cut off: the second of two entries is not in the tree."""
ABOUT_A_VALUE = ("wrong-type", "bad-value")
DECLARING = ("options", "zones", "variables", "define", "penalties")
"""Sections whose entries are of no use in part. Of other sections what is left of an entry is looked at."""
EXPENDABLE = ("name", "summary", "players")
"""Keys with a plain value without which the rest can still be looked at."""


@dataclass(slots=True)
class Pruned:
    """What is left of a file; None where the rest would mean something else."""

    node: Mapping | None
    lost: set[str] = field(default_factory=set)


def prune(root: Mapping, found: list[Diagnostic], *, of_shape: bool) -> Pruned:
    """Cut off the smallest part of each fault of shape; of a fault of reading, the section that it stands in."""
    faults = {problem.span.start: problem.code for problem in found if problem.code not in HARMLESS}
    pruned = Pruned(root)
    kept: list[Entry] = []
    for entry in root.entries:
        left = cut_section(entry, faults, pruned.lost) if of_shape else cut_whole(entry, faults)
        if left is not None:
            kept.append(left)
            continue
        pruned.lost.update(names_in(entry))
        if isinstance(entry.value, Scalar) and entry.key.text not in EXPENDABLE:
            pruned.node = None
    if pruned.node is not None:
        pruned.node = Mapping(tuple(kept), root.span)
    return pruned


def cut_whole(entry: Entry, faults: dict[int, str]) -> Entry | None:
    start, end = entry.key.span.start, max(entry.key.span.end, entry.value.span.end)
    return None if any(start <= at <= end for at in faults) else entry


def cut_section(entry: Entry, faults: dict[int, str], lost: set[str]) -> Entry | None:
    """A section without what is at fault in it."""
    value = entry.value
    left = cut(entry, faults, lost)
    if left is None or left.value == value or not isinstance(value, Mapping):
        return left
    if entry.key.text == "deck":
        return None
    if not isinstance(left.value, Mapping):
        return left
    whole: list[Entry] = []
    for one in value.entries:
        rest = left.value.entry(one.key.text)
        if rest is not None and (rest == one or entry.key.text not in DECLARING):
            whole.append(rest)
        if rest != one:
            lost.update(names_in(one))
    return Entry(entry.key, Mapping(tuple(whole), value.span))


def cut(entry: Entry, faults: dict[int, str], lost: set[str]) -> Entry | None:
    if entry.key.span.start in faults:
        return None
    value = cut_value(entry.value, faults, lost)
    return None if value is None else entry if value is entry.value else Entry(entry.key, value)


def cut_value(node: Node, faults: dict[int, str], lost: set[str]) -> Node | None:
    """A value without what is at fault in it; None when it is at fault itself."""
    if isinstance(node, Scalar):
        return None if any(node.span.start <= at < node.span.end for at in faults) else node
    if faults.get(node.span.start) in ABOUT_A_VALUE:
        return None
    if isinstance(node, Sequence):
        items = [cut_value(item, faults, lost) for item in node.items]
        for item, left in zip(node.items, items, strict=True):
            if left is None:
                lost.update(words_in(item))
        kept = tuple(item for item in items if item is not None)
        return node if kept == node.items else Sequence(kept, node.span)
    entries: list[Entry] = []
    for entry in node.entries:
        rest = cut(entry, faults, lost)
        if rest is None:
            lost.update(names_in(entry))
        else:
            entries.append(rest)
    return node if tuple(entries) == node.entries else Mapping(tuple(entries), node.span)


def names_in(entry: Entry) -> Iterator[str]:
    """Names that an entry may have declared, at any depth."""
    yield entry.key.text.split("(", 1)[0].strip()
    yield from words_in(entry.value)


def words_in(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from node.text.split()
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from words_in(item)
    else:
        for entry in node.entries:
            yield from names_in(entry)
