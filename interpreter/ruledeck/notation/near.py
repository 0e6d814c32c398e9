"""A word and the words that are known → a hint: the nearest, when it is close, or all of them, when they are few."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_FEW = 12


def nearest(word: str, known: Sequence[str]) -> str | None:
    """The known word that was probably meant: equal but for case and dashes, or a slip of a letter or two."""
    folded = {_fold(name): name for name in reversed(known)}
    if _fold(word) in folded:
        return folded[_fold(word)]
    if len(word) > 60:
        return None
    close = difflib.get_close_matches(_fold(word), folded, n=1, cutoff=0.6 if len(word) <= 4 else 0.75)
    return folded[close[0]] if close else None


def suggest(word: str, known: Sequence[str], few: int = _FEW) -> str | None:
    guess = nearest(word, known)
    return f'did you mean "{guess}"?' if guess is not None else one_of(known, few)


def one_of(known: Sequence[str], few: int = _FEW) -> str | None:
    if not known or len(known) > few:
        return None
    return f"one of: {', '.join(known)}" if len(known) > 1 else f"only {known[0]} is known here"


def _fold(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")
