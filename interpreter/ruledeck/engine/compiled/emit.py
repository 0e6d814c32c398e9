"""Game, strategies → Script: the text of one function that plays games, and what memory it needs.

`play(base, first, last, seed_low, seed_high, ...)` plays games `first` to `last` - 1 and answers where it stopped: at `last`,
or at a game that it must leave to the reference executor (a rule error, or a doubt), or that a histogram is too small
for. Everything is a plain integer; arrays are arguments; nothing is called but `bit_count`, `bit_length` and `range`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ruledeck.engine.compiled.asking import Asking
from ruledeck.engine.compiled.blocks import Block, Chart, Item, Loop, chart, cut
from ruledeck.engine.compiled.code import check_known, expressions
from ruledeck.engine.compiled.folding import Folding
from ruledeck.engine.compiled.frame import Frame, Memory
from ruledeck.engine.compiled.held import sure_transfers
from ruledeck.engine.compiled.live import Lines, without_dead
from ruledeck.engine.compiled.melds.calls import names_of
from ruledeck.engine.compiled.melds.names import MEMO as ROOM
from ruledeck.engine.compiled.melds.names import MEMO_SIZE
from ruledeck.engine.compiled.melds.objections import objection
from ruledeck.engine.compiled.melds.reference import Borrowed
from ruledeck.engine.compiled.melds.tables import make_tables
from ruledeck.engine.compiled.melds.text import search_text
from ruledeck.engine.compiled.paper import Paper
from ruledeck.engine.compiled.phrases import HOLE, Scene
from ruledeck.engine.compiled.plan import Plan, make_plan
from ruledeck.engine.compiled.ranges import At
from ruledeck.engine.compiled.reach import explore, make_bounds
from ruledeck.engine.compiled.simplify import Line, simplified
from ruledeck.engine.compiled.threads import Threads
from ruledeck.engine.compiled.transport import Transport
from ruledeck.engine.compiled.trees import every
from ruledeck.engine.machine import LONGEST_RUN
from ruledeck.model.game import Game
from ruledeck.model.program import (
    Ask,
    Assign,
    Branch,
    DealOut,
    Exchange,
    Finish,
    Gather,
    Goto,
    Instruction,
    Replace,
    Search,
    Shuffle,
    Take,
    Tell,
    Transfer,
)
from ruledeck.model.state import DECISIONS, OVER


@dataclass(frozen=True, slots=True)
class Sought:
    """What answers a program's questions about melds."""

    text: str = ""
    """Of functions, with their tables; empty where nothing is asked, or where the answers are borrowed."""
    asked: tuple[str, ...] = ()
    """Of these functions, those that the program calls."""
    borrowed: Borrowed | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A text to run, and the arrays that it wants."""

    text: str
    """Of `play`, with its tables."""
    memory: Memory
    search: Sought


def emit(game: Game, strategies: Sequence[int], traced: bool = False) -> Script:
    """`strategies[k]` plays seat k; NONE plays at random. `traced` records each game (for tests). May be Unsupported."""
    check_known(game.code)
    bounds = make_bounds(game)
    lines, read = without_dead(simplified(game, bounds, explore(game, bounds)), bounds)
    blocks = Threads(cut(lines), lines, bounds).threaded()
    sure = sure_transfers(lines, bounds.layout)
    return Emitter(make_plan(game, bounds), lines, chart(blocks, lines), sure, strategies, traced).script(read)


def foresee(game: Game) -> Sought:
    """What the search will most likely be, before the program is looked through."""
    check_known(game.code)
    return seek(make_plan(game, make_bounds(game)), game.code)


def seek(plan: Plan, code: Iterable[Instruction]) -> Sought:
    asked = [expr for one in code for expr in expressions(one)]
    names = {name for expr in asked for one in every(expr) if isinstance(one, Search) for name in names_of(one)}
    if not names:
        return Sought()
    why = objection(plan.game, iter(asked), plan.planes)
    if why is not None:
        return Sought(borrowed=Borrowed(plan.game, why, plan.zones, plan.planes, plan.stride))
    values = make_tables(plan.game, plan.zones, plan.planes, plan.stride, "deadwood" in names)
    tables, functions = search_text(values, names)
    return Sought("\n".join((*tables, *functions, "")), tuple(sorted(names)))


class Emitter:
    def __init__(
        self, plan: Plan, lines: Lines, charted: Chart, sure: set[int], strategies: Sequence[int], traced: bool
    ) -> None:
        self.plan = plan
        self.lines = lines
        self.chart = charted
        self.sure = sure
        self.paper = Paper()
        self.phrases = Folding(plan, self.paper)
        self.asking = Asking(self.phrases, strategies, traced)
        self.transport = Transport(self.phrases)
        self.traced = traced
        self.end = len(charted.number)

    def script(self, read: set[int]) -> Script:
        frame = Frame(self.plan, self.paper, self.traced)
        with self.paper.aside() as body:
            for item in self.chart.items:
                self.item(item)
        frame.write(body, read)
        text = "\n".join((*self.paper.tables(), frame.head(), *self.paper.text(), ""))
        if HOLE in text:
            raise AssertionError("an item has no name")
        memory = frame.memory(self.phrases.most_kept, ROOM + self.plan.zones * MEMO_SIZE)
        return Script(text, memory, seek(self.plan, (line.one for line in self.lines.values())))

    # --------------------------------------------------------------- control

    def item(self, item: Item) -> None:
        if not isinstance(item, Loop):
            self.leader(item)
            return
        numbers = [self.chart.number[start] for start in starts(item)]
        with self.paper.under(f"while {min(numbers)} <= pc <= {max(numbers)}:"):
            for one in item.items:
                self.item(one)

    def leader(self, start: int) -> None:
        """A numbered block with all that is written inside it. A game in doubt ends after it."""
        with self.paper.under(f"if pc == {self.chart.number[start]}:"):
            with self.paper.aside() as lines:
                if start in self.chart.circling:
                    self.count_rounds()
                self.block(self.chart.blocks[start])
            self.paper.paste(lines)
            if any(text == "bad = 1" for _, text in lines):
                with self.paper.under("if bad:"):
                    self.paper.write(f"pc = {self.end}")

    def count_rounds(self) -> None:
        """A way that comes round without a decision: after too many rounds the reference executor shall look at it."""
        with self.paper.under(f"if fd != v{DECISIONS}:"):
            self.paper.write(f"fd = v{DECISIONS}")
            self.paper.write("f = 0")
        self.paper.write("f += 1")
        with self.paper.under(f"if f > {max(1, LONGEST_RUN // len(self.plan.game.code) - 1)}:"):
            self.phrases.fail()

    def go(self, target: int) -> None:
        number = self.chart.number.get(target)
        if number is not None:
            self.paper.write(f"pc = {number}")
        elif target in self.chart.blocks:
            self.block(self.chart.blocks[target])
        else:
            self.phrases.fail()
            self.paper.write(f"pc = {self.end}")

    def block(self, block: Block) -> None:
        for pc, line in block.body:
            self.line(line, pc in self.sure)
        at = self.ranges(block)
        match block.end:
            case Goto(target):
                self.go(target)
            case Branch(test, yes, no):
                with self.paper.under(f"if {self.phrases.say(test, Scene(at))}:"):
                    self.go(yes)
                with self.paper.under("else:"):
                    self.go(no)
            case Finish(finished):
                self.paper.write(f"v{OVER} = {1 if finished else 2}")
                self.paper.write(f"pc = {self.end}")
            case Ask():
                self.asking.ask(block.end, block.end_pc, Scene(at), self.go)
            case _:
                raise AssertionError(block.end)

    def ranges(self, block: Block) -> At:
        return self.chart.at[block.end_pc]

    # ---------------------------------------------------------- instructions

    def line(self, line: Line, sure: bool) -> None:
        one, scene = line.one, Scene(line.at)
        match one:
            case Assign():
                self.assign(one, scene)
            case Transfer():
                self.transport.transfer(one, scene, sure)
            case Take():
                self.transport.take(one, scene, wanted=True)
            case DealOut():
                self.transport.deal(one, scene)
            case Gather():
                self.transport.gather(one)
            case Shuffle():
                self.transport.shuffle(one)
            case Exchange():
                self.transport.exchange(one, scene)
            case Replace():
                self.transport.replace(one, scene)
            case Tell():
                pass
            case _:
                raise AssertionError(one)

    def assign(self, assign: Assign, scene: Scene) -> None:
        text = self.phrases.say(assign.value, scene)
        low, high = self.phrases.known(assign.value, scene)
        tests = [f"{{0}} < {assign.lo}"] * (low < assign.lo) + [f"{{0}} > {assign.hi}"] * (high > assign.hi)
        if tests:
            text = self.phrases.named(text)
            with self.paper.under(f"if {' or '.join(tests).format(text)}:"):
                self.phrases.fail()
        if assign.seat is None:
            self.paper.write(f"{self.plan.slot(assign.slot)} = {text}")
        else:
            text = self.phrases.named(text) if self.phrases.bounds.may_fail(assign.seat, scene.at) else text
            seat = self.phrases.seat(assign.seat, scene, self.phrases.bounds.values_at(assign.slot)) or "0"
            index = f"{seat} + {assign.slot}" if not seat.isdigit() else str(int(seat) + assign.slot)
            self.paper.write(f"V[{index}] = {text}")


def starts(item: Item) -> list[int]:
    if isinstance(item, Loop):
        return [start for one in item.items for start in starts(one)]
    return [item]
