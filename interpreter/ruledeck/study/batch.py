"""A batch of games and one way to play them: game numbers → tally. Any way gives the same tally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ruledeck.engine.compiled.emit import Script
from ruledeck.engine.compiled.ready import Ready, ready_python
from ruledeck.engine.compiled.running import Counts, Runner
from ruledeck.engine.machine import Machine
from ruledeck.model.game import Game
from ruledeck.model.move import RuleError
from ruledeck.model.state import DECISIONS, OVER, ROUND, TURN
from ruledeck.study.statistics import Failure, Record, Tally, merge, tally

Player = Callable[[range], Tally]
"""Plays the games of these numbers. For one thread."""


@dataclass(frozen=True, slots=True)
class Batch:
    """All that a worker needs to play any game of the batch. With a `script`, emitted code plays."""

    game: Game
    seed: int
    strategies: tuple[int, ...]
    script: Script | None = None


class Reference:
    """The reference executor. Its closures are made when the first game is played."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._machine: Machine | None = None

    def play(self, numbers: range) -> Tally:
        """Play these games of the batch, keeping those that break off as failures."""
        return tally((self.play_one(number) for number in numbers), self._batch.game.seats)

    def play_one(self, number: int) -> Record | Failure:
        """Play game `number` to its end."""
        if self._machine is None:
            self._machine = Machine(self._batch.game)
        machine, seed = self._machine, self._batch.seed
        try:
            state = machine.begin(seed, number)
            machine.play(state, self._batch.strategies)
            finished = state.values[OVER] == 1
            return Record(
                finished=finished,
                winners=machine.winners(state) if finished else (),
                scores=machine.scores(state),
                rounds=state.values[ROUND],
                turns=state.values[TURN],
                decisions=state.values[DECISIONS],
            )
        except RuleError as problem:
            return Failure(number, seed, str(problem))
        except Exception as problem:  # noqa: BLE001 one game that breaks off must not lose the others
            return Failure(number, seed, f"{type(problem).__name__}: {problem}")


def player_of(batch: Batch) -> Player:
    """The reference executor, or the script under CPython."""
    if batch.script is None:
        return Reference(batch).play
    return compiled_player(batch, ready_python(batch.script, batch.game.seats))


def compiled_player(batch: Batch, ready: Ready) -> Player:
    """Games that the compiled executor leaves (a rule error, or a doubt) are played by the reference executor."""
    runner: Runner = ready.runner()
    reference = Reference(batch)

    def play(numbers: range) -> Tally:
        counts = runner.run(batch.seed, numbers)
        done = counted(counts)
        if not counts.left:
            return done
        rest = tally((reference.play_one(number) for number in counts.left), batch.game.seats)
        return merge((done, rest), batch.game.seats)

    return play


def counted(counts: Counts) -> Tally:
    return Tally(
        games=counts.games,
        unfinished=counts.unfinished,
        failures=(),
        wins=tuple(
            sum((Fraction(times, winners) for winners, times in enumerate(row) if winners), Fraction(0))
            for row in counts.shared
        ),
        scores=counts.scores,
        rounds=Counter(counts.rounds),
        turns=Counter(counts.turns),
        lengths=Counter(counts.lengths),
        decisions=counts.decisions,
    )
