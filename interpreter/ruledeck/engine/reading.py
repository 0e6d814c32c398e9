"""A text that should be a move, a state → the move, or why it is not one here."""

from __future__ import annotations

import itertools

from ruledeck.engine.decision import Decision
from ruledeck.engine.expressions import build, build_domain
from ruledeck.engine.layout import Layout
from ruledeck.engine.wording import kind_in_words, read_value
from ruledeck.model.game import Game
from ruledeck.model.meld import MeldPattern
from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.program import Ask, Cards, Get, Offer, Query, Search
from ruledeck.model.state import State
from ruledeck.words import melds


def match_move(words: list[str], moves: list[Move]) -> tuple[Move, int] | None:
    """The legal move that the first words spell, and how many words it takes: the longest that fits."""
    best: tuple[Move, int] | None = None
    for move in moves:
        spelled = move.text.split()
        if words[: len(spelled)] == spelled and (best is None or len(spelled) > best[1]):
            best = move, len(spelled)
    return best


def match_group(game: Game, state: State, ask: Ask, words: list[str], moves: list[Move]) -> tuple[Move, int] | None:
    """While a group is laid: of its cards in the text, the one to lay first, moved to the front of the words.

    People list a group in any order. Its cards in the text end where one can no longer belong to it.
    """
    pattern, cells = open_meld(game, state, ask)
    if pattern is None or pattern.places is not None:
        return None
    cards = tuple(game.face_of[word] for word in itertools.takewhile(game.face_of.__contains__, words))
    ordered = melds.group_order(pattern, cells, cards)
    for move in moves:
        if ordered and game.face_of.get(move.text) == ordered[0]:
            words.insert(0, words.pop(cards.index(ordered[0])))
            return move, 1
    return None


def open_meld(game: Game, state: State, ask: Ask) -> tuple[MeldPattern | None, tuple[int, ...]]:
    """The pattern of the meld that this decision adds a card to, and the cards it has; None where it adds none."""
    for offer in ask.offers:
        match offer.where:
            case Search(Query.CAN_ADD, args=(_, _, Get(slot), _)):
                meld = state.values[slot]
                pattern = game.melds[state.values[game.variable_of["melds_pattern"].slot + meld]]
                return pattern, tuple(state.piles[game.zone_of["melds"].base + meld])
            case _:
                pass
    return None, ()


def explain(layout: Layout, state: State, decision: Decision, words: list[str]) -> IllegalMove:
    """Why `words`, of which no legal move can be made, are refused at this decision."""
    head, assigned, rest = words[0].partition("=")
    names = layout.game.moves
    if head in layout.game.face_of and (pattern := open_meld(layout.game, state, decision.ask)[0]):
        return explain_card(layout, state, decision.ask.offers[0], head, pattern)
    if head not in {name.word for name in names}:
        return IllegalMove(f"no move is called '{head}'")
    offers = [offer for offer in decision.ask.offers if names[offer.name].word == head]
    if not offers:
        offered = dict.fromkeys(names[offer.name].word for offer in decision.ask.offers)
        return IllegalMove(f"'{head}' is no move of this step, which has {', '.join(offered)}")
    text = rest if assigned else " ".join(words[1:2])
    reasons = [explain_offer(layout, state, offer, text) for offer in offers]
    return next((reason for reason in reasons if reason.rule is not None), reasons[0])


def explain_card(layout: Layout, state: State, offer: Offer, text: str, pattern: MeldPattern) -> IllegalMove:
    """Why a card cannot be added to the meld that is being laid."""
    held = build_domain(offer.domain, layout, True)(state.values, state.hands, state.piles) if offer.domain else ()
    if layout.game.face_of[text] not in held:
        return IllegalMove(f"there is no {text} to lay")
    return IllegalMove(f"{text} cannot come next in the {pattern.name}, or the rest could not be laid", offer.place)


def explain_offer(layout: Layout, state: State, offer: Offer, text: str) -> IllegalMove:
    name = layout.game.moves[offer.name]
    values, hands, piles = state.values, state.hands, state.piles
    if name.kind is None or offer.domain is None or not text:
        if build(offer.when, layout)(values, hands, piles) and offer.domain is not None:
            return IllegalMove(f"'{name.word}' needs {kind_in_words(name)}: which one?")
        return IllegalMove(f"the rules do not allow '{name.word}' now", offer.place)
    value = read_value(layout.game, name.kind, name.type_name, text)
    if value is None:
        return IllegalMove(f"'{text}' is not {kind_in_words(name)}")
    if value not in build_domain(offer.domain, layout, True)(values, hands, piles):
        if isinstance(offer.domain, Cards):
            return IllegalMove(f"there is no {text} to {name.word}")
        return IllegalMove(f"'{text}' is not among what '{name.word}' offers now")
    if not build(offer.when, layout)(values, hands, piles):
        return IllegalMove(f"the rules do not allow '{name.word}' now", offer.place)
    joined = f"{name.word}={text}" if name.assign else f"{name.word} {text}"
    return IllegalMove(f"the rules do not allow '{joined}' now", offer.place)
