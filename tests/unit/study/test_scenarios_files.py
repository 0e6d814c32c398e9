"""Scenario files: which are found, which errors they are refused for, the manual's examples, schema and reader together."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ruledeck.cli import main
from ruledeck.rules.scenario import Expect, Given, Scenario
from ruledeck.rules.scenario_files import read_scenarios, scenario_schema
from ruledeck.study.scenarios import find_files, run_file
from ruledeck.text.codes import CODES
from tests.unit.study.scenario_rules import HEAD, RULES, run_text

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / "tests" / "corpus" / "bad" / "scenarios"
FILES = sorted(CORPUS.glob("*.yaml"))
MANUAL = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(yaml|text)\n(.*?)^```$", MANUAL, re.DOTALL | re.MULTILINE)


def test_every_code_of_scenarios_has_a_page_and_an_example() -> None:
    codes = {code for code in CODES if code.startswith("scenario-")}
    corpus = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert len(codes) == 8
    for code in codes:
        page = (ROOT / "docs" / "diagnostics" / f"{code}.md").read_text(encoding="utf-8")
        assert page.startswith(f"# {code}\n")
        assert f"[{code}]" in corpus


def test_an_error_of_the_ruleset_cites_the_scenario_file(tmp_path: Path) -> None:
    (tmp_path / "plain.yaml").write_text(RULES.replace("deck: standard-52", "deck: standard-25"), encoding="utf-8")
    (tmp_path / "scenarios.yaml").write_text(HEAD + "  - {name: x, steps: [legal_has: draw]}\n", encoding="utf-8")
    (only,) = run_file(tmp_path / "scenarios.yaml").diagnostics
    assert only.span.source.name.endswith("plain.yaml")
    assert only.notes[-1].span.line == 1


def test_each_choice_of_options_is_built_once(tmp_path: Path) -> None:
    scenario = "  - {name: x, options: {generous: true}, steps: [legal_has: draw]}\n"
    run_text(tmp_path, scenario * 3 + "  - {name: y, steps: [legal_has: draw]}\n")
    scenarios, found = read_scenarios(tmp_path / "scenarios.yaml")
    assert not found
    assert len({id(one.rules) for one in scenarios}) == 2
    assert scenarios[0].rules.options == {"generous": True}


def test_files_are_found_by_name_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b/scenarios.yaml", "a/my-scenarios.yml", ".hidden/scenarios.yaml", "a/rules.yaml", "scenarios.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "round").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    below = [Path("a/my-scenarios.yml"), Path("b/scenarios.yaml")]
    assert find_files(["."]) == tuple(below)
    assert find_files(["b", "b/scenarios.yaml", "a/rules.yaml"]) == (below[1], Path("a/rules.yaml"))
    everything = find_files([])
    assert everything[-2:] == tuple(below)
    assert all("rulesets" in path.parts for path in everything[:-2])


@pytest.mark.parametrize("text", ["", "- a list\n", "ruleset: [\n", "just words\n", "ruleset: x.yaml\nscenarios: {}\n"])
def test_what_is_no_scenario_file_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scenarios.yaml"
    path.write_text(text, encoding="utf-8")
    assert run_file(path).diagnostics


def test_the_manuals_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole files as they are, scenarios under the head of the first example; the failing one prints what is shown."""
    monkeypatch.chdir(tmp_path)
    head = BLOCKS[0][1].split("  - name")[0]
    ran = 0
    for number, (kind, text) in enumerate(BLOCKS):
        name = re.match(r"# ([\w-]+\.yaml)\n", text)
        path = Path(name[1] if name else f"example-{number}.yaml")
        if kind == "text":
            continue
        path.write_text(head + text if text.startswith("- name:") else text, encoding="utf-8")
        if "scenarios:" not in path.read_text(encoding="utf-8"):
            continue
        code = main(["test", str(path)])
        out, err = capsys.readouterr()
        if path.stem.startswith("failing"):
            assert (code, err + out) == (1, BLOCKS[number + 1][1])
        else:
            assert (code, err) == (0, "")
            ran += 1
    assert ran >= 6


def keys(definition: str) -> set[str]:
    definitions: Any = scenario_schema()["definitions"]
    return set(definitions[definition]["properties"])


def test_schema_and_reader_know_the_same_keys() -> None:
    def names(kind: type) -> set[str]:
        return {field.name for field in fields(kind) if not field.name.endswith("span")}

    assert keys("given") == names(Given)
    assert keys("expect") == names(Expect)
    assert keys("scenario") == names(Scenario) - {"rules"} | {"options"}
    assert keys("step") == {"do", "refused", "because", "legal", "legal_has", "legal_lacks", "expect"}


def test_the_schema_describes_every_key() -> None:
    for definition in ("given", "expect", "scenario", "step"):
        definitions: Any = scenario_schema()["definitions"]
        for name, value in definitions[definition]["properties"].items():
            target = value.get("$ref", "").rpartition("/")[2]
            assert "description" in value or "description" in definitions[target], name
            assert f"`{name}`" in MANUAL


def test_a_conflict_of_options_is_told_at_the_option(tmp_path: Path) -> None:
    rules = RULES.replace(
        "variables:",
        "  greedy: {default: false, requires: generous, summary: One card more.}\nvariables:",
    ).replace("6 if generous else 5", "7 if greedy else 6 if generous else 5")
    run_text(tmp_path, "  - {name: x, options: {greedy: true}, steps: [legal_has: draw]}\n")
    (tmp_path / "plain.yaml").write_text(rules, encoding="utf-8")
    (only,) = run_file(tmp_path / "scenarios.yaml").diagnostics
    assert (only.code, only.span.line, only.span.column) == ("option-conflict", 4, 33)
