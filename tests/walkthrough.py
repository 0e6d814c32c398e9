"""Fenced blocks of a page that a reader follows: files to write, commands to type, and what they answer.

- ```` ```yaml file=NAME ```` is a file of that name;
- ```` ```console ```` holds commands after `$ `, each with its output below it. A line `...` stands for any lines, and
  `...` within a line for any letters. The exit code is 2 where `ruledeck: ` begins the output, 1 where it holds `error[`
  or ` failed`, else 0.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from ruledeck.cli import main

PROMPT, ANYTHING = "$ ", "..."
FENCE = re.compile(r"^```(?P<head>[^\n`]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: the first word after the fence, the file's name if it has one, and the line where it begins."""

    line: int
    kind: str
    file: str
    text: str


@dataclass(frozen=True)
class Command:
    """The words after `ruledeck`, and the lines below the command."""

    line: int
    words: tuple[str, ...]
    wanted: tuple[str, ...]

    @property
    def code(self) -> int:
        """The exit code that goes with such an output."""
        if self.wanted and self.wanted[0].startswith("ruledeck: "):
            return 2
        return int(any("error[" in line or " failed" in line for line in self.wanted))


def read_blocks(page: Path) -> tuple[Block, ...]:
    text = page.read_text(encoding="utf-8")
    return tuple(
        Block(text.count("\n", 0, found.start()) + 1, *_head(found["head"]), found["text"])
        for found in FENCE.finditer(text)
    )


def _head(words: str) -> tuple[str, str]:
    kind, _, file = words.strip().partition(" file=")
    return kind, file


def commands(block: Block) -> Iterator[Command]:
    typed: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith(PROMPT):
            typed.append((number, line.removeprefix(PROMPT), []))
        else:
            typed[-1][2].append(line)
    for number, text, wanted in typed:
        program, *words = shlex.split(text)
        assert program == "ruledeck", f"line {number}: {text}"
        while wanted and not wanted[-1]:
            wanted.pop()
        yield Command(number, tuple(words), tuple(wanted))


def follow(page: Path, folder: Path) -> Iterator[Command]:
    """Do all that the page says, in order, in this folder, which is the current one. Gives each command that was right."""
    for block in read_blocks(page):
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8", newline="\n")
        elif block.kind == "console":
            for command in commands(block):
                code, output = run(command.words)
                place = f"{page.name}:{command.line}: ruledeck {' '.join(command.words)}"
                assert fits(command.wanted, output), f"{place}\n{output}"
                assert code == command.code, place
                yield command


def run(words: tuple[str, ...]) -> tuple[int, str]:
    """The exit code, and what a terminal without colours would show."""
    bytes_out = io.BytesIO()
    terminal = io.TextIOWrapper(bytes_out, encoding="utf-8", newline="\n", write_through=True)
    with redirect_stdout(terminal), redirect_stderr(terminal):
        code = main(words)
    terminal.flush()
    return code, bytes_out.getvalue().decode("utf-8")


def fits(wanted: tuple[str, ...], output: str) -> bool:
    pattern = "".join(r"(?:.*\n)*" if line.strip() == ANYTHING else _line(line) + r"\n" for line in wanted)
    lines = [line.rstrip() for line in output.rstrip().splitlines()]
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def _line(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.rstrip().split(ANYTHING))
