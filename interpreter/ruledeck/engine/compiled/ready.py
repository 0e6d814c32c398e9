"""Game, strategies → what is ready to play: emitted text under CPython, or machine code from the store or made now."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from ruledeck.engine.compiled import native
from ruledeck.engine.compiled.emit import Script, emit, foresee
from ruledeck.engine.compiled.frame import Memory
from ruledeck.engine.compiled.running import Array, Play, Runner, python_array, python_play
from ruledeck.engine.compiled.store import Store
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.model.game import Game
from ruledeck.text.version import package_digest


@dataclass(frozen=True, slots=True)
class Ready:
    """One for all threads; each thread takes a runner of its own."""

    memory: Memory
    seats: int
    play: Play
    array: Callable[[int], Array]
    keeps: object = None
    """What must stay as long as `play` is used."""

    def runner(self) -> Runner:
        return Runner(self.memory, self.seats, self.play, self.array)


def ready_python(script: Script, seats: int) -> Ready:
    return Ready(script.memory, seats, python_play(script), python_array)


def ready_native(game: Game, strategies: Sequence[int], traced: bool = False, store: Store | None = None) -> Ready:
    """Unsupported where the program cannot be taken. Needs the extra `fast`; `store` None: nothing is kept."""
    key = code_key(game, strategies, traced)
    found = store.read(key) if store is not None else None
    if found is not None:
        made = from_store(*found, game.seats)
        if made is not None:
            return made
    script, code = make(game, strategies, traced)
    if store is not None:
        head: dict[str, object] = {"memory": asdict(script.memory), "parts": [len(part) for part in code]}
        store.write(key, head, b"".join(code))
    loaded = native.Loaded(code)
    return Ready(script.memory, game.seats, loaded.play, native.native_array, loaded)


def make(game: Game, strategies: Sequence[int], traced: bool) -> tuple[Script, tuple[bytes, ...]]:
    making = native.Making(foresee(game))
    try:
        script = emit(game, strategies, traced)
    except BaseException:
        making.drop()
        raise
    if script.search.borrowed is not None:
        making.drop()
        raise Unsupported(script.search.borrowed.why)
    return script, making.finish(script)


def from_store(head: dict[str, object], code: bytes, seats: int) -> Ready | None:
    """None where what was kept does not fit what is needed."""
    try:
        kept = cast(dict[str, Any], head["memory"])
        memory = Memory(tuple((str(name), int(size)) for name, size in kept["sizes"]), int(kept["trace"]))
        loaded = native.Loaded(parted(code, cast(list[int], head["parts"])))
    except (KeyError, TypeError, ValueError, RuntimeError):
        return None
    return Ready(memory, seats, loaded.play, native.native_array, loaded)


def parted(code: bytes, lengths: Sequence[int]) -> list[bytes]:
    if sum(lengths) != len(code):
        raise ValueError("not the parts of this code")
    ends = list(itertools.accumulate(lengths))
    return [code[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def code_key(game: Game, strategies: Sequence[int], traced: bool) -> str:
    """All that the code depends on: the game (rules, options, seats), who plays, this executor, the compiler, the CPU."""
    parts = (repr(game), tuple(strategies), traced, package_digest(), native.LEVEL, native.host())
    return hashlib.sha256(repr(parts).encode()).hexdigest()
