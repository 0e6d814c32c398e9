"""Ask, Layout → Decision: who chooses there, and what may be chosen, in canonical order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ruledeck.engine.expressions import build, build_all, build_domain, build_index
from ruledeck.engine.folds import Evaluate
from ruledeck.engine.layout import Layout
from ruledeck.model.program import NONE, Ask, Cards, Const, Offer

Choice = tuple[int, int]
"""Which offer of the decision, and the chosen card, seat or value (NONE where nothing is chosen)."""
Collect = Callable[[list[int], list[int], list[list[int]], list[Choice]], None]


@dataclass(frozen=True, slots=True)
class Decision:
    """An `Ask` ready to run. `collect` has one closure per offer, `scores` one row of closures per offer."""

    ask: Ask
    seat: Evaluate
    collect: tuple[Collect, ...]
    scores: tuple[tuple[Evaluate | None, ...], ...]

    def choices(self, values: list[int], hands: list[int], piles: list[list[int]]) -> list[Choice]:
        found: list[Choice] = []
        for collect in self.collect:
            collect(values, hands, piles, found)
        return found

    def slot_of(self, offer: int) -> int:
        """The slot that takes the chosen value; NONE when nothing is chosen."""
        return self.ask.offers[offer].slot if self.ask.offers[offer].domain is not None else NONE


def build_decision(ask: Ask, layout: Layout) -> Decision:
    return Decision(
        ask=ask,
        seat=build_index(0, ask.seat, layout),
        collect=tuple(build_collect(index, offer, layout) for index, offer in enumerate(ask.offers)),
        scores=tuple(
            tuple(None if score is None else build(score, layout) for score in offer.scores) for offer in ask.offers
        ),
    )


def build_collect(number: int, offer: Offer, layout: Layout) -> Collect:
    when, where = build(offer.when, layout), build(offer.where, layout)
    if offer.domain is None:
        allowed = build_all([when, where])
        alone = (number, NONE)

        def one(v: list[int], h: list[int], p: list[list[int]], found: list[Choice]) -> None:
            if allowed(v, h, p):
                found.append(alone)

        return one
    items, slot = build_domain(offer.domain, layout, distinct=isinstance(offer.domain, Cards)), offer.slot
    if isinstance(offer.where, Const) and offer.where.value:

        def every(v: list[int], h: list[int], p: list[list[int]], found: list[Choice]) -> None:
            if when(v, h, p):
                found.extend((number, item) for item in items(v, h, p))

        return every

    def some(v: list[int], h: list[int], p: list[list[int]], found: list[Choice]) -> None:
        if not when(v, h, p):
            return
        old = v[slot]
        try:
            for item in items(v, h, p):
                v[slot] = item
                if where(v, h, p):
                    found.append((number, item))
        finally:
            v[slot] = old

    return some
