"""A ruleset on the bench: its conditions tried with other options, numbers of seats and cards, as far as they matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.rules import fold, spec
from ruledeck.rules.cards import Cards, build_cards, pattern_bits
from ruledeck.rules.counting import counter
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.lower import build_points
from ruledeck.rules.lowering import Registers, make_registers
from ruledeck.rules.parts import expressions, mentioned, names_of, numbers_in
from ruledeck.rules.prepare import prepare
from ruledeck.rules.ranges import ANYTHING, NEVER, Range, Ranges
from ruledeck.rules.requires import Value, unmet
from ruledeck.rules.scope import Scope
from ruledeck.rules.vocabulary import machine_variables
from ruledeck.text import Diagnostic
from ruledeck.words.types import TRUTH

MOST_SETTINGS = 256
"""Settings of options that are tried together; when there are more, each option is changed alone."""
MOST_VALUES = 6
"""Values of a number that are tried one by one; of a wider range the ends and what the rules mention."""
MOST_WORK = 20_000
"""Parts of expressions elaborated in vain; when there are more, questions go unanswered, which is never a fault."""

Settings = Mapping[str, Value | None]
"""Options and their values; None for one that is open: it may be any of its values."""


@dataclass(frozen=True, slots=True)
class Case:
    """The ruleset for one setting of its options and one number of seats."""

    settings: Settings
    seats: int
    cards: Cards
    elaborator: Elaborator
    registers: Registers
    ranges: Ranges

    def range_of(self, expr: ast.Expr, scope: Scope) -> Range:
        """The values that an expression may have; anything where it is faulty, which is said elsewhere."""
        made = self.elaborator.typed(expr, scope)
        return self.ranges.of(made.expr) if made is not None else ANYTHING

    @property
    def card(self) -> p.Expr:
        """The card in play or being chosen."""
        return p.Get(self.registers.card.slot)

    @property
    def seat(self) -> p.Expr:
        """The seat that is being scored."""
        return p.Get(self.registers.seat.slot)

    def may_hold(self, tests: Sequence[ast.Expr], scope: Scope, faces: Sequence[int] | None) -> bool:
        """Whether conditions may hold together, for one of some cards or (with None) without a card."""
        made = [self.elaborator.want(test, TRUTH, scope) for test in tests]
        test = fold.every([item for item in made if item is not None])
        if self.ranges.of(test) == NEVER:
            return False
        slot = self.registers.card.slot
        return faces is None or any(self.ranges.knowing(slot, (face, face)).of(test) != NEVER for face in faces)

    def faces(self, pattern: ast.Pattern | None) -> tuple[int, ...]:
        """The cards of the deck that a pattern selects; all of them when there is none."""
        every = range(len(self.cards.deck.written))
        bits = pattern_bits(self.cards, pattern, []) if pattern is not None else -1
        return tuple(face for face in every if bits >> face & 1)


@dataclass(slots=True)
class Bench:
    ruleset: spec.Spec
    seats: tuple[int, ...]
    defaults: dict[str, Value] = field(default_factory=dict)
    work: int = 0
    _defines: dict[str, spec.Define] = field(default_factory=dict)
    counting: tuple[str, ...] = ()
    """Options that the number of cards depends on."""
    _cards: dict[tuple[Value | None, ...], Cards] = field(default_factory=dict)
    _cases: dict[tuple[Value | None, ...], Case] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.defaults = {option.name.text: option.default for option in self.ruleset.options}
        self._defines = {define.name.text: define for define in self.ruleset.defines}
        read = names_of(tuple(expressions(self.ruleset.deck)))
        self.counting = tuple(name for name in self.defaults if name in read)

    def own(self, named: spec.Named) -> bool:
        """Whether the file itself says this, not one that it extends: what is inherited need not all be of use."""
        return named.span.source == self.ruleset.span.source

    def reads(self, exprs: Sequence[ast.Expr]) -> set[str]:
        """Every name that expressions depend on, by way of definitions and variables as well."""
        others = {v.name.text: v.otherwise for v in self.ruleset.variables if v.otherwise is not None}
        found: set[str] = set()
        waiting = names_of(tuple(exprs))
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            if name in self._defines:
                waiting |= mentioned(self._defines[name].body)
            if name == "points":
                waiting |= names_of(tuple(entry.value for entry in self.ruleset.points))
            if name in others:
                waiting |= mentioned(others[name])
        return found

    def settings(
        self, names: set[str], numbers: set[int], most: int = MOST_SETTINGS, *, whole: bool = False
    ) -> Iterator[Settings]:
        """Permitted settings of the options among `names` and of those they require; the defaults come first.

        Wide ranges are sampled, near `numbers` and at their ends, and where there are too many settings each option is
        changed alone. With `whole` nothing is left out: such options are open instead, None.
        """
        tied = self._tied(names)
        options = [option for option in self.ruleset.options if option.name.text in tied]
        sides: list[list[Value | None]] = [[*values_of(option, numbers)] for option in options]
        if whole:
            sides = [[None] if is_wide(option) else side for option, side in zip(options, sides, strict=True)]
        if prod(len(side) for side in sides) <= most:
            tries: Iterator[tuple[Value | None, ...]] = product(*sides)
        else:
            tries = iter([(None,) * len(sides)]) if whole else one_by_one(sides)
        for values in tries:
            chosen = {**self.defaults, **dict(zip((option.name.text for option in options), values, strict=True))}
            if self._permitted(chosen):
                yield chosen

    def _permitted(self, chosen: Settings) -> bool:
        """Whether what options require holds, as far as it is known."""
        values = {name: self.defaults[name] if value is None else value for name, value in chosen.items()}
        return not any(
            all(chosen[name] is not None for name in (option.name.text, *others))
            for option, _, others in unmet(self.ruleset, values)
        )

    def _tied(self, names: set[str]) -> set[str]:
        """Names with the options that conditions between options tie to them."""
        tied = set(names)
        for option in self.ruleset.options:
            group = {option.name.text} | names_of(option.requires) if option.requires else set()
            if group & names:
                tied |= group
        return tied

    def cases(self, exprs: Sequence[ast.Expr], *, whole: bool = False) -> Iterator[Case]:
        """The ruleset in every setting and for every number of seats that can make a difference to expressions."""
        names = self.reads(exprs)
        bodies = [self._defines[name].body for name in names if name in self._defines]
        every_seats = self.seats if names & {"seats", "others"} else self.seats[:1]
        for settings in self.settings(names, numbers_in([*exprs, *bodies]), whole=whole):
            for seats in every_seats:
                yield self.case(settings, seats, "points" in names)

    def case(self, settings: Settings, seats: int, points: bool = False) -> Case:
        """A case; the table of points is worked out only for what reads it."""
        key = (points, seats, *settings.values())
        if key not in self._cases:
            self._cases[key] = make_case(self.ruleset, self.cards(seats, settings), settings, seats, points)
            self.work += self._cases[key].elaborator.vocabulary.spent
        return self._cases[key]

    def cards(self, seats: int, settings: Settings) -> Cards:
        """The deck; that of the defaults for an option that is open, and where no deck can be built."""
        key = (seats, *(settings[name] for name in self.counting))
        if key not in self._cards:
            built = self.build(seats, settings, []) or self.build(seats, self.defaults, [])
            if built is None:
                raise ValueError("a ruleset comes on the bench when its deck is known to be in order")
            self._cards[key] = built
        return self._cards[key]

    def build(self, seats: int, settings: Settings, found: list[Diagnostic]) -> Cards | None:
        """The deck, and what is wrong with it."""
        chosen = dict(self.defaults)
        chosen.update({name: value for name, value in settings.items() if value is not None})
        count = counter(self.ruleset, chosen, seats, found)
        return build_cards(self.ruleset.deck, seats, found, count) if self.ruleset.deck else None

    def ever(self, tests: Sequence[ast.Expr], judge: Callable[[Case], bool]) -> bool:
        """Whether what `judge` asks of conditions is so in some case; taken to be so where it cannot be told."""
        reads_points = "points" in self.reads(tests)
        for case in self.cases(tests, whole=True):
            if reads_points and None in case.settings.values():
                return True  # points are worked out for settings that are known
            before = case.elaborator.vocabulary.spent
            if judge(case):
                return True
            self.work += case.elaborator.vocabulary.spent - before
            if self.work > MOST_WORK:
                return True
        return False


def make_case(ruleset: spec.Spec, cards: Cards, settings: Settings, seats: int, points: bool) -> Case:
    open_ended = [option for option in ruleset.options if settings[option.name.text] is None]
    values = {option.name.text: option.default for option in ruleset.options}
    values.update({name: value for name, value in settings.items() if value is not None})
    vocabulary = prepare(ruleset, cards, values, seats)
    registers = make_registers(vocabulary)
    slots: dict[int, Range] = {}
    for option in open_ended:
        slot = vocabulary.slot()
        kind, _ = vocabulary.options.pop(option.name.text)
        vocabulary.machine[option.name.text] = kind, p.Get(slot)
        slots[slot] = (
            (0, len(option.choices) - 1) if option.choices else (0, 1) if kind == TRUTH else (option.low, option.high)
        )
    elaborator = Elaborator(vocabulary)
    if points:
        build_points(ruleset, cards, elaborator)
    known = (*machine_variables(seats), *(known.model for known in vocabulary.variables.values()), *registers.all())
    slots |= {variable.slot: (variable.lo, variable.hi) for variable in known}
    faces = len(cards.deck.written)
    return Case(settings, seats, cards, elaborator, registers, Ranges(vocabulary.tables, slots, faces, cards.size))


def is_wide(option: spec.Option) -> bool:
    return not option.choices and not isinstance(option.default, bool) and option.high - option.low >= MOST_VALUES


def values_of(option: spec.Option, numbers: set[int]) -> list[Value]:
    """The values of an option that are worth trying, the default first."""
    if option.choices:
        found: list[Value] = [option.default, *option.choices]
    elif isinstance(option.default, bool):
        found = [option.default, not option.default]
    elif is_wide(option):
        near = sorted({number + step for number in numbers for step in (-1, 0, 1)})
        found = [option.default, option.low, option.high]
        found += [number for number in near if option.low <= number <= option.high][:MOST_VALUES]
    else:
        found = [option.default, *range(option.low, option.high + 1)]
    return list(dict.fromkeys(found))


def one_by_one(sides: list[list[Value | None]]) -> Iterator[tuple[Value | None, ...]]:
    """All at their first value, then each in turn at each of its others."""
    first = tuple(side[0] for side in sides)
    yield first
    for place, side in enumerate(sides):
        for value in side[1:]:
            yield (*first[:place], value, *first[place + 1 :])
