"""Chance as text: the arithmetic of `model.chance`, written out."""

from __future__ import annotations

from ruledeck.engine.compiled.paper import Paper
from ruledeck.model.chance import LOW, MULTIPLIER

BELOW = f"((r ^ r >> 32) & {LOW}) * {{}} >> 32"


def draw(paper: Paper, state: str, bound: str, name: str) -> None:
    """A random number below `bound`, from the stream whose state is `state`, into `name`."""
    paper.write(f"r = {MULTIPLIER} * ({state} & {LOW}) + ({state} >> 32)")
    paper.write(f"{state} = r")
    paper.write(f"{name} = {BELOW.format(bound)}")
