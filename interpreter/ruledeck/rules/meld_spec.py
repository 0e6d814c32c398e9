"""Spec of melds and contracts: the entries of these sections as typed records."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledeck.lang import ast
from ruledeck.rules.spec import Named
from ruledeck.text import Span


@dataclass(frozen=True, slots=True)
class Meld:
    """A pattern of melds: cards with the `same` attribute, or in the order `in_order` of one."""

    name: Named
    same: Named | None
    in_order: tuple[Named, ...]
    size: tuple[ast.Expr | None, ast.Expr | None]
    wilds: tuple[None, ast.Expr | None]
    naturals: tuple[ast.Expr | None, None]
    distinct: Named | None
    corner: bool
    adjacent_wilds: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """What is laid in one go: patterns by name, and the conditions under which the hand must be used up, ..."""

    melds: tuple[Named, ...]
    all_cards: ast.Expr | None
    no_join: ast.Expr | None
    exact: ast.Expr | None
    span: Span = field(compare=False, repr=False)
