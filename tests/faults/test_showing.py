"""Melds that are shown when a hand ends: the least deadwood by another way of counting, nothing left unlaid, no card seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from ruledeck.engine import Machine
from ruledeck.model.event import Event
from ruledeck.model.program import NONE
from ruledeck.model.state import State
from ruledeck.words.melds.known import cards_of
from tests.contract.found import RULESETS, opened, seated
from tests.unit.words.melds.oracle import best

HANDS = 15
GAMES = [name for name in RULESETS if any(zone.name.text == "knocked" for zone in opened(name).spec.zones)]
"""Games in which a hand is knocked, the card with which it is lying face down."""


@dataclass(frozen=True)
class Decision:
    seat: int
    hand: tuple[int, ...]
    legal: tuple[str, ...]
    text: str
    events: tuple[Event, ...]


def simple_matches(machine: Machine) -> Iterator[list[Decision]]:
    """Matches of one hand, both seats playing by the game's strategy."""
    simple = machine.game.strategies.index("simple")
    for number in range(HANDS):
        state, made = machine.begin(5, number), list[Decision]()
        while not machine.is_over(state):
            made.append(decided(machine, state, simple))
        yield made


def decided(machine: Machine, state: State, strategy: int) -> Decision:
    log: list[Event] = []
    seat, legal = machine.actor(state), tuple(machine.legal(state))
    held = tuple(sorted(cards_of(state.hands[machine.game.zone_of["hand"].base + seat], machine.game.faces)))
    offer, value = machine.choose(state, strategy)
    text = next(move.text for move in legal if (move.offer, move.value) == (offer, value))
    machine.take(state, offer, value, log)
    return Decision(seat, held, tuple(move.text for move in legal), text, tuple(log))


@pytest.fixture(params=GAMES)
def machine(request: pytest.FixtureRequest) -> Machine:
    return seated(request.param, 2, (("target", 1),)).machine


def worth(machine: Machine, hand: tuple[int, ...]) -> int:
    return sum(machine.game.points[card] for card in hand)


def deadwood(machine: Machine, hand: tuple[int, ...]) -> int:
    """By trying every meld first, then every second one."""
    patterns = machine.game.melds
    return worth(machine, hand) - best(patterns, tuple(range(len(patterns))), hand, machine.game.points)


def test_there_is_such_a_game() -> None:
    assert GAMES


def test_knocks_are_offered_when_the_best_partition_allows_them_and_show_it(machine: Machine) -> None:
    knocks = 0
    for made in simple_matches(machine):
        knocked = next(at for at, one in enumerate(made) if one.text.startswith("knock"))
        before, least = made[knocked], NONE
        for at, card in enumerate(before.hand):
            left = deadwood(machine, before.hand[:at] + before.hand[at + 1 :])
            word = machine.game.deck.written[card]
            assert f"knock {word}" not in before.legal or left <= 10
            least = left if before.text == f"knock {word}" else least
        shown = next(one for one in made[knocked:] if one.text == "done")
        assert shown.seat == before.seat
        assert worth(machine, shown.hand) == deadwood(machine, shown.hand) == least <= 10
        knocks += 1
    assert knocks == HANDS


def test_the_defender_is_done_when_nothing_more_can_be_shown_or_laid_off(machine: Machine) -> None:
    laid_off = 0
    for made in simple_matches(machine):
        assert made[-1].legal == ("done",)
        assert made[-1].text == "done"
        laid_off += sum(one.text.startswith("lay_off") for one in made)
    assert laid_off


def test_the_knocking_card_is_seen_by_nobody_else(machine: Machine) -> None:
    for made in simple_matches(machine):
        (knock,) = [one for one in made if one.text.startswith("knock")]
        told = [event.as_seen_by(1 - knock.seat) for event in knock.events]
        assert all(card == NONE for event in told for card in event.cards)
        assert any(event.cards for event in told)
