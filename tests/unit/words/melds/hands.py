"""Seeded random patterns, contracts and hands, small enough for the oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ruledeck.model import chance
from ruledeck.model.meld import Contract, MeldPattern
from tests.unit.words.melds.deck import Deck

T = TypeVar("T")


@dataclass
class Dice:
    """Chance as games have it."""

    state: int

    def below(self, bound: int) -> int:
        value = chance.below(self.state, bound)
        self.state = chance.step(self.state)
        return value

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def odds(self, one_in: int) -> bool:
        return not self.below(one_in)


@dataclass(frozen=True)
class Case:
    deck: Deck
    patterns: tuple[MeldPattern, ...]
    contract: Contract
    hand: tuple[int, ...]
    """In face order."""
    worth: tuple[int, ...]

    def __str__(self) -> str:
        patterns = "\n".join(f"  {pattern}" for pattern in self.patterns)
        return f"{self.deck.text(self.hand)}\n{self.contract}\n{patterns}\nworth {self.worth}"


def case(seed: int, most: int) -> Case:
    """The case of that number, with hands of at most so many cards."""
    dice = Dice(chance.stream(seed, 0, 0))
    deck, patterns = dice.one_of(KINDS)(dice)
    slots = tuple(dice.below(len(patterns)) for _ in range(1 + dice.below(3)))
    worth = tuple(dice.below(3) * 5 + 1 for _ in range(deck.faces)) if dice.odds(2) else (1,) * deck.faces
    contract = random_contract(dice, slots, len(patterns))
    hand = [] if dice.odds(2) else planted(dice, deck, [patterns[slot] for slot in slots])
    if len(hand) < 3 or not contract.all_cards:
        hand += random_hand(dice, deck, patterns, most)
    return Case(deck, patterns, contract, tuple(sorted(hand[:most])), worth)


def random_contract(dice: Dice, slots: tuple[int, ...], patterns: int) -> Contract:
    no_join = dice.odds(4)
    match dice.below(6):
        case 0:
            return Contract(slots, all_cards=True, no_join=no_join)
        case 1:
            leaving = dice.below(20)
            return Contract(slots[:1], leaving=leaving, allowed=tuple(range(patterns)), no_join=no_join)
        case _:
            return Contract(slots, no_join=no_join)


def random_hand(dice: Dice, deck: Deck, patterns: tuple[MeldPattern, ...], most: int) -> list[int]:
    """At least three cards, at most two alike; wilds now and then, up to three."""
    wild = [face for face in range(deck.faces) if any(pattern.is_wild(face) for pattern in patterns)]
    hand: list[int] = []
    few = dice.below(4)
    for _ in range(3 + dice.below(most - 2)):
        face = dice.one_of(wild) if wild and dice.below(8) < few else dice.below(deck.faces)
        if hand.count(face) < 2 and not (face in wild and sum(card in wild for card in hand) >= 3):
            hand.append(face)
    return hand


def planted(dice: Dice, deck: Deck, patterns: Sequence[MeldPattern]) -> list[int]:
    """A hand with a meld of each pattern, now and then a card more or less, or a wild in place of a natural."""
    hand: list[int] = []
    for pattern in patterns:
        size = pattern.least + dice.one_of((-1, 0, 0, 0, 0, 1))
        value = dice.one_of(pattern.same) if pattern.same is not None else -1
        low = dice.below(max(1, pattern.length - size + 1))
        for cell in range(size):
            naturals = [face for face in range(deck.faces) if pattern.fits(face, low + cell, value)]
            wilds = [face for face in range(deck.faces) if pattern.is_wild(face)]
            faces = wilds if wilds and (not naturals or dice.odds(5)) else naturals
            hand += [dice.one_of(faces)] if faces else []
    return hand


# --------------------------------------------------------------------- kinds
# One for each game of the family, on a small deck, and one that mixes all settings.

Kind = Callable[[Dice], tuple[Deck, tuple[MeldPattern, ...]]]

SMALL = Deck(tuple("CD"), tuple("A23456"), ("JK",))
WIDER = Deck(tuple("CDH"), tuple("A2345"), ("JK",))
COLOURED = Deck(tuple("RY"), tuple("123456"), ("W", "S"))


def wild_twos(dice: Dice) -> tuple[Deck, tuple[MeldPattern, ...]]:
    book = SMALL.group((2 + dice.below(2), 8), "2 JK", wilds_max=1)
    run = SMALL.run((3 + dice.below(2), 7), "A 2 3 4 5 6 A", "2 JK", wilds_max=2)
    return SMALL, (book, run)


def jokers(dice: Dice) -> tuple[Deck, tuple[MeldPattern, ...]]:
    book = WIDER.group((3, 8 if dice.odds(2) else 3), "JK", wilds_max=8)
    run = SMALL.run((3, 7 if dice.odds(2) else 3), "A 2 3 4 5 6 A", "JK", wilds_max=1 + dice.below(7))
    if dice.odds(2):
        return WIDER, (book, WIDER.run((3, 5), "A 2 3 4 5 A", "JK"))
    return SMALL, (SMALL.group((2, 4), "JK"), run)


def plain(dice: Dice) -> tuple[Deck, tuple[MeldPattern, ...]]:
    return WIDER, (WIDER.group((2 + dice.below(2), 4)), WIDER.run((2 + dice.below(2), 5)))


def named_jokers(dice: Dice) -> tuple[Deck, tuple[MeldPattern, ...]]:
    book = WIDER.group((2 + dice.below(2), 3), "JK", distinct=WIDER.suit_of("JK"))
    return WIDER, (book, WIDER.run((3, 5), "A 2 3 4 5 A", "JK"))


def coloured(dice: Dice) -> tuple[Deck, tuple[MeldPattern, ...]]:
    barred = COLOURED.mask("S")
    group = COLOURED.group((2 + dice.below(3), 8), "W", barred=barred)
    run = COLOURED.run((3 + dice.below(3), 6), wild="W", same=None, barred=barred)
    colour = COLOURED.group((3 + dice.below(2), 8), "W", same=COLOURED.suit_of(), barred=barred)
    return COLOURED, (group, run, colour)


def mixed(dice: Dice) -> tuple[Deck, tuple[MeldPattern, ...]]:
    """All settings thrown together, sensible or not: other wilds in each pattern, wilds that are naturals too."""
    deck = Deck(tuple("CD"), tuple("A2345"), ("JK", "JB"))
    return deck, tuple(mixed_pattern(dice, deck) for _ in range(1 + dice.below(3)))


def mixed_pattern(dice: Dice, deck: Deck) -> MeldPattern:
    size = 2 + dice.below(3)
    wild = dice.one_of(["", "JK", "JK JB", "2 JK", "2C JB"])
    double = bool(wild) and dice.odds(3)
    most = size + dice.below(4)
    more: dict[str, object] = {
        "naturals_min": dice.below(3),
        "wilds_max": dice.below(4) if wild else 0,
        "adjacent_wilds": not dice.odds(3),
        "barred": deck.mask(dice.one_of(["", "", "", "3D", "JB"])),
    }
    distinct = not double and dice.odds(3)
    if distinct:
        more["distinct"] = dice.one_of([deck.suit_of(), deck.rank_of()])
    out = "" if double else wild
    if dice.odds(2):
        more["same"] = dice.one_of([deck.rank_of(out), deck.suit_of(out)])
        return deck.group((size, most), wild, **more)
    corner = dice.odds(3)
    order = "A 2 3 4 5" if corner or dice.odds(2) else "A 2 3 4 5 A"
    more |= {"corner": corner, "places": deck.places(order, out)}
    more["same"] = None if dice.odds(4) else deck.suit_of(out)
    return deck.run((size, most), order, wild, **more)


KINDS: tuple[Kind, ...] = (wild_twos, jokers, plain, named_jokers, coloured, mixed, mixed)


def shuffled(dice: Dice, items: Sequence[T]) -> list[T]:
    """In any order."""
    left, found = list(items), list[T]()
    while left:
        found.append(left.pop(dice.below(len(left))))
    return found
