"""Compiled code kept in the user's cache folder. What another user could have written there is never run.

A file is read only if it and the folder are this user's and nobody else may write them, and if nobody else can put
another folder in its place. Where that cannot be known (no owners of files, as on Windows), nothing is kept. Files come
into being under a name of their own and are moved, so that several processes can write at once; what cannot be written
or read is no error, only slower.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

MOST_FILES = 256
MAGIC = b"ruledeck code 1\n"
OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path:
    """Where the platform wants such files."""
    if sys.platform == "darwin":
        root = Path.home() / "Library" / "Caches"
    elif os.environ.get("XDG_CACHE_HOME", "").startswith("/"):
        root = Path(os.environ["XDG_CACHE_HOME"])
    else:
        root = Path.home() / ".cache"
    return root / "ruledeck" / "code"


class Store:
    def __init__(self, place: Path | None = None) -> None:
        """`place` is for tests."""
        self._place = place
        self._safe: Path | None = None

    def read(self, key: str) -> tuple[dict[str, object], bytes] | None:
        """What `write` kept; None where there is nothing, or nothing that can be trusted."""
        with suppress(OSError, ValueError, RuntimeError):
            place = self._checked()
            if place is not None:
                return unpacked(read_own(place / key))
        return None

    def write(self, key: str, head: dict[str, object], code: bytes) -> None:
        with suppress(OSError, RuntimeError):
            place = self._checked()
            if place is None:
                return
            handle, draft = tempfile.mkstemp(dir=place, prefix=".draft-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(packed(head, code))
                Path(draft).replace(place / key)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
            prune(place)

    def _checked(self) -> Path | None:
        """The folder, made if need be; None where it cannot be trusted."""
        if self._safe is None and hasattr(os, "getuid"):
            place = self._place or folder()
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            place = place.resolve()
            if is_ours(place) and all(cannot_be_swapped(above) for above in place.parents):
                self._safe = place
        return self._safe


def is_ours(place: Path) -> bool:
    found = place.stat()
    return found.st_uid == os.getuid() and not found.st_mode & OTHERS


def cannot_be_swapped(above: Path) -> bool:
    """Whether nobody but this user and the administrator can rename what lies in a folder."""
    found = above.stat()
    if found.st_uid not in (0, os.getuid()):
        return False
    return not found.st_mode & OTHERS or bool(found.st_mode & stat.S_ISVTX)


def read_own(file: Path) -> bytes:
    """The bytes of a plain file that is this user's alone to write; it is checked as it is opened, not before."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW), "rb") as opened:
        found = os.fstat(opened.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & OTHERS:
            raise ValueError("not ours alone")
        return opened.read()


def packed(head: dict[str, object], code: bytes) -> bytes:
    line = json.dumps({**head, "sha256": hashlib.sha256(code).hexdigest()}).encode()
    return MAGIC + line + b"\n" + code


def unpacked(data: bytes) -> tuple[dict[str, object], bytes]:
    if not data.startswith(MAGIC):
        raise ValueError("another kind of file")
    line, _, code = data[len(MAGIC) :].partition(b"\n")
    head = json.loads(line)
    if not isinstance(head, dict) or head.get("sha256") != hashlib.sha256(code).hexdigest():
        raise ValueError("damaged")
    return head, code


def prune(place: Path) -> None:
    """Only so many files: the oldest go."""
    files = sorted((file for file in place.iterdir() if file.is_file()), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_FILES]:
        file.unlink(missing_ok=True)
