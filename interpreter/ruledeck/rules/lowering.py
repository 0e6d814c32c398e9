"""What the parts of lowering share: the spec, the names, the code so far, the machine's own variables and labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, MoveName, Variable
from ruledeck.model.state import ACTOR
from ruledeck.rules import spec
from ruledeck.rules.assembler import Assembler
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.scope import REFEREE, Scope
from ruledeck.rules.spec import Effect, Effects, Named
from ruledeck.rules.vocabulary import MANY, VariableName, Vocabulary
from ruledeck.text import Diagnostic, Note, Place, Span
from ruledeck.text.near import near_or_all
from ruledeck.words.types import CARD, NUMBER, SEAT, TRUTH

ACTING = p.Get(ACTOR)


@dataclass(slots=True)
class Registers:
    """The machine's own variables, by what they are for."""

    card: Variable
    """The card being played or moved."""
    skips: Variable
    to_move: Variable
    """The seat that takes the next turn out of order, NONE if none does."""
    asked: Variable
    """The seat that a window asks."""
    player: Variable
    """The seat that played the card in play."""
    go_on: Variable
    """The step at which the turn goes on after a play, NONE: it passes."""
    contract: Variable
    """Number of the contract being laid."""
    cell: Variable
    """Its slot; or the end of a meld to which a card goes."""
    meld: Variable
    """The meld being laid or chosen."""
    out: Variable
    """Whether a seat cannot win the match."""
    refills: Variable
    """How often the stock has been made new in this round."""
    lost: Variable
    """Turns that each seat still loses when they come."""
    starting: Variable
    """1 while the starter's powers run."""
    seat: Variable
    """The seat that an effect on several seats has come to."""
    left: Variable
    """How many times an effect is still to be repeated."""
    drawn: Variable
    """The card just drawn, NONE if there was none."""

    def all(self) -> tuple[Variable, ...]:
        return (
            *(self.card, self.skips, self.to_move, self.asked, self.player, self.go_on),
            *(self.contract, self.cell, self.meld, self.out, self.refills),
            *(self.starting, self.seat, self.left, self.drawn),
        )


def make_registers(vocabulary: Vocabulary) -> Registers:
    cards = len(vocabulary.cards.deck.written) - 1
    own = vocabulary.own
    registers = Registers(
        own("card in play", Kind.CARD, p.NONE, cards, p.NONE),
        own("skips", Kind.NUMBER, 0, MANY, 0),
        own("seat to move", Kind.SEAT, p.NONE, vocabulary.seats - 1, p.NONE),
        own("seat asked", Kind.SEAT, p.NONE, vocabulary.seats - 1, p.NONE),
        own("seat that played", Kind.SEAT, p.NONE, vocabulary.seats - 1, p.NONE),
        own("step to go on at", Kind.NUMBER, p.NONE, MANY, p.NONE),
        own("contract being laid", Kind.NUMBER, p.NONE, MANY, p.NONE),
        own("slot being laid", Kind.NUMBER, p.NONE, MANY, p.NONE),
        own("meld chosen", Kind.NUMBER, p.NONE, MANY, p.NONE),
        own("cannot win", Kind.TRUTH, 0, 1, 0, per_seat=True),
        own("times refilled", Kind.NUMBER, 0, MANY, 0),
        own("lost_turns", Kind.NUMBER, 0, MANY, 0, shown=True, per_seat=True),
        own("starter in play", Kind.TRUTH, 0, 1, 0),
        own("seat reached", Kind.NUMBER, p.NONE, vocabulary.seats, p.NONE),
        own("times left", Kind.NUMBER, 0, MANY, 0),
        own("card drawn", Kind.CARD, p.NONE, cards, p.NONE),
    )
    acting, again = p.Get(ACTOR), p.Compare("==", p.Get(registers.to_move.slot), p.Get(ACTOR))
    vocabulary.machine["asked"] = (SEAT, p.Get(registers.asked.slot))
    vocabulary.machine["player"] = (SEAT, p.Get(registers.player.slot))
    vocabulary.machine["goes_again"] = (TRUTH, again)
    vocabulary.machine["actor"] = (SEAT, acting)
    vocabulary.variables["lost_turns"] = VariableName(NUMBER, registers.lost)
    vocabulary.machine["refills"] = (NUMBER, p.Get(registers.refills.slot))
    return registers


@dataclass(slots=True)
class Lowering:
    """Work in progress on one game."""

    spec: spec.Spec
    vocabulary: Vocabulary
    elaborator: Elaborator
    registers: Registers
    performer: Callable[[Lowering, Effects, str], None]
    """Lowers effects; given from outside, so that verbs that contain effects need not know the table of all verbs."""
    asm: Assembler = field(default_factory=Assembler)
    labels: dict[str, int] = field(default_factory=dict)
    moves: list[MoveName] = field(default_factory=list)
    plays: dict[tuple[str, str], tuple[int, Place]] = field(default_factory=dict)
    """(from, to) → label of the code that plays a card and the rule that first needed it."""
    late: list[tuple[int, Callable[[], tuple[int, ...]]]] = field(default_factory=list)
    """Tables whose entries are known only when all is lowered."""
    acting: list[str] = field(default_factory=list)
    """Actions that are being lowered, outermost first."""
    reasons: list[str] = field(default_factory=list)
    rated: set[tuple[str, str]] = field(default_factory=set)
    """(strategy, word) of the ratings that some decision reads."""

    def late_table(self, make: Callable[[], tuple[int, ...]]) -> int:
        """The number of a table that `make` fills in at the end."""
        self.vocabulary.tables.append(())
        self.late.append((len(self.vocabulary.tables) - 1, make))
        return len(self.vocabulary.tables) - 1

    def fill_tables(self) -> None:
        for number, make in self.late:
            self.vocabulary.tables[number] = (*make(), p.NONE)

    def perform(self, effects: Effects, source: str = "") -> None:
        """Emit effects in order. `source` is the zone that the move's card comes from."""
        self.performer(self, effects, source)

    def label(self, name: str) -> int:
        """The label of a part of the program, by name; made when first asked for."""
        if name not in self.labels:
            self.labels[name] = self.asm.label()
        return self.labels[name]

    def error(self, code: str, message: str, named: Named, hint: str | None = None) -> None:
        self.vocabulary.found.append(Diagnostic(code, message, named.span, hint))

    def set_own(self, register: Variable, value: p.Expr) -> None:
        self.asm.emit(p.Assign(register.slot, None, value, register.lo, register.hi, quiet=True))

    def assign(self, known: VariableName, seat: p.Expr | None, value: p.Expr, place: Place | None) -> None:
        model = known.model
        self.asm.emit(p.Assign(model.slot, seat, value, model.lo, model.hi, not model.shown, place))

    def check_range(self, known: VariableName, value: p.Expr, span: Span) -> None:
        """A variable that is given a value which it can never have."""
        lo, hi = known.model.lo, known.model.hi
        if isinstance(value, p.Const) and not lo <= value.value <= hi:
            notes = (Note("its range is declared here", known.span),) if known.span is not None else ()
            message = f"`{known.model.name}` would become {value.value}, and its range is {lo}..{hi}"
            self.vocabulary.found.append(Diagnostic("out-of-range", message, span, None, notes))

    def variable(self, named: Named) -> VariableName | None:
        if named.text in self.vocabulary.lost:
            return None
        found = self.vocabulary.variables.get(named.text)
        if found is None:
            hint = near_or_all(named.text, self.vocabulary.variables, "variables")
            self.error("unknown-name", f"no variable is called `{named.text}`", named, hint)
        return found

    def zone(self, named: Named) -> tuple[int, p.Expr | None] | None:
        """A zone as the target of an effect: a seat's is the actor's."""
        if named.text in self.vocabulary.lost:
            return None
        found = self.vocabulary.zones.get(named.text)
        if found is None:
            hint = near_or_all(named.text, self.vocabulary.zones, "zones")
            self.error("unknown-name", f"no zone is called `{named.text}`", named, hint)
            return None
        return found.base, ACTING if found.per_seat else None

    def pile(self, named: Named) -> int | None:
        """A zone that must be one of the table's."""
        found = self.zone(named)
        if found is not None and found[1] is not None:
            message = f"`{named.text}` is a hand of each seat, and a pile of the table is needed here"
            self.error("type-mismatch", message, named)
            return None
        return found[0] if found else None

    def reason(self, name: str) -> int:
        if name not in self.reasons:
            self.reasons.append(name)
        return self.reasons.index(name)

    def move_name(self, name: MoveName) -> int:
        if name not in self.moves:
            self.moves.append(name)
        return self.moves.index(name)

    def number(self, effect: Effect, key: str, default: int = 0) -> p.Expr:
        """A number as the referee reads it, with `card` the card in play."""
        expr = effect.get(key)
        if not isinstance(expr, ast.Expr):
            return p.Const(default)
        return self.elaborator.number(expr, self.effect_scope(), f"`{key}`")

    def effect_scope(self) -> Scope:
        return REFEREE.bind("card", CARD, p.Get(self.registers.card.slot))
