"""Round by round: how long it is, how many seats make a move of a kind in it (lay, say), and what ends it.

    python tests/benchmarks/rounds.py RULESET ... [--players P] [--bots simple] [--games 100] [--move lay] [--option name=value]

The reference executor plays, match after match of seed 1.
"""

# What a command prints is its result.
# ruff: noqa: T201

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ruledeck.engine import Machine
from ruledeck.model.state import OVER, REASON, ROUND, TURN, State
from ruledeck.rules import open_rules
from ruledeck.study.simulate import strategy

STOPPED = 2
"""Of OVER: a limit stopped the match."""


@dataclass(slots=True)
class Row:
    matches: int = 0
    turns: int = 0
    decisions: int = 0
    seats: int = 0
    """That made the move, counted once in each round."""
    ends: Counter[str] = field(default_factory=Counter)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="+", metavar="RULESET")
    parser.add_argument("--players", type=int, help="default: four, or what is nearest")
    parser.add_argument("--bots", default="simple", help="for all seats")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--move", default="lay", help="counted by seats that make it")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args(words)
    options: dict[str, object] = dict(one.split("=", 1) for one in arguments.option)
    for name in arguments.rulesets:
        rules = open_rules(name, options)
        players = arguments.players or min(rules.players, key=lambda number: (abs(number - 4), number))
        game = rules.game(players)
        rows: dict[int, Row] = {}
        for number in range(arguments.games):
            play(Machine(game), number, strategy(game, arguments.bots), arguments.move, rows)
        show(f"{name}, {players} players, {arguments.bots}, {arguments.games} matches", players, arguments.move, rows)


def play(machine: Machine, number: int, bot: int, word: str, rows: dict[int, Row]) -> None:
    """One match, counted into the rows of its rounds."""
    state, game = machine.begin(1, number), machine.game
    made = set[int]()
    while not machine.is_over(state):
        at, turn, seat = state.values[ROUND], state.values[TURN], machine.actor(state)
        row = rows.setdefault(at, Row())
        offers = machine.decision(state).ask.offers
        offer, value = machine.choose(state, bot)
        if game.moves[offers[offer].name].word == word:
            made.add(seat)
        machine.take(state, offer, value)
        row.decisions += 1
        row.turns += state.values[TURN] != turn
        if state.values[ROUND] != at or machine.is_over(state):
            row.matches += 1
            row.seats += len(made)
            row.ends[reason(machine, state)] += 1
            made.clear()


def reason(machine: Machine, state: State) -> str:
    return "unfinished" if state.values[OVER] == STOPPED else machine.game.reasons[state.values[REASON]]


def show(title: str, players: int, word: str, rows: dict[int, Row]) -> None:
    print(f"\n{title}\n{'round':>6}{'matches':>9}{'turns':>8}{'decisions':>11}{word:>8}  ended by")
    for number, row in [*sorted(rows.items()), ("all", total(rows))]:
        share = 100 * row.seats / (players * row.matches)
        ends = ", ".join(f"{name} {100 * many / row.matches:.1f} %" for name, many in row.ends.most_common())
        turns, decisions = row.turns / row.matches, row.decisions / row.matches
        print(f"{number:>6}{row.matches:>9}{turns:>8.1f}{decisions:>11.1f}{share:>6.0f} %  {ends}")


def total(rows: dict[int, Row]) -> Row:
    found = Row()
    for row in rows.values():
        found.matches += row.matches
        found.turns += row.turns
        found.decisions += row.decisions
        found.seats += row.seats
        found.ends += row.ends
    return found


if __name__ == "__main__":
    main()
