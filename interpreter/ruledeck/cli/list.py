"""`ruledeck list`: the shipped rulesets with a line each."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ruledeck.cli.wrong import FINE
from ruledeck.notation.node import Scalar
from ruledeck.rules.files import locate, read_layers, shipped_names
from ruledeck.show.paint import harmless


def add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(arguments: Namespace) -> int:
    del arguments
    names = shipped_names()
    width = max(map(len, names), default=0)
    for name in names:
        sys.stdout.write(f"{name:{width}}  {harmless(summary(name))}\n".replace("  \n", "\n"))
    return FINE


def summary(name: str) -> str:
    """The summary of a shipped ruleset, its own or an inherited one, without the work of checking its rules."""
    layers, _ = read_layers(locate(name))
    written = (layer.node.get("summary") for layer in layers)
    return next((node.text for node in written if isinstance(node, Scalar)), "")
