"""A small game built by hand: match the pile's suit or rank, or play a wild and name a suit; else draw; else pass.

Twelve faces in three suits, some of them twice; three seats; a stock that is refilled from the pile and shuffled.
"""

from __future__ import annotations

from dataclasses import replace

from ruledeck.model.game import Deck, Game, Kind, MoveName, Sight, Variable, Zone
from ruledeck.model.program import (
    NONE,
    All,
    Any,
    Arith,
    Ask,
    Assign,
    Bit,
    Branch,
    Cards,
    Compare,
    Const,
    DealOut,
    Finish,
    Fold,
    Gather,
    Get,
    Goto,
    Instruction,
    Lookup,
    Numbers,
    Offer,
    Over,
    Shuffle,
    Size,
    Take,
    Tell,
    Top,
    Transfer,
)
from ruledeck.model.state import ACTOR, FIRST_FREE, OVER, TURN
from ruledeck.text import Place

SEATS = 3
WRITTEN = tuple(rank + suit for suit in "RGB" for rank in "1234")
COPIES = (2, 1, 3, 2, 1, 2, 1, 2, 1, 1, 2, 2)
STOCK, PILE, HAND = 0, 1, 2
SUIT, CARD, ITEM, PASSES, TARGET, SCORE = range(FIRST_FREE, FIRST_FREE + 6)
SLOTS = SCORE + SEATS
SUIT_OF, RANK_OF, POINTS_OF = 0, 1, 2
WILDS = sum(1 << face for face, text in enumerate(WRITTEN) if text[0] == "4")
PLAY, DRAW, PASS, NAME = range(4)


def place(line: int) -> Place:
    return Place("matching.yaml", line, 1)


FITS = Any(
    (
        Bit(WILDS, Get(CARD)),
        Compare("==", Lookup(SUIT_OF, Get(CARD)), Get(SUIT)),
        Compare("==", Lookup(RANK_OF, Get(CARD)), Lookup(RANK_OF, Top(PILE))),
    )
)
ME = Get(ACTOR)
NEXT = Arith("%", Arith("+", Get(ACTOR), Const(1)), Const(SEATS))
CAN_DRAW = Compare(">", Arith("+", Size(STOCK), Size(PILE)), Const(1))
HELD = Over(Fold.SUM, ITEM, Cards(HAND, Get(TARGET)), Const(1), Lookup(POINTS_OF, Get(ITEM)))
EMPTY_HAND = Compare("==", Size(HAND, ME), Const(0))
MOST_OF_SUIT = Over(Fold.COUNT, ITEM, Cards(HAND, ME), Compare("==", Lookup(SUIT_OF, Get(ITEM)), Get(TARGET)), Const(1))

CODE: tuple[tuple[str, Instruction], ...] = (
    ("match", Tell("match", place=place(1))),
    ("", Shuffle(STOCK, place(2))),
    ("", DealOut(STOCK, HAND, Const(3), Const(0), place(3))),
    ("", Take(STOCK, PILE, None, CARD, place(4))),
    ("", Assign(SUIT, None, Lookup(SUIT_OF, Top(PILE)), 0, 2, place=place(5))),
    ("turn", Assign(TURN, None, Arith("+", Get(TURN), Const(1)), 0, 100, quiet=True)),
    ("", Branch(Compare(">", Get(TURN), Const(99)), 31, 7)),
    ("", Tell("turn", ME, place=place(6))),
    ("ask", Ask(ME, (
        Offer(PLAY, Const(1), Cards(HAND, ME), CARD, FITS, 9, (Lookup(POINTS_OF, Get(CARD)),), place=place(7)),
        Offer(DRAW, CAN_DRAW, None, NONE, Const(1), 18, (Const(-1),), place=place(8)),
    ), 24, place=place(9))),
    ("", Transfer(Get(CARD), HAND, ME, PILE, None, place=place(10))),
    ("", Assign(PASSES, None, Const(0), 0, SEATS)),
    ("", Assign(SUIT, None, Lookup(SUIT_OF, Get(CARD)), 0, 2, place=place(11))),
    ("", Branch(EMPTY_HAND, 26, 13)),
    ("", Branch(Bit(WILDS, Get(CARD)), 14, 16)),
    ("name", Ask(ME, (
        Offer(NAME, Const(1), Numbers(Const(0), Const(2)), TARGET, Const(1), 15, (MOST_OF_SUIT,), place=place(12)),
    ), NONE, place=place(12))),
    ("", Assign(SUIT, None, Get(TARGET), 0, 2, place=place(12))),
    ("next", Assign(ACTOR, None, NEXT, 0, SEATS - 1, quiet=True)),
    ("", Goto(5)),
    ("draw", Branch(Compare("==", Size(STOCK), Const(0)), 19, 21)),
    ("", Gather(PILE, STOCK, 1, place=place(13))),
    ("", Shuffle(STOCK, place(13))),
    ("", Take(STOCK, HAND, ME, CARD, place(14))),
    ("", Goto(23)),
    ("", Goto(16)),
    ("pass", Assign(PASSES, None, Arith("+", Get(PASSES), Const(1)), 0, SEATS)),
    ("", Branch(Compare(">=", Get(PASSES), Const(SEATS)), 26, 16)),
    ("score", Assign(TARGET, None, Const(0), 0, SEATS)),
    ("", Branch(Compare("<", Get(TARGET), Const(SEATS)), 28, 32)),
    ("", Assign(SCORE, Get(TARGET), HELD, 0, 400, place=place(15))),
    ("", Assign(TARGET, None, Arith("+", Get(TARGET), Const(1)), 0, SEATS, quiet=True)),
    ("", Goto(27)),
    ("limit", Finish(False, place(16))),
    ("", Finish(True, place(17))),
)  # fmt: skip

VARIABLES = (
    Variable("actor", Kind.SEAT, "", ACTOR, False, 0, SEATS - 1, 0, Sight.ALL, False),
    Variable("turn", Kind.NUMBER, "", TURN, False, 0, 100, 0, Sight.ALL),
    Variable("over", Kind.NUMBER, "", OVER, False, 0, 2, 0, Sight.ALL, False),
    Variable("suit in force", Kind.VALUE, "suit", SUIT, False, -1, 2, NONE, Sight.ALL),
    Variable("passes", Kind.NUMBER, "", PASSES, False, 0, SEATS, 0, Sight.NOBODY),
    Variable("score", Kind.NUMBER, "", SCORE, True, 0, 400, 0, Sight.ALL),
)

GAME = Game(
    name="matching",
    seats=SEATS,
    options=(),
    deck=Deck(WRITTEN, COPIES, (("suit", tuple("RGB")), ("rank", tuple("1234")))),
    zones=(
        Zone("stock", True, False, Sight.NOBODY, STOCK),
        Zone("pile", True, False, Sight.TOP, PILE),
        Zone("hand", False, True, Sight.OWNER, HAND),
    ),
    variables=VARIABLES,
    types=(("suit", tuple("RGB")), ("rank", tuple("1234"))),
    slots=SLOTS,
    tables=(
        tuple(face // 4 for face in range(12)) + (NONE,),
        tuple(face % 4 for face in range(12)) + (NONE,),
        tuple((1, 2, 3, 10)[face % 4] for face in range(12)) + (0,),
    ),
    moves=(
        MoveName("play", Kind.CARD),
        MoveName("draw"),
        MoveName("pass"),
        MoveName("suit", Kind.VALUE, "suit", assign=True),
    ),
    strategies=("heaviest",),
    code=tuple(instruction for _, instruction in CODE),
    labels=tuple((name, pc) for pc, (name, _) in enumerate(CODE) if name),
    highest_wins=False,
    reasons=(),
)


def with_code(*code: Instruction, zones: tuple[Zone, ...] = GAME.zones) -> Game:
    """The same deck and tables under another program."""
    return replace(GAME, code=code, zones=zones)


def always(word: int, target: int) -> Offer:
    """A move that needs nothing."""
    return Offer(word, All(()), None, NONE, Const(1), target)
