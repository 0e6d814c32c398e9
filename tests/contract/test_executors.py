"""Every game on disk goes the same way in every executor: choices, figures, scores, and the last state of chance."""

from __future__ import annotations

import ast
import itertools

import pytest

from ruledeck.engine.compiled import native
from ruledeck.engine.compiled.emit import emit
from ruledeck.engine.compiled.melds.reference import NAMES
from ruledeck.engine.compiled.melds.text import functions
from ruledeck.model.program import NONE
from ruledeck.model.state import DECISIONS
from ruledeck.rules.lower import lower
from tests.contract.found import RULESETS, Options, Table, allowed, opened, seated
from tests.traces import compare, ready

DECISIONS_COMPARED, WITH_MELDS = 2_000, 400
MOST_GAMES = 20
LEAST_GAMES = 2
needs_llvmlite = pytest.mark.skipif(not native.is_installed(), reason="needs llvmlite")


def games_to_compare(table: Table, decisions: int | None = None) -> range:
    """As many as make so many decisions, by the length of the first."""
    decisions = decisions or (WITH_MELDS if table.game.melds else DECISIONS_COMPARED)
    state = table.machine.begin(3, 0)
    table.machine.play(state, (NONE,) * table.players)
    # The reference search for melds is slow, and one game asks it hundreds of times.
    least = 1 if table.game.melds else LEAST_GAMES
    return range(max(least, min(MOST_GAMES, decisions // max(1, state.values[DECISIONS]))))


def everyday(table: Table) -> list[tuple[int, ...]]:
    """Seatings to compare each day. Games with melds are slow, and the longer the more seats play at random."""
    return [(0,) * table.players] if table.game.melds and table.game.strategies else table.seatings()


def test_emitted_python_plays_as_the_reference_executor(table: Table) -> None:
    for seating in everyday(table):
        compare(table.machine, seating, 3, games_to_compare(table), ready(table.game, seating, native=False))


@needs_llvmlite
def test_machine_code_plays_as_the_reference_executor(table: Table) -> None:
    """Where it can be, at a mixed table, whose code holds all that there is."""
    seating = everyday(table)[-1]
    if (borrowed := emit(table.game, seating).search.borrowed) is not None:
        pytest.skip(borrowed.why)
    compare(table.machine, seating, 5, games_to_compare(table), ready(table.game, seating, native=True))


def some_options(name: str) -> list[Options]:
    """The defaults, each choice of each option alone, and all of them together as far as they go together."""
    rules = opened(name)
    alone: list[Options] = [()]
    for option in rules.spec.options:
        values: tuple[int | bool | str, ...] = (True, False) if isinstance(option.default, bool) else option.choices
        alone += [((option.name.text, value),) for value in values if value != rules.options[option.name.text]]
    together = tuple(itertools.chain.from_iterable(alone))
    return [options for options in (*alone, tuple(dict(together).items())) if allowed(name, options)]


@pytest.mark.parametrize("name", RULESETS)
def test_every_option_can_be_emitted(name: str) -> None:
    for options in some_options(name):
        for players in opened(name, options).players[-1:]:
            game = opened(name, options).game(players)
            assert emit(game, (NONE,) * players).text


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_the_long_soak(name: str) -> None:
    """All numbers of seats, each option, all seatings, all executors that there are."""
    for options in some_options(name):
        for players in opened(name, options).players:
            table = seated(name, players, options)
            games = games_to_compare(table, 8_000)
            for seating in table.seatings():
                whole = native.is_installed() and emit(table.game, seating).search.borrowed is None
                for way in (False, True) if whole else (False,):
                    compare(table.machine, seating, 11, games, ready(table.game, seating, way))


# -------------------------------------------------------------------- the text

ALLOWED = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.AugAssign, ast.Name, ast.Load, ast.Store,
    ast.Constant, ast.Tuple, ast.While, ast.For, ast.If, ast.IfExp, ast.Break, ast.Pass, ast.Return, ast.Compare,
    ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Subscript, ast.Slice, ast.Call, ast.Attribute, ast.boolop, ast.cmpop,
    ast.operator, ast.unaryop, ast.Expr,
)  # fmt: skip
CALLS = {"bit_count", "bit_length", "range", "min", "max"}
SEARCHES = {*NAMES, *functions()}


def test_the_text_is_restricted(table: Table) -> None:
    for seating in table.seatings()[-1:]:
        for node in ast.walk(ast.parse(emit(table.game, seating).search.text + emit(table.game, seating).text)):
            assert isinstance(node, ALLOWED), ast.dump(node)
            if isinstance(node, ast.Constant):
                assert type(node.value) is int
                assert node.value < 1 << 63
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                assert name in CALLS | SEARCHES


def test_the_text_depends_on_the_game_alone(table: Table) -> None:
    again, _ = lower(table.rules.spec, table.rules.options, table.players)
    assert again is not None
    for seating in table.seatings()[-1:]:
        assert emit(table.game, seating) == emit(again, seating)
