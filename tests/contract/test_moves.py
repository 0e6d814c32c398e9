"""Every game on disk: it opens, it ends, no card is lost, and its legal moves are what they are said to be."""

from __future__ import annotations

import pytest

from ruledeck.engine.wording import names_of, write_choice
from ruledeck.model.game import Game, MoveName
from ruledeck.model.move import IllegalMove, Move
from ruledeck.model.program import NONE, Ask
from ruledeck.model.state import DECISIONS
from ruledeck.rules import examine
from tests.contract.cards import conserved, watched
from tests.contract.found import ROOT, Table
from tests.contract.play import played, positions, sample

NONSENSE = ("", "  ", "?", "no-such-move", "no-such-move AS", "=", "play=", "-1", "ä", "play \u0000", "x" * 5000)
MATCHES, DECISIONS_ENOUGH = 2, 6_000


def test_it_opens_without_a_diagnostic(ruleset: str) -> None:
    rules, found = examine(ROOT / "rulesets" / ruleset / f"{ruleset}.yaml")
    assert [str(problem) for problem in found] == []
    assert rules is not None
    assert rules.players
    assert rules.summary
    assert {game.seats for game in rules.games.values()} == set(rules.players)


def test_matches_end(table: Table) -> None:
    machine, ends, decisions = table.machine, [], 0
    for number in range(1 if table.game.melds else MATCHES):
        for seating in table.seatings()[: 2 if table.game.melds else None]:
            state = machine.begin(11, number)
            machine.play(state, seating)
            assert machine.is_over(state)
            assert not machine.choices(state)
            assert not machine.legal(state)
            assert machine.actor(state) == NONE
            assert len(machine.scores(state)) == table.players
            ends.append(bool(machine.winners(state)))
            decisions += state.values[DECISIONS]
        if decisions > DECISIONS_ENOUGH:
            break
    assert sum(ends) * 2 > len(ends), "most matches end by their rules, not by a limit"


def test_no_card_is_lost_at_any_instruction(table: Table) -> None:
    machine = watched(table.game)
    for number, seating in enumerate(table.seatings()):
        assert played(machine, 11, seating, number, most=400).values[DECISIONS] > 0


def test_legal_moves_are_never_none_and_in_canonical_order(table: Table) -> None:
    machine = table.machine
    for seating in table.seatings():
        for state in positions(machine, 12, seating):
            choices = machine.choices(state)
            assert bool(choices) is not machine.is_over(state)
            assert choices == sorted(set(choices)), "offers in order, then cards in deck order, numbers ascending"
            moves = machine.legal(state)
            assert [(move.offer, move.value) for move in moves] == choices
            assert len({move.text for move in moves}) == len(moves)


def test_every_legal_move_applies_and_its_text_is_that_move(table: Table) -> None:
    machine, check = table.machine, conserved(table.game)
    for seating in table.seatings():
        for state in sample(machine, 13, seating, 5):
            before = state.key()
            for move in machine.legal(state):
                assert machine.parse(state, move.text) == [move]
                assert machine.parse(state, f"  {move.text} ") == [move]
                after = state.copy()
                machine.apply(after, move)
                check(after)
                assert machine.is_over(after) or machine.choices(after)
                assert after.key() != before
            assert state.key() == before


def test_all_other_moves_are_refused_and_change_nothing(table: Table) -> None:
    machine = table.machine
    words = [(name, value) for name in table.game.moves for value in values_of(table.game, name)]
    texts = dict.fromkeys(write_choice(table.game, *word) for word in words)
    offers = range(max(len(one.offers) for one in table.game.code if isinstance(one, Ask)) + 1)
    for state in sample(machine, 14, table.seatings()[0], 19):
        before, legal = state.key(), machine.legal(state)
        allowed = {move.text for move in legal}
        for text in (*texts, *NONSENSE):
            if text not in allowed:
                with pytest.raises(IllegalMove):
                    machine.parse(state, text)
                assert machine.refusal(state, text) is not None
        for forged in (Move(text, offer, NONE) for text in ("", *texts) for offer in offers):
            if forged not in legal:
                with pytest.raises(IllegalMove):
                    machine.apply(state, forged)
        assert state.key() == before


def values_of(game: Game, name: MoveName) -> range:
    """All the values that a move of this name might have, and "no value"."""
    if name.kind is None:
        return range(NONE, 0)
    names = names_of(game, name.kind, name.type_name)
    return range(NONE, len(names) if names is not None else 20)
