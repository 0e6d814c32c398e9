"""Quantifier → a loop over its domain, for what no mask can say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from ruledeck.engine.compiled.paper import Paper
from ruledeck.engine.compiled.phrases import Phrases, Scene
from ruledeck.engine.compiled.plan import Plan
from ruledeck.engine.compiled.ranges import WIDEST
from ruledeck.model.program import WIDEST_RANGE, Cards, Const, Expr, Fold, Numbers, Over


class Looping(Phrases):
    """Phrases with loops for quantifiers."""

    def __init__(self, plan: Plan, paper: Paper) -> None:
        super().__init__(plan, paper)
        self.most_kept = 0
        """Entries that the array X needs."""

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
                owner, place = self.one_of(zone, seat, scene), paper.fresh("i")
                start = self.named(self.plan.start(zone, owner))
                with paper.under(f"for {place} in range({start} + 1, {start} + {self.plan.length(zone, owner)} + 1):"):
                    paper.write(f"{item} = P[{place}]")
                    yield scene.bind(over.slot, item, (0, self.plan.faces - 1)), "1"
            case Cards(zone, seat):
                owner, left = self.one_of(zone, seat, scene), paper.fresh("w")
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
