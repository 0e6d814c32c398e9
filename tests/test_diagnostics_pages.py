"""Every diagnostic code has a page and a file of the corpus, and every page's examples do as it says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ruledeck.rules import examine
from ruledeck.text.codes import CODES
from tests.test_corpus import CORPUS, FILES, codes_of

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "diagnostics"
PLAIN = CORPUS / "rules" / "_plain.yaml"
MADE_BY_TESTS = {
    "unreadable-file": "a missing file: tests/unit/notation/test_read.py",
    "file-too-large": "a file of megabytes: tests/unit/notation/test_read.py",
    "expression-too-long": "a text of thousands of characters: tests/unit/lang/test_hostile.py",
    "unknown-option": "options that are asked for: tests/unit/rules/test_options.py",
}
"""Codes that no file of the corpus can have, and where they are tested instead."""
RAISED = re.compile(r"(?:error|Diagnostic|refuse|too_large)\(\s*\"([a-z]+(?:-[a-z]+)+)\"")
BLOCK = re.compile(r"\*\*(Avoid|Prefer)\*\*\n\n```yaml\n(.*?)\n```", re.DOTALL)
COMMAND = re.compile(r"--option (\w+)=(\w+)")
BEFORE_RULES = list(CODES).index("unknown-ruleset")
OF_RULES = [code for code in list(CODES)[BEFORE_RULES:] if not code.startswith("scenario-")]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_why_and_how(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}\n")
    for part in ("**What.**", "**Why.**", "**Avoid**", "**Prefer**"):
        assert part in text


def test_every_code_is_in_the_corpus() -> None:
    found = {code for path in FILES for code in codes_of(path)}
    assert found <= set(CODES)
    assert set(CODES) - found <= set(MADE_BY_TESTS)


def test_no_code_is_raised_that_is_not_in_the_catalogue() -> None:
    sources = (ROOT / "interpreter" / "ruledeck").glob("**/*.py")
    raised = {code for path in sources for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert len(raised) > 40
    assert raised <= set(CODES)


def codes(folder: Path, text: str) -> set[str]:
    """The codes that a page's example gives: a file of its own, or one that extends a plain game."""
    path = folder / "page.yaml"
    whole = text if text.startswith("name:") else f"name: Page\nextends: {PLAIN.name}\n{text}"
    path.write_text(whole + "\n", encoding="utf-8")
    return {problem.code for problem in examine(path, dict(COMMAND.findall(text)))[1]}


@pytest.mark.parametrize("code", OF_RULES)
def test_a_page_s_examples_do_as_it_says(code: str, tmp_path: Path) -> None:
    shutil.copy(PLAIN, tmp_path)
    examples = dict(BLOCK.findall((PAGES / f"{code}.md").read_text(encoding="utf-8")))
    assert codes(tmp_path, examples["Avoid"]) == {code}
    assert codes(tmp_path, examples["Prefer"]) == set()
