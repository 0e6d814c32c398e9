"""All ways of running, side by side with programs written by hand, and how long they take to set up.

    python tests/benchmarks/executors.py RULESET [--players 4] [--option name=value] [--rounds 5] [--seconds 1]
        [--by-hand]         next to the hand-written programs (for the ruleset and the options that they play)
        [--openspiel NAME]  next to OpenSpiel's game of that name, its random rollouts in C++, if it is installed
        [--setup]           time from a rule file to the first game, for every ruleset, cold and warm

On one core; processor time, set-up apart. Contestants run by turns, so that noise hits all alike; figures are medians.
"""

# What a command prints is its result.
# ruff: noqa: T201

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT)]

from ruledeck.engine.compiled import native  # noqa: E402
from ruledeck.engine.compiled.emit import emit  # noqa: E402
from ruledeck.engine.compiled.ready import Ready, ready_native, ready_python  # noqa: E402
from ruledeck.rules import open_rules  # noqa: E402
from ruledeck.study.batch import Batch, Reference  # noqa: E402
from ruledeck.study.simulate import strategy  # noqa: E402
from tests.benchmarks import limits, setup  # noqa: E402

Run = Callable[[int], tuple[int, int]]
"""How many games → games played and decisions made."""
SEED = 1


def main() -> int:
    arguments = asked()
    runs = contestants(arguments)
    if arguments.by_hand:
        runs |= limits.by_hand()
    if arguments.openspiel:
        runs |= limits.openspiel(arguments.openspiel, arguments.players)
    print(f"{arguments.ruleset} {' '.join(arguments.option)}, {arguments.players} players, {arguments.bot}")
    race(runs, arguments.rounds, arguments.seconds)
    if arguments.setup:
        setup.measure_all(ROOT)
    return 0


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset", help="a shipped name, or a path")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of each run")
    parser.add_argument("--by-hand", action="store_true")
    parser.add_argument("--openspiel", metavar="NAME")
    parser.add_argument("--setup", action="store_true")
    return parser.parse_args()


def contestants(arguments: argparse.Namespace) -> dict[str, Run]:
    """The ways of running that there are."""
    rules = open_rules(arguments.ruleset, dict(option.split("=", 1) for option in arguments.option))
    game = rules.game(arguments.players)
    strategies = (strategy(game, arguments.bot),) * arguments.players
    reference = Reference(Batch(game, SEED, strategies))

    def by_reference(games: int) -> tuple[int, int]:
        return games, reference.play(range(games)).decisions

    runs: dict[str, Run] = {"reference": by_reference}
    runs["python"] = by_ready(ready_python(emit(game, strategies), game.seats))
    if native.is_installed():
        runs["native"] = by_ready(ready_native(game, strategies))
    return runs


def by_ready(ready: Ready) -> Run:
    runner = ready.runner()

    def run(games: int) -> tuple[int, int]:
        return games, runner.run(SEED, range(games)).decisions

    return run


def race(runs: dict[str, Run], rounds: int, seconds: float) -> None:
    sizes = {name: fitting(run, seconds) for name, run in runs.items()}
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            begun = time.process_time()
            games, decisions = run(sizes[name])
            spent = time.process_time() - begun
            rates[name].append((games / spent, decisions / spent))
    print(f"\n{'':32}{'games/s':>14}{'decisions/s':>16}{'to native':>11}{'to reference':>14}")
    middle = {name: [statistics.median(column) for column in zip(*rows, strict=True)] for name, rows in rates.items()}
    for name, (games, decisions) in middle.items():
        ratios = [f"{decisions / middle[other][1]:.3g}" if other in middle else "" for other in ("native", "reference")]
        print(f"{name:32}{games:14,.0f}{decisions:16,.0f}{ratios[0]:>11}{ratios[1]:>14}")


def fitting(run: Run, seconds: float) -> int:
    """As many games as take about so long."""
    games = 1
    run(games)
    while True:
        begun = time.process_time()
        run(games)
        spent = time.process_time() - begun
        if spent > seconds / 5:
            return max(1, int(games * seconds / spent))
        games *= 4


if __name__ == "__main__":
    sys.exit(main())
