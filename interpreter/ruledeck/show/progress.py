"""A progress bar on a terminal's standard error; nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None] | None]:
    """Gives the function to call with each number of games played, or None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    # No thread of its own draws the bar, since worker processes may be forked while it stands.
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.update(task, advance=played, refresh=True)
