"""melds and contracts of a merged mapping → their spec."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruledeck.notation.node import Mapping, Node, Scalar, Sequence
from ruledeck.rules import spec
from ruledeck.rules.reader import Reader
from ruledeck.rules.sections import entries, get

LIMITS = re.compile(r"(\d+)|(\d+)\.\.(\d*)|\.\.(\d+)")
MANY_CARDS = 99


def limits(reader: Reader, node: Node | None, low: int, high: int) -> tuple[int, int]:
    """`3`, `3..`, `3..4` or `..2` as lowest and highest number; `low` and `high` where nothing is said."""
    match = LIMITS.fullmatch(node.text) if isinstance(node, Scalar) else None
    if match is None:
        if node is not None:
            reader.error("bad-value", "a size is written as 3, 3.., 3..4 or ..2", node.span)
        return low, high
    exact, least, most, upto = match.groups()
    if exact is not None:
        return int(exact), int(exact)
    if upto is not None:
        return low, int(upto)
    return int(least), int(most) if most else high


def read_melds(reader: Reader, node: Node | None) -> Iterator[spec.Meld]:
    for name, value in entries(node):
        same, distinct = get(value, "same"), get(value, "distinct")
        corner, adjacent = get(value, "corner"), get(value, "adjacent_wilds")
        yield spec.Meld(
            name,
            reader.named(same) if same else None,
            reader.words(get(value, "in_order")),
            limits(reader, get(value, "size"), 3, MANY_CARDS),
            limits(reader, get(value, "wilds"), 0, MANY_CARDS),
            limits(reader, get(value, "naturals"), 1, MANY_CARDS),
            reader.named(distinct) if distinct else None,
            isinstance(corner, Scalar) and corner.value is True,
            not (isinstance(adjacent, Scalar) and adjacent.value is False),
        )


def read_contracts(reader: Reader, node: Node | None) -> Iterator[spec.Contract]:
    for item in node.items if isinstance(node, Sequence) else ():
        melds = get(item, "melds") if isinstance(item, Mapping) else item
        whole, apart = get(item, "all_cards"), get(item, "no_join")
        yield spec.Contract(
            reader.words(melds),
            isinstance(whole, Scalar) and whole.value is True,
            isinstance(apart, Scalar) and apart.value is True,
            item.span,
        )
