"""JSON Schema alternatives and a value → the alternatives that fit, the best first.

An author thinks in telling keys: a mapping with `draw` is the verb `draw`, whatever else is wrong with it. So among
the alternatives of `anyOf` the kind of the value decides, then the required keys it has.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ruledeck.notation.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

Schema: TypeAlias = dict[str, object]

_NAMES = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
    "null": "nothing", "array": "a list", "object": "a mapping",
}  # fmt: skip
_MERELY_SAID = frozenset({"anyOf", "oneOf", "title", "description", "examples", "$comment", "default"})
_DEPTH = 10
_MOST_GUESSES = 20


def kind(value: object) -> str:
    """The JSON type of a plain value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case list():
            return "array"
        case _:
            return "object" if isinstance(value, dict) else "string"


def kinds_in_words(kinds: object) -> str:
    """`["string", "array"]` → "text or a list"."""
    names = [kinds] if isinstance(kinds, str) else _list(kinds)
    words = list(dict.fromkeys(_NAMES.get(str(name), str(name)) for name in names if name != "null" or len(names) == 1))
    if len(words) > 1:
        return f"{', '.join(words[:-1])} or {words[-1]}"
    return words[0] if words else "nothing"


@dataclass(frozen=True, slots=True)
class Alternative:
    schema: Schema
    kinds: frozenset[str]
    required: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    all: tuple[Alternative, ...]
    required_by: Counter[str]

    def of_kind(self, found: str) -> Alternatives | None:
        fitting = tuple(one for one in self.all if found in one.kinds)
        return _counted(fitting) if fitting else None

    def schemas(self) -> list[Schema]:
        return [one.schema for one in self.all]

    def kinds(self) -> list[str]:
        return [name for one in self.all for name in _NAMES if name in one.kinds]

    def telling(self) -> list[str]:
        """Of each alternative the required key that no other requires; its first one, if others require them all."""
        names = [
            next((name for name in one.required if self.required_by[name] == 1), one.required[0])
            for one in self.all
            if one.required
        ]
        return list(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Fit:
    """One alternative for a mapping: may it be valid, does a key speak for it, tell it, and how much (more is better)."""

    branch: Schema
    viable: bool
    speaks: bool
    tells: bool
    rank: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branches:
    """Reads the alternatives of one root schema."""

    root: Schema

    def alternatives(self, given: object) -> Alternatives:
        flat = tuple(Alternative(one, self._kinds(one), self._required(one)) for one in self._flatten(given))
        return _counted(flat)

    def fits(self, value: Schema, among: Alternatives) -> list[Fit]:
        """The alternatives for a mapping, the likeliest first (in the schema's order when nothing tells them apart)."""
        fits = [self._fit(value, one, among.required_by) for one in among.all]
        if not any(fit.tells for fit in fits):
            meant = self._meant(value, among)
            fits = [self._fit(value, one, among.required_by, meant) for one in among.all]
        return sorted(fits, key=lambda fit: fit.rank, reverse=True)

    def _meant(self, value: Schema, among: Alternatives) -> frozenset[str]:
        """Telling keys that keys which no alternative knows were probably meant to be."""
        known = {name for one in among.all if isinstance(has := one.schema.get("properties"), dict) for name in has}
        telling = [name for name, times in among.required_by.items() if times == 1]
        unknown = [name for name in value if name not in known][:_MOST_GUESSES]
        guesses = [nearest(name, telling) for name in unknown]
        return frozenset(name for name in guesses if name is not None)

    def _fit(
        self, value: Schema, one: Alternative, required_by: Counter[str], meant: frozenset[str] = frozenset()
    ) -> Fit:
        present = [name for name in one.required if name in value]
        tells = any(required_by[name] == 1 for name in present)
        properties = one.schema.get("properties")
        known = [name for name in value if isinstance(properties, dict) and name in properties]
        contradicted = sum(1 for name in known if self._contradicts(properties, name, value[name]))
        missing = len(one.required) - len(present)
        free = not one.required and (bool(known) or not isinstance(properties, dict))
        guessed = len(meant.intersection(one.required))
        rank = (-contradicted, int(tells), guessed, len(present), -missing, len(known))
        return Fit(one.schema, missing == 0, bool(present) or free, tells, rank)

    def _contradicts(self, properties: object, name: str, value: object) -> bool:
        schema = self._resolve(properties.get(name)) if isinstance(properties, dict) else {}
        return "const" in schema and schema["const"] != value

    def _resolve(self, schema: object) -> Schema:
        """Follows local `$ref`s; anything that leads nowhere allows everything."""
        for _ in range(5 * _DEPTH):
            if not isinstance(schema, dict):
                return {}
            target = schema.get("$ref")
            if not isinstance(target, str):
                return schema
            schema = self._pointer(target)
        return {}

    def _pointer(self, target: str) -> object:
        here: object = self.root
        for part in target.removeprefix("#").strip("/").split("/"):
            if part and isinstance(here, dict):
                here = here.get(part.replace("~1", "/").replace("~0", "~"))
        return here

    def _flatten(self, branches: object, depth: int = 0) -> Iterator[Schema]:
        """The alternatives, with those that are only further alternatives opened up."""
        for branch in _list(branches):
            schema = self._resolve(branch)
            inner = schema.get("anyOf", schema.get("oneOf"))
            if inner is not None and depth < _DEPTH and schema.keys() <= _MERELY_SAID:
                yield from self._flatten(inner, depth + 1)
            else:
                yield schema

    def _kinds(self, schema: object, depth: int = 0) -> frozenset[str]:
        """The JSON types that a schema accepts."""
        found = self._resolve(schema)
        kinds = frozenset(_NAMES)
        if "type" in found:
            declared = found["type"]
            names = {declared} if isinstance(declared, str) else {str(name) for name in _list(declared)}
            kinds &= names | ({"integer"} if "number" in names else set())
        if "enum" in found or "const" in found:
            kinds &= {kind(value) for value in _list(found.get("enum", [found.get("const")]))}
        if depth >= _DEPTH:
            return kinds
        inner = _list(found.get("anyOf", found.get("oneOf")))
        if inner:
            kinds &= frozenset[str]().union(*(self._kinds(branch, depth + 1) for branch in inner))
        for part in _list(found.get("allOf")):
            kinds &= self._kinds(part, depth + 1)
        return kinds

    def _required(self, schema: object, depth: int = 0) -> tuple[str, ...]:
        found = self._resolve(schema)
        names = [str(name) for name in _list(found.get("required"))]
        for part in _list(found.get("allOf")) if depth < _DEPTH else []:
            names.extend(self._required(part, depth + 1))
        return tuple(dict.fromkeys(names))


def _counted(alternatives: tuple[Alternative, ...]) -> Alternatives:
    return Alternatives(alternatives, Counter(name for one in alternatives for name in one.required))


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
