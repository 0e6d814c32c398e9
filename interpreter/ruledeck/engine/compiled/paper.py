"""Statements as they are written: lines with their depth, fresh names, tables of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

Statements = list[tuple[int, str]]
"""Depth and text."""


class Paper:
    """What has been written so far."""

    def __init__(self) -> None:
        self.lines: Statements = []
        self.depth = 1
        self._names: dict[str, int] = {}
        self._tables: dict[tuple[int, ...], str] = {}

    def write(self, text: str) -> None:
        self.lines.append((self.depth, text))

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """What is written meanwhile is the body of `head`."""
        self.write(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.write("pass")
        self.depth -= 1

    @contextmanager
    def aside(self) -> Iterator[Statements]:
        """What is written meanwhile goes to a list of its own, to be pasted or dropped."""
        kept, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = kept

    def paste(self, lines: Statements, deeper: int = 0) -> None:
        self.lines.extend((depth + deeper, text) for depth, text in lines)

    def fresh(self, kind: str) -> str:
        """A name that has not been used. Names of a kind count from 0, so that the text does not depend on its makers."""
        number = self._names.get(kind, 0)
        self._names[kind] = number + 1
        return f"{kind}{number}"

    def table(self, row: tuple[int, ...]) -> str:
        """The name of a table of the text; its last entry is the answer to -1."""
        if row not in self._tables:
            self._tables[row] = f"T{len(self._tables)}"
        return self._tables[row]

    def tables(self) -> Iterator[str]:
        for row, name in self._tables.items():
            yield f"{name} = ({', '.join(map(str, row))},)"

    def text(self) -> Iterator[str]:
        for depth, text in self.lines:
            yield f"{' ' * depth}{text}"
