"""Which executor plays a batch: by the size of the job, or as asked; and how to get faster where that can be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from ruledeck.engine.compiled import native
from ruledeck.engine.compiled.emit import emit
from ruledeck.engine.compiled.ready import ready_native
from ruledeck.engine.compiled.store import Store
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.study.batch import Batch, Player, compiled_player, player_of


class Engine(StrEnum):
    """Ways of running the same games."""

    REFERENCE = "reference"
    PYTHON = "python"
    NATIVE = "native"


EMITTED_FROM, NATIVE_FROM, SLOW_FROM = 25, 400, 5_000
"""Numbers of games from which emitting pays, compiling pays, and from which to say how to get faster."""


class NotInstalled(ValueError):
    """The native executor was asked for, and what it needs is not there."""

    def __init__(self) -> None:
        super().__init__("the native executor needs the extra `fast`: pip install 'ruledeck[fast]'")


@dataclass(frozen=True, slots=True)
class Way:
    """An executor made ready. `new` gives a player for one thread; `threads`: several threads run at once."""

    engine: Engine
    batch: Batch
    new: Callable[[], Player]
    threads: bool = False
    note: str | None = None
    """What the person who started the job may want to know."""


def choose_way(batch: Batch, games: int, wanted: Engine | None, store: Store | None) -> Way:
    """NotInstalled where the native executor is wanted and cannot be had."""
    if wanted is Engine.NATIVE and not native.is_installed():
        raise NotInstalled
    engine = wanted or by_size(games)
    try:
        if engine is Engine.NATIVE:
            ready = ready_native(batch.game, batch.strategies, store=store)
            return Way(engine, batch, lambda: compiled_player(batch, ready), threads=True)
        if engine is Engine.PYTHON:
            script = emit(batch.game, batch.strategies)
            if script.search.borrowed is not None and wanted is None:
                # It would ask the reference executor's search, and is slower than that executor.
                return by_reference(batch, script.search.borrowed.why)
            scripted = replace(batch, script=script)
            slow = wanted is None and games >= SLOW_FROM
            return Way(engine, scripted, lambda: player_of(scripted), note=HOW_TO_GET_FASTER if slow else None)
    except Unsupported as reason:
        return by_reference(batch, str(reason))
    return Way(Engine.REFERENCE, batch, lambda: player_of(batch))


def by_reference(batch: Batch, why: str) -> Way:
    """For a game that the others cannot play, or not faster."""
    note = f"the reference executor plays this ruleset, which is slower: {why}"
    return Way(Engine.REFERENCE, batch, lambda: player_of(batch), note=note)


HOW_TO_GET_FASTER = "this would be many times faster with the extra `fast`: pip install 'ruledeck[fast]'"


def by_size(games: int) -> Engine:
    if games < EMITTED_FROM:
        return Engine.REFERENCE
    return Engine.NATIVE if games >= NATIVE_FROM and native.is_installed() else Engine.PYTHON
