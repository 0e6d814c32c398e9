"""name or path → Rules: read, load, check, lower; the only place that decides where to stop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruledeck.model.game import Game
from ruledeck.rules import spec
from ruledeck.rules.cards import build_cards
from ruledeck.rules.checks import check
from ruledeck.rules.choices import choose_options
from ruledeck.rules.files import Layer, locate, noting, read_layers
from ruledeck.rules.load import load_spec
from ruledeck.rules.lower import lower
from ruledeck.rules.requires import check_requires
from ruledeck.rules.vocabulary import MOST_FAULTS
from ruledeck.text import Diagnostic, RulesetError, Severity

ABOUT_NAMES = frozenset({"unknown-name", "unknown-card", "nothing-to-remove", "bad-option", "wrong-arguments"})
NAME = re.compile(r"\w+")
FEWEST_SEATS = 2
FOLLOW_UPS = frozenset({"missing-section", "missing-key", "missing-case", "misplaced-verb", "no-move", "no-bound"})
"""What may only be so because something that could not be read is missing."""


@dataclass(slots=True)
class Rules:
    """A ruleset that can be played, for one choice of options."""

    spec: spec.Spec
    layers: tuple[Layer, ...]
    options: dict[str, int | bool | str]
    games: dict[int, Game] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's name without its ending: what the command line calls the ruleset."""
        return self.layers[0].path.stem

    @property
    def title(self) -> str:
        return self.spec.name

    @property
    def summary(self) -> str:
        return self.spec.summary

    @property
    def players(self) -> tuple[int, ...]:
        """Allowed numbers of seats."""
        low, high = self.spec.players or (0, -1)
        return tuple(range(low, high + 1))

    @property
    def defaults(self) -> dict[str, int | bool | str]:
        """What the options are where nobody sets them."""
        return {option.name.text: option.default for option in self.spec.options}

    def game(self, players: int) -> Game:
        """The game at a number of seats. Raises RulesetError when these options make it impossible there."""
        if players not in self.games:
            if players not in self.players:
                raise ValueError(f"{self.name} is for {span_text(self.players)} players, not {players}")
            game, found = lower(self.spec, self.options, players)
            if game is None:
                raise RulesetError(in_order(found))
            self.games[players] = game
        return self.games[players]


def span_text(numbers: tuple[int, ...]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def open_rules(name: str, options: Mapping[str, object] | None = None) -> Rules:
    """A ruleset by shipped name or path. Raises RulesetError holding everything that is wrong with it."""
    rules, found = examine(locate(name), options)
    errors = [problem for problem in found if problem.severity == "error"]
    if rules is None or errors:
        raise RulesetError(errors or found)
    return rules


def open_noting(name: str, options: Mapping[str, object]) -> tuple[Rules, tuple[tuple[str, str], ...]]:
    """As `open_rules`, with every file that was read: its path and the SHA-256 of its bytes."""
    with noting() as files:
        rules = open_rules(name, options)
    return rules, tuple(files.items())


def examine(path: Path, options: Mapping[str, object] | None = None) -> tuple[Rules | None, list[Diagnostic]]:
    """All that can be known of a ruleset before play, in file order; what an earlier fault may have caused is held back."""
    layers, found = read_layers(path)
    if not layers:
        return None, in_order(found)
    cut = bool(found)
    loaded, problems = load_spec(layers)
    found += worth_telling(problems, layers, partial=cut)
    if too_large(problems):
        return None, in_order(found)
    if loaded.kind != "game":
        if loaded.kind == "deck" and loaded.deck is not None and not cut:
            build_cards(loaded.deck, FEWEST_SEATS, found)
        return (None if has_errors(found) else Rules(loaded, layers, {})), in_order(found)
    chosen, problems = choose_options(loaded, {} if cut else options or {})
    if any(not problem.span.source.text for problem in problems):
        return None, in_order(problems)
    unread = has_errors(found)
    rules = Rules(loaded, layers, chosen)
    lowered = list(lower_all(rules))
    problems += check_requires(loaded, chosen) + lowered
    found += worth_telling(problems, layers, partial=unread or too_large(lowered))
    if not has_errors(found):
        found.extend(check(loaded, rules.players))
    return (None if unread else rules), in_order(found)


def worth_telling(problems: list[Diagnostic], layers: tuple[Layer, ...], *, partial: bool) -> Iterator[Diagnostic]:
    """Without what may only be so because of an earlier fault: of a ruleset that is not known in full, or a lost name."""
    lost = frozenset[str]().union(*(layer.lost for layer in layers))
    for problem in problems:
        text = problem.span.source.text[problem.span.start : problem.span.end]
        follows = partial and (
            problem.code in FOLLOW_UPS or (layers[0].lost and problem.span.source != layers[0].source)
        )
        if not follows and not lost.intersection(NAME.findall(text) if problem.code in ABOUT_NAMES else ()):
            yield problem


def has_errors(found: list[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in found)


def too_large(found: list[Diagnostic]) -> bool:
    """Whether lowering broke off."""
    return len(found) >= MOST_FAULTS or any(problem.code == "program-too-large" for problem in found)


def lower_all(rules: Rules) -> Iterator[Diagnostic]:
    """Lower a ruleset for each number of seats; one that grows too large is not tried again."""
    for seats in rules.players or (FEWEST_SEATS,):
        game, problems = lower(rules.spec, rules.options, seats)
        yield from problems
        if game is not None:
            rules.games[seats] = game
        if too_large(problems):
            return


def in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """In file order, each once; files in the order in which they are first named."""
    files: dict[str, int] = {}
    for problem in found:
        files.setdefault(problem.span.source.name, len(files))
    once: dict[tuple[object, ...], Diagnostic] = {}
    for problem in found:
        key = (problem.code, problem.span.source.name, problem.span.start, problem.span.end)
        once.setdefault(key, problem)
    return sorted(once.values(), key=lambda problem: (files[problem.span.source.name], problem.span.start))
