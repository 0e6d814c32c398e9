"""melds and contracts of a merged mapping → their spec."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruledeck.lang import ast
from ruledeck.lang.parse import parse_expression
from ruledeck.notation.node import Mapping, Node, Scalar, Sequence
from ruledeck.rules.meld_spec import Contract, Meld
from ruledeck.rules.reader import Reader
from ruledeck.rules.sections import entries, get

LIMITS = re.compile(r"(\w+)|(\w+)\.\.(\w*)|\.\.(\w+)")
Limit = tuple[ast.Expr | None, ast.Expr | None]


def limits(reader: Reader, node: Node | None) -> Limit:
    """`3`, `3..`, `3..4` or `..2`, where a number may be the name of an option; None for an end that is not said."""
    match = LIMITS.fullmatch(node.text) if isinstance(node, Scalar) else None
    if match is None or not isinstance(node, Scalar):
        if node is not None:
            reader.error("bad-value", "a size is written as 3, 3.., 3..4 or ..2", node.span)
        return None, None
    ends = {group: end(reader, node, match, group) for group in (1, 2, 3, 4)}
    if ends[1] is not None:
        return ends[1], ends[1]
    return ends[2], ends[3] if ends[4] is None else ends[4]


def at_most(reader: Reader, node: Node | None) -> tuple[None, ast.Expr | None]:
    """`..2`, or `0`: a limit that has no lower end."""
    low, high = limits(reader, node)
    if node is not None and low is not None and not (isinstance(low, ast.Number) and low.value == 0):
        wanted = written(high) if high is not None else "2"
        message = "`wilds` says only how many wild cards there may be at most"
        reader.error("bad-value", message, node.span, f"write `..{wanted}`; `naturals: 2..` asks for natural cards")
    return None, high


def at_least(reader: Reader, node: Node | None) -> tuple[ast.Expr | None, None]:
    """`2..`: a limit that has no upper end."""
    low, high = limits(reader, node)
    if node is not None and high is not None:
        wanted = written(low) if low is not None else "2"
        message = "`naturals` says only how many natural cards there must be at least"
        reader.error(
            "bad-value", message, node.span, f"write `{wanted}..`; `wilds: ..2` and `size` say what is too many"
        )
    return low, None


def written(expr: ast.Expr) -> str:
    return expr.span.source.text[expr.span.start : expr.span.end]


def end(reader: Reader, node: Scalar, match: re.Match[str], group: int) -> ast.Expr | None:
    text, start = match.group(group), match.start(group)
    if not text:
        return None
    made, problems = parse_expression(text, lambda low, high: node.sub(start + low, start + high))
    reader.found.extend(problems)
    return made


def read_melds(reader: Reader, node: Node | None) -> Iterator[Meld]:
    for name, value in entries(node):
        same, distinct = get(value, "same"), get(value, "distinct")
        corner, adjacent = get(value, "corner"), get(value, "adjacent_wilds")
        yield Meld(
            name,
            reader.named(same) if same else None,
            reader.words(get(value, "in_order")),
            limits(reader, get(value, "size")),
            at_most(reader, get(value, "wilds")),
            at_least(reader, get(value, "naturals")),
            reader.named(distinct) if distinct else None,
            isinstance(corner, Scalar) and corner.value is True,
            not (isinstance(adjacent, Scalar) and adjacent.value is False),
        )


def read_contracts(reader: Reader, node: Node | None) -> Iterator[Contract]:
    for item in node.items if isinstance(node, Sequence) else ():
        melds = get(item, "melds") if isinstance(item, Mapping) else item
        whole, apart, exact = (reader.expr(get(item, key)) for key in ("all_cards", "no_join", "exact"))
        yield Contract(reader.words(melds), whole, apart, exact, item.span)
