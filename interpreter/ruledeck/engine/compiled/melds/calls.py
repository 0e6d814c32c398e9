"""Search → text of a call of the function that answers it. What the reference executor may refuse is refused before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledeck.engine.compiled.melds.answers import refusals
from ruledeck.engine.compiled.melds.reference import MASKS
from ruledeck.engine.compiled.plan import added
from ruledeck.model.program import Expr, Query, Search

if TYPE_CHECKING:
    from ruledeck.engine.compiled.phrases import Phrases, Scene

PILES = ("can lay with",)
"""Queries that look into piles of the table."""


LAYING = (Query.CAN_ADD, Query.CAN_CLOSE)
"""Queries that may name a card which must be laid."""


def names_of(search: Search) -> set[str]:
    """The functions that may be called for a search."""
    name = search.query.value.replace(" ", "_")
    usual = {Query.CAN_ADD: 4, Query.CAN_CLOSE: 3}.get(search.query, len(search.args))
    if len(search.args) > usual:
        return {f"{name}_with"}
    return {name, MASKS.get(search.query, name)}


def searched(phrases: Phrases, search: Search, scene: Scene) -> str:
    if search.query is not Query.CAN_ADD:
        return call(phrases, search, scene, search.args)
    low, high = phrases.known(search.args[3], scene)
    card = phrases.say(search.args[3], scene)
    if low < 0 or high >= phrases.plan.faces:
        card = phrases.guarded(card, f"< 0 or {{0}} >= {phrases.plan.faces}")
    return f"({call(phrases, search, scene, (*search.args[:3], *search.args[4:]))} >> {card} & 1)"


def call(phrases: Phrases, search: Search, scene: Scene, args: Sequence[Expr], more: str = "") -> str:
    """With these arguments (of `can add` without the card); `more` is added to the function's name."""
    texts = [phrases.say(arg, scene) for arg in args]
    spans = [phrases.known(arg, scene) for arg in args]
    limits = refusals(search.query, phrases.plan.game)
    if search.query is Query.CAN_ADD and len(args) > 3:
        limits[3] = limits[4]
    if search.query in LAYING and len(args) > 3:
        more = "_with"
    for place, (least, count) in limits.items():
        if place < len(args) and (spans[place][0] < least or spans[place][1] >= count):
            texts[place] = phrases.guarded(texts[place], f"< {least} or {{0}} >= {count}", min(least, 0))
    if search.query is Query.DEADWOOD and not args:
        texts = ["-1", "0"]
    if search.query is Query.LEFT_OVER and len(args) == 1:
        texts += ["-1", "0"]
    if search.query.value in PILES:
        tell_lengths(phrases)
    hand = added(search.zone, phrases.one_of(search.zone, search.seat, scene))
    return f"{search.query.value.replace(' ', '_')}{more}(V, H, P, N, Y, {', '.join((hand, *texts))})"


def tell_lengths(phrases: Phrases) -> None:
    """The lengths of the table's piles, which are not in N otherwise."""
    for zone, ordered in enumerate(phrases.bounds.layout.ordered):
        if ordered and not phrases.plan.of_seats(zone):
            phrases.paper.write(f"N[{zone}] = {phrases.plan.length(zone, None)}")
