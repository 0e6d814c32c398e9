"""check_shape: each kind of fault, said in an author's words, at its exact place, once, in file order."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledeck.notation import check_shape, read
from ruledeck.text import Diagnostic, Source
from ruledeck.text.codes import CODES


def _verb(name: str, value: object, **others: object) -> dict[str, object]:
    properties = {name: value, **others}
    return {"type": "object", "required": list(properties), "properties": properties, "additionalProperties": False}


_STEPS = {"$ref": "#/definitions/steps"}
_TEXT = {"type": "string"}
SCHEMA: dict[str, object] = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "minLength": 1, "examples": ["Lighthouse"]},
        "players": {
            "type": ["string", "integer"],
            "title": "a range is",
            "pattern": r"^\d+\.\.\d+$",
            "examples": ["2..4"],
        },
        "kind": {"enum": ["small", "large"]},
        "size": {"type": "integer", "minimum": 1, "maximum": 9},
        "reshuffle": {"type": "boolean"},
        "ranks": {"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": ["string", "integer"]}},
        "piles": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z_]+$", "examples": ["draw_pile"]},
            "additionalProperties": _verb("owner", {"enum": ["seat", "table"]}),
        },
        "rows": {
            "type": "object",
            "patternProperties": {"^[0-9]+$": {"type": "integer"}},
            "additionalProperties": False,
        },
        "tables": {"type": "object", "propertyNames": {"enum": ["north", "south"]}},
        "start": {"anyOf": [{"enum": ["first", "last"]}, {"type": "string", "pattern": "^seat ", "title": "a seat"}]},
        "do": _STEPS,
        "either": {"oneOf": [{"type": "array", "items": _TEXT}, {"type": "array", "items": {"type": "integer"}}]},
        "shape": {
            "anyOf": [_verb("is", {"const": "round"}, width=_TEXT), _verb("is", {"const": "flat"}, length=_TEXT)]
        },
    },
    "dependencies": {"size": ["kind"]},
    "definitions": {
        "steps": {
            "oneOf": [{"$ref": "#/definitions/step"}, {"type": "array", "items": {"$ref": "#/definitions/step"}}]
        },
        "step": {
            "title": "step",
            "anyOf": [
                {"enum": ["pass", "stop"]},
                _verb("take", {"type": "integer", "minimum": 1}),
                _verb("choose", _TEXT, **{"from": _TEXT}),
                _verb("if", _TEXT, do=_STEPS),
                _verb("each", _TEXT, do=_STEPS),
                _verb("may", _TEXT, do=_STEPS),
            ],
        },
    },
}


def check(text: str) -> list[Diagnostic]:
    node, found = read(Source("f.yaml", text))
    assert found == []
    assert node is not None
    faults = check_shape(node, SCHEMA)
    assert [fault.span.start for fault in faults] == sorted(fault.span.start for fault in faults)
    for fault in faults:
        assert fault.code in CODES
        assert "schema" not in fault.message
    return faults


def one(text: str) -> tuple[str, str, str | None]:
    (fault,) = check(f"name: x\n{text}")
    return f"{fault.span.line}:{fault.span.column} {fault.code}", fault.message, fault.hint


@pytest.mark.parametrize(
    "text",
    [
        "players: 2..4", "kind: small\nsize: 3", "ranks: [A, 10]", "piles: {hand: {owner: seat}}", "rows: {10: 1}",
        "start: last", "start: seat 3", "do: pass", "do: [pass, {take: 2}]", "do: {if: x, do: [{each: y, do: stop}]}",
        "either: [1, 2]", "either: [a]", "shape: {is: flat, length: x}", "tables: {north: 1}",
    ],
)  # fmt: skip
def test_good(text: str) -> None:
    assert check(f"name: x\n{text}\n") == []


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("reshufle: true", "2:1 unknown-key", 'the key "reshufle" is not known', 'did you mean "reshuffle"?'),
        ("Re-Shuffle: true", "2:1 unknown-key", 'the key "Re-Shuffle" is not known', 'did you mean "reshuffle"?'),
        ("piles: {a: {}}", "2:9 missing-key", '"a" needs the key "owner"', None),
        ("piles: {a: {owned: seat}}", "2:13 unknown-key", 'the key "owned" is not known in "a"', 'did you mean "owner"?'),
        ("piles: {A: {owner: seat}}", "2:9 bad-value", 'the key "A" is not written as it should be', "for example: draw_pile"),
        ("piles: [a]", "2:8 wrong-type", 'expected a mapping for "piles", found a list', None),
        ("piles:", "2:1 wrong-type", '"piles" has no value; expected a mapping', None),
        ("rows: {ten: 1}", "2:8 unknown-key", 'the key "ten" is not known in "rows"', None),
        ("rows: {10: x}", "2:12 wrong-type", 'expected a whole number for "10", found the text "x"', None),
        ("tables: {nroth: 1}", "2:10 unknown-key", 'the key "nroth" cannot be "nroth"', 'did you mean "north"? It may be one of: north, south'),
        ("ranks: hearts", "2:8 wrong-type", 'expected a list for "ranks", found the text "hearts"', None),
        ("ranks: [A]", "2:8 bad-value", '"ranks" must have at least 2 items, found 1', None),
        ("ranks: [A, A]", "2:8 bad-value", '"ranks" holds "A" twice', "remove one of them"),
        ("ranks: [A, [B]]", "2:12 wrong-type", 'expected text or a whole number for item 2 of "ranks", found a list', None),
        ("reshuffle: yes", "2:12 wrong-type", 'expected true or false for "reshuffle", found the text "yes"', None),
        ("kind: smal", "2:7 bad-value", '"kind" cannot be "smal"', 'did you mean "small"? It may be one of: small, large'),
        ("kind: small\nsize: 0", "3:7 bad-value", '"size" must be at least 1, found 0', None),
        ("kind: small\nsize: 10", "3:7 bad-value", '"size" must be at most 9, found 10', None),
        ("kind: small\nsize: true", "3:7 wrong-type", 'expected a whole number for "size", found true', None),
        ("players: 2-4", "2:10 bad-value", '"players", "2-4", is not written as a range is', "for example: 2..4"),
        ("start: frist", "2:8 bad-value", '"start" cannot be "frist"', 'did you mean "first"? It may be one of: first, last; or a seat'),
        ("start: 3", "2:8 wrong-type", 'expected text for "start", found the number 3', None),
        ("either: [1, a]", "2:10 wrong-type", 'expected text for item 1 of "either", found the number 1', None),
        ("shape: {is: flat}", "2:1 missing-key", '"shape" needs the key "length"', None),
        ("do: pas", "2:5 bad-value", '"do" cannot be "pas"', 'did you mean "pass"? It may be one of: pass, stop'),
        ("do: {take: two}", "2:12 wrong-type", 'expected a whole number for "take", found the text "two"', None),
        ("do: {tkae: 2}", "2:6 unknown-key", 'the key "tkae" is not known in "do"', 'did you mean "take"?'),
        ("do: [{foo: 2}]", "2:7 unknown-key", 'item 1 of "do" has no key that says which step this is', "one of: take, choose, if, each, may"),
        ("do: [{}]", "2:6 unknown-key", 'item 1 of "do" has no key that says which step this is', "one of: take, choose, if, each, may"),
        ("do: {choose: a}", "2:1 missing-key", '"do" needs the key "from"', None),
        ("do: {if: x, do: {take: 0}}", "2:24 bad-value", '"take" must be at least 1, found 0', None),
        ("do: [3]", "2:6 wrong-type", 'expected text or a mapping for item 1 of "do", found the number 3', None),
        ("size: 3", "1:1 missing-key", 'the file has a key that needs another: "size" goes with "kind"', None),
    ],
)  # fmt: skip
def test_one_fault(text: str, place: str, message: str, hint: str | None) -> None:
    assert one(text + "\n") == (place, message, hint)


def test_misspelt_required_key_is_one_fault() -> None:
    (fault,) = check("nmae: x\n")
    assert (fault.code, str(fault.span), fault.hint) == ("unknown-key", "f.yaml:1:1", 'did you mean "name"?')


def test_missing_key_of_the_file() -> None:
    (fault,) = check("\nkind: small\n")
    assert (fault.code, str(fault.span), fault.hint) == ("missing-key", "f.yaml:2:1", "for example: Lighthouse")


def test_root_of_the_wrong_kind() -> None:
    (fault,) = check("- a\n- b\n")
    assert fault.message == "expected a mapping for the file, found a list"
    assert (fault.span.start, fault.span.end) == (0, 3)


def test_all_faults_once_and_in_order() -> None:
    text = "kind: x\nname: [y]\ndo:\n  - take: no\n    who: me\n  - foo: 1\nranks: A\n"
    assert [f"{fault.span.line} {fault.code}" for fault in check(text)] == [
        "1 bad-value", "2 wrong-type", "4 wrong-type", "5 unknown-key", "6 unknown-key", "7 wrong-type",
    ]  # fmt: skip


def test_a_shared_value_is_faulted_once() -> None:
    assert len(check("name: x\npiles: {a: &p {owner: me}, b: *p}\n")) == 1


def test_deep_alternatives_stay_cheap() -> None:
    begun = time.process_time()
    text = "name: x\ndo: " + "{may: x, do: [" * 19 + "{tkae: 1}" + "]}" * 19 + "\n"
    (fault,) = check(text)
    assert fault.hint == 'did you mean "take"?'
    assert time.process_time() - begun < 2


def test_many_faults_stay_cheap() -> None:
    begun = time.process_time()
    assert len(check("name: x\ndo: [" + "{take: 0}, " * 2000 + "]\n")) == 2000
    assert time.process_time() - begun < 2


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.sampled_from(["pass", "seat", "x", "2..4"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "do", "if", "take", "piles", "owner", "foo", "is", "shape"]), inner)
    ),
    max_leaves=12,
)


def _flow(value: object) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ", ".join(_flow(inner) for inner in value) + "]"
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case _:
            return str(value)


@settings(deadline=None, max_examples=200)
@given(VALUES, VALUES)
def test_any_value_is_judged_without_fail(first: object, second: object) -> None:
    check(f"name: {_flow(first)}\ndo: {_flow(second)}\nshape: {_flow(first)}\n")
    check(f"{_flow(second)}\n")
