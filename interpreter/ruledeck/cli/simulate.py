"""`ruledeck simulate RULESET`: many games, and what they came to."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from ruledeck.cli.output import check_out, write_out
from ruledeck.cli.rulebook import (
    add_ruleset,
    add_table,
    changed_options,
    chosen_bots,
    chosen_players,
    kept_rules,
    whole,
)
from ruledeck.cli.wrong import FINDINGS, FINE, INTERRUPTED, WrongUsage
from ruledeck.engine.compiled.store import Store
from ruledeck.study.journal import NotTheSameRun
from ruledeck.study.simulate import Progress, Summary, fresh_seed, simulate
from ruledeck.study.ways import Engine, NotInstalled


def add_arguments(parser: ArgumentParser) -> None:
    add_ruleset(parser)
    parser.add_argument("--games", type=whole(1, 10**9), default=1000, metavar="N", help="default: 1000")
    add_table(parser)
    parser.add_argument("--jobs", type=whole(1, 512), metavar="J", help="cores to use (default: all)")
    parser.add_argument(
        "--engine",
        choices=tuple(Engine),
        help="who plays: the same games, at different speeds (default: by the size of the job)",
    )
    parser.add_argument("--resume", metavar="FILE", help="keep what is done in a file, and go on from there next time")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("--out", metavar="FILE", help="write to a file: whole or not at all")


def run(arguments: Namespace) -> int:
    check_out(arguments.out)
    begun = time.perf_counter()
    store = Store()
    rules = kept_rules(arguments, store)
    players = chosen_players(rules, arguments.players)
    bots = chosen_bots(rules, players, arguments.bots)
    loading = time.perf_counter() - begun
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    resume = arguments.resume and Path(arguments.resume)
    if resume and arguments.seed is None:
        raise WrongUsage("--resume needs a --seed, so that the games to come belong to those already played")
    engine = arguments.engine and Engine(arguments.engine)
    jobs = arguments.jobs or cores()
    try:
        with progress_shown(arguments.games) as progress:
            summary = simulate(rules, arguments.games, players, seed, bots, jobs, progress, engine, resume, store)
    except (NotInstalled, NotTheSameRun) as problem:
        raise WrongUsage(str(problem)) from problem
    except OSError as problem:
        raise WrongUsage(f"cannot use {arguments.resume}: {problem.strerror or problem}") from problem
    if summary.note:
        print(f"ruledeck: {summary.note}", file=sys.stderr)  # noqa: T201
    summary = replace(summary, setup_s=summary.setup_s + loading)

    def write(stream: TextIO) -> None:
        # A start takes a fifth of a second: what makes tables is imported for who wants tables.
        if arguments.format == "json":
            from ruledeck.show.summary_json import summary_json

            stream.write(summary_json(summary))
        else:
            from ruledeck.show.summary_text import write_summary

            write_summary(summary, stream, changed_options(rules))

    write_out(arguments.out, write)
    return outcome(summary)


def progress_shown(games: int) -> AbstractContextManager[Progress | None]:
    """A bar on a terminal; nothing elsewhere, and nothing imported for it."""
    if not sys.stderr.isatty():
        return nullcontext()
    from ruledeck.show.progress import progress_bar

    return progress_bar(games)


def outcome(summary: Summary) -> int:
    """The exit code: games that broke off are findings."""
    if summary.interrupted:
        return INTERRUPTED
    return FINDINGS if summary.tally.failures else FINE


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
