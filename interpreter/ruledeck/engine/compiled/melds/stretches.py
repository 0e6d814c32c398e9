"""Runs that lie where none may join another: those of slots laid before, and those of the way that is looked at."""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text

from __future__ import annotations

from ruledeck.engine.compiled.melds.lying import read_meld
from ruledeck.engine.compiled.melds.names import (
    CELL_LOW,
    CELL_VALUE,
    CHOSEN,
    GIVEN_VALUE,
    LEAST,
    LENGTH,
    LIES,
    LYING,
    MELDS_ZONE,
    ORDER,
    ORDER_OF,
    PATTERN_SLOT,
    PATTERNS,
    PREPARED,
    RUNS,
    SLOTS,
    STRIDE,
    Words,
)


def runs_laid(V: Words, P: Words, N: Words, Y: Words, slot: int, meld: int) -> int:
    """Note the runs of the slots before this one. Their melds are those before the open one."""
    Y[LYING] = 0
    for number in range(max(0, meld - slot), meld):
        pattern = V[PATTERN_SLOT + number]
        if pattern >= 0 and pattern < PATTERNS and LENGTH[pattern] > 0:
            size = N[MELDS_ZONE + number]
            low = read_meld(P, Y, pattern, (MELDS_ZONE + number) * STRIDE + 1, size)
            if low >= 0:
                lie(Y, pattern, Y[GIVEN_VALUE], low, low + size)
    return 0


def lie(Y: Words, pattern: int, value: int, low: int, end: int) -> int:
    """One run more lies, from a place up to before another."""
    at = LIES + 3 * Y[LYING]
    Y[at] = ORDER_OF[pattern] + value
    Y[at + 1] = low
    Y[at + 2] = end
    Y[LYING] += 1
    return 0


def joins(Y: Words, pattern: int, value: int, low: int, end: int) -> int:
    """Whether a run would meet one that lies. To overlap, or to leave a gap, is not to join."""
    for place in range(Y[LYING]):
        at = LIES + 3 * place
        if Y[at] == ORDER_OF[pattern] + value and (Y[at + 1] == end or Y[at + 2] == low):
            return 1
    return 0


def chosen_apart(Y: Words) -> int:
    """Whether the windows that are chosen for the slots happen to lie apart."""
    task, before, apart = Y[PREPARED] - 1, Y[LYING], 1
    for slot in range(RUNS[task]):
        pattern = ORDER[task * SLOTS + slot]
        cell = Y[CHOSEN + slot]
        low = CELL_LOW[cell]
        if joins(Y, pattern, CELL_VALUE[cell], low, low + LEAST[pattern]):
            apart = 0
        lie(Y, pattern, CELL_VALUE[cell], low, low + LEAST[pattern])
    Y[LYING] = before
    return apart
