"""Rules → text: the ruleset in full, and a starting file for a variant."""

from __future__ import annotations

from collections.abc import Mapping as AbcMapping
from pathlib import Path
from typing import cast

from ruledeck.notation.node import plain
from ruledeck.notation.write import write
from ruledeck.rules.files import is_path, schema_path
from ruledeck.rules.melding import RATED_IN_MELDS
from ruledeck.rules.merge import merge_layers, point_layers
from ruledeck.rules.pipeline import Rules, open_rules
from ruledeck.text import Diagnostic, RulesetError, Source, Span

MODELINE = "# yaml-language-server: $schema={}\n"


def schema_text() -> str:
    """The JSON Schema of rule files, as shipped."""
    return schema_path().read_text(encoding="utf-8")


def flattened_text(name: str, options: AbcMapping[str, object] | None = None) -> str:
    """The ruleset after `extends` and options, as a rule file that stands alone and plays the same game."""
    rules = open_rules(name, options)
    merged, _ = merge_layers(rules.layers)
    value = cast("dict[str, object]", plain(merged))
    value.pop("extends", None)
    declared = cast("dict[str, dict[str, object]]", value.get("options", {}))
    for option, chosen in rules.options.items():
        declared[option]["default"] = chosen
    if len(point_layers(rules.layers)) > 1:
        value["points"] = written_points(rules)
    for rates in cast("dict[str, dict[str, object]]", value.get("strategies", {})).values():
        for word in [word for word in rates if word not in rated_words(rules)]:
            del rates[word]
    order = [section for section in SECTIONS if section in value]
    return "".join(write({section: value[section]}) for section in order)


def rated_words(rules: Rules) -> set[str]:
    """What a strategy can rate here: a family may rate more, which a ruleset of its own may not."""
    spec = rules.spec
    laying = (
        {*RATED_IN_MELDS, *(name.word for game in rules.games.values() for name in game.moves)} if spec.melds else set()
    )
    offered = {*(move.name.text for move in spec.moves), *(window.name.text for window in spec.windows)}
    named = {*(variable.name.text for variable in spec.variables), *(option.name.text for option in spec.options)}
    deck = {name for players in rules.players[:1] for name, _ in rules.game(players).deck.attributes}
    return laying | offered | named | deck | {penalty.word for penalty in spec.penalties}


def written_points(rules: Rules) -> dict[str, int]:
    """The points of each card, where several files give them: cards of one worth in one entry."""
    game = rules.game(rules.players[0])
    worth: dict[int, list[str]] = {}
    for face, text in enumerate(game.deck.written):
        worth.setdefault(game.points[face] if game.points else 0, []).append(text)
    return {" ".join(faces): number for number, faces in worth.items()}


def starting_file(name: str, base: str) -> str:
    """A commented file that extends `base`, ready to be changed."""
    rules = open_rules(base)
    if is_path(base) and Path(base).name != base:
        span = Span(Source(base, ""), 0, 0)
        message = "a rule file extends only files of its own folder, and the shipped ones by name"
        raise RulesetError([Diagnostic("outside-folder", message, span, "go to the folder of the file first")])
    title = name.replace("-", " ").capitalize()
    lines = [
        MODELINE.format(schema_path().as_uri()),
        f"name: {title}\n",
        f"summary: {rules.title}, but ...\n",
        f"extends: {base}\n",
        "\n# A variant says only what differs. Sections of named entries merge entry by entry; `none` removes one.\n",
        f"# `ruledeck show {base}` prints all that is inherited. Take away the # of what you change.\n",
    ]
    if rules.spec.options:
        option = rules.spec.options[0]
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        lines += ["\n# options:                  # another default for an inherited option\n"]
        lines += [f"#   {option.name.text}: {{default: {default}}}\n"]
    lines += [
        "\n# deal:\n#   cards_each: 7\n",
        "\n# powers:                   # what a card does when it is played\n",
        "#   sevens: {card: 7, do: {draw: 1, who: next}}\n",
        "\n# points:                   # what a card left in hand is worth\n#   7: 20\n",
    ]
    return "".join(lines)


SECTIONS = (
    "kind", "name", "summary", "players", "deck", "options", "zones", "variables", "define", "deal", "turn", "moves",
    "wild", "never_melded", "melds", "contracts", "contract", "actions", "powers", "windows", "penalties", "round_ends", "points", "scoring", "match", "limits", "strategies",
)  # fmt: skip
