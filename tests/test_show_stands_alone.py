"""`show`: every ruleset on disk, flattened, is a rule file that stands alone and plays the same game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.engine.machine import Machine
from ruledeck.model.state import State
from ruledeck.rules import Rules, examine, flattened_text, open_rules
from ruledeck.rules.files import schema, shipped_names
from ruledeck.rules.writing import SECTIONS
from ruledeck.text import Severity

DEAD = "dead-"
"""What a family offers and a game cannot reach is an error only of who wrote it; here that is the flattened file."""


def ends(rules: Rules) -> list[tuple[object, ...]]:
    """At the smallest table, and where games are short, without melds, at the largest too."""
    tables = {rules.players[0]} if rules.spec.melds else {rules.players[0], rules.players[-1]}
    return [end(rules, players).key() for players in tables]


def end(rules: Rules, players: int) -> State:
    """The end of a game by its first strategy: it rates as before, too."""
    machine = Machine(rules.game(players))
    state = machine.begin(seed=players)
    machine.play(state, [0] * players)
    return state


@pytest.mark.parametrize("name", shipped_names())
def test_a_flattened_ruleset_plays_the_same_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / "full.yaml"
    path.write_text(flattened_text(name), encoding="utf-8")
    rules, found = examine(path)
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    assert [problem.message for problem in errors if not problem.code.startswith(DEAD)] == []
    assert rules is not None
    assert "extends" not in path.read_text(encoding="utf-8")
    assert ends(rules) == ends(open_rules(name))


def test_every_section_has_its_place() -> None:
    properties = schema()["properties"]
    assert isinstance(properties, dict)
    assert set(SECTIONS) == {*properties} - {"extends"}
