"""text, Machine, State → the moves that the text spells in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledeck.engine.decision import Decision
from ruledeck.engine.reading import explain, match_group, match_move
from ruledeck.model.game import Game
from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.program import Ask
from ruledeck.model.state import OVER, State

if TYPE_CHECKING:
    from ruledeck.engine.machine import Machine


def spell(machine: Machine, state: State, text: str, complete: bool) -> list[Move]:
    """As `Machine.parse` says."""
    words = text.split()
    if not words:
        raise IllegalMove("there is no move in an empty text")
    copy, found = state.copy(), list[Move]()
    while words:
        decision, legal = machine.decision(copy), machine.legal(copy)
        hit = match_group(machine.game, copy, decision.ask, words, legal) or match_move(words, legal)
        if hit is None and found and (understood := implied(decision, legal, len(found))) is not None:
            hit = understood, 0
        if hit is None and found and words[0] in closing_words(machine.game):
            words = words[1:]
            continue
        if hit is None:
            raise explain(machine.layout, copy, decision, words)
        found.append(hit[0])
        words = words[hit[1] :]
        machine.take(copy, hit[0].offer, hit[0].value)
    while found and not copy.values[OVER]:
        decision = machine.decision(copy)
        understood = implied(decision, machine.legal(copy), len(found))
        if understood is None or not (complete or decision.ask.offers[understood.offer].domain is None):
            break
        found.append(understood)
        machine.take(copy, understood.offer, understood.value)
    return found


def closing_words(game: Game) -> set[str]:
    """Words that end a meld: one that ends by itself may be ended by the word as well."""
    asked = (one for one in game.code if isinstance(one, Ask))
    ends = (offer for ask in asked for offer in ask.offers if offer.implied and offer.domain is None)
    return {game.moves[offer.name].word for offer in ends}


def implied(decision: Decision, legal: list[Move], made: int) -> Move | None:
    """The move that is understood where a text goes on without it, after `made` moves: an only choice, the end of a meld."""
    for move in legal:
        offer = decision.ask.offers[move.offer]
        if offer.implied and (made > 1 if offer.domain is None else len(legal) == 1):
            return move
    return None
