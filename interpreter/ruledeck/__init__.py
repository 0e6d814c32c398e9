"""ruledeck: the rulebook you can run. `load` a ruleset, `begin` a game, ask for `legal_moves`, `apply` one.

Names are imported when they are first used, so that `import ruledeck` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledeck.model.event import Event
    from ruledeck.model.move import IllegalMove, Move, RuleError
    from ruledeck.model.view import Pile, View
    from ruledeck.players import Player
    from ruledeck.study.shelf import load
    from ruledeck.study.table import Position, Rulebook
    from ruledeck.text import Diagnostic, RulesetError

__version__ = "0.1.0"

__all__ = [
    "Diagnostic",
    "Event",
    "IllegalMove",
    "Move",
    "Pile",
    "Player",
    "Position",
    "RuleError",
    "Rulebook",
    "RulesetError",
    "View",
    "load",
]

_HOMES = {
    "Diagnostic": "ruledeck.text",
    "Event": "ruledeck.model.event",
    "IllegalMove": "ruledeck.model.move",
    "Move": "ruledeck.model.move",
    "Pile": "ruledeck.model.view",
    "Player": "ruledeck.players",
    "Position": "ruledeck.study.table",
    "RuleError": "ruledeck.model.move",
    "Rulebook": "ruledeck.study.table",
    "RulesetError": "ruledeck.text",
    "View": "ruledeck.model.view",
    "load": "ruledeck.study.shelf",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
