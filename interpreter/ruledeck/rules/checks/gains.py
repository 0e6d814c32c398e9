"""Rules → how many cards a hand gets beyond those dealt, as far as a seat that lays nothing is concerned.

Followed are the paths through the steps of one turn. Cards from anywhere else (an offer out of turn, a power, a payment,
another seat's hand) may come again and again: then there is no bound, and None says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ruledeck.lang import ast
from ruledeck.rules import spec
from ruledeck.rules.checks.bench import Case
from ruledeck.rules.checks.powers import player, referee
from ruledeck.rules.ranges import NEVER
from ruledeck.rules.spec import Effects, Named

LOTS = 10_000
"""More cards than any deck has: as good as no bound."""
ELSEWHERE = ("swap_hands", "pass_hands", "take_over")
"""Verbs after which the cards of a turn are no longer those of one seat."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Cards that a hand has more than were dealt."""

    opening: int
    """By the windows after the deal, once in a round."""
    in_turn: int
    certain: bool
    """Whether a turn surely leaves the hand no larger than it was."""

    @property
    def most(self) -> int:
        return self.opening + self.in_turn


@dataclass(frozen=True, slots=True)
class Flow:
    """What effects do to the actor's hand. `to`: steps where the turn may go on instead."""

    gain: int = 0
    loss: int = 0
    to: tuple[str, ...] = ()

    def then(self, other: Flow) -> Flow:
        return Flow(min(self.gain + other.gain, LOTS), self.loss + other.loss, self.to + other.to)

    def beside(self, other: Flow) -> Flow:
        return Flow(max(self.gain, other.gain), min(self.loss, other.loss), self.to + other.to)


@dataclass(frozen=True, slots=True)
class Edge:
    start: str
    end: str
    """A step, or nothing where the turn passes."""
    flow: Flow
    chosen: bool
    """By a move that the seat chooses; not because no other is legal."""


@dataclass(frozen=True, slots=True)
class Rules:
    ruleset: spec.Spec
    case: Case
    hand: str

    def bound(self) -> Bound | None:
        if self.given_elsewhere():
            return None
        opening = sum(self.flow(window.do).gain for window in self.open_windows() if window.opens == "after deal")
        edges = [*self.edges()]
        most = self.arriving(edges, lambda flow: flow.gain)
        net = self.arriving(edges, lambda flow: flow.gain - flow.loss)
        in_turn = max((most[edge.start] + edge.flow.gain for edge in edges if edge.start in most), default=0)
        ends = [edge for edge in edges if not edge.end and edge.start in net]
        growing = [edge for edge in ends if net[edge.start] + edge.flow.gain - edge.flow.loss > 0]
        if in_turn >= LOTS or opening >= LOTS or any(edge.chosen for edge in growing):
            return None
        return Bound(opening, in_turn, not growing)

    def given_elsewhere(self) -> bool:
        """Whether cards come into hands out of turn, or otherwise than a turn's moves bring them."""
        rules = self.ruleset
        groups = [power.do + (power.starter or ()) for power in rules.powers if self.possible(power.condition)]
        groups += [penalty.pay for penalty in rules.penalties]
        moves = {move.name.text: move for move in rules.moves}
        groups += [moves[item.move.text].do for penalty in rules.penalties for item in penalty.moves]
        groups += [window.otherwise for window in self.open_windows()]
        groups += [window.do for window in self.open_windows() if window.opens != "after deal"]
        if any(self.flow(group).gain for group in groups):
            return True
        groups += [window.do for window in self.open_windows() if window.opens == "after deal"]
        turns = [move.do for move in rules.moves] + [step.otherwise for step in rules.steps]
        aside = [effect for group in groups for effect in self.written_out(group)]
        plain = [effect for group in turns for effect in self.written_out(group)]
        return (
            any(effect.verb in ELSEWHERE for effect in aside + plain)
            or any(effect.verb == "go_to" for effect in aside)
            or any(self.one(effect).gain and not is_actor(effect) for effect in plain)
        )

    def open_windows(self) -> Iterator[spec.Window]:
        return (window for window in self.ruleset.windows if self.possible(window.condition))

    def possible(self, condition: ast.Expr | None) -> bool:
        return condition is None or self.case.range_of(condition, referee(self.case)) != NEVER

    def written_out(self, effects: Effects) -> Iterator[spec.Effect]:
        """Effects with those inside `if` and those of actions, as far as they can come about."""
        for effect in effects:
            yield effect
            for inner in self.branches(effect):
                yield from self.written_out(inner)

    def branches(self, effect: spec.Effect) -> list[Effects]:
        if effect.verb == "act":
            word = effect.get("act")
            return [action.do for action in self.ruleset.actions if isinstance(word, Named) and action.name == word]
        found = []
        if effect.verb == "if":
            test = effect.get("if")
            low, high = self.case.range_of(test, referee(self.case)) if isinstance(test, ast.Expr) else (0, 1)
            for key, can_be in (("do", high > 0), ("else", low <= 0)):
                inner = effect.get(key)
                if can_be:
                    found.append(inner if isinstance(inner, tuple) else ())
        return found

    def flow(self, effects: Effects) -> Flow:
        """Of effects in order. What ends the round brings no hand anything."""
        done = Flow()
        for effect in effects:
            branches = [branch for branch in self.branches(effect) if not ends_round(branch)]
            if branches:
                flows = [self.flow(branch) for branch in branches]
                made = flows[0]
                for other in flows[1:]:
                    made = made.beside(other)
            else:
                made = self.one(effect)
            done = done.then(made)
        return done

    def one(self, effect: spec.Effect) -> Flow:
        match effect.verb:
            case "draw":
                number = effect.get("draw")
                if effect.get("until") is not None or not isinstance(number, ast.Expr):
                    return Flow(gain=LOTS)
                most = self.case.range_of(number, referee(self.case))[1]
                return Flow(gain=max(0, min(most, LOTS)))
            case "move":
                left = is_actor(effect) and named(effect, "from") == self.hand
                return Flow(gain=int(named(effect, "to") == self.hand), loss=int(left))
            case "play" | "lay_off":
                return Flow(loss=1)
            case "go_to" | "end_turn":
                return Flow(to=(named(effect, "go_to"),))
            case "offer":
                moves = {move.name.text: move for move in self.ruleset.moves}
                offered = moves.get(named(effect, "offer"))
                return Flow() if offered is None else self.flow(offered.do).then(Flow(to=(target(offered),)))
            case _:
                return Flow()

    def edges(self) -> Iterator[Edge]:
        moves = {move.name.text: move for move in self.ruleset.moves}
        for step in self.ruleset.steps:
            ends_empty = False
            for item in step.moves:
                move = moves.get(item.move.text)
                if move is None or not self.legal(move, item):
                    continue
                flow = self.flow(move.do)
                yield from (Edge(step.name.text, end, flow, True) for end in (target(move), *flow.to))
                any_card = move.choose is not None and move.condition is None and item.condition is None
                ends_empty = ends_empty or any_card
            if not ends_empty and step.otherwise:
                flow = self.flow(step.otherwise)
                yield from (Edge(step.name.text, end, flow, False) for end in flow.to or ("",))

    def legal(self, move: spec.Move, item: spec.StepMove) -> bool:
        tests = [test for test in (move.condition, item.condition) if test is not None]
        return all(self.case.range_of(test, player(self.case)) != NEVER for test in tests)

    def arriving(self, edges: list[Edge], worth: Callable[[Flow], int]) -> dict[str, int]:
        """The most that a turn has brought when it comes to each step; `LOTS` where it can go round and round."""
        first = [step.name.text for step in self.ruleset.steps[:1]]
        most = dict.fromkeys(first + [penalty.then.text for penalty in self.ruleset.penalties], 0)
        most.pop("", None)
        most.pop("end_turn", None)
        for number in range(2 * len(self.ruleset.steps) + 2):
            for edge in edges:
                if edge.start in most and edge.end:
                    new = most[edge.start] + worth(edge.flow)
                    if new > most.get(edge.end, -LOTS):
                        most[edge.end] = LOTS if number > len(self.ruleset.steps) else min(new, LOTS)
        return most


def target(move: spec.Move) -> str:
    return "" if move.then.text == "end_turn" else move.then.text


def named(effect: spec.Effect, key: str) -> str:
    word = effect.get(key)
    return word.text if isinstance(word, Named) else ""


def ends_round(effects: Effects) -> bool:
    return any(effect.verb == "end_round" for effect in effects)


def is_actor(effect: spec.Effect) -> bool:
    """Whether it falls on the seat whose turn it is."""
    return named(effect, "who") in ("", "actor")
