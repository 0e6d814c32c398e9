"""Queries as numbers: the range of each answer, and what arguments the reference executor refuses.

By the words of a query, so that one may be named here before all branches have it; one that is not here is Unsupported.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.engine.searching import NEVER
from ruledeck.model.game import Game
from ruledeck.model.program import Query, Search

WORST = 1 << 40
"""More than all cards of a deck are worth."""
TRUTHS = ("can lay", "can lay with", "can add", "can close", "useful", "helps")


def answer_range(search: Search, game: Game) -> tuple[int, int]:
    ranges = {
        **dict.fromkeys(TRUTHS, (0, 1)),
        "takes": (0, 4),
        "stands for": (0, sum(game.deck.copies)),
        "missing": (0, NEVER),
        "left over": (0, NEVER),
        "deadwood": (0, WORST),
        "at end": (-1, game.faces - 1),
    }
    if search.query.value not in ranges:
        raise Unsupported(f"the compiled executor does not know the query {search.query.value}")
    return ranges[search.query.value]


def refusals(query: Query, game: Game) -> dict[int, tuple[int, int]]:
    """Per argument the least number that may be, and the first that may not."""
    contract, meld, card = (0, len(game.contracts)), (0, game.most_melds), (0, game.faces)
    slot, any_card = (0, max((len(one.slots) for one in game.contracts), default=0)), (-1, game.faces)
    limits: dict[str, dict[int, tuple[int, int]]] = {
        "can lay": {0: contract},
        "can lay with": {0: contract, 1: any_card},
        "can add": {0: contract, 1: slot, 2: meld, 3: card, 4: card},
        "can close": {0: contract, 1: slot, 2: meld, 3: card},
        "takes": {0: meld, 1: card},
        "stands for": {0: meld, 1: card},
        "missing": {0: contract},
        "left over": {0: contract, 1: any_card},
        "useful": {0: contract, 1: any_card},
        "helps": {0: contract, 1: any_card},
        "deadwood": {0: any_card},
        "at end": {0: meld},
    }
    return limits.get(query.value, {})


def may_refuse(search: Search, game: Game, spans: Sequence[tuple[int, int]]) -> bool:
    limits = refusals(search.query, game)
    return any(
        spans[place][0] < least or spans[place][1] >= count
        for place, (least, count) in limits.items()
        if place < len(spans)
    )
