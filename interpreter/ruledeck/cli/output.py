"""--out: a whole file or none, never half of one."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from ruledeck.cli.wrong import WrongUsage


def write_out(path: str | None, write: Callable[[TextIO], object]) -> None:
    """Let `write` write to standard output, or to a new file that takes the name `path` once it is complete."""
    if path is None:
        write(sys.stdout)
        return
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as device:
                write(device)
        else:
            _replace(target.resolve(), write)
    except OSError as problem:
        raise WrongUsage(f"cannot write {path}: {problem.strerror or problem}") from problem


def _replace(target: Path, write: Callable[[TextIO], object]) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            write(file)
        draft.chmod(_mode(target))
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def check_out(path: str | None) -> None:
    """Refuse a place that cannot be written, before any work is done."""
    if path is None:
        return
    target = Path(path)
    if target.is_dir():
        raise WrongUsage(f"cannot write {path}: it is a folder")
    if not target.parent.is_dir():
        raise WrongUsage(f"cannot write {path}: there is no folder {target.parent}")


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
