"""layers → Spec: the ruleset flattened, its deck fetched, every expression parsed."""

from __future__ import annotations

from pathlib import Path

from ruledeck.notation.node import Entry, Mapping, Node, Scalar
from ruledeck.rules import sections, spec
from ruledeck.rules.files import SUFFIXES, Layer, ancestor, others, read_layer, refuse_ancestor, with_citation
from ruledeck.rules.meld_sections import read_contracts, read_melds
from ruledeck.rules.merge import merge_keys, merge_layers, point_layers
from ruledeck.rules.reader import Reader
from ruledeck.rules.sections import entries, get
from ruledeck.rules.spec import Named
from ruledeck.text import Diagnostic
from ruledeck.text.near import near_or_all


def load_spec(layers: tuple[Layer, ...]) -> tuple[spec.Spec, list[Diagnostic]]:
    """The spec of a ruleset from its layers (the extending file first)."""
    merged, found = merge_layers(layers)
    merged = Mapping((), merged.span) if any(one.code == "program-too-large" for one in found) else merged
    reader = Reader()
    deck = load_deck(reader, layers)
    players, name = merged.get("players"), merged.get("name")
    loaded = spec.Spec(
        name=reader.word(name, layers[0].path.stem),
        summary=reader.word(merged.get("summary"), ""),
        kind=reader.word(merged.get("kind"), "game"),
        span=name.span if name else layers[0].node.span,
        players=reader.span_of_seats(players) if players else None,
        players_span=players.span if players else None,
        options=tuple(sections.read_options(reader, merged.get("options"))),
        deck=deck,
        zones=tuple(sections.read_zones(reader, merged.get("zones"))),
        variables=tuple(sections.read_variables(reader, merged.get("variables"))),
        defines=tuple(sections.read_defines(reader, merged.get("define"))),
        deal=sections.read_deal(reader, merged.get("deal")),
        steps=tuple(sections.read_steps(reader, merged.get("turn"))),
        moves=tuple(sections.read_moves(reader, merged.get("moves"))),
        wild=reader.expr(merged.get("wild")),
        barred=reader.expr(merged.get("never_melded")),
        melds=tuple(read_melds(reader, merged.get("melds"))),
        contracts=tuple(read_contracts(reader, merged.get("contracts"))),
        contract=reader.expr(merged.get("contract")),
        actions=tuple(sections.read_actions(reader, merged.get("actions"))),
        powers=tuple(sections.read_powers(reader, merged.get("powers"))),
        windows=tuple(sections.read_windows(reader, merged.get("windows"))),
        penalties=tuple(sections.read_penalties(reader, merged.get("penalties"))),
        round_ends=tuple(sections.read_round_ends(reader, merged.get("round_ends"))),
        points=tuple(sections.read_points(reader, point_layers(layers))),
        scoring=tuple(sections.read_scoring(reader, merged.get("scoring"))),
        match=sections.read_match(reader, merged.get("match")),
        turn_limit=reader.number(get(merged.get("limits"), "turns")),
        strategies=tuple(sections.read_strategies(reader, merged.get("strategies"))),
    )
    faults = [problem for problem in reader.found if loaded.kind == "game" or problem.code != "missing-key"]
    return loaded, found + faults


def load_deck(reader: Reader, layers: tuple[Layer, ...]) -> spec.Deck | None:
    """The deck of the nearest layer that has one: written out, or the deck file that it names, perhaps with changes."""
    for layer in layers:
        node = layer.node.get("deck")
        if isinstance(node, Mapping):
            found = with_base(reader, node, layer.path, 0)
        elif isinstance(node, Scalar):
            found = fetch_deck(reader, node, layer.path, 0)
        else:
            continue
        return read_deck(reader, found) if found is not None else None
    return None


def with_base(reader: Reader, node: Mapping, path: Path, depth: int) -> Mapping | None:
    """A deck with what it takes from the deck file that it uses, if any."""
    used = node.get("use")
    if not isinstance(used, Scalar):
        return node
    base = fetch_deck(reader, used, path, depth)
    return changed_deck(base, node) if base is not None else None


def changed_deck(base: Mapping, changes: Mapping) -> Mapping:
    """A used deck with changes: attributes and numbers merge by name, anything else replaces."""
    merged = {entry.key.text: entry for entry in base.entries}
    for entry in changes.entries:
        name, value = entry.key.text, entry.value
        old = base.get(name)
        if name in ("attributes", "numbers") and isinstance(value, Mapping) and isinstance(old, Mapping):
            value = merge_keys(old, value)
        merged[name] = Entry(entry.key, value)
    return Mapping(tuple(merged.values()), changes.span)


def fetch_deck(reader: Reader, cited: Scalar, path: Path, depth: int) -> Mapping | None:
    """The `deck` section of the file that a ruleset names."""
    text = cited.text if cited.text.endswith(SUFFIXES) or "/" in cited.text else f"decks/{cited.text}"
    target = ancestor(path, text)
    if target is None and not text.endswith(SUFFIXES):
        known = [name.removeprefix("decks/") for name in others("decks")]
        hint = near_or_all(cited.text, known, "shipped decks")
        reader.error("unknown-ruleset", f"no shipped deck is called `{cited.text}`", cited.span, hint)
        return None
    problem = refuse_ancestor(target, cited, set(), depth)
    if problem is not None or target is None:
        reader.found.extend([problem] if problem else [])
        return None
    layer, problems = read_layer(target)
    reader.found.extend(with_citation(problems, cited))
    node = layer.node.get("deck") if layer else None
    if layer and not problems and not isinstance(node, Mapping):
        reader.error("missing-key", f"`{cited.text}` has no `deck` section", cited.span)
    return with_base(reader, node, target, depth + 1) if isinstance(node, Mapping) and not problems else None


def read_deck(reader: Reader, node: Mapping) -> spec.Deck:
    cards, packs = node.get("cards"), node.get("packs")
    return spec.Deck(
        tuple(read_attribute(reader, name, value) for name, value in entries(node.get("attributes"))),
        tuple(read_numbers(reader, name, value) for name, value in entries(node.get("numbers"))),
        tuple(read_group(reader, item) for item in getattr(cards, "items", ())),
        reader.words(node.get("written")),
        reader.by_seats(packs) if packs else None,
        node.span,
    )


def read_attribute(reader: Reader, name: Named, node: Node) -> spec.Attribute:
    if not isinstance(node, Mapping):
        return spec.Attribute(name, reader.words(node))
    source = node.get("from")
    pairs = [(word, reader.words(value)) for word, value in entries(node) if word.text != "from"]
    return spec.Attribute(
        name,
        tuple(word for word, _ in pairs),
        reader.named(source) if source else None,
        tuple(words for _, words in pairs),
    )


def read_numbers(reader: Reader, name: Named, node: Node) -> spec.NumberTable:
    rows = []
    if isinstance(node, Mapping):
        rows = [(reader.pattern(entry.key), reader.number(entry.value, 0) or 0) for entry in node.entries]
    return spec.NumberTable(name, tuple(rows))


def read_group(reader: Reader, node: Node) -> spec.CardGroup:
    only = get(node, "only")
    values = tuple((word, reader.named(value)) for word, value in entries(get(node, "with")))
    return spec.CardGroup(
        reader.words(get(node, "each")),
        reader.pattern(only) if only else None,
        values,
        reader.expr(get(node, "copies")),
        reader.by_seats(in_all) if (in_all := get(node, "in_all")) else None,
        node.span,
    )
