"""RULESET and its options, as several verbs take them: arguments → rules, or a reason why not."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from ruledeck.cli.wrong import WrongUsage
from ruledeck.study.kept import Kept, open_kept
from ruledeck.study.simulate import RANDOM
from ruledeck.text.near import near

if TYPE_CHECKING:
    from ruledeck.engine.compiled.store import Store
    from ruledeck.rules import Rules


def add_ruleset(parser: ArgumentParser) -> None:
    """RULESET and --option."""
    parser.add_argument("ruleset", metavar="RULESET", help="a shipped ruleset's name, or a rule file's path")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the ruleset (repeatable)"
    )


def add_table(parser: ArgumentParser) -> None:
    """Who sits at the table: --players, --seed, --bots."""
    parser.add_argument(
        "--players", type=whole(1, 100), metavar="P", help="number of seats (default: 4, or the nearest allowed)"
    )
    parser.add_argument("--seed", type=whole(0, 2**64 - 1), metavar="S", help="default: a random one, which is printed")
    parser.add_argument(
        "--bots", metavar="A,B,..", default=RANDOM, help="a strategy for every seat, or one per seat (default: random)"
    )


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number from `low` to `high`."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else -1
        if not low <= number <= high:
            raise ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} to {high}")
        return number

    return read


def chosen_options(arguments: Namespace) -> dict[str, object]:
    """The options that the arguments set."""
    options: dict[str, object] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise WrongUsage(f"--option {text!r} is not NAME=VALUE")
        if name in options:
            raise WrongUsage(f"--option {name} is given twice")
        options[name] = option_value(value)
    return options


def chosen_rules(arguments: Namespace) -> Rules:
    """The ruleset that the arguments name, with their options. Raises RulesetError for faults in its file."""
    from ruledeck.rules import open_rules

    rules = open_rules(arguments.ruleset, chosen_options(arguments))
    if not rules.players:
        raise not_a_game(arguments.ruleset, rules)
    return rules


def kept_rules(arguments: Namespace, store: Store) -> Rules | Kept:
    """As `chosen_rules`, for who only plays: kept from an earlier time where nothing has changed."""
    rules = open_kept(arguments.ruleset, chosen_options(arguments), store)
    if not isinstance(rules, Kept) and not rules.players:
        raise not_a_game(arguments.ruleset, rules)
    return rules


def not_a_game(named: str, rules: Rules) -> WrongUsage:
    return WrongUsage(f"{named} is a {rules.spec.kind}, not a game to play", "ruledeck list names games")


def changed_options(rules: Rules | Kept) -> tuple[tuple[str, int | bool | str], ...]:
    """The options whose values differ from their defaults."""
    return tuple((name, value) for name, value in rules.options.items() if value != rules.defaults.get(name))


def option_value(text: str) -> bool | int | str:
    """`true` and `false` are truths, digits a number, anything else a word."""
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 18 else text


def chosen_players(rules: Rules | Kept, wanted: int | None) -> int:
    """The number of seats: as wanted, or four, or what is nearest to it."""
    if wanted is None:
        return min(rules.players, key=lambda number: (abs(number - 4), number))
    if wanted not in rules.players:
        allowed = ", ".join(str(number) for number in rules.players)
        raise WrongUsage(f"{rules.name} is not for {wanted} players", f"it is for {allowed}")
    return wanted


def chosen_bots(rules: Rules | Kept, players: int, text: str) -> tuple[str, ...]:
    """One strategy per seat; a single name is for all."""
    known = (RANDOM, *(name for name in rules.game(players).strategies if name != RANDOM))
    bots = tuple(text.split(","))
    for bot in bots:
        if bot not in known:
            raise WrongUsage(f"{rules.name} has no strategy {bot!r}", near(bot, known) or "it has " + ", ".join(known))
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise WrongUsage(f"--bots names {len(bots)} for {players} seats", "name one for all seats, or one per seat")
    return bots
