"""`ruledeck schema`: the JSON Schema of rule files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ruledeck.cli.wrong import FINE
from ruledeck.rules import schema_text


def add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(arguments: Namespace) -> int:
    del arguments
    sys.stdout.write(schema_text())
    return FINE
