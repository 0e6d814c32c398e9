"""The way in: the verbs, which of them is meant, and what becomes of errors.

Nothing heavy is imported here: a verb's module, and what it needs, is imported when that verb is used.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from ruledeck import __version__
from ruledeck.cli.report import report
from ruledeck.cli.wrong import FINDINGS, INTERRUPTED, USAGE, WrongUsage
from ruledeck.text import RulesetError
from ruledeck.text.near import near

VERBS: tuple[tuple[str, str], ...] = (
    ("list", "the shipped rulesets with a line each"),
    ("validate", "everything that can be known about rule files before play"),
    ("simulate", "play many games and say who wins how often, and how long they last"),
    ("test", "run scenario files"),
    ("trace", "one game, move by move, with the rule behind each event"),
    ("show", "a ruleset in full, after all that it extends"),
    ("new", "a commented starting file for a variant"),
    ("schema", "the JSON Schema of rule files, for editors"),
)

FEW_LOOKS = 50_000
"""Objects made between two looks for garbage."""

REPORT = "This is a fault of ruledeck, not yours; please report it."


class Arguments(ArgumentParser):
    """A parser whose complaints are one line, with the nearest known word."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(message, f"{self.prog} --help says what there is")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `ruledeck` with these arguments (the process's own by default) and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    # Nearly all that a command makes lives until its end: to look for garbage as often as Python does by itself costs a twentieth.
    gc.set_threshold(FEW_LOOKS)
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read us has gone; Python must not complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINDINGS
    except KeyboardInterrupt:
        sys.stderr.write("ruledeck: interrupted\n")
        return INTERRUPTED
    return code


def command() -> int:
    """What the installed command runs: `main`, in a process that ends with it."""
    code = main()
    # The process gives back all at once; without this Python looks through all objects at its end, for a tenth of a second.
    gc.freeze()
    return code


def _run(words: list[str]) -> int:
    try:
        return _dispatch(words)
    except WrongUsage as problem:
        sys.stderr.write(f"ruledeck: {problem}\n")
        if problem.hint:
            sys.stderr.write(f"  {problem.hint}\n")
        return USAGE
    except RulesetError as problem:
        return report(problem.diagnostics)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as problem:
        if os.environ.get("RULEDECK_DEBUG") == "1":
            raise
        where = "".join(f"{note}: " for note in getattr(problem, "__notes__", ()))
        sys.stderr.write(f"ruledeck: {where}{type(problem).__name__}: {problem}\n  {REPORT}\n")
        return USAGE


def _dispatch(words: list[str]) -> int:
    verb, *rest = words or ["--help"]
    if verb in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return 0
    if verb == "--version":
        sys.stdout.write(f"ruledeck {__version__}\n")
        return 0
    names = [name for name, _ in VERBS]
    if verb not in names:
        raise WrongUsage(f"there is no verb {verb!r}", near(verb, names) or "verbs are " + ", ".join(names))
    module = import_module(f"ruledeck.cli.{verb}")
    parser = Arguments(prog=f"ruledeck {verb}", description=dict(VERBS)[verb], allow_abbrev=False)
    module.add_arguments(parser)
    try:
        arguments = parser.parse_args(rest)
    except SystemExit as done:  # argparse's --help
        return USAGE if done.code else 0
    code: int = module.run(arguments)
    return code


def overview() -> str:
    """What `ruledeck --help` prints."""
    lines = [f"  {name:10}{summary}" for name, summary in VERBS]
    return (
        "usage: ruledeck VERB ...\n\nThe rulebook you can run: card games as YAML rule files.\n\n"
        + "\n".join(lines)
        + "\n\nruledeck VERB --help says more. RULESET is a shipped name (ruledeck list) or a rule file's path.\n"
        + "Exit codes: 0 fine, 1 findings or failed scenarios, 2 wrong usage or unreadable input.\n"
    )
