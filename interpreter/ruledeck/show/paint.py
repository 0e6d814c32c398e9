"""Colour for terminals, where it is wanted, and texts from strangers made harmless."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

RED, YELLOW, BLUE, CYAN, BOLD, DIM = "31", "33", "34", "36", "1", "2"


@dataclass(frozen=True, slots=True)
class Paint:
    """Wraps words in terminal colours, or leaves them alone."""

    colour: bool = False

    def __call__(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and text else text


def paint_for(stream: TextIO) -> Paint:
    """Colour on a terminal, unless NO_COLOR is set or the terminal says that it knows none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return Paint(colour=False)
    return Paint(colour=os.name != "nt" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM")))


def harmless(text: str) -> str:
    """`text` on one line and without control characters, which could repaint a terminal."""
    return "".join(letter if letter.isprintable() else " " if letter in "\t\r\n" else "�" for letter in text)
