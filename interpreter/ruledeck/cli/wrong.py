"""Wrong usage: what the caller can mend, as one line and a hint; and the exit codes."""

from __future__ import annotations

FINE, FINDINGS, USAGE = 0, 1, 2
INTERRUPTED = 130
"""What shells expect after Ctrl-C."""


class WrongUsage(Exception):
    """Arguments that cannot be used."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint
