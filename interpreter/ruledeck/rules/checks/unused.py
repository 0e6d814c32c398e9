"""What is declared and never used: options, definitions, variables, zones, actions, melds, a strategy's ratings."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.rules.checks.bench import Bench
from ruledeck.rules.parts import effects, expressions, inside, names_of, words
from ruledeck.rules.spec import Named
from ruledeck.text import Diagnostic, Severity

IN_A_MELD = ("meld", "end")
RATED_OF = {"lay": ("lay_card", "lay_close"), "lay_off": IN_A_MELD, "swap_wild": IN_A_MELD}
"""Verb → what strategies rate of the decisions that it brings, besides the move itself."""


def check_options(bench: Bench) -> Iterator[Diagnostic]:
    """An option that no expression, and no refill, reads. One that a variant has left without readers is worth a warning."""
    ruleset = bench.ruleset
    read = names_of(
        tuple(expr for part in inside(ruleset) if part is not ruleset.options for expr in expressions(part))
    )
    read |= {zone.refill_by.text for zone in ruleset.zones if zone.refill_by is not None}
    for option in ruleset.options:
        name = option.name.text
        if name in read:
            continue
        if bench.own(option.name):
            message, hint = f"no rule reads the option `{name}`", "use it in an expression, or take it away"
            yield Diagnostic("unused-option", message, option.name.span, hint)
        else:
            message = f"no rule reads the option `{name}` any more, which is inherited from here"
            hint = f"take it away with `{name}: none` under `options`"
            yield Diagnostic("unused-option", message, option.name.span, hint, severity=Severity.WARNING)


def unused(named: Named, what: str, hint: str) -> Diagnostic:
    message = f"{what} `{named.text}` is never {'read' if what == 'the variable' else 'used'}"
    return Diagnostic("unused-name", message, named.span, hint, severity=Severity.WARNING)


def check_names(bench: Bench) -> Iterator[Diagnostic]:
    """Definitions, variables, zones and actions of this file that nothing uses."""
    ruleset = bench.ruleset
    read = names_of(tuple(expressions(inside_others(ruleset))))
    for define in ruleset.defines:
        others = tuple(expr for other in ruleset.defines if other is not define for expr in expressions(other))
        if bench.own(define.name) and define.name.text not in read | names_of(others):
            yield unused(define.name, "the definition", "take it away, or use it in an expression")
    read |= names_of(tuple(expressions(ruleset.defines)))
    for variable in ruleset.variables:
        if bench.own(variable.name) and variable.name.text not in read:
            yield unused(variable.name, "the variable", "take it away, or read it in an expression")
    placed = read | set(zones_named(ruleset))
    for zone in ruleset.zones:
        if bench.own(zone.name) and zone.name.text not in placed:
            yield unused(zone.name, "the zone", "take it away, or let cards go there")
    acted = {word.text for word in words(ruleset, "act", "act")}
    for action in ruleset.actions:
        if bench.own(action.name) and action.name.text not in acted:
            yield unused(
                action.name, "the action", f"take it away, or use it as an effect: {{act: {action.name.text}}}"
            )


def check_patterns(bench: Bench) -> Iterator[Diagnostic]:
    """Patterns of melds of this file that no contract, effect or expression names. To count deadwood uses them all."""
    ruleset = bench.ruleset
    exprs = tuple(expressions(ruleset))
    parts = [part for expr in exprs for part, _ in ast.walk(expr)]
    if any(counts_deadwood(part) for part in parts):
        return
    named = names_of(exprs) | {word for part in parts if isinstance(part, ast.Match) for word in matched(part)}
    named |= {word.text for contract in ruleset.contracts for word in contract.melds}
    named |= {word.text for word in words(ruleset, "lay", "lay")}
    for meld in ruleset.melds:
        if bench.own(meld.name) and meld.name.text not in named:
            yield unused(meld.name, "the meld", "take it away, or name it in `contracts`, or let a move lay it")


def counts_deadwood(part: ast.Expr) -> bool:
    if not isinstance(part, ast.Call):
        return False
    return part.name in ("deadwood", "deadwood_with") or (part.name == "can_lay" and len(part.args) > 1)


def matched(part: ast.Match) -> tuple[str, ...]:
    """The words of its pattern."""
    span = part.pattern.span
    return tuple(span.source.text[span.start : span.end].replace("..", " ").split())


def inside_others(ruleset: spec.Spec) -> tuple[object, ...]:
    """All of a ruleset but its definitions and what options require of one another."""
    return tuple(part for part in inside(ruleset) if part is not ruleset.defines and part is not ruleset.options)


def zones_named(ruleset: spec.Spec) -> Iterator[str]:
    """Zones that the deal, a refill or an effect names."""
    deal = ruleset.deal
    named = [deal.source, deal.to, deal.starter_to] if deal else []
    named += [zone.refill for zone in ruleset.zones]
    yield from (word.text for word in named if word is not None)
    for effect in effects(ruleset):
        yield from (word.text for _, word in effect.args if isinstance(word, Named))


def check_ratings(bench: Bench) -> Iterator[Diagnostic]:
    """A rating of this file's strategies that no decision reads."""
    ruleset = bench.ruleset
    asked = set(decisions(ruleset))
    for strategy in ruleset.strategies:
        for word, _ in strategy.rates:
            if bench.own(word) and word.text not in asked:
                message = f"`{strategy.name.text}` rates `{word.text}`, and no decision offers it"
                hint = f"what is decided: {', '.join(sorted(asked))}"
                yield Diagnostic("unused-name", message, word.span, hint, severity=Severity.WARNING)


def decisions(ruleset: spec.Spec) -> Iterator[str]:
    """Words of all that a seat may decide: moves, payments, windows, values that are chosen."""
    offered = [item.move for step in ruleset.steps for item in step.moves]
    offered += [item.move for penalty in ruleset.penalties for item in penalty.moves]
    offered += [penalty.by for penalty in ruleset.penalties if penalty.answer is not None]
    offered += words(ruleset, "offer", "offer")
    yield from (word.text for word in offered)
    yield from (penalty.word for penalty in ruleset.penalties)
    yield from (window.name.text for window in ruleset.windows)
    yield from (word for effect in effects(ruleset) for word in RATED_OF.get(effect.verb, ()))
    kinds = {variable.name.text: variable.kind.text for variable in ruleset.variables}
    for word in words(ruleset, "choose", "choose"):
        kind = kinds.get(word.text, word.text)
        yield word.text if kind in ("number", "truth", "seat") else kind
