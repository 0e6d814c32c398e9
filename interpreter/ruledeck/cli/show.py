"""`ruledeck show RULESET`: the ruleset in full, after all that it extends."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ruledeck.cli.output import check_out, write_out
from ruledeck.cli.rulebook import add_ruleset, chosen_options
from ruledeck.cli.wrong import FINE
from ruledeck.rules import flattened_text


def add_arguments(parser: ArgumentParser) -> None:
    add_ruleset(parser)
    parser.add_argument("--out", metavar="FILE", help="write to a file: whole or not at all")


def run(arguments: Namespace) -> int:
    check_out(arguments.out)
    text = flattened_text(arguments.ruleset, chosen_options(arguments))
    write_out(arguments.out, lambda stream: stream.write(text))
    return FINE
