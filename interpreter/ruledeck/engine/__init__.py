"""Game, seed → State; Game, State → choices; State, choice → State; State, seat → View: the reference executor."""

from ruledeck.engine.decision import Choice
from ruledeck.engine.machine import Machine

__all__ = ["Choice", "Machine"]
