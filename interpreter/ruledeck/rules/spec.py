"""Spec: a rule file, with what it extends, as typed records. Expressions are parsed, names not yet resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruledeck.lang import ast
from ruledeck.text import Span

if TYPE_CHECKING:
    from ruledeck.rules.meld_spec import Contract, Meld


@dataclass(frozen=True, slots=True)
class Named:
    """A word of a rule file with its place."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BySeats:
    """A value, or one for each number of seats. `cases` hold (lowest, highest number of seats, value), in file order."""

    cases: tuple[tuple[int, int, ast.Expr | tuple[int, ...]], ...]
    """A tuple is a schedule: the first number for round 1, and so on; the last one stays."""
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Option:
    name: Named
    summary: str
    default: int | bool | str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    requires: tuple[ast.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of cards with its values in order; `derived` maps each value to values of the attribute `source`."""

    name: Named
    values: tuple[Named, ...]
    source: Named | None = None
    derived: tuple[tuple[Named, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A number that every card has: (pattern, number) pairs; the first that fits counts."""

    name: Named
    entries: tuple[tuple[ast.Pattern, int], ...]


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a deck: one for each combination of the attributes `each` that fits `only`, with the fixed `values`."""

    each: tuple[Named, ...]
    only: ast.Pattern | None
    values: tuple[tuple[Named, Named], ...]
    copies: ast.Expr | None
    in_all: BySeats | None
    """How many in the whole deck, however many packs it has."""
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Deck:
    attributes: tuple[Attribute, ...]
    numbers: tuple[NumberTable, ...]
    groups: tuple[CardGroup, ...]
    written: tuple[Named, ...]
    packs: BySeats | None
    """How many of every card, by number of seats; None for one."""
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Zone:
    name: Named
    per_seat: bool
    seen_by: str
    refill: Named | None
    refill_by: Named | None = None
    """`shuffling`, `turning`, or an option that is one of these; None for shuffling."""


@dataclass(frozen=True, slots=True)
class Variable:
    name: Named
    kind: Named
    low: int | None
    high: int | None
    per_seat: bool
    until: str
    start: ast.Expr | None
    otherwise: ast.Expr | None
    seen_by: str
    on_play: ast.Expr | None = None
    """What the variable becomes when a card is played, worked out before the card leaves the hand."""


@dataclass(frozen=True, slots=True)
class Define:
    name: Named
    params: tuple[Named, ...]
    body: ast.Expr


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb with its arguments: expressions, words or nested effects, by key, as the table of verbs says."""

    verb: str
    args: tuple[tuple[str, Argument], ...]
    span: Span = field(compare=False, repr=False)

    def get(self, key: str) -> Argument | None:
        return dict(self.args).get(key)


Argument = ast.Expr | Named | tuple[Effect, ...]
Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    source: Named
    to: Named
    cards_each: BySeats
    dealer: ast.Expr | None
    """The seat that deals the next round; None: the one to the left."""
    starter_to: Named | None
    put_back: ast.Expr | None
    put_back_at: str
    counts_if: ast.Expr | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class StepMove:
    move: Named
    condition: ast.Expr | None


@dataclass(frozen=True, slots=True)
class Step:
    name: Named
    moves: tuple[StepMove, ...]
    otherwise: Effects


@dataclass(frozen=True, slots=True)
class Move:
    name: Named
    choose: ast.Membership | None
    condition: ast.Expr | None
    do: Effects
    then: Named


@dataclass(frozen=True, slots=True)
class Window:
    """An out-of-turn decision: seats are asked in order, the first acceptance has effects, then the turn resumes."""

    name: Named
    opens: str
    """after play, after deal, or when opened (by the verb `open`)."""
    condition: ast.Expr | None
    ask: Named
    asks_if: ast.Expr | None
    choose: ast.Membership | None
    accept: Named
    decline: Named
    do: Effects
    otherwise: Effects


@dataclass(frozen=True, slots=True)
class Power:
    name: Named
    card: ast.Pattern | None
    condition: ast.Expr | None
    do: Effects
    starter: Effects | None


@dataclass(frozen=True, slots=True)
class Action:
    """Effects under a name."""

    name: Named
    do: Effects


@dataclass(frozen=True, slots=True)
class Penalty:
    name: Named
    answer: ast.Expr | None
    by: Named
    compulsory: bool
    pay: Effects
    word: str
    then: Named
    limit: int | None
    moves: tuple[StepMove, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundEnd:
    name: Named
    condition: ast.Expr
    checked: str


@dataclass(frozen=True, slots=True)
class PointsEntry:
    """`layer` counts the files from the extending (0) to the extended; a lower layer wins."""

    pattern: ast.Pattern
    value: ast.Expr
    layer: int


@dataclass(frozen=True, slots=True)
class Score:
    reason: Named
    who: ast.Expr | None
    gains: ast.Expr


@dataclass(frozen=True, slots=True)
class Match:
    ends_if: ast.Expr
    winner: str
    among: ast.Expr | None = None
    """Which seats can win; all unless said."""
    final: tuple[Score, ...] = ()
    """What seats gain when the match is over."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """`rates` maps the word of a move or a choice to the expression that rates it."""

    name: Named
    rates: tuple[tuple[Named, ast.Expr], ...]


@dataclass(frozen=True, slots=True)
class Spec:
    """One ruleset, flattened. A section that the file and its ancestors lack is empty or None."""

    name: str
    summary: str
    kind: str
    span: Span = field(compare=False, repr=False)
    players: tuple[int, int] | None = None
    players_span: Span | None = field(default=None, compare=False, repr=False)
    options: tuple[Option, ...] = ()
    deck: Deck | None = None
    zones: tuple[Zone, ...] = ()
    variables: tuple[Variable, ...] = ()
    defines: tuple[Define, ...] = ()
    rounds: int | None = None
    deal: Deal | None = None
    steps: tuple[Step, ...] = ()
    moves: tuple[Move, ...] = ()
    wild: ast.Expr | None = None
    barred: ast.Expr | None = None
    melds: tuple[Meld, ...] = ()
    contracts: tuple[Contract, ...] = ()
    contract: ast.Expr | None = None
    actions: tuple[Action, ...] = ()
    powers: tuple[Power, ...] = ()
    windows: tuple[Window, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    round_ends: tuple[RoundEnd, ...] = ()
    points: tuple[PointsEntry, ...] = ()
    scoring: tuple[Score, ...] = ()
    match: Match | None = None
    turn_limit: int | None = None
    strategies: tuple[Strategy, ...] = ()
