"""Rule files for tests of the validator: the shipped ones, the corpus of good ones, and small ones written on the spot."""

from __future__ import annotations

import shutil
from pathlib import Path

from ruledeck.rules import Rules, examine
from ruledeck.rules.files import shipped_names, shipped_path
from ruledeck.text import Diagnostic

TESTS = Path(__file__).parents[2]
GOOD = TESTS / "corpus" / "good"
PLAIN = TESTS / "corpus" / "bad" / "rules" / "_plain.yaml"


def good_files() -> list[Path]:
    """Whole games without a fault."""
    shipped = [path for name in shipped_names() if (path := shipped_path(name)) is not None]
    return [*shipped, GOOD / "kitchen-sink.yaml"]


def furnish(folder: Path) -> None:
    """Put into a folder what the good files and those of `checked` extend."""
    for path in (*GOOD.glob("*.yaml"), PLAIN):
        shutil.copy(path, folder)


def checked(folder: Path, text: str, **options: object) -> tuple[Rules | None, list[Diagnostic]]:
    """What is found in a game that extends a plain one and says this besides."""
    furnish(folder)
    path = folder / "game.yaml"
    path.write_text(f"name: Game\nextends: {PLAIN.name}\n{text}", encoding="utf-8")
    return examine(path, options)


def codes(folder: Path, text: str, **options: object) -> list[str]:
    return [problem.code for problem in checked(folder, text, **options)[1]]
