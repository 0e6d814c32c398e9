"""Machine code from the store plays as code made now, and a bad entry costs time and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.engine.compiled import native, ready
from ruledeck.engine.compiled.emit import Sought
from ruledeck.engine.compiled.ready import code_key, ready_native
from ruledeck.engine.compiled.store import Store
from ruledeck.model.program import NONE
from tests.unit.engine.matching_game import GAME

pytestmark = pytest.mark.skipif(not native.is_installed(), reason="needs llvmlite")
SEATING = (NONE, 0, NONE)


def test_warm_is_cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    cold = ready_native(GAME, SEATING, store=store).runner().run(5, range(300))
    monkeypatch.setattr(ready, "emit", None)
    assert ready_native(GAME, SEATING, store=store).runner().run(5, range(300)) == cold


def test_a_bad_entry_is_made_anew(tmp_path: Path) -> None:
    store, key = Store(tmp_path), code_key(GAME, SEATING, False)
    expected = ready_native(GAME, SEATING).runner().run(5, range(50))
    store.write(key, {"memory": "none"}, b"no code")
    assert ready_native(GAME, SEATING, store=store).runner().run(5, range(50)) == expected


def test_parts_of_other_lengths_are_a_bad_entry(tmp_path: Path) -> None:
    store, key = Store(tmp_path), code_key(GAME, SEATING, False)
    expected = ready_native(GAME, SEATING, store=store).runner().run(5, range(50))
    head, code = store.read(key) or ({}, b"")
    store.write(key, {**head, "parts": [len(code) - 1, 2]}, code)
    assert ready_native(GAME, SEATING, store=store).runner().run(5, range(50)) == expected


def test_a_search_that_was_not_foreseen_is_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = ready_native(GAME, SEATING).runner().run(5, range(50))
    other = Sought("def missing(V, H):\n    return 1\n", ("missing",))
    monkeypatch.setattr(ready, "foresee", lambda _: other)
    assert ready_native(GAME, SEATING).runner().run(5, range(50)) == expected


def test_the_key_tells_games_and_seatings_apart() -> None:
    keys = {code_key(GAME, SEATING, False), code_key(GAME, (NONE,) * 3, False), code_key(GAME, SEATING, True)}
    assert len(keys) == 3
