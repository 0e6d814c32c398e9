"""spec + options + number of seats → Game: the friendly sections become one small typed program."""

from __future__ import annotations

from collections.abc import Mapping

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Game, Kind, Variable
from ruledeck.model.meld import MeldPattern
from ruledeck.rules import spec
from ruledeck.rules.cards import Cards, build_cards, pattern_bits
from ruledeck.rules.counting import counter
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.lowering import Lowering, make_registers
from ruledeck.rules.melding import RATED_IN_MELDS
from ruledeck.rules.parts import expressions
from ruledeck.rules.patterns import make_patterns
from ruledeck.rules.perform import perform
from ruledeck.rules.prepare import check_defines, prepare
from ruledeck.rules.rounds import begin_round, check_scoring, end_round
from ruledeck.rules.scope import REFEREE
from ruledeck.rules.turns import lower_turn
from ruledeck.rules.vocabulary import MAX_TEMPORARIES, Vocabulary, machine_variables
from ruledeck.text import Diagnostic, Note
from ruledeck.text.near import near
from ruledeck.words.types import CARD

Options = Mapping[str, int | bool | str]


def lower(ruleset: spec.Spec, options: Options, seats: int) -> tuple[Game | None, list[Diagnostic]]:
    """The game, and everything that is wrong with the ruleset at these options and this number of seats."""
    found: list[Diagnostic] = []
    count = counter(ruleset, options, seats, found)
    cards = build_cards(ruleset.deck, seats, found, count) if ruleset.deck else None
    # Of a deck with faults nobody knows yet how many cards it has.
    uncertain = ("deal-too-large", "no-starter") if found else ()
    found.extend(check_sections(ruleset))
    lacking = not (ruleset.zones and ruleset.steps and ruleset.moves and ruleset.scoring)
    if cards is None or lacking or ruleset.deal is None or ruleset.match is None:
        return None, found
    vocabulary = prepare(ruleset, cards, options, seats)
    registers = make_registers(vocabulary)
    elaborator = Elaborator(vocabulary)
    patterns = make_patterns(elaborator, ruleset)
    build_points(ruleset, cards, elaborator)
    check_defines(elaborator, ruleset)
    low = Lowering(ruleset, vocabulary, elaborator, registers, perform)
    begin_round(low, ruleset.deal)
    lower_turn(low)
    end_round(low, ruleset.match, ruleset.deal)
    low.fill_tables()
    check_scoring(low)
    check_strategies(low)
    found.extend(problem for problem in vocabulary.found if problem.code not in uncertain)
    return (None if found else make_game(low, ruleset, options, patterns)), found


def check_sections(ruleset: spec.Spec) -> list[Diagnostic]:
    """What a game cannot do without."""
    wanted = {
        "players": ruleset.players is not None,
        "deck": ruleset.deck is not None,
        "zones": bool(ruleset.zones),
        "deal": ruleset.deal is not None,
        "turn": bool(ruleset.steps),
        "moves": bool(ruleset.moves),
        "scoring": bool(ruleset.scoring),
        "match": ruleset.match is not None,
    }
    missing = [f"`{name}`" for name, there in wanted.items() if not there]
    found = []
    if missing:
        message = (
            f"a game needs the section {missing[0]}" if len(missing) == 1 else f"a game needs {', '.join(missing)}"
        )
        hint = "write it here, or extend a ruleset that has it; a file without a game of its own says `kind: family`"
        found.append(Diagnostic("missing-section", message, ruleset.span, hint))
    if not ruleset.turn_limit:
        hint = "add `limits: {turns: 10000}`: a match that long counts as unfinished"
        found.append(Diagnostic("no-bound", "nothing bounds the length of a match", ruleset.span, hint))
    return found


def build_points(ruleset: spec.Spec, cards: Cards, elaborator: Elaborator) -> None:
    """The table of card points. An entry of an extending file wins; within one file entries may not overlap."""
    vocabulary = elaborator.vocabulary
    row: list[int] = [0] * len(cards.deck.written)
    if not ruleset.points:
        report_no_points(ruleset, vocabulary)
        vocabulary.points = vocabulary.table(tuple(row), 0)
        return
    taken: dict[int, spec.PointsEntry] = {}
    for entry in ruleset.points:
        # A variant may have another deck; what is inherited then counts for the cards that are still there.
        bits = pattern_bits(cards, entry.pattern, vocabulary.found if entry.layer == 0 else [])
        for face in range(len(row)):
            if not bits >> face & 1:
                continue
            before = taken.setdefault(face, entry)
            if before is entry:
                row[face] = card_points(entry, face, elaborator)
            elif before.layer == entry.layer:
                report_overlap(vocabulary, entry, before, cards.deck.written[face])
    vocabulary.points = vocabulary.table(tuple(row), 0)


def report_no_points(ruleset: spec.Spec, vocabulary: Vocabulary) -> None:
    """Reading the points of cards where no section gives any: said once, with the first place that does."""
    parts = (part for expr in expressions(ruleset) for part, _ in ast.walk(expr))
    reading = next((part for part in parts if isinstance(part, ast.Call) and part.name == "points"), None)
    if reading is not None:
        note = Note("`points` is read here", reading.span)
        hint = "say what cards are worth: `points: {A: 1, J..K: 10}`"
        message = "rules read the points of cards, and there is no section `points`"
        vocabulary.found.append(Diagnostic("missing-section", message, ruleset.span, hint, (note,)))


def report_overlap(vocabulary: Vocabulary, entry: spec.PointsEntry, before: spec.PointsEntry, face: str) -> None:
    problem = Diagnostic(
        "overlapping-points",
        f"two entries of this file give points to `{face}`",
        entry.pattern.span,
        None,
        (Note("the other is here", before.pattern.span),),
    )
    if not any(known.span == problem.span and known.code == problem.code for known in vocabulary.found):
        vocabulary.found.append(problem)


def card_points(entry: spec.PointsEntry, face: int, elaborator: Elaborator) -> int:
    """What an entry is worth for one card: it may depend on the card, the options and the number of seats."""
    scope = REFEREE.bind("card", CARD, p.Const(face))
    known = len(elaborator.vocabulary.found)
    made = elaborator.number(entry.value, scope, "what a card is worth")
    if isinstance(made, p.Const):
        return made.value
    if len(elaborator.vocabulary.found) == known:
        hint = "points may depend on the card, on options and on the number of seats; nor may they divide by zero or be huge"
        elaborator.error("not-constant", "these points cannot be worked out before play", entry.value.span, hint)
    return 0


def check_strategies(low: Lowering) -> None:
    """A strategy rates moves and choices that exist; what a family rates need not occur in each of its games."""
    words = {name.word for name in low.moves} | {move.name.text for move in low.spec.moves}
    words |= {penalty.word for penalty in low.spec.penalties} | set(low.vocabulary.types)
    words |= {window.name.text for window in low.spec.windows}
    words |= {name for name, known in low.vocabulary.variables.items() if known.model.kind is Kind.NUMBER}
    words |= set(RATED_IN_MELDS) if low.vocabulary.melding is not None else set()
    ruleset_source = low.spec.span.source
    for strategy in low.spec.strategies:
        if strategy.name.text == "random":
            low.error("name-collision", "`random` is the strategy that every ruleset has", strategy.name)
        for word, _ in strategy.rates:
            own = word.span.source == ruleset_source
            if own and word.text not in words:
                hint = near(word.text, words)
                low.error("unknown-name", f"no move and no choice is called `{word.text}`", word, hint)


def make_game(low: Lowering, ruleset: spec.Spec, options: Options, patterns: tuple[MeldPattern, ...]) -> Game:
    vocabulary = low.vocabulary
    code = low.asm.finish()
    variables = (
        *machine_variables(vocabulary.seats),
        *(known.model for known in vocabulary.variables.values()),
        *vocabulary.melding_variables,
        *low.registers.all(),
    )
    shown: tuple[Variable, ...] = tuple(sorted(variables, key=lambda variable: variable.slot))
    labels = tuple(
        (name, low.asm.addresses[low.labels[name]])
        for name in ("round", "starter", "turn", "round over")
        if low.labels.get(name) in low.asm.addresses
    )
    return Game(
        name=ruleset.name,
        seats=vocabulary.seats,
        options=tuple((option.name.text, options[option.name.text]) for option in ruleset.options),
        deck=vocabulary.cards.deck,
        zones=tuple(vocabulary.zones.values()),
        variables=shown,
        types=tuple(vocabulary.types.items()),
        slots=vocabulary.next_slot + MAX_TEMPORARIES,
        tables=tuple(vocabulary.tables),
        moves=tuple(low.moves),
        strategies=tuple(strategy.name.text for strategy in ruleset.strategies),
        code=code,
        labels=labels,
        highest_wins=ruleset.match is None or ruleset.match.winner == "highest",
        reasons=tuple(low.reasons),
        melds=patterns,
        contracts=tuple(vocabulary.melding.contracts) if vocabulary.melding else (),
        points=vocabulary.tables[vocabulary.points][:-1] if ruleset.points else (),
    )
