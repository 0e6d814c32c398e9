"""Given → Placement: every card and value of a scenario's position looked up; Placement, seed → State."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ruledeck.engine.hand import hand_of
from ruledeck.engine.transport import draw, settle
from ruledeck.model.program import NONE
from ruledeck.model.state import ACTOR, DEALER, State
from ruledeck.rules.scenario import Given, Listing
from ruledeck.rules.spec import Named
from ruledeck.study.boards import Board
from ruledeck.study.scenario_names import Cards, Names
from ruledeck.text import Note, Span
from ruledeck.words.melds import Refusal, check


@dataclass(frozen=True, slots=True)
class Placement:
    """A position, with seats, zones, faces and slots by number."""

    at: str
    dealer: int
    to_move: int
    zones: dict[int, Cards]
    values: dict[int, int]


@dataclass(frozen=True, slots=True)
class Setting:
    """A state to go on from. `aside` are cards that no zone has until the next deal: a stock was listed to its end."""

    state: State
    aside: list[int]


def place(names: Names, given: Given | None) -> Placement:
    """What is wrong with the position goes to `names.found`; the placement is then of no use."""
    if given is None:
        return Placement("round", 0, 1, {}, {})
    at = read_at(given)
    zones: dict[int, Cards] = {}
    spans: dict[int, Span] = {}
    for index, listing, named in listings(names, given):
        if index in zones:
            names.error("scenario-position", f"the cards of {names.board.zones[index]} are given twice", named.span)
        zones[index], spans[index] = names.cards(listing), listing.span
        if listing.rest and index != names.board.home:
            hint = "elsewhere say how many: `5 cards`"
            names.error("scenario-position", "only the stock may end with `...`", listing.span, hint)
    check_once(names, given)
    check_size(names, zones, spans, given)
    check_place(names, given, at, zones)
    dealer = names.seat(given.dealer) if given.dealer else 0
    to_move = names.seat(given.to_move) if given.to_move else ((dealer or 0) + 1) % names.game.seats
    return Placement(at, dealer or 0, to_move or 0, zones, read_values(names, given))


def read_at(given: Given) -> str:
    """Without hands, piles and `to_move`, a whole round is dealt."""
    if given.at is None:
        return "turn" if given.hands or given.piles or given.to_move else "round"
    return given.at.text


def listings(names: Names, given: Given) -> list[tuple[int, Listing, Named]]:
    hands = [(names.hand(named), listing, named) for named, listing in given.hands]
    piles = [(names.zone(named), listing, named) for named, listing in given.piles]
    table = names.game.zone_of["melds"].base if given.melds and names.game.melds else 0
    melds = [(table + number, laid.cards, laid.pattern) for number, laid in enumerate(given.melds)]
    return [(index, listing, named) for index, listing, named in (*hands, *piles, *melds) if index is not None]


def check_once(names: Names, given: Given) -> None:
    """No card is placed more often than the deck holds it."""
    game, placed = names.game, dict[int, list[Named]]()
    laid = ((meld.pattern, meld.cards) for meld in given.melds)
    for _, listing in (*given.hands, *given.piles, *laid):
        for item in listing.items:
            if isinstance(item, Named) and item.text in game.face_of:
                placed.setdefault(game.face_of[item.text], []).append(item)
    for face, items in placed.items():
        for item in items[game.deck.copies[face] :]:
            note = Note("it is placed here", items[0].span)
            often = "twice" if game.deck.copies[face] == 1 else f"more than {game.deck.copies[face]} times"
            names.error("scenario-card-twice", f"the card {item.text} is placed {often}", item.span, None, (note,))


def check_size(names: Names, zones: dict[int, Cards], spans: dict[int, Span], given: Given) -> None:
    """The deck has enough cards for what is listed, and for the hands that are not."""
    board, size = names.board, sum(names.game.deck.copies)
    total = 0
    for index, cards in zones.items():
        total += len(cards.faces)
        if total > size:
            message = f"with {board.zones[index]} {total} cards are listed, and the deck has {size}"
            names.error("scenario-too-many-cards", message, spans[index])
            return
    for index in range(board.hand, board.hand + names.game.seats):
        if index in zones:
            continue
        total += board.dealt[index]
        if total > size:
            message = f"too few cards are left for {board.zones[index]}, which is not listed"
            names.error("scenario-too-many-cards", message, given.span, "list it, or fewer cards elsewhere")
            return


def check_place(names: Names, given: Given, at: str, zones: dict[int, Cards]) -> None:
    """What may be given at each place of a round."""
    board = names.board
    span = given.at.span if given.at else given.span
    if at == "round" and zones:
        hint = "say `at: starter` to give hands and the stock, `at: turn` to give all"
        names.error("scenario-position", "at `round` the cards are dealt: they cannot be given", span, hint)
    if at != "turn" and given.to_move:
        message = f"at `{at}` the rules decide who moves first"
        names.error("scenario-position", message, given.to_move.span)
    for index in board.opened if at == "turn" else ():
        if index not in zones and index != board.home:
            name = board.zones[index]
            hint = f"add `{name}:` to `piles`, or say `at: starter` to have the starter turned"
            names.error("scenario-position", f"in a turn there are cards in {name}", span, hint)


def read_values(names: Names, given: Given) -> dict[int, int]:
    values: dict[int, int] = {}
    for cell in given.variables:
        if (known := names.slot(cell)) is None:
            continue
        variable, slot = known
        if slot in (ACTOR, DEALER):
            hint = f"say `{'to_move' if slot == ACTOR else 'dealer'}:` beside `variables`"
            names.error("scenario-position", f"`{variable.name}` is not given as a variable", cell.name.span, hint)
        elif (value := names.value(variable, cell.value)) is not None:
            values[slot] = value
    scores = {slot: value for _, slot, value in names.scores(given.scores, given.scores_span)}
    return values | scores | meld_values(names, given)


def meld_values(names: Names, given: Given) -> dict[int, int]:
    """Which pattern each meld has, and who laid it. The cards must be such a meld."""
    game, values = names.game, dict[int, int]()
    patterns = [pattern.name for pattern in game.melds]
    for number, laid in enumerate(given.melds):
        if laid.pattern.text not in patterns or number >= game.most_melds:
            names.unknown("meld", laid.pattern, patterns)
            continue
        index, seat = patterns.index(laid.pattern.text), names.seat(laid.by)
        cards = names.cards(laid.cards).faces
        if NONE not in cards and isinstance(refused := check(game.melds[index], cards), Refusal):
            message = f"these cards are no {laid.pattern.text}: {refused.text}"
            names.error("scenario-bad-value", message, laid.cards.span)
        values[game.variable_of["melds_pattern"].slot + number] = index
        values[game.variable_of["melds_layer"].slot + number] = seat or 0
    if given.melds:
        values[game.variable_of["melds_laid"].slot] = len(given.melds)
    return values


# ---------------------------------------------------------------- the state


def begin(board: Board, placement: Placement, seed: int) -> Setting:
    """The first decision of the position. Raises RuleError when the rules fail on the way to it."""
    if placement.at == "round":
        state = board.machine.begin(seed)
        assign(state, placement)
        board.go_on(state)
        return Setting(state, [])
    state = board.deal(seed)
    aside = lay_cards(board, placement, state)
    assign(state, placement)
    state.values[ACTOR] = placement.to_move
    board.machine.resume(state, board.game.label_of[placement.at])
    return Setting(state, aside)


def assign(state: State, placement: Placement) -> None:
    state.values[DEALER] = placement.dealer
    for slot, value in placement.values.items():
        state.values[slot] = value


def lay_cards(board: Board, placement: Placement, state: State) -> list[int]:
    """Put every card in its place; the answer are those that no zone gets."""
    game = board.game
    named = Counter(face for cards in placement.zones.values() for face in cards.faces)
    left = [face for face, copies in enumerate(game.deck.copies) for _ in range(copies - named[face])]
    for index in range(game.zone_count):
        state.hands[index], state.piles[index], state.open[index] = 0, [], False
    state.piles[board.home], state.open[board.home] = left, bool(left)
    for index, cards in sorted(placement.zones.items()):
        if index != board.home:
            put(board, state, index, [draw(state, board.home) if face == NONE else face for face in cards.faces])
    for index in range(board.hand, board.hand + game.seats):
        if index not in placement.zones:
            put(board, state, index, [draw(state, board.home) for _ in range(board.dealt[index])])
    return order_stock(board, state, placement.zones.get(board.home))


def put(board: Board, state: State, index: int, faces: list[int]) -> None:
    owned = next(zone for zone in reversed(board.game.zones) if zone.base <= index)
    if owned.ordered:
        state.piles[index] = faces
    else:
        state.hands[index] = hand_of(faces, board.game.faces)


def order_stock(board: Board, state: State, cards: Cards | None) -> list[int]:
    """A listed stock, first drawn first; unlisted cards lie below it after `...`, else they are put aside."""
    home = board.home
    if cards is None:
        return []
    upper = [draw(state, home) if face == NONE else face for face in cards.faces]
    settle(state, home)
    aside = [] if cards.rest else state.piles[home]
    state.piles[home] = (state.piles[home] if cards.rest else []) + upper[::-1]
    return aside
