"""Did you mean: the nearest known name, only when it is close."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

CLOSE = 0.7
FEW_NAMES = 12
LONGEST_WORD = 40
MOST_NAMES = 100
"""Names that are looked at closely. Rule files come from strangers: a hint must not cost more than the rest."""


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name closest to `word`, or None when none is close."""
    if len(word) > LONGEST_WORD:
        return None
    # Lengths alone tell most names apart: two words of lengths a and b are at most 2 min(a, b) / (a + b) alike.
    alike = (name for name in dict.fromkeys(names) if 2 * min(len(name), len(word)) >= CLOSE * (len(name) + len(word)))
    found = get_close_matches(word, list(islice(alike, MOST_NAMES)), n=1, cutoff=CLOSE)
    return found[0] if found else None


def near(word: str, names: Iterable[str]) -> str | None:
    """A hint that names the nearest known name, or None when none is close."""
    found = nearest(word, names)
    return f'did you mean "{found}"?' if found else None


def near_or_all(word: str, names: Iterable[str], what: str) -> str:
    """As `near`; where no name is close, all of them when they are few: `zones are stock, pile, hand`."""
    known = sorted(names)
    listed = f"{what} are {', '.join(known)}" if known else f"there are no {what}"
    return near(word, known) or (listed if len(known) <= FEW_NAMES else f"there are {len(known)} {what}")
