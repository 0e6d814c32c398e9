"""Work in a process of its own gives what it gives here, whatever becomes of that process."""

from __future__ import annotations

import os
import threading

import pytest

from ruledeck.engine.compiled import aside

MUCH = bytes(range(256)) * 4_000
"""More than a pipe holds."""


def where() -> bytes:
    return str(os.getpid()).encode()


def test_the_result_of_another_process() -> None:
    waiting = aside.start(lambda: MUCH)
    assert waiting() == MUCH


@pytest.mark.skipif(not aside.can_part(), reason="no second processor, or not on Linux")
def test_another_process_does_it() -> None:
    assert aside.start(where)() != where()


def test_a_process_that_fails_is_no_harm() -> None:
    here = os.getpid()

    def work() -> bytes:
        if os.getpid() != here:
            raise ValueError
        return b"done"

    assert aside.start(work)() == b"done"


def test_a_process_with_other_threads_does_it_itself() -> None:
    waiting, done = threading.Event(), []
    other = threading.Thread(target=waiting.wait)
    other.start()
    try:
        done.append(aside.start(where)())
    finally:
        waiting.set()
        other.join()
    assert done == [where()]


def test_no_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    assert aside.start(where)() == where()
