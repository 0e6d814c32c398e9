"""A sequence as laid → whether it joins up with another, which some contracts forbid."""

from __future__ import annotations

from typing import NamedTuple

from ruledeck.model.meld import MeldPattern


class Stretch(NamedTuple):
    pattern: int
    value: int
    low: int
    size: int


def joins(patterns: tuple[MeldPattern, ...], one: Stretch, other: Stretch) -> bool:
    """Whether two sequences of one value and one order meet end to end. To overlap, or to leave a gap, is not to join."""
    left, right = patterns[one.pattern], patterns[other.pattern]
    if one.value != other.value or not is_one_order(left, right):
        return False
    up, down = one.low + one.size - other.low, other.low + other.size - one.low
    if left.corner:
        return up % left.length == 0 or down % left.length == 0
    return not up or not down


def is_one_order(left: MeldPattern, right: MeldPattern) -> bool:
    return left is right or (
        left.places == right.places
        and left.same == right.same
        and left.length == right.length
        and left.corner == right.corner
    )
