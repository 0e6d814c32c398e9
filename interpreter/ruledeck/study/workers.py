"""Chunks of a batch → their tallies, in order: in this thread, by threads, or by processes."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from platform import system
from queue import SimpleQueue

from ruledeck.study.batch import Batch, Player, player_of
from ruledeck.study.statistics import Tally
from ruledeck.study.ways import Engine, Way

Parts = Generator[Tally, None, None]
LARGEST_CHUNK = {Engine.REFERENCE: 25, Engine.PYTHON: 5_000, Engine.NATIVE: 200_000}
"""Games that a worker plays between two reports."""
TRIAL = {Engine.REFERENCE: 1, Engine.PYTHON: 4, Engine.NATIVE: 64}
"""Games of the first chunk, which shows how many make a good one."""
PERIOD = 0.1
"""Seconds that a chunk should take."""


def played(way: Way, numbers: range, jobs: int) -> Parts:
    """All games of `numbers`. Who stops early closes the generator; workers end then."""
    play, size = way.new(), LARGEST_CHUNK[way.engine]
    trial, rest = numbers[: TRIAL[way.engine]], numbers[TRIAL[way.engine] :]
    if trial:
        begun = time.perf_counter()
        yield play(trial)
        spent = max(time.perf_counter() - begun, 1e-6)
        size = min(size, int(len(trial) * PERIOD / spent))
    size = max(1, min(size, len(rest) // (jobs * 4)))
    chunks = (rest[first : first + size] for first in range(0, len(rest), size))
    if jobs == 1 or len(rest) <= size:
        for chunk in chunks:
            yield play(chunk)
    elif way.threads:
        yield from by_threads(way, chunks, jobs)
    else:
        yield from by_processes(way.batch, chunks, jobs)


def by_threads(way: Way, chunks: Iterator[range], jobs: int) -> Parts:
    players: SimpleQueue[Player] = SimpleQueue()
    for _ in range(jobs):
        players.put(way.new())

    def work(chunk: range) -> Tally:
        player = players.get()
        try:
            return player(chunk)
        finally:
            players.put(player)

    pool = ThreadPoolExecutor(jobs)
    try:
        yield from in_order(lambda chunk: pool.submit(work, chunk), chunks, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def in_order(submit: Callable[[range], Future[Tally]], chunks: Iterator[range], jobs: int) -> Parts:
    waiting: deque[Future[Tally]] = deque()
    for chunk in chunks:
        waiting.append(submit(chunk))
        if len(waiting) >= jobs * 4:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


# ------------------------------------------------------------------ processes

_worker: list[Player] = []
"""In a worker process: how it plays a chunk. Set once, when the process starts, so that the game travels only once."""


def _start_worker(batch: Batch) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [player_of(batch)]


def _work(numbers: range) -> Tally:
    return _worker[0](numbers)


def by_processes(batch: Batch, chunks: Iterator[range], jobs: int) -> Parts:
    """Workers end when the generator does, at once if it is broken off."""
    forks = "fork" in multiprocessing.get_all_start_methods() and system() != "Darwin"
    context = multiprocessing.get_context("fork" if forks else "spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (batch,))
    try:
        yield from in_order(lambda chunk: pool.submit(_work, chunk), chunks, jobs)
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()
