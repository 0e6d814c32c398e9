"""A hand as an integer (see `model.state`) → a card more, a card less, its cards in deck order."""

from __future__ import annotations


def with_card(hand: int, face: int, faces: int) -> int:
    """The hand with one more card of `face`: the lowest free plane gets it."""
    bit = 1 << face
    while hand & bit:
        bit <<= faces
    return hand | bit


def without_card(hand: int, face: int, faces: int) -> int:
    """The hand, which must hold `face`, with one card of it less: the highest plane gives it up."""
    bit = 1 << face
    while hand & (bit << faces):
        bit <<= faces
    return hand ^ bit


def faces_in(mask: int) -> list[int]:
    """Numbers of the bits set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def cards_in(hand: int, faces: int) -> list[int]:
    """Every card of the hand in deck order, copies adjacent."""
    if not hand >> faces:
        return faces_in(hand)
    return sorted(bit % faces for bit in faces_in(hand))


def hand_of(cards: list[int], faces: int) -> int:
    """The hand that holds exactly `cards`."""
    hand = 0
    for card in cards:
        hand = with_card(hand, card, faces)
    return hand
