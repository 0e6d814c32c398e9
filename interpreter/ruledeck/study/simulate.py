"""Rules, seed, number of games → summary. Game n of a batch depends on the seed and n alone, not on who plays it."""

from __future__ import annotations

import multiprocessing
import secrets
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from platform import system
from typing import Protocol

from ruledeck.engine.machine import Machine
from ruledeck.model.game import Game
from ruledeck.model.move import RuleError
from ruledeck.model.program import NONE
from ruledeck.model.state import DECISIONS, OVER, ROUND, TURN
from ruledeck.study.statistics import Failure, Record, Tally, merge, tally

RANDOM = "random"
"""The empty strategy: uniform over the legal moves. Every game has it."""
LARGEST_CHUNK = 25
"""Games that a worker plays between two reports."""

Progress = Callable[[int], None]
"""Called with the number of games played since the last call."""


OptionValue = int | bool | str


class Playable(Protocol):
    """What rules must offer to be played: `ruledeck.rules.Rules` does, and so may a game built by hand."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> Mapping[str, OptionValue]: ...

    def game(self, players: int) -> Game: ...


@dataclass(frozen=True, slots=True)
class Summary:
    """What a batch came to. `games` were played: fewer than asked for when the batch was `interrupted`."""

    ruleset: str
    digest: str
    options: tuple[tuple[str, OptionValue], ...]
    players: int
    seed: int
    bots: tuple[str, ...]
    tally: Tally
    highest_wins: bool
    elapsed_s: float
    setup_s: float
    interrupted: bool = False
    engine: str = "reference"

    @property
    def games(self) -> int:
        return self.tally.games


@dataclass(frozen=True, slots=True)
class Batch:
    """All that a worker needs to play any game of the batch."""

    game: Game
    seed: int
    strategies: tuple[int, ...]


def fresh_seed() -> int:
    """A seed for somebody who named none: short enough to be typed again."""
    return secrets.randbelow(10**9)


def simulate(
    rules: Playable,
    games: int,
    players: int,
    seed: int,
    bots: Sequence[str],
    jobs: int = 1,
    progress: Progress | None = None,
) -> Summary:
    """Play games 0 to `games` - 1, `bots[k]` at seat k, on `jobs` processes. Ctrl-C ends early with what is done."""
    begun = time.perf_counter()
    game = rules.game(players)
    batch = Batch(game, seed, tuple(strategy(game, bot) for bot in bots))
    machine = Machine(game)
    size = max(1, min(LARGEST_CHUNK, games // (jobs * 4)))
    chunks = (range(first, min(first + size, games)) for first in range(0, games, size))
    ready = time.perf_counter()
    if jobs == 1 or games <= size:
        parts: Generator[Tally, None, None] = (play_chunk(machine, batch, chunk) for chunk in chunks)
    else:
        parts = _on_workers(batch, chunks, jobs)
    total, interrupted = _collect(parts, players, progress)
    return Summary(
        ruleset=rules.name,
        digest=game.digest,
        options=tuple(rules.options.items()),
        players=players,
        seed=seed,
        bots=tuple(bots),
        tally=total,
        highest_wins=game.highest_wins,
        elapsed_s=time.perf_counter() - ready,
        setup_s=ready - begun,
        interrupted=interrupted,
    )


def strategy(game: Game, bot: str) -> int:
    """The number of a strategy; `random` is NONE."""
    return NONE if bot == RANDOM else game.strategies.index(bot)


def play_chunk(machine: Machine, batch: Batch, numbers: range) -> Tally:
    """Play these games of the batch, keeping those that break off as failures."""
    return tally((play_one(machine, batch, number) for number in numbers), machine.game.seats)


def play_one(machine: Machine, batch: Batch, number: int) -> Record | Failure:
    """Play game `number` to its end."""
    try:
        state = machine.begin(batch.seed, number)
        machine.play(state, batch.strategies)
        finished = state.values[OVER] == 1
        return Record(
            finished=finished,
            winners=machine.winners(state) if finished else (),
            scores=machine.scores(state),
            rounds=state.values[ROUND],
            turns=state.values[TURN],
            decisions=state.values[DECISIONS],
        )
    except RuleError as problem:
        return Failure(number, batch.seed, str(problem))
    except Exception as problem:  # noqa: BLE001 one game that breaks off must not lose the others
        return Failure(number, batch.seed, f"{type(problem).__name__}: {problem}")


def _collect(parts: Generator[Tally, None, None], seats: int, progress: Progress | None) -> tuple[Tally, bool]:
    """Merge the parts as they arrive; True when Ctrl-C came first."""
    total = tally((), seats)
    try:
        with closing(parts):
            for part in parts:
                total = merge((total, part), seats)
                if progress is not None:
                    progress(part.games)
    except KeyboardInterrupt:
        return total, True
    return total, False


_worker: list[Callable[[range], Tally]] = []
"""In a worker process: how it plays a chunk. Set once, when the process starts, so that the game travels only once."""


def _start_worker(batch: Batch) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [partial(play_chunk, Machine(batch.game), batch)]


def _work(numbers: range) -> Tally:
    return _worker[0](numbers)


def _on_workers(batch: Batch, chunks: Iterable[range], jobs: int) -> Generator[Tally, None, None]:
    """Tallies of the chunks, in order. Workers end when the iterator does, at once if it is broken off."""
    forks = "fork" in multiprocessing.get_all_start_methods() and system() != "Darwin"
    context = multiprocessing.get_context("fork" if forks else "spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (batch,))
    waiting: deque[Future[Tally]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_work, chunk))
            if len(waiting) >= jobs * 4:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()
