"""Every file of tests/corpus/bad/reading has the errors it states, at the lines it states, and no others.

A comment at the end of a line, `# error: [code] [code]`, states that line's errors. Where YAML leaves no room for a
comment, a file of the same name and the ending `.errors` has lines `LINE:COL code`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledeck.notation import read_file

CORPUS = Path(__file__).parents[2] / "corpus" / "bad" / "reading"
FILES = sorted(CORPUS.glob("*.yaml"))
_STATED = re.compile(r"# error:((?: \[[a-z-]+\])+)\s*$")


def _inline(text: str) -> list[str]:
    stated: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if found := _STATED.search(line):
            stated.extend(f"{number} {code}" for code in re.findall(r"\[([a-z-]+)\]", found[1]))
    return stated


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stated_errors(path: Path) -> None:
    _, _, found = read_file(path, path.name)
    sidecar = path.with_suffix(".errors")
    if sidecar.exists():
        assert [f"{one.span.line}:{one.span.column} {one.code}" for one in found] == sidecar.read_text("utf-8").split(
            "\n"
        )[:-1]
    else:
        assert [f"{one.span.line} {one.code}" for one in found] == _inline(path.read_bytes().decode("utf-8-sig"))
    assert found


def test_the_corpus_is_there() -> None:
    assert len(FILES) > 10
