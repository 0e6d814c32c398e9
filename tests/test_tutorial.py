"""The tutorials are true: their files and commands, in their order, in an empty folder, answer what they say."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from ruledeck.cli import VERBS, simulate
from tests.walkthrough import Command, fits, follow, read_blocks

DOCS = Path(__file__).parent.parent / "docs"
EVERY_VERB = {verb for verb, _ in VERBS} - {"schema"}
PAGES = {"tutorial": EVERY_VERB, "tutorial-rummy": {"validate", "test", "trace", "simulate", "show"}}
"""Pages to follow, and the verbs that each of them shows."""


@pytest.fixture
def at_a_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, a terminal of the usual width, one process, and no network."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(simulate, "cores", lambda: 1)
    monkeypatch.delattr(socket, "create_connection")
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_a_newcomer_gets_the_answers_of_the_page(page: str, at_a_desk: Path) -> None:
    followed = list(follow(DOCS / f"{page}.md", at_a_desk))
    assert {command.words[0] for command in followed} == PAGES[page]
    assert any(command.code == 1 for command in followed), "the page makes a mistake, to mend it"


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_a_file_or_commands(page: str) -> None:
    blocks = read_blocks(DOCS / f"{page}.md")
    assert [block for block in blocks if not block.file and block.kind != "console"] == []


def test_every_tutorial_is_followed() -> None:
    assert {path.stem for path in DOCS.glob("tutorial*.md")} == set(PAGES)


def test_dots_stand_for_anything() -> None:
    assert fits(("a ... c", "...", "z"), "a b c\n1\n2\nz\n")
    assert fits(("...", "z"), "z")
    assert not fits(("a", "z"), "a\nb\nz\n")
    assert [Command(1, (), (line,)).code for line in ("fine", "a.yaml:1:1: error[b]: c", "ruledeck: d")] == [0, 1, 2]
