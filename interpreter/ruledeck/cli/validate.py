"""`ruledeck validate FILE...`: all that can be known about rule files before play."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable

from ruledeck.cli.report import exit_code, report
from ruledeck.rules import examine
from ruledeck.rules.files import locate
from ruledeck.show.diagnostics_github import diagnostics_github
from ruledeck.show.diagnostics_json import diagnostics_json
from ruledeck.show.paint import harmless
from ruledeck.text import Diagnostic, RulesetError

FOR_MACHINES: dict[str, Callable[[Iterable[Diagnostic]], str]] = {
    "json": diagnostics_json,
    "github": diagnostics_github,
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="rule files, or names of shipped rulesets")
    help_text = "text (default, on standard error), or json or github on standard output"
    parser.add_argument("--format", choices=("text", *FOR_MACHINES), default="text", help=help_text)


def run(arguments: Namespace) -> int:
    found: list[Diagnostic] = []
    for file in dict.fromkeys(arguments.files):
        problems = validate(file)
        found += problems
        if not exit_code(problems) and arguments.format == "text":
            sys.stdout.write(f"{harmless(file)}: fine\n")
    if arguments.format == "text":
        return report(found)
    every = tuple(dict.fromkeys(found))
    sys.stdout.write(FOR_MACHINES[arguments.format](every))
    return exit_code(every)


def validate(file: str) -> tuple[Diagnostic, ...]:
    """What is wrong with one file, warnings included."""
    try:
        return tuple(examine(locate(file))[1])
    except RulesetError as problem:
        return problem.diagnostics
