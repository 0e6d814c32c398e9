"""Contestants that are no ruledeck: programs written by hand for one game, and OpenSpiel. Those that are not there are left out."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks import plain_python

Run = Callable[[int], tuple[int, int]]
HERE = Path(__file__).parent
TOTALS = ("games", "turns", "decisions", "score", "blocked")


def by_hand() -> dict[str, Run]:
    runs: dict[str, Run] = {"by hand, plain Python": lambda games: (games, plain_python.play(games, 1)[0])}
    if importlib.util.find_spec("numba") is not None:
        runs["by hand, numba"] = numba_limit()
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is not None:
        totals = c_limit(compiler)
        runs["by hand, C"] = lambda games: (games, totals(games)["decisions"])
    return runs


def numba_limit() -> Run:
    module: Any = importlib.import_module("tests.benchmarks.limit_numba")

    state = [module.U(88172645463325252)]

    def run(games: int) -> tuple[int, int]:
        _, decisions, _, _, after = module.play(games, state[0])
        state[0] = module.U(after)
        return games, int(decisions)

    return run


def c_limit(compiler: str) -> Callable[[int], dict[str, int]]:
    """A function that plays so many hands more and gives the totals of those."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "limit.so"
        flags = ("-O3", "-march=native", "-shared", "-fPIC")
        subprocess.run([compiler, *flags, "-o", str(library), str(HERE / "limit.c")], check=True)
        loaded = ctypes.CDLL(str(library))
    state = ctypes.c_uint64(0x9E3779B97F4A7C15)

    def run(games: int) -> dict[str, int]:
        totals = (ctypes.c_uint64 * len(TOTALS))()
        loaded.play(ctypes.c_uint64(games), ctypes.byref(state), totals)
        return dict(zip(TOTALS, totals, strict=True))

    return run


def openspiel(name: str, players: int) -> dict[str, Run]:
    """Random rollouts in C++ from one position after the deal; decisions are counted beforehand, from Python."""
    if importlib.util.find_spec("pyspiel") is None:
        return {}
    spiel: Any = importlib.import_module("pyspiel")
    game = spiel.load_game(f"{name}(players={players})")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    lengths = [rollout_length(game, state.clone(), number) for number in range(2000)]
    mean = sum(lengths) / len(lengths)

    def run(games: int) -> tuple[int, int]:
        bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(games, 1), 1.0, 1, 100, False, 1, False)
        bot.mcts_search(state)
        return games, int(games * mean)

    return {f"OpenSpiel {name}, C++ rollouts": run}


def rollout_length(game: Any, state: Any, number: int) -> int:  # noqa: ANN401 - the package comes without types
    """Decisions of one random game."""
    del game
    count, chance = 0, number * 2654435761 % 2**32
    while not state.is_terminal():
        actions = state.legal_actions()
        chance = (1103515245 * chance + 12345) % 2**31
        count += not state.is_chance_node()
        state.apply_action(actions[(chance >> 8) % len(actions)])
    return count
