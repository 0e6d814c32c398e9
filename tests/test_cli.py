"""The command line: the corpus of command lines, and what needs a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

import pytest
import yaml

from ruledeck.cli import main
from ruledeck.cli.output import write_out
from ruledeck.rules import open_rules
from ruledeck.rules.files import shipped_names

ROOT = Path(__file__).parent.parent
CORPUS = yaml.safe_load((ROOT / "tests" / "corpus" / "cli.yaml").read_text(encoding="utf-8"))
TIMES = ("elapsed_s", "setup_s")


@pytest.mark.parametrize("case", CORPUS, ids=[case["name"] for case in CORPUS])
def test_corpus(
    case: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    before = table(case, "files")
    for name, text in before.items():
        (tmp_path / name).write_text(str(text), encoding="utf-8")
    code = main(words(case["args"]))
    out, err = capsys.readouterr()
    assert code == case["exit"], f"{out}\n{err}"
    check(out, case["stdout"])
    check(err, case.get("stderr", []))
    wrote = table(case, "wrote")
    for name, texts in wrote.items():
        check((tmp_path / name).read_text(encoding="utf-8"), texts)
    assert {path.name for path in tmp_path.iterdir()} == {*before, *wrote}
    assert all((tmp_path / name).read_text(encoding="utf-8") == text for name, text in before.items())


def check(text: str, wanted: object) -> None:
    parts = words(wanted)
    if not parts:
        assert text == ""
    for part in parts:
        assert part in text


def words(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(item) for item in value]


def table(case: dict[str, object], key: str) -> dict[str, object]:
    value = case.get(key, {})
    assert isinstance(value, dict)
    return value


def ruledeck(*arguments: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run in a process of its own, with these environment variables."""
    return subprocess.run(command(*arguments), env=environment(**settings), capture_output=True, check=False)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "ruledeck.cli", *arguments]


def environment(**settings: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), **settings}


def a_game() -> str:
    """The name of a shipped game, one that is played fast: without melds."""
    return next(name for name in shipped_names() if not open_rules(name).spec.melds)


def timeless(output: bytes) -> str:
    data = json.loads(output)
    return json.dumps({key: value for key, value in data.items() if key not in TIMES})


def test_hash_seeds_and_workers_change_nothing() -> None:
    arguments = ("simulate", a_game(), "--games", "60", "--seed", "5", "--format", "json")
    one = ruledeck(*arguments, "--jobs", "1", PYTHONHASHSEED="0")
    two = ruledeck(*arguments, "--jobs", "2", PYTHONHASHSEED="1")
    assert one.returncode == two.returncode == 0
    assert timeless(one.stdout) == timeless(two.stdout)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_output_that_can_show_little_is_no_reason_to_fail(encoding: str) -> None:
    settings = {"PYTHONIOENCODING": encoding, "LANG": "C", "PYTHONUTF8": "0"}
    done = ruledeck("trace", a_game(), "--seed", "1", **settings)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"->" in done.stdout


def test_a_reader_that_goes_away_is_no_fault_of_ours() -> None:
    process = subprocess.Popen(
        command("trace", a_game(), "--seed", "1"), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)
    assert error == b""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_prints_what_is_done() -> None:
    arguments = ("simulate", a_game(), "--games", "10000000", "--seed", "5", "--jobs", "2", "--format", "json")
    # A shell's background job ignores the signal, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        command(*arguments), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        out, error = process.communicate(timeout=60)
    finally:
        process.kill()
    assert b"Traceback" not in error
    data = json.loads(out)
    assert data["interrupted"] is True
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(data["games"] - data["unfinished"])
    assert data["games"] < 10_000_000
    assert process.returncode == 130


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    target.write_text("old", encoding="utf-8")

    def fail(stream: TextIO) -> None:
        stream.write("half")
        raise RuntimeError("lost")

    with pytest.raises(RuntimeError):
        write_out(str(target), fail)
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]
    assert target.read_text(encoding="utf-8") == "old"
    write_out(str(target), lambda stream: stream.write("new\n"))
    assert target.read_bytes() == b"new\n"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours, in the middle of a verb."""
    from ruledeck.cli import schema

    def fail() -> str:
        problem = KeyError("lost")
        problem.add_note("game 3 of seed 9")
        raise problem

    monkeypatch.setattr(schema, "schema_text", fail)


@pytest.mark.usefixtures("broken")
def test_a_fault_of_ours_is_one_line_and_asks_for_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RULEDECK_DEBUG", raising=False)
    assert main(["schema"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "ruledeck: game 3 of seed 9: KeyError: 'lost'",
        "  This is a fault of ruledeck, not yours; please report it.",
    ]
    monkeypatch.setenv("RULEDECK_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["schema"])
