"""A case → the differences between the search and the oracle. None is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruledeck.model import chance
from ruledeck.model.meld import Contract, Lay, Meld
from ruledeck.words import melds
from tests.unit.words.melds import oracle
from tests.unit.words.melds.deck import hand_of
from tests.unit.words.melds.hands import Case, Dice, case

MOST_MISSING = 1


def differences(seed: int, most: int) -> Iterator[str]:
    it = case(seed, most)
    dice = Dice(chance.stream(seed, 0, 1))
    known = melds.prepare(it.patterns)
    for text in (
        *lay_differences(it, known, dice),
        *worth_differences(it, known, dice),
        *missing_differences(it, known, dice),
        *table_differences(it, dice),
        *check_differences(it, dice),
    ):
        yield f"case {seed}: {text}\n{it}"


def hand_in(it: Case, cards: tuple[int, ...]) -> int:
    return hand_of(cards, it.deck.faces)


def lay_differences(it: Case, known: melds.Known, dice: Dice) -> Iterator[str]:
    """The whole contract; then its first meld card by card; then the next slot beside a finished meld."""
    expected = oracle.lays(it.patterns, it.contract, it.hand, it.worth)
    found = melds.can_lay(known, it.contract, hand_in(it, it.hand), it.worth)
    if found != expected:
        yield f"can_lay {found}, not {expected}"
    yield from steps(it, known, dice, (), it.hand)
    first = oracle.all_melds(it.patterns, it.contract.slots[0], it.hand)
    if first and len(it.contract.slots) > 1:
        laid = dice.one_of(first)
        left = oracle.minus(it.hand, laid[1])
        assert left is not None
        done = (laid,)
        expected = oracle.lays(it.patterns, it.contract, left, it.worth, done)
        found = melds.can_lay(known, it.contract, hand_in(it, left), it.worth, Lay((meld(laid),)))
        if found != expected:
            yield f"can_lay after {it.deck.text(laid[1])}: {found}, not {expected}"
        yield from steps(it, known, dice, done, left)


def meld(laid: oracle.Laid) -> Meld:
    return Meld(laid[0], 0, laid[1], laid[2], laid[3])


def steps(
    it: Case, known: melds.Known, dice: Dice, done: tuple[oracle.Laid, ...], hand: tuple[int, ...]
) -> Iterator[str]:
    """The open meld grows by a random legal card at a time."""
    cells: tuple[int, ...] = ()
    lay = Lay(tuple(meld(laid) for laid in done))
    while True:
        lay = replace(lay, cells=cells)
        left = hand_in(it, hand)
        expected, closes = oracle.next_cards(it.patterns, it.contract, hand, cells, it.worth, done)
        found = list(melds.next_cards(known, it.contract, lay, left, it.worth))
        where = f"after {len(done)} melds and {it.deck.text(cells)}"
        if found != expected:
            yield f"next_cards {where}: {it.deck.text(tuple(found))}, not {it.deck.text(tuple(expected))}"
        if cells and melds.can_close(known, it.contract, lay, left, it.worth) != closes:
            yield f"can_close {where}: not {closes}"
        if not expected:
            return
        card = dice.one_of(expected)
        cells = (*cells, card)
        rest = oracle.minus(hand, (card,))
        assert rest is not None
        hand = rest


def worth_differences(it: Case, known: melds.Known, dice: Dice) -> Iterator[str]:
    allowed = tuple(range(len(it.patterns)))
    hand = hand_in(it, it.hand)
    expected = oracle.best(it.patterns, allowed, it.hand, it.worth)
    worth, found = melds.best(known, allowed, hand, it.worth)
    if worth != expected or melds.deadwood(known, allowed, hand, it.worth) != total(it, it.hand) - expected:
        yield f"best {worth}, not {expected}"
    yield from claims(it, found, worth)
    every = [laid for index in allowed for laid in oracle.all_melds(it.patterns, index, it.hand)]
    if not every:
        return
    table = tuple(meld(dice.one_of(every)) for _ in range(1 + dice.below(2)))
    least = oracle.defend(it.patterns, allowed, it.hand[:6], it.worth, table)
    defence = melds.defend(known, allowed, hand_in(it, it.hand[:6]), it.worth, table)
    if defence.deadwood != least:
        yield f"defend {defence} against {table}, not {least}"
    off = sum(it.worth[card] for _, card, _ in defence.laid_off)
    yield from claims(it, defence.melds, total(it, it.hand[:6]) - least - off)


def total(it: Case, cards: tuple[int, ...]) -> int:
    return sum(it.worth[card] for card in cards)


def claims(it: Case, found: tuple[Meld, ...], worth: int) -> Iterator[str]:
    """The melds given are legal, disjoint, in canonical order, and worth what they are said to be."""
    left: tuple[int, ...] | None = it.hand
    for one in found:
        if not oracle.legal(it.patterns[one.pattern], one.cards, one.low, one.value):
            yield f"not a meld: {one}"
        if left is not None:
            left = oracle.minus(left, one.cards)
    if left is None or sum(total(it, one.cards) for one in found) != worth:
        yield f"melds that are not worth {worth}: {found}"


def missing_differences(it: Case, known: melds.Known, dice: Dice) -> Iterator[str]:
    contract = Contract(it.contract.slots, no_join=it.contract.no_join)
    faces = it.deck.faces
    memory = melds.Memory(8)
    expected = oracle.missing(it.patterns, contract, it.hand, faces, MOST_MISSING)
    hand = hand_in(it, it.hand)
    found = melds.missing(known, contract, hand, memory)
    if min(found, MOST_MISSING + 1) != expected:
        yield f"missing {found}, not {expected}"
    for face, useful in melds.useful(known, contract, hand, memory).items():
        rest = oracle.minus(it.hand, (face,))
        assert rest is not None
        without = melds.missing(known, contract, hand_in(it, rest))
        if face == it.hand[0] and {useful} != {
            melds.usefulness(known, contract, hand, face, other) for other in (None, memory)
        }:
            yield f"usefulness of {it.deck.written[face]} is not {useful}"
        if useful != (0 if found == melds.NEVER else without - found):
            yield f"useful {it.deck.written[face]} {useful}: {without} missing without it, {found} with it"
    # Any number is right if nothing is missing exactly when the contract can be laid, and some card makes it one less.
    some = range(faces) if dice.odds(8) else (dice.below(faces), dice.below(faces))
    gains = [melds.gain(known, contract, hand, face, memory) for face in some]
    for face, more in zip(some, gains, strict=True):
        if more != found - melds.missing(known, contract, hand_in(it, (*it.hand, face))):
            yield f"gain of {it.deck.written[face]} {more}"
    if set(gains) - {0, 1} or (len(gains) == faces and max(gains) != (0 < found < melds.NEVER)):
        yield f"gains {gains} where {found} are missing"


def table_differences(it: Case, dice: Dice) -> Iterator[str]:
    every = [laid for index in range(len(it.patterns)) for laid in oracle.all_melds(it.patterns, index, it.hand)]
    for laid in [dice.one_of(every) for _ in range(3)] if every else []:
        pattern = it.patterns[laid[0]]
        on_table = meld(laid)
        readings = [(reading.low, reading.value) for reading in melds.readings(pattern, laid[1])]
        if (laid[2], laid[3]) not in readings or len(readings) != len(set(readings)):
            yield f"readings of {it.deck.text(laid[1])}: {readings}"
        if any(not oracle.legal(pattern, laid[1], *reading) for reading in readings):
            yield f"a wrong reading of {it.deck.text(laid[1])}: {readings}"
        for card in range(it.deck.faces):
            expected = oracle.lay_offs(pattern, on_table, card)
            found = [str(end) for end in melds.lay_offs(pattern, on_table, card)]
            if found != expected:
                yield f"lay_offs of {it.deck.written[card]} on {on_table}: {found}, not {expected}"
            if pattern.places is not None:
                cells = list(melds.swaps(pattern, on_table, card))
                if cells != oracle.swaps(pattern, on_table, card):
                    yield f"swaps of {it.deck.written[card]} in {on_table}: {cells}"


def check_differences(it: Case, dice: Dice) -> Iterator[str]:
    """Rows of cards as they come, most of them wrong: accepted, refused or undeclared as the definition has it."""
    for _ in range(4):
        pattern = dice.one_of(it.patterns)
        cards = [dice.below(it.deck.faces) if dice.odds(3) else dice.one_of(it.hand) for _ in range(1 + dice.below(5))]
        row = tuple(sorted(cards)) if dice.odds(2) else tuple(cards)
        lows = range(1) if pattern.places is None else range(pattern.length)
        legal = [
            (low, value) for low in lows for value in oracle.values(pattern) if oracle.legal(pattern, row, low, value)
        ]
        found = melds.check(pattern, row)
        if isinstance(found, melds.Placement):
            good = legal == [(found.low, found.value)]
        else:
            good = (found.reason is melds.Reason.UNDECLARED) == (len(legal) > 1) and len(legal) != 1
        if not good:
            yield f"check of {it.deck.text(row)} as {pattern}: {found}, not {legal}"
