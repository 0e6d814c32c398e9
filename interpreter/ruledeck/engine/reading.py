"""A text that should be a move, a state → the move, or why it is not one here."""

from __future__ import annotations

from collections.abc import Mapping

from ruledeck.engine.decision import Decision
from ruledeck.engine.expressions import build, build_domain
from ruledeck.engine.layout import Layout
from ruledeck.engine.wording import kind_in_words, read_value
from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.program import Cards, Offer
from ruledeck.model.state import State


def match_move(words: list[str], moves: list[Move]) -> tuple[Move, int] | None:
    """The legal move that the first words spell, and how many words it takes: the longest that fits."""
    best: tuple[Move, int] | None = None
    for move in moves:
        spelled = move.text.split()
        if words[: len(spelled)] == spelled and (best is None or len(spelled) > best[1]):
            best = move, len(spelled)
    return best


def match_later(words: list[str], moves: list[Move], faces: Mapping[str, int]) -> tuple[Move, int] | None:
    """A card of the meld being laid that the text names later: people list a set in any order. Moved to the front."""
    cards = {move.text: move for move in moves if move.text in faces}
    for at, word in enumerate(words):
        if word not in faces:
            return None
        if word in cards:
            words.insert(0, words.pop(at))
            return cards[word], 1
    return None


def explain(layout: Layout, state: State, decision: Decision, words: list[str]) -> IllegalMove:
    """Why `words`, of which no legal move can be made, are refused at this decision."""
    head, assigned, rest = words[0].partition("=")
    names = layout.game.moves
    if head not in {name.word for name in names}:
        return IllegalMove(f"no move is called '{head}'")
    offers = [offer for offer in decision.ask.offers if names[offer.name].word == head]
    if not offers:
        offered = dict.fromkeys(names[offer.name].word for offer in decision.ask.offers)
        return IllegalMove(f"'{head}' is no move of this step, which has {', '.join(offered)}")
    text = rest if assigned else " ".join(words[1:2])
    reasons = [explain_offer(layout, state, offer, text) for offer in offers]
    return next((reason for reason in reasons if reason.rule is not None), reasons[0])


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
