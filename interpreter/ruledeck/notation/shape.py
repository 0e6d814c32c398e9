"""check_shape: Node, JSON Schema → diagnostics in file order. Finds the faults; `shape_words` says them.

jsonschema applies the schema, but for `anyOf` and `oneOf`, where `branches` chooses the alternative the author meant,
so that only its faults are reported and a file that nests alternatives is still checked in linear time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from jsonschema import Draft7Validator, ValidationError
from jsonschema.validators import extend

from ruledeck.notation.branches import Alternatives, Branches, kind
from ruledeck.notation.node import Node, plain
from ruledeck.notation.shape_words import Fault, say
from ruledeck.notation.spots import KeyOf

if TYPE_CHECKING:
    from ruledeck.text import Diagnostic

# jsonschema's keyword functions get a validator class made at run time, for which it has no type.
Validator: TypeAlias = Any
Faults: TypeAlias = Iterator[ValidationError]


def check_shape(node: Node, schema: dict[str, object]) -> list[Diagnostic]:
    """All that the schema has against the value, once each."""
    choice = _Choice(Branches(schema))
    keywords = {"anyOf": choice.any_of, "oneOf": choice.any_of, "propertyNames": _property_names}
    chooser: Validator = extend(Draft7Validator, keywords)  # type: ignore[no-untyped-call]
    faults = [_fault(error) for error in chooser(schema).iter_errors(plain(node))]
    return say(node, faults)


def _fault(error: ValidationError) -> Fault:
    schema = error.schema if isinstance(error.schema, dict) else {}
    path: tuple[Any, ...] = tuple(error.absolute_path)
    keyword = error.validator if isinstance(error.validator, str) else "false"
    return Fault(path, keyword, error.validator_value, error.instance, schema)


def _property_names(validator: Validator, names: object, instance: object, _schema: object) -> Faults:
    """As jsonschema's own, but the path of an error ends at the key."""
    if isinstance(instance, dict):
        for name in instance:
            yield from validator.descend(name, names, path=KeyOf(name))


@dataclass(slots=True)
class _Choice:
    """The keyword `anyOf` for one check. Remembers how many faults a list or mapping has against an alternative."""

    branches: Branches
    _alternatives: dict[int, Alternatives] = field(default_factory=dict)
    _counts: dict[tuple[int, int], int] = field(default_factory=dict)

    def any_of(self, validator: Validator, given: object, instance: object, schema: dict[str, object]) -> Faults:
        if id(given) not in self._alternatives:
            self._alternatives[id(given)] = self.branches.alternatives(given)
        known = self._alternatives[id(given)]
        fitting = known.of_kind(kind(instance))
        if not fitting:
            yield ValidationError("", "type", validator_value=known.kinds(), instance=instance, schema=schema)
        elif isinstance(instance, dict):
            yield from self._mapping(validator, fitting, instance, schema)
        else:
            yield from self._other(validator, fitting, instance, schema)

    def _mapping(
        self, validator: Validator, fitting: Alternatives, instance: dict[str, object], schema: dict[str, object]
    ) -> Faults:
        fits = self.branches.fits(instance, fitting)
        if any(fit.viable and self._count(validator, instance, fit.branch) == 0 for fit in fits):
            return
        if len(fits) > 1 and not any(fit.speaks for fit in fits):
            yield ValidationError("", "telling", validator_value=fitting.telling(), instance=instance, schema=schema)
            return
        best = [fit.branch for fit in fits if fit.rank == fits[0].rank]
        chosen = min(best, key=lambda branch: self._count(validator, instance, branch))
        yield from validator.descend(instance, chosen)

    def _other(
        self, validator: Validator, fitting: Alternatives, instance: object, schema: dict[str, object]
    ) -> Faults:
        branches = fitting.schemas()
        counts = [self._count(validator, instance, branch) for branch in branches]
        if 0 in counts:
            return
        if len(branches) == 1 or isinstance(instance, list):
            yield from validator.descend(instance, branches[counts.index(min(counts))])
        else:
            yield ValidationError("", "choices", validator_value=branches, instance=instance, schema=schema)

    def _count(self, validator: Validator, instance: object, branch: dict[str, object]) -> int:
        if not isinstance(instance, (dict, list)):
            return sum(1 for _ in validator.descend(instance, branch))
        pair = (id(instance), id(branch))
        if pair not in self._counts:
            self._counts[pair] = sum(1 for _ in validator.descend(instance, branch))
        return self._counts[pair]
