"""State → the cards in it: where each is, that none is lost or made, and which of them a seat cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruledeck.engine import Machine
from ruledeck.engine.instructions import Log, Step
from ruledeck.model import chance
from ruledeck.model.game import Game, Sight
from ruledeck.model.program import Assign, Branch, Goto, Tell
from ruledeck.model.state import State


def cards_of_hand(hand: int, faces: int) -> Iterator[int]:
    """The cards of a hand, by the definition in `model.state`, plane by plane."""
    while hand:
        low = hand & -hand
        yield (low.bit_length() - 1) % faces
        hand ^= low


def all_cards(game: Game, state: State) -> list[int]:
    """Every card of every zone, in deck order."""
    found = [card for pile in state.piles for card in pile]
    for hand in state.hands:
        found.extend(cards_of_hand(hand, game.faces))
    return sorted(found)


def conserved(game: Game) -> Callable[[State], None]:
    """A check that the zones together hold the deck's cards, and every hand its copies in the lowest planes."""
    deck = sorted(face for face, copies in enumerate(game.deck.copies) for _ in range(copies))
    faces = game.faces

    def check(state: State) -> None:
        assert all_cards(game, state) == deck
        for hand in state.hands:
            assert not hand >> faces & ~hand, "a second copy lies in a lower plane than the first"

    return check


def watched(game: Game) -> Machine:
    """A machine that checks the cards after each instruction that moves some, and wherever a seat chooses."""
    machine, check = Machine(game), conserved(game)

    def watch(step: Step) -> Step:
        def run(state: State, log: Log) -> int:
            after = step(state, log)
            check(state)
            return after

        return run

    still = [isinstance(one, Assign | Branch | Goto | Tell) for one in game.code] + [False]
    machine._steps = [step if calm else watch(step) for step, calm in zip(machine._steps, still, strict=True)]
    return machine


def sights(game: Game) -> list[tuple[Sight, int, bool]]:
    """By zone index: who sees the zone, the seat that owns it (-1: the table), whether it is a pile."""
    found = [(Sight.NOBODY, -1, False)] * game.zone_count
    for zone in game.zones:
        for seat in range(game.seats if zone.per_seat else zone.count):
            found[zone.base + seat] = zone.sight, seat if zone.per_seat else -1, zone.ordered
    return found


def sees_all(sight: Sight, owner: int, seat: int) -> bool:
    """Whether a seat sees every card of a zone."""
    return sight is Sight.ALL or (sight is Sight.OWNER and owner == seat)


def hidden_from(game: Game, state: State, seat: int) -> tuple[dict[int, int], list[int]]:
    """How many cards of each zone (by its index) a seat does not see, and those cards."""
    counts: dict[int, int] = {}
    cards: list[int] = []
    for index, (sight, owner, ordered) in enumerate(sights(game)):
        if sees_all(sight, owner, seat):
            continue
        inside = state.piles[index] if ordered else list(cards_of_hand(state.hands[index], game.faces))
        if sight is Sight.TOP and ordered and not state.open[index]:
            inside = inside[:-1]
        counts[index] = len(inside)
        cards += inside
    return counts, cards


def other_worlds(game: Game, state: State, seat: int, seed: int) -> State:
    """A state that `seat` cannot tell from this one: all the cards that it does not see have changed places."""
    copy = state.copy()
    counts, cards = hidden_from(game, state, seat)
    shuffle(cards, seed)
    for index, count in counts.items():
        mine, cards = cards[:count], cards[count:]
        if sights(game)[index][2]:
            copy.piles[index][:count] = mine
        else:
            copy.hands[index] = hand_holding(mine, game.faces)
    return copy


def hand_holding(cards: list[int], faces: int) -> int:
    hand = 0
    for card in cards:
        copies = sum(1 for held in cards_of_hand(hand, faces) if held == card)
        hand |= 1 << card + copies * faces
    return hand


def shuffle(cards: list[int], seed: int) -> None:
    state = chance.stream(seed, 0, 99)
    for last in range(len(cards) - 1, 0, -1):
        state = chance.step(state)
        at = chance.below(state, last + 1)
        cards[at], cards[last] = cards[last], cards[at]
