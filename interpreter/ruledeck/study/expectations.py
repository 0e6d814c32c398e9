"""Expect → checks, their names looked up; check, state → None, or what was expected beside what is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from ruledeck.engine.hand import cards_in
from ruledeck.model.game import Variable
from ruledeck.model.program import NONE
from ruledeck.model.state import OVER, REASON, State
from ruledeck.rules.scenario import NONE_OF_THEM, THE_REST, Expect
from ruledeck.rules.spec import Named
from ruledeck.study.boards import Board
from ruledeck.study.scenario_names import TRUTHS, Cards, Names, write_text
from ruledeck.text import Span

IN_PLAY = "false"


@dataclass(frozen=True, slots=True)
class ZoneIs:
    """The cards of a zone: in order where the zone has one, else in any."""

    what: str
    index: int
    cards: Cards
    span: Span


@dataclass(frozen=True, slots=True)
class CountIs:
    what: str
    index: int
    count: int
    span: Span


@dataclass(frozen=True, slots=True)
class TopIs:
    what: str
    index: int
    face: int
    span: Span


@dataclass(frozen=True, slots=True)
class ValuesAre:
    """One value of a variable, or the scores of all seats."""

    what: str
    variable: Variable
    slots: tuple[int, ...]
    values: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class WordIs:
    """`to_move`, `round_over`, `match_over`, `winners`: one word that says how things stand."""

    what: str
    word: str
    span: Span


Check = ZoneIs | CountIs | TopIs | ValuesAre | WordIs


# -------------------------------------------------------------- looking up


def look_up(names: Names, expect: Expect) -> tuple[Check, ...]:
    """The checks in a fixed order; names that mean nothing go to `names.found`."""
    found = [*zone_checks(names, expect), *value_checks(names, expect), *word_checks(names, expect)]
    return tuple(sorted(found, key=lambda check: check.span.start))


def zone_checks(names: Names, expect: Expect) -> Iterator[Check]:
    for word, listing in expect.hands:
        if (index := names.hand(word)) is not None:
            yield ZoneIs(names.board.zones[index], index, names.cards(listing), listing.span)
    for word, listing in expect.piles:
        if (index := names.zone(word)) is not None:
            yield ZoneIs(word.text, index, names.cards(listing), listing.span)
    for cell in expect.counts:
        count = cell.value.text
        if (index := names.zone_or_hand(cell.name)) is not None and count.isascii() and count.isdecimal():
            yield CountIs(f"cards in {names.board.zones[index]}", index, int(count[:9]), cell.value.span)
    for cell in expect.top:
        index = names.zone(cell.name)
        face = NONE if cell.value.text == NONE_OF_THEM else names.face(cell.value)
        if index is not None and face is not None:
            yield TopIs(f"top of {cell.name.text}", index, face, cell.value.span)


def value_checks(names: Names, expect: Expect) -> Iterator[Check]:
    for cell in expect.variables:
        if (known := names.slot(cell)) is not None:
            variable, slot = known
            value = names.value(variable, cell.value)
            what = f"{variable.name} {cell.seat.text}" if cell.seat else variable.name
            if value is not None:
                yield ValuesAre(what, variable, (slot,), (value,), cell.value.span)
    scores = names.scores(expect.scores, expect.scores_span)
    if scores and expect.scores_span:
        slots, values = zip(*((slot, value) for _, slot, value in scores), strict=True)
        yield ValuesAre("scores", scores[0][0], slots, values, expect.scores_span)


def word_checks(names: Names, expect: Expect) -> Iterator[Check]:
    if (mover := expect.to_move) and (mover.text == NONE_OF_THEM or names.seat(mover) is not None):
        yield WordIs("to_move", mover.text, mover.span)
    if (reason := expect.round_over) and known_reason(names, reason):
        yield WordIs("round_over", reason.text, reason.span)
    if over := expect.match_over:
        yield WordIs("match_over", "true" if TRUTHS.get(over.text) else "false", over.span)
    if expect.winners is not None and expect.winners_span:
        seats = [names.seat(word) for word in expect.winners]
        yield WordIs("winners", seat_words(seat for seat in sorted(seats, key=str)), expect.winners_span)


def known_reason(names: Names, reason: Named) -> bool:
    if reason.text in (IN_PLAY, *names.game.reasons):
        return True
    names.unknown("end of a round", reason, (*names.game.reasons, IN_PLAY))
    return False


def seat_words(seats: Iterator[int | None]) -> str:
    return " ".join(f"p{seat}" for seat in seats) or NONE_OF_THEM


# ---------------------------------------------------------------- checking


def judge(board: Board, state: State, check: Check) -> tuple[str, str] | None:
    """None when it holds; else (expected, actual)."""
    match check:
        case ZoneIs(_, index, cards):
            have = cards_of(board, state, index)
            ordered = bool(state.piles[index]) and not state.open[index]
            fits = same_order(cards, have) if ordered else same_cards(cards, have)
            return None if fits else (listing_text(board, cards, ordered), faces_text(board, have))
        case CountIs(_, index, count):
            found = len(cards_of(board, state, index))
            return None if found == count else (str(count), str(found))
        case TopIs(_, index, face):
            top = (state.piles[index] or [NONE])[-1]
            return None if top == face else (face_text(board, face), face_text(board, top))
        case ValuesAre(_, variable, slots, values):
            actual = tuple(state.values[slot] for slot in slots)
            return (
                None
                if actual == values
                else (values_text(board, variable, values), values_text(board, variable, actual))
            )
        case WordIs(what, word):
            stands = how_it_stands(board, state, what)
            return None if stands == word else (word, stands)
        case _:
            assert_never(check)


def how_it_stands(board: Board, state: State, what: str) -> str:
    """The word for one side of the position."""
    over = state.values[OVER]
    if what == "match_over":
        return "true" if over else "false"
    if what == "winners":
        return seat_words(iter(board.machine.winners(state)))
    between = board.is_between(state)
    if what == "to_move":
        return NONE_OF_THEM if over or between else f"p{board.machine.actor(state)}"
    return board.game.reasons[state.values[REASON]] if between or over == 1 else IN_PLAY


def cards_of(board: Board, state: State, index: int) -> list[int]:
    """Of a pile lowest first, but of the stock first drawn first; of a hand in deck order."""
    pile = state.piles[index]
    if index == board.home:
        return sorted(pile) if state.open[index] else pile[::-1]
    return (sorted(pile) if state.open[index] else pile) or cards_in(state.hands[index], board.game.faces)


def same_order(cards: Cards, have: list[int]) -> bool:
    """Card by card; one that is not named may be any."""
    enough = len(have) >= len(cards.faces) if cards.rest else len(have) == len(cards.faces)
    return enough and all(face in (NONE, card) for face, card in zip(cards.faces, have, strict=False))


def same_cards(cards: Cards, have: list[int]) -> bool:
    """The named ones are there, and as many others as are listed without a name."""
    wanted = Counter(face for face in cards.faces if face != NONE)
    missing, others = wanted - Counter(have), len(have) - wanted.total()
    unnamed = cards.faces.count(NONE)
    return not missing and (others >= unnamed if cards.rest else others == unnamed)


def face_text(board: Board, face: int) -> str:
    return NONE_OF_THEM if face == NONE else board.game.deck.written[face]


def faces_text(board: Board, faces: list[int]) -> str:
    return " ".join(face_text(board, face) for face in faces) or NONE_OF_THEM


def values_text(board: Board, variable: Variable, values: tuple[int, ...]) -> str:
    return " ".join(write_text(board.game, variable, value) for value in values)


def listing_text(board: Board, cards: Cards, ordered: bool) -> str:
    """As it was written; without an order, in that of the deck, so that it compares with what is there."""
    words: list[str] = []
    unnamed = 0
    faces = cards.faces if ordered else sorted(cards.faces, key=lambda face: (face == NONE, face))
    for face in (*faces, None):
        if face == NONE:
            unnamed += 1
            continue
        if unnamed:
            words.append("1 card" if unnamed == 1 else f"{unnamed} cards")
        unnamed = 0
        if face is not None:
            words.append(face_text(board, face))
    return " ".join([*words, *([THE_REST] if cards.rest else [])]) or NONE_OF_THEM
