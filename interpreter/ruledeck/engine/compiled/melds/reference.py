"""Game → the functions that emitted Python calls, answered by the reference executor's search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ruledeck.engine.searching import ANSWERS, make_searcher
from ruledeck.model.game import Game
from ruledeck.model.program import Query

Words = Sequence[int]
MASKS = {Query.TAKES: "takes_mask", Query.STANDS_FOR: "stands_for_mask"}
WITH = ("can_add_with", "can_close_with")
"""Where a card must be laid."""
NAMES = (*(query.value.replace(" ", "_") for query in Query), *MASKS.values(), *WITH)
"""Of all functions that a script may call."""


@dataclass(frozen=True, slots=True)
class Borrowed:
    """For a script that cannot search by itself. Numbers are those of the plan."""

    game: Game
    why: str
    """What the script's own search does not know."""
    zones: int
    planes: int
    stride: int

    def functions(self) -> dict[str, Callable[..., int]]:
        """By the names that the script calls them by."""
        asked = {query.value.replace(" ", "_"): self.answer(query) for query in Query}
        asked["can_add"] = asked["can_add_with"] = self.mask(Query.CAN_ADD, 3)
        asked["can_close_with"] = asked["can_close"]
        return {**asked, **{name: self.mask(query) for query, name in MASKS.items()}}

    def answer(self, query: Query) -> Callable[..., int]:
        ready, ask, faces = make_searcher(self.game), ANSWERS[query], self.game.faces
        if ready is None:
            raise ValueError("a search in a game without melds")

        def asked(v: Words, h: Words, p: Words, n: Words, _y: Words, hand: int, *args: int) -> int:
            held = sum(h[plane * self.zones + hand] << plane * faces for plane in range(self.planes))
            starts = [zone * self.stride + 1 for zone in range(self.zones)]
            piles = [list(p[start : start + n[zone]]) for zone, start in enumerate(starts)]
            return ask(ready, held, list(args), list(v), piles)

        return asked

    def mask(self, query: Query, place: int = 1) -> Callable[..., int]:
        """The faces of which the answer is not 0: each is asked about, as the argument of this place."""
        ask = self.answer(query)

        def asked(v: Words, h: Words, p: Words, n: Words, y: Words, hand: int, *args: int) -> int:
            before, after = args[:place], args[place:]
            faces = range(self.game.faces)
            return sum(1 << face for face in faces if ask(v, h, p, n, y, hand, *before, face, *after))

        return asked
