"""State, seat → View: names and texts of what the seat sees, and nothing that depends on what it does not."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.engine.hand import cards_in
from ruledeck.engine.layout import Layout
from ruledeck.engine.wording import write_value
from ruledeck.model.game import Kind, Sight, Variable
from ruledeck.model.program import NONE
from ruledeck.model.state import ACTOR, State
from ruledeck.model.view import Pile, View


def make_view(layout: Layout, state: State, seat: int, actor: int, moves: tuple[str, ...]) -> View:
    """`moves` are the texts of the legal moves if `seat` is the actor."""
    return View(
        seat=seat,
        actor=actor,
        zones=dict(see_zones(layout, state, seat)),
        variables=dict(see_variables(layout, state, seat)),
        scores=scores_of(layout, state),
        moves=moves,
    )


def scores_of(layout: Layout, state: State) -> tuple[int, ...]:
    """One number per seat, from the variable `score`; zeros where the rules keep none."""
    variable = layout.game.variable_of.get("score")
    if variable is None or not variable.per_seat:
        return (0,) * layout.seats
    return tuple(state.values[variable.slot : variable.slot + layout.seats])


def see_zones(layout: Layout, state: State, seat: int) -> Iterator[tuple[str, Pile]]:
    for zone in layout.game.zones:
        for index in layout.zones_of(zone.base):
            name = f"{zone.name} p{layout.owner[index]}" if zone.per_seat else zone.name
            if zone.count > 1:
                if not state.piles[index]:
                    continue
                name = f"m{index - zone.base + 1}"
            yield name, see_zone(layout, state, seat, index)


def see_zone(layout: Layout, state: State, seat: int, index: int) -> Pile:
    """A pile whose order is open shows its cards in deck order: how they lie in the state means nothing."""
    if layout.ordered[index]:
        cards = sorted(state.piles[index]) if state.open[index] else state.piles[index]
    else:
        cards = cards_in(state.hands[index], layout.faces)
    written = layout.game.deck.written
    sight = layout.sight[index]
    if sight is Sight.ALL or (sight is Sight.OWNER and layout.owner[index] == seat):
        return Pile(len(cards), tuple(written[card] for card in cards))
    hidden: tuple[str | None, ...] = (None,) * len(cards)
    if sight is Sight.TOP and cards and layout.ordered[index] and not state.open[index]:
        return Pile(len(cards), (*hidden[1:], written[cards[-1]]))
    return Pile(len(cards), hidden)


def see_variables(layout: Layout, state: State, seat: int) -> Iterator[tuple[str, int | str | None]]:
    """The owner of a variable of the table is the seat whose turn it is, whoever is asked meanwhile."""
    for variable in layout.game.variables:
        if not variable.shown:
            continue
        if not variable.per_seat:
            if variable.sight is Sight.ALL or (variable.sight is Sight.OWNER and seat == state.values[ACTOR]):
                yield variable.name, show_value(layout, variable, state.values[variable.slot])
            continue
        for owner in range(layout.seats):
            if variable.sight is Sight.ALL or (variable.sight is Sight.OWNER and seat == owner):
                yield f"{variable.name} p{owner}", show_value(layout, variable, state.values[variable.slot + owner])


def show_value(layout: Layout, variable: Variable, value: int) -> int | str | None:
    if variable.kind is Kind.NUMBER:
        return value
    if value == NONE:
        return None
    if variable.kind is Kind.TRUTH:
        return bool(value)
    return write_value(layout.game, variable.kind, variable.type_name, value)
