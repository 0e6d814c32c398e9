"""Layout → closures that take a card out of a zone and put one in, and the draw that every instruction shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ruledeck.engine.hand import cards_in, with_card, without_card
from ruledeck.engine.layout import Layout
from ruledeck.model import chance
from ruledeck.model.program import At
from ruledeck.model.state import State

Pull = Callable[[State, int, int], bool]
"""State, zone index, face: take the card out; false when it is not there."""
Put = Callable[[State, int, int], None]
"""State, zone index, face: put the card in."""


def chance_index(state: State, count: int) -> int:
    """A random number below `count` from the stream of the cards."""
    state.streams[chance.CARDS] = number = chance.step(state.streams[chance.CARDS])
    return chance.below(number, count)


def draw(state: State, index: int) -> int:
    """The card that comes off a pile that is not empty: the uppermost, or any while the order is open."""
    pile = state.piles[index]
    if state.open[index] and len(pile) > 1:
        at = chance_index(state, len(pile))
        card = pile[at]
        pile[at] = pile[-1]
        pile.pop()
        return card
    card = pile.pop()
    if not pile:
        state.open[index] = False
    return card


def settle(state: State, index: int) -> None:
    """Give an open pile an order, by a full shuffle: needed before a card gets a place of its own in it."""
    pile = state.piles[index]
    for last in range(len(pile) - 1, 0, -1):
        at = chance_index(state, last + 1)
        pile[at], pile[last] = pile[last], pile[at]
    state.open[index] = False


def puller(layout: Layout, zone: int) -> Pull:
    faces = layout.faces

    def from_pile(state: State, index: int, card: int) -> bool:
        pile = state.piles[index]
        for at in range(len(pile) - 1, -1, -1):
            if pile[at] == card:
                del pile[at]
                if not pile:
                    state.open[index] = False
                return True
        return False

    def from_hand(state: State, index: int, card: int) -> bool:
        hand = state.hands[index]
        if card < 0 or not hand >> card & 1:
            return False
        state.hands[index] = without_card(hand, card, faces)
        return True

    return from_pile if layout.ordered[zone] else from_hand


def putter(layout: Layout, zone: int, at: At) -> Put:
    faces = layout.faces

    def in_hand(state: State, index: int, card: int) -> None:
        state.hands[index] = with_card(state.hands[index], card, faces)

    def on_top(state: State, index: int, card: int) -> None:
        if state.open[index]:
            settle(state, index)
        state.piles[index].append(card)

    def below_all(state: State, index: int, card: int) -> None:
        if state.open[index]:
            settle(state, index)
        state.piles[index].insert(0, card)

    def anywhere(state: State, index: int, card: int) -> None:
        pile = state.piles[index]
        pile.insert(len(pile) if state.open[index] else chance_index(state, len(pile) + 1), card)

    if not layout.ordered[zone]:
        return in_hand
    match at:
        case At.TOP:
            return on_top
        case At.BOTTOM:
            return below_all
        case At.RANDOM:
            return anywhere
        case _:
            assert_never(at)


def sweep(state: State, layout: Layout, index: int, keep: int) -> list[int]:
    """Take out all cards of a zone but the uppermost `keep` (of a hand: the last in deck order), lowest first."""
    if layout.ordered[index]:
        pile = state.piles[index]
        gone = pile[: max(0, len(pile) - keep)]
        del pile[: len(gone)]
        if not pile:
            state.open[index] = False
        return gone
    cards = cards_in(state.hands[index], layout.faces)
    gone = cards[: max(0, len(cards) - keep)]
    for card in gone:
        state.hands[index] = without_card(state.hands[index], card, layout.faces)
    return gone
