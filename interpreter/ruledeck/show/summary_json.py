"""Summary → the JSON that scripts rely on. All but `elapsed_s` and `setup_s` are the same bytes for the same batch."""

from __future__ import annotations

import json
from fractions import Fraction

from ruledeck.study.simulate import Summary
from ruledeck.study.statistics import Histogram, mean, percentile, wilson95

DIGITS = 6


def summary_json(summary: Summary) -> str:
    """One object. Rates and scores are over finished games; `failures` and `interrupted` stand only where there are any."""
    tally = summary.tally
    data: dict[str, object] = {
        "ruleset": summary.ruleset,
        "digest": summary.digest,
        "options": dict(summary.options),
        "players": summary.players,
        "games": summary.games,
        "seed": summary.seed,
        "bots": list(summary.bots),
        "engine": summary.engine,
        "elapsed_s": round(summary.elapsed_s, 4),
        "setup_s": round(summary.setup_s, 4),
        "decisions": tally.decisions,
        "seats": [_seat(summary, seat) for seat in range(summary.players)],
        "length": {
            "rounds": _length(tally.rounds),
            "turns": _length(tally.turns),
            "decisions": _length(tally.lengths),
        },
        "unfinished": tally.unfinished,
    }
    if tally.failures:
        data["failures"] = [{"game": f.number, "seed": f.seed, "message": f.message} for f in tally.failures]
    if summary.interrupted:
        data["interrupted"] = True
    return json.dumps(data, indent=2) + "\n"


def _seat(summary: Summary, seat: int) -> dict[str, object]:
    tally = summary.tally
    low, high = wilson95(tally.wins[seat], tally.finished)
    return {
        "seat": seat,
        "wins": _rounded(tally.wins[seat]),
        "win_rate": _rounded(tally.wins[seat] / tally.finished) if tally.finished else None,
        "ci95": [round(low, DIGITS), round(high, DIGITS)],
        "mean_score": _rounded(Fraction(tally.scores[seat], tally.finished)) if tally.finished else None,
    }


def _length(histogram: Histogram) -> dict[str, int | float | None]:
    average = mean(histogram)
    figures: dict[str, int | float | None] = {"mean": None if average is None else _rounded(average)}
    return figures | {f"p{percent}": percentile(histogram, percent) for percent in (5, 50, 95)}


def _rounded(value: Fraction) -> int | float:
    """A whole number as one; otherwise rounded exactly before it becomes a float."""
    return int(value) if value.denominator == 1 else float(round(value, DIGITS))
