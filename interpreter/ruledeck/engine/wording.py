"""Values and choices ↔ their texts: `8H`, `p2`, `play 8H`, `suit=S`."""

from __future__ import annotations

from typing import assert_never

from ruledeck.model.game import Game, Kind, MoveName
from ruledeck.model.program import NONE

TRUTHS = ("no", "yes")


def names_of(game: Game, kind: Kind, type_name: str) -> tuple[str, ...] | None:
    """Names of the values 0, 1, ... of a kind; None for numbers."""
    match kind:
        case Kind.NUMBER:
            return None
        case Kind.TRUTH:
            return TRUTHS
        case Kind.CARD:
            return game.deck.written
        case Kind.SEAT:
            return tuple(f"p{seat}" for seat in range(game.seats))
        case Kind.MELD:
            return tuple(f"m{meld + 1}" for meld in range(game.most_melds))
        case Kind.VALUE:
            return game.type_of[type_name]
        case _:
            assert_never(kind)


def write_value(game: Game, kind: Kind, type_name: str, value: int) -> str:
    names = names_of(game, kind, type_name)
    return str(value) if names is None else names[value]


def read_value(game: Game, kind: Kind, type_name: str, text: str) -> int | None:
    """The value that `text` names; None when it names none."""
    names = names_of(game, kind, type_name)
    if names is not None:
        return names.index(text) if text in names else None
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 18 else None


def write_choice(game: Game, name: MoveName, value: int) -> str:
    """The text form of a move."""
    if name.kind is None or (value == NONE and name.kind is not Kind.NUMBER):
        return name.word
    return f"{name.word}{'=' if name.assign else ' '}{write_value(game, name.kind, name.type_name, value)}".lstrip()


def kind_in_words(name: MoveName) -> str:
    """What the chosen thing is called in a message: `a card`, `a suit`."""
    noun = name.type_name if name.kind is Kind.VALUE else str(name.kind or "word")
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
