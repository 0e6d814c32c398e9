"""path → the scenarios of a file: read, checked against their schema, each with its ruleset, options and players."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from ruledeck.notation.node import Entry, Mapping, Node, Scalar, Sequence
from ruledeck.notation.read import read_file
from ruledeck.notation.shape import check_shape
from ruledeck.rules import spec
from ruledeck.rules.choices import choose_options
from ruledeck.rules.files import ancestor, display, refuse_ancestor, with_citation
from ruledeck.rules.pipeline import Rules, examine, span_text
from ruledeck.rules.scenario import Scenario, named, read_given, read_steps
from ruledeck.text import Diagnostic, Note, RulesetError, Severity
from ruledeck.text.shipped import shipped


@cache
def scenario_schema() -> dict[str, object]:
    """The JSON Schema of scenario files."""
    loaded: dict[str, object] = json.loads((shipped("schema") / "scenario.schema.json").read_text(encoding="utf-8"))
    return loaded


def read_scenarios(path: Path) -> tuple[tuple[Scenario, ...], list[Diagnostic]]:
    """The scenarios of a file, and all that keeps them from being run: no scenario of such a file is."""
    _, node, found = read_file(path, display(path))
    if node is None or found:
        return (), found
    if not isinstance(node, Mapping):
        return (), [Diagnostic("wrong-type", "a scenario file is a mapping with `ruleset` and `scenarios`", node.span)]
    found = check_shape(node, scenario_schema())
    cited = node.get("ruleset")
    if found or not isinstance(cited, Scalar):
        return (), found
    base, found = fetch_rules(cited, path)
    if base is None:
        return (), found
    shelf = Shelf(base, cited)
    listed = node.get("scenarios")
    items = listed.items if isinstance(listed, Sequence) else ()
    scenarios = [read_scenario(shelf, item, node.get("players")) for item in items if isinstance(item, Mapping)]
    return tuple(scenario for scenario in scenarios if scenario is not None), shelf.found


def fetch_rules(cited: Scalar, path: Path) -> tuple[Rules | None, list[Diagnostic]]:
    """The ruleset that a file names: a neighbour in its folder, or a shipped one."""
    target = ancestor(path, cited.text)
    problem = refuse_ancestor(target, cited, set(), 0)
    if problem is not None or target is None:
        return None, [problem] if problem else []
    rules, found = examine(target)
    errors = [problem for problem in with_citation(found, cited) if problem.severity is Severity.ERROR]
    if rules is not None and not rules.players and not errors:
        message = f"{cited.text} is a {rules.spec.kind}, and scenarios are of games"
        errors.append(Diagnostic("scenario-players", message, cited.span))
    return (None if errors else rules), errors


@dataclass(slots=True)
class Shelf:
    """The ruleset of a file with the options that its scenarios choose, each choice made once."""

    base: Rules
    cited: Scalar
    made: dict[tuple[tuple[str, str], ...], Rules] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)

    def rules(self, options: Node | None) -> Rules | None:
        entries = options.entries if isinstance(options, Mapping) else ()
        key = tuple(sorted((entry.key.text, named(entry.value).text) for entry in entries))
        if not key:
            return self.base
        if key not in self.made:
            asked = {entry.key.text: entry.value.value for entry in entries if isinstance(entry.value, Scalar)}
            chosen, problems = choose_options(self.base.spec, asked)
            if problems:
                self.found.extend(at_its_option(problem, entries) for problem in problems)
                return None
            self.made[key] = Rules(self.base.spec, self.base.layers, chosen)
        return self.made[key]


def at_its_option(problem: Diagnostic, entries: tuple[Entry, ...]) -> Diagnostic:
    """A problem of an option that was asked for, at its place in the scenario file."""
    if problem.span.source.text:
        return problem
    name = problem.span.source.name.removeprefix("option ")
    entry = next((entry for entry in entries if entry.key.text[:40] == name), entries[0])
    span = entry.key.span if problem.code == "unknown-option" else entry.value.span
    return replace(problem, span=span)


def read_scenario(shelf: Shelf, node: Mapping, default: Node | None) -> Scenario | None:
    """None when its options or its number of players cannot be had."""
    name, source, seed = node.get("name"), node.get("source"), node.get("seed")
    rules = shelf.rules(node.get("options"))
    title = named(name) if name else spec.Named("", node.span)
    players = choose_players(shelf, title, node.get("players") or default)
    if rules is None or players is None or not can_be_played(shelf, rules, players, title):
        return None
    return Scenario(
        name=title,
        source=named(source).text if source else "",
        rules=rules,
        players=players,
        seed=seed.value if isinstance(seed, Scalar) and isinstance(seed.value, int) else 0,
        given=read_given(node.get("given")),
        steps=tuple(read_steps(node.get("steps"))),
    )


def choose_players(shelf: Shelf, title: spec.Named, node: Node | None) -> int | None:
    """The number of seats that a scenario has: its own, its file's, or the only one there is."""
    allowed = shelf.base.players
    if node is None:
        if len(allowed) == 1:
            return allowed[0]
        message = f"how many players? {shelf.base.name} is for {span_text(allowed)}"
        hint = "add `players:` to the scenario, or to the file for all of its scenarios"
        shelf.found.append(Diagnostic("scenario-players", message, title.span, hint))
        return None
    wanted = node.value if isinstance(node, Scalar) else None
    if isinstance(wanted, int) and wanted in allowed:
        return wanted
    message = f"{shelf.base.name} is for {span_text(allowed)} players, not {named(node).text}"
    shelf.found.append(Diagnostic("scenario-players", message, node.span))
    return None


def can_be_played(shelf: Shelf, rules: Rules, players: int, title: spec.Named) -> bool:
    """Whether the rules make a game for these options and players; if not, why, with the scenario cited."""
    try:
        rules.game(players)
    except RulesetError as problem:
        for one in problem.diagnostics:
            shelf.found.append(replace(one, notes=(*one.notes, Note("this scenario asks for it", title.span))))
        return False
    return True
