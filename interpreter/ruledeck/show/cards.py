"""Cards → text: suit letters as symbols where the output can show them."""

from __future__ import annotations

from ruledeck.model.game import Deck

SYMBOLS = {
    "C": "\N{BLACK CLUB SUIT}",
    "D": "\N{BLACK DIAMOND SUIT}",
    "H": "\N{BLACK HEART SUIT}",
    "S": "\N{BLACK SPADE SUIT}",
}
"""By the letter that a deck writes."""


def can_show(text: str, encoding: str | None) -> bool:
    """Whether an output of this encoding has every letter of `text`."""
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def card_names(deck: Deck, encoding: str | None) -> dict[str, str]:
    """How to show each card, by its written form. Symbols stand for suits only in decks with the four French ones."""
    suits = dict(deck.attributes).get("suit", ())
    if not set(SYMBOLS) <= set(suits) or not can_show("".join(SYMBOLS.values()), encoding):
        return {written: written for written in deck.written}
    return {written: _with_symbol(written) for written in deck.written}


def _with_symbol(written: str) -> str:
    suit = written[-1:]
    return written[:-1] + SYMBOLS[suit] if len(written) > 1 and suit in SYMBOLS else written
