"""Game → the numbers and tables that the functions of the search stand on, of a game without `objections`."""

from __future__ import annotations

from ruledeck.engine.compiled.melds import names
from ruledeck.engine.searching import NEVER
from ruledeck.model.game import Game
from ruledeck.model.meld import Contract, MeldPattern
from ruledeck.words import melds
from ruledeck.words.melds.known import Known, Scene, scene_of

Values = dict[str, int | tuple[int, ...]]


def is_apart(game: Game, contract: Contract) -> bool:
    return any(game.melds[slot].distinct is not None for slot in contract.slots)


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
    orders = [(pattern.places, pattern.same, pattern.length) for pattern in game.melds]
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
        "ORDER_OF": tuple(names.WIDTH * orders.index(order) for order in orders),
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
    cell_values, cell_lows = list[int](), list[int]()
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
                cell_values += [value for value, row in enumerate(rows) for _ in row]
                cell_lows += [low for row in rows for low in range(len(row))]
                cells += [cell[0] if cell else -1 for row in rows for cell in row]
    return {
        "CLASS": tuple(classes), "VALUE": tuple(kinds), "CELLS": (*cells, -1), "CELL_VALUE": (*cell_values, 0), "CELL_LOW": (*cell_lows, 0), "WINDOW": (*windows, 0), "CELLS_AT": tuple(starts),
        "RUN_VALUE": tuple(run_values), "RUN_PLACES": tuple(run_places), "VALUES": tuple(values), "WILD_CLASS": tuple(wilds), "WORTH": tuple(worth),
    }  # fmt: skip


def window_mask(cells: tuple[tuple[int, ...], ...]) -> int:
    return sum(1 << number for number in {number for cell in cells for number in cell})


PER_TASK = ("RUNS", "GROUPS", "LEAVING", "ALLOWED", "JOINABLE", "WHOLE", "EVERY", "EXACT")
PER_SLOT = ("ORDER", "LATER", "ALIKE", "MORE", "LARGEST")


def task_tables(game: Game, slots: int) -> Values:
    """A task is what is left of a contract from a slot on: number contract * (slots + 1) + slot."""
    rows: dict[str, list[int]] = {name: [] for name in (*PER_TASK, *PER_SLOT)}
    for contract in game.contracts:
        beside = others(contract, game.melds)
        for slot in range(slots + 1):
            left = sorted(contract.slots[slot:], key=lambda one: longest(game, one))
            lines = [one for one in left if game.melds[one].places is not None]
            sets = [one for one in left if game.melds[one].places is None]
            limited, joinable = contract.leaving is not None, int(beside > 0)
            rows["RUNS"].append(len(lines))
            rows["GROUPS"].append(len(sets))
            rows["LEAVING"].append(-1 if contract.leaving is None else -2 if contract.leaving < 0 else contract.leaving)
            rows["ALLOWED"].append(sum(1 << index for index in set(contract.allowed)))
            rows["JOINABLE"].append(joinable)
            rows["EXACT"].append(int(contract.exact))
            rows["WHOLE"].append(int(contract.all_cards))
            rows["EVERY"].append(int(limited or contract.all_cards or beside > 0))
            slot_rows(rows, game, contract, lines, sets, beside)
            for name in PER_SLOT:
                rows[name] += [-1] * (slots - len(left))
    flags = {"JOINING": int(any(rows["JOINABLE"])), "TAKING_ALL": int(any(rows["WHOLE"]))}
    return {**flags, **{name: tuple(row) for name, row in rows.items()}}


def slot_rows(
    rows: dict[str, list[int]], game: Game, contract: Contract, lines: list[int], sets: list[int], beside: int
) -> None:
    """What is known of the slots of a task, runs first."""
    both = (*lines, *sets)
    rooms = [room_of(game.melds[one]) for one in both]
    larger = [0 if contract.exact else game.melds[one].most - game.melds[one].least for one in both]
    rows["ORDER"] += both
    rows["LATER"] += [min(rooms[place + 1 :], default=NEVER) for place in range(len(both))]
    rows["ALIKE"] += [sum(one == line for one in lines[place + 1 :]) for place, line in enumerate(lines)]
    rows["ALIKE"] += [0] * len(sets)
    rows["MORE"] += [min(more, 2 * beside) if one in lines else 0 for one, more in zip(both, larger, strict=True)]
    rows["LARGEST"] += [game.melds[one].least + more for one, more in zip(both, larger, strict=True)]


def others(contract: Contract, patterns: tuple[MeldPattern, ...]) -> int:
    """Where runs may not join: how many there are beside one of them."""
    runs = sum(patterns[slot].places is not None for slot in contract.slots)
    return max(0, runs - 1) if contract.no_join else 0


def longest(game: Game, index: int) -> tuple[int, int]:
    return -game.melds[index].least, index
