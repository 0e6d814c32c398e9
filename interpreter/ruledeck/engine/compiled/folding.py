"""Quantifier → text: by masks where that can be, by loops where it must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from ruledeck.engine.compiled.masks import Masks
from ruledeck.engine.compiled.paper import Paper
from ruledeck.engine.compiled.phrases import HOLE, Phrases, Scene
from ruledeck.engine.compiled.plan import Plan
from ruledeck.engine.compiled.ranges import WIDEST
from ruledeck.engine.compiled.trees import every, renamed, worth
from ruledeck.model.program import NONE, WIDEST_RANGE, Cards, Const, Expr, Fold, Get, Numbers, Over

UNROLLED = 250
"""Parts of expressions that a quantifier over few numbers may grow to when it is written out."""


Fitting = tuple[int, Expr | None, Expr]
"""A hand's zone and seat, and a test of which the slot is taken out."""


def fitting(zone: int, seat: Expr | None, where: Expr, slot: int) -> Fitting:
    return zone, seat, renamed(where, slot, NONE)


class Folding(Phrases):
    """Phrases with quantifiers."""

    def __init__(self, plan: Plan, paper: Paper) -> None:
        super().__init__(plan, paper)
        self.masks = Masks(self)
        self.fits: dict[Fitting, str] = {}
        """Names that hold, until the decision at hand is taken, which cards of a hand pass a test."""
        self.most_kept = 0
        """Entries that the array X needs."""

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
        owner = self.seat(seat, scene)
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

    # ------------------------------------------------------------------ loops

    def loop(self, over: Over, scene: Scene) -> str:
        if over.kind is Fold.LARGEST:
            return self.largest_by_loop(over, scene)
        total = self.opened(over)
        with self.each(over, scene) as (inner, copies):
            self.step(over, total, inner, copies)
        self.closed(over, total)
        return total

    def largest_by_loop(self, over: Over, scene: Scene) -> str:
        """Nothing is evaluated where none may count."""
        count = self.bounds.items(over.domain, scene.at)[1]
        limit = self.named(self.say(over.limit or Const(0), scene))
        total, base, kept = self.opened(over), self.most_kept, self.paper.fresh("a")
        self.most_kept += count
        with self.paper.under(f"if {limit} > 0:"):
            self.paper.write(f"{kept} = {base}")
            with self.each(over, scene) as (inner, copies):
                self.if_true(over.where, inner, lambda: self.keep(self.say(over.body, inner), copies, kept))
            self.dearest(total, limit, base, kept)
        return total

    def opened(self, over: Over) -> str:
        """The name of what the loop gathers, with its value before the first item."""
        total = self.paper.fresh("t")
        first = {Fold.ALL: "1", Fold.MAX: str(-WIDEST), Fold.MIN: str(WIDEST)}
        self.paper.write(f"{total} = {first.get(over.kind, '0')}")
        return total

    def step(self, over: Over, total: str, scene: Scene, copies: str) -> None:
        """One item: `copies` is how many equal ones it stands for."""
        write = self.paper.write

        def body() -> None:
            match over.kind:
                case Fold.ANY | Fold.ALL:
                    test = self.say(over.body, scene)
                    with self.paper.under(f"if {test}:" if over.kind is Fold.ANY else f"if not {test}:"):
                        write(f"{total} = {int(over.kind is Fold.ANY)}")
                        write("break")
                case Fold.COUNT:
                    with self.paper.under(f"if {self.say(over.body, scene)}:"):
                        write(f"{total} += {copies}")
                case Fold.SUM:
                    value = self.say(over.body, scene)
                    write(f"{total} += {value if copies == '1' else f'{value} * {copies}'}")
                case Fold.MAX | Fold.MIN:
                    value = self.named(self.say(over.body, scene))
                    with self.paper.under(f"if {value} {'>' if over.kind is Fold.MAX else '<'} {total}:"):
                        write(f"{total} = {value}")
                case Fold.LARGEST:
                    raise AssertionError("`largest` has a loop of its own")
                case _:
                    assert_never(over.kind)

        self.if_true(over.where, scene, body)

    def if_true(self, test: Expr, scene: Scene, then: Callable[[], None]) -> None:
        if test == Const(1):
            then()
            return
        with self.paper.under(f"if {self.say(test, scene)}:"):
            then()

    def keep(self, value: str, copies: str, kept: str) -> None:
        """The bodies of `largest`, one for each copy, in a stretch of the array X that ends at `kept`."""
        value = self.named(value)
        if copies != "1":
            head = f"for i in range({copies}):"
            with self.paper.under(head):
                self.keep(value, "1", kept)
            return
        self.paper.write(f"X[{kept}] = {value}")
        self.paper.write(f"{kept} += 1")

    def closed(self, over: Over, total: str) -> None:
        if over.kind in (Fold.MAX, Fold.MIN):
            empty = -WIDEST if over.kind is Fold.MAX else WIDEST
            with self.paper.under(f"if {total} == {empty}:"):
                self.paper.write(f"{total} = {over.empty}")

    def dearest(self, total: str, limit: str, base: int, kept: str) -> None:
        """The sum of the `limit` greatest of a stretch of X, the greatest taken out again and again."""
        write = self.paper.write
        write(f"l = {limit}")
        with self.paper.under(f"while l > 0 and {kept} > {base}:"):
            write(f"c = {base}")
            with self.paper.under(f"for i in range({base + 1}, {kept}):"), self.paper.under("if X[i] > X[c]:"):
                write("c = i")
            write(f"{total} += X[c]")
            write(f"{kept} -= 1")
            write(f"X[c] = X[{kept}]")
            write("l -= 1")

    @contextmanager
    def each(self, over: Over, scene: Scene) -> Iterator[tuple[Scene, str]]:
        """A loop over a domain: the scene inside it, and the copies that an item stands for."""
        paper, item = self.paper, self.paper.fresh("c")
        match over.domain:
            case Numbers(low, high):
                with numbers(self, low, high, item, scene):
                    span, _ = self.bounds.items(over.domain, scene.at)
                    yield scene.bind(over.slot, item, span), "1"
            case Cards(zone, seat) if self.plan.ordered(zone):
                owner, place = self.seat(seat, scene), paper.fresh("i")
                start = self.named(self.plan.start(zone, owner))
                with paper.under(f"for {place} in range({start} + 1, {start} + {self.plan.length(zone, owner)} + 1):"):
                    paper.write(f"{item} = P[{place}]")
                    yield scene.bind(over.slot, item, (0, self.plan.faces - 1)), "1"
            case Cards(zone, seat):
                owner, left = self.seat(seat, scene), paper.fresh("w")
                paper.write(f"{left} = {self.plan.word(zone, owner)}")
                with paper.under(f"while {left}:"):
                    paper.write(f"{item} = ({left} & -{left}).bit_length() - 1")
                    paper.write(f"{left} &= {left} - 1")
                    yield scene.bind(over.slot, item, (0, self.plan.faces - 1)), self.copies(zone, owner, item, over)
            case _:
                assert_never(over.domain)

    def copies(self, zone: int, owner: str | None, item: str, over: Over) -> str:
        """How many copies of a face a hand holds, where that matters."""
        if self.plan.planes == 1 or over.kind not in (Fold.COUNT, Fold.SUM, Fold.LARGEST):
            return "1"
        count = self.paper.fresh("q")
        more = [f"({self.plan.word(zone, owner, plane)} >> {item} & 1)" for plane in range(1, self.plan.planes)]
        self.paper.write(f"{count} = {' + '.join(('1', *more))}")
        return count


@contextmanager
def numbers(phrases: Phrases, low: Expr, high: Expr, item: str, scene: Scene) -> Iterator[None]:
    """A loop over numbers; a range that is too wide is a rule error and empty."""
    first, last = phrases.named(phrases.say(low, scene)), phrases.named(phrases.say(high, scene))
    if phrases.known(high, scene)[1] - phrases.known(low, scene)[0] >= WIDEST_RANGE:
        end = phrases.paper.fresh("x")
        phrases.paper.write(f"{end} = {last}")
        with phrases.paper.under(f"if {end} - {first} >= {WIDEST_RANGE}:"):
            phrases.paper.write(f"{end} = {first} - 1")
            phrases.fail()
        last = end
    with phrases.paper.under(f"for {item} in range({first}, {last} + 1):"):
        yield


def meeting(one: str, two: str, full: int) -> str:
    """Both masks; one alone where the other is all bits."""
    if two == str(full):
        return one
    if one == str(full):
        return two
    if one.isdigit() and two.isdigit():
        return str(int(one) & int(two))
    return f"({one} & {two})"
