"""Game → Board: the same game made to stop where a scenario steps in, at the starter and between rounds.

A game is plain data, so that it can be stopped by changing its program: for the set-up the program ends at the label
`starter`; for play a decision of one move, `next round`, stands before every deal. Addresses stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ruledeck.engine.machine import Machine
from ruledeck.model.game import Game, MoveName
from ruledeck.model.move import RuleError
from ruledeck.model.program import NONE, Ask, Const, DealOut, Finish, Get, Goto, Instruction, Offer
from ruledeck.model.state import DEALER, OVER, State
from ruledeck.study.trace import zone_names

NEXT_ROUND = "next round"


@dataclass(frozen=True, slots=True)
class Board:
    """A game for scenarios. `home` is the pile that is dealt from, `hand` the zone of seat 0 that is dealt to."""

    game: Game
    machine: Machine
    """Plays, and stops between rounds."""
    setup: Machine
    """Deals, and stops before the starter is turned."""
    home: int
    hand: int
    zones: tuple[str, ...]
    """By zone index: `stock`, `hand p0`."""
    dealt: tuple[int, ...]
    """Cards of each zone when the starter is about to be turned."""
    opened: tuple[int, ...]
    """Zones of the table that hold cards at the first decision."""

    def is_between(self, state: State) -> bool:
        """A round is over, and the next not dealt."""
        return not state.values[OVER] and state.pc == self.game.label_of["round"]

    def deal(self, seed: int) -> State:
        """Hands dealt by the seed, the starter about to be turned."""
        state = self.setup.begin(seed)
        state.values[OVER] = 0
        return state

    def go_on(self, state: State) -> None:
        """From between rounds to the first decision of the next one."""
        self.machine.take(state, 0, NONE)


def build_board(game: Game) -> Board:
    deal = next(one for one in game.code if isinstance(one, DealOut))
    board = Board(
        game=game,
        machine=Machine(with_pause(game)),
        setup=Machine(with_stop(game, game.label_of["starter"])),
        home=deal.source,
        hand=deal.target,
        zones=zone_names(game),
        dealt=(),
        opened=(),
    )
    state = board.deal(0)
    dealt = tuple(hand.bit_count() + len(pile) for hand, pile in zip(state.hands, state.piles, strict=True))
    return replace(board, dealt=dealt, opened=tuple(opened_zones(board)))


def opened_zones(board: Board) -> Iterator[int]:
    """None when the rules fail before the first decision: that shows in the scenarios."""
    state = board.machine.begin(0)
    try:
        board.go_on(state)
    except RuleError:
        return
    yield from (index for index, pile in enumerate(state.piles) if pile)


def with_stop(game: Game, at: int) -> Game:
    """The game that ends when it comes to an address."""
    return replace(game, code=(*game.code[:at], Finish(False), *game.code[at + 1 :]))


def with_pause(game: Game) -> Game:
    """The game with a decision before each deal, whose only move is `next round`."""
    at, end = game.label_of["round"], len(game.code)
    offer = Offer(len(game.moves), Const(1), None, DEALER, Const(1), end)
    pause: Instruction = Ask(Get(DEALER), (offer,), NONE)
    code = (*game.code[:at], pause, *game.code[at + 1 :], game.code[at], Goto(at + 1))
    return replace(game, moves=(*game.moves, MoveName(NEXT_ROUND)), code=code)
