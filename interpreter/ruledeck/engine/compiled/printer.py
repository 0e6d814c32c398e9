"""The emitted text → the same function in LLVM's language, by way of Python's own syntax tree.

It knows what `emit` writes and nothing else: integers, comparisons, and/or/not, if, while, for over a range, break,
return, entries and equal stretches of arrays, `bit_count` and `bit_length`. All integers have 64 bits; the ranges of
`reach` see to it that none needs more. Python's floor division is written out, short circuits stay short circuits.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence

from ruledeck.engine.compiled.frame import ARRAYS
from ruledeck.engine.compiled.printed import Expressions

INTRINSICS = """declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)"""
TABLE = re.compile(r"^(?P<name>\w+) = \((?P<row>-?\d+(?:, -?\d+)*),\)$", re.MULTILINE)
"""Read apart from the rest, for Python's syntax tree of thousands of numbers takes long."""
HEAD = re.compile(r"^def (\w+)\((.*)\):$", re.MULTILINE)
DEPOSIT = "declare i64 @llvm.x86.bmi.pdep.64(i64, i64)"


def print_module(text: str, deposit: bool, public: Collection[str] = ("play",), elsewhere: str = "") -> str:
    """The module. `deposit`: the processor finds the k-th bit of a mask in one step (x86's PDEP).

    `public` are the functions that other modules call; `elsewhere` is the text of functions that this one calls.
    """
    rows = {found["name"]: tuple(map(int, found["row"].split(", "))) for found in TABLE.finditer(text)}
    functions = [one for one in ast.parse(TABLE.sub("", text)).body if isinstance(one, ast.FunctionDef)]
    tables = [print_table(name, row) for name, row in rows.items()]
    others = [declaration(found[1], found[2].split(", ")) for found in HEAD.finditer(elsewhere)]
    bodies = [line for one in functions for line in Printer(rows, deposit).function(one, one.name in public)]
    return "\n".join((INTRINSICS, *([DEPOSIT] if deposit else ()), *others, *tables, *bodies, ""))


def declaration(name: str, arguments: Sequence[str]) -> str:
    return f"declare i64 @{name}({', '.join('ptr noalias' if one in ARRAYS else 'i64' for one in arguments)})"


def print_table(name: str, row: tuple[int, ...]) -> str:
    """With its last entry in front, for index -1."""
    entries = ", ".join(f"i64 {value}" for value in (row[-1], *row))
    return f"@{name} = private unnamed_addr constant [{len(row) + 1} x i64] [{entries}]"


SMALL = 110
"""Nodes of a function that is written into its callers. (No pass that decides this for itself is run: they take long.)"""


def is_small(function: ast.FunctionDef) -> bool:
    """Short, without loops, and not calling itself."""
    nodes = list(ast.walk(function))
    loops = any(isinstance(node, ast.While | ast.For) for node in nodes)
    again = any(isinstance(node, ast.Name) and node.id == function.name for node in nodes)
    return len(nodes) <= SMALL and not loops and not again


class Printer(Expressions):
    """Prints a function, whose places on the stack LLVM takes away again (mem2reg)."""

    def function(self, function: ast.FunctionDef, public: bool) -> list[str]:
        given = [one.arg for one in function.args.args]
        arguments = [f"ptr noalias %{name}" if name in ARRAYS else f"i64 %{name}.in" for name in given]
        numbers = [name for name in given if name not in ARRAYS]
        nodes = list(ast.walk(function))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        local = sorted(names - set(ARRAYS) - set(self.rows) - called | set(numbers))
        self.statements(function.body)
        kind = "" if public else "internal "
        inline = "alwaysinline " if is_small(function) else ""
        head = [f"define {kind}i64 @{function.name}({', '.join(arguments)}) {inline}nounwind {{", "entry:"]
        head += [f"  %{name} = alloca i64" for name in local]
        head += [f"  store i64 %{name}.in, ptr %{name}" for name in numbers]
        return [*head, *self.out, "  unreachable", "}"]

    # ------------------------------------------------------------ statements

    def statements(self, body: Sequence[ast.stmt]) -> None:
        for one in body:
            self.statement(one)

    def statement(self, one: ast.stmt) -> None:
        match one:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Slice()) as target], value=value):
                self.stretch(target, value)
            case ast.Assign(targets=[target], value=value):
                self.store(target, self.number(value))
            case ast.AugAssign(target=target, op=op, value=value):
                old = self.load(target)
                self.store(target, self.binary(op, old, self.number(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                self.branch(test, body, orelse)
            case ast.While(test=test, body=body):
                self.loop(test, body)
            case ast.For(target=ast.Name(name), iter=ast.Call(args=bounds), body=body):
                self.count_through(name, bounds, body)
            case ast.Return(value=ast.expr() as value):
                self.emit(f"ret i64 {self.number(value)}")
                self.begin(self.label())
            case ast.Break():
                self.emit(f"br label %{self.breaks[-1]}")
                self.begin(self.label())
            case ast.Expr(value=ast.Call() as call):
                self.number(call)
            case ast.Pass():
                pass
            case _:
                raise TypeError(f"no statement that `emit` writes: {ast.unparse(one)}")

    def branch(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        yes, no, after = self.label(), self.label(), self.label()
        self.jump(test, yes, no if orelse else after)
        self.begin(yes)
        self.statements(body)
        if orelse:
            self.emit(f"br label %{after}")
            self.begin(no)
            self.statements(orelse)
        self.place(after)

    def loop(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        if self.deposit and self.found_by_deposit(test, body):
            return
        head, inside, after = self.label(), self.label(), self.label()
        self.place(head)
        self.jump(test, inside, after)
        self.begin(inside)
        self.breaks.append(after)
        self.statements(body)
        self.breaks.pop()
        self.emit(f"br label %{head}")
        self.begin(after)

    def found_by_deposit(self, test: ast.expr, body: Sequence[ast.stmt]) -> bool:
        """`while k: m &= m - 1; k -= 1`: whoever writes this wants the k-th bit of m to be its lowest."""
        match test, body:
            case ast.Name(count), [ast.AugAssign(target=ast.Name(mask), op=ast.BitAnd()), ast.AugAssign(op=ast.Sub())]:
                bit = self.value(f"shl i64 1, {self.load_name(count)}")
                found = self.value(f"call i64 @llvm.x86.bmi.pdep.64(i64 {bit}, i64 {self.load_name(mask)})")
                self.emit(f"store i64 {found}, ptr %{mask}")
                self.emit(f"store i64 0, ptr %{count}")
                return True
            case _:
                return False

    def count_through(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        first, last, step = self.bounds(bounds)
        before, head, inside, after = (self.label() for _ in range(4))
        self.place(before)
        self.emit(f"br label %{head}")
        self.begin(head)
        counter = f"%{head}.c"
        self.emit(f"{counter} = phi i64 [ {first}, %{before} ], [ {counter}.n, %{head}.e ]")
        more = self.value(f"icmp {'slt' if step > 0 else 'sgt'} i64 {counter}, {last}")
        self.emit(f"br i1 {more}, label %{inside}, label %{after}")
        self.begin(inside)
        self.emit(f"store i64 {counter}, ptr %{name}")
        self.breaks.append(after)
        self.statements(body)
        self.breaks.pop()
        self.place(f"{head}.e")
        self.emit(f"{counter}.n = add i64 {counter}, {step}")
        self.emit(f"br label %{head}")
        self.begin(after)

    def bounds(self, bounds: Sequence[ast.expr]) -> tuple[str, str, int]:
        match bounds:
            case [last]:
                return "0", self.number(last), 1
            case [first, last]:
                return self.number(first), self.number(last), 1
            case [first, last, step]:
                return self.number(first), self.number(last), int(ast.literal_eval(step))
            case _:
                raise TypeError("a range has one to three bounds")

    def stretch(self, target: ast.Subscript, value: ast.expr) -> None:
        """Equal stretches: as many entries as the target has."""
        first, last = self.slice(target)
        source, start = ("", "0")
        if isinstance(value, ast.Subscript):
            source, (start, _) = self.array(value), self.slice(value)
        elif isinstance(value, ast.Name):
            source, start = f"@{value.id}", "1"
        bytes_ = self.value(f"shl i64 {self.value(f'sub i64 {last}, {first}')}, 3")
        to, origin = self.entry(self.array(target), first), self.entry(source, start)
        self.emit(f"call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {origin}, i64 {bytes_}, i1 false)")

    def slice(self, where: ast.Subscript) -> tuple[str, str]:
        if not isinstance(where.slice, ast.Slice) or where.slice.lower is None or where.slice.upper is None:
            raise TypeError("a stretch needs both ends")
        return self.number(where.slice.lower), self.number(where.slice.upper)
