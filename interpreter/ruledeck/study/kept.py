"""RULESET and options → what a batch of games needs of them, from the user's cache if no file that it stands on has changed.

What is kept is Python's own format, which is as good as a program: the store hands out only what this user alone could
have written, as it does for machine code.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ruledeck.engine.compiled.store import Store
from ruledeck.model.game import Game
from ruledeck.text.shipped import PACKAGE
from ruledeck.text.version import package_digest

if TYPE_CHECKING:
    from ruledeck.rules import Rules

Value = int | bool | str
Digests = tuple[tuple[str, str], ...]
"""Each file's path and the SHA-256 of its bytes."""


@dataclass(slots=True)
class Kept:
    """A ruleset for one choice of options, ready to be played, without the text it came from."""

    name: str
    options: dict[str, Value]
    defaults: dict[str, Value]
    players: tuple[int, ...]
    pickled: dict[int, bytes]
    """By number of seats."""
    _games: dict[int, Game] = field(default_factory=dict)

    def game(self, players: int) -> Game:
        if players not in self._games:
            self._games[players] = cast(Game, pickle.loads(self.pickled[players]))  # noqa: S301 - see above
        return self._games[players]


def open_kept(name: str, options: Mapping[str, object], store: Store) -> Kept | Rules:
    """As `open_rules`. Raises RulesetError."""
    key = key_of(name, options)
    found = store.read(key)
    if found is not None:
        kept = unpacked(*found)
        if kept is not None:
            return kept
    # Imported only here: nothing of it is needed where a ruleset is kept, and it takes longer than all the rest.
    opened, files = cast("tuple[Rules, Digests]", import_module("ruledeck.rules").open_noting(name, options))
    # What was changed while it was read is not kept.
    whole = opened.players and all(digest for _, digest in files)
    if whole and files == digests([path for path, _ in files]):
        store.write(key, {"files": files}, packed(opened))
    return opened


def key_of(name: str, options: Mapping[str, object]) -> str:
    """Of the words that name a ruleset, not of what its files hold."""
    place = Path(name).absolute() if name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name else None
    with suppress(OSError, RuntimeError):  # a link that leads to itself: who reads it says so
        place = place and place.parent.resolve() / place.name
    words = (name, str(place), sorted(options.items(), key=lambda item: item[0]))
    whole = repr((words, str(PACKAGE), package_digest(), sys.version))
    return "rules-" + hashlib.sha256(whole.encode()).hexdigest()


def digests(paths: list[str]) -> Digests | None:
    """None where a file cannot be read."""
    with suppress(OSError):
        return tuple((path, hashlib.sha256(Path(path).read_bytes()).hexdigest()) for path in paths)
    return None


def packed(rules: Rules) -> bytes:
    games = {players: pickle.dumps(rules.game(players)) for players in rules.players}
    return pickle.dumps(Kept(rules.name, rules.options, rules.defaults, rules.players, games))


def unpacked(head: dict[str, object], body: bytes) -> Kept | None:
    """None where a file has changed, or where this is not what `packed` made."""
    with suppress(Exception):
        files = tuple((str(path), str(digest)) for path, digest in cast("list[list[str]]", head["files"]))
        if files == digests([path for path, _ in files]):
            kept = pickle.loads(body)  # noqa: S301 - see above
            return kept if isinstance(kept, Kept) else None
    return None
