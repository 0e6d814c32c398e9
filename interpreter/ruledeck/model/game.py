"""Game: the plain, immutable result of lowering: tables, zones, variables and the program."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ruledeck.model.meld import Contract, MeldPattern
from ruledeck.model.program import Instruction


class Sight(StrEnum):
    """Who sees a zone's cards or a variable's value."""

    ALL = "all"
    OWNER = "owner"
    TOP = "top"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. A pile (`ordered`) is a list, a hand a set with copies. Seats own it, or the table does."""

    name: str
    ordered: bool
    per_seat: bool
    sight: Sight
    base: int
    """Index of the zone in a state; seat k's is base + k."""
    count: int = 1
    """How many piles a zone of the table is: melds lie in one each."""


class Kind(StrEnum):
    """What the integers of a variable or a choice mean."""

    NUMBER = "number"
    TRUTH = "truth"
    CARD = "card"
    SEAT = "seat"
    MELD = "meld"
    VALUE = "value"
    """A value of the attribute or option type `type_name`."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A slot of the state that a rule file declares, or that the machine keeps (turn, round, actor, ...)."""

    name: str
    kind: Kind
    type_name: str
    slot: int
    per_seat: bool
    lo: int
    hi: int
    start: int
    sight: Sight
    shown: bool = True
    """Part of views and scenario files; false for what the machine keeps for itself."""
    size: int = 1
    """Number of values where seats do not own it: one for each meld, or 1."""


@dataclass(frozen=True, slots=True)
class MoveName:
    """A kind of move: its word, and what is chosen with it.

    The text form of a move is `word`, `word card`, `word seat`, or `word=value` (`assign`) where a value is named.
    """

    word: str
    kind: Kind | None = None
    type_name: str = ""
    assign: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """Faces in deck order. `copies[f]` cards of face `f` exist. `written[f]` is how the face is written (`8H`)."""

    written: tuple[str, ...]
    copies: tuple[int, ...]
    attributes: tuple[tuple[str, tuple[str, ...]], ...]
    """(name, values in order) of each attribute."""


@dataclass(frozen=True)
class Game:
    """A ruleset for one choice of options and one number of seats."""

    name: str
    seats: int
    options: tuple[tuple[str, int | bool | str], ...]
    deck: Deck
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    types: tuple[tuple[str, tuple[str, ...]], ...]
    """(type name, value names): attributes and named choices, to write values as text."""
    slots: int
    """Number of integers that a state's `values` holds, slots of quantifiers included."""
    tables: tuple[tuple[int, ...], ...]
    moves: tuple[MoveName, ...]
    strategies: tuple[str, ...]
    code: tuple[Instruction, ...]
    labels: tuple[tuple[str, int], ...]
    """Addresses that the scenario runner may start from: "match", "round", "starter", "turn"."""
    highest_wins: bool
    reasons: tuple[str, ...]
    """Names of the ways a round ends."""
    melds: tuple[MeldPattern, ...] = ()
    contracts: tuple[Contract, ...] = ()
    points: tuple[int, ...] = ()
    """The points of each face; empty when the ruleset gives none."""

    @cached_property
    def digest(self) -> str:
        """Hex digest of all that can change play: rules, options, seats; not file names or line numbers."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @cached_property
    def variable_of(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def zone_of(self) -> dict[str, Zone]:
        return {zone.name: zone for zone in self.zones}

    @cached_property
    def label_of(self) -> dict[str, int]:
        return dict(self.labels)

    @cached_property
    def type_of(self) -> dict[str, tuple[str, ...]]:
        return dict(self.types)

    @cached_property
    def most_melds(self) -> int:
        """How many melds there can be on the table."""
        return max((zone.count for zone in self.zones), default=0)

    @cached_property
    def faces(self) -> int:
        return len(self.deck.written)

    @cached_property
    def face_of(self) -> dict[str, int]:
        return {text: face for face, text in enumerate(self.deck.written)}

    @cached_property
    def zone_count(self) -> int:
        return sum(self.seats if zone.per_seat else zone.count for zone in self.zones)
