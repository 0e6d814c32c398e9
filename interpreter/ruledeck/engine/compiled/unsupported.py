"""What the compiled executor says when it cannot take a program."""

from __future__ import annotations


class Unsupported(Exception):
    """The program needs the reference executor; the message says why, in words for the person who asked for speed."""
