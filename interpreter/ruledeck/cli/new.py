"""`ruledeck new NAME --from RULESET`: a commented starting file for a variant."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ruledeck.cli.output import write_out
from ruledeck.cli.wrong import FINE, WrongUsage
from ruledeck.rules import starting_file

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the variant's name; the file is NAME.yaml in this folder")
    parser.add_argument("--from", dest="base", required=True, metavar="RULESET", help="the ruleset that it changes")


def run(arguments: Namespace) -> int:
    name = arguments.name.removesuffix(".yaml")
    if not NAME.fullmatch(name) or len(name) > 60:
        raise WrongUsage(f"{arguments.name[:60]!r} is no name for a ruleset", "names are like my-house-rules")
    path = Path(f"{name}.yaml")
    if path.exists():
        raise WrongUsage(f"{path} is there already")
    text = starting_file(name, arguments.base)
    write_out(str(path), lambda stream: stream.write(text))
    sys.stdout.write(f"{path} is written; try: ruledeck validate {path}\n")
    return FINE
