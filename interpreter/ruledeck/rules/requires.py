"""What options require of one another: conditions over options alone, known as soon as the options are chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledeck.lang import ast
from ruledeck.model.game import Deck
from ruledeck.rules import spec
from ruledeck.rules.cards import Cards
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.prepare import option_value
from ruledeck.rules.ranges import Ranges
from ruledeck.rules.scope import REFEREE
from ruledeck.rules.vocabulary import Vocabulary
from ruledeck.text import Diagnostic

Value = int | bool | str
NO_CARDS = Cards(Deck((), (), ()), {}, {}, {}, {})


def unmet(ruleset: spec.Spec, chosen: Mapping[str, Value]) -> Iterator[tuple[spec.Option, ast.Expr, tuple[str, ...]]]:
    """(option, the condition that it requires and that does not hold, the options which that condition reads).

    A truth requires something while it is true, any other option while it differs from its default.
    """
    for option in ruleset.options:
        value = chosen[option.name.text]
        if not option.requires or not (value if isinstance(value, bool) else value != option.default):
            continue
        for condition in option.requires:
            elaborator = Elaborator(words_of(ruleset, chosen))
            held = Ranges((), {}, 0, 0).of(elaborator.truth(condition, REFEREE))
            if not elaborator.vocabulary.found and held[0] == 0:
                yield option, condition, tuple(dict.fromkeys(option_words(ruleset, condition)))


def check_requires(ruleset: spec.Spec, chosen: Mapping[str, Value]) -> list[Diagnostic]:
    """What is wrong with the conditions themselves."""
    elaborator = Elaborator(words_of(ruleset, chosen))
    for option in ruleset.options:
        for condition in option.requires:
            before = len(elaborator.vocabulary.found)
            held = Ranges((), {}, 0, 0).of(elaborator.truth(condition, REFEREE))
            seats = any(
                isinstance(part, ast.Word) and part.text in ("seats", "others") for part, _ in ast.walk(condition)
            )
            if len(elaborator.vocabulary.found) == before and (seats or held not in ((0, 0), (1, 1))):
                hint = "what an option requires is said of options alone"
                elaborator.error("not-constant", "this changes during a game", condition.span, hint)
    return elaborator.vocabulary.found


def words_of(ruleset: spec.Spec, chosen: Mapping[str, Value], seats: int = 0) -> Vocabulary:
    """The words that have a meaning before there are cards."""
    vocabulary = Vocabulary(seats, NO_CARDS)
    for option in ruleset.options:
        vocabulary.options[option.name.text] = option_value(option, chosen[option.name.text], vocabulary)
    return vocabulary


def option_words(ruleset: spec.Spec, condition: ast.Expr) -> Iterator[str]:
    known = {option.name.text for option in ruleset.options}
    return (part.text for part, _ in ast.walk(condition) if isinstance(part, ast.Word) and part.text in known)
