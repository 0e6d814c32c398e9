"""The expressions of a program: few kinds, typed, without names or closures.

All values are integers. A truth is 0 or 1; a card is the number of its face in deck order; a suit, rank or any other
attribute value is its place in the attribute's order; a seat is its number; `NONE` (-1) is "no card", "not set".
Where an expression names a seat it is an expression of its own, so that no instruction knows an "acting player".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ruledeck.text import Place

NONE = -1
WIDEST_RANGE = 100_000
"""Items that a `Numbers` domain may have; more is a rule error, not a hang."""


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Get:
    """The value of a slot; with a seat, of slot + seat."""

    slot: int
    seat: Expr | None = None


@dataclass(frozen=True, slots=True)
class Arith:
    """Integer arithmetic: + - * // % (floor division and its remainder, as mathematics floors)."""

    op: str
    left: Expr
    right: Expr
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """== != < <= > >= on integers."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class All:
    """Every item is true; stops at the first that is not."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Some item is true; stops at the first that is."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not:
    item: Expr


@dataclass(frozen=True, slots=True)
class Either:
    """`then` if `test` is true, else `other`; only one is evaluated."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Lookup:
    """Entry `key` of a table of the game; its last entry is the answer for NONE."""

    table: int
    key: Expr


@dataclass(frozen=True, slots=True)
class Bit:
    """Whether bit `key` of a constant is set; false for NONE. Sets of faces or values known when the game is built."""

    bits: int
    key: Expr


@dataclass(frozen=True, slots=True)
class Size:
    """Number of cards in a zone."""

    zone: int
    seat: Expr | None = None


@dataclass(frozen=True, slots=True)
class Top:
    """The face of the uppermost card of a pile, NONE when it is empty."""

    zone: int
    seat: Expr | None = None


@dataclass(frozen=True, slots=True)
class Holds:
    """Whether a zone holds a card of a face."""

    zone: int
    seat: Expr | None
    card: Expr


OWN_CARD, ONE_MORE = -1, -2
"""What joins the hand in the query CAN_LAY_WITH, where it is no pile."""


class Query(StrEnum):
    """Questions about melds that a search answers. `zone` and `seat` name the hand; the arguments are:"""

    CAN_LAY = "can lay"
    """(contract) → whether the hand can lay it."""
    CAN_LAY_WITH = "can lay with"
    """(contract, card, come) → whether the hand can lay it with such a card in one of its melds. `come` says what joins
    the hand for this: `OWN_CARD` nothing, `ONE_MORE` one such card, a pile its cards from the uppermost such card up."""
    CAN_ADD = "can add"
    """(contract, slot, meld, card[, must]) → whether the card goes on as the next of the open meld, the rest completable.
    With `must`, such a card must lie in one of the melds."""
    CAN_CLOSE = "can close"
    """(contract, slot, meld[, must]) → whether the open meld may end here, the rest completable."""
    TAKES = "takes"
    """(meld, card) → places at which the card may be laid off: 1 low, 2 high, 3 either, 4 in a group; 0 none."""
    STANDS_FOR = "stands for"
    """(meld, card) → 1 + the cell of a wild that stands for exactly this card; 0 none."""
    DEADWOOD = "deadwood"
    """() → the least worth of unmelded cards; (card, -1) → without one such card; (card, 1) → with one more."""
    MISSING = "missing"
    """(contract) → the least number of further cards with which the hand could lay it."""
    USEFUL = "useful"
    """(contract, card) → by how much `missing` would grow without the card."""
    AT_END = "at end"
    """(meld, end) → the card at the low (1) or high (2) end of a sequence; NONE for a group."""
    HELPS = "helps"
    """(contract, card) → by how much `missing` would shrink with one more such card."""
    LEFT_OVER = "left over"
    """(contract) → the least number of cards left when it is laid; (contract, card, -1) → without one such card; ...

    (contract, card, 1) → with one more.
    """


@dataclass(frozen=True, slots=True)
class Search:
    query: Query
    zone: int
    seat: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Domain: the cards of a zone, each copy, in deck order."""

    zone: int
    seat: Expr | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """Domain: the integers from `low` to `high`, both included; seats and attribute values are such ranges."""

    low: Expr
    high: Expr


Domain = Cards | Numbers


class Fold(StrEnum):
    ANY = "any"
    ALL = "all"
    COUNT = "count"
    SUM = "sum"
    MAX = "max"
    MIN = "min"
    LARGEST = "largest"


@dataclass(frozen=True, slots=True)
class Over:
    """A bounded quantifier. Each item of `domain` that passes `where` is put in `slot` and `body` evaluated.

    any, all, count: `body` is 1 (any, count) or the condition (all). max and min of nothing are `empty`.
    largest: the sum of the `limit` greatest bodies, of all of them when there are fewer.
    """

    kind: Fold
    slot: int
    domain: Domain
    where: Expr
    body: Expr
    empty: int = 0
    limit: Expr | None = None


Expr = Const | Get | Arith | Compare | All | Any | Not | Either | Lookup | Bit | Size | Top | Holds | Over | Search
