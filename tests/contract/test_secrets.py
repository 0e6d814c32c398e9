"""Every game on disk: to ask changes nothing, and no answer to a seat depends on what the seat cannot see."""

from __future__ import annotations

from ruledeck.engine import Machine
from ruledeck.model.event import Event
from ruledeck.model.game import Game, Sight
from ruledeck.model.program import NONE, Ask
from ruledeck.model.state import FIRST_FREE, State
from tests.contract.cards import conserved, hidden_from, other_worlds, sees_all, sights
from tests.contract.found import Table
from tests.contract.play import played, sample


def test_asking_changes_nothing(table: Table) -> None:
    machine, strategies = table.machine, (NONE, *range(len(table.game.strategies)))
    for seating in table.seatings():
        for count, state in enumerate(sample(machine, 21, seating, 9)):
            if count % 2 and not amid_a_meld(machine, state):
                wipe(table.game, state)
            before = state.copy()
            machine.choices(state)
            for move in machine.legal(state):
                machine.refusal(state, move.text)
            machine.refusal(state, "no-such-move")
            for seat in range(table.players):
                machine.view(state, seat)
            machine.scores(state)
            machine.winners(state)
            assert state == before
            assert state.key() == before.key()
            for strategy in strategies if not machine.is_over(state) else ():
                machine.choose(state, strategy)
                state.streams[1 + machine.actor(state)] = before.streams[1 + machine.actor(state)]
                assert state == before, "a choice draws at most from the stream of its seat"


def amid_a_meld(machine: Machine, state: State) -> bool:
    """Whether cards of a meld are being laid: which of them is then noted from one decision to the next."""
    at = machine.game.code[state.pc] if not machine.is_over(state) else None
    return isinstance(at, Ask) and any(offer.implied for offer in at.offers)


def wipe(game: Game, state: State) -> None:
    """Zero in every slot that the machine works in: whatever it leaves behind there while it is asked, is seen.

    What the melds on the table are is no work of the moment.
    """
    told = [variable for variable in game.variables if variable.shown or variable.size > 1]
    kept = {one.slot + item for one in told for item in range(game.seats if one.per_seat else one.size)}
    for slot in {*range(FIRST_FREE, game.slots)} - kept:
        state.values[slot] = 0


def test_what_a_seat_cannot_see_does_not_change_what_it_is_shown(table: Table) -> None:
    machine, check = table.machine, conserved(table.game)
    changed = 0
    for seating in table.seatings():
        for count, state in enumerate(sample(machine, 22, seating, 9)):
            for seat in range(table.players):
                other = other_worlds(table.game, state, seat, count)
                check(other)
                assert machine.view(other, seat) == machine.view(state, seat)
                changed += other.key() != state.key()
    assert changed > 0


def test_what_a_seat_cannot_see_does_not_change_how_it_plays(table: Table) -> None:
    machine, strategies = table.machine, (NONE, *range(len(table.game.strategies)))
    for seating in table.seatings():
        for count, state in enumerate(sample(machine, 23, seating, 5)):
            if machine.is_over(state):
                continue
            other = other_worlds(table.game, state, machine.actor(state), count)
            assert machine.choices(other) == machine.choices(state)
            assert machine.legal(other) == machine.legal(state)
            for strategy in strategies:
                assert machine.choose(other.copy(), strategy) == machine.choose(state.copy(), strategy)


def test_a_view_counts_the_cards_it_hides(table: Table) -> None:
    for state in sample(table.machine, 24, table.seatings()[0], 10):
        for seat in range(table.players):
            view = table.machine.view(state, seat)
            counts, cards = hidden_from(table.game, state, seat)
            hidden = [card for pile in view.zones.values() for card in pile.cards if card is None]
            assert len(hidden) == len(cards) == sum(counts.values())
            assert sum(pile.count for pile in view.zones.values()) == sum(table.game.deck.copies)
            actor = table.machine.actor(state)
            assert view.actor in (actor, NONE), "who is asked may be a secret, but is not made up"
            assert bool(view.moves) is (seat == actor)
            assert seat != actor or view.actor == actor


def test_events_tell_a_seat_no_card_that_it_may_not_see(table: Table) -> None:
    told = 0
    for number, seating in enumerate(table.seatings()):
        log: list[Event] = []
        played(table.machine, 25, seating, number, log)
        for event in log:
            for seat in range(table.players):
                seen = event.as_seen_by(seat)
                assert len(seen.cards) == len(event.cards)
                if any(card != NONE for card in seen.cards):
                    told += 1
                    assert may_see(table.game, event, seat), f"{event} tells seat {seat}"
                elif event.kind == "choose" and event.cards:
                    assert seen.value == NONE
                elif event.kind == "set":
                    assert seen.value == NONE or may_know(table.game, event, seat), f"{event} tells seat {seat}"
    assert told > 0


def may_see(game: Game, event: Event, seat: int) -> bool:
    """Whether a seat sees the cards of an event where they come from or where they go, or has chosen them itself."""
    if event.kind == "choose":
        return event.seat == seat
    places = [sights(game)[index] for index in (event.source, event.target) if index >= 0]
    one = len(event.cards) == 1
    return any(sees_all(sight, owner, seat) or (sight is Sight.TOP and one) for sight, owner, _ in places)


def may_know(game: Game, event: Event, seat: int) -> bool:
    """Whether a seat knows the value that a variable has got. What is its owner's and no seat's is its actor's."""
    variable = game.variable_of[event.name]
    if variable.sight is Sight.OWNER and variable.per_seat:
        return event.seat == seat
    return variable.sight is Sight.ALL or (variable.sight is Sight.OWNER and event.seen_by == (seat,))
