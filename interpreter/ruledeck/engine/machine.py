"""Game → Machine: begins states, lists what is legal, takes moves, plays. It is the meaning of the rule language."""

from __future__ import annotations

from collections.abc import Sequence

from ruledeck.engine.decision import Choice, Decision, build_decision
from ruledeck.engine.hand import hand_of
from ruledeck.engine.instructions import Log, Step, build_step
from ruledeck.engine.layout import lay_out
from ruledeck.engine.reading import explain
from ruledeck.engine.spelling import spell
from ruledeck.engine.view import make_view, scores_of
from ruledeck.engine.wording import write_choice
from ruledeck.model import chance
from ruledeck.model.event import Event
from ruledeck.model.game import Game, Kind
from ruledeck.model.move import IllegalMove, Move, RuleError
from ruledeck.model.program import NONE, Ask
from ruledeck.model.state import DECISIONS, OVER, State
from ruledeck.model.view import View
from ruledeck.text import Place

LONGEST_RUN = 200_000
"""Instructions between two decisions; a program that needs more is taken to run for ever."""


class Machine:
    """The reference executor. It holds closures made from the game and nothing about any state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout = lay_out(game)
        self._steps: list[Step] = [build_step(one, pc, layout) for pc, one in enumerate(game.code)]
        self._steps.append(run_off)
        self._decisions: dict[int, Decision] = {
            pc: build_decision(one, layout) for pc, one in enumerate(game.code) if isinstance(one, Ask)
        }

    # ------------------------------------------------------------- running

    def begin(self, seed: int, number: int = 0, log: Log = None) -> State:
        """The first decision of game `number` of `seed` (or its end, if there is none)."""
        game, zones = self.game, self.game.zone_count
        values = [0] * game.slots
        for variable in game.variables:
            for seat in range(game.seats if variable.per_seat else variable.size):
                values[variable.slot + seat] = variable.start
        streams = [chance.stream(seed, number, k) for k in range(game.seats + 1)]
        state = State(0, values, [0] * zones, [[] for _ in range(zones)], [False] * zones, streams)
        cards = [face for face, copies in enumerate(game.deck.copies) for _ in range(copies)]
        first = next(zone for zone in game.zones if not zone.per_seat)
        if first.ordered:
            state.piles[first.base] = cards
        else:
            state.hands[first.base] = hand_of(cards, game.faces)
        self._run(state, 0, log)
        return state

    def resume(self, state: State, pc: int, log: Log = None) -> None:
        """Set the program to `pc` and run to the next decision or the end."""
        self._run(state, pc, log)

    def take(self, state: State, offer: int, value: int, log: Log = None) -> list[Choice]:
        """Take a legal choice, in place, and run on. Answers the choices of the next decision; none when it is over."""
        decision = self._decisions[state.pc]
        chosen = decision.ask.offers[offer]
        values = state.values
        if log is not None:
            log.append(self._chosen(state, decision, offer, value))
        if chosen.domain is not None:
            values[chosen.slot] = value
        values[DECISIONS] += 1
        return self._run(state, chosen.target, log)

    def _run(self, state: State, pc: int, log: Log) -> list[Choice]:
        steps = self._steps
        at = pc
        try:
            for _ in range(LONGEST_RUN):
                at = pc
                pc = steps[pc](state, log)
                if pc < 0:
                    state.pc = at = ~pc
                    decision = self._decisions.get(at)
                    if decision is None:
                        return []
                    choices = decision.choices(state.values, state.hands, state.piles)
                    if choices:
                        return choices
                    pc = go_on(decision)
        except RuleError as error:
            if error.place is None and (place := self._place(at)) is not None:
                raise RuleError(str(error), place) from error
            raise
        raise RuleError(f"{LONGEST_RUN} steps without a decision: the rules run for ever", self._place(at))

    def _place(self, pc: int) -> Place | None:
        place: Place | None = getattr(self.game.code[pc], "place", None) if pc < len(self.game.code) else None
        return place

    def _chosen(self, state: State, decision: Decision, offer: int, value: int) -> Event:
        """A card chosen is for its player to know: where it goes decides whether others see it."""
        chosen = decision.ask.offers[offer]
        seat = +decision.seat(state.values, state.hands, state.piles)
        name = self.game.moves[chosen.name]
        secret = chosen.secret or (name.kind is Kind.CARD and value != NONE)
        return Event(
            "choose",
            seat,
            cards=(value,) if name.kind is Kind.CARD and value != NONE else (),
            name=name.word,
            value=value,
            seen_by=(seat,) if secret else None,
            place=chosen.place,
        )

    # ------------------------------------------------------------ choosing

    def decision(self, state: State) -> Decision:
        """What is asked now. Raises IllegalMove where nothing is."""
        if state.values[OVER]:
            raise IllegalMove("the match is over")
        if state.pc not in self._decisions:
            raise IllegalMove("the state does not stand at a decision")
        return self._decisions[state.pc]

    def choices(self, state: State) -> list[Choice]:
        """(offer, value) of each legal choice: offers in order, cards in deck order, numbers ascending."""
        if state.values[OVER]:
            return []
        return self.decision(state).choices(state.values, state.hands, state.piles)

    def legal(self, state: State) -> list[Move]:
        """The choices as moves with texts."""
        if state.values[OVER]:
            return []
        offers, moves = self.decision(state).ask.offers, self.game.moves
        return [
            Move(write_choice(self.game, moves[offers[offer].name], value), offer, value)
            for offer, value in self.choices(state)
        ]

    def apply(self, state: State, move: Move, log: Log = None) -> None:
        """Take a move after a check; IllegalMove leaves the state as it was. A RuleError does not."""
        decision = self.decision(state)
        if move not in self.legal(state):
            raise explain(self.layout, state, decision, move.text.split() or [""])
        self.take(state, move.offer, move.value, log)

    def parse(self, state: State, text: str, complete: bool = False) -> list[Move]:
        """The moves that `text` spells, each legal after those before it; the state stays as it is.

        A text that spells more than one move need not name the end of its last meld. With `complete` an only choice that
        must follow (which meld, where just one takes the card) is made as well.

        Later moves are tried on a copy with the true cards, so whoever offers this to players should take no further
        choices after one that reveals a card.
        """
        return spell(self, state, text, complete)

    def refusal(self, state: State, text: str) -> IllegalMove | None:
        """Why `text` is refused; None when it is legal."""
        try:
            self.parse(state, text)
        except IllegalMove as error:
            return error
        return None

    # ------------------------------------------------------------- playing

    def choose(self, state: State, strategy: int, choices: list[Choice] | None = None) -> Choice:
        """What a strategy (NONE: at random) chooses; give `choices` if they are known. Draws only between equals."""
        if choices is None:
            choices = self.choices(state)
        if len(choices) == 1:
            return choices[0]
        decision = self.decision(state)
        if strategy != NONE:
            choices = rate(decision, state, choices, strategy)
            if len(choices) == 1:
                return choices[0]
        stream = 1 + decision.seat(state.values, state.hands, state.piles)
        state.streams[stream] = number = chance.step(state.streams[stream])
        return choices[chance.below(number, len(choices))]

    def play(self, state: State, strategies: Sequence[int], log: Log = None) -> None:
        """Play to the end of the match, seat k by the strategy `strategies[k]`."""
        choices = self.choices(state)
        while choices:
            strategy = strategies[self._decisions[state.pc].seat(state.values, state.hands, state.piles)]
            offer, value = self.choose(state, strategy, choices)
            choices = self.take(state, offer, value, log)

    # ------------------------------------------------------------- looking

    def is_over(self, state: State) -> bool:
        return state.values[OVER] != 0

    def actor(self, state: State) -> int:
        """The seat that is to choose; NONE when the match is over."""
        if state.values[OVER]:
            return NONE
        return +self.decision(state).seat(state.values, state.hands, state.piles)

    def scores(self, state: State) -> tuple[int, ...]:
        return scores_of(self.layout, state)

    def winners(self, state: State) -> tuple[int, ...]:
        """Seats with the best score of a finished match; none while it goes on, or when a limit stopped it."""
        if state.values[OVER] != 1 or "score" not in self.game.variable_of:
            return ()
        scores = self.scores(state)
        out = self.game.variable_of.get("cannot win")
        running = [seat for seat in range(self.game.seats) if out is None or not state.values[out.slot + seat]]
        chosen = [scores[seat] for seat in running] or [0]
        best = max(chosen) if self.game.highest_wins else min(chosen)
        return tuple(seat for seat in running if scores[seat] == best)

    def view(self, state: State, seat: int) -> View:
        """What `seat` may see."""
        actor = self.actor(state)
        if seat != actor != NONE and self.decision(state).ask.private:
            actor = NONE
        moves = tuple(move.text for move in self.legal(state)) if seat == actor else ()
        return make_view(self.layout, state, seat, actor, moves)


def rate(decision: Decision, state: State, choices: list[Choice], strategy: int) -> list[Choice]:
    """The choices that the strategy rates highest."""
    values, hands, piles = state.values, state.hands, state.piles
    best: list[Choice] = []
    highest = 0
    for choice in choices:
        row = decision.scores[choice[0]]
        score = row[strategy] if strategy < len(row) else None
        slot = decision.slot_of(choice[0])
        rated = 0
        if score is not None and slot == NONE:
            rated = score(values, hands, piles)
        elif score is not None:
            old, values[slot] = values[slot], choice[1]
            try:
                rated = score(values, hands, piles)
            finally:
                values[slot] = old
        if not best or rated > highest:
            best, highest = [choice], rated
        elif rated == highest:
            best.append(choice)
    return best


def go_on(decision: Decision) -> int:
    """Where a decision without a legal move leads."""
    if decision.ask.otherwise == NONE:
        raise RuleError("stuck: no move is legal here")
    return decision.ask.otherwise


def run_off(_state: State, _log: Log) -> int:
    raise RuleError("the program runs off its end")
