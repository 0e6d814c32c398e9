"""Names as a scenario writes them, a game → seats, zones, cards, variables and values; what is none goes to `found`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ruledeck.engine.wording import read_value, write_value
from ruledeck.model.game import Game, Kind, Variable
from ruledeck.model.program import NONE
from ruledeck.rules.scenario import NONE_OF_THEM, Cell, Listing
from ruledeck.rules.spec import Named
from ruledeck.study.boards import NEXT_ROUND, Board
from ruledeck.text import Diagnostic, Note, Span
from ruledeck.text.near import near

TRUTHS = {"true": 1, "yes": 1, "false": 0, "no": 0}


@dataclass(frozen=True, slots=True)
class Cards:
    """A listing looked up: faces, NONE for a card that is not named."""

    faces: tuple[int, ...]
    rest: bool


@dataclass(slots=True)
class Names:
    """Looks names up in one game."""

    board: Board
    found: list[Diagnostic] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.board.game

    def error(self, code: str, message: str, span: Span, hint: str | None = None, notes: tuple[Note, ...] = ()) -> None:
        self.found.append(Diagnostic(code, message, span, hint, notes))

    def unknown(self, what: str, word: Named, known: Iterable[str]) -> None:
        names = tuple(known)
        hint = near(word.text, names) or f"known here: {', '.join(names)}"
        self.error("scenario-unknown-name", f"no {what} is called {word.text!r}", word.span, hint)

    def seat(self, word: Named) -> int | None:
        seats = [f"p{seat}" for seat in range(self.game.seats)]
        if word.text in seats:
            return seats.index(word.text)
        self.unknown("seat", word, seats)
        return None

    def hand(self, word: Named) -> int | None:
        """The zone of a seat to which the ruleset deals."""
        seat = self.seat(word)
        return None if seat is None else self.board.hand + seat

    def zone(self, word: Named) -> int | None:
        """A zone of the table by its name, a seat's as `hand p0`."""
        if word.text in self.board.zones:
            return self.board.zones.index(word.text)
        self.unknown("pile", word, self.board.zones)
        return None

    def zone_or_hand(self, word: Named) -> int | None:
        """As `zone`; a seat's name alone is its hand."""
        seats = [f"p{seat}" for seat in range(self.game.seats)]
        if word.text in seats:
            return self.board.hand + seats.index(word.text)
        if word.text in self.board.zones:
            return self.board.zones.index(word.text)
        self.unknown("seat or pile", word, (*seats, *self.board.zones))
        return None

    def face(self, word: Named) -> int | None:
        faces = self.game.face_of
        if word.text in faces:
            return faces[word.text]
        written = self.game.deck.written
        hint = near(word.text, written) or f"cards are written {', '.join(written[:6])}, ..."
        if word.text == "...":
            hint = "`...` is the last word of a stock"
        self.error("scenario-unknown-card", f"no card is written {word.text!r}", word.span, hint)
        return None

    def cards(self, listing: Listing) -> Cards:
        faces: list[int] = []
        for item in listing.items:
            if isinstance(item, int):
                faces.extend([NONE] * min(item, sum(self.game.deck.copies) + 1))
            elif (face := self.face(item)) is not None:
                faces.append(face)
        return Cards(tuple(faces), listing.rest)

    def variable(self, word: Named) -> Variable | None:
        shown = {variable.name: variable for variable in self.game.variables if variable.shown}
        if word.text not in shown:
            self.unknown("variable", word, shown)
        return shown.get(word.text)

    def slot(self, cell: Cell) -> tuple[Variable, int] | None:
        """The variable of a cell, and the slot that it means."""
        variable = self.variable(cell.name)
        if variable is None:
            return None
        if variable.per_seat != (cell.seat is not None):
            of_seats = f"each seat has its own: {variable.name}: {{p0: ..., p1: ...}}"
            message = f"`{variable.name}` is a variable of {'the seats' if variable.per_seat else 'the table'}"
            self.error("scenario-bad-value", message, cell.name.span, of_seats if variable.per_seat else None)
            return None
        seat = 0 if cell.seat is None else self.seat(cell.seat)
        return None if seat is None else (variable, variable.slot + seat)

    def value(self, variable: Variable, word: Named) -> int | None:
        """A value that the variable may have."""
        value = read_text(self.game, variable, word.text)
        if value is not None and variable.lo <= value <= variable.hi:
            return value
        message = f"`{variable.name}` cannot be {word.text!r}"
        self.error("scenario-bad-value", message, word.span, f"it is {self.allowed(variable)}")
        return None

    def allowed(self, variable: Variable) -> str:
        if variable.kind is Kind.NUMBER:
            return f"a number from {variable.lo} to {variable.hi}"
        if variable.kind is Kind.CARD:
            return "a card, or none"
        values = [write_text(self.game, variable, value) for value in range(variable.lo, variable.hi + 1)]
        return "one of " + ", ".join(values)

    def scores(self, words: tuple[Named, ...], span: Span | None) -> list[tuple[Variable, int, int]]:
        """(variable, slot, value) of each seat's score."""
        variable = self.game.variable_of.get("score")
        if not words or span is None or variable is None:
            return []
        if len(words) != self.game.seats:
            message = f"{len(words)} scores for {self.game.seats} players"
            self.error("scenario-bad-value", message, span, "list one for each seat, p0 first")
            return []
        values = [self.value(variable, word) for word in words]
        return [(variable, variable.slot + seat, value) for seat, value in enumerate(values) if value is not None]

    def move_text(self, word: Named) -> str:
        """A text that could be one move; blanks made single."""
        text = " ".join(word.text.split())
        if text != NEXT_ROUND and not any(self.spells(text, number) for number in range(len(self.game.moves))):
            words = [move.word for move in self.game.moves]
            head = text.replace("=", " ").split(" ")[0]
            hint = near(head, words) if head not in words else None
            shown = hint or "moves are written `draw`, `play 8H`, `suit=S`, as `ruledeck trace` shows them"
            self.error("scenario-unknown-move", f"{word.text!r} is not a move of this game", word.span, shown)
        return text

    def spells(self, text: str, number: int) -> bool:
        name = self.game.moves[number]
        if name.kind is None:
            return text == name.word
        head, _, rest = text.partition("=" if name.assign else " ") if name.word else ("", "", text)
        return head == name.word and read_value(self.game, name.kind, name.type_name, rest) is not None


def read_text(game: Game, variable: Variable, text: str) -> int | None:
    """The value that a text names for a variable; `none` is NONE where it may be not set."""
    if variable.kind is Kind.TRUTH:
        return TRUTHS.get(text)
    value = read_value(game, variable.kind, variable.type_name, text)
    if value is None and text == NONE_OF_THEM and variable.kind is not Kind.NUMBER:
        return NONE
    return value


def write_text(game: Game, variable: Variable, value: int) -> str:
    """A value as scenario files write it."""
    if variable.kind is Kind.NUMBER:
        return str(value)
    if variable.kind is Kind.TRUTH:
        return "true" if value else "false"
    return NONE_OF_THEM if value == NONE else write_value(game, variable.kind, variable.type_name, value)
