"""One game → its events as lines, as one seat sees them or as they were. Words and layout are for `show`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ruledeck.engine.machine import Machine
from ruledeck.engine.wording import write_choice, write_value
from ruledeck.model.event import Event
from ruledeck.model.game import Deck, Game, Kind, MoveName
from ruledeck.model.move import RuleError
from ruledeck.model.program import NONE
from ruledeck.study.simulate import Playable, strategy
from ruledeck.text import Place


@dataclass(frozen=True, slots=True)
class Line:
    """An event by names: `cards` that are seen, `hidden` how many are not."""

    kind: str
    seat: int
    name: str
    value: str
    cards: tuple[str, ...]
    hidden: int
    source: str
    target: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Trace:
    """A game from its first event to its last; `broke_off` says why there are no more, if the rules failed."""

    ruleset: str
    seed: int
    number: int
    bots: tuple[str, ...]
    deck: Deck
    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    broke_off: str | None = None


def trace(rules: Playable, players: int, seed: int, number: int, bots: Sequence[str], seat: int | None = None) -> Trace:
    """Play game `number` of the seed. With a seat, only what it sees."""
    game = rules.game(players)
    machine, log = Machine(game), list[Event]()
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    broke_off = None
    try:
        state = machine.begin(seed, number, log)
        machine.play(state, [strategy(game, bot) for bot in bots], log)
        scores, winners = machine.scores(state), machine.winners(state)
    except RuleError as problem:
        broke_off = str(problem)
    except Exception as problem:
        problem.add_note(f"game {number} of seed {seed}")
        raise
    told = tuple(lines(game, log, seat))
    return Trace(rules.name, seed, number, tuple(bots), game.deck, told, scores, winners, broke_off)


def lines(game: Game, events: Iterable[Event], seat: int | None = None) -> Iterator[Line]:
    """The events in order; with a seat, without what it may not see."""
    zones = zone_names(game)
    for event in events:
        seen = seat is None or event.seen_by is None or seat in event.seen_by
        if not seen and not event.cards:
            continue  # a secret variable, or a window declined: nobody else is to know of it
        yield Line(
            kind=event.kind,
            seat=event.seat,
            name=reason_text(game, event) if event.kind == "round over" else event.name,
            value=value_text(game, event) if seen else "",
            cards=tuple(game.deck.written[card] for card in event.cards) if seen else (),
            hidden=0 if seen else len(event.cards),
            source=zones[event.source] if event.source >= 0 else "",
            target=zones[event.target] if event.target >= 0 else "",
            place=event.place,
        )


def zone_names(game: Game) -> tuple[str, ...]:
    """By zone index, as views name them: `stock`, `hand p0`."""
    names = [""] * game.zone_count
    for zone in game.zones:
        for number in range(game.seats if zone.per_seat else zone.count):
            name = f"{zone.name} p{number}" if zone.per_seat else zone.name
            names[zone.base + number] = f"m{number + 1}" if zone.count > 1 else name
    return tuple(names)


def value_text(game: Game, event: Event) -> str:
    """The value of an event as rule files write it: of a variable, of a choice, or a plain number."""
    if event.kind == "set":
        variable = game.variable_of[event.name]
        if event.value == NONE and variable.kind is not Kind.NUMBER:
            return "nothing"
        return write_value(game, variable.kind, variable.type_name, event.value)
    if event.kind == "choose":
        return write_choice(game, move_named(game, event.name), event.value)
    return str(event.value)


def reason_text(game: Game, event: Event) -> str:
    """The reason for which a round ended, as `scoring` names it."""
    return game.reasons[event.value] if 0 <= event.value < len(game.reasons) else event.name


def move_named(game: Game, word: str) -> MoveName:
    return next(name for name in game.moves if name.word == word)
