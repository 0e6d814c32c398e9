"""Trace → text: one line per event, grouped by turn, the rule's file and line at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ruledeck.show.cards import can_show, card_names
from ruledeck.show.options import Options, options_text
from ruledeck.show.paint import BOLD, DIM, Paint, harmless
from ruledeck.study.trace import Line, Trace

RULE_COLUMN = 56
"""Where the rule's place begins, unless the words need more room."""
MOST_CARDS = 16
"""Cards that a line lists; of more it says how many."""

Words = Callable[[Line, str], str]
"""A line, and its cards (or else its value) as shown → what happened."""


def trace_text(trace: Trace, encoding: str | None, paint: Paint | None = None, options: Options = ()) -> str:
    """The whole game. `encoding` is the output's: it decides whether suits are symbols. `options` are worth telling."""
    return "".join(f"{line}\n" for line in _lines(trace, encoding, paint or Paint(), options_text(options)))


def _lines(trace: Trace, encoding: str | None, paint: Paint, options: str) -> Iterator[str]:
    names = card_names(trace.deck, encoding)
    arrow = "→" if can_show("→", encoding) else "->"
    yield paint(harmless(f"{trace.ruleset}: seed {trace.seed}, game {trace.number}; " + _seated(trace.bots)), BOLD)
    if options:
        yield paint(options, DIM)
    scores, turns, ended = [0] * len(trace.bots), 0, False
    for line in joined(trace.lines):
        if line.kind in HEADINGS:
            turns += line.kind == "turn"
            if ended and line.kind == "round":
                yield f"  {_scores(scores)}"
            ended = False
            yield ""
            yield paint(_heading(line, turns), BOLD)
            continue
        ended = ended or line.kind == "round over"
        told = _gained(line, scores) if line.kind == "set" and line.name == SCORE else line
        words = harmless(SAYINGS.get(told.kind, _note)(told, _cards(told, names)).replace("->", arrow))
        place = f"  {paint(harmless(str(line.place)), DIM)}" if line.place else ""
        yield f"  {words:{RULE_COLUMN}}{place}".rstrip()
    if trace.broke_off is None:
        yield ""
        yield paint(_end(trace), BOLD)


def joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Cards that one rule moves the same way one after another, as one line."""
    held: Line | None = None
    for line in lines:
        if held is not None and line.kind == "move" and _way(held) == _way(line):
            held = replace(held, cards=(*held.cards, *line.cards), hidden=held.hidden + line.hidden)
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held


def _way(line: Line) -> tuple[object, ...]:
    return line.kind, line.source, line.target, line.place


def _gained(line: Line, scores: list[int]) -> Line:
    """A score that has changed, as what the seat gains; `scores` are what they are after it."""
    total = int(line.value)
    gain, scores[line.seat] = total - scores[line.seat], total
    return replace(line, kind="score", name="" if gain == total else f"{total} in all", value=str(gain))


def _scores(scores: Sequence[int]) -> str:
    return "scores: " + ", ".join(f"p{seat} {score}" for seat, score in enumerate(scores))


def _seated(bots: tuple[str, ...]) -> str:
    return ", ".join(f"p{seat} {bot}" for seat, bot in enumerate(bots))


def _end(trace: Trace) -> str:
    if not trace.winners:
        return f"stopped by a limit, without a winner; {_scores(trace.scores)}"
    return f"{' and '.join(f'p{seat}' for seat in trace.winners)} {_verb(trace.winners)}; {_scores(trace.scores)}"


def _verb(winners: tuple[int, ...]) -> str:
    return "wins" if len(winners) == 1 else "share the win"


def _cards(line: Line, names: Mapping[str, str]) -> str:
    """The cards of a line: their names where they are seen and few, else how many. Without cards, its value."""
    if not line.cards and not line.hidden:
        return names.get(line.value, line.value)
    if line.cards and not line.hidden and len(line.cards) <= MOST_CARDS:
        return " ".join(names.get(card, card) for card in line.cards)
    count = len(line.cards) + line.hidden
    return "1 card" if count == 1 else f"{count} cards"


def _chosen(line: Line, cards: str) -> str:
    if line.cards:
        return f"p{line.seat}: {line.name} {cards}"
    return f"p{line.seat}: {line.value or line.name}"


def _set(line: Line, value: str) -> str:
    owner = f" p{line.seat}" if line.seat >= 0 else ""
    return f"{line.name}{owner} = {value}"


def _shuffled(line: Line, cards: str) -> str:
    del cards
    return f"{line.target} is shuffled"


def _scored(line: Line, cards: str) -> str:
    del cards
    return f"p{line.seat} scores {line.value}" + (f" ({line.name})" if line.name else "")


def _skipped(line: Line, cards: str) -> str:
    del cards
    return f"p{line.seat} is skipped"


def _note(line: Line, cards: str) -> str:
    del cards
    who = f"p{line.seat}: " if line.seat >= 0 else ""
    return who + (line.name or line.kind)


def _over(line: Line, cards: str) -> str:
    del cards
    return f"the {line.kind.removesuffix(' over')} is over" + (f": {line.name}" if line.name else "")


def _moved(line: Line, cards: str) -> str:
    return f"{line.source} -> {line.target}: {cards}"


def _heading(line: Line, turns: int) -> str:
    """`round 2: p1 deals`, `turn 17: p3`; turns are counted through the match."""
    number = str(turns) if line.kind == "turn" else line.value
    seat = f"p{line.seat}" + (" deals" if line.kind == "round" else "") if line.seat >= 0 else ""
    return line.kind + (f" {number}" if number not in ("", "0", "-1") else "") + (f": {seat}" if seat else "")


SCORE = "score"
"""The variable that the machine keeps the scores in."""
HEADINGS = ("match", "round", "turn")

SAYINGS: dict[str, Words] = {
    "deal": _moved,
    "move": _moved,
    "gather": _moved,
    "choose": _chosen,
    "shuffle": _shuffled,
    "set": _set,
    "score": _scored,
    "round over": _over,
    "match over": _over,
    "skip": _skipped,
    "note": _note,
}
"""How each kind of event is told, by its name in `ruledeck.model.event`."""
