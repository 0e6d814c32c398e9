"""Small rule files for tests of known faults, written where the test wants them."""

from __future__ import annotations

from pathlib import Path

from ruledeck.engine import Machine
from ruledeck.rules import Rules, open_rules

STUB = """
name: Stub
summary: Two moves and no more.
deck: standard-52
players: {players}
limits: {{turns: {turns}}}
zones:
  stock: {{seen_by: nobody}}
  pile: {{seen_by: top}}
  hand: {{owner: seat, seen_by: owner}}
deal: {{from: stock, cards_each: {cards_each}, dealer: {dealer}{starter}}}
turn:
  act: {{moves: [wait, stop], otherwise: end_turn}}
moves:
  wait: {{do: []}}
  stop: {{if: {stop_if}, do: {stop}}}
points: {{A: 1, 2..K: card.pips}}
define:
  hand_points(seat): sum(points(card) for card in hand(seat))
scoring:
  stopped: {scoring}
match: {{ends_if: {ends_if}, winner: highest}}
"""
"""A game of waiting, or of stopping the round, in which nothing is played: scores and turns are what matters."""

DEFAULTS = {
    "players": "4",
    "turns": "500",
    "cards_each": "5",
    "dealer": "rotates",
    "starter": "",
    "stop_if": "true",
    "stop": "{end_round: stopped}",
    "scoring": "{gains: 1}",
    "ends_if": "round == 5",
}


def stub(folder: Path, **changes: str) -> Path:
    """The file of a game of waiting, with these values in place of the usual ones."""
    path = folder / "stub.yaml"
    path.write_text(STUB.format(**{**DEFAULTS, **changes}), encoding="utf-8")
    return path


def opened(path: Path, players: int) -> tuple[Rules, Machine]:
    rules = open_rules(str(path))
    return rules, Machine(rules.game(players))
