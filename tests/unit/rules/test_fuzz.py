"""Shipped rule files, mangled: the validator says what is wrong or gives a game, and never breaks down."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledeck.rules import examine
from tests.unit.rules.files import furnish, good_files

TEXTS = tuple(path.read_text(encoding="utf-8").splitlines() for path in good_files())
SCALARS = (
    *("0", "-1", "3", "99", "999999999", "2..4", "4..2", "true", "none", "''", "[]", "{}", "[again]", "{draw: 1}"),
    *("card", "card in hand", "card is 8", "A 2", "J..", "hand", "stock", "next", "others", "seats", "count(hand)"),
    *("hand(next)", "top(pile)", "fits(card)", "act", "end_turn", "play", "suit", "truth", "nobody", "x y z", "a: b"),
)
Line = st.integers(0, 400)
EDIT = st.one_of(
    st.tuples(st.just("drop"), Line, Line),
    st.tuples(st.just("copy"), Line, Line),
    st.tuples(st.just("indent"), Line, st.integers(0, 12)),
    st.tuples(st.just("value"), Line, st.sampled_from(SCALARS)),
    st.tuples(st.just("inner"), Line, st.tuples(st.integers(0, 9), st.sampled_from(SCALARS))),
)


def mangled(lines: list[str], edit: tuple[str, int, object]) -> list[str]:
    kind, at, how = edit
    at %= len(lines)
    line = lines[at]
    match kind, how:
        case "drop", _:
            return lines[:at] + lines[at + 1 :]
        case "copy", int():
            there = how % len(lines)
            return lines[:there] + [line] + lines[there:]
        case "indent", int():
            return lines[:at] + [" " * how + line.strip()] + lines[at + 1 :]
        case "value", str():
            return lines[:at] + [f"{line.split(':')[0]}: {how}"] + lines[at + 1 :]
        case "inner", (int(place), str(scalar)):
            parts = line.split(": ")
            place = place % len(parts)
            tail = parts[place].lstrip("{[abcdefghijklmnopqrstuvwxyz_0123456789.") if place else ""
            parts[place] = scalar + tail if place else parts[0]
            return lines[:at] + [": ".join(parts)] + lines[at + 1 :]
        case _:
            raise ValueError(kind)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mangled")
    furnish(made)
    return made


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(TEXTS), st.lists(EDIT, min_size=1, max_size=3))
def test_a_mangled_file_gets_an_answer(folder: Path, lines: list[str], edits: list[tuple[str, int, object]]) -> None:
    for edit in edits:
        lines = mangled(lines, edit)
        if not lines:
            break
    path = folder / "game.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rules, found = examine(path)
    assert found or (rules is not None and (rules.games or rules.spec.kind != "game"))
    assert all(problem.message and problem.span.start <= problem.span.end for problem in found)
