"""Programs made at random: every kind of expression and instruction in places where no rule file puts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ruledeck.model import chance
from ruledeck.model.game import Game, Sight, Zone
from ruledeck.model.program import (
    NONE,
    All,
    Any,
    Arith,
    Ask,
    Assign,
    At,
    Bit,
    Branch,
    Cards,
    Compare,
    Const,
    DealOut,
    Domain,
    Either,
    Exchange,
    Expr,
    Finish,
    Fold,
    Gather,
    Get,
    Holds,
    Instruction,
    Lookup,
    Not,
    Numbers,
    Offer,
    Over,
    Shuffle,
    Size,
    Take,
    Top,
    Transfer,
)
from ruledeck.model.state import ACTOR
from tests.unit.engine.matching_game import CARD, GAME, HAND, PASSES, PILE, SCORE, SEATS, SLOTS, STOCK, SUIT, TARGET

T = TypeVar("T")
BIN, HEAP = HAND + SEATS, HAND + SEATS + 1
ITEMS = tuple(range(SLOTS, SLOTS + 4))
FACES = GAME.faces
ZONES = (
    *GAME.zones,
    Zone("bin", False, False, Sight.ALL, BIN),
    Zone("heap", True, True, Sight.ALL, HEAP),
)
SCALARS = (SUIT, CARD, PASSES, TARGET)


class Maker:
    """One program from one seed."""

    def __init__(self, seed: int) -> None:
        self._state = chance.stream(seed, 0, 0)
        self.bound: list[tuple[int, str]] = []
        """Slots of the quantifiers around, and what they go through."""

    def below(self, bound: int) -> int:
        self._state = chance.step(self._state)
        return chance.below(self._state, bound)

    def one_of(self, *some: T) -> T:
        return some[self.below(len(some))]

    # ----------------------------------------------------------- expressions

    def number(self, depth: int) -> Expr:
        if depth == 0 or self.below(4) == 0:
            return self.leaf()
        match self.below(8):
            case 0 | 1:
                right = self.number(depth - 1)
                return Arith(self.one_of("+", "-", "*"), self.number(depth - 1), right)
            case 2:
                divisor = self.one_of(Const(1 + self.below(5)), Const(-2), self.leaf())
                return Arith(self.one_of("//", "%"), self.number(depth - 1), divisor)
            case 3:
                return Either(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1))
            case 4:
                return Lookup(self.below(3), self.card())
            case _:
                return self.over(self.one_of(Fold.COUNT, Fold.SUM, Fold.MAX, Fold.MIN, Fold.LARGEST), depth - 1)

    def leaf(self) -> Expr:
        match self.below(5):
            case 0:
                return Const(self.below(16) - 4)
            case 1:
                return Get(SCORE, self.seat())
            case 2:
                zone, seat = self.zone()
                return Size(zone, seat)
            case 3:
                return self.card()
            case _:
                return Get(self.one_of(*SCALARS, *(slot for slot, _ in self.bound)))

    def card(self) -> Expr:
        cards: list[Expr] = [Get(slot) for slot, kind in self.bound if kind == "cards"]
        zone, seat = self.one_of((STOCK, None), (PILE, None), (HEAP, self.seat()))
        some: list[Expr] = [Get(CARD), Top(zone, seat), Const(self.below(FACES)), *cards, *cards]
        return self.one_of(*some)

    def seat(self) -> Expr:
        seats: list[Expr] = [Get(slot) for slot, kind in self.bound if kind == "seats"]
        wild: list[Expr] = [Get(TARGET)] if self.below(8) == 0 else []
        some: list[Expr] = [Const(self.below(SEATS)), Get(ACTOR), *seats, *seats, *wild]
        return self.one_of(*some)

    def zone(self) -> tuple[int, Expr | None]:
        return self.one_of((STOCK, None), (PILE, None), (BIN, None), (HAND, self.seat()), (HEAP, self.seat()))

    def truth(self, depth: int) -> Expr:
        if depth == 0:
            return self.one_of(Const(1), Bit(self.below(1 << FACES), self.card()), self.compare(0))
        match self.below(6):
            case 0:
                return All(tuple(self.truth(depth - 1) for _ in range(self.below(3))))
            case 1:
                return Any(tuple(self.truth(depth - 1) for _ in range(self.below(3))))
            case 2:
                return Not(self.truth(depth - 1))
            case 3:
                zone, seat = self.zone()
                return Holds(zone, seat, self.card())
            case 4:
                return self.over(self.one_of(Fold.ANY, Fold.ALL), depth - 1)
            case _:
                return self.compare(depth - 1)

    def compare(self, depth: int) -> Expr:
        return Compare(self.one_of("==", "!=", "<", "<=", ">", ">="), self.number(depth), self.number(depth))

    def domain(self) -> tuple[Domain, str]:
        zone, seat = self.zone()
        low = self.below(3)
        ends: list[Expr] = [Size(STOCK), Const(low + self.below(5)), Get(PASSES)]
        some: list[tuple[Domain, str]] = [
            (Cards(zone, seat), "cards"),
            (Cards(HAND, self.seat()), "cards"),
            (Numbers(Const(0), Const(SEATS - 1)), "seats"),
            (Numbers(Const(low), self.one_of(*ends)), "numbers"),
        ]
        return self.one_of(*some)

    def over(self, kind: Fold, depth: int) -> Expr:
        if len(self.bound) == len(ITEMS):
            return Const(1)
        domain, what = self.domain()
        slot = ITEMS[len(self.bound)]
        limit = self.leaf() if kind is Fold.LARGEST else None
        self.bound.append((slot, what))
        where = self.one_of(Const(1), self.truth(depth))
        truthful = kind in (Fold.ANY, Fold.ALL, Fold.COUNT)
        body = self.one_of(Const(1), self.truth(depth)) if truthful else self.number(depth)
        self.bound.pop()
        return Over(kind, slot, domain, where, body, self.below(3) - 1, limit)

    # ---------------------------------------------------------- instructions

    def instruction(self, pc: int, last: int) -> Instruction:
        zone, seat = self.zone()
        source, source_seat = self.zone()
        ahead = pc + 1 + self.below(min(3, last - pc))
        match self.below(11):
            case 0 | 1:
                if self.below(4) == 0:
                    return Assign(PASSES, None, self.number(2), *self.one_of((-1, 9), (0, 2), (-5, 50)))
                kept = Arith("%", self.number(2), Const(1 + self.below(9)))
                return Assign(self.one_of(SUIT, PASSES), None, kept, -1, 8)
            case 2:
                return Assign(CARD, None, self.card(), -1, FACES - 1)
            case 3:
                some = Over(
                    self.one_of(Fold.MIN, Fold.MAX), ITEMS[0], Cards(source, source_seat), Const(1), Get(ITEMS[0]), NONE
                )
                card = some if self.below(6) else self.card()
                return Transfer(card, source, source_seat, zone, seat, self.one_of(At.TOP, At.BOTTOM, At.RANDOM))
            case 4:
                return Take(self.one_of(STOCK, PILE), zone, seat, CARD)
            case 5:
                return Gather(self.one_of(PILE, HAND, HEAP, BIN), STOCK, 0)
            case 6:
                return Gather(self.one_of(PILE, HEAP), STOCK, self.below(3))
            case 7:
                return Exchange(self.one_of(HAND, HEAP), self.seat(), self.seat())
            case 8:
                return Shuffle(self.one_of(STOCK, PILE))
            case 9:
                return Branch(self.truth(2), pc + 1, ahead)
            case _:
                return self.ask(pc, ahead)

    def ask(self, pc: int, ahead: int) -> Ask:
        offers = tuple(self.offer(self.one_of(pc + 1, ahead)) for _ in range(1 + self.below(3)))
        return Ask(Get(ACTOR), offers, self.one_of(pc + 1, ahead))

    def offer(self, target: int) -> Offer:
        when = self.one_of(Const(1), self.truth(1))
        score: Expr | None
        if self.below(3) == 0:
            return Offer(0, when, None, NONE, self.one_of(Const(1), self.truth(1)), target, (self.leaf(),))
        zone, seat = self.zone()
        mine, numbers = (Cards(HAND, Get(ACTOR)), "cards"), (Numbers(Const(0), Const(3)), "numbers")
        some: list[tuple[Domain, str]] = [mine, (Cards(zone, seat), "cards"), numbers]
        domain, what = self.one_of(*some)
        slot = CARD if what == "cards" else TARGET
        self.bound.append((slot, what))
        where = self.one_of(Const(1), self.truth(2))
        score = self.one_of(None, Lookup(2, Get(CARD)), self.number(1))
        self.bound.pop()
        return Offer(0, when, domain, slot, where, target, (score,))

    def game(self) -> Game:
        """Straight ahead, so that it ends."""
        code: list[Instruction] = [
            Shuffle(STOCK),
            DealOut(STOCK, HAND, Const(3), Const(1)),
            Take(STOCK, PILE, None, CARD),
            Assign(ACTOR, None, Const(self.below(SEATS)), 0, SEATS - 1),
        ]
        last = len(code) + 14
        while len(code) < last:
            code.append(self.instruction(len(code), last))
        code.extend(Assign(SCORE, Const(seat), self.number(3), -(10**12), 10**12) for seat in range(SEATS))
        code.append(Finish(True))
        return replace(GAME, code=tuple(code), zones=ZONES, slots=SLOTS + len(ITEMS))
