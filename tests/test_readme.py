"""The README is true: its house rule, its outputs, its Python, and its tables of games and verbs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ruledeck
from ruledeck.cli import VERBS, simulate
from ruledeck.rules import open_rules
from ruledeck.rules.files import shipped_names
from tests.walkthrough import Block, follow, read_blocks

README = Path(__file__).parent.parent / "README.md"
BLOCKS = read_blocks(README)
MOST_LINES, GAMES = 10, 20


def of_kind(kind: str) -> list[Block]:
    return [block for block in BLOCKS if block.kind == kind]


@pytest.fixture
def followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder after all that the page says was done in it, and answered as it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(simulate, "cores", lambda: 1)
    done = list(follow(README, tmp_path))
    assert {command.words[0] for command in done} >= {"validate", "test", "simulate"}
    assert {command.code for command in done} == {0, 1}
    return tmp_path


def test_its_commands_answer_what_it_says_and_the_house_rule_plays(followed: Path) -> None:
    first = of_kind("yaml")[0]
    assert first.text.count("\n") <= MOST_LINES
    rulebook = ruledeck.load(followed / first.file)
    for players in (2, 4):
        ends = [rulebook.play(["simple"] * players, seed=1, game=number) for number in range(GAMES)]
        assert all(end.is_over and end.winners for end in ends)


def test_every_yaml_block_is_a_file_that_a_command_reads() -> None:
    typed = "".join(block.text for block in of_kind("console"))
    assert of_kind("yaml")
    assert [block.file for block in of_kind("yaml") if not block.file or block.file not in typed] == []


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = of_kind("python")
    exec(compile(block.text, "README.md", "exec"), {})  # noqa: S102
    assert re.fullmatch(r"\(\d+(, \d+){3}\) \(\d.*\)\n", capsys.readouterr().out)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    section = README.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_the_table_of_games_lists_those_on_disk() -> None:
    told = [(name.strip("`"), players, options) for name, players, options, *_ in rows("Games")]
    assert told == [(name, *figures(name)) for name in shipped_names()]


def figures(name: str) -> tuple[str, str]:
    rules = open_rules(name)
    players = [str(number) for number in (rules.players[0], rules.players[-1])]
    return " to ".join(dict.fromkeys(players)), str(len(rules.options))


def test_the_table_of_verbs_lists_those_there_are() -> None:
    assert [cells[0].strip("`").split()[0] for cells in rows("Command line")] == [verb for verb, _ in VERBS]
