"""Every scenario file beside a ruleset on disk: no errors, and every scenario passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.show.diagnostics_text import diagnostics_text
from ruledeck.show.scenarios_text import failure_text
from ruledeck.study.scenarios import run_file, walk

ROOT = Path(__file__).parent.parent
FILES = sorted(walk(ROOT / "rulesets"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_scenarios(path: Path) -> None:
    done = run_file(path)
    assert not done.diagnostics, diagnostics_text(done.diagnostics)
    assert done.results
    text = "".join(failure_text(result) for result in done.results)
    assert not text, text


def test_some_are_there() -> None:
    assert FILES
