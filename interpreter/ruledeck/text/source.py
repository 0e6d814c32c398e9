"""Source, Span and Place: a text, a stretch of it, and the short form that a Game keeps."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Place(NamedTuple):
    """The line of a rule file, as programs and events carry it. Lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Source:
    """A text with the name it is shown by. Equal when both are."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        starts = [0]
        for index, letter in enumerate(self.text):
            if letter == "\n":
                starts.append(index + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at `offset` (0 to the text's length)."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Text of line `number` (from 1), without its line end; empty past the last line."""
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to, not including, `end` of a source (offsets from 0)."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def place(self) -> Place:
        line, column = self.source.position(self.start)
        return Place(self.source.name, line, column)

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"
