"""a spec, options and a number of seats → the names that its expressions may use, with what they stand for."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, Sight, Variable, Zone
from ruledeck.model.meld import Contract
from ruledeck.model.state import ACTOR, DEALER, DIRECTION, FIRST_FREE, ROUND, TURN
from ruledeck.rules import spec
from ruledeck.rules.cards import Cards
from ruledeck.text import Diagnostic, Span
from ruledeck.words.types import CARD, MELD, NUMBER, SEAT, TRUTH, Type, value

MAX_TEMPORARIES = 24
MOST_PARTS = 20_000
"""Parts of expressions and effects in a game, definitions and actions written out wherever they are used."""
MOST_FAULTS = 100
"""Faults that are told at once."""
DEEPEST = 100
"""Levels of an expression with its definitions written out."""


@dataclass(frozen=True, slots=True)
class VariableName:
    """A variable as expressions see it. `otherwise` is what reading it gives while it is not set."""

    type: Type
    model: Variable
    otherwise: ast.Expr | None = None
    span: Span | None = None


@dataclass(slots=True)
class Melding:
    """Patterns and contracts by number, and where the melds on the table are kept."""

    patterns: tuple[str, ...]
    contracts: list[Contract]
    contract_at: ast.Expr | None
    """Number of a seat's contract, counted from 1 in the list of the rule file; None without such a list."""
    hand: Zone
    melds: Zone
    laid: int
    """Slot: number of melds on the table."""
    pattern: int
    """First of the slots that hold each meld's pattern."""
    layer: int
    """First of the slots that hold the seat that laid each meld."""
    most: int
    """How many melds there can be."""
    must: Variable
    """The card that one of the melds being laid must hold."""


@dataclass(slots=True)
class Vocabulary:
    """Everything that a name may mean. Filled while a game is built, read by the elaborator."""

    seats: int
    cards: Cards
    types: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Value types: attribute and option names with their values in order."""
    options: dict[str, tuple[Type, int]] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    turned: set[int] = field(default_factory=set)
    """Piles that become new by turning another over, unshuffled."""
    variables: dict[str, VariableName] = field(default_factory=dict)
    defines: dict[str, spec.Define] = field(default_factory=dict)
    tables: list[tuple[int, ...]] = field(default_factory=list)
    points: int = -1
    """Table of card points; -1 until it is built."""
    next_slot: int = FIRST_FREE
    next_zone: int = 0
    machine: dict[str, tuple[Type, p.Expr]] = field(default_factory=dict)
    """Words for what the machine keeps in variables of its own."""
    melding: Melding | None = None
    melding_variables: tuple[Variable, ...] = ()
    """What games with melds keep besides; None for others."""
    used_options: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    """Names that are declared, but in a way that has been refused: using them is no further fault."""
    endless: set[frozenset[str]] = field(default_factory=set)
    """Circles of definitions that have been reported."""
    found: list[Diagnostic] = field(default_factory=list)
    spent: int = 0
    """Parts counted so far."""
    level: int = 0
    """Levels of the expression that is being elaborated."""

    def spend(self, span: Span) -> bool:
        """Count one more part; false when there are too many of them, or of faults, to go on."""
        self.spent += 1
        if self.spent == MOST_PARTS:
            message = f"with definitions and actions written out, the rules have more than {MOST_PARTS} parts"
            self.too_large(message, span, "definitions and actions multiply when each uses the next more than once")
        return self.spent < MOST_PARTS and len(self.found) < MOST_FAULTS

    def deeper(self, span: Span) -> bool:
        """As `spend`, for how deeply expressions stand in one another."""
        if self.level == DEEPEST and self.spent < MOST_PARTS:
            message = f"with definitions written out, this expression nests more than {DEEPEST} deep"
            self.too_large(message, span, "definitions stand in one another too deeply")
        return self.level < DEEPEST and self.spend(span)

    def too_large(self, message: str, span: Span, hint: str | None = None) -> None:
        """Say so once, and go no further."""
        self.spent = max(self.spent, MOST_PARTS)
        self.found.append(Diagnostic("program-too-large", message, span, hint))

    def table(self, values: tuple[int, ...], none: int) -> int:
        """The number of a table with an entry for each value and `none` for "not set"."""
        row = (*values, none)
        if row not in self.tables:
            self.tables.append(row)
        return self.tables.index(row)

    def slot(self, size: int = 1) -> int:
        first = self.next_slot
        self.next_slot += size
        return first

    def own(
        self, name: str, kind: Kind, lo: int, hi: int, start: int, *, shown: bool = False, per_seat: bool = False
    ) -> Variable:
        """A variable that the machine keeps, not the rule file."""
        slot = self.slot(self.seats if per_seat else 1)
        return Variable(name, kind, "", slot, per_seat, lo, hi, start, Sight.ALL, shown)

    def known(self) -> tuple[str, ...]:
        """Every name, for hints."""
        return (
            *self.variables,
            *self.zones,
            *self.options,
            *self.defines,
            *BUILT_IN,
            *self.machine,
            "seats",
            "others",
            "points",
            "top",
            "position",
        )


BUILT_IN: dict[str, tuple[Type, int]] = {
    "dealer": (SEAT, DEALER),
    "round": (NUMBER, ROUND),
    "turn": (NUMBER, TURN),
    "direction": (NUMBER, DIRECTION),
}
MANY = 10**6


def machine_variables(seats: int) -> tuple[Variable, ...]:
    """The variables at fixed slots that every game has."""
    last = seats - 1
    return (
        Variable("actor", Kind.SEAT, "", ACTOR, False, 0, last, 0, Sight.ALL),
        Variable("direction", Kind.NUMBER, "", DIRECTION, False, -1, 1, 1, Sight.ALL),
        Variable("dealer", Kind.SEAT, "", DEALER, False, 0, last, 0, Sight.ALL),
        Variable("turn", Kind.NUMBER, "", TURN, False, 0, MANY, 0, Sight.ALL),
        Variable("round", Kind.NUMBER, "", ROUND, False, 0, MANY, 0, Sight.ALL),
    )


def type_of_kind(kind: str, types: dict[str, tuple[str, ...]]) -> Type | None:
    """The type that a variable's `kind`, or a parameter's name, means."""
    plain = {"number": NUMBER, "truth": TRUTH, "card": CARD, "seat": SEAT, "meld": MELD}
    if kind in plain:
        return plain[kind]
    return value(kind) if kind in types else None


def attribute_term(vocabulary: Vocabulary, name: str, card: p.Expr) -> tuple[Type, p.Expr] | None:
    """`card.name`, or None when the deck has no such attribute."""
    cards = vocabulary.cards
    if name in cards.values:
        row, kind, none = cards.values[name], value(name), p.NONE
    elif name in cards.numbers:
        row, kind, none = cards.numbers[name], NUMBER, 0
    else:
        return None
    table = vocabulary.table(row, none)
    if isinstance(card, p.Const):
        return kind, p.Const(vocabulary.tables[table][card.value])
    return kind, p.Lookup(table, card)
