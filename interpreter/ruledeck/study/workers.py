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
LARGEST_CHUNK = {Engine.REFERENCE: 25, Engine.PYTHON: 250, Engine.NATIVE: 200_000}
"""Games that a worker plays between two reports."""
TRIAL, PERIOD = 64, 0.1
"""Games of the first chunk of compiled code, and seconds that later ones should take."""


def played(way: Way, numbers: range, jobs: int) -> Parts:
    """All games of `numbers`. Who stops early closes the generator; workers end then."""
    if way.threads:
        return by_threads(way, numbers, jobs)
    size = max(1, min(LARGEST_CHUNK[way.engine], len(numbers) // (jobs * 4)))
    chunks = cut(numbers, size)
    if jobs == 1 or len(numbers) <= size:
        return alone(way.new(), chunks)
    return by_processes(way.batch, chunks, jobs)


def cut(numbers: range, size: int) -> Iterator[range]:
    return (numbers[first : first + size] for first in range(0, len(numbers), size))


def alone(play: Player, chunks: Iterator[range]) -> Parts:
    for chunk in chunks:
        yield play(chunk)


def by_threads(way: Way, numbers: range, jobs: int) -> Parts:
    """A first small chunk shows how many games make a good one."""
    play = way.new()
    trial, rest = numbers[:TRIAL], numbers[TRIAL:]
    begun = time.perf_counter()
    yield play(trial)
    spent = max(time.perf_counter() - begun, 1e-6)
    size = max(TRIAL, min(LARGEST_CHUNK[way.engine], int(len(trial) * PERIOD / spent), len(rest) // (jobs * 4)))
    chunks = cut(rest, size)
    if jobs == 1 or len(rest) <= size:
        yield from alone(play, chunks)
        return
    players: SimpleQueue[Player] = SimpleQueue()
    for player in (play, *(way.new() for _ in range(jobs - 1))):
        players.put(player)

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
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()
