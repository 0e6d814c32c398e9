"""simulate: one result whoever plays, on however many cores, in one go or in two."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruledeck.engine.compiled import native
from ruledeck.model.program import Arith, Assign, Branch, Compare, Const, Finish, Get, Instruction, Shuffle, Take
from ruledeck.model.state import TURN
from ruledeck.show.summary_json import summary_json
from ruledeck.study import ways
from ruledeck.study.journal import NotTheSameRun
from ruledeck.study.simulate import Summary, simulate
from ruledeck.study.ways import Engine, NotInstalled
from tests.unit.engine.matching_game import CARD, PILE, STOCK, with_code
from tests.unit.study.by_hand import BOTS, ByHand

ENGINES = [engine for engine in Engine if engine is not Engine.NATIVE or native.is_installed()]


def plain(summary: Summary) -> str:
    return summary_json(replace(summary, elapsed_s=0.0, setup_s=0.0, engine="any"))


def test_every_engine_gives_the_same_bytes() -> None:
    results = {plain(simulate(ByHand(), 500, 3, 7, BOTS, jobs, engine=engine)) for engine in ENGINES for jobs in (1, 2)}
    assert len(results) == 1


def test_the_engine_that_ran_is_named() -> None:
    for engine in ENGINES:
        assert simulate(ByHand(), 30, 3, 7, BOTS, engine=engine).engine == engine


def failing(last: Instruction) -> ByHand:
    top = Compare("==", Get(CARD), Const(0))
    code = (Shuffle(STOCK), Take(STOCK, PILE, None, CARD), Branch(top, 3, 4), last, Finish(finished=True))
    return ByHand(with_code(*code))


DIVIDE = Assign(TURN, None, Arith("//", Const(1), Get(TURN)), 0, 9)


@pytest.mark.parametrize("last", [DIVIDE, Finish(finished=False)])
def test_games_that_break_off_are_the_same(last: Instruction) -> None:
    results = {plain(simulate(failing(last), 400, 3, 11, BOTS, engine=engine)) for engine in ENGINES}
    assert len(results) == 1
    assert simulate(failing(last), 400, 3, 11, BOTS).tally.finished < 400


def test_the_size_of_the_job_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulate(ByHand(), 5, 3, 7, BOTS).engine == Engine.REFERENCE
    assert simulate(ByHand(), 100, 3, 7, BOTS).engine == Engine.PYTHON
    monkeypatch.setattr(native, "is_installed", lambda: False)
    monkeypatch.setattr(ways, "SLOW_FROM", 600)
    assert simulate(ByHand(), 599, 3, 7, BOTS).note is None
    large = simulate(ByHand(), 600, 3, 7, BOTS)
    assert large.engine == Engine.PYTHON
    assert "ruledeck[fast]" in str(large.note)
    with pytest.raises(NotInstalled, match="fast"):
        simulate(ByHand(), 5, 3, 7, BOTS, engine=Engine.NATIVE)


def test_what_cannot_be_taken_is_played_by_the_reference_executor() -> None:
    deck = ByHand().one.deck
    wide = tuple(f"{face}R" for face in range(70))
    many = replace(ByHand().one, deck=replace(deck, written=wide, copies=(1,) * 70), code=(Finish(finished=True),))
    for engine in ENGINES:
        summary = simulate(ByHand(many), 30, 3, 7, BOTS, engine=engine)
        assert summary.engine == Engine.REFERENCE
        assert (summary.note is None) == (engine is Engine.REFERENCE)
        assert summary.tally.finished == 30


def test_long_games_need_longer_histograms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruledeck.engine.compiled.running.FIRST_LENGTHS", (1, 2, 2))
    for engine in ENGINES[1:]:
        assert plain(simulate(ByHand(), 80, 3, 7, BOTS, engine=engine)) == plain(simulate(ByHand(), 80, 3, 7, BOTS))


# ------------------------------------------------------------------- journal


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interrupted_run_goes_on(tmp_path: Path, engine: Engine) -> None:
    def stop(played: int) -> None:
        raise KeyboardInterrupt(played)

    whole, file = simulate(ByHand(), 2000, 3, 7, BOTS, engine=engine), tmp_path / "run.json"
    broken = simulate(ByHand(), 2000, 3, 7, BOTS, 1, stop, engine, file)
    assert broken.interrupted
    assert 0 < broken.games < 2000
    heard: list[int] = []
    rest = simulate(ByHand(), 2000, 3, 7, BOTS, 2, heard.append, engine, file)
    assert plain(rest) == plain(whole)
    assert heard[0] == broken.games
    assert plain(simulate(ByHand(), 2000, 3, 7, BOTS, 1, None, engine, file)) == plain(whole)


def test_a_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    simulate(ByHand(), 30, 3, 7, BOTS, resume=file)
    with pytest.raises(NotTheSameRun, match="other rules"):
        simulate(ByHand(), 30, 3, 8, BOTS, resume=file)
    for content in ("", "[]", "{}", '{"format": "ruledeck run 1"}', "\x00", '{"format": 3, "run": {}}'):
        file.write_text(content)
        with pytest.raises(NotTheSameRun, match="run"):
            simulate(ByHand(), 30, 3, 7, BOTS, resume=file)
