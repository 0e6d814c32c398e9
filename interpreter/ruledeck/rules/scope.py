"""Where an expression stands: whose hand `hand` is, which names are bound, and whether hidden cards may be read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ruledeck.model import program as p
from ruledeck.model.state import ACTOR
from ruledeck.text import Span
from ruledeck.words.types import Type


@dataclass(frozen=True, slots=True)
class Typed:
    """An elaborated expression."""

    type: Type
    expr: p.Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Scope:
    """`referee` expressions may read everything; others only what `subject` sees. `inside` lists open definitions."""

    subject: p.Expr = field(default_factory=lambda: p.Get(ACTOR))
    referee: bool = False
    names: tuple[tuple[str, Type, p.Expr], ...] = ()
    depth: int = 0
    inside: tuple[str, ...] = ()

    def bound(self, name: str) -> tuple[Type, p.Expr] | None:
        for known, kind, expr in reversed(self.names):
            if known == name:
                return kind, expr
        return None

    def bind(self, name: str, kind: Type, expr: p.Expr) -> Scope:
        return replace(self, names=(*self.names, (name, kind, expr)))

    def deeper(self) -> Scope:
        return replace(self, depth=self.depth + 1)

    def define(self, name: str, names: tuple[tuple[str, Type, p.Expr], ...]) -> Scope:
        """Inside a definition only its parameters are bound."""
        return replace(self, names=names, inside=(*self.inside, name))


REFEREE = Scope(referee=True)
PLAYER = Scope()
