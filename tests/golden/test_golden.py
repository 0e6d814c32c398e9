"""A golden playthrough for every game on disk. `pytest tests/golden --accept` writes them anew: then read the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.found import RULESETS, Options, allowed, flipped, opened, seated, seats_to_try
from tests.golden.playthrough import playthrough

FOLDER = Path(__file__).parent
MUCH, LITTLE = 15_000, 3_000
"""Decisions that a digest is over: with most players and the usual options, and otherwise."""

MELDS_TAKE = 30
"""How many times as long a decision takes where melds are searched for."""


def golden_cases() -> dict[str, tuple[str, int, Options]]:
    """File → game, seats, options: with the fewest and the most seats, and there with every toggle flipped."""
    found: dict[str, tuple[str, int, Options]] = {}
    for name in RULESETS:
        seats, flips = seats_to_try(opened(name)), flipped(opened(name))
        for players in {seats[0], seats[-1]}:
            found[f"{name}-{players}p.txt"] = name, players, ()
        if flips and allowed(name, flips):
            found[f"{name}-{seats[-1]}p-flipped.txt"] = name, seats[-1], flips
    return dict(sorted(found.items()))


CASES = golden_cases()


@pytest.mark.parametrize("file", CASES)
def test_playthrough(file: str, accept: bool) -> None:
    table = seated(*CASES[file])
    usual = table.players == table.rules.players[-1] and not CASES[file][2]
    enough = (MUCH if usual else LITTLE) // (MELDS_TAKE if table.game.melds else 1)
    path, text = FOLDER / file, playthrough(table, enough)
    if accept:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.is_file(), "no golden file: pytest tests/golden --accept writes it"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_file_is_left_over(accept: bool) -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        if accept and path.name not in CASES:
            path.unlink()
    assert [path.name for path in sorted(FOLDER.glob("*.txt"))] == list(CASES)
