"""The typed program that a rule file becomes: few kinds of instruction over few kinds of expression, no closures.

Where an instruction concerns a seat it names it by an expression, so that none knows an "acting player".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ruledeck.model.expr import (
    NONE,
    ONE_MORE,
    OWN_CARD,
    WIDEST_RANGE,
    All,
    Any,
    Arith,
    Bit,
    Cards,
    Compare,
    Const,
    Domain,
    Either,
    Expr,
    Fold,
    Get,
    Holds,
    Lookup,
    Not,
    Numbers,
    Over,
    Query,
    Search,
    Size,
    Top,
)
from ruledeck.text import Place

__all__ = [
    "NONE",
    "ONE_MORE",
    "OWN_CARD",
    "WIDEST_RANGE",
    "All",
    "Any",
    "Arith",
    "Ask",
    "Assign",
    "At",
    "Bit",
    "Branch",
    "Cards",
    "Compare",
    "Const",
    "DealOut",
    "Domain",
    "Either",
    "Exchange",
    "Expr",
    "Finish",
    "Fold",
    "Gather",
    "Get",
    "Goto",
    "Holds",
    "Instruction",
    "Lookup",
    "Not",
    "Numbers",
    "Offer",
    "Over",
    "Query",
    "Replace",
    "Search",
    "Shuffle",
    "Size",
    "Take",
    "Tell",
    "Top",
    "Transfer",
]


class At(StrEnum):
    """Where in an ordered pile a card arrives."""

    TOP = "top"
    BOTTOM = "bottom"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Assign:
    """Set a slot. Leaving lo..hi (both included; NONE is always allowed when `lo` is -1) is a run-time rule error."""

    slot: int
    seat: Expr | None
    value: Expr
    lo: int
    hi: int
    quiet: bool = False
    """No event: book-keeping that no rule names."""
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Move one card of face `card` from a zone that holds it to another."""

    card: Expr
    source: int
    source_seat: Expr | None
    target: int
    target_seat: Expr | None
    at: At = At.TOP
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Take:
    """Move the uppermost card of a pile (a random one while the pile's order is open) to a zone; `slot` gets its face.

    `slot` gets NONE when the pile is empty, and nothing moves.
    """

    source: int
    target: int
    target_seat: Expr | None
    slot: int
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealOut:
    """Deal up to `count` cards to each seat, one at a time in seat order from `first`, while the pile lasts."""

    source: int
    target: int
    count: Expr
    first: Expr
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Gather:
    """Move all cards of a zone (of every seat's, if seats own it) but the uppermost `keep` to the pile `target`."""

    source: int
    target: int
    keep: int
    turned: bool = False
    """The cards are turned over together: the uppermost comes to lie lowest."""
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Leave the order of a pile open: each card taken from it is drawn at random when it is taken."""

    zone: int
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two seats exchange all cards of a zone."""

    zone: int
    seat: Expr
    other: Expr
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Replace:
    """A card from a seat's hand takes the place of a wild in a meld; the wild goes to the hand.

    `cell` counts from 0 in the meld's pile, the lowest card first.
    """

    card: Expr
    hand: int
    seat: Expr
    zone: int
    meld: Expr
    cell: Expr
    slot: int
    """Gets the face of the wild."""
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Branch:
    test: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Goto:
    target: int


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of move at a decision: `name`, or `name` with each item of `domain` that passes `where`.

    The chosen item goes into `slot`. `scores` holds, per strategy of the game, the expression that rates a choice from
    what the seat sees (higher is better), or None for 0.
    """

    name: int
    when: Expr
    domain: Domain | None
    slot: int
    where: Expr
    target: int
    scores: tuple[Expr | None, ...] = ()
    implied: bool = False
    """May be left out where a move is written with what follows it."""
    secret: bool = False
    """Only the seat that chooses learns that this was chosen: an offer declined."""
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision point: `seat` chooses one of the legal moves of `offers`; with none legal, go on at `otherwise`."""

    seat: Expr
    offers: tuple[Offer, ...]
    otherwise: int
    """Address to go on at when no move is legal; NONE: a move is always legal (a check of the loader says so)."""
    private: bool = False
    """Others do not learn who is asked."""
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tell:
    """An event and nothing else: `what` is one of the kinds in `ruledeck.model.event`; `seat` and `value` go with it."""

    what: str
    seat: Expr | None = None
    value: Expr | None = None
    text: str = ""
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Finish:
    """The match is over. `finished` is false when a limit stopped it: such a game has no winner."""

    finished: bool
    place: Place | None = field(default=None, compare=False, repr=False)


Instruction = (
    Assign | Transfer | Take | DealOut | Gather | Shuffle | Exchange | Replace | Branch | Goto | Ask | Tell | Finish
)
