"""Move: one choice at a decision point, with its text form."""

from __future__ import annotations

from dataclasses import dataclass

from ruledeck.text import Place


@dataclass(frozen=True, slots=True)
class Move:
    """Equal moves have equal texts at the same decision."""

    text: str
    offer: int
    """Which offer of the decision."""
    value: int
    """The chosen card, seat or value; NONE where nothing is chosen."""

    def __str__(self) -> str:
        return self.text


class IllegalMove(Exception):
    """A move that the rules forbid here: `rule` is the place of the rule that forbids it, if one can be named."""

    def __init__(self, message: str, rule: Place | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class RuleError(Exception):
    """A rule file's own fault that shows only in play (division by zero, a variable leaving its range)."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place
