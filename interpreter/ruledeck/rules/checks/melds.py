"""Patterns of melds that no cards of the deck complete."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.rules.checks.bench import Bench
from ruledeck.rules.checks.contracts import check_contracts
from ruledeck.rules.checks.supply import Supply
from ruledeck.rules.checks.tables import Table, make_tables, where
from ruledeck.rules.meld_spec import Meld
from ruledeck.rules.parts import expressions, names_of
from ruledeck.text import Diagnostic, Severity


def check_melds(bench: Bench) -> Iterator[Diagnostic]:
    """All about melds that needs their patterns made for every setting of the options that they read.

    A contract with a meld that cannot be has no fault of its own. A meld that only some settings make impossible is worth
    no word of its own where it makes a contract impossible.
    """
    if not bench.ruleset.melds:
        return
    tables = [*make_tables(bench)]
    dead = {meld.name.text: problem for meld, problem in check_patterns(bench, tables)}
    hopeless = {name for name, problem in dead.items() if problem.severity is Severity.ERROR}
    spoilt = set[str]()
    for names, problem in check_contracts(bench, tables, hopeless):
        spoilt.update(word.text for word in names)
        yield problem
    yield from (problem for name, problem in dead.items() if name in hopeless or name not in spoilt)


def check_patterns(bench: Bench, tables: list[Table]) -> Iterator[tuple[Meld, Diagnostic]]:
    """Patterns that no cards complete: an error where it is always so, a warning where a value of its own options does it."""
    for number, meld in enumerate(bench.ruleset.melds):
        if not bench.own(meld.name):
            continue
        own = names_of(tuple(expressions((meld.size, meld.wilds, meld.naturals))))
        groups: dict[tuple[object, ...], list[Table]] = {}
        for table in tables:
            values = [value for name, value in table.case.settings.items() if name in own]
            groups.setdefault((table.case.seats, *values), []).append(table)
        dead = [
            table
            for group in groups.values()
            if all(table.supplies[number].most_naturals < 0 for table in group)
            for table in group
        ]
        if dead:
            message = f"no cards complete the meld `{meld.name.text}`{where(dead, tables)}"
            reason, hint = why(meld, dead[0].supplies[number])
            severity = Severity.ERROR if len(dead) == len(tables) else Severity.WARNING
            yield meld, Diagnostic("dead-meld", f"{message}: {reason}", meld.name.span, hint, severity=severity)


def why(meld: Meld, supply: Supply) -> tuple[str, str]:
    """The reason, and what may be done."""
    pattern = supply.pattern
    if pattern.places is not None and pattern.size_min > pattern.length:
        reason = f"it wants {pattern.size_min} cards, and its order has {pattern.length} values"
        return reason, "ask for a smaller `size`, or name more values under `in_order`"
    if pattern.naturals_min > pattern.most:
        reason = f"it wants {pattern.naturals_min} natural cards, and may have no more than {pattern.most} cards"
        return reason, "let `naturals` be no more than `size`"
    if pattern.least > pattern.most:
        reason = f"it wants {pattern.least} cards, and may have no more than {pattern.most}"
        return reason, "write the lower end of `size` first"
    if not supply.naturals:
        return "no card of the deck is a natural card of it", "`wild` and `never_melded` may leave too few cards"
    wilds = f"{supply.cap} wild card{'' if supply.cap == 1 else 's'} at most"
    hint = "ask for a smaller `size`, or allow more `wilds`"
    if pattern.naturals_min > pattern.least - supply.cap:
        wilds, hint = f"{pattern.naturals_min} of them natural", "ask for fewer `naturals`"
    if pattern.places is not None:
        reason = f"it wants {pattern.least} cards in order, {wilds}, and the deck lacks too many of them"
        return reason, f"{hint}; `wild` and `never_melded` may leave too few cards"
    most = max(supply.alike(faces) for faces in supply.by_value.values())
    apart = f" that differ in {meld.distinct.text}" if meld.distinct is not None else ""
    shared = f"of one {meld.same.text}" if meld.same is not None else ""
    return f"it wants {pattern.least} cards {shared}{apart}, {wilds}, and the deck has {most} natural ones", hint
