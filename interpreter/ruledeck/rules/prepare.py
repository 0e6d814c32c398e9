"""spec + options + seats → vocabulary: decks built, zones and variables numbered, names checked for collisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind, Sight, Variable, Zone
from ruledeck.rules import spec
from ruledeck.rules.bounds import raised_by
from ruledeck.rules.cards import Cards
from ruledeck.rules.contracting import make_contracts
from ruledeck.rules.elaborate import Elaborator, param_type
from ruledeck.rules.meld_words import PATTERNS, WORDS
from ruledeck.rules.scope import Scope
from ruledeck.rules.vocabulary import (
    BUILT_IN,
    MANY,
    Melding,
    VariableName,
    Vocabulary,
    type_of_kind,
)
from ruledeck.text import Diagnostic, Note
from ruledeck.text.near import near
from ruledeck.words.functions import FOLDS, FUNCTION_OF
from ruledeck.words.types import NUMBER, TRUTH, Type, value

WORDS_OF_THE_MACHINE = ("actor", "asked", "player", "goes_again", "seats", "others", "score", "card", "seat")
WORDS_OF_THE_LANGUAGE = ("top", "points", "position", "is_set", "all", "melds", "contract", "least", *WORDS)
REFILLING = ("shuffling", "turning")
RESERVED = (*BUILT_IN, *WORDS_OF_THE_MACHINE, *FUNCTION_OF, *FOLDS, *WORDS_OF_THE_LANGUAGE)


def prepare(ruleset: spec.Spec, cards: Cards, options: Mapping[str, int | bool | str], seats: int) -> Vocabulary:
    """The vocabulary of a ruleset for one game. Problems are in its `found`."""
    vocabulary = Vocabulary(seats, cards)
    vocabulary.types.update(cards.names)
    for name, problem in check_names(ruleset, cards):
        vocabulary.lost.add(name)
        vocabulary.found.append(problem)
    for option in ruleset.options:
        vocabulary.options[option.name.text] = option_value(option, options[option.name.text], vocabulary)
    for zone in ruleset.zones:
        add_zone(vocabulary, zone)
    add_score(vocabulary)
    for penalty in ruleset.penalties:
        add_penalty(vocabulary, penalty, penalty_bound(ruleset, penalty, vocabulary))
    if ruleset.melds:
        add_melding(vocabulary, ruleset)
    for variable in ruleset.variables:
        add_variable(vocabulary, variable)
    vocabulary.defines.update({define.name.text: define for define in ruleset.defines})
    if vocabulary.melding is not None:
        vocabulary.melding.contracts.extend(make_contracts(Elaborator(vocabulary), ruleset.contracts))
    return vocabulary


def check_names(ruleset: spec.Spec, cards: Cards) -> Iterator[tuple[str, Diagnostic]]:
    """One space of names: options, zones, variables, penalties, definitions, and the values of cards."""
    own = ruleset.span.source
    seen: dict[str, spec.Named] = {}
    declared = [
        *(option.name for option in ruleset.options),
        *(zone.name for zone in ruleset.zones),
        *(variable.name for variable in ruleset.variables),
        *(penalty.name for penalty in ruleset.penalties),
        *(define.name for define in ruleset.defines),
    ]
    values = {word for order in cards.names.values() for word in order} | set(cards.deck.written)
    for name in declared:
        if name.text in seen:
            first, last = seen[name.text].span, name.span
            here, other = (first, last) if first.source == own != last.source else (last, first)
            message, notes = f"two things are called `{name.text}`", (Note("the other is here", other),)
            yield name.text, Diagnostic("name-collision", message, here, None, notes)
        elif name.text in RESERVED or name.text in cards.names:
            message = f"`{name.text}` is a word of the language already"
            yield name.text, Diagnostic("name-collision", message, name.span)
        elif name.text in values:
            message = f"`{name.text}` is a card or card value of the deck already"
            yield name.text, Diagnostic("name-collision", message, name.span)
        seen.setdefault(name.text, name)


def option_value(option: spec.Option, chosen: int | bool | str, vocabulary: Vocabulary) -> tuple[Type, int]:
    if option.choices:
        vocabulary.types.setdefault(option.name.text, option.choices)
        return value(option.name.text), option.choices.index(str(chosen))
    return (TRUTH if isinstance(option.default, bool) else NUMBER), int(chosen)


def add_zone(vocabulary: Vocabulary, zone: spec.Zone) -> None:
    """Seats' zones are hands, without order; the table's are piles."""
    made = Zone(zone.name.text, not zone.per_seat, zone.per_seat, Sight(zone.seen_by), vocabulary.next_zone)
    vocabulary.zones[zone.name.text] = made
    if is_turned(vocabulary, zone.refill_by):
        vocabulary.turned.add(made.base)
    vocabulary.next_zone += vocabulary.seats if zone.per_seat else 1


def is_turned(vocabulary: Vocabulary, by: spec.Named | None) -> bool:
    """Whether a pile becomes new by turning: said by the word itself, or by an option that is one of the words."""
    if by is None or by.text in vocabulary.lost:
        return False
    kind, chosen = vocabulary.options.get(by.text, (TRUTH, 0))
    text = vocabulary.types[kind.name][chosen] if kind.name in vocabulary.types else by.text
    if text not in REFILLING:
        hint = near(text, REFILLING) or "it is one of `shuffling` and `turning`, or an option with these as its choices"
        vocabulary.found.append(Diagnostic("bad-value", f"no way to refill is called `{text}`", by.span, hint))
    elif text != by.text:
        vocabulary.used_options.add(by.text)
    return text == "turning"


def add_score(vocabulary: Vocabulary) -> None:
    slot = vocabulary.slot(vocabulary.seats)
    model = Variable("score", Kind.NUMBER, "", slot, True, -MANY, MANY, 0, Sight.ALL)
    vocabulary.variables["score"] = VariableName(NUMBER, model)


def penalty_bound(ruleset: spec.Spec, penalty: spec.Penalty, vocabulary: Vocabulary) -> int:
    """The most that can be owed: every copy of every card that raises the penalty, each once; or the limit given."""
    return penalty.limit if penalty.limit is not None else raised_by(ruleset, penalty, vocabulary)


def add_penalty(vocabulary: Vocabulary, penalty: spec.Penalty, bound: int) -> None:
    model = Variable(penalty.name.text, Kind.NUMBER, "", vocabulary.slot(), False, 0, bound, 0, Sight.ALL)
    vocabulary.variables[penalty.name.text] = VariableName(NUMBER, model, None, penalty.name.span)


MOST_MELDS = 40
"""Melds on the table at once, at most; fewer where the deck has fewer cards."""


def add_melding(vocabulary: Vocabulary, ruleset: spec.Spec) -> None:
    """Melds lie in a zone of many piles, one each, the lowest card first; who laid which pattern is kept beside."""
    hand = next((zone for zone in vocabulary.zones.values() if zone.per_seat), None)
    if hand is None:
        return
    smallest = min(meld.size[0].value if isinstance(meld.size[0], ast.Number) else 3 for meld in ruleset.melds)
    most = min(MOST_MELDS, vocabulary.cards.size // max(smallest, 1))
    names = tuple(meld.name.text for meld in ruleset.melds)
    vocabulary.types[PATTERNS] = names
    melds = Zone("melds", True, False, Sight.ALL, vocabulary.next_zone, most)
    vocabulary.zones["melds"] = melds
    vocabulary.next_zone += most
    first = vocabulary.slot(1 + 2 * most)
    laid = Variable("melds_laid", Kind.NUMBER, "", first, False, 0, most, 0, Sight.ALL)
    pattern = Variable(
        "melds_pattern", Kind.VALUE, PATTERNS, first + 1, False, p.NONE, len(names), p.NONE, Sight.ALL, False, most
    )
    layer = Variable(
        "melds_layer", Kind.SEAT, "", first + 1 + most, False, p.NONE, vocabulary.seats, p.NONE, Sight.ALL, False, most
    )
    vocabulary.variables["melds_laid"] = VariableName(NUMBER, laid)
    at = ruleset.contract if ruleset.contract is not None else ast.Word("round", ruleset.span)
    must = vocabulary.own("card to be laid", Kind.CARD, p.NONE, len(vocabulary.cards.deck.written) - 1, p.NONE)
    vocabulary.melding = Melding(
        names, [], at if ruleset.contracts else None, hand, melds, laid.slot, pattern.slot, layer.slot, most, must
    )
    vocabulary.melding_variables = (pattern, layer, must)


def add_variable(vocabulary: Vocabulary, variable: spec.Variable) -> None:
    kind = type_of_kind(variable.kind.text, vocabulary.types)
    if kind is None:
        known = ("truth", "card", "seat", *vocabulary.cards.names)
        hint = near(variable.kind.text, known) or "kinds are 0..10 (a number and its range), " + ", ".join(known)
        vocabulary.found.append(
            Diagnostic(
                "unknown-name", f"no kind of variable is called `{variable.kind.text}`", variable.kind.span, hint
            )
        )
        vocabulary.lost.add(variable.name.text)
        return
    if variable.otherwise is not None and kind in (NUMBER, TRUTH):
        message = f"`otherwise` is for what may be not set, and {kind} never is"
        vocabulary.found.append(Diagnostic("bad-value", message, variable.otherwise.span))
    lo, hi, start = limits_of(variable, kind, vocabulary)
    slot = vocabulary.slot(vocabulary.seats if variable.per_seat else 1)
    model = Variable(
        variable.name.text, kind.kind, kind.name, slot, variable.per_seat, lo, hi, start, Sight(variable.seen_by)
    )
    vocabulary.variables[variable.name.text] = VariableName(kind, model, variable.otherwise, variable.name.span)


def limits_of(variable: spec.Variable, kind: Type, vocabulary: Vocabulary) -> tuple[int, int, int]:
    """Lowest and highest value, and the value at the start of its span of life."""
    if kind == NUMBER:
        lo, hi = variable.low or 0, variable.high or 0
        if lo > hi:
            vocabulary.found.append(
                Diagnostic(
                    "empty-range", f"the range `{lo}..{hi}` is empty: {hi} comes before {lo}", variable.kind.span
                )
            )
        return lo, hi, min(max(lo, 0), hi) if lo <= hi else lo
    if kind == TRUTH:
        return 0, 1, 0
    if kind.kind is Kind.CARD:
        return p.NONE, len(vocabulary.cards.deck.written) - 1, p.NONE
    if kind.kind is Kind.SEAT:
        return p.NONE, vocabulary.seats - 1, p.NONE
    return p.NONE, len(vocabulary.types[kind.name]) - 1, p.NONE


def check_defines(elaborator: Elaborator, ruleset: spec.Spec) -> None:
    """Every definition is well typed by itself, used or not."""
    vocabulary = elaborator.vocabulary
    for define in ruleset.defines:
        names = []
        for param in define.params:
            kind = param_type(param.text, vocabulary)
            if kind is None:
                hint = "a parameter is named for what it is: card, seat, number, suit, perhaps with a digit behind"
                elaborator.error("unknown-name", f"no kind of value is called `{param.text}`", param.span, hint)
                break
            names.append((param.text, kind, p.Get(vocabulary.next_slot)))
        else:
            scope = Scope(referee=True, depth=1).define(define.name.text, tuple(names))
            elaborator.typed(define.body, scope)
