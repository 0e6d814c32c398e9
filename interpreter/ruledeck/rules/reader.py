"""nodes → the small parts of a spec: expressions, patterns, names, effects. Problems are gathered, not raised."""

from __future__ import annotations

import re
from dataclasses import replace

from ruledeck.lang import ast
from ruledeck.lang.parse import parse_expression, parse_pattern
from ruledeck.notation.node import Mapping, Node, Scalar, Sequence
from ruledeck.rules.spec import Argument, BySeats, Effect, Effects, Named
from ruledeck.text import Diagnostic, Source, Span
from ruledeck.words.verbs import VERB_OF, Key, Takes, Verb

SEATS = re.compile(r"(\d+)(?:\.\.(\d+))?")
SCHEDULE = re.compile(r"\d{1,3}(\.\.\d{1,3})+")
MAX_SEATS = 10
MOST_ROUNDS = 1000


UNREADABLE = ast.Word("", Span(Source("", ""), 0, 0))
"""What stands for an expression that does not parse."""


class Reader:
    """Reads parts of a ruleset whose shape the schema has already approved."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, span, hint))

    def expr(self, node: Node | None) -> ast.Expr | None:
        """The expression that a scalar holds; None where there is none or it does not parse."""
        if not isinstance(node, Scalar):
            return None
        parsed, problems = parse_expression(node.text, node.sub)
        self.found.extend(problems)
        return parsed

    def must(self, node: Node) -> ast.Expr:
        """As `expr`, with a word of no letters for what does not parse: it has no type, and is never an error again."""
        return self.expr(node) or replace(UNREADABLE, span=node.span)

    def pattern(self, node: Node) -> ast.Pattern:
        if isinstance(node, Scalar):
            parsed, problems = parse_pattern(node.text, node.sub)
            self.found.extend(problems)
            if parsed is not None:
                return parsed
        return ast.Pattern((), False, node.span)

    def named(self, node: Node) -> Named:
        return Named(node.text if isinstance(node, Scalar) else "", node.span)

    def word(self, node: Node | None, default: str) -> str:
        return node.text if isinstance(node, Scalar) else default

    def words(self, node: Node | None) -> tuple[Named, ...]:
        """Words separated by blanks, or a list of them."""
        if isinstance(node, Sequence):
            return tuple(self.named(item) for item in node.items)
        if not isinstance(node, Scalar):
            return ()
        return tuple(Named(m.group(), node.sub(*m.span())) for m in re.finditer(r"\S+", node.text))

    def number(self, node: Node | None, default: int | None = None) -> int | None:
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        return default

    def span_of_seats(self, node: Node) -> tuple[int, int] | None:
        """`2..4` or `3` as (lowest, highest)."""
        match = SEATS.fullmatch(node.text) if isinstance(node, Scalar) else None
        if match is None:
            self.error("bad-value", "a number of seats is written as 4 or 2..4", node.span)
            return None
        low = int(match.group(1)[:3])
        high = int((match.group(2) or match.group(1))[:3])
        if not 1 <= low <= high <= MAX_SEATS:
            self.error("bad-value", f"a number of seats lies in 1..{MAX_SEATS}, the lower end first", node.span)
            return None
        return low, high

    def by_seats(self, node: Node) -> BySeats:
        """A number or schedule, or a table of them by seats."""
        if not isinstance(node, Mapping):
            return BySeats(((1, MAX_SEATS, self.schedule(node)),), node.span)
        cases = []
        for entry in node.entries:
            seats = self.span_of_seats(entry.key)
            if seats is not None:
                cases.append((*seats, self.schedule(entry.value)))
        return BySeats(tuple(cases), node.span)

    def schedule(self, node: Node) -> ast.Expr | tuple[int, ...]:
        """`8..1..8`, `7..13` or a list of numbers: one for each round; else a number for all rounds."""
        if isinstance(node, Sequence):
            return tuple(number for item in node.items if (number := self.number(item)) is not None)
        if isinstance(node, Scalar) and SCHEDULE.fullmatch(node.text):
            ends = [int(end) for end in node.text.split("..")]
            numbers = [ends[0]]
            for end in ends[1:]:
                if len(numbers) > MOST_ROUNDS:
                    self.error("bad-value", f"a schedule says the cards of at most {MOST_ROUNDS} rounds", node.span)
                    break
                numbers.extend(
                    range(numbers[-1] + 1, end + 1) if end > numbers[-1] else range(numbers[-1] - 1, end - 1, -1)
                )
            return tuple(numbers)
        return self.must(node)

    def effects(self, node: Node | None) -> Effects:
        """One effect, or a list of them."""
        if node is None:
            return ()
        if isinstance(node, Sequence):
            return tuple(effect for item in node.items for effect in self.effects(item))
        if isinstance(node, Scalar):
            verb = VERB_OF.get(node.text)
            return (Effect(verb.name, (), node.span),) if verb and not verb.keys else ()
        telling = next((entry.key.text for entry in node.entries if entry.key.text in VERB_OF), None)
        return (self.effect(VERB_OF[telling], node),) if telling else ()

    def effect(self, verb: Verb, node: Mapping) -> Effect:
        args = tuple((key.name, self.argument(key, value)) for key in verb.keys if (value := node.get(key.name)))
        return Effect(verb.name, args, node.entries[0].key.span)

    def argument(self, key: Key, node: Node) -> Argument:
        if key.takes is Takes.EFFECTS:
            return self.effects(node)
        if key.takes in (Takes.WORD, Takes.SUBJECT):
            return self.named(node)
        return self.must(node)
