"""The queries of a program about a hand and a contract. What was found for a hand is kept until it changes."""

# ruff: noqa: N803 - arrays have capitals, as everywhere in emitted text
# ruff: noqa: ARG001 - all queries have the same arrays

from __future__ import annotations

from ruledeck.engine.compiled.melds.apart import missing_apart
from ruledeck.engine.compiled.melds.laying import next_cards
from ruledeck.engine.compiled.melds.names import (
    APART,
    CLASS,
    HELD,
    JOINABLE,
    JOINING,
    LEAVING,
    LYING,
    MEMO,
    MEMO_SIZE,
    NEVER,
    OF_FACE,
    PLANES,
    PREPARED,
    SCENE,
    SCENE_OF,
    SLOTS,
    SPARE,
    STRAY,
    TAKING_ALL,
    WHOLE,
    WIDTH,
    WILD,
    WILD_CLASS,
    ZONES,
    Words,
)
from ruledeck.engine.compiled.melds.needs import missing_here
from ruledeck.engine.compiled.melds.using import cards_here, most_used, uses_all
from ruledeck.engine.compiled.melds.windows import load, prepare, shift


def is_known(H: Words, Y: Words, hand: int, contract: int) -> int:
    """Whether the missing cards of this very hand are kept."""
    at = MEMO + hand * MEMO_SIZE
    if Y[at] != contract + 1:
        return 0
    for plane in range(PLANES):
        if Y[at + 4 + plane] != H[plane * ZONES + hand]:
            return 0
    return 1


def missing_by_rules(Y: Words, task: int, below: int, floor: int) -> int:
    """As `missing_here`, and no runs join where they may not."""
    if JOINING and JOINABLE[task]:
        Y[LYING] = 0
        return missing_apart(Y, task, below, floor)
    return missing_here(Y, task, below, floor)


def missing(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int) -> int:
    at = MEMO + hand * MEMO_SIZE
    if not is_known(H, Y, hand, contract):
        load(H, Y, SCENE_OF[contract], hand)
        Y[at + 1] = missing_by_rules(Y, contract * (SLOTS + 1), NEVER, 0)
        Y[at + 2] = -1
        Y[at + 3] = (Y[HELD] | WILD_CLASS[Y[SCENE]]) & ~Y[SPARE]
        if Y[WILD] == 0:
            Y[at + 3] &= ~WILD_CLASS[Y[SCENE]]
        Y[at] = contract + 1
        for plane in range(PLANES):
            Y[at + 4 + plane] = H[plane * ZONES + hand]
    return Y[at + 1]


def can_lay(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int) -> int:
    if APART[contract] or LEAVING[contract * (SLOTS + 1) + 1] != -1:
        return 1 if next_cards(H, P, Y, hand, contract, 0, 0, 0) else 0
    if is_known(H, Y, hand, contract) and (Y[MEMO + hand * MEMO_SIZE + 1] > 0 or not WHOLE[contract * (SLOTS + 1)]):
        return 1 if Y[MEMO + hand * MEMO_SIZE + 1] == 0 else 0
    load(H, Y, SCENE_OF[contract], hand)
    if TAKING_ALL and WHOLE[contract * (SLOTS + 1)]:
        Y[LYING] = 0
        return uses_all(Y, contract * (SLOTS + 1))
    return 1 if missing_by_rules(Y, contract * (SLOTS + 1), 1, 0) == 0 else 0


def useful(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, card: int) -> int:
    """All cards of the hand are looked at together. One that some best way leaves over is not useful."""
    number = CLASS[SCENE_OF[contract] * WIDTH + card] if card >= 0 else -1
    if number < 0 or not H[hand] >> card & 1:
        return 0
    least = missing(V, H, P, N, Y, hand, contract)
    at = MEMO + hand * MEMO_SIZE
    if Y[at + 2] < 0:
        found = 0
        load(H, Y, SCENE_OF[contract], hand)
        prepare(Y, contract * (SLOTS + 1))
        left = Y[at + 3] if least < NEVER else 0
        while left:
            one = (left & -left).bit_length() - 1
            left &= left - 1
            shift(Y, one, -1)
            if missing_by_rules(Y, contract * (SLOTS + 1), least + 1, least) <= least:
                left &= ~Y[SPARE]
            else:
                found |= 1 << one
            shift(Y, one, 1)
        Y[at + 2] = found
    return Y[at + 2] >> number & 1


def helps(V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, card: int) -> int:
    number = CLASS[SCENE_OF[contract] * WIDTH + card] if card >= 0 else -1
    if number < 0:
        return 0
    least = missing(V, H, P, N, Y, hand, contract)
    if least == 0 or least >= NEVER:
        return 0
    load(H, Y, SCENE_OF[contract], hand)
    shift(Y, number, 1)
    Y[PREPARED] = 0
    found = missing_by_rules(Y, contract * (SLOTS + 1), least, least - 1)
    shift(Y, number, -1)
    Y[PREPARED] = 0
    return 1 if found < least else 0


def left_over(
    V: Words, H: Words, P: Words, N: Words, Y: Words, hand: int, contract: int, card: int, by: int
) -> int:  # fmt: skip
    """Cards of the hand, with one card less or more, that the contract leaves; a card that is not there cannot be less."""
    task = contract * (SLOTS + 1)
    if missing(V, H, P, N, Y, hand, contract) > max(by, 0):
        return NEVER
    load(H, Y, SCENE_OF[contract], hand)
    if card < 0 or (by < 0 and Y[OF_FACE + card] == 0):
        by = 0
    number = CLASS[SCENE_OF[contract] * WIDTH + card] if by else -1
    if number >= 0:
        shift(Y, number, by)
    stray = Y[STRAY] + (by if number < 0 else 0)
    Y[LYING] = 0
    used = most_used(Y, task, -1)
    found = cards_here(Y) + stray - used if used >= 0 else NEVER
    if number >= 0:
        shift(Y, number, -by)
    return found
