"""Known faults of dealing: hands that the deck cannot fill, and a dealer who does not move on."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledeck.model.event import Event
from ruledeck.model.program import NONE
from ruledeck.rules import examine, open_rules
from ruledeck.text import Diagnostic, RulesetError
from tests.faults.rule_files import opened, stub

STARTER = ", starter: {to: pile}"
EIGHTS_BACK = ", starter: {to: pile, put_back: card is 8}"


def refused(path: Path) -> list[Diagnostic]:
    _, found = examine(path)
    return [problem for problem in found if problem.code == "deal-too-large"]


@pytest.mark.parametrize(
    ("players", "cards", "starter", "needed"),
    [
        (8, 7, STARTER, 57),
        (4, 13, STARTER, 53),
        (10, 6, "", 60),
        (2, 27, "", 54),
        (3, 17, EIGHTS_BACK, 56),
        (4, 12, EIGHTS_BACK, 53),
    ],
)
def test_a_deal_larger_than_the_deck_is_refused(
    tmp_path: Path, players: int, cards: int, starter: str, needed: int
) -> None:
    """A5: before any game, naming players, hand size and deck; cards that are put back as starters count too."""
    path = stub(tmp_path, players=str(players), cards_each=str(cards), starter=starter)
    (problem,) = refused(path)
    assert f"{players} players" in problem.message
    assert f"{cards} cards" in problem.message
    assert f"{needed} cards" in problem.message
    assert "52" in problem.message
    assert problem.severity == "error"
    assert path.read_text(encoding="utf-8").splitlines()[problem.span.line - 1].startswith("deal:")


@pytest.mark.parametrize(
    ("players", "cards", "starter"),
    [(7, 7, STARTER), (10, 5, STARTER), (4, 13, ""), (2, 26, ""), (3, 17, STARTER), (3, 15, EIGHTS_BACK)],
)
def test_a_deal_that_just_fits_is_dealt_in_full(tmp_path: Path, players: int, cards: int, starter: str) -> None:
    """A5: the edges that fit."""
    path = stub(tmp_path, players=str(players), cards_each=str(cards), starter=starter)
    assert all(problem.severity == "warning" for problem in examine(path)[1])
    _, machine = opened(path, players)
    for number in range(20):
        view = machine.view(machine.begin(1, number), 0)
        assert {pile.count for name, pile in view.zones.items() if name.startswith("hand ")} == {cards}
        assert view.zones["pile"].count == bool(starter)


def test_every_allowed_number_of_players_is_checked(tmp_path: Path) -> None:
    """A5: a table by seats is checked at each number, and an author is told once for each wrong line."""
    path = stub(tmp_path, players="2..10", cards_each="{2..5: 10, 6..10: 8}", starter=STARTER)
    (problem,) = refused(path)
    assert "7 players x 8 cards" in problem.message
    with pytest.raises(RulesetError):
        open_rules(str(path))


def test_a_deal_that_an_option_makes_too_large_is_refused(tmp_path: Path) -> None:
    """A5: what an option may ask for is checked beforehand, and the author told which value asks for too much."""
    text = stub(tmp_path, cards_each="many").read_text(encoding="utf-8")
    path = tmp_path / "many.yaml"
    path.write_text(text + "options: {many: {default: 13, range: 1..20, summary: Cards each.}}\n", encoding="utf-8")
    (problem,) = refused(path)
    assert "with `many` = 20, 4 players x 20 cards" in problem.message
    path.write_text(text + "options: {many: {default: 13, range: 1..13, summary: Cards each.}}\n", encoding="utf-8")
    assert open_rules(str(path)).players == (4,)


def rounds(path: Path, players: int) -> list[tuple[int, int]]:
    """(dealer, first to act) of each round of a game."""
    _, machine = opened(path, players)
    log: list[Event] = []
    state = machine.begin(3, 0, log)
    while not machine.is_over(state):
        machine.take(state, *machine.choices(state)[-1], log)
    dealers = [event.seat for event in log if event.kind == "round"]
    starts = [at for at, event in enumerate(log) if event.kind == "round"]
    firsts = [next(event.seat for event in log[at:] if event.kind == "turn") for at in starts]
    return list(zip(dealers, firsts, strict=True))


def test_the_deal_moves_on(tmp_path: Path) -> None:
    """D5: five deals at four seats: each is dealt by the seat after the last dealer, and begun by the one after that."""
    dealers = [dealer for dealer, _ in rounds(stub(tmp_path), 4)]
    assert dealers == [(dealers[0] + number) % 4 for number in range(5)]
    assert all(first == (dealer + 1) % 4 for dealer, first in rounds(stub(tmp_path), 4))


def test_the_winner_may_deal(tmp_path: Path) -> None:
    """D5: a rule by which who ends the round deals the next can be said."""
    path = stub(tmp_path, dealer="actor")
    found = rounds(path, 4)
    assert [dealer for dealer, _ in found[1:]] == [first for _, first in found[:-1]]
    assert NONE not in [dealer for dealer, _ in found]
