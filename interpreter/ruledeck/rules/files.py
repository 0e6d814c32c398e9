"""names and paths → layers: the nodes of a ruleset's file and of all that it extends, read and shape-checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ruledeck.notation.node import Mapping, Scalar
from ruledeck.notation.read import read_file
from ruledeck.notation.shape import check_shape
from ruledeck.rules.prune import prune
from ruledeck.text import Diagnostic, Note, RulesetError, Source, Span
from ruledeck.text.near import near
from ruledeck.text.shipped import shipped

MAX_LAYERS = 8
SUFFIXES = (".yaml", ".yml")


def schema_path() -> Path:
    return shipped("schema") / "ruledeck.schema.json"


@cache
def schema() -> dict[str, object]:
    """The JSON Schema of rule files."""
    loaded: dict[str, object] = json.loads(schema_path().read_text(encoding="utf-8"))
    return loaded


@dataclass(frozen=True, slots=True)
class Layer:
    """One file: its mapping, and the span of the key that named it (None for the first)."""

    path: Path
    source: Source
    node: Mapping
    lost: frozenset[str] = frozenset()
    """Names that stood in parts with faults, which were cut off."""


def shipped_names() -> tuple[str, ...]:
    """Names of the shipped games, in alphabetical order."""
    root = shipped("rulesets")
    return tuple(sorted(folder.name for folder in root.iterdir() if (folder / f"{folder.name}.yaml").is_file()))


def shipped_path(name: str) -> Path | None:
    """The file of a shipped ruleset, family (`families/...`) or deck (`decks/...`); None if there is none."""
    root = shipped("rulesets")
    candidates = (root / name / f"{name}.yaml",) if "/" not in name else (root / f"{name}.yaml",)
    for path in candidates:
        if ".." not in path.parts and path.is_file():
            return path
    return None


def is_path(text: str) -> bool:
    """Whether a RULESET argument is a path: it ends as a rule file does, or a folder stands before a file's name."""
    return text.endswith(SUFFIXES) or (("/" in text or "\\" in text) and shipped_path(text) is None)


def display(path: Path) -> str:
    """How a file is named in messages: shipped ones from their folder on, others as they were given."""
    try:
        return "rulesets/" + path.relative_to(shipped("rulesets")).as_posix()
    except ValueError:
        return path.as_posix()


def locate(text: str) -> Path:
    """The path behind a RULESET argument. Raises RulesetError when no shipped ruleset has that name."""
    if is_path(text):
        return Path(text)
    found = shipped_path(text)
    if found is not None:
        return found
    span = Span(Source(text, ""), 0, 0)
    names = shipped_names()
    hint = near(text, names) or "shipped rulesets are " + ", ".join(names) + "; a file's path ends in .yaml"
    raise RulesetError([Diagnostic("unknown-ruleset", f"no shipped ruleset is called `{text}`", span, hint)])


def read_layers(path: Path) -> tuple[tuple[Layer, ...], list[Diagnostic]]:
    """The file and its ancestors, the file itself first; none when one of them is of no use."""
    layers: list[Layer] = []
    found: list[Diagnostic] = []
    cited: Scalar | None = None
    seen: set[Path] = set()
    while True:
        layer, problems = read_layer(path)
        found.extend(with_citation(problems, cited))
        if layer is None:
            return (), found
        layers.append(layer)
        seen.add(path.resolve())
        extends = layer.node.get("extends")
        if not isinstance(extends, Scalar):
            return tuple(layers), found
        cited = extends
        target = ancestor(path, extends.text)
        problem = refuse_ancestor(target, extends, seen, len(layers))
        if problem is not None or target is None:
            found.extend([problem] if problem else [])
            return (), found
        path = target


LARGEST_NOTED = 1 << 24
_noted: ContextVar[dict[str, str] | None] = ContextVar("_noted", default=None)


@contextmanager
def noting() -> Iterator[dict[str, str]]:
    """Collects the files that are read meanwhile: path → SHA-256 of the bytes just before they were read, or ""."""
    files: dict[str, str] = {}
    token = _noted.set(files)
    try:
        note(schema_path())
        yield files
    finally:
        _noted.reset(token)


def note(path: Path) -> None:
    """A pipe, which would be waited for, and what is too large for a rule file have no digest."""
    files = _noted.get()
    if files is not None:
        with suppress(OSError):
            plain = path.is_file() and path.stat().st_size <= LARGEST_NOTED
            files[str(path.absolute())] = hashlib.sha256(path.read_bytes()).hexdigest() if plain else ""


def read_layer(path: Path) -> tuple[Layer | None, list[Diagnostic]]:
    """One file, read and checked against the schema; with faults, what is left without the parts that have them."""
    note(path)
    source, node, found = read_file(path, display(path))
    if node is None:
        return None, found
    if not isinstance(node, Mapping):
        return None, [*found, Diagnostic("wrong-type", "a rule file is a mapping of sections", node.span)]
    read = prune(node, found, of_shape=False)
    if read.node is None:
        return None, found
    faults = [problem for problem in check_shape(read.node, schema()) if not (found and problem.code == "missing-key")]
    shaped = prune(read.node, faults, of_shape=True)
    if shaped.node is None:
        return None, found + faults
    return Layer(path, source, shaped.node, frozenset(read.lost | shaped.lost)), found + faults


def with_citation(problems: list[Diagnostic], cited: Scalar | None) -> Iterator[Diagnostic]:
    for problem in problems:
        if cited is None:
            yield problem
        else:
            notes = (*problem.notes, Note(f"{cited.text} is used here", cited.span))
            yield Diagnostic(problem.code, problem.message, problem.span, problem.hint, notes, problem.severity)


def ancestor(path: Path, text: str) -> Path | None:
    """The file that `extends` or `deck` of the file at `path` names: a neighbour in its folder, or a shipped one."""
    if text.endswith(SUFFIXES):
        folder = path.parent.resolve()
        note(folder / text)  # by this name too, for a link may come to lead elsewhere
        target = (folder / text).resolve()
        return target if target.is_relative_to(folder) else None
    return shipped_path(text)


def refuse_ancestor(target: Path | None, cited: Scalar, seen: set[Path], depth: int) -> Diagnostic | None:
    """Why a file may not be extended, if so."""
    if target is None:
        if cited.text.endswith(SUFFIXES):
            hint = "a rule file reads only files of its own folder, and the shipped ones by name"
            return Diagnostic("outside-folder", f"`{cited.text}` is outside the folder of this file", cited.span, hint)
        names = (*shipped_names(), *others("families"), *others("decks"))
        hint = near(cited.text, names) or "a file of the same folder is named with .yaml"
        return Diagnostic("unknown-ruleset", f"no shipped ruleset is called `{cited.text}`", cited.span, hint)
    if target.resolve() in seen:
        return Diagnostic("extends-cycle", f"`{cited.text}` extends itself, by way of this line", cited.span)
    if depth >= MAX_LAYERS:
        return Diagnostic("extends-cycle", f"more than {MAX_LAYERS} files extend one another", cited.span)
    return None


def others(kind: str) -> tuple[str, ...]:
    """Shipped families or decks, as `extends` and `deck` name them."""
    return tuple(sorted(f"{kind}/{path.stem}" for path in (shipped("rulesets") / kind).glob("*.yaml")))
