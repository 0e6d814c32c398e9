"""The cards of a group may be listed in any order, those of a sequence only from low to high."""

from __future__ import annotations

import itertools
from pathlib import Path

from ruledeck.show.scenarios_text import failure_text
from ruledeck.study.scenarios import run_file

RULES = (Path(__file__).parent / "laying.yaml").read_text(encoding="utf-8")


def failures(folder: Path, *steps: str, round_number: int = 1) -> str:
    """What fails of the steps, each tried by itself after the draw."""
    (folder / "laying.yaml").write_text(RULES, encoding="utf-8")
    given = "hands: {p1: 7C 7D 7H 7S 2C JK 4H 5H 6H 9C 9D KS}, piles: {pile: none, stock: 9S ...}"
    head = f"given: {{to_move: p1, {given}, variables: {{round: {round_number}}}}}"
    tried = "".join(f"  - name: a lay\n    {head}\n    steps:\n      - do: draw\n      - {step}\n" for step in steps)
    path = folder / "laying-scenarios.yaml"
    path.write_text(f"ruleset: laying.yaml\nscenarios:\n{tried}", encoding="utf-8")
    done = run_file(path)
    assert done.diagnostics or len(done.results) == len(steps)
    return "".join([*(str(problem) for problem in done.diagnostics), *map(failure_text, done.results)])


def laid(text: str, first: str, second: str) -> str:
    return f"{{do: lay {text}, expect: {{piles: {{m1: {first}, m2: {second}}}}}}}"


def test_a_group_in_any_order(tmp_path: Path) -> None:
    orders = itertools.permutations(("7C", "7D", "7S", "2C", "JK"))
    steps = [laid(f"{' '.join(cards)} | 4H 5H 6H 7H", "7C 7D 7S 2C JK", "4H 5H 6H 7H") for cards in orders]
    assert not failures(tmp_path, *steps)


def test_the_bar_between_may_be_left_out_where_the_next_card_does_not_belong(tmp_path: Path) -> None:
    firsts = {"7S 7D 7C": "7C 7D 7S", "JK 7S 7C 7D": "7C 7D 7S JK", "7D 2C 7C": "7C 7D 2C"}
    steps = [laid(f"{text} 9S 9D 9C", cards, "9C 9D 9S") for text, cards in firsts.items()]
    assert not failures(tmp_path, *steps, round_number=2)


def test_a_sequence_in_no_other_order(tmp_path: Path) -> None:
    runs = ("5H 4H 6H 7H", "4H 6H 5H 7H", "4H 5H 7H 6H", "JK 5H 4H 6H 7H")
    assert not failures(
        tmp_path, *(f"{{refused: lay 7C 7D 7S | {run}, because: cannot come next in the run}}" for run in runs)
    )


def test_why_a_card_is_refused(tmp_path: Path) -> None:
    steps = (
        "{refused: lay 7C 2C JK JK, because: there is no JK to lay}",
        "{refused: lay 7C 4H, because: '4H cannot come next in the set'}",
        "{refused: lay 7C 7D 7S | 9C}",
    )
    assert not failures(tmp_path, *steps)
