"""--resume: what a long run has come to so far, in a small file beside it, to go on from after an interruption."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from ruledeck.study.statistics import Failure, Tally

SECONDS = 2.0
"""Between two times of writing."""
FORMAT = "ruledeck run 1"


class NotTheSameRun(ValueError):
    """The file is no journal, or one of another run."""


@dataclass(slots=True)
class Journal:
    """The tally of the games 0 to n - 1 of a run, which `run` tells from others."""

    path: Path
    run: dict[str, object]
    written: float = 0.0

    def read(self) -> Tally | None:
        """None where there is no file yet. NotTheSameRun, or OSError, where it cannot be used."""
        if not self.path.exists():
            return None
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise NotTheSameRun(f"{self.path} is not the file of an interrupted run")
            if data["run"] != json.loads(json.dumps(self.run)):
                raise NotTheSameRun(f"{self.path} belongs to a run with other rules, options, players, bots or seed")
            return read_tally(data["tally"])
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError, UnicodeDecodeError) as problem:
            raise NotTheSameRun(f"{self.path} is not the file of an interrupted run") from problem

    def write(self, tally: Tally, now: bool = False) -> None:
        """Not oftener than every few seconds, unless `now`. The file is whole at any moment."""
        if not now and time.monotonic() - self.written < SECONDS:
            return
        data = {"format": FORMAT, "run": self.run, "tally": write_tally(tally)}
        handle, draft = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file)
            Path(draft).replace(self.path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
        self.written = time.monotonic()


def write_tally(tally: Tally) -> dict[str, object]:
    return {
        "games": tally.games,
        "unfinished": tally.unfinished,
        "failures": [[failure.number, failure.seed, failure.message] for failure in tally.failures],
        "wins": [str(wins) for wins in tally.wins],
        "scores": list(tally.scores),
        "rounds": sorted(tally.rounds.items()),
        "turns": sorted(tally.turns.items()),
        "lengths": sorted(tally.lengths.items()),
        "decisions": tally.decisions,
    }


def read_tally(data: object) -> Tally:
    known = cast(dict[str, Any], data)
    rounds, turns, lengths = (
        Counter({int(value): int(times) for value, times in known[name]}) for name in ("rounds", "turns", "lengths")
    )
    return Tally(
        games=int(known["games"]),
        unfinished=int(known["unfinished"]),
        failures=tuple(Failure(int(number), int(seed), str(message)) for number, seed, message in known["failures"]),
        wins=tuple(Fraction(wins) for wins in known["wins"]),
        scores=tuple(int(score) for score in known["scores"]),
        rounds=rounds,
        turns=turns,
        lengths=lengths,
        decisions=int(known["decisions"]),
    )
