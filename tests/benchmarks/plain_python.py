"""The limit: one shedding game written by hand for plain Python, to see what generality costs the reference executor.

Four players, five cards each, one pack; the turned card is not an eight (those are put back at a random place). Seat 0
starts. Who holds a card of the suit in force or of the top card's rank, or an eight, plays one of them. Who does not
draws one card, and plays or keeps it when it fits. An empty stock is made new from the pile under its top card; with
nothing to draw the hand ends at once. An eight names a suit. Who has no cards left has won the hand.

Choices are uniform. A decision is a choice of a seat, if only from one thing: play or draw, play or keep, name a suit.
Cards are single bits (suit * 13 + rank) and hands are masks: no object and no call for a card.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random  # noqa: TID251 - the limit takes the fastest chance that Python has

CARDS = tuple(1 << place for place in range(52))
RANKS = tuple(sum(1 << suit * 13 + rank for suit in range(4)) for rank in range(13))
SUITS = tuple(0x1FFF << 13 * suit for suit in range(4))
EIGHTS = RANKS[7]
FOLLOW = {card: SUITS[place // 13] | RANKS[place % 13] | EIGHTS for place, card in enumerate(CARDS)}
AFTER_EIGHT = tuple(suit | EIGHTS for suit in SUITS)
POINTS = ((RANKS[7], 50), *((RANKS[rank], min(rank + 1, 10)) for rank in range(13) if rank != 7))

Chance = Callable[[], float]


def play(hands: int, seed: int) -> tuple[int, int]:
    """Play so many hands; the decisions made, and the points won."""
    chance = Random(seed).random  # noqa: S311
    decisions = points = 0
    for _ in range(hands):
        made, won = play_hand(chance)
        decisions += made
        points += won
    return decisions, points


def play_hand(chance: Chance) -> tuple[int, int]:
    """One hand: decisions, and the points in the hands of those who lose it."""
    follow_of, eights = FOLLOW, EIGHTS
    stock, hands, top = deal(chance)
    follow, pile, seat, decisions = follow_of[top], 0, 0, 0
    while True:
        hand = hands[seat]
        fitting = hand & follow
        if fitting:
            decisions += 1
            card = one_of(fitting, chance) if fitting & (fitting - 1) else fitting
        else:
            if not stock:
                if not pile:
                    return decisions, 0
                stock, pile = shuffled(pile, chance), 0
            decisions += 1
            card = stock.pop()
            hand |= card
            hands[seat] = hand
            if not card & follow:
                seat = seat + 1 & 3
                continue
            decisions += 1
            if chance() < 0.5:
                seat = seat + 1 & 3
                continue
        hand ^= card
        hands[seat] = hand
        if not hand:
            return decisions, left_over(hands)
        pile, top, follow = pile | top, card, follow_of[card]
        if card & eights:
            decisions += 1
            follow = AFTER_EIGHT[int(chance() * 4)]
        seat = seat + 1 & 3


def one_of(cards: int, chance: Chance) -> int:
    """Any of several cards."""
    skip = int(chance() * cards.bit_count())
    while skip:
        cards &= cards - 1
        skip -= 1
    return cards & -cards


def deal(chance: Chance) -> tuple[list[int], list[int], int]:
    """The stock, the four hands, the card turned up."""
    stock = shuffled((1 << 52) - 1, chance)
    hands = [sum(stock[seat * 5 : seat * 5 + 5]) for seat in range(4)]
    del stock[:20]
    top = stock.pop()
    while top & EIGHTS:
        stock.insert(int(chance() * (len(stock) + 1)), top)
        top = stock.pop()
    return stock, hands, top


def shuffled(cards: int, chance: Chance) -> list[int]:
    return sorted((card for card in CARDS if card & cards), key=lambda _: chance())


def left_over(hands: list[int]) -> int:
    """The points of all cards still held; at most four cards of a rank are, so that counting bits will do."""
    held = hands[0] | hands[1] | hands[2] | hands[3]
    return sum(points * (held & rank).bit_count() for rank, points in POINTS)
