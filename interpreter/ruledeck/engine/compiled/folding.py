"""Quantifier → text: by masks where that can be, by loops where it must be."""

from __future__ import annotations

from typing import assert_never

from ruledeck.engine.compiled.loops import Looping
from ruledeck.engine.compiled.masks import Masks
from ruledeck.engine.compiled.paper import Paper
from ruledeck.engine.compiled.phrases import HOLE, Scene
from ruledeck.engine.compiled.plan import Plan
from ruledeck.engine.compiled.trees import every, renamed, worth
from ruledeck.model.program import NONE, WIDEST_RANGE, Cards, Const, Expr, Fold, Get, Numbers, Over

UNROLLED = 250
"""Parts of expressions that a quantifier over few numbers may grow to when it is written out."""


Fitting = tuple[int, Expr | None, Expr]
"""A hand's zone and seat, and a test of which the slot is taken out."""


def fitting(zone: int, seat: Expr | None, where: Expr, slot: int) -> Fitting:
    return zone, seat, renamed(where, slot, NONE)


class Folding(Looping):
    """Phrases with quantifiers."""

    def __init__(self, plan: Plan, paper: Paper) -> None:
        super().__init__(plan, paper)
        self.masks = Masks(self)
        self.fits: dict[Fitting, str] = {}
        """Names that hold, until the decision at hand is taken, which cards of a hand pass a test."""

    def fold(self, over: Over, scene: Scene) -> str:
        match over.domain:
            case Cards(zone, seat):
                if self.plan.ordered(zone):
                    return self.loop(over, scene)
                return self.over_hand(over, zone, seat, scene)
            case Numbers(Const(low), Const(high)):
                return self.over_few(over, int(low), int(high), scene)
            case Numbers():
                return self.loop(over, scene)
            case _:
                assert_never(over.domain)

    # ----------------------------------------------------------- over a hand

    def over_hand(self, over: Over, zone: int, seat: Expr | None, scene: Scene) -> str:
        inner = scene.bind(over.slot, HOLE, (0, self.plan.faces - 1))
        fits = self.fits.get(fitting(zone, seat, over.where, over.slot))
        if fits is not None and over.kind is Fold.ANY and over.body == Const(1):
            return f"({fits} != 0)"
        if over.kind in (Fold.ANY, Fold.ALL, Fold.COUNT, Fold.SUM, Fold.LARGEST):
            mask = self.masks.mask(over.where, over.slot, inner)
            if mask is not None:
                text = self.by_mask(over, mask, zone, seat, inner, scene)
                if text is not None:
                    return text
        return self.loop(over, scene)

    def by_mask(self, over: Over, mask: str, zone: int, seat: Expr | None, inner: Scene, scene: Scene) -> str | None:
        owner = self.one_of(zone, seat, scene)
        if over.kind in (Fold.SUM, Fold.LARGEST):
            worths = self.worths(over.body, over.slot)
            if worths is None:
                return None
            mask = self.named(mask)
            words = [self.met(self.plan.word(zone, owner, k), mask, k) for k in range(self.plan.planes)]
            if over.kind is Fold.SUM:
                return self.sum_of(words, worths)
            return self.largest_of(words, worths, self.say(over.limit or Const(0), scene))
        body = self.masks.mask(over.body, over.slot, inner)
        if body is None:
            return None
        word = self.plan.word(zone, owner)
        if over.kind is Fold.ALL:
            full = self.plan.full
            wrong = f"{full ^ int(body)}" if body.isdigit() else f"({full} ^ {body})"
            return f"({meeting(word, meeting(mask, wrong, self.plan.full), self.plan.full)} == 0)"
        mask = meeting(mask, body, self.plan.full)
        if over.kind is Fold.ANY:
            return f"({meeting(word, mask, self.plan.full)} != 0)"
        mask = self.named(mask) if self.plan.planes > 1 else mask
        counts = [
            f"{self.met(self.plan.word(zone, owner, plane), mask, plane)}.bit_count()"
            for plane in range(self.plan.planes)
        ]
        return counts[0] if len(counts) == 1 else f"({' + '.join(counts)})"

    def met(self, word: str, mask: str, plane: int) -> str:
        if mask.isdigit():
            left = int(mask) & self.plan.copied[plane]
            return word if left == self.plan.copied[plane] else f"({word} & {left})"
        return meeting(word, mask, self.plan.full)

    def worths(self, body: Expr, slot: int) -> tuple[int, ...] | None:
        """The body's value for each face, where nothing else decides it."""
        try:
            known: list[dict[Expr, int]] = [{Get(slot): face} for face in range(self.plan.faces)]
            return tuple(worth(body, some, self.plan.game.tables) for some in known)
        except (LookupError, ArithmeticError, ValueError):
            return None

    def sum_of(self, words: list[str], worths: tuple[int, ...]) -> str:
        """Bit by bit of the worths: two to the k times the number of cards with bit k in their worth."""
        words, least = [self.named(word) for word in words], min(worths)
        terms = []
        for word in words:
            if least:
                terms.append(f"{least} * {word}.bit_count()")
            for place in range((max(worths) - least).bit_length()):
                bits = sum(1 << face for face, value in enumerate(worths) if value - least >> place & 1)
                if bits:
                    counted = f"({word} & {bits}).bit_count()"
                    terms.append(f"({counted} << {place})" if place else counted)
        return f"({' + '.join(terms)})" if terms else "0"

    def largest_of(self, words: list[str], worths: tuple[int, ...], limit: str) -> str:
        """Class by class of equal worth, the dearest first, as long as the limit lasts."""
        total, left, count = (self.paper.fresh(kind) for kind in "tlc")
        words = [self.named(word) for word in words]
        self.paper.write(f"{total} = 0")
        self.paper.write(f"{left} = {limit}")
        value_of = sorted(set(worths), reverse=True)
        with self.paper.under(f"if {left} > 0:"):
            for value in value_of:
                bits = sum(1 << face for face, some in enumerate(worths) if some == value)
                self.paper.write(f"{count} = {' + '.join(f'({word} & {bits}).bit_count()' for word in words)}")
                with self.paper.under(f"if {count} > {left}:"):
                    self.paper.write(f"{count} = {left}")
                self.paper.write(f"{left} -= {count}")
                if value:
                    self.paper.write(f"{total} += {count} * {value}")
        return total

    # -------------------------------------------------------- over few numbers

    def over_few(self, over: Over, low: int, high: int, scene: Scene) -> str:
        """Written out for each number, where that stays short."""
        size = sum(1 for part in (over.where, over.body) for _ in every(part))
        count = max(0, high - low + 1)
        if count * size > UNROLLED or over.kind is Fold.LARGEST or high - low >= WIDEST_RANGE:
            return self.loop(over, scene)
        if over.kind in (Fold.ANY, Fold.ALL) and self.risky(over, scene):
            return self.loop(over, scene)
        cases = [scene.bind(over.slot, str(number), (number, number)) for number in range(low, high + 1)]
        if over.kind in (Fold.ANY, Fold.ALL):
            return self.some_of(over, cases)
        return self.folded(over, cases)

    def risky(self, over: Over, scene: Scene) -> bool:
        """Whether an item that comes after the one that settles the matter may be a rule error."""
        inner = self.bounds.within(over.slot, over.domain, scene.at)
        return self.bounds.may_fail(over.where, inner) or self.bounds.may_fail(over.body, inner)

    def some_of(self, over: Over, cases: list[Scene]) -> str:
        texts, exists = [], over.kind is Fold.ANY
        for case in cases:
            where = [] if over.where == Const(1) else [self.say(over.where, case)]
            body = [] if over.body == Const(1) and exists else [self.say(over.body, case)]
            if not exists:
                body = [f"not {body[0]}"]
            texts.append(f"({' and '.join((*where, *body))})" if where or body else "1")
        if not texts:
            return str(int(not exists))
        found = f"({' or '.join(texts)})"
        return found if exists else f"(not {found})"

    def folded(self, over: Over, cases: list[Scene]) -> str:
        """Statements for each case in turn."""
        total = self.opened(over)
        for case in cases:
            self.step(over, total, case, "1")
        self.closed(over, total)
        return total


def meeting(one: str, two: str, full: int) -> str:
    """Both masks; one alone where the other is all bits."""
    if two == str(full):
        return one
    if one == str(full):
        return two
    if one.isdigit() and two.isdigit():
        return str(int(one) & int(two))
    return f"({one} & {two})"
