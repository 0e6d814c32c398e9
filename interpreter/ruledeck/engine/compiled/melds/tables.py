"""Game → the numbers and tables that the functions of the search stand on, or why they cannot answer for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ruledeck.engine.compiled.melds import names
from ruledeck.engine.compiled.trees import every
from ruledeck.engine.searching import NEVER
from ruledeck.model.game import Game
from ruledeck.model.meld import Contract, MeldPattern
from ruledeck.model.program import Expr, Query, Search
from ruledeck.words import melds
from ruledeck.words.melds.known import Known, Scene, scene_of

Values = dict[str, int | tuple[int, ...]]
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
    counted = queries & {Query.MISSING, Query.USEFUL, Query.HELPS, Query.DEADWOOD}
    several = any(len(one.slots) > 1 and is_apart(game, one) for one in game.contracts)
    limited = any(one.leaving is not None for one in game.contracts)
    return "the search does not know naturals that must differ" if counted or several or limited else None


def is_apart(game: Game, contract: Contract) -> bool:
    return any(game.melds[slot].distinct is not None for slot in contract.slots)


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
    runs = sum(patterns[slot].places is not None for slot in contract.slots)
    groups = {patterns[slot].same for slot in contract.slots if patterns[slot].places is None}
    orders = [patterns[slot] for slot in set(contract.slots) if patterns[slot].places is not None]
    tests = {
        "several melds where little may be left over": contract.leaving is not None and len(contract.slots) > 1,
        "contracts that take the whole hand": contract.all_cards,
        "runs that may not join": contract.no_join and runs > 1,
        "groups of different kinds in one contract": len(groups) > 1,
        "cards that differ in a group and not in a run": bool(groups)
        and any(one.same is None for one in orders)
        and not all(same_in_cell(one, next(iter(groups))) for one in orders),
        "contracts of so many melds": len(contract.slots) > names.MOST_SLOTS_KNOWN,
    }
    return next((f"the search does not know {text}" for text, wrong in tests.items() if wrong), None)


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


def faces_of(pattern: MeldPattern) -> int:
    return len(pattern.same if pattern.same is not None else pattern.places or ())


def values_of(pattern: MeldPattern) -> list[int]:
    """What the naturals of a meld may share, in order."""
    naturals = [face for face in range(faces_of(pattern)) if pattern.is_natural(face)]
    return sorted({-1 if pattern.same is None else pattern.same[face] for face in naturals})


def make_tables(game: Game, zones: int, planes: int, stride: int, free: bool) -> Values:
    """Of a game without `objection`. `free`: the best melds of all patterns are asked for."""
    known = melds.prepare(game.melds)
    contracts = [contract.slots for contract in game.contracts]
    shown = [scene_key(contract) for contract in game.contracts]
    everything = tuple(range(len(game.melds))), bool(game.points)
    plays = sorted({*shown, everything} if free else set(shown))
    scenes = [scene_of(known, play, game.points if worth else ()) for play, worth in plays]
    slots = max((len(one) for one in contracts), default=1)
    values: Values = {
        "ZONES": zones, "PLANES": planes, "STRIDE": stride, "FACES": game.faces, "PATTERNS": len(game.melds),
        "SLOTS": slots, "NEVER": NEVER, "MELDS_ZONE": game.zone_of["melds"].base,
        "PATTERN_SLOT": game.variable_of["melds_pattern"].slot,
        "DEAD_SCENE": plays.index(everything) if free else 0, "SCENE_OF": tuple(plays.index(key) for key in shown),
        "APART": tuple(int(is_apart(game, contract)) for contract in game.contracts) or (0,),
        "POINTS": game.points or (0,) * game.faces,
        "EXACT": tuple(int(getattr(contract, "exact", False)) for contract in game.contracts),
        "SLOT": tuple(one[slot] if slot < len(one) else -1 for one in contracts for slot in range(slots)),
    }  # fmt: skip
    return {**values, **pattern_tables(game), **scene_tables(game, known, scenes), **task_tables(game, slots)}


def scene_key(contract: Contract) -> tuple[tuple[int, ...], bool]:
    """Patterns in play, and whether the worth of cards matters."""
    return tuple(sorted({*contract.slots, *contract.allowed})), contract.leaving is not None


PER_PATTERN = ("SAME", "PLACES", "FITS", "FITS_AT", "BARE", "BARE_AT", "TWINS")


def pattern_tables(game: Game) -> Values:
    tables: dict[str, list[int]] = {name: [] for name in PER_PATTERN}
    for pattern in game.melds:
        kinds = values_of(pattern)
        tables["FITS_AT"].append(len(tables["FITS"]))
        for face in range(names.WIDTH):
            natural = face < game.faces and pattern.is_natural(face)
            value = kinds.index(-1 if pattern.same is None else pattern.same[face]) if natural else -1
            tables["SAME"].append(value)
            tables["TWINS"].append(twins(pattern, face) if natural else 0)
            tables["PLACES"].append(
                sum(1 << place for place in pattern.places[face]) if natural and pattern.places else 0
            )
        tables["BARE_AT"].append(len(tables["BARE"]))
        for value in kinds:
            row = tuple(
                any(pattern.fits(face, at, value) for face in range(game.faces)) for at in range(pattern.length)
            )
            tables["BARE"].append(sum(1 << place for place, some in enumerate(row) if not some))
            for place in range(pattern.length if pattern.places is not None else 1):
                fits = (face for face in range(game.faces) if pattern.fits(face, place, value))
                tables["FITS"].append(sum(1 << face for face in fits))
    caps = [pattern.wilds_max if pattern.wild & ~pattern.barred else 0 for pattern in game.melds]
    caps = [min(cap, sum(game.deck.copies)) for cap in caps]
    return {
        **{name: tuple(row) for name, row in tables.items()},
        "LEAST": tuple(pattern.least for pattern in game.melds),
        "MOST": tuple(pattern.most for pattern in game.melds),
        "CAP": tuple(caps),
        "ROOM": tuple(room_of(pattern) for pattern in game.melds),
        "NATURALS": tuple(pattern.naturals_min for pattern in game.melds),
        "LENGTH": tuple(pattern.length if pattern.places is not None else 0 for pattern in game.melds),
        "KINDS": tuple(len(values_of(pattern)) for pattern in game.melds),
        "WILDS": tuple(pattern.wild & ~pattern.barred if pattern.wilds_max else 0 for pattern in game.melds),
    }


def twins(pattern: MeldPattern, face: int) -> int:
    """The naturals that may not lie beside this one, another of its kind included."""
    apart = pattern.distinct
    if apart is None:
        return 0
    return sum(1 << other for other in range(faces_of(pattern)) if apart[other] == apart[face])


def room_of(pattern: MeldPattern) -> int:
    """Most wilds of a meld of least size."""
    return min(pattern.wilds_max, pattern.least - pattern.naturals_min) if pattern.wild & ~pattern.barred else 0


def scene_tables(game: Game, known: Known, scenes: list[Scene]) -> Values:
    classes, kinds, cells, starts = list[int](), list[int](), list[int](), list[int]()
    values, wilds, worth = list[int](), list[int](), list[int]()
    run_values, run_places, windows = list[int](), list[int](), list[int]()
    for scene in scenes:
        classes += [scene.class_of[face] if face < known.faces else -1 for face in range(names.WIDTH)]
        group = next((table for table in scene.tables.values() if not table.cells), None)
        of_value = (
            {} if group is None else {one: place for place, ones in enumerate(group.members.values()) for one in ones}
        )
        kinds += [of_value.get(number, -1) for number in range(names.WIDTH)]
        values.append(0 if group is None else len(group.members))
        worth += [scene.worth[number] if number < len(scene.worth) else 0 for number in range(names.WIDTH)]
        wilds.append(sum(1 << number for number in scene.wilds))
        for index, pattern in enumerate(game.melds):
            starts.append(len(cells))
            faces = [scene.faces_of[number][0] if number < len(scene.faces_of) else -1 for number in range(names.WIDTH)]
            places = [
                pattern.places[face] if pattern.places and face >= 0 and pattern.is_natural(face) else ()
                for face in faces
            ]
            run_places += [sum(1 << place for place in some) for some in places]
            run_values += [
                values_of(pattern).index(-1 if pattern.same is None else pattern.same[face]) if some else 0
                for face, some in zip(faces, places, strict=True)
            ]
            if index in scene.tables and pattern.places is not None:
                rows = [scene.tables[index].cells[value] for value in values_of(pattern)]
                if any(len(cell) > 1 for row in rows for cell in row):
                    raise ValueError("a cell with naturals of several classes")
                length, least = pattern.length, pattern.least
                windows += [window_mask(row[low : low + least]) for row in rows for low in range(length)]
                cells += [cell[0] if cell else -1 for row in rows for cell in row]
    return {
        "CLASS": tuple(classes), "VALUE": tuple(kinds), "CELLS": (*cells, -1), "WINDOW": (*windows, 0), "CELLS_AT": tuple(starts),
        "RUN_VALUE": tuple(run_values), "RUN_PLACES": tuple(run_places), "VALUES": tuple(values), "WILD_CLASS": tuple(wilds), "WORTH": tuple(worth),
    }  # fmt: skip


def window_mask(cells: tuple[tuple[int, ...], ...]) -> int:
    return sum(1 << number for number in {number for cell in cells for number in cell})


def task_tables(game: Game, slots: int) -> Values:
    """A task is what is left of a contract from a slot on: number contract * (slots + 1) + slot."""
    runs, groups, order, later = list[int](), list[int](), list[int](), list[int]()
    leaving, allowed, alike = list[int](), list[int](), list[int]()
    for contract in game.contracts:
        for slot in range(slots + 1):
            left = contract.slots[slot:]
            lines = sorted(
                (one for one in left if game.melds[one].places is not None), key=lambda one: longest(game, one)
            )
            sets = sorted((one for one in left if game.melds[one].places is None), key=lambda one: longest(game, one))
            leaving.append(-1 if contract.leaving is None else -2 if contract.leaving < 0 else contract.leaving)
            allowed.append(sum(1 << index for index in set(contract.allowed)))
            runs.append(len(lines))
            groups.append(len(sets))
            order += [*lines, *sets, *(-1 for _ in range(slots - len(left)))]
            alike += [sum(one == line for one in lines[place + 1 :]) for place, line in enumerate(lines)]
            alike += [0] * (slots - len(lines))
            rooms = [room_of(game.melds[one]) for one in (*lines, *sets)]
            later += [min(rooms[place + 1 :], default=NEVER) for place in range(slots)]
    return {
        "RUNS": tuple(runs),
        "GROUPS": tuple(groups),
        "ORDER": tuple(order),
        "LATER": tuple(later),
        "ALIKE": tuple(alike),
        "LEAVING": tuple(leaving),
        "ALLOWED": tuple(allowed),
    }


def longest(game: Game, index: int) -> tuple[int, int]:
    return -game.melds[index].least, index
