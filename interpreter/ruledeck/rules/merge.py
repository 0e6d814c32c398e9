"""layers → one mapping: what a file says over what it extends.

The rule: a section of named entries merges entry by entry, an entry key by key, anything below is replaced whole.
`none` removes an entry. Kept order: inherited entries in their place, new ones after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledeck.notation.node import Entry, Mapping, Node, Scalar
from ruledeck.rules.files import Layer
from ruledeck.text import Diagnostic
from ruledeck.text.near import near

BY_ENTRY = (
    "options", "zones", "variables", "define", "turn", "moves", "melds", "actions", "powers", "windows", "penalties", "round_ends", "scoring",
    "strategies",
)  # fmt: skip
WHOLE_ENTRIES = ("actions",)
"""Of these sections an entry is effects, and is replaced whole."""
BY_KEY = ("deal", "match", "limits")
MOST_ENTRIES = 120
OWN = ("kind", "extends")
LAYERED = ("points",)


def entry_name(key: Scalar) -> str:
    """What an entry is known by: definitions without their parameters, so that a variant may redefine them."""
    return key.text.split("(", 1)[0].strip()


def is_none(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text == "none" and not node.quoted


def merge_layers(layers: tuple[Layer, ...]) -> tuple[Mapping, list[Diagnostic]]:
    """One mapping from the layers (the extending file first). `points` keeps the top file's alone; see `point_layers`."""
    found: list[Diagnostic] = []
    merged: dict[str, Entry] = {}
    for depth, layer in reversed(list(enumerate(layers))):
        for entry in layer.node.entries:
            name = entry.key.text
            if name in OWN and depth > 0:
                continue
            base = merged.get(name)
            merged[name] = merge_section(name, base, entry, found)
    found.extend(too_many(merged.values()))
    return Mapping(tuple(merged.values()), layers[0].node.span), found


def too_many(sections: Iterable[Entry]) -> Iterator[Diagnostic]:
    """Sections with more entries than any game needs. Rule files come from strangers."""
    for entry in sections:
        size = len(entry.value.entries) if isinstance(entry.value, Mapping) else 0
        if size > MOST_ENTRIES:
            message = f"`{entry.key.text}` has {size} entries, and a section has at most {MOST_ENTRIES}"
            yield Diagnostic("program-too-large", message, entry.key.span)


def merge_section(name: str, base: Entry | None, entry: Entry, found: list[Diagnostic]) -> Entry:
    if not isinstance(entry.value, Mapping):
        return entry
    old = base.value if base is not None and isinstance(base.value, Mapping) else Mapping((), entry.value.span)
    if name in BY_ENTRY:
        return Entry(entry.key, merge_entries(old, entry.value, found, name in WHOLE_ENTRIES))
    if name in BY_KEY:
        return Entry(entry.key, merge_keys(old, entry.value))
    return entry


def merge_entries(old: Mapping, new: Mapping, found: list[Diagnostic], whole: bool) -> Mapping:
    merged = {entry_name(entry.key): entry for entry in old.entries}
    own: set[str] = set()
    for entry in new.entries:
        name = entry_name(entry.key)
        if name in own:
            found.append(Diagnostic("duplicate-key", f"`{name}` is defined twice in this file", entry.key.span))
        own.add(name)
        base = merged.get(name)
        if is_none(entry.value):
            if base is None:
                hint = near(name, merged) or "`none` takes away an inherited entry"
                found.append(
                    Diagnostic("nothing-to-remove", f"nothing inherited is called `{name}`", entry.key.span, hint)
                )
            merged.pop(name, None)
        elif not whole and base and isinstance(base.value, Mapping) and isinstance(entry.value, Mapping):
            merged[name] = Entry(entry.key, merge_keys(base.value, entry.value))
        else:
            merged[name] = entry
    return Mapping(tuple(merged.values()), new.span)


def merge_keys(old: Mapping, new: Mapping) -> Mapping:
    merged = {entry.key.text: entry for entry in old.entries}
    for entry in new.entries:
        merged[entry.key.text] = entry
    return Mapping(tuple(merged.values()), new.span)


def point_layers(layers: tuple[Layer, ...]) -> list[tuple[int, Mapping]]:
    """The `points` sections with the depth of their file, the extending file first."""
    found = []
    for depth, layer in enumerate(layers):
        node = layer.node.get("points")
        if isinstance(node, Mapping):
            found.append((depth, node))
    return found
