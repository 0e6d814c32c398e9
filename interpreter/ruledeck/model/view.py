"""View: what one seat may see of a state, by names and texts. The only thing a player is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone as seen: how many cards, and those that are seen (None for a card that is not), lowest first."""

    count: int
    cards: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` sees. `actor` is -1 when the match is over, or when it is not to be known who is asked. Zones owned by seats are named `hand p0`, `hand p1`, ..."""

    seat: int
    actor: int
    zones: Mapping[str, Pile]
    variables: Mapping[str, int | str | None]
    scores: tuple[int, ...]
    moves: tuple[str, ...]
    """Legal moves as texts, in canonical order; empty unless `seat` is the actor."""
