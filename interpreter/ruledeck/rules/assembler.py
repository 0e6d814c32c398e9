"""instructions with labels → code with addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ruledeck.model import program as p

FIRST_LABEL = -10


class Assembler:
    """Gathers instructions. Labels are negative stand-ins for addresses until `finish`."""

    def __init__(self) -> None:
        self.code: list[p.Instruction] = []
        self.addresses: dict[int, int] = {}
        self.labels = 0

    def label(self) -> int:
        """A new label, to be placed once."""
        self.labels += 1
        return FIRST_LABEL - self.labels

    def place(self, label: int) -> None:
        """The next instruction is where `label` leads."""
        self.addresses[label] = len(self.code)

    def here(self) -> int:
        label = self.label()
        self.place(label)
        return label

    def emit(self, *instructions: p.Instruction) -> None:
        self.code.extend(instructions)

    def goto(self, label: int) -> None:
        self.emit(p.Goto(label))

    def unless(self, test: p.Expr, label: int) -> None:
        """Go on when `test` holds, else at `label`."""
        if isinstance(test, p.Const):
            if not test.value:
                self.goto(label)
            return
        on = self.label()
        self.emit(p.Branch(test, on, label))
        self.place(on)

    def when(self, test: p.Expr, label: int) -> None:
        """Go to `label` when `test` holds, else on."""
        if isinstance(test, p.Const):
            if test.value:
                self.goto(label)
            return
        on = self.label()
        self.emit(p.Branch(test, label, on))
        self.place(on)

    def finish(self) -> tuple[p.Instruction, ...]:
        """The code with addresses for labels; jumps go where chains of gotos lead, what is never reached is dropped."""
        code = tuple(retarget(instruction, self.address) for instruction in self.code)
        code = tuple(retarget(instruction, lambda target: landing(code, target)) for instruction in code)
        kept, moved = drop_unreachable(code)
        landed = {label: landing(code, address) for label, address in self.addresses.items() if address < len(code)}
        self.addresses = {label: moved[address] for label, address in landed.items() if address in moved}
        return kept

    def address(self, label: int) -> int:
        return label if label > FIRST_LABEL else self.addresses[label]


def retarget(instruction: p.Instruction, to: Callable[[int], int]) -> p.Instruction:
    """The instruction with every address replaced by `to(address)`."""
    match instruction:
        case p.Goto():
            return replace(instruction, target=to(instruction.target))
        case p.Branch():
            return replace(instruction, yes=to(instruction.yes), no=to(instruction.no))
        case p.Ask():
            offers = tuple(replace(offer, target=to(offer.target)) for offer in instruction.offers)
            other = p.NONE if instruction.otherwise == p.NONE else to(instruction.otherwise)
            return replace(instruction, offers=offers, otherwise=other)
        case _:
            return instruction


def targets(instruction: p.Instruction, after: int) -> tuple[int, ...]:
    """Where an instruction may go on; `after` is the next address."""
    match instruction:
        case p.Goto():
            return (instruction.target,)
        case p.Branch():
            return (instruction.yes, instruction.no)
        case p.Ask():
            other = () if instruction.otherwise == p.NONE else (instruction.otherwise,)
            return (*(offer.target for offer in instruction.offers), *other)
        case p.Finish():
            return ()
        case _:
            return (after,)


def drop_unreachable(code: tuple[p.Instruction, ...]) -> tuple[tuple[p.Instruction, ...], dict[int, int]]:
    """The reachable code without gotos to what follows them, and the new address of each old one."""
    reached: set[int] = set()
    waiting = [0]
    while waiting:
        address = waiting.pop()
        if address not in reached and address < len(code):
            reached.add(address)
            waiting.extend(targets(code[address], address + 1))
    kept: list[int] = []
    for address in sorted(reached, reverse=True):
        instruction = code[address]
        if not (isinstance(instruction, p.Goto) and kept and instruction.target == kept[-1]):
            kept.append(address)
    kept.reverse()
    moved = {address: index for index, address in enumerate(kept)}
    return tuple(retarget(code[address], moved.__getitem__) for address in kept), moved


def landing(code: tuple[p.Instruction, ...], address: int) -> int:
    """The first instruction at or behind `address` that is not a goto."""
    for _ in range(len(code)):
        instruction = code[address]
        if not isinstance(instruction, p.Goto):
            return address
        address = instruction.target
    return address
