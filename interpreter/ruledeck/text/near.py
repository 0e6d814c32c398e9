"""Did you mean: the nearest known name, only when it is close."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name closest to `word`, or None when none is close."""
    found = get_close_matches(word[:80], list(dict.fromkeys(names)), n=1, cutoff=0.7)
    return found[0] if found else None


def near(word: str, names: Iterable[str]) -> str | None:
    """A hint that names the nearest known name, or None when none is close."""
    found = nearest(word, names)
    return f'did you mean "{found}"?' if found else None
