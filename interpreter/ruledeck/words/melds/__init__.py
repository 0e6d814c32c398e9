"""melds: patterns, cards → legal melds, ways to lay contracts, best partitions, lay-offs. Knows no game.

Every search is exact. `prepare` the patterns of a game once; the functions take what it returns.
"""

from ruledeck.words.melds.check import (
    Placement,
    Reason,
    Refusal,
    check,
    group_order,
    meld_of,
    positions,
    readings,
)
from ruledeck.words.melds.contributions import Memory, gain, left_over, missing, useful, usefulness
from ruledeck.words.melds.grow import End, lay_offs, move_end, move_ends, swap, swaps, with_card
from ruledeck.words.melds.known import Known, holding, prepare, without
from ruledeck.words.melds.lay import can_close, can_lay, next_cards
from ruledeck.words.melds.needs import NEVER
from ruledeck.words.melds.worths import Defence, LaidOff, best, deadwood, defend

__all__ = [
    "NEVER",
    "Defence",
    "End",
    "Known",
    "LaidOff",
    "Memory",
    "Placement",
    "Reason",
    "Refusal",
    "best",
    "can_close",
    "can_lay",
    "check",
    "deadwood",
    "defend",
    "gain",
    "group_order",
    "holding",
    "lay_offs",
    "left_over",
    "meld_of",
    "missing",
    "move_end",
    "move_ends",
    "next_cards",
    "positions",
    "prepare",
    "readings",
    "swap",
    "swaps",
    "useful",
    "usefulness",
    "with_card",
    "without",
]
