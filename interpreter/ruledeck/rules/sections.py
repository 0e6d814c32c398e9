"""one merged mapping → Spec, section by section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ruledeck.lang import ast
from ruledeck.notation.node import Entry, Mapping, Node, Scalar, Sequence
from ruledeck.rules import spec
from ruledeck.rules.reader import UNREADABLE, Reader
from ruledeck.rules.spec import Named

DEFINE = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\(([^()]*)\))?\s*")
KIND_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def entries(node: Node | None) -> Iterator[tuple[Named, Node]]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield Named(entry.key.text, entry.key.span), entry.value


def get(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def read_options(reader: Reader, node: Node | None) -> Iterator[spec.Option]:
    for name, value in entries(node):
        default = get(value, "default")
        low, high = 0, 0
        bounds = get(value, "range")
        if isinstance(bounds, Scalar) and (match := KIND_RANGE.fullmatch(bounds.text)):
            low, high = int(match.group(1)), int(match.group(2))
        choices = tuple(word.text for word in reader.words(get(value, "choices")))
        shown: int | bool | str = ""
        if isinstance(default, Scalar):
            shown = default.text if choices else default.value if isinstance(default.value, int) else default.text
        requires = get(value, "requires")
        wanted = requires.items if isinstance(requires, Sequence) else (requires,) if requires else ()
        yield spec.Option(
            name,
            reader.word(get(value, "summary"), ""),
            shown,
            choices,
            low,
            high,
            tuple(reader.must(item) for item in wanted),
        )


def read_zones(reader: Reader, node: Node | None) -> Iterator[spec.Zone]:
    for name, value in entries(node):
        refill = get(value, "refill")
        owner = reader.word(get(value, "owner"), "table")
        seen_by = reader.word(get(value, "seen_by"), "all")
        named = reader.named(refill) if refill else None
        yield spec.Zone(
            name,
            owner == "seat",
            seen_by,
            named if named and named.text != "none" else None,
            reader.named(by) if (by := get(value, "refill_by")) else None,
        )


def read_variables(reader: Reader, node: Node | None) -> Iterator[spec.Variable]:
    for name, value in entries(node):
        kind = get(value, "kind")
        word = reader.named(kind) if kind else Named("truth", name.span)
        match = KIND_RANGE.fullmatch(word.text)
        yield spec.Variable(
            name,
            Named("number", word.span) if match else word,
            int(match.group(1)) if match else None,
            int(match.group(2)) if match else None,
            reader.word(get(value, "owner"), "table") == "seat",
            reader.word(get(value, "until"), "end of round"),
            reader.expr(get(value, "start")),
            reader.expr(get(value, "otherwise")),
            reader.word(get(value, "seen_by"), "all"),
            reader.expr(get(value, "on_play")),
        )


def read_defines(reader: Reader, node: Node | None) -> Iterator[spec.Define]:
    if not isinstance(node, Mapping):
        return
    for entry in node.entries:
        match = DEFINE.fullmatch(entry.key.text)
        if match is None:
            reader.error("bad-key", "a definition is written as `name` or `name(card)`", entry.key.span)
            continue
        params = []
        if match.group(2) is not None:
            start = match.start(2)
            params = [
                Named(found.group(), entry.key.sub(start + found.start(), start + found.end()))
                for found in re.finditer(r"[^,\s]+", match.group(2))
            ]
        name = Named(match.group(1), entry.key.sub(*match.span(1)))
        yield spec.Define(name, tuple(params), reader.must(entry.value))


def read_dealer(reader: Reader, node: Node | None) -> ast.Expr | None:
    """`rotates`, `stays`, or the seat that deals next, worked out when a round is over."""
    if isinstance(node, Scalar) and node.text == "stays":
        return ast.Word("dealer", node.span)
    return None if isinstance(node, Scalar) and node.text == "rotates" else reader.expr(node)


def read_deal(reader: Reader, node: Node | None) -> spec.Deal | None:
    if not isinstance(node, Mapping):
        return None
    starter = node.get("starter")
    cards, source = node.get("cards_each"), node.get("from")
    if cards is None or source is None:
        missing = "cards_each" if cards is None else "from"
        reader.error("missing-key", f"`deal` needs `{missing}`", node.span)
        return None
    put_back = get(starter, "put_back")
    to = get(starter, "to")
    hand = node.get("to")
    return spec.Deal(
        reader.named(source),
        reader.named(hand) if hand else Named("hand", node.span),
        reader.by_seats(cards),
        read_dealer(reader, node.get("dealer")),
        reader.named(to) if to else None,
        reader.expr(put_back),
        reader.word(get(starter, "put_back_at"), "random"),
        reader.expr(get(starter, "counts_if")),
        node.span,
    )


def step_moves(reader: Reader, node: Node | None) -> tuple[spec.StepMove, ...]:
    """Names of moves, each perhaps with a condition of its own here."""
    found: list[spec.StepMove] = []
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Mapping):
            found.extend(spec.StepMove(word, reader.must(condition)) for word, condition in entries(item))
        else:
            found.append(spec.StepMove(reader.named(item), None))
    return tuple(found)


def read_steps(reader: Reader, node: Node | None) -> Iterator[spec.Step]:
    for name, value in entries(node):
        yield spec.Step(name, step_moves(reader, get(value, "moves")), reader.effects(get(value, "otherwise")))


def read_choose(reader: Reader, node: Node | None) -> ast.Membership | None:
    if node is None:
        return None
    choose = reader.must(node)
    if isinstance(choose, ast.Membership) and not choose.negated:
        return choose
    if choose != UNREADABLE:
        reader.error("bad-value", "what a move chooses is written as `card in hand`", node.span)
    return ast.Membership(ast.Word("card", node.span), replace(UNREADABLE, span=node.span), False, node.span)


def read_windows(reader: Reader, node: Node | None) -> Iterator[spec.Window]:
    for name, value in entries(node):
        ask, accept, decline = get(value, "ask"), get(value, "accept"), get(value, "decline")
        yield spec.Window(
            name,
            reader.word(get(value, "opens"), "after play"),
            reader.expr(get(value, "if")),
            reader.named(ask) if ask else Named("others", name.span),
            reader.expr(get(value, "asks_if")),
            read_choose(reader, get(value, "choose")),
            reader.named(accept) if accept else name,
            reader.named(decline) if decline else Named("decline", name.span),
            reader.effects(get(value, "do")),
            reader.effects(get(value, "otherwise")),
        )


def read_moves(reader: Reader, node: Node | None) -> Iterator[spec.Move]:
    for name, value in entries(node):
        then = get(value, "then")
        yield spec.Move(
            name,
            read_choose(reader, get(value, "choose")),
            reader.expr(get(value, "if")),
            reader.effects(get(value, "do")),
            reader.named(then) if then else Named("end_turn", name.span),
        )


def read_actions(reader: Reader, node: Node | None) -> Iterator[spec.Action]:
    for name, value in entries(node):
        yield spec.Action(name, reader.effects(value))


def read_powers(reader: Reader, node: Node | None) -> Iterator[spec.Power]:
    for name, value in entries(node):
        card = get(value, "card")
        starter = get(value, "starter")
        yield spec.Power(
            name,
            reader.pattern(card) if card else None,
            reader.expr(get(value, "if")),
            reader.effects(get(value, "do")),
            reader.effects(starter) if starter else None,
        )


def read_penalties(reader: Reader, node: Node | None) -> Iterator[spec.Penalty]:
    for name, value in entries(node):
        by = get(value, "by")
        pay = get(value, "pay")
        if pay is None:
            reader.error("missing-key", f"`{name.text}` needs `pay`: what a seat does that does not answer", name.span)
        then = get(value, "then")
        compulsory = get(value, "compulsory")
        yield spec.Penalty(
            name,
            reader.expr(get(value, "answer")),
            reader.named(by) if by else Named("play", name.span),
            isinstance(compulsory, Scalar) and compulsory.value is True,
            reader.effects(pay),
            reader.word(get(value, "word"), "draw"),
            reader.named(then) if then else Named("end_turn", name.span),
            reader.number(get(value, "limit")),
            step_moves(reader, get(value, "moves")),
        )


def read_points(reader: Reader, layers: list[tuple[int, Mapping]]) -> Iterator[spec.PointsEntry]:
    for depth, node in layers:
        for entry in node.entries:
            yield spec.PointsEntry(reader.pattern(entry.key), reader.must(entry.value), depth)


def read_scoring(reader: Reader, node: Node | None) -> Iterator[spec.Score]:
    for name, value in entries(node):
        gains = get(value, "gains")
        if gains is None:
            reader.error("missing-key", f"`{name.text}` needs `gains`: what a seat scores", name.span)
            continue
        yield spec.Score(name, reader.expr(get(value, "who")), reader.must(gains))


def read_match(reader: Reader, node: Node | None) -> spec.Match | None:
    ends = get(node, "ends_if")
    if ends is None:
        return None
    final = tuple(read_scoring(reader, get(node, "final")))
    winner = reader.word(get(node, "winner"), "highest")
    return spec.Match(reader.must(ends), winner, reader.expr(get(node, "among")), final)


def read_round_ends(reader: Reader, node: Node | None) -> Iterator[spec.RoundEnd]:
    for name, value in entries(node):
        condition = get(value, "if")
        if condition is None:
            reader.error("missing-key", f"`{name.text}` needs `if`: when the round ends", name.span)
            continue
        yield spec.RoundEnd(name, reader.must(condition), reader.word(get(value, "checked"), "before powers"))


def read_strategies(reader: Reader, node: Node | None) -> Iterator[spec.Strategy]:
    for name, value in entries(node):
        yield spec.Strategy(name, tuple((word, reader.must(rate)) for word, rate in entries(value)))


def entry_of(node: Mapping, key: str) -> Entry | None:
    return next((entry for entry in node.entries if entry.key.text == key), None)
