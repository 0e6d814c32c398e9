"""Table → text: one game move by move, counts of its tree of moves, and a digest of many games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from ruledeck.engine import Machine
from ruledeck.model.event import Event
from ruledeck.model.program import NONE
from ruledeck.model.state import DECISIONS, OVER, REASON, ROUND, TURN, State
from ruledeck.study.trace import Line, lines
from tests.contract.found import Table

SEED = 2024
GAMES = 200
"""The digest is over so many games, or, where they are long, over as many as make enough decisions."""
TREE_ENOUGH, WITH_MELDS = 3_000, 300
"""The tree of moves is counted to the first depth that has so many sequences; fewer where melds are searched for."""
DEEPEST = 12
TOLD = 200
"""Decisions that are told; of a longer game the end follows."""
WIDTH = 118
QUIET = ("turn", "shuffle", "gather")
"""Events that say nothing that the lines around them do not."""


def playthrough(table: Table, enough: int) -> str:
    """The text of a golden file; `enough` decisions are made for its digest."""
    seating = (0,) * table.players if slow(table) else table.seatings()[-1]
    return "\n".join([*heading(table, seating, enough), *story(table, seating), ""])


def slow(table: Table) -> bool:
    """Whether games are long and decisions take long, unless all seats play by a strategy."""
    return bool(table.game.melds and table.game.strategies)


def heading(table: Table, seating: tuple[int, ...], enough: int) -> Iterator[str]:
    names = {NONE: "random", **dict(enumerate(table.game.strategies))}
    sitting = ", ".join(f"p{seat} {names[strategy]}" for seat, strategy in enumerate(seating))
    counts = list(sequences(table.machine, table.machine.begin(SEED)))
    kind = 0 if slow(table) else NONE
    games, digest = ends(table.machine, kind, enough)
    yield f"{table.name}: seed {SEED}, game 0; {sitting}"
    yield from wrapped("options: ", [f"{name} {value}" for name, value in table.rules.options.items()], ", ")
    yield from wrapped("sequences of 1, 2, ... legal moves from the start: ", [str(count) for count in counts], " ")
    yield f"ends of games 0 to {games - 1}, all {f'by {names[kind]}' if slow(table) else 'at random'}: {digest}"


def sequences(machine: Machine, start: State) -> Iterator[int]:
    """How many sequences of legal moves there are, by their length; those that end the match earlier not counted."""
    level = [start]
    for _ in range(DEEPEST):
        after: list[State] = []
        for state in level:
            for offer, value in machine.choices(state):
                copy = state.copy()
                machine.take(copy, offer, value)
                after.append(copy)
        yield len(after)
        level = after
        if not 0 < len(level) < (WITH_MELDS if machine.game.melds else TREE_ENOUGH):
            return


def ends(machine: Machine, kind: int, enough: int) -> tuple[int, str]:
    """How many games were played, and a digest of where all of them ended: cards, scores, lengths, streams."""
    digest, decisions = hashlib.sha256(), 0
    for number in range(GAMES):
        state = machine.begin(SEED, number)
        machine.play(state, (kind,) * machine.game.seats)
        figures = [state.values[slot] for slot in (OVER, ROUND, TURN, DECISIONS)]
        digest.update(repr((figures, machine.scores(state), state.hands, state.piles, state.streams)).encode())
        decisions += state.values[DECISIONS]
        if decisions >= enough:
            break
    return number + 1, digest.hexdigest()[:24]


def story(table: Table, seating: tuple[int, ...]) -> Iterator[str]:
    """A line for each decision, and what came of it; lines of their own for rounds, and the scores at their ends."""
    machine, log = table.machine, list[Event]()
    state = machine.begin(SEED, 0, log)
    parts: list[str] = []
    while True:
        for line in lines(table.game, log):
            if line.kind == "round":
                yield from wrapped("  ", parts, "; ")
                yield ""
                yield f"round {line.value}, p{line.seat} deals"
                parts = []
            elif line.kind == "choose":
                parts.append(
                    f"p{line.seat}: {line.name} {' '.join(line.cards)}".rstrip() if line.cards else chosen(line)
                )
            elif line.kind == "move" and parts and line.cards == played(parts[-1]):
                parts[-1] += f" > {line.target}"
            elif line.kind not in QUIET:
                parts.append(said(table, state, line))
        log.clear()
        yield from wrapped("  ", parts, "; ")
        parts = []
        if machine.is_over(state) or state.values[DECISIONS] >= TOLD:
            break
        offer, value = machine.choose(state, seating[machine.actor(state)])
        machine.take(state, offer, value, log)
    yield "" if machine.is_over(state) else "  and so on\n"
    machine.play(state, seating)
    winners = " and ".join(f"p{seat}" for seat in machine.winners(state)) or "nobody"
    yield f"over after {state.values[TURN]} turns, {state.values[DECISIONS]} decisions: {winners}; {scores(machine, state)}"


def played(part: str) -> tuple[str, ...]:
    """The card of a choice that has just been told, if it is one of a card: where it goes is said behind it."""
    words = part.split()
    return (words[-1],) if len(words) == 3 and words[0].endswith(":") else ()


def chosen(line: Line) -> str:
    return f"p{line.seat}: {line.value or line.name}"


def said(table: Table, state: State, line: Line) -> str:
    """An event in a few words."""
    match line.kind:
        case "move" | "deal":
            return f"{line.source} > {line.target} {' '.join(line.cards)}"
        case "set":
            owner = f" p{line.seat}" if line.seat >= 0 else ""
            return f"{line.name}{owner} = {line.value}"
        case "round over":
            return f"round over ({table.game.reasons[state.values[REASON]]})" if table.game.reasons else "round over"
        case _:
            words = (line.kind, f"p{line.seat}" if line.seat >= 0 else "", line.name)
            return " ".join(word for word in words if word)


def scores(machine: Machine, state: State) -> str:
    return "scores " + " ".join(str(score) for score in machine.scores(state))


def wrapped(head: str, parts: list[str], between: str) -> Iterator[str]:
    """The parts on as few lines as hold them; the first begins with `head`, the others are set in."""
    line = ""
    for part in parts:
        if line and len(head) + len(line) + len(between) + len(part) > WIDTH:
            yield (head + line + between).rstrip()
            head, line = "    ", part
        else:
            line = line + between + part if line else part
    if line:
        yield head + line
