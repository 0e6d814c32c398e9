"""`ruledeck test [PATH...]`: run scenario files, and show what differs from what they expect."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ruledeck.cli.report import report
from ruledeck.cli.wrong import FINDINGS, FINE
from ruledeck.show.scenarios_text import failure_text, totals_text
from ruledeck.study.scenarios import run_scenarios
from ruledeck.text import RulesetError


def add_arguments(parser: ArgumentParser) -> None:
    help_text = "scenario files, or folders that hold some (default: those of the shipped rulesets)"
    parser.add_argument("paths", nargs="*", metavar="PATH", help=help_text)


def run(arguments: Namespace) -> int:
    passed = failed = 0
    code = FINE
    try:
        for result in run_scenarios(arguments.paths):
            if result.failures:
                failed += 1
                sys.stderr.write(failure_text(result))
            else:
                passed += 1
    except RulesetError as problem:
        code = report(problem.diagnostics)
    sys.stdout.write(totals_text(passed, failed))
    return code or (FINDINGS if failed else FINE)
