"""Queries as numbers: the range of each answer, and what arguments the reference executor refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ruledeck.engine.searching import NEVER
from ruledeck.model.game import Game
from ruledeck.model.program import Query, Search

WORST = 1 << 40
"""More than all cards of a deck are worth."""


def answer_range(search: Search, game: Game) -> tuple[int, int]:
    match search.query:
        case Query.CAN_LAY | Query.CAN_ADD | Query.CAN_CLOSE | Query.USEFUL | Query.HELPS:
            return 0, 1
        case Query.TAKES:
            return 0, 4
        case Query.STANDS_FOR:
            return 0, sum(game.deck.copies)
        case Query.MISSING:
            return 0, NEVER
        case Query.DEADWOOD:
            return 0, WORST
        case _:
            assert_never(search.query)


def refusals(query: Query, game: Game) -> dict[int, tuple[int, int]]:
    """Per argument the least number that may be, and the first that may not."""
    contract, meld = (0, len(game.contracts)), (0, game.most_melds)
    slot = (0, max((len(one.slots) for one in game.contracts), default=0))
    match query:
        case Query.CAN_LAY | Query.MISSING:
            return {0: contract}
        case Query.CAN_ADD:
            return {0: contract, 1: slot, 2: meld, 3: (0, game.faces)}
        case Query.CAN_CLOSE:
            return {0: contract, 1: slot, 2: meld}
        case Query.TAKES | Query.STANDS_FOR:
            return {0: meld, 1: (0, game.faces)}
        case Query.USEFUL | Query.HELPS:
            return {0: contract, 1: (-1, game.faces)}
        case Query.DEADWOOD:
            return {0: (-1, game.faces)}
        case _:
            assert_never(query)


def may_refuse(search: Search, game: Game, spans: Sequence[tuple[int, int]]) -> bool:
    limits = refusals(search.query, game)
    return any(
        spans[place][0] < least or spans[place][1] >= count
        for place, (least, count) in limits.items()
        if place < len(spans)
    )
