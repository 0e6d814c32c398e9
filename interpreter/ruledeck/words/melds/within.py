"""A laying of which one meld must hold a given card → the contract and the worths that say so to the searches.

Cards like the one asked for are worth 1 and all others nothing; all but one of them may be left over, so that one is laid.
"""

from __future__ import annotations

from dataclasses import replace

from ruledeck.model.meld import Contract, Lay, MeldPattern
from ruledeck.words.melds.known import Known, cards_of, counts_of, pack, scene_of
from ruledeck.words.melds.lay import can_close, can_lay, next_cards
from ruledeck.words.melds.parts import parts


def can_lay_with(known: Known, contract: Contract, hand: int, card: int) -> bool:
    """Whether the contract can be laid from the hand with such a card in one of its melds."""
    copies = counts_of(hand, known.faces)[card]
    hand = companions(known, contract, hand, card)
    if not copies:
        return False
    if len(contract.slots) > 1 or contract.all_cards:
        return can_lay(known, with_one(contract, copies), hand, worths(known, card))
    scene = scene_of(known, contract.slots, worths(known, card))
    number, table = scene.class_of[card], scene.tables[contract.slots[0]]
    held = pack(scene, hand, known.faces)
    return number >= 0 and any(number in part.cells for part in parts(scene, table, held))


def next_cards_with(known: Known, contract: Contract, lay: Lay, hand: int, card: int) -> tuple[int, ...]:
    """As `next_cards`, of a lay that must come to hold such a card."""
    copies = copies_in(known, lay, hand, card)
    if not copies:
        return ()
    near = companions(known, contract, hand, card)
    return next_cards(known, with_one(contract, copies), lay, near, worths(known, card))


def can_close_with(known: Known, contract: Contract, lay: Lay, hand: int, card: int) -> bool:
    """As `can_close`, of a lay that must come to hold such a card."""
    copies = copies_in(known, lay, hand, card)
    near = companions(known, contract, hand, card)
    return bool(copies) and can_close(known, with_one(contract, copies), lay, near, worths(known, card))


def with_one(contract: Contract, copies: int) -> Contract:
    """Where all cards are laid, the card is laid too."""
    return contract if contract.all_cards else replace(contract, leaving=copies - 1, allowed=())


def worths(known: Known, card: int) -> tuple[int, ...]:
    return tuple(int(face == card) for face in range(known.faces))


def copies_in(known: Known, lay: Lay, hand: int, card: int) -> int:
    """Cards like it in the hand and among those that are being laid."""
    laid = (*lay.cells, *(face for meld in lay.done for face in meld.cards))
    return counts_of(hand, known.faces)[card] + laid.count(card)


def companions(known: Known, contract: Contract, hand: int, card: int) -> int:
    """The hand without cards that cannot lie in a meld with the card, where that meld is the only one."""
    if len(contract.slots) > 1 or contract.all_cards:
        return hand
    pattern = known.patterns[contract.slots[0]]
    if pattern.same is None or pattern.is_wild(card):
        return hand
    value = pattern.same[card]
    out = {face for face in cards_of(hand, known.faces) if not may_share(pattern, face, value)}
    plane = sum(1 << face for face in out)
    kept = hand
    for at in range(hand.bit_length() // known.faces + 1):
        kept &= ~(plane << at * known.faces)
    return kept


def may_share(pattern: MeldPattern, face: int, value: int) -> bool:
    return pattern.is_wild(face) or (pattern.same is not None and pattern.same[face] == value)
