"""Rules → a rulebook to play by, and positions that are plain values: the public Python API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

from ruledeck.engine.machine import Machine
from ruledeck.model.event import Event
from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.program import NONE
from ruledeck.model.state import State
from ruledeck.model.view import View
from ruledeck.players import Player
from ruledeck.study.saved import NotASavedState, read_state
from ruledeck.study.simulate import RANDOM, OptionValue, Playable, fresh_seed


class Bookish(Playable, Protocol):
    """What rules must offer to be a rulebook."""

    @property
    def summary(self) -> str: ...

    @property
    def players(self) -> tuple[int, ...]: ...


class Rulebook:
    """A ruleset with its options chosen, ready to play."""

    def __init__(self, rules: Bookish) -> None:
        self._rules = rules
        self._machines: dict[int, Machine] = {}

    @property
    def name(self) -> str:
        return self._rules.name

    @property
    def summary(self) -> str:
        return self._rules.summary

    @property
    def players(self) -> tuple[int, ...]:
        """Allowed numbers of seats."""
        return self._rules.players

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option with its value."""
        return dict(self._rules.options)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name!r}>"

    def bots(self, players: int) -> tuple[str, ...]:
        """Names of the strategies that can sit at a table of `players` seats."""
        return tuple(dict.fromkeys((RANDOM, *self._machine(players).game.strategies)))

    def begin(self, players: int = 4, seed: int | None = None, game: int = 0) -> Position:
        """The first decision of game number `game` of a seed: the same cards as in `simulate`. No seed: a random one."""
        machine, log = self._machine(players), list[Event]()
        state = machine.begin(fresh_seed() if seed is None else seed, game, log)
        return Position(machine, state, tuple(log))

    def play(self, players: Sequence[str | Player], seed: int | None = None, game: int = 0) -> Position:
        """A whole game, seat k played by `players[k]`: a strategy's name, or a Python player. Gives its end, with all events."""
        machine, log = self._machine(len(players)), list[Event]()
        seats = [self._seated(machine, player) for player in players]
        state = machine.begin(fresh_seed() if seed is None else seed, game, log)
        while not machine.is_over(state):
            offer, value = _choice(machine, state, seats[machine.actor(state)])
            machine.take(state, offer, value, log)
        return Position(machine, state, tuple(log))

    def from_json(self, data: Mapping[str, object]) -> Position:
        """The position that `Position.to_json` wrote. Raises ValueError when it is none, or of other rules or options."""
        players = data.get("players")
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            raise NotASavedState("this is no position of this rulebook: its number of players is not allowed")
        machine = self._machine(players)
        if data.get("digest") != machine.game.digest:
            raise NotASavedState("this position belongs to other rules, options or players")
        return Position(machine, read_state(machine.game, data.get("state")), ())

    def _machine(self, players: int) -> Machine:
        if players not in self._machines:
            if players not in self.players:
                allowed = ", ".join(str(number) for number in self.players)
                raise ValueError(f"{self.name} is not for {players} players, but for {allowed}")
            self._machines[players] = Machine(self._rules.game(players))
        return self._machines[players]

    def _seated(self, machine: Machine, player: str | Player) -> int | Player:
        if not isinstance(player, str):
            return player
        if player == RANDOM:
            return NONE
        if player not in machine.game.strategies:
            known = ", ".join(self.bots(machine.game.seats))
            raise ValueError(f"{self.name} has no strategy {player!r}, but {known}")
        return machine.game.strategies.index(player)


def _choice(machine: Machine, state: State, player: int | Player) -> tuple[int, int]:
    if isinstance(player, int):
        return machine.choose(state, player)
    moves = tuple(machine.legal(state))
    move = player.choose(machine.view(state, machine.actor(state)), moves)
    if move not in moves:
        raise IllegalMove(f"a player chose {str(move)!r}, which is not among the moves it was given")
    return move.offer, move.value


class Position:
    """Where a game stands: at a decision, or over. It never changes; `apply` gives the position after a move.

    Positions are equal, and hash equally, when the rules and the state are the same, hidden cards and chance included.
    """

    def __init__(self, machine: Machine, state: State, events: tuple[Event, ...]) -> None:
        self._machine = machine
        self._state = state
        self.events = events
        """What happened since the position before; since the start, for a first one. Events of all seats: for a
        player, keep those that its seat sees (`Event.seen_by`)."""

    @property
    def is_over(self) -> bool:
        return self._machine.is_over(self._state)

    @property
    def players(self) -> int:
        return self._machine.game.seats

    @property
    def actor(self) -> int | None:
        """The seat that is to move; None when the game is over."""
        actor = self._machine.actor(self._state)
        return None if actor == NONE else actor

    @property
    def scores(self) -> tuple[int, ...]:
        """One number per seat."""
        return self._machine.scores(self._state)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that share the win; empty while the game goes on, or when a limit stopped it."""
        return self._machine.winners(self._state)

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        return tuple(self._machine.legal(self._state))

    def legal_moves(self) -> tuple[Move, ...]:
        """In the canonical order; never empty unless the game is over."""
        return self._legal

    def parse(self, text: str) -> Move | tuple[Move, ...]:
        """The move that `text` spells, or the moves, where it spells several in a row (`play 8H suit=S`)."""
        moves = tuple(self._machine.parse(self._state, text))
        return moves[0] if len(moves) == 1 else moves

    def apply(self, move: Move | str | Sequence[Move]) -> Position:
        """The position after a move, or after several: a Move, what `parse` gives, or a text.

        Raises IllegalMove, which says why the move is refused and names the rule where one forbids it.
        """
        moves: Sequence[Move]
        if isinstance(move, str):
            moves = self._machine.parse(self._state, move)
        else:
            moves = (move,) if isinstance(move, Move) else move
        state, log = self._state.copy(), list[Event]()
        for one in moves:
            self._machine.apply(state, one, log)
        return Position(self._machine, state, tuple(log))

    def view(self, seat: int) -> View:
        """All that a seat may see."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.players - 1}")
        return self._machine.view(self._state, seat)

    def to_json(self) -> dict[str, object]:
        """A value for `json.dumps`, hidden cards and chance included; `Rulebook.from_json` reads it back."""
        game = self._machine.game
        return {"ruleset": game.name, "digest": game.digest, "players": game.seats, "state": self._state.to_json()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self._machine is other._machine or self._machine.game.digest == other._machine.game.digest
        return same and self._state.key() == other._state.key()

    def __hash__(self) -> int:
        return hash(self._state.key())

    def __repr__(self) -> str:
        stands = "over" if self.is_over else f"seat {self.actor} to move"
        return f"<Position {self._machine.game.name!r}, {stands}>"
