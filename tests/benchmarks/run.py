"""How fast the reference executor plays, next to the limit of plain Python, and how fast the commands start.

    python tests/benchmarks/run.py RULESET [--players 4] [--option name=value] [--runs 7] [--seconds 1.5]

On one core, set-up apart, in processor time. Contestants run by turns, so that noise of the machine hits all alike;
figures are medians. Commands are whole processes, in wall and processor time.
"""

# What a command prints is its result.
# ruff: noqa: T201

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT)]

from ruledeck.engine import Machine  # noqa: E402
from ruledeck.model.state import DECISIONS  # noqa: E402
from ruledeck.rules import open_rules  # noqa: E402
from ruledeck.study.simulate import strategy  # noqa: E402
from ruledeck.text import RulesetError  # noqa: E402
from tests.benchmarks import plain_python  # noqa: E402

Batch = Callable[[int], tuple[int, int]]
"""Number of the batch → games played and decisions made."""
SEED = 1
PROCESSES = 9


def main() -> int:
    arguments = asked()
    options = dict(option.split("=", 1) for option in arguments.option)
    try:
        rules = open_rules(arguments.ruleset, options)
        game = rules.game(arguments.players)
    except (RulesetError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 2
    machine = Machine(game)
    bots = ("random", *game.strategies)
    contestants = {bot: batch_of(machine, strategy(game, bot)) for bot in bots}
    contestants["by hand, in plain Python"] = lambda number: (200, plain_python.play(200, number)[0])
    print(f"{arguments.ruleset}, {arguments.players} players, Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    race(contestants, arguments.runs, arguments.seconds)
    commands(str(rules.layers[0].path))
    return 0


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset", help="a shipped name, or a path")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5, help="length of each run")
    return parser.parse_args()


def batch_of(machine: Machine, kind: int) -> Batch:
    """Ten games with one strategy at every seat."""

    def play(number: int) -> tuple[int, int]:
        decisions = 0
        for game in range(number * 10, number * 10 + 10):
            state = machine.begin(SEED, game)
            machine.play(state, (kind,) * machine.game.seats)
            decisions += state.values[DECISIONS]
        return 10, decisions

    return play


def race(contestants: dict[str, Batch], runs: int, seconds: float) -> None:
    """Each contestant in turn, again and again; one unmeasured batch first."""
    rates: dict[str, list[tuple[float, float, float]]] = {name: [] for name in contestants}
    for batch in contestants.values():
        batch(0)
    for _ in range(runs):
        for name, batch in contestants.items():
            rates[name].append(measure(batch, seconds))
    print(f"\n{'':28}{'decisions/s':>12}{'lowest':>10}{'highest':>10}{'games/s':>10}{'decisions/game':>16}")
    for name, rows in rates.items():
        speeds = [row[0] for row in rows]
        middle, games, length = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{name:28}{middle:12,.0f}{min(speeds):10,.0f}{max(speeds):10,.0f}{games:10,.0f}{length:16.1f}")


def measure(batch: Batch, seconds: float) -> tuple[float, float, float]:
    """Decisions a second, games a second, decisions a game; in processor time, which other jobs disturb less."""
    games = decisions = number = 0
    begun, spent = time.process_time(), 0.0
    while spent < seconds:
        played, made = batch(number)
        games, decisions, number = games + played, decisions + made, number + 1
        spent = time.process_time() - begun
    return decisions / spent, games / spent, decisions / games


def commands(file: str) -> None:
    """Whole processes: medians of nine, after one that may read from the disk."""
    print(f"\n{'':28}{'wall s':>12}{'lowest':>10}{'highest':>10}{'processor s':>14}")
    for words in (["--help"], ["validate", file]):
        times = [command(words) for _ in range(PROCESSES + 1)][1:]
        walls, processor = [wall for wall, _ in times], statistics.median(used for _, used in times)
        name = "ruledeck " + " ".join([words[0], *("FILE" for _ in words[1:])])
        print(f"{name:28}{statistics.median(walls):12.3f}{min(walls):10.3f}{max(walls):10.3f}{processor:14.3f}")


def command(words: list[str]) -> tuple[float, float]:
    """Wall time and processor time of one process."""
    places = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    begun, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "ruledeck.cli", *words], env=places, check=True, capture_output=True)
    spent, after = time.perf_counter() - begun, os.times()
    return spent, sum(after[2:4]) - sum(before[2:4])


if __name__ == "__main__":
    sys.exit(main())
