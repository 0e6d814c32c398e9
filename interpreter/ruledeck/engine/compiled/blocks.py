"""Lines → blocks without a jump inside, and the order in which nested loops hold them.

Blocks that one way leads to are written where that way leaves, small ones wherever a way leads to them. The others get
numbers so that each strongly connected component is a range, its entry first: `while low <= pc <= high` around them is
a loop, and a jump ahead falls through. (Tarjan's algorithm; the order is that of Bourdoncle, FMPA 1993.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ruledeck.engine.compiled.code import leads_to
from ruledeck.engine.compiled.live import Lines
from ruledeck.engine.compiled.ranges import At
from ruledeck.engine.compiled.simplify import FALSE, Line
from ruledeck.model.program import Ask, Assign, Branch, Finish, Goto, Instruction, Shuffle, Tell

SMALL = 2
"""Instructions of a block that is written more than once."""


@dataclass(frozen=True, slots=True)
class Block:
    """Straight code and how it ends."""

    start: int
    body: tuple[tuple[int, Line], ...]
    end_pc: int
    end: Instruction

    def targets(self) -> tuple[int, ...]:
        if isinstance(self.end, Ask):
            alive = (offer for offer in self.end.offers if offer.when != FALSE and offer.where != FALSE)
            more = () if self.end.otherwise < 0 else (self.end.otherwise,)
            return *(offer.target for offer in alive), *more
        return leads_to(self.end, self.end_pc)


@dataclass(frozen=True, slots=True)
class Loop:
    """Blocks that lead to each other, the first of them where it is entered."""

    items: tuple[Item, ...]


Item = int | Loop
Ways = Mapping[int, tuple[int, ...]]


def cut(lines: Lines) -> dict[int, Block]:
    """The blocks by the address of their first instruction, jumps to jumps cut short."""
    starts = {min(lines)}
    for pc, line in lines.items():
        if isinstance(line.one, Branch | Goto | Ask | Finish):
            starts.update(leads_to(line.one, pc))
    blocks = {start: cut_one(start, starts, lines) for start in sorted(starts) if start in lines}
    return {start: shortened(block, blocks) for start, block in blocks.items()}


def cut_one(start: int, starts: set[int], lines: Lines) -> Block:
    pc, body = start, list[tuple[int, Line]]()
    while pc in lines:
        one = lines[pc].one
        if isinstance(one, Branch | Goto | Ask | Finish):
            return Block(start, tuple(body), pc, one)
        if not isinstance(one, Tell):
            body.append((pc, lines[pc]))
        pc += 1
        if pc in starts:
            break
    return Block(start, tuple(body), pc - 1, Goto(pc))


def shortened(block: Block, blocks: Mapping[int, Block]) -> Block:
    def last(target: int) -> int:
        for _ in range(len(blocks)):
            there = blocks.get(target)
            if there is None or there.body or not isinstance(there.end, Goto):
                return target
            target = there.end.target
        return target

    match block.end:
        case Goto(target):
            return replace(block, end=Goto(last(target)))
        case Branch(test, yes, no):
            yes, no = last(yes), last(no)
            return replace(block, end=Branch(test, yes, no))
        case Ask(offers=offers):
            moved = tuple(replace(offer, target=last(offer.target)) for offer in offers)
            other = block.end.otherwise
            return replace(block, end=replace(block.end, offers=moved, otherwise=last(other) if other >= 0 else other))
        case _:
            return block


# ------------------------------------------------------------------- order


@dataclass(frozen=True, slots=True)
class Chart:
    """Blocks and where they are written."""

    blocks: dict[int, Block]
    number: dict[int, int]
    """Numbers of the blocks that are jumped to, in the order in which they are written."""
    items: tuple[Item, ...]
    at: dict[int, At]
    """Ranges before each instruction."""
    circling: frozenset[int]
    """Jump targets at which a way may come round again without a decision."""


def chart(blocks: dict[int, Block], lines: Lines) -> Chart:
    entry = min(blocks)
    leaders = jumped_to(blocks, entry)
    ways = {start: tuple(jumps(start, blocks, leaders)) for start in leaders}
    items = tuple(arranged(sorted(leaders), ways, {entry}))
    number = {start: place for place, start in enumerate(flat(items))}
    at: dict[int, At] = {pc: line.at for pc, line in lines.items()}
    return Chart(blocks, number, items, at, frozenset(circling(blocks, leaders, number)))


def jumped_to(blocks: Mapping[int, Block], entry: int) -> set[int]:
    """The blocks that get a number: those that more than one way leads to, unless they are small."""
    seen, waiting, ways = {entry}, [entry], Counter[int]()
    while waiting:
        for target in blocks[waiting.pop()].targets():
            ways[target] += 1
            if target in blocks and target not in seen:
                seen.add(target)
                waiting.append(target)
    doubled: set[int] = set()
    waiting = [start for start in sorted(seen) if ways[start] > 1]
    while waiting:
        start = waiting.pop()
        if start in doubled or start == entry or not is_small(start, blocks):
            continue
        doubled.add(start)
        for target in blocks[start].targets():
            ways[target] = max(ways[target], 2)
            waiting.append(target)
    return {entry} | {start for start in seen if ways[start] > 1 and start not in doubled}


def is_small(start: int, blocks: Mapping[int, Block]) -> bool:
    """Whether a block, with those small ones that follow, may be written again at each place that leads to it."""
    seen: set[int] = set()
    while start in blocks and small(blocks[start]):
        if start in seen:
            return False
        seen.add(start)
        end = blocks[start].end
        if not isinstance(end, Goto):
            return True
        start = end.target
    return bool(seen)


def small(block: Block) -> bool:
    simple = all(isinstance(line.one, Assign | Shuffle) for _, line in block.body)
    return simple and len(block.body) <= SMALL and isinstance(block.end, Goto | Finish)


def jumps(start: int, blocks: Mapping[int, Block], leaders: set[int], decisions: bool = True) -> Iterator[int]:
    """The numbered blocks that a block and those written inside it jump to; without `decisions`, without choosing."""
    block = blocks[start]
    targets: Iterable[int] = block.targets()
    if not decisions and isinstance(block.end, Ask):
        targets = () if block.end.otherwise < 0 else (block.end.otherwise,)
    for target in targets:
        if target in leaders:
            yield target
        elif target in blocks:
            yield from jumps(target, blocks, leaders, decisions)


def arranged(nodes: list[int], ways: Ways, entered: set[int]) -> Iterator[Item]:
    """The nodes so that ways lead ahead, but for those to the first of each loop."""
    for component in components(nodes, ways):
        if len(component) == 1 and component[0] not in ways[component[0]]:
            yield component[0]
            continue
        inside = set(component)
        doors = [node for node in component if node in entered or outside_leads(node, inside, nodes, ways)]
        head = min(doors or component)
        rest = [node for node in component if node != head]
        kept = {node: tuple(to for to in ways[node] if to in inside and to != head) for node in rest}
        yield Loop((head, *arranged(rest, kept, set(ways[head]))))


def outside_leads(node: int, inside: set[int], nodes: list[int], ways: Ways) -> bool:
    return any(node in ways[other] for other in nodes if other not in inside)


def flat(items: Iterable[Item]) -> Iterator[int]:
    for item in items:
        if isinstance(item, Loop):
            yield from flat(item.items)
        else:
            yield item


def components(nodes: list[int], ways: Ways) -> list[list[int]]:
    """Strongly connected components, those that lead to others first."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[list[int]] = []
    inside = set(nodes)

    def visit(node: int) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in ways[node]:
            if target not in inside:
                continue
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            place = stack.index(node)
            found.append(sorted(stack[place:]))
            del stack[place:]

    for node in nodes:
        if node not in index:
            visit(node)
    return found[::-1]


def circling(blocks: Mapping[int, Block], leaders: set[int], number: Mapping[int, int]) -> Iterator[int]:
    """Targets of jumps back, in loops that need no decision to go round."""
    ways = {start: tuple(jumps(start, blocks, leaders, decisions=False)) for start in leaders}
    for component in components(sorted(leaders), ways):
        inside = set(component)
        for node in component:
            yield from (to for to in ways[node] if to in inside and number[to] <= number[node])
