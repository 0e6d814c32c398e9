"""Game → Layout: by zone index and by slot, what the executor looks up while it builds closures and writes events."""

from __future__ import annotations

from dataclasses import dataclass

from ruledeck.engine.searching import Searcher, make_searcher
from ruledeck.model.game import Game, Sight, Variable


@dataclass(frozen=True, slots=True)
class Layout:
    """Zone tuples are by index in a state; `owner` is -1 for the table, `watchers` None where everyone sees."""

    game: Game
    faces: int
    seats: int
    ordered: tuple[bool, ...]
    owner: tuple[int, ...]
    sight: tuple[Sight, ...]
    watchers: tuple[tuple[int, ...] | None, ...]
    variable_at: dict[int, Variable]
    searcher: Searcher | None
    extent: dict[int, int]
    """Zone base → how many piles or hands start there."""
    sizes: dict[int, int]
    """Slot of a variable → how many values start there."""

    def zones_of(self, base: int) -> range:
        """Indices of the zone that starts at `base`: one, one for each seat, or one for each meld."""
        return range(base, base + self.extent[base])


def watchers_of(sight: Sight, owner: int) -> tuple[int, ...] | None:
    """Seats that see a card arrive; None when everyone does."""
    if sight in (Sight.ALL, Sight.TOP):
        return None
    return (owner,) if sight is Sight.OWNER and owner >= 0 else ()


def lay_out(game: Game) -> Layout:
    count = game.zone_count
    ordered, owner, sight = [False] * count, [-1] * count, [Sight.NOBODY] * count
    for zone in game.zones:
        for seat in range(game.seats if zone.per_seat else zone.count):
            ordered[zone.base + seat] = zone.ordered
            owner[zone.base + seat] = seat if zone.per_seat else -1
            sight[zone.base + seat] = zone.sight
    slots: dict[int, Variable] = {}
    for variable in game.variables:
        for seat in range(game.seats if variable.per_seat else variable.size):
            slots[variable.slot + seat] = variable
    return Layout(
        game=game,
        faces=game.faces,
        seats=game.seats,
        ordered=tuple(ordered),
        owner=tuple(owner),
        sight=tuple(sight),
        watchers=tuple(watchers_of(*pair) for pair in zip(sight, owner, strict=True)),
        variable_at=slots,
        searcher=make_searcher(game),
        extent={zone.base: game.seats if zone.per_seat else zone.count for zone in game.zones},
        sizes={variable.slot: game.seats if variable.per_seat else variable.size for variable in game.variables},
    )
