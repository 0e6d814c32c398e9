"""The closed list of effect verbs, with the keys that each takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Takes(StrEnum):
    """What the value of a key is."""

    NUMBER = "number"
    TRUTH = "truth"
    CARD = "card"
    VALUE = "value"
    """An expression of the type of the variable that the verb names."""
    WORD = "word"
    SUBJECT = "subject"
    SEAT = "seat"
    OPEN = "condition of a choice"
    """A condition with the value being chosen under the word of its kind."""
    EFFECTS = "effects"


@dataclass(frozen=True, slots=True)
class Key:
    name: str
    takes: Takes
    required: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """`keys[0]` is the telling key: the verb itself. A verb without keys is written as a bare word."""

    name: str
    doc: str
    keys: tuple[Key, ...] = ()


SUBJECTS = {
    "actor": "the seat whose turn it is",
    "next": "the seat after it in the direction of play, found when the effect runs",
    "others": "every other seat, in order of play from the next",
    "all": "every seat, in order of play from the one whose turn it is",
    "dealer": "the dealer",
    "asked": "the seat that a window asks",
    "player": "the seat that played the top card",
}

VERBS: tuple[Verb, ...] = (
    Verb(
        "draw",
        "The subject draws so many cards from the stock, refilled when a card is needed; fewer when there are no more.",
        (
            Key("draw", Takes.NUMBER, True),
            Key("who", Takes.SUBJECT),
            Key("until", Takes.TRUTH),
            Key("into", Takes.WORD),
        ),
    ),
    Verb(
        "play",
        "Play a card: variables until the next card are reset, the card moves, then the powers follow; ends the move.",
        (Key("play", Takes.CARD, True), Key("to", Takes.WORD, True)),
    ),
    Verb(
        "move",
        "Move a card from one zone to another, with no further effect; `with: above`, and the cards that lie on it.",
        (
            *(Key("move", Takes.CARD, True), Key("from", Takes.WORD, True), Key("to", Takes.WORD, True)),
            *(Key("at", Takes.WORD), Key("with", Takes.WORD), Key("who", Takes.SUBJECT)),
        ),
    ),
    Verb(
        "choose",
        "The subject names a value for a variable; `where` says which values it may name.",
        (Key("choose", Takes.WORD, True), Key("who", Takes.SUBJECT), Key("where", Takes.OPEN)),
    ),
    Verb("set", "Give a variable a value.", (Key("set", Takes.WORD, True), Key("to", Takes.VALUE, True), Key("who", Takes.SUBJECT))),
    Verb("add", "Add a number to a variable.", (Key("add", Takes.NUMBER, True), Key("to", Takes.WORD, True), Key("who", Takes.SUBJECT))),
    Verb("raise", "Raise a penalty: the next seat faces so much more.", (Key("raise", Takes.WORD, True), Key("by", Takes.NUMBER, True))),
    Verb("skip", "The next seat loses its turn when the turn passes.", (Key("skip", Takes.SUBJECT, True),)),
    Verb("offer", "The seat's only move is this one: a decision with one choice.", (Key("offer", Takes.WORD, True),)),
    Verb("go_to", "The turn goes on at the step named, now.", (Key("go_to", Takes.WORD, True),)),
    Verb("open", "The window named opens here, whatever its `opens` says.", (Key("open", Takes.WORD, True),)),
    Verb("reverse", "The direction of play turns at once."),
    Verb("again", "The same seat takes another turn."),
    Verb("next_turn", "The seat named takes the next turn.", (Key("next_turn", Takes.SEAT, True),)),
    Verb("take_over", "The seat named takes the turn now; skips that have not yet come about lapse.", (Key("take_over", Takes.SEAT, True),)),
    Verb(
        "lose_turn",
        "The subject loses its next turn, or its next `times` turns, when they would come.",
        (Key("lose_turn", Takes.SUBJECT, True), Key("times", Takes.NUMBER)),
    ),
    Verb("swap_hands", "The seat whose turn it is exchanges hands with the seat named.", (Key("swap_hands", Takes.SEAT, True),)),
    Verb(
        "lay",
        "The seat lays melds card by card: the current `contract`, or one meld of the pattern named.",
        (Key("lay", Takes.WORD, True), Key("leaving", Takes.NUMBER), Key("with", Takes.CARD)),
    ),
    Verb(
        "lay_off",
        "The card is added to a meld that takes it; `where` says to which melds it may go.",
        (Key("lay_off", Takes.CARD, True), Key("where", Takes.OPEN)),
    ),
    Verb(
        "swap_wild",
        "The card takes the place of a wild that stands for it; the wild goes to the hand, or to an end of the meld.",
        (Key("swap_wild", Takes.CARD, True), Key("where", Takes.OPEN), Key("wild", Takes.WORD)),
    ),
    Verb(
        "clear",
        "All cards of a zone of the table go to another, lowest first.",
        (Key("clear", Takes.WORD, True), Key("to", Takes.WORD, True)),
    ),
    Verb("act", "The effects that the section `actions` lists under this name.", (Key("act", Takes.WORD, True),)),
    Verb("pass_hands", "Every hand passes to the next seat in the direction of play."),
    Verb("end_turn", "The turn passes now."),
    Verb("end_round", "The round ends at once, for the reason named.", (Key("end_round", Takes.WORD, True),)),
    Verb(
        "if",
        "Effects that depend on a condition.",
        (Key("if", Takes.TRUTH, True), Key("do", Takes.EFFECTS, True), Key("else", Takes.EFFECTS)),
    ),
)  # fmt: skip

VERB_OF = {verb.name: verb for verb in VERBS}
