"""Every file of tests/corpus/bad has the errors it states, where it states them, and no others.

A comment at the end of a line, `# error: [code] [code]`, states that line's errors. Where YAML leaves no room for a
comment, or columns matter, a file of the same name and the ending `.errors` has lines `LINE:COL code`. The folder says
which stage reads the file; a name that begins with `_` is there for others to extend.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ruledeck.notation import read_file
from ruledeck.rules import examine
from ruledeck.study.scenarios import run_file
from ruledeck.text import Diagnostic

CORPUS = Path(__file__).parent / "corpus" / "bad"
FILES = sorted(path for path in CORPUS.glob("*/*.yaml") if not path.name.startswith("_"))
STATED = re.compile(r"# error:((?: \[[a-z-]+\])+)\s*$")
Stage = Callable[[Path], list[Diagnostic]]
STAGES: dict[str, Stage] = {
    "reading": lambda path: read_file(path, path.name)[2],
    "rules": lambda path: examine(path)[1],
    "scenarios": lambda path: list(run_file(path).diagnostics),
}


def inline(text: str) -> list[str]:
    """`LINE code` of every error that a file states in comments."""
    lines = enumerate(text.split("\n"), start=1)
    stated = [(number, found[1]) for number, line in lines if (found := STATED.search(line))]
    return [f"{number} {code}" for number, codes in stated for code in re.findall(r"\[([a-z-]+)\]", codes)]


def codes_of(path: Path) -> set[str]:
    """The codes that a file of the corpus states."""
    sidecar = path.with_suffix(".errors")
    if sidecar.exists():
        return {line.split()[1] for line in sidecar.read_text(encoding="utf-8").splitlines()}
    return {line.split()[1] for line in inline(path.read_text(encoding="utf-8-sig"))}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_stated_errors(path: Path) -> None:
    found = STAGES[path.parent.name](path)
    sidecar = path.with_suffix(".errors")
    if sidecar.exists():
        stated = sidecar.read_text(encoding="utf-8").splitlines()
        assert [f"{one.span.line}:{one.span.column} {one.code}" for one in found] == stated
    else:
        stated = inline(path.read_bytes().decode("utf-8-sig"))
        assert [f"{one.span.line} {one.code}" for one in found] == stated
    assert stated
    assert all(one.span.source.name.endswith(path.name) for one in found)


def test_every_folder_has_a_stage_and_files() -> None:
    assert {path.parent.name for path in FILES} == set(STAGES)
