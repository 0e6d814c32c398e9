"""Rules, seed, number of games → summary. Game n of a batch depends on the seed and n alone, not on who plays it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ruledeck.engine.compiled.store import Store
from ruledeck.model.game import Game
from ruledeck.model.program import NONE
from ruledeck.study.batch import Batch
from ruledeck.study.journal import Journal
from ruledeck.study.statistics import Tally, merge, tally
from ruledeck.study.ways import Engine, choose_way
from ruledeck.study.workers import Parts, played

RANDOM = "random"
"""The empty strategy: uniform over the legal moves. Every game has it."""

Progress = Callable[[int], None]
"""Called with the number of games played since the last call."""


OptionValue = int | bool | str


class Playable(Protocol):
    """What rules must offer to be played: `ruledeck.rules.Rules` does, and so may a game built by hand."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> Mapping[str, OptionValue]: ...

    def game(self, players: int) -> Game: ...


@dataclass(frozen=True, slots=True)
class Summary:
    """What a batch came to. `games` were played: fewer than asked for when the batch was `interrupted`."""

    ruleset: str
    digest: str
    options: tuple[tuple[str, OptionValue], ...]
    players: int
    seed: int
    bots: tuple[str, ...]
    tally: Tally
    highest_wins: bool
    elapsed_s: float
    setup_s: float
    interrupted: bool = False
    engine: str = "reference"
    note: str | None = None
    """For the person who started it: why it was slow, say."""

    @property
    def games(self) -> int:
        return self.tally.games


def fresh_seed() -> int:
    """A seed for somebody who named none: short enough to be typed again."""
    return secrets.randbelow(10**9)


def simulate(
    rules: Playable,
    games: int,
    players: int,
    seed: int,
    bots: Sequence[str],
    jobs: int = 1,
    progress: Progress | None = None,
    engine: Engine | None = None,
    resume: Path | None = None,
    store: Store | None = None,
) -> Summary:
    """Play games 0 to `games` - 1, `bots[k]` at seat k, on `jobs` cores. Ctrl-C ends early with what is done.

    `engine` None: by the size of the job. `resume`: a file that keeps what is done, to go on from. `store`: where
    compiled code is kept.
    """
    begun = time.perf_counter()
    game = rules.game(players)
    journal = resume and Journal(resume, identity(rules, game, seed, bots))
    done = (journal and journal.read()) or tally((), players)
    way = choose_way(Batch(game, seed, tuple(strategy(game, bot) for bot in bots)), games, engine, store)
    parts = played(way, range(min(done.games, games), games), jobs)
    ready = time.perf_counter()
    total, interrupted = _collect(parts, done, players, progress, journal or None)
    return Summary(
        ruleset=rules.name,
        digest=game.digest,
        options=tuple(rules.options.items()),
        players=players,
        seed=seed,
        bots=tuple(bots),
        tally=total,
        highest_wins=game.highest_wins,
        elapsed_s=time.perf_counter() - ready,
        setup_s=ready - begun,
        interrupted=interrupted,
        engine=way.engine,
        note=way.note,
    )


def identity(rules: Playable, game: Game, seed: int, bots: Sequence[str]) -> dict[str, object]:
    """What makes two runs one and the same, but for their length."""
    return {"ruleset": rules.name, "digest": game.digest, "players": game.seats, "seed": seed, "bots": list(bots)}


def strategy(game: Game, bot: str) -> int:
    """The number of a strategy; `random` is NONE."""
    return NONE if bot == RANDOM else game.strategies.index(bot)


def _collect(
    parts: Parts, done: Tally, seats: int, progress: Progress | None, journal: Journal | None
) -> tuple[Tally, bool]:
    """Merge the parts as they arrive; True when Ctrl-C came first."""
    total, interrupted = done, False
    if progress is not None and done.games:
        progress(done.games)
    try:
        with closing(parts):
            for part in parts:
                total = merge((total, part), seats)
                if journal is not None:
                    journal.write(total)
                if progress is not None:
                    progress(part.games)
    except KeyboardInterrupt:
        interrupted = True
    if journal is not None:
        journal.write(total, now=True)
    return total, interrupted
