"""The tutorial is true: its files and commands, in its order, in an empty folder, answer what it says."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from ruledeck.cli import VERBS, simulate
from tests.walkthrough import Command, fits, follow, read_blocks

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"


@pytest.fixture
def at_a_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, a terminal of the usual width, one process, and no network."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(simulate, "cores", lambda: 1)
    monkeypatch.delattr(socket, "create_connection")
    return tmp_path


def test_a_newcomer_gets_the_answers_of_the_page(at_a_desk: Path) -> None:
    followed = list(follow(PAGE, at_a_desk))
    assert {command.words[0] for command in followed} == {verb for verb, _ in VERBS} - {"schema"}
    assert any(command.code == 1 for command in followed), "the page makes a mistake, to mend it"


def test_every_block_is_a_file_or_commands() -> None:
    assert [block for block in read_blocks(PAGE) if not block.file and block.kind != "console"] == []


def test_dots_stand_for_anything() -> None:
    assert fits(("a ... c", "...", "z"), "a b c\n1\n2\nz\n")
    assert fits(("...", "z"), "z")
    assert not fits(("a", "z"), "a\nb\nz\n")
    assert [Command(1, (), (line,)).code for line in ("fine", "a.yaml:1:1: error[b]: c", "ruledeck: d")] == [0, 1, 2]
