"""effects in order → instructions: which function lowers which verb."""

from __future__ import annotations

from collections.abc import Callable

from ruledeck.rules.card_effects import clear, draw, move, pass_hands, swap_hands
from ruledeck.rules.lowering import Lowering
from ruledeck.rules.melding import lay, lay_off, swap_wild
from ruledeck.rules.spec import Effect, Effects
from ruledeck.rules.turn_effects import (
    act,
    add,
    again,
    branch,
    choose,
    end_round,
    end_turn,
    go_to,
    lose_turn,
    next_turn,
    offer,
    play,
    raise_penalty,
    reverse,
    set_variable,
    skip,
    take_over,
)
from ruledeck.rules.windows import open_window


def perform(low: Lowering, effects: Effects, source: str = "") -> None:
    """Emit effects in order. `source` is the zone that the move's card comes from."""
    for effect in effects:
        if not low.vocabulary.spend(effect.span):
            return
        if effect.verb == "play":
            play(low, effect, source)
        else:
            LOWERINGS[effect.verb](low, effect)


LOWERINGS: dict[str, Callable[[Lowering, Effect], None]] = {
    "draw": draw,
    "move": move,
    "choose": choose,
    "set": set_variable,
    "add": add,
    "raise": raise_penalty,
    "skip": skip,
    "offer": offer,
    "reverse": reverse,
    "again": again,
    "next_turn": next_turn,
    "take_over": take_over,
    "lose_turn": lose_turn,
    "lay": lay,
    "lay_off": lay_off,
    "swap_wild": swap_wild,
    "clear": clear,
    "act": act,
    "swap_hands": swap_hands,
    "pass_hands": pass_hands,
    "end_turn": end_turn,
    "end_round": end_round,
    "if": branch,
    "go_to": go_to,
    "open": open_window,
}
