"""Moves that are never legal, steps that are never reached, penalties and answers that never come about."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.rules.checks.bench import Bench, Case, Settings
from ruledeck.rules.checks.powers import WHATEVER, player, written
from ruledeck.rules.parts import words
from ruledeck.text import Diagnostic


def offered(ruleset: spec.Spec) -> Iterator[tuple[str, ast.Expr | None]]:
    """(move, the condition of the place that offers it), from every place that does."""
    for step in ruleset.steps:
        yield from ((item.move.text, item.condition) for item in step.moves)
    for penalty in ruleset.penalties:
        yield from ((item.move.text, item.condition) for item in penalty.moves)
    yield from ((word.text, None) for word in words(ruleset, "offer", "offer"))


def check_moves(bench: Bench) -> Iterator[Diagnostic]:
    """A move of this file that no place offers, or whose conditions hold at none of them."""
    ruleset = bench.ruleset
    answers = {penalty.by.text for penalty in ruleset.penalties if penalty.answer is not None}
    every_place = tuple(offered(ruleset))
    for move in ruleset.moves:
        if not bench.own(move.name) or move.name.text in answers:
            continue
        places = [condition for name, condition in every_place if name == move.name.text]
        if not places:
            message = f"the move `{move.name.text}` is never legal: no step offers it"
            hint = "name it under `moves` of a step, or take it away"
            yield Diagnostic("dead-move", message, move.name.span, hint)
        elif not any(legal(bench, move, condition) for condition in places):
            yield never_legal(bench, move, places)


def legal(bench: Bench, move: spec.Move, condition: ast.Expr | None) -> bool:
    tests = [test for test in (move.condition, condition) if test is not None]
    return not tests or bench.ever(tests, lambda case: may_choose(case, move, tests))


def may_choose(case: Case, move: spec.Move, tests: list[ast.Expr]) -> bool:
    return case.may_hold(tests, player(case), case.faces(None) if move.choose is not None else None)


def never_legal(bench: Bench, move: spec.Move, places: list[ast.Expr | None]) -> Diagnostic:
    """The condition that is to blame: the move's own where that is never true, else the step's."""
    own = move.condition
    blamed = own if own is not None and not legal(bench, move, None) else places[0]
    span = blamed.span if blamed is not None else move.name.span
    if blamed is not own and own is not None:
        message = f"`{written(span)}` and `{written(own.span)}` are never true together"
    else:
        message = f"`{written(span)}` is false {WHATEVER}"
    return Diagnostic("dead-move", f"the move `{move.name.text}` is never legal: {message}", span)


def check_steps(bench: Bench) -> Iterator[Diagnostic]:
    """A step to which no move leads."""
    ruleset = bench.ruleset
    reached = reachable(ruleset)
    first = ruleset.steps[0].name.text if ruleset.steps else ""
    for step in ruleset.steps:
        if step.name.text not in reached and bench.own(step.name):
            message = (
                f"the step `{step.name.text}` is never reached: a turn begins with `{first}`, and no move leads here"
            )
            hint = f"let a move lead here: `then: {step.name.text}`"
            yield Diagnostic("dead-step", message, step.name.span, hint)


def reachable(ruleset: spec.Spec) -> set[str]:
    """Steps that a turn may come to: the first, and where moves lead that are offered on the way or out of order."""
    steps = {step.name.text: step for step in ruleset.steps}
    then = {move.name.text: move.then.text for move in ruleset.moves}
    moves = [item.move.text for penalty in ruleset.penalties for item in penalty.moves]
    moves += [penalty.by.text for penalty in ruleset.penalties if penalty.answer is not None]
    moves += [word.text for word in words(ruleset, "offer", "offer")]
    waiting = list(steps)[:1] + [penalty.then.text for penalty in ruleset.penalties]
    waiting += [word.text for word in words(ruleset, "go_to", "go_to")]
    waiting += [then[move] for move in moves if move in then]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in steps and name not in reached:
            reached.add(name)
            waiting.extend(then[item.move.text] for item in steps[name].moves if item.move.text in then)
    return reached


def check_endings(bench: Bench) -> Iterator[Diagnostic]:
    """A step without `otherwise` in which, for some setting of the options, it may be that no move is legal."""
    moves = {move.name.text: move for move in bench.ruleset.moves}
    for step in bench.ruleset.steps:
        if step.otherwise:
            continue
        free = [conditions(moves[item.move.text], item) for item in step.moves if moves[item.move.text].choose is None]
        tests = [test for group in free for test in group]
        for case in bench.cases(tests):
            if not any(always(case, group) for group in free):
                message = f"in step `{step.name.text}` it may happen that no move is legal, with {setting(bench, case.settings)}"
                hint = "say `otherwise:` what happens then: end_turn, an `end_round`, or `{offer: pass}`"
                yield Diagnostic("no-move", message, step.name.span, hint)
                break


def conditions(move: spec.Move, item: spec.StepMove) -> list[ast.Expr]:
    return [test for test in (move.condition, item.condition) if test is not None]


def always(case: Case, tests: list[ast.Expr]) -> bool:
    return all(case.range_of(test, player(case))[0] > 0 for test in tests)


def setting(bench: Bench, settings: Settings) -> str:
    """The options in which settings differ from the defaults, in words."""
    changed = [f"`{name}` = {said(value)}" for name, value in settings.items() if value != bench.defaults[name]]
    return " and ".join(changed) or "the options at their defaults"


def said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_penalties(bench: Bench) -> Iterator[Diagnostic]:
    """A penalty that nothing raises, and an answer that no card of the deck gives."""
    raised = {word.text for word in words(bench.ruleset, "raise", "raise")}
    raised |= {word.text for verb, key in (("set", "set"), ("add", "to")) for word in words(bench.ruleset, verb, key)}
    for penalty in bench.ruleset.penalties:
        if not bench.own(penalty.name):
            continue
        if penalty.name.text not in raised:
            message = f"nothing raises the penalty `{penalty.name.text}`"
            hint = f"let a power raise it: {{raise: {penalty.name.text}, by: 2}}"
            yield Diagnostic("dead-penalty", message, penalty.name.span, hint)
        elif penalty.answer is not None and not answered(bench, penalty.answer):
            message = f"no card answers `{penalty.name.text}`: `{written(penalty.answer.span)}` is false {WHATEVER}"
            yield Diagnostic("dead-answer", message, penalty.answer.span)


def answered(bench: Bench, answer: ast.Expr) -> bool:
    return bench.ever([answer], lambda case: case.may_hold([answer], player(case), case.faces(None)))
