"""How long the meld search takes for hands of the rummy family, worst and typical.

    python tests/benchmarks/melds.py [--hands 1000] [--seed 1]

On one core, in time of the processor. `useful` asks for every card of the hand at once. Each question is asked afresh: nothing is remembered from hand to hand but the patterns made ready.
"""

# What a command prints is its result.
# ruff: noqa: T201

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from ruledeck.model import chance
from ruledeck.model.meld import Contract, Lay
from ruledeck.words import melds
from tests.unit.words.melds.deck import ACE_LOW, BOTH_ENDS, COLOURS, STANDARD, Deck, hand_of

POINTS = (*((1, *range(2, 11), 10, 10, 10) * 4), 15)


@dataclass(frozen=True)
class Family:
    """A deck with what may be melded, and the patterns of which a hand may meld any number."""

    deck: Deck
    packs: int
    specials: int
    known: melds.Known
    free: tuple[int, ...]
    contracts: tuple[tuple[str, Contract, int], ...]
    """Name, contract, cards after a draw."""


@dataclass(frozen=True)
class Hands:
    name: str
    cards: int
    wilds: int = -1
    """Exactly so many wilds in every hand; -1: as they fall."""
    suits: int = 4
    """Naturals of so many suits alone, which makes hands that are harder to search."""


def families() -> Iterator[Family]:
    deck = STANDARD
    plain = melds.prepare((deck.group((3, 4)), deck.run((3, 13), ACE_LOW)))
    knock = Contract((), leaving=10, allowed=(0, 1))
    yield Family(deck, 1, 0, plain, (0, 1), (("no wilds, deadwood", knock, 10),))
    apart = deck.suit_of("JK")
    named = melds.prepare((deck.group((3, 4), "JK", distinct=apart), deck.run((3, 13), BOTH_ENDS, "JK")))
    yield Family(deck, 2, 4, named, (0, 1), (("jokers, any melds", Contract((0,)), 13),))
    capped = (deck.group((3, 99), "2 JK", wilds_max=1), deck.run((4, 14), BOTH_ENDS, "2 JK", wilds_max=2))
    named_contracts = (
        ("3 books", Contract((0, 0, 0)), 11),
        ("2 books, run", Contract((0, 0, 1)), 12),
        ("3 runs", Contract((1, 1, 1)), 14),
    )
    yield Family(deck, 2, 4, melds.prepare(capped), (0, 1), named_contracts)
    free = (deck.group((3, 99), "JK", wilds_max=99), deck.run((4, 14), BOTH_ENDS, "JK", wilds_max=99))
    whole = Contract((1, 1, 1), all_cards=True, no_join=True)
    pairs = (("book, 2 runs apart", Contract((0, 1, 1), no_join=True), 13), ("3 runs, whole hand", whole, 13))
    yield Family(deck, 2, 4, melds.prepare(free), (0, 1), pairs)
    barred = COLOURS.mask("S")
    colours = (
        *(COLOURS.group((size, 99), "W", barred=barred) for size in (3, 4)),
        *(COLOURS.run((size, 12), wild="W", same=None, barred=barred) for size in (4, 9)),
        COLOURS.group((7, 99), "W", same=COLOURS.suit_of(), barred=barred),
    )
    phases = (
        ("set of 4, run of 4", Contract((1, 2)), 11),
        ("run of 9", Contract((3,)), 11),
        ("7 of a colour", Contract((4,)), 11),
    )
    yield Family(COLOURS, 2, 8, melds.prepare(colours), (0, 2), phases)


def dealt(family: Family, kind: Hands, many: int, seed: int) -> Iterator[int]:
    deck = family.deck
    wild = family.known.patterns[family.free[0]].wild
    ordinary = len(deck.suits) * len(deck.ranks)
    used = kind.suits * len(deck.ranks)
    pack = [face for face in range(ordinary) if face < used or wild >> face & 1 for _ in range(family.packs)]
    pack += [ordinary] * family.specials
    state = chance.stream(seed, 0, 0)
    for _ in range(many):
        left = pack[:]
        hand: list[int] = []
        while len(hand) < kind.cards:
            card = left.pop(chance.below(state, len(left)))
            state = chance.step(state)
            wilds = sum(wild >> face & 1 for face in hand)
            is_wild = bool(wild >> card & 1)
            short = kind.wilds - wilds >= kind.cards - len(hand)
            if kind.wilds < 0 or (is_wild and wilds < kind.wilds) or (not is_wild and not short):
                hand.append(card)
        yield hand_of(hand, deck.faces)


def questions(family: Family, contract: Contract) -> Iterator[tuple[str, Callable[[int], object]]]:
    known = family.known
    worth = POINTS if len(POINTS) == family.deck.faces else (5,) * family.deck.faces
    yield "can_lay", lambda hand: melds.can_lay(known, contract, hand, worth)
    if contract.slots:
        yield "next_cards", lambda hand: melds.next_cards(known, contract, Lay(), hand, worth)
        yield "missing", lambda hand: melds.missing(known, contract, hand)
        yield "useful", lambda hand: melds.useful(known, contract, hand)
    yield "best", lambda hand: melds.best(known, family.free, hand, worth)


def rows() -> Iterator[tuple[str, Family, Hands, str, Callable[[int], object]]]:
    for family in families():
        for name, contract, cards in family.contracts:
            kinds = [Hands(f"{cards} cards", cards)]
            if any(pattern.wild for pattern in family.known.patterns):
                kinds += [Hands("14, 4 wilds", 14, 4), Hands("14, 4 wilds, 2 suits", 14, 4, 2)]
                kinds += [Hands("14, 4 wilds, 1 suit", 14, 4, 1)]
            for kind in kinds:
                for asked, question in questions(family, contract):
                    yield f"{name}; {kind.name}", family, kind, asked, question


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'':42}{'question':12}{'mean ms':>9}{'median':>9}{'p99':>9}{'worst':>9}{'all, s':>9}")
    for name, family, kind, question, ask in rows():
        times = []
        for hand in dealt(family, kind, asked.hands, asked.seed):
            start = time.thread_time()
            ask(hand)
            times.append((time.thread_time() - start) * 1000)
        times.sort()
        mean, half, late = sum(times) / len(times), times[len(times) // 2], times[len(times) * 99 // 100]
        figures = f"{mean:9.3f}{half:9.3f}{late:9.2f}{times[-1]:9.2f}{sum(times) / 1000:9.2f}"
        print(f"{name:42}{question:12}{figures}", flush=True)


if __name__ == "__main__":
    main()
