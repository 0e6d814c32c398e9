"""View, moves → Move: players written in Python. They see a view, never a state.

Most players need no Python: strategies are part of the rule language and are lowered with the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ruledeck.model.move import Move
from ruledeck.model.view import View


class Player(Protocol):
    """Anything that can pick one of the legal moves from what its seat sees."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move: ...
