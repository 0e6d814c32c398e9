"""Strategies → statements that leave of the legal choices those that the seat's strategy rates highest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ruledeck.engine.compiled.folding import Folding
from ruledeck.engine.compiled.phrases import Scene
from ruledeck.engine.compiled.ranges import WIDEST
from ruledeck.engine.compiled.trees import depends
from ruledeck.model.program import NONE, Cards, Const, Expr, Offer


@dataclass(frozen=True, slots=True)
class Legal:
    """What of an offer is legal: a mask of its values from `low` on, or, without a domain, a truth. `name` holds it."""

    number: int
    offer: Offer
    name: str
    low: int
    width: int
    """Bits of the mask that may be set."""
    scene: Scene
    """Where the offer's slot, if it has one, stands for each value in turn."""
    certain: bool
    """All of it is always legal, and it is not empty."""

    @property
    def many(self) -> bool:
        return self.offer.domain is not None

    @property
    def count(self) -> str:
        """The text of the number of choices."""
        return f"{self.name}.bit_count()" if self.many else self.name


class Rating:
    def __init__(self, phrases: Folding, strategies: Sequence[int]) -> None:
        self.phrases = phrases
        self.paper = phrases.paper
        self.strategies = tuple(strategies)

    @property
    def needed(self) -> bool:
        return set(self.strategies) != {NONE}

    def rate(self, legal: list[Legal], seat: str) -> bool:
        """False where every seat plays at random."""
        kinds = sorted(set(self.strategies) - {NONE})
        if not kinds:
            return False
        if set(self.strategies) == set(kinds) and len(kinds) == 1:
            self.by_strategy(legal, kinds[0])
            return True
        kind = self.paper.fresh("x")
        self.paper.write(f"{kind} = {self.paper.table((*self.strategies, NONE))}[{seat}]")
        for place, number in enumerate(kinds):
            with self.paper.under(f"{'el' if place else ''}if {kind} == {number}:"):
                self.by_strategy(legal, number)
        return True

    def by_strategy(self, legal: list[Legal], strategy: int) -> None:
        """Offer by offer: the best of it against the best so far, `e`."""
        if all(self.score(one, strategy) == Const(0) for one in legal):
            return
        self.paper.write(f"e = {-WIDEST}")
        for place, one in enumerate(legal):
            with self.paper.under(f"if {one.name}:"):
                best = self.best_of(one, self.score(one, strategy))
                with self.paper.under(f"if {best} > e:"):
                    self.paper.write(f"e = {best}")
                    for other in legal[:place]:
                        self.paper.write(f"{other.name} = 0")
                with self.paper.under(f"elif {best} < e:"):
                    self.paper.write(f"{one.name} = 0")

    def score(self, one: Legal, strategy: int) -> Expr:
        scores = one.offer.scores
        return (scores[strategy] if strategy < len(scores) else None) or Const(0)

    def best_of(self, one: Legal, score: Expr) -> str:
        """The name of the highest rating of an offer; its mask keeps the values that have it."""
        if not one.many or not depends(score, one.offer.slot):
            return self.phrases.named(self.phrases.say(score, one.scene))
        if isinstance(one.offer.domain, Cards):
            worths = self.phrases.worths(score, one.offer.slot)
            if worths is not None:
                return self.by_class(one, worths)
        return self.by_loop(one, score)

    def by_class(self, one: Legal, worths: tuple[int, ...]) -> str:
        """The dearest class of equal worth of which there is a card."""
        values = sorted(set(worths), reverse=True)
        masks = tuple(sum(1 << face for face, some in enumerate(worths) if some == value) for value in values)
        place = self.paper.fresh("i")
        table = self.paper.table((*masks, 0))
        self.paper.write(f"{place} = 0")
        with self.paper.under(f"while not {one.name} & {table}[{place}]:"):
            self.paper.write(f"{place} += 1")
        self.paper.write(f"{one.name} &= {table}[{place}]")
        return f"{self.paper.table((*values, 0))}[{place}]"

    def by_loop(self, one: Legal, score: Expr) -> str:
        best, left, ties, bit, item = (self.paper.fresh(kind) for kind in "zwtbc")
        write = self.paper.write
        write(f"{best} = {-WIDEST}")
        write(f"{ties} = 0")
        write(f"{left} = {one.name}")
        with self.paper.under(f"while {left}:"):
            write(f"{bit} = {left} & -{left}")
            write(f"{left} ^= {bit}")
            write(f"{item} = {bit}.bit_length() - 1{f' + {one.low}' if one.low else ''}")
            span = one.scene.at[one.offer.slot]
            rated = self.phrases.named(self.phrases.say(score, one.scene.bind(one.offer.slot, item, span)))
            with self.paper.under(f"if {rated} > {best}:"):
                write(f"{best} = {rated}")
                write(f"{ties} = {bit}")
            with self.paper.under(f"elif {rated} == {best}:"):
                write(f"{ties} |= {bit}")
        write(f"{one.name} = {ties}")
        return best
