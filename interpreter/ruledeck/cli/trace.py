"""`ruledeck trace RULESET`: one game, move by move, with the rule behind each event."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ruledeck.cli.rulebook import (
    add_ruleset,
    add_table,
    changed_options,
    chosen_bots,
    chosen_players,
    chosen_rules,
    whole,
)
from ruledeck.cli.wrong import FINDINGS, FINE, WrongUsage
from ruledeck.show.paint import paint_for
from ruledeck.show.trace_text import trace_text
from ruledeck.study.simulate import fresh_seed
from ruledeck.study.trace import trace


def add_arguments(parser: ArgumentParser) -> None:
    add_ruleset(parser)
    add_table(parser)
    parser.add_argument(
        "--game", type=whole(0, 2**64 - 1), default=0, metavar="N", help="number of the game in its batch"
    )
    parser.add_argument("--seat", type=whole(0, 99), metavar="K", help="show only what this seat sees")


def run(arguments: Namespace) -> int:
    rules = chosen_rules(arguments)
    players = chosen_players(rules, arguments.players)
    if arguments.seat is not None and arguments.seat >= players:
        raise WrongUsage(f"there is no seat {arguments.seat}", f"seats are 0 to {players - 1}")
    bots = chosen_bots(rules, players, arguments.bots)
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    record = trace(rules, players, seed, arguments.game, bots, arguments.seat)
    encoding = getattr(sys.stdout, "encoding", None)
    sys.stdout.write(trace_text(record, encoding, paint_for(sys.stdout), changed_options(rules)))
    if record.broke_off is None:
        return FINE
    sys.stderr.write(f"ruledeck: game {arguments.game} of seed {seed} broke off: {record.broke_off}\n")
    return FINDINGS
