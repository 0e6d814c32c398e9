"""What stands around the program: the loop over games, a game's beginning, its end and what is counted of it."""

from __future__ import annotations

from dataclasses import dataclass

from ruledeck.engine.compiled.paper import Paper, Statements
from ruledeck.engine.compiled.plan import Plan
from ruledeck.engine.compiled.transport import CHANCE
from ruledeck.model.chance import LOW, MULTIPLIER
from ruledeck.model.state import DECISIONS, OVER, ROUND, TURN

ARGUMENTS = ("base", "first", "last", "seed_low", "seed_high", "rounds", "turns", "decisions")
ARRAYS = ("V", "H", "P", "N", "O", "R", "X", "A", "Y", "D", "E", "F", "G")
"""Seats' slots, hands, piles, seats' piles' lengths and order, streams, scratch; totals, room for the search, histograms of rounds, turns
and decisions; the trace."""
STATUS, DONE, UNFINISHED, MADE, FIRST_SEAT = range(5)
"""In A: why it stopped (0 at the end, 1 for the reference executor, 2 a histogram is too small), games counted, those
that a limit stopped, decisions; then for each seat the sum of scores and the wins shared by 1, 2, ... seats."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Lengths of the arrays, but of the histograms; `trace` is what each game takes of G."""

    sizes: tuple[tuple[str, int], ...]
    trace: int


class Frame:
    def __init__(self, plan: Plan, paper: Paper, traced: bool) -> None:
        self.plan = plan
        self.paper = paper
        self.traced = traced

    def head(self) -> str:
        return f"def play({', '.join((*ARGUMENTS, *ARRAYS))}):"

    def memory(self, kept: int, room: int) -> Memory:
        plan, seats = self.plan, self.plan.seats
        sizes = {
            "V": plan.game.slots,
            "H": plan.zones * plan.planes,
            "P": plan.zones * plan.stride + 1,
            "N": plan.zones,
            "O": plan.zones,
            "R": seats,
            "X": kept + 1,
            "A": FIRST_SEAT + seats * (seats + 1),
            "Y": room,
        }
        return Memory(tuple(sizes.items()), 6 + 2 * seats if self.traced else 0)

    def write(self, body: Statements, read: set[int]) -> None:
        """The whole function; `read` are the slots whose first values matter."""
        write, paper = self.paper.write, self.paper
        write("game = first")
        self.mixed_once()
        with paper.under("while game < last:"):
            self.streams()
            self.slots(read)
            self.zones()
            write("pc = 0")
            paper.paste(body, 1)
            self.ending()
            write("game += 1")
        write("A[0] = 0")
        write("return last")

    # ------------------------------------------------------------ beginning

    def mixed(self, word: str, high: str, low: str) -> None:
        """One word of `model.chance.stream`."""
        write = self.paper.write
        self.mix(f"{low} ^ {word}" if word != "0" else low, low)
        spread = str(int(word) * 0x2545F491 & LOW) if word.isdigit() else f"({word} * {0x2545F491} & {LOW})"
        write(f"x = ({high} + {low} & {LOW}) ^ {spread}")
        self.mix("x", high)

    def mix(self, value: str, name: str) -> None:
        write = self.paper.write
        write(f"m = {value}")
        write("m ^= m >> 16")
        write(f"m = m * {0x21F0AAAD} & {LOW}")
        write("m ^= m >> 15")
        write(f"m = m * {0x735A2D97} & {LOW}")
        write(f"{name} = m ^ m >> 15")

    def mixed_once(self) -> None:
        """The words of the seed are the same for all games."""
        self.paper.write(f"sh = {0x9E3779B9}")
        self.paper.write(f"sl = {0x7F4A7C15}")
        self.mixed("seed_low", "sh", "sl")
        self.mixed("seed_high", "sh", "sl")

    def streams(self) -> None:
        write = self.paper.write
        write("gh = sh")
        write("gl = sl")
        write(f"g = game & {LOW}")
        self.mixed("g", "gh", "gl")
        write(f"g = game >> 32 & {LOW}")
        self.mixed("g", "gh", "gl")
        for number in range(self.plan.seats + 1):
            write("ah = gh")
            write("al = gl")
            self.mixed(str(number), "ah", "al")
            name = f"R[{number - 1}]" if number else CHANCE
            write(f"{name} = ah % {MULTIPLIER - 2} + 1 << 32 | al")

    def slots(self, read: set[int]) -> None:
        write, plan = self.paper.write, self.plan
        starts = dict.fromkeys(read, 0)
        for variable in plan.game.variables:
            for seat in range(plan.seats if variable.per_seat else variable.size):
                slot = variable.slot + seat
                if plan.bounds.first[slot] in read:
                    starts[slot] = variable.start
        always = {DECISIONS: 0, OVER: 0, TURN: 0, ROUND: 0}
        for slot, start in sorted({**always, **starts}.items()):
            write(f"{plan.slot(slot)} = {start}")
        write("bad = 0")
        write("f = 0")
        write("fd = 0")
        if self.traced:
            write("h = 0")

    def zones(self) -> None:
        """All cards lie in the first zone of the table."""
        write, plan, game = self.paper.write, self.plan, self.plan.game
        cards = tuple(face for face, copies in enumerate(game.deck.copies) for _ in range(copies))
        first = next(zone for zone in game.zones if not zone.per_seat)
        for zone in game.zones:
            for seat in range(plan.seats if zone.per_seat else zone.count):
                self.empty(zone.base + seat, plan.is_group(zone.base))
        if first.ordered:
            start = first.base * plan.stride + 1
            write(f"P[{start}:{start + len(cards)}] = {self.paper.table(cards)}")
            write(f"n{first.base} = {len(cards)}")
        else:
            for plane, faces in enumerate(plan.copied):
                write(f"H[{plane * plan.zones + first.base}] = {faces}")

    def empty(self, index: int, per_seat: bool) -> None:
        write, plan = self.paper.write, self.plan
        if not plan.ordered(index):
            for plane in range(plan.planes):
                write(f"H[{plane * plan.zones + index}] = 0")
            return
        write(f"P[{index * plan.stride}] = -1")
        write(f"N[{index}] = 0" if per_seat else f"n{index} = 0")
        if index in plan.opened:
            write(f"O[{index}] = 0" if per_seat else f"o{index} = 0")

    # --------------------------------------------------------------- ending

    def ending(self) -> None:
        write, paper = self.paper.write, self.paper
        with paper.under("if bad:"):
            write(f"A[{STATUS}] = 1")
            write("return game")
        if self.traced:
            self.trace()
        with paper.under(f"if v{OVER} == 1:"):
            for name, slot in (("rounds", ROUND), ("turns", TURN), ("decisions", DECISIONS)):
                with paper.under(f"if {self.plan.slot(slot)} >= {name}:"):
                    write(f"A[{STATUS}] = 2")
                    write("return game")
            for name, slot in (("D", ROUND), ("E", TURN), ("F", DECISIONS)):
                write(f"{name}[{self.plan.slot(slot)}] += 1")
            self.scores()
        with paper.under("else:"):
            write(f"A[{UNFINISHED}] += 1")
        write(f"A[{DONE}] += 1")
        write(f"A[{MADE}] += v{DECISIONS}")

    def scores(self) -> None:
        """Sums of scores, and each winner's share of the win."""
        write, seats = self.paper.write, self.plan.seats
        score = self.plan.game.variable_of.get("score")
        if score is None:
            return
        names = [self.plan.slot(score.slot + seat) for seat in range(seats)]
        for seat, name in enumerate(names):
            write(f"A[{FIRST_SEAT + seat * (seats + 1)}] += {name}")
        better = ">" if self.plan.game.highest_wins else "<"
        write(f"best = {names[0]}")
        write("ties = 1")
        for name in names[1:]:
            write(f"x = {name}")
            with self.paper.under(f"if x {better} best:"):
                write("best = x")
                write("ties = 1")
            with self.paper.under("elif x == best:"):
                write("ties += 1")
        for seat, name in enumerate(names):
            with self.paper.under(f"if {name} == best:"):
                write(f"A[ties + {FIRST_SEAT + seat * (seats + 1)}] += 1")

    def trace(self) -> None:
        """What a test compares: the digest of choices, the figures, scores, the last states of all streams."""
        seats, score = self.plan.seats, self.plan.game.variable_of.get("score")
        names = ["h", f"v{OVER}", *(self.plan.slot(slot) for slot in (ROUND, TURN, DECISIONS)), CHANCE]
        names += [self.plan.slot(score.slot + seat) if score else "0" for seat in range(seats)]
        names += [f"R[{seat}]" for seat in range(seats)]
        self.paper.write(f"g = (game - base) * {len(names)}")
        for place, name in enumerate(names):
            self.paper.write(f"G[g + {place}] = {name}")
