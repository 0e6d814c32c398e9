"""How long the meld search takes for hands of the rummy family, worst and typical.

    python tests/benchmarks/melds.py [--hands 1000] [--seed 1]

On one core. Each question is asked afresh: nothing is remembered from hand to hand but the patterns made ready.
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
class Setting:
    name: str
    deck: Deck
    packs: int
    specials: int
    cards: int
    wilds: int
    """Exactly so many wilds in every hand; -1: as they fall."""
    known: melds.Known
    contract: Contract
    free: tuple[int, ...]


def settings() -> Iterator[Setting]:
    deck = STANDARD
    plain = melds.prepare((deck.group((3, 4)), deck.run((3, 13), ACE_LOW)))
    yield Setting("no wilds, 10 cards", deck, 1, 0, 10, -1, plain, Contract((), leaving=10, allowed=(0, 1)), (0, 1))
    capped = melds.prepare(
        (deck.group((3, 99), "2 JK", wilds_max=1), deck.run((4, 14), BOTH_ENDS, "2 JK", wilds_max=2))
    )
    books, mixed, runs = Contract((0, 0, 0)), Contract((0, 0, 1)), Contract((1, 1, 1))
    for name, contract, cards in (("3 books", books, 11), ("2 books, run", mixed, 12), ("3 runs", runs, 14)):
        yield Setting(f"{name}, {cards} cards", deck, 2, 4, cards, -1, capped, contract, (0, 1))
        yield Setting(f"{name}, 14 cards, 4 wilds", deck, 2, 4, 14, 4, capped, contract, (0, 1))
    free = melds.prepare((deck.group((3, 99), "JK", wilds_max=99), deck.run((4, 14), BOTH_ENDS, "JK", wilds_max=99)))
    whole = Contract((1, 1, 1), all_cards=True, no_join=True)
    yield Setting("3 runs, whole hand, 13 cards", deck, 2, 4, 13, -1, free, whole, (0, 1))
    yield Setting("3 runs, whole hand, 14, 4 wilds", deck, 2, 4, 14, 4, free, whole, (0, 1))
    apart = Contract((0, 1, 1), no_join=True)
    yield Setting("book, 2 runs apart, 14, 4 wilds", deck, 2, 4, 14, 4, free, apart, (0, 1))
    barred = COLOURS.mask("S")
    colours = melds.prepare(
        tuple(COLOURS.group((size, 99), "W", barred=barred) for size in (3, 4, 5))
        + tuple(COLOURS.run((size, 12), wild="W", same=None, barred=barred) for size in (4, 9))
        + (COLOURS.group((7, 99), "W", same=COLOURS.suit_of(), barred=barred),)
    )
    for name, slots in (("set of 4, run of 4", (1, 3)), ("run of 9", (4,)), ("7 of a colour", (5,))):
        yield Setting(f"{name}, 11 cards", COLOURS, 2, 8, 11, -1, colours, Contract(slots), (0, 3))
        yield Setting(f"{name}, 14 cards, 4 wilds", COLOURS, 2, 8, 14, 4, colours, Contract(slots), (0, 3))


def hands(setting: Setting, many: int, seed: int) -> Iterator[int]:
    deck = setting.deck
    wild = setting.known.patterns[setting.free[0]].wild
    ordinary = len(deck.suits) * len(deck.ranks)
    pack = [face for face in range(ordinary) for _ in range(setting.packs)]
    pack += [face for face in range(ordinary, ordinary + len(deck.specials[:1])) for _ in range(setting.specials)]
    state = chance.stream(seed, 0, 0)
    for _ in range(many):
        left, hand = pack[:], []
        while len(hand) < setting.cards:
            card = left.pop(chance.below(state, len(left)))
            state = chance.step(state)
            wilds = sum(wild >> face & 1 for face in hand)
            is_wild = bool(wild >> card & 1)
            short = setting.wilds - wilds >= setting.cards - len(hand)
            if setting.wilds < 0 or (is_wild and wilds < setting.wilds) or (not is_wild and not short):
                hand.append(card)
        yield hand_of(hand, deck.faces)


def questions(setting: Setting) -> Iterator[tuple[str, Callable[[int], object]]]:
    known, contract = setting.known, setting.contract
    worth = POINTS if len(POINTS) == setting.deck.faces else (5,) * setting.deck.faces
    yield "can_lay", lambda hand: melds.can_lay(known, contract, hand, worth)
    if contract.slots:
        yield "next_cards", lambda hand: melds.next_cards(known, contract, Lay(), hand, worth)
        yield "missing", lambda hand: melds.missing(known, contract, hand)
        yield "useful", lambda hand: melds.useful(known, contract, hand)
    yield "best", lambda hand: melds.best(known, setting.free, hand, worth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'':34}{'question':12}{'mean ms':>9}{'median':>9}{'p99':>9}{'worst':>9}{'all, s':>9}")
    for setting in settings():
        for name, question in questions(setting):
            times = []
            for hand in hands(setting, asked.hands, asked.seed):
                start = time.perf_counter()
                question(hand)
                times.append((time.perf_counter() - start) * 1000)
            times.sort()
            mean, half, late = sum(times) / len(times), times[len(times) // 2], times[len(times) * 99 // 100]
            print(
                f"{setting.name:34}{name:12}{mean:9.3f}{half:9.3f}{late:9.2f}{times[-1]:9.2f}{sum(times) / 1000:9.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
