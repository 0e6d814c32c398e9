"""Ask → statements: what is legal, which of it the seat's strategy or chance takes, where that leads.

An offer of cards or of numbers is a mask of legal values, one without a value a truth. Choices are counted over the
offers in order, which is the canonical order, and the chosen one is found by its place among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from ruledeck.engine.compiled.draws import draw
from ruledeck.engine.compiled.folding import Folding, fitting, meeting
from ruledeck.engine.compiled.masks import WIDTH
from ruledeck.engine.compiled.phrases import HOLE, Scene
from ruledeck.engine.compiled.rating import Legal, Rating
from ruledeck.engine.compiled.simplify import FALSE, TRUE
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.model.program import NONE, All, Ask, Cards, Const, Domain, Expr, Fold, Not, Numbers, Offer, Over
from ruledeck.model.state import DECISIONS

Go = Callable[[int], None]
"""Writes how the program goes on at an address."""
TRACE = "h = (h & 1099511627775) * 1000003 + {} + {}"
"""A running digest of choices, below 2**61."""


def is_fixed(domain: Domain) -> bool:
    """Whether the same numbers, at least one, are offered each time."""
    match domain:
        case Numbers(Const(low), Const(high)):
            return low <= high
        case _:
            return False


class Asking:
    def __init__(self, phrases: Folding, strategies: Sequence[int], traced: bool) -> None:
        self.phrases = phrases
        self.plan = phrases.plan
        self.paper = phrases.paper
        self.rating = Rating(phrases, strategies)
        self.traced = traced

    def ask(self, ask: Ask, pc: int, scene: Scene, go: Go) -> None:
        self.phrases.fits.clear()
        alive = [pair for pair in enumerate(ask.offers) if pair[1].when != FALSE and pair[1].where != FALSE]
        if len(alive) == 2 and self.excludes(alive[0][1], alive[1][1]):
            self.ask_one_by_one(ask, alive, pc, scene, go)
            return
        legal = [self.legal(number, offer, scene) for number, offer in alive]
        self.phrases.fits.clear()
        if any(one.certain for one in legal):
            self.decided(ask, pc, legal, scene, go)
            return
        if not legal:
            self.stuck(ask, go)
            return
        with self.paper.under(f"if {' or '.join(one.name for one in legal)}:"):
            self.decided(ask, pc, legal, scene, go)
        with self.paper.under("else:"):
            self.stuck(ask, go)

    def excludes(self, first: Offer, second: Offer) -> bool:
        """Whether the second is legal only where no card of the first is: draw, if you cannot play."""
        if not isinstance(first.domain, Cards) or self.plan.ordered(first.domain.zone) or first.when != TRUE:
            return False
        tests = second.when.items if isinstance(second.when, All) else (second.when,)
        match tests[0]:
            case Not(Over(Fold.ANY, slot, Cards(zone, seat), where, Const(1))):
                found = fitting(zone, seat, where, slot)
                return second.domain is None and found == fitting(
                    first.domain.zone, first.domain.seat, first.where, first.slot
                )
            case _:
                return False

    def ask_one_by_one(self, ask: Ask, alive: list[tuple[int, Offer]], pc: int, scene: Scene, go: Go) -> None:
        (number, first), (other, second) = alive
        legal = self.legal(number, first, scene)
        tests = second.when.items[1:] if isinstance(second.when, All) else ()
        left = [test for test in (*tests, second.where) if test != TRUE]
        with self.paper.under(f"if {legal.name}:"):
            self.decided(ask, pc, [legal], scene, go)
        with self.paper.under("else:"):
            only = Legal(other, second, "1", 0, 1, scene, certain=not left)
            if not left:
                self.decided(ask, pc, [only], scene, go)
                return
            with self.paper.under(f"if {self.phrases.joined([(test, None) for test in left], scene, 'and')}:"):
                self.decided(ask, pc, [only], scene, go)
            with self.paper.under("else:"):
                self.stuck(ask, go)

    def stuck(self, ask: Ask, go: Go) -> None:
        """Nothing is legal."""
        if ask.otherwise == NONE:
            self.phrases.fail()
            self.paper.write("pc = -1")
        else:
            go(ask.otherwise)

    # ------------------------------------------------------------- legality

    def legal(self, number: int, offer: Offer, scene: Scene) -> Legal:
        if offer.domain is None:
            name = self.paper.fresh("y")
            tests = [(test, None) for test in (offer.when, offer.where) if test != TRUE]
            self.paper.write(f"{name} = {self.phrases.joined(tests, scene, 'and') if tests else 1}")
            return Legal(number, offer, name, 0, 1, scene, offer.when == TRUE and offer.where == TRUE)
        low, high = self.phrases.bounds.items(offer.domain, scene.at)[0]
        if high - low >= WIDTH:
            raise Unsupported(f"a choice among {high - low + 1} numbers; {WIDTH} are the most")
        inner = scene.bind(offer.slot, HOLE, (low, high))
        name = self.paper.fresh("m")
        with self.if_true(offer.when, name, scene):
            self.paper.write(f"{name} = {self.mask(offer, scene, inner, low)}")
        if offer.when == TRUE and isinstance(offer.domain, Cards) and not self.plan.ordered(offer.domain.zone):
            self.phrases.fits[fitting(offer.domain.zone, offer.domain.seat, offer.where, offer.slot)] = name
        certain = offer.when == TRUE and offer.where == TRUE and is_fixed(offer.domain)
        return Legal(number, offer, name, low, high - low + 1, inner, certain)

    @contextmanager
    def if_true(self, test: Expr, name: str, scene: Scene) -> Iterator[None]:
        if test == TRUE:
            yield
            return
        text = self.phrases.say(test, scene)
        self.paper.write(f"{name} = 0")
        with self.paper.under(f"if {text}:"):
            yield

    def mask(self, offer: Offer, scene: Scene, inner: Scene, low: int) -> str:
        """The values of the domain that pass."""
        every = self.every(offer, scene, low)
        fits = self.phrases.masks.mask(offer.where, offer.slot, inner)
        if fits is not None:
            return meeting(every, fits, self.phrases.masks.full(offer.slot, inner))
        found, left, bit, item = (self.paper.fresh(kind) for kind in "twbc")
        write = self.paper.write
        write(f"{found} = 0")
        write(f"{left} = {every}")
        with self.paper.under(f"while {left}:"):
            write(f"{bit} = {left} & -{left}")
            write(f"{left} ^= {bit}")
            write(f"{item} = {bit}.bit_length() - 1{f' + {low}' if low else ''}")
            test = self.phrases.say(offer.where, scene.bind(offer.slot, item, inner.at[offer.slot]))
            with self.paper.under(f"if {test}:"):
                write(f"{found} |= {bit}")
        return found

    def every(self, offer: Offer, scene: Scene, low: int) -> str:
        """The mask of the whole domain; of cards, each face once."""
        match offer.domain:
            case Cards(zone, seat):
                owner = self.phrases.one_of(zone, seat, scene)
                return self.in_pile(zone, owner) if self.plan.ordered(zone) else self.plan.word(zone, owner)
            case Numbers(Const(first), Const(last)):
                return str((1 << last - first + 1) - 1 if last >= first else 0)
            case Numbers(first, last):
                start = self.phrases.named(self.phrases.say(first, scene))
                end = self.phrases.named(self.phrases.say(last, scene))
                shifted = start if low == 0 else f"({start} - {low})"
                return f"(((1 << {end} - {start} + 1) - 1) << {shifted} if {end} >= {start} else 0)"
            case None:
                return "1"
            case _:
                assert_never(offer.domain)

    def in_pile(self, zone: int, seat: str | None) -> str:
        found, place = self.paper.fresh("t"), self.paper.fresh("i")
        start = self.phrases.named(self.plan.start(zone, seat))
        self.paper.write(f"{found} = 0")
        with self.paper.under(f"for {place} in range({start} + 1, {start} + {self.plan.length(zone, seat)} + 1):"):
            self.paper.write(f"{found} |= 1 << P[{place}]")
        return found

    # ------------------------------------------------------------- choosing

    def decided(self, ask: Ask, pc: int, legal: list[Legal], scene: Scene, go: Go) -> None:
        """At least one choice is legal."""
        write = self.paper.write
        write(f"v{DECISIONS} += 1")
        seat = self.phrases.seat(ask.seat, scene) or "0"
        only = legal[0] if len(legal) == 1 else None
        if only is not None and not only.many:
            self.chosen(only, pc, go)
            return
        if only is not None and only.certain and not self.rating.needed:
            draw(self.paper, f"R[{seat}]", str(only.width), "k")
            self.found(only, pc, go)
            return
        write(f"k = {' + '.join(one.count for one in legal)}")
        with self.paper.under("if k > 1:"):
            seat = self.phrases.named(seat)
            if self.rating.rate(legal, seat):
                write(f"k = {' + '.join(one.count for one in legal)}")
                with self.paper.under("if k > 1:"):
                    draw(self.paper, f"R[{seat}]", "k", "k")
                with self.paper.under("else:"):
                    write("k = 0")
            else:
                draw(self.paper, f"R[{seat}]", "k", "k")
        with self.paper.under("else:"):
            write("k = 0")
        self.pick(legal, pc, go)

    def pick(self, legal: list[Legal], pc: int, go: Go) -> None:
        """The k-th choice."""
        first, *others = legal
        if not others:
            self.found(first, pc, go)
            return
        count = self.phrases.named(first.count)
        with self.paper.under(f"if k < {count}:"):
            self.found(first, pc, go)
        with self.paper.under("else:"):
            if len(others) > 1 or others[0].many:
                self.paper.write(f"k -= {count}")
            self.pick(others, pc, go)

    def found(self, one: Legal, pc: int, go: Go) -> None:
        """The k-th choice of an offer."""
        if one.many:
            write, slot = self.paper.write, self.plan.slot(one.offer.slot)
            more = f" + {one.low}" if one.low else ""
            if one.certain and not self.rating.needed:
                write(f"{slot} = k{more}")
            else:
                with self.paper.under("while k:"):
                    write(f"{one.name} &= {one.name} - 1")
                    write("k -= 1")
                write(f"{slot} = ({one.name} & -{one.name}).bit_length() - 1{more}")
        self.chosen(one, pc, go)

    def chosen(self, one: Legal, pc: int, go: Go) -> None:
        if self.traced:
            value = self.plan.slot(one.offer.slot) if one.many else "-1"
            self.paper.write(TRACE.format(pc * 4099 + one.number * 67 + 2, value))
        go(one.offer.target)
