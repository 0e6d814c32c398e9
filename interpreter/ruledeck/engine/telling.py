"""What an instruction did → the events for the log, each with the seats that may see it."""

from __future__ import annotations

from ruledeck.engine.layout import Layout
from ruledeck.model.event import Event
from ruledeck.model.game import Sight, Variable
from ruledeck.model.state import ACTOR, State
from ruledeck.text import Place

Watchers = tuple[int, ...] | None


def both(one: Watchers, other: Watchers) -> Watchers:
    """Seats that see either of two zones."""
    return None if one is None or other is None else tuple(sorted({*one, *other}))


def moved(
    layout: Layout,
    kind: str,
    cards: tuple[int, ...],
    source: int,
    target: int,
    place: Place | None,
    top: bool,
    on: bool,
) -> Event:
    """Cards from one zone to another. `top`: they were the uppermost of the source; `on`: they are so of the target."""
    before = layout.watchers[source] if top or layout.sight[source] is not Sight.TOP else ()
    after = layout.watchers[target] if on or layout.sight[target] is not Sight.TOP else ()
    seat = layout.owner[target] if layout.owner[target] >= 0 else layout.owner[source]
    return Event(kind, seat, cards, source, target, seen_by=both(before, after), place=place)


def gathered(layout: Layout, cards: tuple[int, ...], source: int, target: int, place: Place | None) -> Event:
    """Cards swept together: shown only where both ends are open to all, or to the owner of the hand they leave."""
    seen_by = () if layout.sight[source] is Sight.TOP else layout.watchers[source]
    if layout.sight[target] is Sight.ALL:
        seen_by = None
    return Event(
        "gather", layout.owner[source], cards=cards, source=source, target=target, seen_by=seen_by, place=place
    )


def assigned(variable: Variable, slot: int, state: State, value: int, place: Place | None) -> Event:
    """A variable that changed. A secret one of the table's is its actor's."""
    seat = slot - variable.slot if variable.per_seat else -1
    seen_by: Watchers = ()
    if variable.sight is Sight.ALL:
        seen_by = None
    elif variable.sight is Sight.OWNER:
        seen_by = (seat if variable.per_seat else state.values[ACTOR],)
    return Event("set", seat, name=variable.name, value=value, seen_by=seen_by, place=place)
