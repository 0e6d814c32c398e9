"""Decks and patterns for the tests of melds, built from texts as a rule file would say them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ruledeck.model.meld import MeldPattern
from ruledeck.words.melds.known import counts_of, holding


@dataclass(frozen=True)
class Deck:
    """Faces: rank by rank within suit by suit (`4C`), then the specials (`JK`)."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    specials: tuple[str, ...] = ()

    @property
    def faces(self) -> int:
        return len(self.suits) * len(self.ranks) + len(self.specials)

    @property
    def written(self) -> tuple[str, ...]:
        return (*(rank + suit for suit in self.suits for rank in self.ranks), *self.specials)

    def face(self, text: str) -> int:
        return self.written.index(text)

    def cards(self, text: str) -> tuple[int, ...]:
        return tuple(self.face(card) for card in text.split())

    def hand(self, text: str) -> int:
        return hand_of(self.cards(text), self.faces)

    def text(self, cards: tuple[int, ...]) -> str:
        return " ".join(self.written[card] for card in cards)

    def mask(self, text: str) -> int:
        """Faces by name, or all of a rank: `2 JK`."""
        return sum(
            1 << face
            for face, written in enumerate(self.written)
            if any(word == written or (word == written[:-1] and word in self.ranks) for word in text.split())
        )

    def rank_of(self, text: str = "") -> tuple[int, ...]:
        """Per face its rank; -1 for specials and for the faces of `text`."""
        return self.values(text, lambda face: face % len(self.ranks))

    def suit_of(self, text: str = "") -> tuple[int, ...]:
        return self.values(text, lambda face: face // len(self.ranks))

    def values(self, text: str, value: Callable[[int], int]) -> tuple[int, ...]:
        out = self.mask(text)
        naturals = len(self.suits) * len(self.ranks)
        return tuple(-1 if face >= naturals or out >> face & 1 else value(face) for face in range(self.faces))

    def places(self, order: str, without: str = "") -> tuple[tuple[int, ...], ...]:
        """Per face its positions in an order of ranks such as `A 2 3 A`; none for the faces of `without`."""
        ranks = order.split()
        out = self.mask(without)
        return tuple(
            ()
            if rank < 0 or out >> face & 1
            else tuple(place for place, name in enumerate(ranks) if name == self.ranks[rank])
            for face, rank in enumerate(self.rank_of())
        )

    def group(self, sizes: tuple[int, int], wild: str = "", **more: object) -> MeldPattern:
        """Cards of one rank. Wilds of a standard rank are no naturals."""
        settings: dict[str, object] = {
            "same": self.rank_of(wild),
            "wild": self.mask(wild),
            "wilds_max": sizes[1] if wild else 0,
        }
        return MeldPattern("group", sizes[0], sizes[1], **(settings | more))  # type: ignore[arg-type]

    def run(self, sizes: tuple[int, int], order: str = "", wild: str = "", **more: object) -> MeldPattern:
        """Cards of one suit in order."""
        order = order or " ".join(self.ranks)
        settings: dict[str, object] = {
            "same": self.suit_of(wild),
            "places": self.places(order, wild),
            "length": len(order.split()),
            "wild": self.mask(wild),
            "wilds_max": sizes[1] if wild else 0,
        }
        return MeldPattern("run", sizes[0], sizes[1], **(settings | more))  # type: ignore[arg-type]


def hand_of(cards: tuple[int, ...] | list[int], faces: int) -> int:
    hand = 0
    for card in cards:
        hand = holding(hand, card, faces)
    return hand


def listed(hand: int, faces: int) -> list[int]:
    return [face for face, many in enumerate(counts_of(hand, faces)) for _ in range(many)]


STANDARD = Deck(tuple("CDHS"), ("A", *map(str, range(2, 11)), "J", "Q", "K"), ("JK",))
BOTH_ENDS = "A 2 3 4 5 6 7 8 9 10 J Q K A"
ACE_LOW = "A 2 3 4 5 6 7 8 9 10 J Q K"
COLOURS = Deck(tuple("RYGB"), tuple(map(str, range(1, 13))), ("W", "S"))
