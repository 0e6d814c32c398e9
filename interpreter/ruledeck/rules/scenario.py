"""node → Scenario: a position, moves to make and what to expect, as written. Names are not yet looked up in a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from ruledeck.notation.node import Mapping, Node, Scalar, Sequence
from ruledeck.rules.pipeline import Rules
from ruledeck.rules.spec import Named
from ruledeck.text import Span

TOKEN = re.compile(r"(?P<count>\d{1,4})\s+cards?(?=\s|\Z)|\S+")
NONE_OF_THEM, THE_REST = "none", "..."


@dataclass(frozen=True, slots=True)
class Listing:
    """Cards as written: names, and numbers of cards that are not named. `rest`: it ended with `...`."""

    items: tuple[Named | int, ...]
    rest: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of one name: of a variable, of a zone, or (with `seat`) of a seat's variable."""

    name: Named
    value: Named
    seat: Named | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A meld on the table: its pattern, its cards (a sequence low to high), and the seat that laid it."""

    pattern: Named
    cards: Listing
    by: Named


@dataclass(frozen=True, slots=True)
class Given:
    """The position that a scenario starts from."""

    span: Span = field(compare=False, repr=False)
    at: Named | None = None
    dealer: Named | None = None
    to_move: Named | None = None
    hands: tuple[tuple[Named, Listing], ...] = ()
    piles: tuple[tuple[Named, Listing], ...] = ()
    melds: tuple[Laid, ...] = ()
    variables: tuple[Cell, ...] = ()
    scores: tuple[Named, ...] = ()
    scores_span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Do:
    """Texts of moves to make, one after another."""

    texts: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Texts of which each must be illegal; `because` is part of the reason that is given."""

    texts: tuple[Named, ...]
    because: str | None


@dataclass(frozen=True, slots=True)
class Legal:
    """`how` is `legal` (exactly these), `legal_has` or `legal_lacks`."""

    how: str
    moves: tuple[Named, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold. Each part is the key under `expect`, with what is listed there."""

    hands: tuple[tuple[Named, Listing], ...] = ()
    piles: tuple[tuple[Named, Listing], ...] = ()
    counts: tuple[Cell, ...] = ()
    top: tuple[Cell, ...] = ()
    variables: tuple[Cell, ...] = ()
    scores: tuple[Named, ...] = ()
    scores_span: Span | None = field(default=None, compare=False, repr=False)
    to_move: Named | None = None
    round_over: Named | None = None
    match_over: Named | None = None
    winners: tuple[Named, ...] | None = None
    winners_span: Span | None = field(default=None, compare=False, repr=False)


Step = Do | Refused | Legal | Expect


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario. `rules` are its ruleset with its options, `players` is a number of seats that they allow."""

    name: Named
    source: str
    rules: Rules
    players: int
    seed: int
    given: Given | None
    steps: tuple[Step, ...]


# ---------------------------------------------------------------- from nodes


def named(node: Node) -> Named:
    return Named(node.text if isinstance(node, Scalar) else "", node.span)


def some_named(node: Node | None) -> tuple[Named, ...]:
    """One text, or a list of them."""
    match node:
        case None:
            return ()
        case Sequence():
            return tuple(named(item) for item in node.items)
        case Scalar():
            return (named(node),)
        case Mapping():
            return ()
        case _:
            assert_never(node)


def maybe(node: Node | None) -> Named | None:
    return None if node is None else named(node)


def pairs(node: Node | None) -> Iterator[tuple[Named, Node]]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield named(entry.key), entry.value


def words(node: Node | None) -> Iterator[Named]:
    """Words apart: `p0 p2`, or a list; `none` is no word at all."""
    scalars = node.items if isinstance(node, Sequence) else (node,)
    for scalar in scalars:
        if isinstance(scalar, Scalar) and scalar.text.strip() != NONE_OF_THEM:
            for match in re.finditer(r"\S+", scalar.text):
                yield Named(match.group(), scalar.sub(*match.span()))


def read_listing(node: Node) -> Listing:
    """`8H 3S`, `5 cards`, `19 cards 9H`, `KH 4D ...`, `none`; or a list of such texts."""
    items: list[Named | int] = []
    for scalar in node.items if isinstance(node, Sequence) else (node,):
        if not isinstance(scalar, Scalar) or scalar.text.strip() == NONE_OF_THEM:
            continue
        for match in TOKEN.finditer(scalar.text):
            count = match.group("count")
            items.append(int(count) if count else Named(match.group(), scalar.sub(*match.span())))
    rest = bool(items) and isinstance(items[-1], Named) and items[-1].text == THE_REST
    return Listing(tuple(items[:-1] if rest else items), rest, node.span)


def read_listings(node: Node | None) -> tuple[tuple[Named, Listing], ...]:
    return tuple((name, read_listing(value)) for name, value in pairs(node))


def read_cells(node: Node | None) -> Iterator[Cell]:
    """`name: value`, or `name: {p0: value, p1: value}` where seats have one each."""
    for name, value in pairs(node):
        if isinstance(value, Mapping):
            yield from (Cell(name, named(inner), seat) for seat, inner in pairs(value))
        else:
            yield Cell(name, named(value))


def read_given(node: Node | None) -> Given | None:
    if not isinstance(node, Mapping):
        return None
    scores = node.get("scores")
    return Given(
        span=node.span,
        at=maybe(node.get("at")),
        dealer=maybe(node.get("dealer")),
        to_move=maybe(node.get("to_move")),
        hands=read_listings(node.get("hands")),
        piles=read_listings(node.get("piles")),
        melds=tuple(read_melds(node.get("melds"))),
        variables=tuple(read_cells(node.get("variables"))),
        scores=some_named(scores),
        scores_span=scores.span if scores else None,
    )


def read_melds(node: Node | None) -> Iterator[Laid]:
    """`{run: 5H 6H JK 8H, by: p1}` each: the pattern's name with the cards, and who laid it."""
    for item in node.items if isinstance(node, Sequence) else ():
        by = item.get("by") if isinstance(item, Mapping) else None
        for name, cards in pairs(item):
            if name.text != "by":
                yield Laid(name, read_listing(cards), named(by) if by else Named("p0", item.span))


def read_steps(node: Node | None) -> Iterator[Step]:
    """The entries of every step in the order in which they stand in the file."""
    for item in node.items if isinstance(node, Sequence) else ():
        for key, value in pairs(item):
            if key.text == "do":
                yield Do(some_named(value))
            elif key.text == "refused":
                because = item.get("because") if isinstance(item, Mapping) else None
                yield Refused(some_named(value), because.text if isinstance(because, Scalar) else None)
            elif key.text.startswith("legal"):
                yield Legal(key.text, some_named(value), key.span)
            elif isinstance(value, Mapping):
                yield read_expect(value)


def read_expect(node: Mapping) -> Expect:
    scores, winners = node.get("scores"), node.get("winners")
    return Expect(
        hands=read_listings(node.get("hands")),
        piles=read_listings(node.get("piles")),
        counts=tuple(read_cells(node.get("counts"))),
        top=tuple(read_cells(node.get("top"))),
        variables=tuple(read_cells(node.get("variables"))),
        scores=some_named(scores),
        scores_span=scores.span if scores else None,
        to_move=maybe(node.get("to_move")),
        round_over=maybe(node.get("round_over")),
        match_over=maybe(node.get("match_over")),
        winners=tuple(words(winners)) if winners else None,
        winners_span=winners.span if winners else None,
    )
