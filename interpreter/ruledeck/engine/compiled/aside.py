"""Work → the same work in a process of its own meanwhile, where that is safe, so that two processors share it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress


def start(work: Callable[[], bytes]) -> Callable[[], bytes]:
    """Begin; what is returned waits for the result, and must be called. Where no process can be had, or it fails, it works then."""
    if not can_part():
        return work
    reading, writing = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return work
    if not child:
        run_as_child(work, writing)
    os.close(writing)

    def result() -> bytes:
        with os.fdopen(reading, "rb") as pipe:
            data = pipe.read()
        _, status = os.waitpid(child, 0)
        return work() if status else data

    return result


def can_part() -> bool:
    """Only on Linux (other systems' libraries may not bear it), of a process that has no other threads, with two processors."""
    if sys.platform != "linux" or threading.active_count() != 1:
        return False
    return len(os.sched_getaffinity(0)) > 1


def run_as_child(work: Callable[[], bytes], writing: int) -> None:
    """Work, and end without anything else that the parent would do at its end. Whatever goes wrong, the parent does it again."""
    status = 1
    with suppress(BaseException):
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(work())
        status = 0
    os._exit(status)
