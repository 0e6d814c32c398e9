"""Whole processes: from the command to the end of a batch of one game, code not yet made and made before."""

# What a command prints is its result.
# ruff: noqa: T201

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ruledeck.rules import open_rules


def measure_all(root: Path) -> None:
    """Each ruleset with the most seats and its own strategy, which makes the most code."""
    print(f"\n{'one game, whole process, s':32}{'cold':>8}{'warm':>8}{'reference':>11}{'import only':>13}")
    nothing = wall(root, ["list"], {})
    for file in sorted((root / "rulesets").glob("*/*.yaml")):
        if file.stem != file.parent.name:
            continue
        rules = open_rules(str(file))
        seats = rules.players[-1]
        bots = ",".join([*rules.game(seats).strategies, "random"][:1] * seats)
        words = ["simulate", str(file), "--games", "1", "--seed", "1", "--players", str(seats), "--bots", bots]
        with tempfile.TemporaryDirectory() as cache:
            keep = {"XDG_CACHE_HOME": cache}
            cold = wall(root, [*words, "--engine", "native"], keep)
            warm = min(wall(root, [*words, "--engine", "native"], keep) for _ in range(3))
        plain = min(wall(root, [*words, "--engine", "reference"], {}) for _ in range(3))
        print(f"{f'{file.stem}, {seats} players':32}{cold:8.2f}{warm:8.2f}{plain:11.2f}{nothing:13.2f}")


def wall(root: Path, words: list[str], more: dict[str, str]) -> float:
    places = {**os.environ, **more, "PYTHONPATH": str(root / "interpreter")}
    # An installed package has its bytecode; here the first process writes it.
    places.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "ruledeck.cli", *words], env=places, check=True, capture_output=True)
    return time.perf_counter() - begun
