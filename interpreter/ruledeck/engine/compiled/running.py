"""Script, seed, games → Counts: the arrays of one thread, and the calls that fill them."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from typing import cast

from ruledeck.engine.compiled.emit import Script
from ruledeck.engine.compiled.frame import DONE, FIRST_SEAT, MADE, STATUS, UNFINISHED, Memory
from ruledeck.model.chance import LOW

Array = MutableSequence[int]
Play = Callable[..., int]
FOR_REFERENCE, TOO_SMALL = 1, 2
FIRST_LENGTHS = 64, 1024, 4096
"""First lengths of the histograms; they grow when a game is longer."""
GROWTH = 4


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over games; histograms by value. `shared[k][n]` is how often seat k was one of n winners."""

    games: int
    unfinished: int
    decisions: int
    scores: tuple[int, ...]
    shared: tuple[tuple[int, ...], ...]
    rounds: dict[int, int]
    turns: dict[int, int]
    lengths: dict[int, int]
    left: tuple[int, ...]
    """Numbers of the games that were not counted: the reference executor must play them."""


class Runner:
    """Plays games with the arrays of one thread."""

    def __init__(self, memory: Memory, seats: int, play: Play, array: Callable[[int], Array]) -> None:
        self._seats = seats
        self._play = play
        self._array = array
        self._trace = memory.trace
        self._fixed = {name: array(size) for name, size in memory.sizes}
        self._lengths = list(FIRST_LENGTHS)

    def run(self, seed: int, numbers: range) -> Counts:
        return self._run(seed, numbers, self._array(0))

    def traced(self, seed: int, numbers: range) -> tuple[Counts, list[list[int]]]:
        """With what a script written to trace records of each game."""
        trace = self._array(len(numbers) * self._trace)
        counts = self._run(seed, numbers, trace)
        width = self._trace
        return counts, [list(trace[place * width : (place + 1) * width]) for place in range(len(numbers))]

    def _run(self, seed: int, numbers: range, trace: Array) -> Counts:
        totals = self._fixed["A"]
        for place in range(len(totals)):
            totals[place] = 0
        histograms = [self._array(length) for length in self._lengths]
        words = seed & LOW, seed >> 32 & LOW
        left, first = list[int](), numbers.start
        while first < numbers.stop:
            arrays = [self._fixed[name] for name in "VHPNORXAY"]
            first = self._play(numbers.start, first, numbers.stop, *words, *self._lengths, *arrays, *histograms, trace)
            if totals[STATUS] == FOR_REFERENCE:
                left.append(first)
                first += 1
            elif totals[STATUS] == TOO_SMALL:
                histograms = self._grown(histograms)
        return self._counts(totals, histograms, tuple(left), len(numbers))

    def _grown(self, histograms: list[Array]) -> list[Array]:
        self._lengths = [length * GROWTH for length in self._lengths]
        grown = [self._array(length) for length in self._lengths]
        for old, new in zip(histograms, grown, strict=True):
            for value, times in enumerate(old):
                new[value] = times
        return grown

    def _counts(self, totals: Array, histograms: list[Array], left: tuple[int, ...], games: int) -> Counts:
        rows = [FIRST_SEAT + seat * (self._seats + 1) for seat in range(self._seats)]
        rounds, turns, lengths = (
            {value: times for value, times in enumerate(histogram) if times} for histogram in histograms
        )
        if totals[DONE] != games - len(left):
            raise AssertionError("games went missing")
        return Counts(
            games=totals[DONE],
            unfinished=totals[UNFINISHED],
            decisions=totals[MADE],
            scores=tuple(totals[row] for row in rows),
            shared=tuple((0, *totals[row + 1 : row + 1 + self._seats]) for row in rows),
            rounds=rounds,
            turns=turns,
            lengths=lengths,
            left=left,
        )


def python_play(script: Script) -> Play:
    """The text as it is, under CPython."""
    scope: dict[str, object] = {"__builtins__": {"range": range, "min": min, "max": max}}
    if script.search.borrowed is not None:
        scope.update(script.search.borrowed.functions())
    exec(compile(script.search.text + script.text, "<emitted>", "exec"), scope)  # noqa: S102 - a text that `emit` wrote from numbers
    return cast(Play, scope["play"])


def python_array(length: int) -> Array:
    return [0] * length
