"""What is kept of a ruleset is used again where nothing has changed, and only there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruledeck.engine.compiled.store import Store
from ruledeck.rules import Rules
from ruledeck.study.kept import Kept, open_kept
from ruledeck.text import RulesetError
from ruledeck.text.shipped import shipped

VARIANT = "name: Short\nextends: base.yaml\noptions: {cards: {default: 3, range: 1..7, summary: Cards dealt.}}\ndeal: {cards_each: cards}\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    """A file that extends a copy of a shipped game, which has a deck of its own file."""
    shutil.copy(shipped("rulesets") / "crazy-eights" / "crazy-eights.yaml", tmp_path / "base.yaml")
    file = tmp_path / "short.yaml"
    file.write_text(VARIANT)
    return file


def test_the_second_time_the_same_games_come_from_the_store(store: Store) -> None:
    opened = open_kept("crazy-eights", {"blocked": "all_pass"}, store)
    kept = open_kept("crazy-eights", {"blocked": "all_pass"}, store)
    assert isinstance(opened, Rules)
    assert isinstance(kept, Kept)
    assert (kept.name, kept.options, kept.defaults) == (opened.name, opened.options, opened.defaults)
    assert kept.players == opened.players
    assert [kept.game(seats) for seats in kept.players] == [opened.game(seats) for seats in opened.players]


def test_other_options_are_another_entry(store: Store) -> None:
    open_kept("crazy-eights", {}, store)
    assert isinstance(open_kept("crazy-eights", {"blocked": "all_pass"}, store), Rules)
    assert open_kept("crazy-eights", {}, store).options["blocked"] != "all_pass"


@pytest.mark.parametrize("changed", ["short.yaml", "base.yaml"])
def test_a_change_of_any_file_that_was_read_is_seen(store: Store, variant: Path, changed: str) -> None:
    open_kept(str(variant), {}, store)
    assert isinstance(open_kept(str(variant), {}, store), Kept)
    file = variant.with_name(changed)
    file.write_text(file.read_text() + "# another line\n")
    assert isinstance(open_kept(str(variant), {}, store), Rules)


def test_a_file_that_is_gone_or_broken_is_told_as_ever(store: Store, variant: Path) -> None:
    open_kept(str(variant), {}, store)
    variant.write_text("name: Short\nextends: base.yaml\nmoves: 7\n")
    with pytest.raises(RulesetError):
        open_kept(str(variant), {}, store)
    variant.unlink()
    with pytest.raises(RulesetError):
        open_kept(str(variant), {}, store)


def test_another_file_of_the_same_name_is_another_entry(
    store: Store, variant: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = variant.parent / "other"
    other.mkdir()
    for name in ("short.yaml", "base.yaml"):
        shutil.copy(variant.with_name(name), other / name)
    (other / "short.yaml").write_text(VARIANT.replace("default: 3", "default: 4"))
    monkeypatch.chdir(variant.parent)
    assert open_kept("short.yaml", {}, store).options["cards"] == 3
    monkeypatch.chdir(other)
    assert open_kept("short.yaml", {}, store).options["cards"] == 4


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda _: b"", lambda data: data[::-1]])
def test_a_damaged_entry_is_made_anew(store: Store, tmp_path: Path, spoil: object) -> None:
    open_kept("crazy-eights", {}, store)
    [entry] = (tmp_path / "cache").iterdir()
    assert callable(spoil)
    entry.write_bytes(spoil(entry.read_bytes()))
    assert isinstance(open_kept("crazy-eights", {}, store), Rules)
    assert isinstance(open_kept("crazy-eights", {}, store), Kept)


def test_an_entry_that_others_may_write_is_not_read(store: Store, tmp_path: Path) -> None:
    open_kept("crazy-eights", {}, store)
    [entry] = (tmp_path / "cache").iterdir()
    entry.chmod(0o666)
    assert isinstance(open_kept("crazy-eights", {}, store), Rules)


def test_what_is_no_game_is_not_kept(store: Store, tmp_path: Path) -> None:
    assert isinstance(open_kept("families/shedding", {}, store), Rules)
    assert not (tmp_path / "cache").exists() or not list((tmp_path / "cache").iterdir())
