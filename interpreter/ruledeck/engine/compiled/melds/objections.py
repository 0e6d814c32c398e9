"""Game, what is asked of its melds → why the functions of the search cannot answer for it, if so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ruledeck.engine.compiled.melds import names
from ruledeck.engine.compiled.melds.tables import faces_of, is_apart, others, values_of
from ruledeck.engine.compiled.trees import every
from ruledeck.model.game import Game
from ruledeck.model.meld import Contract, MeldPattern
from ruledeck.model.program import Expr, Query, Search

KNOWN = (
    Query.CAN_LAY,
    Query.CAN_LAY_WITH,
    Query.CAN_ADD,
    Query.CAN_CLOSE,
    Query.TAKES,
    Query.STANDS_FOR,
    Query.MISSING,
    Query.USEFUL,
    Query.HELPS,
    Query.DEADWOOD,
    Query.AT_END,
    Query.LEFT_OVER,
)


def objection(game: Game, asked: Iterator[Expr], planes: int) -> str | None:
    """What of the game's melds the search does not know; None when it can answer all that is asked."""
    exprs = list(asked)
    queries = {one.query for expr in exprs for one in every(expr) if isinstance(one, Search)}
    strange = sorted(str(query) for query in queries if query not in KNOWN)
    found = [f"the query {query} is for the reference executor's search" for query in strange]
    holding = any(holds_card(one) for expr in exprs for one in every(expr) if isinstance(one, Search))
    if holding and any(len(contract.slots) != 1 for contract in game.contracts):
        found.append("a card must lie in one of several melds")
    if holding and any(contract.all_cards for contract in game.contracts):
        found.append("a card must lie in a meld that takes the whole hand")
    parts: list[MeldPattern | Contract] = [*game.melds, *game.contracts]
    found += [text for one in parts if (text := strange_field(one))]
    found += [text for pattern in game.melds if (text := pattern_objection(pattern))]
    found += [text for contract in game.contracts if (text := contract_objection(contract, game.melds))]
    if len({pattern.wild & ~pattern.barred for pattern in game.melds if pattern.wilds_max}) > 1:
        found.append("not all melds have the same wild cards")
    if Query.DEADWOOD in queries:
        found += [text for text in [free_objection(game, tuple(range(len(game.melds))))] if text]
    for one in game.contracts:
        if one.leaving is not None:
            found += [text for text in [free_objection(game, (*one.slots, *one.allowed))] if text]
    if any(pattern.distinct is not None for pattern in game.melds):
        found += [text for text in [apart_objection(game, queries)] if text]
    if planes > names.MOST_PLANES:
        found.append("too many equal cards")
    return found[0] if found else None


def apart_objection(game: Game, queries: set[Query]) -> str | None:
    """Why naturals that must differ are too much, if so. They are known card by card, not where hands are counted."""
    counted = queries & {Query.MISSING, Query.USEFUL, Query.HELPS, Query.DEADWOOD, Query.LEFT_OVER}
    several = any(len(one.slots) > 1 and is_apart(game, one) for one in game.contracts)
    limited = any(one.leaving is not None or one.all_cards for one in game.contracts)
    return "the search does not know naturals that must differ" if counted or several or limited else None


def holds_card(search: Search) -> bool:
    """Whether a card must lie in what is laid."""
    usual = {Query.CAN_ADD: 4, Query.CAN_CLOSE: 3}
    return search.query is Query.CAN_LAY_WITH or len(search.args) > usual.get(search.query, len(search.args))


PATTERN_FIELDS = (
    "name", "size_min", "size_max", "same", "places", "length", "corner", "distinct", "wilds_max", "naturals_min",
    "adjacent_wilds", "wild", "barred",
)  # fmt: skip
CONTRACT_FIELDS = ("slots", "all_cards", "no_join", "exact", "leaving", "allowed")


def strange_field(one: MeldPattern | Contract) -> str | None:
    """Something that the language has learnt since, and that is not left as it usually is."""
    known = PATTERN_FIELDS if isinstance(one, MeldPattern) else CONTRACT_FIELDS
    for each in fields(one):
        if each.name not in known and getattr(one, each.name) != each.default:
            return f"the search does not know what `{each.name}` means"
    return None


def pattern_objection(pattern: MeldPattern) -> str | None:
    values = len(values_of(pattern))
    windows = values * max(0, pattern.length - pattern.least + 1)
    both = any(pattern.is_wild(face) and pattern.is_natural(face) for face in range(faces_of(pattern)))
    run = pattern.places is not None
    cap = min(pattern.wilds_max, pattern.least)
    tests = {
        "naturals of a run that must differ": run and pattern.distinct is not None,
        "an order that goes round": pattern.corner,
        "wild cards that may not lie side by side": run and not pattern.adjacent_wilds and pattern.wilds_max > 1,
        "wild cards that are natural cards too": both,
        "melds without natural cards": pattern.naturals_min < 1,
        "melds with so many natural cards": pattern.naturals_min > 1 and pattern.least - pattern.naturals_min < cap,
        "melds of so many kinds": values > names.MOST_VALUES or windows > names.MOST_WINDOWS or values == 0,
        "melds that take all places": run and pattern.least >= pattern.length,
        "melds of so many cards": pattern.least > 14 or pattern.least > pattern.most,
    }
    return next((f"the search does not know {text}" for text, wrong in tests.items() if wrong), None)


def contract_objection(contract: Contract, patterns: tuple[MeldPattern, ...]) -> str | None:
    groups = {patterns[slot].same for slot in contract.slots if patterns[slot].places is None}
    orders = [patterns[slot] for slot in set(contract.slots) if patterns[slot].places is not None]
    tests = {
        "several melds where little may be left over": contract.leaving is not None and len(contract.slots) > 1,
        "contracts that take the whole hand where little may be left over": contract.all_cards
        and contract.leaving is not None,
        "runs that may not join in such orders": bool(others(contract, patterns)) and not all(map(is_plain, orders)),
        "groups of different kinds in one contract": len(groups) > 1,
        "cards that differ in a group and not in a run": bool(groups)
        and any(one.same is None for one in orders)
        and not all(same_in_cell(one, next(iter(groups))) for one in orders),
        "contracts of so many melds": len(contract.slots) > names.MOST_SLOTS_KNOWN,
    }
    return next((f"the search does not know {text}" for text, wrong in tests.items() if wrong), None)


def is_plain(run: MeldPattern) -> bool:
    """Whether it is known what a run of so many cards is, and that two cards more for each other run are enough for it."""
    places = [places for face, places in enumerate(run.places or ()) if run.is_natural(face) and places]
    return run.naturals_min == 1 < run.least and all(
        max(some) - min(some) + run.least > run.length for some in places if some[1:]
    )


def free_objection(game: Game, play: tuple[int, ...]) -> str | None:
    """Why the best melds of these patterns cannot be found."""
    patterns = [game.melds[index] for index in play]
    if any(pattern.wild & ~pattern.barred and pattern.wilds_max for pattern in patterns):
        return "the search does not know how to leave little over where there are wild cards"
    groups = {pattern.same for pattern in patterns if pattern.places is None}
    runs = [pattern for pattern in patterns if pattern.places is not None]
    if len(groups) > 1 or not all(same_in_cell(run, same) for run in runs for same in groups):
        return "the search does not know how to leave little over with groups of different kinds"
    return None if len(game.points) == game.faces else "the cards have no points"


def same_in_cell(run: MeldPattern, same: tuple[int, ...] | None) -> bool:
    """Whether all naturals of a cell are alike to the groups, so that they are one class."""
    kinds: dict[tuple[int, ...], set[int]] = {}
    for face in range(faces_of(run)):
        if run.is_natural(face):
            kinds.setdefault((run.places or ())[face], set()).add(-1 if same is None else same[face])
    return all(len(values) == 1 for values in kinds.values())
