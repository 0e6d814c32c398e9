"""The manual is true: every block of docs/language.md does what it says, and nothing of the language lacks an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledeck.engine.machine import Machine
from ruledeck.lang import ast
from ruledeck.model.move import RuleError
from ruledeck.model.program import NONE
from ruledeck.notation.node import plain
from ruledeck.rules import examine, merge
from ruledeck.rules.files import read_layers
from ruledeck.rules.merge import merge_layers
from ruledeck.rules.prepare import WORDS_OF_THE_LANGUAGE, WORDS_OF_THE_MACHINE
from ruledeck.rules.vocabulary import BUILT_IN
from ruledeck.words.functions import FOLDS, FUNCTION_OF
from tests.manual import BASE, MANUAL, PART, Block, Line, blocks, lines, load, mapping, of_kind, parse, work_out
from tests.schema_walk import keys, show, used_keys, used_words, words

GOOD = ("yaml base", "yaml part", "yaml whole", "yaml file")
KINDS = (*GOOD, "yaml gives", "yaml refused", "yaml stops", "expr", "moves")
GAMES = 30
IDLE = ("unused-name", "unused-option")
"""A part shows one thing; that nothing else uses it yet is no fault of it."""


def cases(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", of_kind(*kinds), ids=str)


# ------------------------------------------------------------------ blocks


def test_every_block_has_a_known_mark() -> None:
    assert {block.kind for block in blocks()} == set(KINDS)


@cases("yaml base", "yaml part")
def test_a_part_loads_and_plays(block: Block, tmp_path: Path) -> None:
    rules, found = load(tmp_path, block.text if block.kind == "yaml part" else "")
    spoken = [problem for problem in found if problem.code not in IDLE]
    assert [(problem.code, problem.message, problem.span.line) for problem in spoken] == []
    assert rules is not None
    for seats in rules.players:
        machine = Machine(rules.game(seats))
        for strategy in (NONE, 0):
            machine.play(machine.begin(seed=seats, number=strategy), [strategy] * seats)


@cases("yaml whole", "yaml file")
def test_a_whole_file_has_no_findings(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "whole.yaml"
    path.write_text(block.text, encoding="utf-8")
    assert [problem.message for problem in examine(path)[1]] == []


@cases("yaml refused")
def test_a_refused_part_is_refused_for_the_reason_given(block: Block, tmp_path: Path) -> None:
    _, found = load(tmp_path, block.text)
    assert {problem.code for problem in found} == {block.more}
    assert {problem.span.source.name for problem in found} == {(tmp_path / PART).as_posix()}


@cases("yaml stops")
def test_a_part_that_stops_a_game_does_so(block: Block, tmp_path: Path) -> None:
    rules, found = load(tmp_path, block.text)
    assert rules is not None, found
    machine = Machine(rules.game(3))
    with pytest.raises(RuleError, match=re.escape(block.more)):  # noqa: PT012 - in one of these games
        for number in range(GAMES):
            machine.play(machine.begin(seed=1, number=number), [NONE] * 3)


@cases("yaml gives")
def test_merging_gives_what_the_manual_says(block: Block, tmp_path: Path) -> None:
    load(tmp_path, block.part)
    layers, found = read_layers(tmp_path / PART)
    assert found == []
    merged = plain(merge_layers(layers)[0])
    wanted = plain(mapping(block.text))
    assert isinstance(merged, dict)
    assert isinstance(wanted, dict)
    for section, entries in wanted.items():
        if section in merge.BY_ENTRY:
            got = {name: merged[section].get(name) for name in entries}
            assert got == entries
            assert [name for name in merged[section] if name in entries] == list(entries), "in this order"
        elif isinstance(entries, dict):
            assert entries.items() <= merged[section].items()
        else:
            assert merged[section] == entries


@cases("expr")
def test_expressions_come_to_what_the_manual_says(block: Block, tmp_path: Path) -> None:
    rules, found = load(tmp_path, block.part if block.more == "part" else "")
    assert rules is not None, found
    got = [Line(line.text, work_out(rules, line.text, as_seat=block.more == "seat")) for line in lines(block)]
    assert [(line.text, line.wanted) for line in got] == [(line.text, line.wanted) for line in lines(block)]


@cases("moves")
def test_moves_are_written_as_the_manual_says(block: Block, tmp_path: Path) -> None:
    rules, _ = load(tmp_path, block.part if block.more == "part" else "")
    assert rules is not None
    machine, texts = Machine(rules.game(3)), set[str]()
    for number in range(GAMES):
        state = machine.begin(seed=1, number=number)
        while not machine.is_over(state):
            legal = machine.legal(state)
            texts.update(move.text for move in legal)
            offer, value = machine.choose(state, NONE)
            machine.take(state, offer, value)
    assert set(block.text.splitlines()) <= texts


# ---------------------------------------------------------------- coverage


def test_every_key_has_an_example() -> None:
    used = {key for block in of_kind(*GOOD) for key in used_keys(mapping(block.text))}
    assert show(keys() - used) == []


def test_every_word_of_the_schema_has_an_example() -> None:
    """Verbs that are bare words, subjects, and what else is one of a few words."""
    used = {word for block in of_kind(*GOOD) for word in used_words(mapping(block.text))}
    assert sorted(words() - used) == []


def examples() -> Iterator[ast.Expr]:
    for block in of_kind("expr"):
        for line in lines(block):
            expr, _ = parse(line.text)
            if expr is not None and not line.wanted.startswith("refused"):
                yield from (part for part, _ in ast.walk(expr))


def names(expr: ast.Expr) -> Iterator[str]:
    """Names that an expression uses by itself; groups are words too."""
    if isinstance(expr, ast.Word):
        yield expr.text
    elif isinstance(expr, ast.Call | ast.Fold):
        yield expr.name


def test_every_function_quantifier_and_name_has_an_example() -> None:
    shown = {name for expr in examples() for name in names(expr)}
    known = {*FUNCTION_OF, *BUILT_IN, *WORDS_OF_THE_LANGUAGE, *WORDS_OF_THE_MACHINE}
    assert sorted(known - shown - {"seat"}) == []
    assert {expr.name for expr in examples() if isinstance(expr, ast.Fold)} == set(FOLDS)


def forms(expr: ast.Expr) -> Iterator[str]:
    yield type(expr).__name__
    match expr:
        case ast.Arithmetic(op=op) | ast.Logic(op=op) | ast.Unary(op=op):
            yield op
        case ast.Compare(rest=rest):
            yield from (op for op, _ in rest)
        case ast.Membership(negated=negated) | ast.Match(negated=negated):
            yield f"{type(expr).__name__} {negated}"
        case _:
            return


def test_every_form_of_expression_has_an_example() -> None:
    shown = {form for expr in examples() for form in forms(expr)}
    operators = {"+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "neg"}
    negations = {f"{kind} {negated}" for kind in ("Membership", "Match") for negated in (True, False)}
    kinds = {kind.__name__ for kind in ast.Expr.__args__}
    assert sorted((operators | negations | kinds) - shown) == []


def test_every_type_has_an_example() -> None:
    shown = {line.wanted.split(": ")[0] for block in of_kind("expr") for line in lines(block)}
    assert {"a number", "true or false", "a card", "a seat", "a suit", "an ending"} <= shown


def test_every_merge_rule_has_an_example() -> None:
    shown = {section for block in of_kind("yaml gives") for section in mapping(block.text).keys()}  # noqa: SIM118
    assert sorted({*merge.BY_ENTRY, *merge.BY_KEY, "players", "name"} - shown) == []
    followed = [block.part for block in of_kind("expr") if block.more == "part"]
    for section in (*merge.LAYERED, "deck"):
        assert any(section in mapping(part).keys() for part in followed), section  # noqa: SIM118


def test_the_table_of_merge_rules_names_every_section() -> None:
    table = MANUAL.read_text(encoding="utf-8").partition("## Extending a ruleset")[2].partition("```")[0]
    rows = [set(re.findall(r"`(\w+)`", row)) for row in table.splitlines() if row.startswith("| `")]
    whole = {"define", *merge.WHOLE_ENTRIES}
    assert rows[:4] == [set(merge.BY_ENTRY) - whole, whole, set(merge.BY_KEY), set(merge.LAYERED)]
    assert rows[5] == set(merge.OWN)


def test_the_base_game_is_the_one_the_parts_extend(tmp_path: Path) -> None:
    rules, _ = load(tmp_path, "")
    assert rules is not None
    assert rules.layers[0].path.name == BASE
