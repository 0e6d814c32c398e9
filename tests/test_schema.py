"""The schema and the loader know the same language: neither has a key, verb or word that the other lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from ruledeck.notation.node import Mapping, Node
from ruledeck.notation.read import read_file
from ruledeck.notation.shape import check_shape
from ruledeck.rules import examine
from ruledeck.rules.files import schema
from ruledeck.rules.merge import BY_ENTRY
from ruledeck.rules.perform import LOWERINGS
from ruledeck.words.verbs import SUBJECTS, VERB_OF, VERBS, Takes, Verb
from tests.schema_walk import Key, Place, Schema, accepts, at, keys, parts, resolved, root, show, used_keys, uses

ROOT = Path(__file__).parent.parent
GOOD = ROOT / "tests" / "corpus" / "good"
SINK = GOOD / "kitchen-sink.yaml"
SHIPPED = sorted(ROOT.glob("rulesets/**/*.yaml"))
RULE_FILES = [path for path in SHIPPED if "scenario" not in path.name and "scenarios" not in path.parts]
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)")
NO_MAPPINGS = ("define", "actions")
"""Sections whose entries are expressions or effects."""
DRAFT_7 = set(Draft7Validator.META_SCHEMA["properties"])


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> Node:
    _, node, found = read_file(path, path.name)
    assert found == []
    assert node is not None
    return node


# ------------------------------------------------------------------- verbs


EFFECT: Place = ("definitions", "effect")


def verb_branch(verb: Verb) -> Schema:
    return next(part for part in at(EFFECT)["anyOf"] if verb.name in part.get("required", ()))


def test_the_schema_has_the_verbs_and_no_others() -> None:
    told = [part["required"][0] for part in at(EFFECT)["anyOf"] if "required" in part]
    assert sorted(told) == sorted(verb.name for verb in VERBS if verb.keys)
    bare = [word for part in at(EFFECT)["anyOf"] for word in part.get("enum", ())]
    assert sorted(bare) == sorted(verb.name for verb in VERBS if not verb.keys)


def test_every_verb_is_lowered() -> None:
    assert {*LOWERINGS, "play"} == set(VERB_OF)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb.keys], ids=lambda verb: verb.name)
def test_a_verb_has_the_same_keys(verb: Verb) -> None:
    branch = verb_branch(verb)
    assert list(branch["properties"]) == [key.name for key in verb.keys]
    assert branch["required"] == [key.name for key in verb.keys if key.required]
    for key in verb.keys:
        value = branch["properties"][key.name]
        wanted = {Takes.EFFECTS: "effects", Takes.SUBJECT: "subject"}.get(key.takes, "expression")
        if key.takes is Takes.WORD or (key.takes is Takes.SUBJECT and "enum" in value):
            assert "$ref" not in value
        else:
            assert value["$ref"] == f"#/definitions/{wanted}"


def test_the_schema_tells_the_subjects() -> None:
    """Any name may be one, since a variable may hold a seat."""
    subject = at(("definitions", "subject"))
    assert subject["examples"][: len(SUBJECTS)] == list(SUBJECTS)
    assert [word for word in SUBJECTS if f"`{word}`" not in subject["description"]] == []


# ---------------------------------------------------------- loader and file


def test_the_kitchen_sink_uses_every_key() -> None:
    assert show(keys() - used_keys(read(SINK))) == []


def test_the_loader_reads_the_keys_of_the_schema_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[str, int, int, str]] = set()
    get = Mapping.get

    def recording(self: Mapping, name: str) -> Node | None:
        asked.add((self.span.source.name, self.span.start, self.span.end, name))
        return get(self, name)

    monkeypatch.setattr(Mapping, "get", recording)
    rules, found = examine(SINK)
    monkeypatch.undo()
    assert rules is not None, found
    places = {
        (layer.source.name, mapping.span.start, mapping.span.end): place
        for layer in rules.layers
        for mapping, place in uses(layer.node)
    }
    reads: set[Key] = {(places[where], name) for *spot, name in asked if (where := tuple(spot)) in places}
    assert show(reads - keys()) == [], "the loader reads these, and the schema does not know them"
    assert show(keys() - reads) == [], "the schema knows these, and the loader does not read them"


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.yaml")), ids=relative)
def test_a_good_file_has_no_findings(path: Path) -> None:
    rules, found = examine(path)
    assert [problem.message for problem in found] == []
    assert rules is not None
    if rules.spec.kind == "game":
        assert sorted(rules.games) == list(rules.players)


@pytest.mark.parametrize("path", RULE_FILES, ids=relative)
def test_a_shipped_file_has_the_right_shape(path: Path) -> None:
    assert check_shape(read(path), schema()) == []


@pytest.mark.parametrize("path", [*RULE_FILES, *sorted(GOOD.glob("*.yaml"))], ids=relative)
def test_the_first_line_tells_an_editor_where_the_schema_is(path: Path) -> None:
    match = MODELINE.fullmatch(path.read_text(encoding="utf-8").splitlines()[0])
    assert match, "the first line is the modeline"
    assert (path.parent / match[1]).resolve() == ROOT / "schema" / "ruledeck.schema.json"


# ------------------------------------------------------------- the schema


def test_the_schema_is_one_that_editors_read() -> None:
    Draft7Validator.check_schema(root())
    assert root()["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert "//" not in root()["$id"]
    foreign = {word for _, part in parts() for word in part} - DRAFT_7
    assert not foreign, "words that draft 7 does not know"


def test_every_reference_leads_somewhere_and_every_definition_is_used() -> None:
    targets = {resolved(place) for place, part in parts() if "$ref" in part}
    assert targets == {("definitions", name) for name in root()["definitions"]}


def test_every_key_has_a_description_and_an_example() -> None:
    for place, part in parts():
        explained = [*part.get("properties", {}).items(), *part.get("definitions", {}).items()]
        for name, value in explained:
            where = "/".join((*place, name))
            assert len(value.get("description", "")) > 5, where
            assert value.get("examples"), where


def test_every_mapping_is_closed() -> None:
    for place, part in parts():
        if "properties" in part or part.get("type") == "object":
            wanted = part.get("additionalProperties")
            assert wanted is False or isinstance(wanted, dict), "/".join(place)


def test_every_example_is_valid() -> None:
    for place, part in parts():
        for value in part.get("examples", ()):
            assert accepts(part, value), f"{'/'.join(place)}: {value!r}"


@pytest.mark.parametrize("entry", ["none", {}])
def test_none_stands_for_an_entry_of_every_section_by_name(entry: object) -> None:
    sections = [name for name, part in root()["properties"].items() if named_entries(part)]
    assert sorted(sections) == sorted(BY_ENTRY)
    for name in sections:
        if name not in NO_MAPPINGS or entry == "none":
            assert accepts(root(), {"name": "A variant", name: {"stock": entry}}), name


def named_entries(part: Schema) -> bool:
    """Whether a section has entries that authors name; points are named by patterns."""
    return part.get("type") == "object" and "propertyNames" in part
