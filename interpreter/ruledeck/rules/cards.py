"""a deck's spec → faces with their attributes, and the card patterns that select among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

from ruledeck.lang import ast
from ruledeck.model.game import Deck
from ruledeck.rules import spec
from ruledeck.rules.spec import Named
from ruledeck.text import Diagnostic, Note, Span
from ruledeck.text.near import near

MAX_CARDS = 500
MAX_COPIES = 20
MAX_COMBINATIONS = 10_000
"""Combinations of attribute values in a group, before `only` selects among them."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Faces in deck order. `values[name][face]` is the place of the face's value in the attribute's order, or -1."""

    deck: Deck
    values: dict[str, tuple[int, ...]]
    numbers: dict[str, tuple[int, ...]]
    names: dict[str, tuple[str, ...]]
    """Attribute name → its values in order."""
    derived: dict[tuple[str, str], tuple[int, ...]]
    """(attribute, attribute derived from it) → for each value of the first, the place of the second's value, or -1."""

    @property
    def size(self) -> int:
        return sum(self.deck.copies)

    def mask(self, faces: Iterator[int] | list[int]) -> int:
        bits = 0
        for face in faces:
            bits |= 1 << face
        return bits


Count: TypeAlias = Callable[[ast.Expr], int | None]


def written_count(expr: ast.Expr) -> int | None:
    """A number that is written as such; 0 for any other expression."""
    return expr.value if isinstance(expr, ast.Number) else 0


def build_cards(deck: spec.Deck, seats: int, found: list[Diagnostic], count: Count = written_count) -> Cards | None:
    """The cards of a deck. Problems go to `found`; None when there are such that nothing can be said about cards.

    `count` works out how many packs there are, and cards `in_all`; None for what it has found a problem with.
    """
    faulty = list(check_attributes(deck))
    if faulty:
        found.extend(faulty)
        return None
    names = {a.name.text: tuple(v.text for v in a.values) for a in deck.attributes}
    rows: list[tuple[dict[str, str], int, Span]] = []
    packs = by_seats(deck.packs, "packs", seats, found, count)
    for group in deck.groups:
        whole = by_seats(group.in_all, "in_all", seats, found, count) if group.in_all else 0
        rows.extend((row, whole or copies * packs, span) for row, copies, span in group_rows(deck, group, names, found))
    faces = merge_faces(deck, rows, found)
    size = sum(count for _, count in faces.values())
    if not 1 <= size <= MAX_CARDS:
        if size or not found:
            message = f"the deck has {size} cards for {seats} players, and a deck has from 1 to {MAX_CARDS}"
            found.append(Diagnostic("deck-size", message, deck.span))
        return None
    values = {
        name: tuple(order.index(row[name]) if name in row else -1 for row, _ in faces.values())
        for name, order in names.items()
    }
    built = Deck(tuple(faces), tuple(count for _, count in faces.values()), tuple(names.items()))
    cards = Cards(built, values, {}, names, dict(derived_rows(deck, names)))
    for table in deck.numbers:
        cards.numbers[table.name.text] = number_row(cards, table, found)
    return cards


def by_seats(table: spec.BySeats | None, key: str, seats: int, found: list[Diagnostic], count: Count) -> int:
    """A number of copies, perhaps by number of seats; 1 where nothing is said."""
    if table is None:
        return 1
    for low, high, wanted in table.cases:
        if low <= seats <= high:
            known = 0 if isinstance(wanted, tuple) else count(wanted)
            if known is None or 1 <= known <= MAX_COPIES:
                return known or 1
            found.append(Diagnostic("deck-size", f"`{key}` is a number from 1 to {MAX_COPIES}", table.span))
            return 1
    found.append(Diagnostic("missing-case", f"`{key}` does not say how many {seats} players use", table.span))
    return 1


def derived_rows(
    deck: spec.Deck, names: dict[str, tuple[str, ...]]
) -> Iterator[tuple[tuple[str, str], tuple[int, ...]]]:
    for attribute in deck.attributes:
        if attribute.source is not None:
            words = [tuple(word.text for word in row) for row in attribute.derived]
            order = names[attribute.source.text]
            places = tuple(next((at for at, row in enumerate(words) if name in row), -1) for name in order)
            yield (attribute.source.text, attribute.name.text), places


def check_attributes(deck: spec.Deck) -> Iterator[Diagnostic]:
    """Value names are told apart by themselves, so that `8` or `S` alone can stand in a pattern."""
    seen: dict[str, Named] = {}
    known = {attribute.name.text: attribute for attribute in deck.attributes}
    for attribute in deck.attributes:
        for value in attribute.values:
            if value.text in seen:
                note = Note("it already stands here", seen[value.text].span)
                yield Diagnostic(
                    "name-collision", f"two attribute values are called `{value.text}`", value.span, None, (note,)
                )
            seen.setdefault(value.text, value)
        if attribute.source is not None:
            yield from check_derived(attribute, known)
    for word in (*deck.written, *(name for group in deck.groups for name in group.each)):
        if word.text not in known:
            yield Diagnostic("unknown-name", f"no attribute is called `{word.text}`", word.span, near(word.text, known))


def check_derived(attribute: spec.Attribute, known: dict[str, spec.Attribute]) -> Iterator[Diagnostic]:
    source = attribute.source
    base = known.get(source.text) if source else None
    if source is not None and (base is None or base.source is not None):
        hint = near(source.text, known)
        yield Diagnostic("unknown-name", f"no attribute of its own is called `{source.text}`", source.span, hint)
        return
    values = {value.text for value in base.values} if base else set()
    for word in (word for row in attribute.derived for word in row):
        if word.text not in values:
            yield Diagnostic(
                "unknown-name",
                f"`{word.text}` is no {source.text if source else ''}",
                word.span,
                near(word.text, values),
            )


def group_rows(
    deck: spec.Deck, group: spec.CardGroup, names: dict[str, tuple[str, ...]], found: list[Diagnostic]
) -> Iterator[tuple[dict[str, str], int, Span]]:
    """(attribute values, copies, place) of each card of a group."""
    copies = group.copies.value if isinstance(group.copies, ast.Number) else 1
    if not 1 <= copies <= MAX_COPIES:
        found.append(Diagnostic("deck-size", f"there are 1 to {MAX_COPIES} copies of a card, not {copies}", group.span))
        return
    fixed = {}
    for name, value in group.values:
        if value.text not in names.get(name.text, ()):
            hint = near(value.text, names.get(name.text, ()))
            found.append(Diagnostic("unknown-name", f"`{value.text}` is no value of `{name.text}`", value.span, hint))
            return
        fixed[name.text] = value.text
    sides = [names.get(word.text, ()) for word in group.each]
    if prod(len(side) for side in sides) > MAX_COMBINATIONS:
        message = (
            f"`each` makes {prod(len(side) for side in sides)} combinations, and at most {MAX_COMBINATIONS} are tried"
        )
        found.append(Diagnostic("deck-size", message, group.span))
        return
    for chosen in product(*sides):
        row = fixed | dict(zip((word.text for word in group.each), chosen, strict=True))
        full = derived(deck, row)
        if group.only is None or row_fits(full, group.only, names):
            yield full, copies, group.span


def row_fits(row: dict[str, str], only: ast.Pattern, names: dict[str, tuple[str, ...]]) -> bool:
    """Whether a card that is still being made fits a pattern of values and ranges."""

    def fits(term: ast.Term) -> bool:
        if isinstance(term, ast.Single):
            return term.text in row.values()
        for name, order in names.items():
            ends = [end for end in (term.low, term.high) if end is not None]
            if name in row and all(end in order for end in ends):
                low = order.index(term.low) if term.low else 0
                high = order.index(term.high) if term.high else len(order) - 1
                return low <= order.index(row[name]) <= high
        return False

    return any(fits(term) for term in only.terms) is not only.negated


def derived(deck: spec.Deck, row: dict[str, str]) -> dict[str, str]:
    """A card's values with those that follow from another attribute."""
    full = dict(row)
    for attribute in deck.attributes:
        if attribute.source is None or attribute.source.text not in row:
            continue
        for value, words in zip(attribute.values, attribute.derived, strict=True):
            if row[attribute.source.text] in (word.text for word in words):
                full[attribute.name.text] = value.text
    return full


def merge_faces(
    deck: spec.Deck, rows: list[tuple[dict[str, str], int, Span]], found: list[Diagnostic]
) -> dict[str, tuple[dict[str, str], int]]:
    """Written form → (values, copies), in deck order."""
    faces: dict[str, tuple[dict[str, str], int]] = {}
    for row, copies, span in rows:
        text = "".join(row.get(word.text, "") for word in deck.written)
        if not text:
            found.append(
                Diagnostic(
                    "deck-size",
                    "these cards have none of the values that `written` names, so that nothing is written for them",
                    span,
                )
            )
        elif text in faces:
            hint = "say `copies` once instead"
            found.append(Diagnostic("duplicate-card", f"the card `{text}` is in the deck already", span, hint))
        else:
            faces[text] = (row, copies)
    return faces


def number_row(cards: Cards, table: spec.NumberTable, found: list[Diagnostic]) -> tuple[int, ...]:
    """A number for each face: that of the first pattern that fits; 0 where none does."""
    row = [0] * len(cards.deck.written)
    for pattern, number in reversed(table.entries):
        bits = pattern_bits(cards, pattern, found)
        for face in range(len(row)):
            if bits >> face & 1:
                row[face] = number
    return tuple(row)


def pattern_bits(cards: Cards, pattern: ast.Pattern, found: list[Diagnostic]) -> int:
    """The faces that a card pattern selects, as bits. Unknown words go to `found`."""
    bits = 0
    for term in pattern.terms:
        bits |= term_bits(cards, term, found)
    return bits ^ (1 << len(cards.deck.written)) - 1 if pattern.negated else bits


def term_bits(cards: Cards, term: ast.Term, found: list[Diagnostic]) -> int:
    if isinstance(term, ast.Single):
        for name, order in cards.names.items():
            if term.text in order:
                wanted = order.index(term.text)
                return cards.mask([face for face, have in enumerate(cards.values[name]) if have == wanted])
        if term.text in cards.deck.written:
            return 1 << cards.deck.written.index(term.text)
        known = [word for order in cards.names.values() for word in order]
        hint = (
            near(term.text, (*known, *cards.deck.written)) or "cards are " + ", ".join(cards.deck.written[:6]) + ", ..."
        )
        found.append(Diagnostic("unknown-card", f"no card or card value is called `{term.text}`", term.span, hint))
        return 0
    return range_bits(cards, term, found)


def range_bits(cards: Cards, term: ast.Range, found: list[Diagnostic]) -> int:
    ends = [end for end in (term.low, term.high) if end is not None]
    for name, order in cards.names.items():
        if all(end in order for end in ends):
            low = order.index(term.low) if term.low else 0
            high = order.index(term.high) if term.high else len(order) - 1
            if low > high:
                message = f"the range `{term.low}..{term.high}` is empty: `{term.high}` comes before `{term.low}`"
                found.append(Diagnostic("empty-range", message, term.span))
            return cards.mask([face for face, have in enumerate(cards.values[name]) if low <= have <= high])
    known = [word for order in cards.names.values() for word in order]
    bad = next((end for end in ends if end not in known), ends[0])
    found.append(Diagnostic("unknown-card", f"no card value is called `{bad}`", term.span, near(bad, known)))
    return 0
