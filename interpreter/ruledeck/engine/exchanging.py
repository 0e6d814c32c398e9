"""Instructions that exchange cards, Layout → closures: hands for hands, a card for a wild in a meld."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledeck.engine.expressions import build, build_index
from ruledeck.engine.hand import cards_in
from ruledeck.engine.layout import Layout
from ruledeck.engine.telling import moved
from ruledeck.engine.transport import puller, putter
from ruledeck.model.move import RuleError
from ruledeck.model.program import At, Exchange, Replace
from ruledeck.model.state import State

if TYPE_CHECKING:
    from ruledeck.engine.instructions import Log, Step


def describe(card: int, layout: Layout) -> str:
    return layout.game.deck.written[card] if 0 <= card < layout.faces else "no card"


def build_exchange(exchange: Exchange, after: int, layout: Layout) -> Step:
    zone, place, faces = exchange.zone, exchange.place, layout.faces
    seat_of, other_of = build_index(zone, exchange.seat, layout), build_index(zone, exchange.other, layout)

    def run(state: State, log: Log) -> int:
        values, hands, piles = state.values, state.hands, state.piles
        one, two = seat_of(values, hands, piles), other_of(values, hands, piles)
        hands[one], hands[two] = hands[two], hands[one]
        piles[one], piles[two] = piles[two], piles[one]
        state.open[one], state.open[two] = state.open[two], state.open[one]
        if log is not None and one != two:
            for source, target in ((one, two), (two, one)):
                cards = tuple(piles[target] if layout.ordered[target] else cards_in(hands[target], faces))
                log.append(moved(layout, "move", cards, source, target, place, False, False))
        return after

    return run


def build_replace(replace: Replace, after: int, layout: Layout) -> Step:
    zone, hand, place, slot = replace.zone, replace.hand, replace.place, replace.slot
    card_of, cell_of = build(replace.card, layout), build(replace.cell, layout)
    hand_of = build_index(hand, replace.seat, layout)
    meld_of = build_index(zone, replace.meld, layout, layout.extent[zone])
    pull, put = puller(layout, hand), putter(layout, hand, At.TOP)

    def run(state: State, log: Log) -> int:
        values, hands, piles = state.values, state.hands, state.piles
        card, cell = card_of(values, hands, piles), cell_of(values, hands, piles)
        source, meld = hand_of(values, hands, piles), meld_of(values, hands, piles)
        if not 0 <= cell < len(piles[meld]) or not pull(state, source, card):
            raise RuleError(f"{describe(card, layout)} cannot take the place of a wild there", place)
        values[slot] = wild = piles[meld][cell]
        piles[meld][cell] = card
        put(state, source, wild)
        if log is not None:
            log.append(moved(layout, "move", (card,), source, meld, place, False, True))
            log.append(moved(layout, "move", (wild,), meld, source, place, True, False))
        return after

    return run
