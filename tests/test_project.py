"""The tree keeps its own rules: sizes, docstrings, names, paths, the README's two commands, a quick start."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledeck.text.shipped import shipped

ROOT = Path(__file__).parent.parent
MODULES = sorted([*ROOT.glob("interpreter/**/*.py"), *ROOT.glob("tests/**/*.py")])
NO_GAMES = ("families", "decks")
LONGEST_MODULE, LONGEST_FUNCTION = 300, 40
HEAVY = ("rich", "jsonschema", "lark", "yaml", "multiprocessing", "ruledeck.rules", "ruledeck.study", "ruledeck.engine")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


every_module = pytest.mark.parametrize("path", MODULES, ids=relative)


@every_module
def test_a_module_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module has a docstring"
    long = [f"{node.name} ({length(node)} lines)" for node in functions(tree) if length(node) > LONGEST_FUNCTION]
    assert not long, f"functions have at most {LONGEST_FUNCTION} lines"


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def length(node: ast.FunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def games() -> list[str]:
    folders = [path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir()]
    return sorted(name for name in folders if name not in NO_GAMES)


def test_no_game_is_named_in_python() -> None:
    spelled = "|".join(re.escape(name).replace(r"\-", "[-_ ]?") for name in games())
    name = re.compile(rf"(?<![A-Za-z0-9])(?:{spelled})(?![A-Za-z0-9])", re.IGNORECASE)
    found = [
        f"{relative(path)}:{number}: {line.strip()}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if name.search(line)
    ]
    assert games()
    assert not found


def tracked() -> list[Path]:
    """Files that git keeps or would keep."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_holds_a_path_of_somebodys_machine() -> None:
    machine = re.compile(r"(?<![\w.*)}~-])/(?:work|home|root|tmp|Users|opt|var)/\w|\b[A-Z]:\\\w")
    found = [
        f"{relative(path)}:{number}: {line.strip()[:80]}"
        for path in tracked()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if machine.search(line)
    ]
    assert not found


def test_the_readme_begins_with_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^```\w*\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)[:2]
    for block in (first, second):
        assert len(block.splitlines()) == 1
        assert block.startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert " simulate " in first
    assert "pytest" in second


def test_the_gate_is_a_program_and_runs_the_readmes_command() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    text = script.read_text(encoding="utf-8")
    for step in ("ruff format --check", "ruff check", "mypy", "lint-imports", "README.md"):
        assert step in text


def test_the_command_line_starts_without_what_only_verbs_need() -> None:
    code = (
        "import sys; from ruledeck.cli import main; main(['--help']);"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        text=True,
        cwd=ROOT / "interpreter",
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("kind", ["rulesets", "schema"])
def test_shipped_folders_are_found(kind: str) -> None:
    assert shipped(kind).is_dir()
    assert any(shipped(kind).iterdir())
