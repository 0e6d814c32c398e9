"""The schema of rule files as a tree of places, and a rule file laid against it: which key of which place it uses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias, cast

from jsonschema import Draft7Validator

from ruledeck.notation.node import Mapping, Node, Scalar, Sequence, plain
from ruledeck.rules.files import schema

Schema: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str, ...]
"""The way to a schema from the root, references followed: ("definitions", "option")."""
Key: TypeAlias = tuple[Place, str]

SINGLE = ("additionalProperties", "propertyNames", "items", "not")
LISTS = ("anyOf", "allOf", "oneOf")
TABLES = ("properties", "patternProperties", "definitions")


@cache
def root() -> Schema:
    return cast("Schema", schema())


@cache
def validator() -> Draft7Validator:
    return Draft7Validator(root())


def accepts(part: Schema, value: object) -> bool:
    """Whether a value is valid against a part of the schema."""
    return validator().evolve(schema=part).is_valid(value)


def at(place: Place) -> Schema:
    found: Any = root()
    for step in place:
        found = found[int(step)] if isinstance(found, list) else found[step]
    return cast("Schema", found)


def resolved(place: Place) -> Place:
    """The place that a reference there leads to; the place itself where there is none."""
    target = at(place).get("$ref")
    return resolved(tuple(target.removeprefix("#/").split("/"))) if target else place


def parts(place: Place = ()) -> Iterator[tuple[Place, Schema]]:
    """Every schema within the one at a place, itself first, with its place."""
    here = at(place)
    yield place, here
    for word in SINGLE:
        if isinstance(here.get(word), dict):
            yield from parts((*place, word))
    for word in LISTS:
        for index in range(len(here.get(word, ()))):
            yield from parts((*place, word, str(index)))
    for word in TABLES:
        for name in here.get(word, ()):
            yield from parts((*place, word, name))


def keys() -> set[Key]:
    """Every key of the language with the place of the mapping that it stands in."""
    return {(place, name) for place, part in parts() for name in part.get("properties", ())}


def uses(node: Node, place: Place = ()) -> Iterator[tuple[Mapping, Place]]:
    """Every mapping of a rule file with the place of its schema."""
    place = resolved(place)
    here = at(place)
    if "anyOf" in here:
        branch = next((one for one in branches(place) if accepts(at(one), plain(node))), None)
        if branch is not None:
            yield from uses(node, branch)
    elif not isinstance(node, Scalar):
        if isinstance(node, Mapping):
            yield node, place
        for value, step in inside(node, place):
            yield from uses(value, step)


def branches(place: Place) -> list[Place]:
    return [(*place, "anyOf", str(index)) for index in range(len(at(place)["anyOf"]))]


def used_keys(node: Node) -> set[Key]:
    """The keys of the language that a rule file uses."""
    return {
        (place, name)
        for mapping, place in uses(node)
        for name in mapping.keys()  # noqa: SIM118 - a node, not a dict
        if name in at(place).get("properties", ())
    }


def show(found: set[Key]) -> list[str]:
    """Keys as a failing test prints them."""
    return sorted("/".join((*place, name)) for place, name in found)


def words() -> set[tuple[str, str]]:
    """Every word that the language lists, with the name of what it is a choice for."""
    return {
        (place[-1], word) for place, part in parts() if place and place[-1] != "not" for word in part.get("enum", ())
    }


def used_words(node: Node) -> set[tuple[str, str]]:
    """The listed words that a rule file uses."""
    return {(place[-1], found.text) for found, place in scalars(node) if found.text in at(place).get("enum", ())}


def scalars(node: Node, place: Place = ()) -> Iterator[tuple[Scalar, Place]]:
    """Every word and number of a rule file with the place of its schema."""
    place = resolved(place)
    if "anyOf" in at(place):
        branch = next((one for one in branches(place) if accepts(at(one), plain(node))), None)
        if branch is not None:
            yield from scalars(node, branch)
    elif isinstance(node, Scalar):
        yield node, place
    else:
        for value, step in inside(node, place):
            yield from scalars(value, step)


def inside(node: Mapping | Sequence, place: Place) -> Iterator[tuple[Node, Place]]:
    """The values directly in a mapping or list with the places of their schemas."""
    here = at(place)
    if isinstance(node, Sequence):
        yield from ((item, (*place, "items")) for item in node.items if "items" in here)
        return
    for entry in node.entries:
        if entry.key.text in here.get("properties", ()):
            yield entry.value, (*place, "properties", entry.key.text)
        elif isinstance(here.get("additionalProperties"), dict):
            yield entry.value, (*place, "additionalProperties")
