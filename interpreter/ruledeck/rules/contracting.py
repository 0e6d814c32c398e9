"""contracts of a spec → contracts over numbers of patterns, as the search reads them."""

from __future__ import annotations

from collections.abc import Iterator

from ruledeck.lang import ast
from ruledeck.model.meld import Contract
from ruledeck.rules import fold
from ruledeck.rules.elaborate import Elaborator
from ruledeck.rules.meld_spec import Contract as Wanted
from ruledeck.rules.meld_words import PATTERNS
from ruledeck.rules.scope import REFEREE
from ruledeck.text.near import near


def make_contracts(e: Elaborator, contracts: tuple[Wanted, ...]) -> Iterator[Contract]:
    """Each contract with what holds of it at these options. Problems are reported to the elaborator."""
    names = e.vocabulary.types[PATTERNS]
    for contract in contracts:
        for word in contract.melds:
            if word.text not in names:
                hint = near(word.text, names)
                e.error("unknown-name", f"no pattern of melds is called {word.text!r}", word.span, hint)
        yield Contract(
            tuple(names.index(word.text) for word in contract.melds if word.text in names),
            all_cards=holds(e, contract.all_cards),
            no_join=holds(e, contract.no_join),
            exact=holds(e, contract.exact),
        )


def holds(e: Elaborator, condition: ast.Expr | None) -> bool:
    """A condition known when the game is built; without one, it does not hold."""
    made = fold.FALSE if condition is None else e.truth(condition, REFEREE)
    if condition is not None and made not in (fold.TRUE, fold.FALSE):
        e.error("not-constant", "what a contract demands cannot change during a game", condition.span)
    return made == fold.TRUE
