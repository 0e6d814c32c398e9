"""What the reference executor keeps of the answers about hands and contracts never changes an answer."""

from __future__ import annotations

from pathlib import Path

from ruledeck.engine.searching import KEPT, make_searcher, useful
from ruledeck.rules import open_rules
from ruledeck.words import melds


def test_an_answer_is_the_same_however_many_are_kept() -> None:
    game = open_rules(str(Path(__file__).parent / "laying.yaml")).game(2)
    searcher = make_searcher(game)
    assert searcher is not None
    hand = 0
    for face in range(0, 30, 2):
        hand = melds.holding(hand, face, game.faces)
    fresh = melds.useful(*searcher.contract(0), hand)
    for spare in range(len(fresh) + 1):
        for face, answer in fresh.items():
            searcher.kept = dict.fromkeys(((number,) for number in range(KEPT - spare)), 0)
            assert useful(searcher, hand, [0, face], [], []) == answer
