"""checks: Spec and its games → diagnostics about what is legal to write but cannot be meant. Each is a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ruledeck.model.game import Game
from ruledeck.rules import spec
from ruledeck.text import Diagnostic

CHECKS: tuple[Callable[[spec.Spec, Mapping[int, Game]], Iterator[Diagnostic]], ...] = ()
