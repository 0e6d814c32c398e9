"""Melds on the table → the card at an end of a run."""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text
# ruff: noqa: ARG001 - all queries have the same arrays

from __future__ import annotations

from ruledeck.engine.compiled.melds.names import LENGTH, MELDS_ZONE, PATTERN_SLOT, PATTERNS, STRIDE, Words


def at_end(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, meld: int, end: int) -> int:
    """The lowest card (1) or the highest; -1 of a group and of an empty meld."""
    pattern, size = V[PATTERN_SLOT + meld], N[MELDS_ZONE + meld]
    if size == 0 or pattern < 0 or pattern >= PATTERNS or LENGTH[pattern] == 0:
        return -1
    return P[(MELDS_ZONE + meld) * STRIDE + 1 + (0 if end == 1 else size - 1)]
