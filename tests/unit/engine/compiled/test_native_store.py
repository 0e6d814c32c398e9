"""Machine code from the store plays as code made now, and a bad entry costs time and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.engine.compiled import native, ready
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


def test_the_key_tells_games_and_seatings_apart() -> None:
    keys = {code_key(GAME, SEATING, False), code_key(GAME, (NONE,) * 3, False), code_key(GAME, SEATING, True)}
    assert len(keys) == 3
