"""Expr → text of an expression; what needs a loop or may be a rule error is written before, as statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from ruledeck.engine.compiled.melds.calls import searched
from ruledeck.engine.compiled.paper import Paper
from ruledeck.engine.compiled.plan import Plan, added
from ruledeck.engine.compiled.ranges import At, Range
from ruledeck.model.program import (
    All,
    Any,
    Arith,
    Bit,
    Compare,
    Const,
    Either,
    Expr,
    Get,
    Holds,
    Lookup,
    Not,
    Over,
    Search,
    Size,
    Top,
)

HOLE = "hole"
"""Stands for an item that has no name where a mask speaks of all items at once; no text may hold it."""


@dataclass(frozen=True)
class Scene:
    """Where an expression stands: the ranges there, and the names of slots that a domain fills."""

    at: At
    names: dict[int, str] = field(default_factory=dict)

    def bind(self, slot: int, name: str, span: Range) -> Scene:
        at = list(self.at)
        at[slot] = span
        return Scene(at, {**self.names, slot: name})


class Phrases:
    """Writes expressions. `fold` (see `folding`) writes quantifiers and is set by who puts the parts together."""

    def __init__(self, plan: Plan, paper: Paper) -> None:
        self.plan = plan
        self.paper = paper
        self.bounds = plan.bounds

    def fold(self, over: Over, scene: Scene) -> str:
        raise NotImplementedError

    def say(self, expr: Expr, scene: Scene) -> str:  # noqa: C901 - one case for each kind of expression
        """The value; a truth is 0 or 1, or False or True."""
        match expr:
            case Const(value):
                return str(int(value))
            case Get():
                return self.got(expr, scene)
            case Arith(op, left, right):
                return self.arithmetic(op, left, right, scene)
            case Compare(op, left, right):
                return self.comparison(op, left, right, scene)
            case All(items):
                return self.joined([(item, None) for item in items], scene, "and")
            case Any(items):
                return self.joined([(item, None) for item in items], scene, "or")
            case Not(item):
                return f"(not {self.say(item, scene)})"
            case Either(test, then, other):
                return self.either(test, then, other, scene)
            case Lookup(table, key):
                return self.looked_up(table, key, scene)
            case Bit(bits, key):
                return self.bit(bits, key, scene)
            case Size(zone, seat):
                return self.size(zone, self.one_of(zone, seat, scene))
            case Top(zone, seat):
                return self.top(zone, self.one_of(zone, seat, scene))
            case Holds(zone, seat, card):
                return self.holds(zone, self.one_of(zone, seat, scene), card, scene)
            case Over():
                return self.fold(expr, scene)
            case Search():
                return searched(self, expr, scene)
            case _:
                assert_never(expr)

    def known(self, expr: Expr, scene: Scene) -> Range:
        return self.bounds.of(expr, scene.at)

    def named(self, text: str) -> str:
        """`text` as a name or a number, so that it may stand in several places."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        name = self.paper.fresh("x")
        self.paper.write(f"{name} = {text}")
        return name

    def fail(self) -> None:
        """The game is not to be trusted further: the reference executor will play it and say what is wrong."""
        self.paper.write("bad = 1")

    # --------------------------------------------------------------- leaves

    def got(self, get: Get, scene: Scene) -> str:
        if get.seat is None:
            return scene.names.get(get.slot) or self.plan.slot(get.slot)
        return f"V[{added(get.slot, self.seat(get.seat, scene, self.bounds.values_at(get.slot)))}]"

    def one_of(self, zone: int, seat: Expr | None, scene: Scene) -> str | None:
        """Which of the zones that start at `zone`: the seat's, or the meld's."""
        return self.seat(seat, scene, self.bounds.layout.extent[zone])

    def seat(self, seat: Expr | None, scene: Scene, count: int | None = None) -> str | None:
        """A seat's number (a meld's, of so many), made sure to be one."""
        if seat is None:
            return None
        text = self.say(seat, scene)
        count = self.plan.seats if count is None else count
        if self.bounds.no_seat(seat, scene.at, count):
            text = self.named(text)
            name = self.paper.fresh("s")
            self.paper.write(f"{name} = {text}")
            with self.paper.under(f"if {name} < 0 or {name} >= {count}:"):
                self.paper.write(f"{name} = 0")
                self.fail()
            return name
        return text

    def looked_up(self, table: int, key: Expr, scene: Scene) -> str:
        row = tuple(int(entry) for entry in self.plan.game.tables[table])
        text, (low, high) = self.say(key, scene), self.known(key, scene)
        if low < -1 or high >= len(row):
            text = self.guarded(text, f"< -1 or {{}} >= {len(row)}")
        return f"{self.paper.table(row)}[{text}]"

    def guarded(self, text: str, wrong: str, instead: int = 0) -> str:
        """A copy of a value, which is `instead` and a rule error where the test says so."""
        name = self.paper.fresh("x")
        self.paper.write(f"{name} = {text}")
        with self.paper.under(f"if {name} {wrong.format(name)}:"):
            self.paper.write(f"{name} = {instead}")
            self.fail()
        return name

    def bit(self, bits: int, key: Expr, scene: Scene) -> str:
        low, high = self.known(key, scene)
        text = self.say(key, scene)
        if high > 61 or bits >> 62:
            row = tuple(bits >> place & 1 for place in range(high + 1 if high < 4096 else bits.bit_length()))
            return self.flag(row, text, low, high)
        if low < -1:
            text = self.guarded(text, "< -1")
        return f"({bits} >> {text} & 1)" if low >= 0 else f"({bits << 1} >> {text} + 1 & 1)"

    def flag(self, row: tuple[int, ...], text: str, low: int, high: int) -> str:
        """A bit of a set too wide for a word, from a table."""
        text = self.guarded(text, "< -1", -1) if low < -1 else self.named(text)
        table = self.paper.table((*row, 0))
        return f"{table}[{text}]" if high < len(row) else f"({table}[{text}] if {text} < {len(row)} else 0)"

    def size(self, zone: int, seat: str | None) -> str:
        if self.plan.ordered(zone):
            return self.plan.length(zone, seat)
        words = [f"{self.plan.word(zone, seat, plane)}.bit_count()" for plane in range(self.plan.planes)]
        return words[0] if len(words) == 1 else f"({' + '.join(words)})"

    def top(self, zone: int, seat: str | None) -> str:
        start, length = self.plan.start(zone, seat), self.plan.length(zone, seat)
        return f"P[{added(int(start), length) if start.isdigit() else f'{start} + {length}'}]"

    def holds(self, zone: int, seat: str | None, card: Expr, scene: Scene) -> str:
        low, _ = self.known(card, scene)
        text = self.say(card, scene)
        if low < -1:
            text = self.guarded(text, "< -1", -1)
        if self.plan.ordered(zone):
            return self.in_pile(zone, seat, text)
        word = self.plan.word(zone, seat)
        return f"({word} >> {text} & 1)" if low >= 0 else f"({word} << 1 >> {text} + 1 & 1)"

    def in_pile(self, zone: int, seat: str | None, card: str) -> str:
        """Whether a face lies in a pile; -1, which lies below every pile, does not."""
        card, place, found = self.named(card), self.paper.fresh("i"), self.paper.fresh("b")
        start = self.named(self.plan.start(zone, seat))
        self.paper.write(f"{place} = {start} + {self.plan.length(zone, seat)}")
        with self.paper.under(f"while {place} > {start} and P[{place}] != {card}:"):
            self.paper.write(f"{place} -= 1")
        self.paper.write(f"{found} = {place} > {start}")
        return found

    # ------------------------------------------------------------ operators

    def arithmetic(self, op: str, left: Expr, right: Expr, scene: Scene) -> str:
        one, two = self.say(left, scene), self.say(right, scene)
        if op in ("//", "%"):
            low, high = self.known(right, scene)
            if low <= 0 <= high:
                two = self.guarded(two, "== 0", 1)
        if op == "%" and self.known(left, scene)[0] >= 0 and self.known(right, scene)[0] > self.known(left, scene)[1]:
            return one
        return f"({one} {op} {two})"

    def comparison(self, op: str, left: Expr, right: Expr, scene: Scene) -> str:
        match op, left, right:
            case "==" | "!=" | ">", Size(zone, seat), Const(0) if not self.plan.ordered(zone):
                op = "!=" if op == ">" else op
                return f"({self.plan.word(zone, self.one_of(zone, seat, scene))} {op} 0)"
            case _:
                return f"({self.say(left, scene)} {op} {self.say(right, scene)})"

    def either(self, test: Expr, then: Expr, other: Expr, scene: Scene) -> str:
        asked = self.say(test, scene)
        with self.paper.aside() as before_then:
            one = self.say(then, scene)
        with self.paper.aside() as before_other:
            two = self.say(other, scene)
        if not before_then and not before_other:
            return f"({one} if {asked} else {two})"
        name = self.paper.fresh("x")
        with self.paper.under(f"if {asked}:"):
            self.paper.paste(before_then, 1)
            self.paper.write(f"{name} = {one}")
        with self.paper.under("else:"):
            self.paper.paste(before_other, 1)
            self.paper.write(f"{name} = {two}")
        return name

    def joined(self, items: Sequence[tuple[Expr | None, str | None]], scene: Scene, word: str) -> str:
        """Truths joined by `and` or `or`: expressions, or texts of such as have been written already.

        What is written for an item must not be run when those before it settle the matter.
        """
        texts: list[str] = []
        for place, (item, ready) in enumerate(items):
            with self.paper.aside() as before:
                text = ready if item is None or ready is not None else self.say(item, scene)
            assert text is not None  # noqa: S101
            if before and texts:
                return self.nested(texts, [(None, text), *items[place + 1 :]], before, scene, word)
            self.paper.paste(before)
            texts.append(text)
        return texts[0] if len(texts) == 1 else f"({f' {word} '.join(texts)})"

    def nested(
        self,
        texts: list[str],
        rest: Sequence[tuple[Expr | None, str | None]],
        before: list[tuple[int, str]],
        scene: Scene,
        word: str,
    ) -> str:
        name, so_far = self.paper.fresh("b"), f" {word} ".join(texts)
        self.paper.write(f"{name} = {0 if word == 'and' else 1}")
        with self.paper.under(f"if {so_far}:" if word == "and" else f"if not ({so_far}):"):
            self.paper.paste(before, 1)
            self.paper.write(f"{name} = {self.joined(rest, scene, word)}")
        return name
