"""A truth about each item of a domain → text of a mask: bit k is set when it is true of item `low` + k.

Legality as mask algebra: and, or, not are &, |, ^; what does not depend on the item is all bits or none; what compares
the item with something of few values is an entry of a table that is made here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from ruledeck.engine.compiled.melds.calls import call
from ruledeck.engine.compiled.phrases import Phrases, Scene
from ruledeck.engine.compiled.ranges import Range
from ruledeck.engine.compiled.trees import depends, every, parts, worth
from ruledeck.model.program import (
    All,
    Any,
    Compare,
    Const,
    Either,
    Expr,
    Fold,
    Get,
    Holds,
    Not,
    Numbers,
    Over,
    Query,
    Search,
)

MOST_WORK = 6000
"""Values to work out for one table."""
WIDTH = 62
"""Bits of a word that are used."""


class Masks:
    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.plan = phrases.plan
        self.lenient = replace(phrases.bounds, strict=False)
        self._rows: dict[tuple[Expr, int, Range, tuple[Range, ...]], tuple[int, ...] | None] = {}

    def mask(self, expr: Expr, slot: int, scene: Scene) -> str | None:
        """None where there is no such algebra and a loop must ask for each item.

        `scene` has the slot bound to its domain's range. The text must stay right when it is evaluated needlessly, so
        that nothing that may be a rule error is taken.
        """
        low, high = scene.at[slot]
        if high - low >= WIDTH or self.lenient.may_fail(expr, scene.at):
            return None
        with self.phrases.paper.aside() as before:
            text = self.of(expr, slot, scene)
        if text is not None:
            self.phrases.paper.paste(before)
        return text

    def full(self, slot: int, scene: Scene) -> int:
        low, high = scene.at[slot]
        return (1 << high - low + 1) - 1

    def of(self, expr: Expr, slot: int, scene: Scene) -> str | None:
        full = self.full(slot, scene)
        if not depends(expr, slot):
            text = self.phrases.say(expr, scene)
            return str(full if int(text) else 0) if text.isdigit() else f"({full} if {text} else 0)"
        match expr:
            case All(items):
                return self.every(items, slot, scene)
            case Any(items):
                return self.several(items, "|", slot, scene)
            case Not(item):
                inner = self.of(item, slot, scene)
                return None if inner is None else f"({full} ^ {inner})"
            case Either(test, then, other):
                return self.either(test, then, other, slot, scene)
            case Compare("==", Get(one, None), Get(two, None)) if one != two and slot in (one, two):
                return self.exactly(two if one == slot else one, slot, scene)
            case Search(Query.CAN_ADD, args=(contract, part, meld, Get(card, None), *must)) if card == slot:
                return self.searched(expr, (contract, part, meld, *must), "", slot, scene)
            case Compare(
                "!=", Search(Query.TAKES | Query.STANDS_FOR, args=(meld, Get(card, None))) as search, Const(0)
            ) if card == slot:
                return self.searched(search, (meld,), "_mask", slot, scene)
            case Over(Fold.ANY, _, Numbers()):
                return self.anywhere(expr, slot, scene)
            case Holds(zone, seat, Get(card, None)) if card == slot and not self.plan.ordered(zone):
                if seat is not None and depends(seat, slot):
                    return None
                return self.held(self.plan.word(zone, self.phrases.one_of(zone, seat, scene)), scene.at[slot])
            case _:
                return self.from_table(expr, slot, scene)

    def held(self, word: str, span: Range) -> str | None:
        return word if span == (0, self.plan.faces - 1) else None

    def every(self, items: tuple[Expr, ...], slot: int, scene: Scene) -> str | None:
        """All of them. What must be written before is not run where an item that the slot does not decide is false."""
        told = tuple(item for item in items if not depends(item, slot))
        rest = tuple(item for item in items if depends(item, slot))
        if not told:
            return self.several(items, "&", slot, scene)
        with self.phrases.paper.aside() as before:
            text = self.several(rest, "&", slot, scene)
        if text is None or not before:
            return text and self.several(items, "&", slot, scene)
        write, name = self.phrases.paper.write, self.phrases.paper.fresh("m")
        test = self.phrases.joined([(item, None) for item in told], scene, "and")
        write(f"{name} = 0")
        with self.phrases.paper.under(f"if {test}:"):
            self.phrases.paper.paste(before, 1)
            write(f"{name} = {text}")
        return name

    def searched(self, search: Search, args: tuple[Expr, ...], more: str, slot: int, scene: Scene) -> str | None:
        """The mask that the search for melds gives for all cards at once."""
        others = (*args, search.seat) if search.seat is not None else args
        if scene.at[slot] != (0, self.plan.faces - 1) or any(depends(arg, slot) for arg in others):
            return None
        return self.phrases.named(call(self.phrases, search, scene, args, more))

    def anywhere(self, over: Over, slot: int, scene: Scene) -> str | None:
        """Of some number of a range it is true: all masks together."""
        domain = over.domain
        if (
            not isinstance(domain, Numbers)
            or over.slot == slot
            or depends(domain.low, slot)
            or depends(domain.high, slot)
        ):
            return None
        paper, phrases = self.phrases.paper, self.phrases
        total, item = paper.fresh("m"), paper.fresh("c")
        span, _ = phrases.bounds.items(domain, scene.at)
        first, last = phrases.named(phrases.say(domain.low, scene)), phrases.say(domain.high, scene)
        paper.write(f"{total} = 0")
        with paper.under(f"for {item} in range({first}, {last} + 1):"):
            where = over.where.items if isinstance(over.where, All) else (over.where,)
            text = self.every((*where, over.body), slot, scene.bind(over.slot, item, span))
            if text is None:
                return None
            paper.write(f"{total} |= {text}")
        return total

    def several(self, items: tuple[Expr, ...], sign: str, slot: int, scene: Scene) -> str | None:
        whole = self.constant(All(items) if sign == "&" else Any(items), slot, scene)
        if whole is not None:
            return whole
        texts = [self.of(item, slot, scene) for item in items]
        found = [text for text in texts if text is not None]
        return None if len(found) < len(texts) else f"({f' {sign} '.join(found)})"

    def constant(self, expr: Expr, slot: int, scene: Scene) -> str | None:
        """The mask of what nothing but the item decides."""
        row = self.row(expr, slot, (), scene)
        return None if row is None else str(row[0])

    def either(self, test: Expr, then: Expr, other: Expr, slot: int, scene: Scene) -> str | None:
        one, two = self.of(then, slot, scene), self.of(other, slot, scene)
        if one is None or two is None:
            return None
        if not depends(test, slot):
            return f"({one} if {self.phrases.say(test, scene)} else {two})"
        asked = self.of(test, slot, scene)
        if asked is None:
            return None
        asked = self.phrases.named(asked)
        return f"({asked} & {one} | ({self.full(slot, scene)} ^ {asked}) & {two})"

    def exactly(self, other: int, slot: int, scene: Scene) -> str | None:
        """The item that equals another slot's value, where that is in the domain."""
        low, high = scene.at[slot]
        text = self.phrases.say(Get(other), scene)
        least, most = self.phrases.known(Get(other), scene)
        shifted = text if low == 0 else f"({text} - {low})"
        bit = f"(1 << {shifted})"
        tests = [f"{text} >= {low}"] * (least < low) + [f"{text} <= {high}"] * (most > high)
        return f"({bit} if {' and '.join(tests)} else 0)" if tests else bit

    # ----------------------------------------------------------------- tables

    def from_table(self, expr: Expr, slot: int, scene: Scene) -> str | None:
        """An entry of a table of masks by the values of what the item does not decide."""
        constant = self.constant(expr, slot, scene)
        if constant is not None:
            return constant
        if any(isinstance(one, Over) and depends(one, slot) for one in every(expr)):
            return None
        leaves = tuple(dict.fromkeys(outer(expr, slot)))
        if not leaves or len(leaves) > 2:
            return None
        row = self.row(expr, slot, leaves, scene)
        if row is None:
            return None
        texts = [self.phrases.say(leaf, scene) for leaf in leaves]
        spans = [self.phrases.known(leaf, scene) for leaf in leaves]
        if len(leaves) == 1:
            low, _ = spans[0]
            if low == -1:
                return f"{self.phrases.paper.table((*row[1:], row[0]))}[{texts[0]}]"
            return f"{self.phrases.paper.table(row)}[{lowered(texts[0], low)}]"
        wide = spans[1][1] - spans[1][0] + 1
        place = f"{lowered(texts[0], spans[0][0])} * {wide} + {lowered(texts[1], spans[1][0])}"
        return f"{self.phrases.paper.table(row)}[{place}]"

    def row(self, expr: Expr, slot: int, leaves: tuple[Expr, ...], scene: Scene) -> tuple[int, ...] | None:
        """Masks for all values of the leaves; None when too many, or when more than they matter."""
        low, high = scene.at[slot]
        spans = tuple(self.phrases.known(leaf, scene) for leaf in leaves)
        work = high - low + 1
        for least, most in spans:
            work *= most - least + 1
        if work > MOST_WORK:
            return None
        key = expr, slot, (low, high), spans
        if key not in self._rows:
            self._rows[key] = self.worked_out(expr, slot, leaves, scene)
        return self._rows[key]

    def worked_out(self, expr: Expr, slot: int, leaves: tuple[Expr, ...], scene: Scene) -> tuple[int, ...] | None:
        low, high = scene.at[slot]
        ranges = [self.phrases.known(leaf, scene) for leaf in leaves]
        item, row = Get(slot), list[int]()
        try:
            for values in product(*(range(least, most + 1) for least, most in ranges)):
                known: dict[Expr, int] = dict(zip(leaves, values, strict=True))
                mask = 0
                for value in range(low, high + 1):
                    known[item] = value
                    mask |= (1 if worth(expr, known, self.plan.game.tables) else 0) << value - low
                row.append(mask)
        except (LookupError, ArithmeticError, ValueError):
            return None
        return tuple(row)


def outer(expr: Expr, slot: int) -> Iterator[Expr]:
    """The greatest parts that the item does not decide, constants apart."""
    if not depends(expr, slot):
        if not isinstance(expr, Const):
            yield expr
        return
    for part in parts(expr):
        yield from outer(part, slot)


def lowered(text: str, low: int) -> str:
    return text if low == 0 else f"({text} - {low})"
