"""Faults against a schema → diagnostics in an author's words, at the key or value that is wrong, in file order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruledeck.notation.branches import kind, kinds_in_words
from ruledeck.notation.near import nearest, one_of, suggest
from ruledeck.notation.node import Mapping, Node, Scalar
from ruledeck.notation.shape_values import example, refuse
from ruledeck.notation.spots import Atlas, KeyOf, Path, Spot
from ruledeck.text import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Many

_MANY = 30
_ABOUT_KEYS = ("required", "additionalProperties", "telling", "dependencies")


@dataclass(frozen=True, slots=True)
class Fault:
    """`found`, at `path`, breaks `keyword`, which asks for `wanted` and stands in `schema`."""

    path: Path
    keyword: str
    wanted: object
    found: object
    schema: dict[str, object]


def say(root: Node, faults: Many[Fault]) -> list[Diagnostic]:
    """Each fault once; of several against one value the wrong kind counts; a misspelt key is not missing as well."""
    atlas = Atlas(root)
    said: dict[tuple[str, int, str], Diagnostic] = {}
    judged: set[Path] = set()
    meant = {(fault.path, name) for fault in faults for name in _meant(fault)}
    for fault in sorted(faults, key=lambda fault: fault.keyword != "type"):
        if fault.keyword not in _ABOUT_KEYS:
            if fault.path in judged:
                continue
            judged.add(fault.path)
        for diagnostic in _say(atlas, fault, meant):
            said.setdefault((diagnostic.code, diagnostic.span.start, diagnostic.message), diagnostic)
    return sorted(said.values(), key=lambda diagnostic: diagnostic.span.start)


def _say(atlas: Atlas, fault: Fault, meant: set[tuple[Path, str]]) -> Iterator[Diagnostic]:
    spot = atlas.find(fault.path)
    match fault.keyword:
        case "type":
            yield _wrong_type(spot, fault)
        case "required":
            yield from _missing(spot, fault, meant)
        case "additionalProperties":
            yield from _unknown(spot, fault)
        case "telling":
            yield _untold(spot, fault)
        case "false":
            yield Diagnostic("unknown-key", f"{spot.name} is not allowed here", spot.owner())
        case _:
            message, hint = refuse(fault.keyword, fault.wanted, fault.found, fault.schema, spot.name)
            yield Diagnostic(_code(fault), message, spot.span(), hint)


def _code(fault: Fault) -> str:
    if fault.keyword == "dependencies":
        return "missing-key"
    names_known_keys = fault.keyword in ("enum", "choices", "const")
    return "unknown-key" if names_known_keys and fault.path and isinstance(fault.path[-1], KeyOf) else "bad-value"


def _wrong_type(spot: Spot, fault: Fault) -> Diagnostic:
    wanted = kinds_in_words(fault.wanted)
    if isinstance(spot.node, Scalar) and not spot.node.text and not spot.node.quoted:
        message = f"{spot.name} has no value; expected {wanted}"
    else:
        message = f"expected {wanted} for {spot.name}, found {_found(spot.node, fault.found)}"
    return Diagnostic("wrong-type", message, spot.span(), example(fault.schema))


def _found(node: Node, value: object) -> str:
    if not isinstance(node, Scalar):
        return kinds_in_words(kind(value))
    text = node.text if len(node.text) <= 40 else f"{node.text[:37]}..."
    match value:
        case bool():
            return text
        case None:
            return f"{text}, which means nothing"
        case int():
            return f"the number {text}"
        case _:
            return f'the text "{text}"'


def _missing(spot: Spot, fault: Fault, meant: set[tuple[Path, str]]) -> Iterator[Diagnostic]:
    present = fault.found if isinstance(fault.found, dict) else {}
    properties = fault.schema.get("properties")
    for name in _texts(fault.wanted):
        if name not in present and (fault.path, name) not in meant:
            hint = example(properties.get(name)) if isinstance(properties, dict) else None
            yield Diagnostic("missing-key", f'{spot.name} needs the key "{name}"', spot.owner(), hint)


def _unknown(spot: Spot, fault: Fault) -> Iterator[Diagnostic]:
    if not isinstance(spot.node, Mapping):
        return
    known = _known(fault.schema)
    unknown = set(_unknown_names(fault))
    free = [name for name in known if spot.node.get(name) is None]
    where = f" in {spot.name}" if fault.path else ""
    for entry in spot.node.entries:
        name = entry.key.text
        if name in unknown:
            hint = suggest(name, free) or (None if known else example(fault.schema))
            yield Diagnostic("unknown-key", f'the key "{_short(name)}" is not known{where}', entry.key.span, hint)


def _unknown_names(fault: Fault) -> list[str]:
    if not isinstance(fault.found, dict):
        return []
    known = set(_known(fault.schema))
    patterns = fault.schema.get("patternProperties")
    allowed = list(patterns) if isinstance(patterns, dict) else []
    return [name for name in fault.found if name not in known and not any(re.search(one, name) for one in allowed)]


def _known(schema: dict[str, object]) -> list[str]:
    properties = schema.get("properties")
    return [str(name) for name in properties] if isinstance(properties, dict) else []


def _meant(fault: Fault) -> Iterator[str]:
    """Keys that an unknown key was probably meant to be."""
    if fault.keyword == "additionalProperties" and isinstance(fault.found, dict):
        free = [name for name in _known(fault.schema) if name not in fault.found]
        for name in _unknown_names(fault):
            guess = nearest(name, free)
            if guess is not None:
                yield guess


def _untold(spot: Spot, fault: Fault) -> Diagnostic:
    """No key says which of several kinds of mapping this is."""
    telling = _texts(fault.wanted)
    entries = spot.node.entries if isinstance(spot.node, Mapping) else ()
    for entry in entries:
        guess = nearest(entry.key.text, telling)
        if guess is not None:
            message = f'the key "{_short(entry.key.text)}" is not known in {spot.name}'
            return Diagnostic("unknown-key", message, entry.key.span, f'did you mean "{guess}"?')
    title = fault.schema.get("title")
    what = f"which {title} this is" if isinstance(title, str) else "what it is"
    message = f"{spot.name} has no key that says {what}"
    span = entries[0].key.span if entries else spot.owner()
    return Diagnostic("unknown-key", message, span, one_of(telling, _MANY))


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:37]}..."


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
