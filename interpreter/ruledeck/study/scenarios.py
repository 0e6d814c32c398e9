"""Scenario files → results: each scenario set up, played through its steps, and compared with what it expects."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ruledeck.model.game import Game
from ruledeck.model.move import IllegalMove, RuleError
from ruledeck.rules import Rules
from ruledeck.rules.scenario import Do, Expect, Legal, Refused, Scenario, Step
from ruledeck.rules.scenario_files import read_scenarios
from ruledeck.rules.spec import Named
from ruledeck.study.boards import NEXT_ROUND, Board, build_board
from ruledeck.study.expectations import Check, judge, look_up
from ruledeck.study.positions import Placement, Setting, begin, place
from ruledeck.study.scenario_names import Names
from ruledeck.text import Diagnostic, Place
from ruledeck.text.shipped import shipped

SKIPPED = ("site-packages", "node_modules", "__pycache__")
ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Failed:
    """One thing that was not as expected, with the place of the expectation."""

    place: Place
    what: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    place: Place
    failures: tuple[Failed, ...]


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of a file. With errors among the diagnostics none of its scenarios was run."""

    path: Path
    results: tuple[Result, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A scenario with its names looked up. `steps` hold their checks, where they are expectations."""

    scenario: Scenario
    board: Board
    placement: Placement
    steps: tuple[tuple[Step, tuple[Check, ...]], ...]


# ------------------------------------------------------------------- files


def find_files(paths: Sequence[str]) -> tuple[Path, ...]:
    """The files meant: those named, and those whose name holds `scenarios` in folders named, each once.

    Without any: the shipped ones, and those in the current folder and below.
    """
    roots = [Path(path) for path in paths] or [shipped("rulesets"), Path()]
    found: dict[Path, Path] = {}
    for root in roots:
        for path in walk(root) if root.is_dir() else (root,):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def walk(root: Path) -> Iterator[Path]:
    """Scenario files below a folder, in the order of their names; hidden folders and links to folders are left out."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        for name in sorted(files):
            if "scenarios" in name and name.endswith(ENDINGS):
                yield Path(folder) / name


def run_files(paths: Sequence[Path]) -> Iterator[FileResult]:
    for path in paths:
        yield run_file(path)


def run_file(path: Path) -> FileResult:
    """Read a file, look up all that its scenarios name, and run them if all of it is good."""
    scenarios, found = read_scenarios(path)
    cabinet = Cabinet()
    prepared: list[Prepared] = []
    if not found:
        for scenario in scenarios:
            ready, problems = prepare(scenario, cabinet)
            prepared.append(ready)
            found.extend(problems)
    found.sort(key=lambda problem: (problem.span.source.name, problem.span.start))
    results = () if found else tuple(run(ready) for ready in prepared)
    return FileResult(path, results, tuple(dict.fromkeys(found)))


@dataclass(slots=True)
class Cabinet:
    """Boards by rules and players, each built once."""

    boards: dict[tuple[int, int], tuple[Rules, Game, Board]] = field(default_factory=dict)

    def board(self, rules: Rules, players: int) -> Board:
        key = (id(rules), players)
        if key not in self.boards:
            game = rules.game(players)
            self.boards[key] = (rules, game, build_board(game))
        return self.boards[key][2]


def prepare(scenario: Scenario, cabinet: Cabinet) -> tuple[Prepared, list[Diagnostic]]:
    board = cabinet.board(scenario.rules, scenario.players)
    names = Names(board)
    placement = place(names, scenario.given)
    steps = tuple((step, prepare_step(names, step)) for step in scenario.steps)
    return Prepared(scenario, board, placement, steps), names.found


def prepare_step(names: Names, step: Step) -> tuple[Check, ...]:
    """The checks of an expectation. Moves that are listed must be moves of the game."""
    if isinstance(step, Expect):
        return look_up(names, step)
    if isinstance(step, Legal):
        for move in step.moves:
            names.move_text(move)
    for text in step.texts if isinstance(step, Do) else ():
        if NEXT_ROUND in text.text and text.text.strip() != NEXT_ROUND:
            hint = f"write do: [{text.text.replace(NEXT_ROUND, '').strip()}, {NEXT_ROUND}]"
            names.error("scenario-unknown-move", f"`{NEXT_ROUND}` is a text of its own", text.span, hint)
    return ()


# ----------------------------------------------------------------- running


def run(ready: Prepared) -> Result:
    """Play a scenario through. After moves that cannot be made the rest of it is left out."""
    name = ready.scenario.name
    failures: list[Failed] = []
    try:
        setting = begin(ready.board, ready.placement, ready.scenario.seed)
        for step, checks in ready.steps:
            found, go_on = take_step(ready, setting, step, checks)
            failures.extend(found)
            if not go_on:
                break
    except RuleError as error:
        failures.append(Failed(name.span.place, "the start of the position", "a first decision", str(error)))
    return Result(name.text, name.span.place, tuple(failures))


def take_step(ready: Prepared, setting: Setting, step: Step, checks: tuple[Check, ...]) -> tuple[list[Failed], bool]:
    """What fails in a step, and whether the next one makes sense."""
    match step:
        case Do():
            failed = next((problem for text in step.texts if (problem := do(ready, setting, text))), None)
            return ([failed] if failed else []), failed is None
        case Refused():
            return [problem for text in step.texts if (problem := refused(ready, setting, step, text))], True
        case Legal():
            problem = legal(ready, setting, step)
            return ([problem] if problem else []), True
        case Expect():
            judged = [(check, judge(ready.board, setting.state, check)) for check in checks]
            return [Failed(check.span.place, check.what, *texts) for check, texts in judged if texts], True


def do(ready: Prepared, setting: Setting, text: Named) -> Failed | None:
    """Make moves; the first one that is refused, or that breaks the rules, ends it."""
    board, state = ready.board, setting.state
    if board.is_between(state):
        state.piles[board.home].extend(setting.aside)
        setting.aside.clear()
    try:
        for move in board.machine.parse(state, text.text, complete=True):
            board.machine.apply(state, move)
    except IllegalMove as error:
        actual = reason(ready, error)[0]
        return Failed(text.span.place, f"do: {text.text}", "a legal move", actual)
    except RuleError as error:
        return Failed(text.span.place, f"do: {text.text}", "rules that go on", str(error))
    return None


def reason(ready: Prepared, error: IllegalMove) -> tuple[str, str]:
    """Why a move is refused, with the rule's place; and the same with the words of the rule's line."""
    if error.rule is None:
        return str(error), str(error)
    sources = {layer.source.name: layer.source for layer in ready.scenario.rules.layers}
    line = sources[error.rule.file].line(error.rule.line).strip() if error.rule.file in sources else ""
    return f"{error} ({error.rule})", f"{error} ({error.rule}) {line}"


def refused(ready: Prepared, setting: Setting, step: Refused, text: Named) -> Failed | None:
    """A move must be refused: by a rule, or else for the reason that the scenario gives."""
    what = f"refused: {text.text}"
    try:
        error = ready.board.machine.refusal(setting.state, text.text)
    except RuleError as problem:
        return Failed(text.span.place, what, "a refusal", str(problem))
    if error is None:
        return Failed(text.span.place, what, "a refusal", "it is legal")
    shown, searched = reason(ready, error)
    if step.because is not None:
        held = step.because.casefold() in searched.casefold()
        return None if held else Failed(text.span.place, what, f"because: {step.because}", searched)
    if error.rule is None:
        return Failed(text.span.place, what, "a rule that forbids it, or `because:`", shown)
    return None


def legal(ready: Prepared, setting: Setting, step: Legal) -> Failed | None:
    """The legal moves, as a whole or in part."""
    actual = [move.text for move in ready.board.machine.legal(setting.state)]
    wanted = [" ".join(move.text.split()) for move in step.moves]
    missing = [text for text in wanted if text not in actual] if step.how != "legal_lacks" else []
    extra = [text for text in actual if (text in wanted) == (step.how == "legal_lacks")]
    if step.how == "legal_has":
        extra = []
    if not missing and not extra:
        return None
    notes = [f"missing {', '.join(missing)}"] * bool(missing) + [f"not expected {', '.join(extra)}"] * bool(extra)
    place = step.span.place
    return Failed(place, f"{step.how}: {'; '.join(notes)}", ", ".join(wanted) or "none", ", ".join(actual) or "none")
