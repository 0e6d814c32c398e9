"""`ruledeck test [PATH...]`: run scenario files, and show what differs from what they expect."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ruledeck.cli.report import report
from ruledeck.cli.wrong import FINDINGS, FINE, WrongUsage
from ruledeck.rules.files import shipped_names
from ruledeck.show.paint import paint_for
from ruledeck.show.scenarios_text import failure_text, totals_text
from ruledeck.study.scenarios import find_files, run_files
from ruledeck.text.shipped import shipped


def add_arguments(parser: ArgumentParser) -> None:
    help_text = (
        "scenario files, folders that hold some, or names of shipped rulesets "
        "(default: the shipped ones, and those below this folder)"
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help=help_text)


def run(arguments: Namespace) -> int:
    files = find_files([folder(path) for path in arguments.paths])
    if not files:
        hint = "a scenario file's name holds `scenarios` and ends in .yaml"
        raise WrongUsage(f"there are no scenario files in {', '.join(arguments.paths)}", hint)
    passed = failed = unread = 0
    code = FINE
    for file in run_files(files):
        code = max(code, report(file.diagnostics))
        unread += bool(file.diagnostics)
        for result in file.results:
            sys.stderr.write(failure_text(result, paint_for(sys.stderr)))
            failed += bool(result.failures)
            passed += not result.failures
    sys.stdout.write(totals_text(passed, failed, unread))
    return code or (FINDINGS if failed else FINE)


def folder(path: str) -> str:
    """A path as it is; the name of a shipped ruleset as its folder."""
    return str(shipped("rulesets") / path) if path in shipped_names() and not Path(path).exists() else path
