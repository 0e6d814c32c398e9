"""The store of compiled code: what is not whole, or not this user's alone, is not there."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ruledeck.engine.compiled import store
from ruledeck.engine.compiled.store import Store, folder

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
HEAD: dict[str, object] = {"memory": {"sizes": [["V", 3]], "trace": 0}}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "code"


def test_what_is_written_is_read(place: Path) -> None:
    assert Store(place).read("key") is None
    Store(place).write("key", HEAD, b"code")
    found = Store(place).read("key")
    assert found is not None
    assert found[0]["memory"] == HEAD["memory"]
    assert found[1] == b"code"
    assert place.stat().st_mode & 0o777 == 0o700
    assert (place / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", [b"", b"ruledeck code 1\n", b"ruledeck code 1\n{}\ncode", b"x" * 100])
def test_what_is_damaged_is_not_there_and_can_be_written_anew(place: Path, damage: bytes) -> None:
    Store(place).write("key", HEAD, b"code")
    (place / "key").write_bytes(damage)
    assert Store(place).read("key") is None
    Store(place).write("key", HEAD, b"other")
    assert (Store(place).read("key") or ({}, b""))[1] == b"other"


def test_a_changed_byte_is_noticed(place: Path) -> None:
    Store(place).write("key", HEAD, b"code")
    data = (place / "key").read_bytes()
    (place / "key").write_bytes(data[:-1] + b"!")
    assert Store(place).read("key") is None


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_file_that_others_may_write_is_not_read(place: Path, mode: int) -> None:
    Store(place).write("key", HEAD, b"code")
    (place / "key").chmod(mode)
    assert Store(place).read("key") is None


def test_a_folder_that_others_may_write_is_not_used(place: Path) -> None:
    Store(place).write("key", HEAD, b"code")
    place.chmod(0o777)
    assert Store(place).read("key") is None
    Store(place).write("second", HEAD, b"code")
    assert not (place / "second").exists()


def test_a_folder_whose_name_others_may_give_away_is_not_used(place: Path) -> None:
    Store(place).write("key", HEAD, b"code")
    place.parent.chmod(0o777)
    assert Store(place).read("key") is None
    place.parent.chmod(0o1777)
    assert Store(place).read("key") is not None


def test_a_link_is_not_followed(place: Path, tmp_path: Path) -> None:
    Store(place).write("key", HEAD, b"code")
    (place / "key").rename(tmp_path / "elsewhere")
    (place / "key").symlink_to(tmp_path / "elsewhere")
    assert Store(place).read("key") is None


def test_what_belongs_to_another_user_is_not_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(place).write("key", HEAD, b"code")
    monkeypatch.setattr("os.getuid", lambda: 12345)
    assert Store(place).read("key") is None


def test_a_place_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    blocked = Store(tmp_path / "file" / "code")
    blocked.write("key", HEAD, b"code")
    assert blocked.read("key") is None


def test_many_writers_at_once(place: Path) -> None:
    def work(number: int) -> bytes:
        Store(place).write("key", HEAD, bytes([number]) * 1000)
        return (Store(place).read("key") or ({}, b""))[1]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(60)))
    assert all(len(code) == 1000 and len(set(code)) == 1 for code in found)
    assert [file.name for file in place.iterdir()] == ["key"]


def test_the_oldest_go(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_FILES", 3)
    for number in range(6):
        Store(place).write(str(number), HEAD, b"code")
        os.utime(place / str(number), (number, number))
    assert sorted(file.name for file in place.iterdir()) == ["3", "4", "5"]


def test_the_platform_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folder() == tmp_path / "ruledeck" / "code"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert folder() == Path.home() / ".cache" / "ruledeck" / "code"
