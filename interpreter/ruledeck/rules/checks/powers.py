"""Powers that never fire, windows that never open, ends of a round that never come, points that no card gets."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.lang import ast
from ruledeck.rules.checks.bench import Bench, Case
from ruledeck.rules.scope import PLAYER, REFEREE, Scope
from ruledeck.text import Diagnostic, Span
from ruledeck.words.types import CARD, SEAT

WHATEVER = "for every setting of the options and every number of players"


def referee(case: Case) -> Scope:
    return REFEREE.bind("card", CARD, case.card)


def player(case: Case) -> Scope:
    return PLAYER.bind("card", CARD, case.card)


def written(span: Span) -> str:
    """What stands there, on one line."""
    text = " ".join(span.source.text[span.start : span.end].split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def check_powers(bench: Bench) -> Iterator[Diagnostic]:
    for power in bench.ruleset.powers:
        if not bench.own(power.name):
            continue
        if not bench.case(bench.defaults, bench.seats[0]).faces(power.card):
            span = power.card.span if power.card else power.name.span
            message = f"the power `{power.name.text}` never fires: no card of the deck is `{written(span)}`"
            yield Diagnostic("dead-power", message, span)
        elif power.condition is not None and not fires(bench, power.card, power.condition):
            span = power.condition.span
            message = f"the power `{power.name.text}` never fires: `{written(span)}` is false {WHATEVER}"
            yield Diagnostic("dead-power", message, span)


def fires(bench: Bench, pattern: ast.Pattern | None, condition: ast.Expr) -> bool:
    return bench.ever([condition], lambda case: case.may_hold([condition], referee(case), case.faces(pattern)))


def check_windows(bench: Bench) -> Iterator[Diagnostic]:
    for window in bench.ruleset.windows:
        opens, asks = window.condition, window.asks_if
        if opens is not None and bench.own(window.name) and not fires(bench, None, opens):
            message = f"the window `{window.name.text}` never opens: `{written(opens.span)}` is false {WHATEVER}"
            yield Diagnostic("dead-window", message, opens.span)
        elif asks is not None and bench.own(window.name) and not asked(bench, asks):
            message = f"the window `{window.name.text}` asks nobody: `{written(asks.span)}` is false {WHATEVER}"
            yield Diagnostic("dead-window", message, asks.span)


def asked(bench: Bench, condition: ast.Expr) -> bool:
    return bench.ever([condition], lambda case: case.may_hold([condition], player(case), case.faces(None)))


def check_round_ends(bench: Bench) -> Iterator[Diagnostic]:
    for end in bench.ruleset.round_ends:
        if bench.own(end.name) and not fires(bench, None, end.condition):
            span = end.condition.span
            message = f"no round ends as `{end.name.text}`: `{written(span)}` is false {WHATEVER}"
            yield Diagnostic("dead-round-end", message, span)


def check_scoring(bench: Bench) -> Iterator[Diagnostic]:
    """A way of scoring that falls to nobody."""
    for score in bench.ruleset.scoring:
        who = score.who
        if who is None or not bench.own(score.reason):
            continue
        if not scores(bench, who):
            message = f"`{score.reason.text}` gives nobody anything: `{written(who.span)}` is false {WHATEVER}"
            yield Diagnostic("dead-score", message, who.span)


def scores(bench: Bench, who: ast.Expr) -> bool:
    return bench.ever([who], lambda case: case.may_hold([who], scored(case), None))


def scored(case: Case) -> Scope:
    return Scope(case.seat, referee=True).bind("seat", SEAT, case.seat)


def check_points(bench: Bench) -> Iterator[Diagnostic]:
    case = bench.case(bench.defaults, bench.seats[0])
    for entry in bench.ruleset.points:
        span = entry.pattern.span
        if entry.layer == 0 and not case.faces(entry.pattern):
            message = f"no card gets these points: no card of the deck is `{written(span)}`"
            yield Diagnostic("dead-points", message, span)
