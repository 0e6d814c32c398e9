"""The manual's fenced blocks, and what it takes to run them: rule files in a folder, expressions in its position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ruledeck.engine.expressions import build
from ruledeck.engine.hand import hand_of
from ruledeck.engine.layout import lay_out
from ruledeck.engine.machine import Machine
from ruledeck.engine.wording import write_value
from ruledeck.lang import ast
from ruledeck.lang.parse import parse_expression
from ruledeck.model.game import Game, Kind
from ruledeck.model.program import NONE, Const
from ruledeck.model.state import ACTOR, ROUND, State
from ruledeck.notation import read
from ruledeck.notation.node import Mapping
from ruledeck.rules import Rules, examine
from ruledeck.rules.cards import build_cards
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.lower import build_points
from ruledeck.rules.lowering import make_registers
from ruledeck.rules.prepare import prepare
from ruledeck.rules.scope import Scope, Typed
from ruledeck.text import Diagnostic, Source, Span
from ruledeck.words.types import CARD

MANUAL = Path(__file__).parent.parent / "docs" / "language.md"
BASE, PART = "base.yaml", "part.yaml"
ARROW = " → "
SEATS = 3
HANDS = ("AH KD", "2D 5C 8H 8S QS", "3C 3D 4H 9S")
PILES = {"pile": "6H 7H", "stock": "AC AD AS 2C 2H 2S 3H 3S 4C 4D"}
SCORES = (20, 35, 0)
MELDS = (("set", 0, "9C 9D 9H"), ("run", 2, "10D 2S QD"))
PLAIN_START = 2
"""A seed whose starter has no power, so that variables are as a round begins with them."""
CHOSEN, DRAWN = "8S", "5C"


@dataclass(frozen=True)
class Block:
    """A fenced block: `kind` and `more` are the words after the opening fence, `part` is the last part before it."""

    line: int
    kind: str
    more: str
    text: str
    part: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind} {self.more}".strip()


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(read_blocks(MANUAL.read_text(encoding="utf-8")))


def read_blocks(text: str) -> Iterator[Block]:
    head: list[str] | None = None
    body: list[str] = []
    start, part = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("```"):
            body.append(line)
        elif head is None:
            head, start, body = line.removeprefix("```").split(), number, []
        else:
            words = [*head, "", ""]
            kind = " ".join(words[:2]).strip() if words[0] == "yaml" else words[0]
            more = " ".join(head[2:] if words[0] == "yaml" else head[1:])
            made = Block(start, kind, more, "\n".join(body) + "\n", part)
            part = made.text if kind == "yaml part" else part
            head = None
            yield made


def of_kind(*kinds: str) -> list[Block]:
    return [block for block in blocks() if block.kind in kinds]


def write_files(folder: Path) -> None:
    """The base game, and the files that the manual writes by name."""
    (folder / BASE).write_text(of_kind("yaml base")[0].text, encoding="utf-8")
    for block in of_kind("yaml file"):
        (folder / block.more).write_text(block.text, encoding="utf-8")


def whole_text(part: str) -> str:
    """A part as a whole rule file."""
    keys = {line.split(":")[0] for line in part.splitlines() if line[:1].isalpha()}
    head = {"name": "name: A part\n", "extends": f"extends: {BASE}\n"}
    return "".join(line for key, line in head.items() if key not in keys) + part


def load(folder: Path, part: str) -> tuple[Rules | None, list[Diagnostic]]:
    """A part, or the base game where there is none."""
    write_files(folder)
    if not part:
        return examine(folder / BASE)
    (folder / PART).write_text(whole_text(part), encoding="utf-8")
    return examine(folder / PART)


def mapping(text: str) -> Mapping:
    node, found = read(Source("manual", text))
    assert found == []
    assert isinstance(node, Mapping)
    return node


# ------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Line:
    """`text → type: value`, or `text → refused: code`."""

    text: str
    wanted: str


def lines(block: Block) -> list[Line]:
    """The lines of an `expr` block."""
    refused = "refused: " if block.more == "refused" else ""
    split = [line.split(ARROW.strip()) for line in block.text.splitlines() if line.strip()]
    return [Line(text.strip(), refused + wanted.strip()) for text, wanted in split]


def parse(text: str) -> tuple[ast.Expr | None, list[Diagnostic]]:
    source = Source("manual", text)
    return parse_expression(text, lambda start, end: Span(source, start, end))


def work_out(rules: Rules, text: str, *, as_seat: bool) -> str:
    """What an expression comes to in the manual's position, written as the manual writes it."""
    game = rules.game(SEATS)
    assert rules.spec.deck is not None
    found: list[Diagnostic] = []
    cards = build_cards(rules.spec.deck, SEATS, found)
    assert cards is not None, found
    vocabulary = prepare(rules.spec, cards, rules.options, SEATS)
    make_registers(vocabulary)
    elaborator = Elaborator(vocabulary)
    build_points(rules.spec, cards, elaborator)
    expr, problems = parse(text)
    scope = Scope(referee=not as_seat).bind("card", CARD, Const(game.face_of.get(CHOSEN, 0)))
    typed = elaborator.typed(expr, scope) if expr is not None else None
    problems = [*problems, *vocabulary.found]
    if typed is None or problems:
        return f"refused: {problems[0].code}"
    contracts = tuple(vocabulary.melding.contracts) if vocabulary.melding else ()
    return f"{typed.type}: {value_of(game, replace(game, tables=tuple(vocabulary.tables), contracts=contracts), typed)}"


def value_of(game: Game, extended: Game, typed: Typed) -> str:
    """The value's text; `extended` is the game with the tables and contracts that the expression refers to."""
    state, layout = position(game), lay_out(extended)
    value = +build(typed.expr, layout)(state.values, state.hands, state.piles)
    if typed.type.kind is Kind.TRUTH:
        return "true" if value else "false"
    if value == NONE and typed.type.kind is not Kind.NUMBER:
        return "not set"
    return write_value(game, typed.type.kind, typed.type.name, value)


def position(game: Game) -> State:
    """The position that the manual describes, as far as the game has its cards and zones."""
    state = Machine(game).begin(seed=PLAIN_START)
    hand, score = game.zone_of["hand"], game.variable_of["score"]
    for seat, held in enumerate(HANDS):
        state.hands[hand.base + seat] = hand_of(faces(game, held), game.faces)
        state.values[score.slot + seat] = SCORES[seat]
    for name, cards in PILES.items():
        state.piles[game.zone_of[name].base] = faces(game, cards)
        state.open[game.zone_of[name].base] = False
    for number, (pattern, seat, cards) in enumerate(MELDS if game.melds else ()):
        state.piles[game.zone_of["melds"].base + number] = faces(game, cards)
        names = [one.name for one in game.melds]
        state.values[game.variable_of["melds_pattern"].slot + number] = names.index(pattern)
        state.values[game.variable_of["melds_layer"].slot + number] = seat
        state.values[game.variable_of["melds_laid"].slot] = number + 1
    state.values[ACTOR], state.values[ROUND] = 1, 2
    state.values[game.variable_of["turn"].slot] = 1
    state.values[game.variable_of["drawn"].slot] = game.face_of.get(DRAWN, NONE)
    return state


def faces(game: Game, cards: str) -> list[int]:
    return [game.face_of[card] for card in cards.split() if card in game.face_of]
