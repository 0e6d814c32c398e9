"""Search, Layout → closure that asks the meld search, and keeps answers that are asked for again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ruledeck.engine.folds import Evaluate
from ruledeck.model.game import Game
from ruledeck.model.meld import Contract, Lay, Meld
from ruledeck.model.move import RuleError
from ruledeck.model.program import NONE, ONE_MORE, OWN_CARD, Query, Search
from ruledeck.words import melds

K = TypeVar("K")
T = TypeVar("T")
KEPT = 20_000
"""Answers kept; then all are forgotten."""
PREPARED = 64
"""Hands whose partitions are kept; they are larger."""
NEVER = 99
"""How much is missing where no cards would do."""
LOW_END = 1
ENDS = {melds.End.LOW: 1, melds.End.HIGH: 2, melds.End.SET: 4}
Answer = Callable[["Searcher", int, list[int], list[int], list[list[int]]], int]
"""(searcher, hand, arguments, values, piles) → the answer."""


@dataclass(slots=True)
class Searcher:
    """The patterns of a game made ready, and answers already found. It never changes an answer."""

    game: Game
    known: melds.Known
    smallest: melds.Known
    """The patterns with melds of their smallest size alone."""
    zone: int
    pattern_slot: int
    memory: melds.Memory = field(default_factory=melds.Memory)
    kept: dict[tuple[object, ...], int] = field(default_factory=dict)
    cards: dict[tuple[object, ...], tuple[int, ...]] = field(default_factory=dict)
    table: dict[tuple[object, ...], Meld] = field(default_factory=dict)
    counters: dict[int, melds.Counter] = field(default_factory=dict)

    def contract(self, number: int) -> tuple[melds.Known, Contract]:
        """A contract, with the patterns as it may be laid in."""
        if not 0 <= number < len(self.game.contracts):
            raise RuleError(f"there is no contract {number + 1}")
        contract = self.game.contracts[number]
        return self.smallest if contract.exact else self.known, contract

    def meld(self, number: int, values: list[int], piles: list[list[int]]) -> Meld | None:
        """The meld as it lies on the table; None for one that is being laid and is none yet."""
        index, cells = values[self.pattern_slot + number], tuple(piles[self.zone + number])
        key = (index, cells)
        found = self.table.get(key)
        if found is None:
            reading = next(iter(melds.readings(self.known.patterns[index], cells)), None)
            if reading is None:
                return None
            found = keep(self.table, key, melds.meld_of(self.known.patterns, index, 0, cells, reading))
        return found

    def counter(self, hand: int) -> melds.Counter:
        """Hands are asked about with one card after another left out: what was prepared serves all of these."""
        found = self.counters.get(hand)
        if found is None:
            made = melds.counter_of(self.known, tuple(range(len(self.known.patterns))), hand, self.game.points)
            found = keep(self.counters, hand, made, PREPARED)
        return found

    def lay(self, slot: int, number: int, values: list[int], piles: list[list[int]]) -> Lay:
        """The lay in progress: the melds of its earlier slots lie just before the open one."""
        done = (self.meld(at, values, piles) for at in range(number - slot, number))
        return Lay(tuple(meld for meld in done if meld is not None), tuple(piles[self.zone + number]))


def keep(store: dict[K, T], key: K, value: T, most: int = KEPT) -> T:
    if len(store) >= most:
        store.clear()
    store[key] = value
    return value


def make_searcher(game: Game) -> Searcher | None:
    """None for a game without melds."""
    if not game.melds:
        return None
    zone, pattern = game.zone_of["melds"].base, game.variable_of["melds_pattern"].slot
    smallest = tuple(replace(meld, size_max=meld.least) for meld in game.melds)
    return Searcher(game, melds.prepare(game.melds), melds.prepare(smallest), zone, pattern)


def can_lay(s: Searcher, hand: int, args: list[int], _v: list[int], _p: list[list[int]]) -> int:
    key = (Query.CAN_LAY, args[0], hand)
    if key in s.kept:
        return s.kept[key]
    return keep(s.kept, key, int(melds.can_lay(*s.contract(args[0]), hand, s.game.points)))


def can_lay_with(s: Searcher, hand: int, args: list[int], _v: list[int], p: list[list[int]]) -> int:
    number, card, come = args
    if card < 0:
        return 0
    faces, contract = s.game.faces, s.contract(number)
    if come == ONE_MORE:
        hand = melds.holding(hand, card, faces)
    elif come != OWN_CARD:
        pile = p[come]
        if card not in pile:
            return 0
        for face in pile[len(pile) - 1 - pile[::-1].index(card) :]:
            hand = melds.holding(hand, face, faces)
    hand = melds.companions(*contract, hand, card)
    key = (Query.CAN_LAY_WITH, number, card, hand)
    if key in s.kept:
        return s.kept[key]
    return keep(s.kept, key, int(melds.can_lay_with(*contract, hand, card)))


def can_add(s: Searcher, hand: int, args: list[int], v: list[int], p: list[list[int]]) -> int:
    number, slot, meld, card, *must = args
    lay, contract = s.lay(slot, meld, v, p), s.contract(number)
    key = (number, lay, hand, *must)
    cards = s.cards.get(key)
    if cards is None:
        if must:
            cards = melds.next_cards_with(*contract, lay, hand, must[0])
        else:
            cards = melds.next_cards(*contract, lay, hand, s.game.points)
        keep(s.cards, key, cards)
    return int(card in cards)


def can_close(s: Searcher, hand: int, args: list[int], v: list[int], p: list[list[int]]) -> int:
    number, slot, meld, *must = args
    lay, contract = s.lay(slot, meld, v, p), s.contract(number)
    key = (Query.CAN_CLOSE, number, lay, hand, *must)
    if key in s.kept:
        return s.kept[key]
    if must:
        return keep(s.kept, key, int(melds.can_close_with(*contract, lay, hand, must[0])))
    return keep(s.kept, key, int(melds.can_close(*contract, lay, hand, s.game.points)))


def at_end(s: Searcher, _hand: int, args: list[int], v: list[int], p: list[list[int]]) -> int:
    cells = p[s.zone + args[0]]
    if not cells or s.known.patterns[v[s.pattern_slot + args[0]]].places is None:
        return NONE
    return cells[0 if args[1] == LOW_END else -1]


def takes(s: Searcher, _hand: int, args: list[int], v: list[int], p: list[list[int]]) -> int:
    meld = s.meld(args[0], v, p)
    if meld is None:
        return 0
    key = (Query.TAKES, meld, args[1])
    if key in s.kept:
        return s.kept[key]
    ends = melds.lay_offs(s.known.patterns[meld.pattern], meld, args[1])
    return keep(s.kept, key, sum(ENDS[end] for end in ends))


def stands_for(s: Searcher, _hand: int, args: list[int], v: list[int], p: list[list[int]]) -> int:
    meld = s.meld(args[0], v, p)
    if meld is None:
        return 0
    key = (Query.STANDS_FOR, meld, args[1])
    if key in s.kept:
        return s.kept[key]
    cells = melds.swaps(s.known.patterns[meld.pattern], meld, args[1])
    return keep(s.kept, key, cells[0] + 1 if cells else 0)


def changed(s: Searcher, hand: int, args: list[int]) -> int:
    """The hand without a card, or with one more: `args` are the card, and -1 or 1; none for the hand as it is."""
    if not args or args[0] < 0:
        return hand
    return (melds.without if args[1] < 0 else melds.holding)(hand, args[0], s.game.faces)


def deadwood(s: Searcher, hand: int, args: list[int], _v: list[int], _p: list[list[int]]) -> int:
    key = (Query.DEADWOOD, hand, *args)
    if key in s.kept:
        return s.kept[key]
    left = changed(s, hand, args)
    return keep(s.kept, key, s.counter(hand | left).deadwood(left))


def missing(s: Searcher, hand: int, args: list[int], _v: list[int], _p: list[list[int]]) -> int:
    return min(melds.missing(*s.contract(args[0]), hand, s.memory), NEVER)


def useful(s: Searcher, hand: int, args: list[int], _v: list[int], _p: list[list[int]]) -> int:
    key = (Query.USEFUL, args[0], args[1], hand)
    if key in s.kept:
        return s.kept[key]
    found = melds.useful(*s.contract(args[0]), hand, s.memory)
    for face, worth in found.items():
        keep(s.kept, (Query.USEFUL, args[0], face, hand), worth)
    # Not from what is kept, which may have been thrown away meanwhile.
    return found.get(args[1], 0)


def helps(s: Searcher, hand: int, args: list[int], _v: list[int], _p: list[list[int]]) -> int:
    if args[1] < 0:
        return 0
    return melds.gain(*s.contract(args[0]), hand, args[1], s.memory)


def left_over(s: Searcher, hand: int, args: list[int], _v: list[int], _p: list[list[int]]) -> int:
    left = changed(s, hand, args[1:])
    key = (Query.LEFT_OVER, args[0], left)
    if key in s.kept:
        return s.kept[key]
    known, contract = s.contract(args[0])
    # Quick for most hands: the contract cannot be laid.
    able = not melds.missing(known, contract, left, s.memory)
    return keep(s.kept, key, melds.left_over(known, contract, left) if able else NEVER)


ANSWERS: dict[Query, Answer] = {
    Query.CAN_LAY: can_lay,
    Query.CAN_LAY_WITH: can_lay_with,
    Query.CAN_ADD: can_add,
    Query.CAN_CLOSE: can_close,
    Query.TAKES: takes,
    Query.STANDS_FOR: stands_for,
    Query.DEADWOOD: deadwood,
    Query.MISSING: missing,
    Query.USEFUL: useful,
    Query.HELPS: helps,
    Query.AT_END: at_end,
    Query.LEFT_OVER: left_over,
}


def build_search(search: Search, args: list[Evaluate], searcher: Searcher | None, hand: Evaluate) -> Evaluate:
    """`hand` gives the index of the hand that is looked at."""
    if searcher is None:
        raise ValueError("a search in a game without melds")
    ready, answer = searcher, ANSWERS[search.query]

    def run(v: list[int], h: list[int], p: list[list[int]]) -> int:
        given = [+arg(v, h, p) for arg in args]
        return answer(ready, h[hand(v, h, p)], given, v, p)

    return run
