"""Summary → tables for a person: who wins how often, how long games last, what went wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ruledeck.show.cards import can_show
from ruledeck.show.options import Options, options_text
from ruledeck.show.paint import harmless
from ruledeck.study.simulate import Summary
from ruledeck.study.statistics import Histogram, mean, percentile, wilson95

BAR = 12
WITH_BARS, NARROWEST = 78, 62
"""Columns that the tables need with bars, and without. A narrower terminal breaks lines; figures are never cut."""
SHOWN_FAILURES = 5


def write_summary(summary: Summary, stream: TextIO, options: Options | None = None) -> None:
    """Write the tables; plain where the stream is no terminal, ASCII where it can show no more.

    `options` are those worth telling; without them, all.
    """
    console = Console(file=stream, highlight=False, emoji=False, markup=False, soft_wrap=False)
    bars = console.width >= WITH_BARS or not console.is_terminal
    console.width = max(console.width, WITH_BARS if bars else NARROWEST)
    block = "█" if can_show("█", getattr(stream, "encoding", None)) else "#"
    with console.capture() as written:
        console.print(_heading(summary, summary.options if options is None else options), soft_wrap=True)
        if summary.tally.finished:
            console.print(_seats(summary, block if bars else ""))
            console.print(_lengths(summary))
        for line in _remarks(summary):
            console.print(line, soft_wrap=True)
    stream.write("".join(f"{line.rstrip()}\n" for line in written.get().splitlines()))


def _heading(summary: Summary, options: Options) -> Text:
    heading = Text(harmless(summary.ruleset), style="bold")
    heading.append(f"  {summary.players} players, {summary.games} games, seed {summary.seed}", style="not bold")
    told = options_text(options)
    if told:
        heading.append(f"\n{told}", style="not bold dim")
    return heading


def _seats(summary: Summary, block: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("seat", "bot"):
        table.add_column(name, overflow="fold")
    for name in ("wins", "rate", "95% interval", "mean score"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    tally = summary.tally
    best = max(tally.wins) or Fraction(1)
    for seat, wins in enumerate(tally.wins):
        low, high = wilson95(wins, tally.finished)
        table.add_row(
            str(seat),
            Text(harmless(summary.bots[seat])),
            _number(wins),
            f"{float(wins / tally.finished):.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{tally.scores[seat] / tally.finished:.1f}",
            Text(block * round(BAR * wins / best), style="cyan"),
        )
    return table


def _lengths(summary: Summary) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("a game lasts")
    for name in ("mean", "5% below", "median", "95% below"):
        table.add_column(name, justify="right", no_wrap=True)
    tally = summary.tally
    for name, histogram in (("rounds", tally.rounds), ("turns", tally.turns), ("decisions", tally.lengths)):
        table.add_row(name, *_figures(histogram))
    return table


def _figures(histogram: Histogram) -> tuple[str, ...]:
    return (f"{float(mean(histogram) or 0):.1f}", *(str(percentile(histogram, percent)) for percent in (5, 50, 95)))


def _shares(summary: Summary) -> Text:
    """Which seats win more or less often than an equal share, so far as chance does not explain it."""
    tally, share = summary.tally, 1 / summary.players
    apart: list[str] = []
    for seat, wins in enumerate(tally.wins):
        low, high = wilson95(wins, tally.finished)
        if not low <= share <= high:
            apart.append(f"seat {seat} wins {'more' if low > share else 'less'}")
    return Text(f"an equal share is {share:.1%}: " + (", ".join(apart) or "every seat's interval holds it"))


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def _games(count: int, one: str, many: str) -> str:
    return f"1 game {one}" if count == 1 else f"{count} games {many}"


def _remarks(summary: Summary) -> list[Text]:
    tally = summary.tally
    aim = "the highest score wins" if summary.highest_wins else "the lowest score wins"
    pace = f"{tally.decisions / summary.elapsed_s:,.0f} decisions a second" if summary.elapsed_s > 0 else ""
    lines = [Text(f"{aim}; {tally.decisions:,} decisions in {summary.elapsed_s:.2f} s, {pace}", style="dim")]
    if tally.finished:
        lines.insert(0, _shares(summary))
    if tally.unfinished:
        count = _games(tally.unfinished, "was", "were")
        lines.append(Text(f"{count} stopped by the limit on turns, without a winner.", style="yellow"))
    if tally.failures:
        lines.append(Text(f"{_games(len(tally.failures), 'has', 'have')} broken off:", style="red"))
        lines += [
            Text(f"  game {failure.number} of seed {failure.seed}: {harmless(failure.message)}")
            for failure in tally.failures[:SHOWN_FAILURES]
        ]
    if summary.interrupted:
        lines.append(Text("Interrupted: the figures are of the games played until then.", style="yellow"))
    return lines
