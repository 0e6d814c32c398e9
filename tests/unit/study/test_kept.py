"""What is kept of a ruleset is used again where nothing has changed, and only there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ruledeck.engine.compiled.store import Store
from ruledeck.rules import Rules
from ruledeck.rules.files import shipped_names
from ruledeck.study.kept import Kept, open_kept
from ruledeck.text import RulesetError

GOOD = Path(__file__).parents[2] / "corpus" / "good"
FILES = ("kitchen-sink.yaml", "kitchen-base.yaml", "kitchen-deck.yaml")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file that extends one of its folder, with the deck of another."""
    for name in FILES:
        shutil.copy(GOOD / name, tmp_path / name)
    return tmp_path / FILES[0]


def test_the_second_time_the_same_games_come_from_the_store(store: Store, game: Path) -> None:
    opened = open_kept(str(game), {"cards": 4}, store)
    kept = open_kept(str(game), {"cards": 4}, store)
    assert isinstance(opened, Rules)
    assert isinstance(kept, Kept)
    assert (kept.name, kept.options, kept.defaults) == (opened.name, opened.options, opened.defaults)
    assert kept.players == opened.players
    assert [kept.game(seats) for seats in kept.players] == [opened.game(seats) for seats in opened.players]


@pytest.mark.parametrize("name", shipped_names()[:2])
def test_a_shipped_ruleset_is_kept_by_its_name(store: Store, name: str) -> None:
    open_kept(name, {}, store)
    assert isinstance(open_kept(name, {}, store), Kept)


def test_other_options_are_another_entry(store: Store, game: Path) -> None:
    open_kept(str(game), {}, store)
    assert isinstance(open_kept(str(game), {"cards": 4}, store), Rules)
    assert open_kept(str(game), {}, store).options["cards"] == 5


@pytest.mark.parametrize("changed", FILES)
def test_a_change_of_any_file_that_was_read_is_seen(store: Store, game: Path, changed: str) -> None:
    open_kept(str(game), {}, store)
    assert isinstance(open_kept(str(game), {}, store), Kept)
    file = game.with_name(changed)
    file.write_text(file.read_text() + "# another line\n")
    assert isinstance(open_kept(str(game), {}, store), Rules)


def test_a_file_that_is_gone_or_broken_is_told_as_ever(store: Store, game: Path) -> None:
    open_kept(str(game), {}, store)
    game.write_text("name: Broken\nmoves: 7\n")
    with pytest.raises(RulesetError):
        open_kept(str(game), {}, store)
    game.unlink()
    with pytest.raises(RulesetError):
        open_kept(str(game), {}, store)


def test_another_file_of_the_same_name_is_another_entry(
    store: Store, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = game.parent / "other"
    other.mkdir()
    for name in FILES:
        shutil.copy(game.with_name(name), other / name)
    (other / game.name).write_text(game.read_text().replace("cards: {default: 5", "cards: {default: 4"))
    monkeypatch.chdir(game.parent)
    assert open_kept(game.name, {}, store).options["cards"] == 5
    monkeypatch.chdir(other)
    assert open_kept(game.name, {}, store).options["cards"] == 4


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda _: b"", lambda data: data[::-1]])
def test_a_damaged_entry_is_made_anew(store: Store, game: Path, spoil: Callable[[bytes], bytes]) -> None:
    open_kept(str(game), {}, store)
    [entry] = (game.parent / "cache").iterdir()
    entry.write_bytes(spoil(entry.read_bytes()))
    assert isinstance(open_kept(str(game), {}, store), Rules)
    assert isinstance(open_kept(str(game), {}, store), Kept)


def test_an_entry_that_others_may_write_is_not_read(store: Store, game: Path) -> None:
    open_kept(str(game), {}, store)
    [entry] = (game.parent / "cache").iterdir()
    entry.chmod(0o666)
    assert isinstance(open_kept(str(game), {}, store), Rules)


@pytest.mark.parametrize("linked", FILES)
def test_a_link_that_leads_elsewhere_is_seen(store: Store, game: Path, linked: str) -> None:
    link = game.with_name(linked)
    first, second = link.rename(game.with_name("first.yaml")), game.with_name("second.yaml")
    second.write_text(first.read_text() + "# another line\n")
    link.symlink_to(first)
    open_kept(str(game), {}, store)
    assert isinstance(open_kept(str(game), {}, store), Kept)
    link.unlink()
    link.symlink_to(second)
    assert isinstance(open_kept(str(game), {}, store), Rules)


def test_a_link_to_itself_is_told_as_a_fault_of_the_file(store: Store, tmp_path: Path) -> None:
    link = tmp_path / "loop.yaml"
    link.symlink_to(link)
    with pytest.raises(RulesetError):
        open_kept(str(link), {}, store)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_a_pipe_is_refused_and_not_waited_for(store: Store, game: Path) -> None:
    pipe = game.with_name("pipe.yaml")
    os.mkfifo(pipe)
    with pytest.raises(RulesetError, match="a pipe"):
        open_kept(str(pipe), {}, store)


def test_what_is_no_game_is_not_kept(store: Store, game: Path) -> None:
    assert isinstance(open_kept(str(game.with_name(FILES[1])), {}, store), Rules)
    assert not (game.parent / "cache").exists() or not list((game.parent / "cache").iterdir())
