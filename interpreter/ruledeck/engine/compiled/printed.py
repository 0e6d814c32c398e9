"""Python's expressions → LLVM's: what `printer` needs to print the values and decisions of emitted text."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ruledeck.engine.compiled.frame import ARRAYS

COMPARE = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"}
BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}


class Expressions:
    """Prints into `out`. Every variable has a place on the stack; tables have their last entry in front, for index -1."""

    def __init__(self, rows: dict[str, tuple[int, ...]], deposit: bool) -> None:
        self.rows = rows
        self.deposit = deposit
        self.out: list[str] = []
        self.count = 0
        self.breaks: list[str] = []

    # --------------------------------------------------------------- writing

    def emit(self, text: str) -> None:
        self.out.append(f"  {text}")

    def value(self, text: str) -> str:
        """A new name for a result."""
        self.count += 1
        name = f"%.{self.count}"
        self.emit(f"{name} = {text}")
        return name

    def label(self) -> str:
        self.count += 1
        return f".{self.count}"

    def place(self, label: str) -> None:
        self.emit(f"br label %{label}")
        self.out.append(f"{label}:")

    def begin(self, label: str) -> None:
        """A label after an instruction that ends a block."""
        self.out.append(f"{label}:")

    # ---------------------------------------------------------------- places

    def array(self, where: ast.Subscript) -> str:
        if not isinstance(where.value, ast.Name):
            raise TypeError("only named arrays have entries")
        name = where.value.id
        return f"@{name}" if name in self.rows else f"%{name}"

    def entry(self, array: str, index: str) -> str:
        return self.value(f"getelementptr inbounds i64, ptr {array}, i64 {index}")

    def address(self, where: ast.Subscript) -> str:
        array, index = self.array(where), self.number(where.slice)
        if array.startswith("@"):
            index = self.value(f"add i64 {index}, 1")
        return self.entry(array, index)

    def load_name(self, name: str) -> str:
        return self.value(f"load i64, ptr %{name}")

    def load(self, where: ast.expr) -> str:
        match where:
            case ast.Name(name):
                return self.load_name(name)
            case ast.Subscript():
                return self.value(f"load i64, ptr {self.address(where)}")
            case _:
                raise TypeError("no place for a value")

    def store(self, where: ast.expr, value: str) -> None:
        match where:
            case ast.Name(name):
                self.emit(f"store i64 {value}, ptr %{name}")
            case ast.Subscript():
                self.emit(f"store i64 {value}, ptr {self.address(where)}")
            case _:
                raise TypeError("no place for a value")

    # ----------------------------------------------------------- expressions

    def number(self, one: ast.expr) -> str:  # noqa: C901 - one case for each kind of expression
        match one:
            case ast.Constant(value=int(value)):
                return str(int(value))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return str(-value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.value(f"sub i64 0, {self.number(operand)}")
            case ast.Name() | ast.Subscript():
                return self.load(one)
            case ast.BinOp(left=left, op=op, right=right):
                number = self.number(left)
                return self.binary(op, number, self.number(right))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.value(f"xor i64 {self.number(operand)}, -1")
            case ast.Call(func=ast.Name("min" | "max" as name), args=[left, right]):
                number = self.number(left)
                return self.value(f"call i64 @llvm.s{name}.i64(i64 {number}, i64 {self.number(right)})")
            case ast.Call(func=ast.Name(name), args=args):
                return self.value(f"call i64 @{name}({', '.join([self.argument(arg) for arg in args])})")
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                return self.bits(name, inner)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.chosen(test, body, orelse)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.value(f"zext i1 {self.compared(self.number(left), op, self.number(right))} to i64")
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self.chosen(one, ast.Constant(1), ast.Constant(0))
            case _:
                raise TypeError(f"no expression that `emit` writes: {ast.unparse(one)}")

    def argument(self, one: ast.expr) -> str:
        match one:
            case ast.Name(name) if name in ARRAYS:
                return f"ptr %{name}"
            case _:
                return f"i64 {self.number(one)}"

    def binary(self, op: ast.operator, left: str, right: str) -> str:
        if type(op) in BINARY:
            return self.value(f"{BINARY[type(op)]} i64 {left}, {right}")
        rest = self.value(f"srem i64 {left}, {right}")
        other = self.value(f"xor i64 {rest}, {right}")
        crosses = self.value(f"and i1 {self.compared(other, ast.Lt(), '0')}, {self.compared(rest, ast.NotEq(), '0')}")
        if isinstance(op, ast.Mod):
            return self.value(f"select i1 {crosses}, i64 {self.value(f'add i64 {rest}, {right}')}, i64 {rest}")
        whole = self.value(f"sdiv i64 {left}, {right}")
        return self.value(f"sub i64 {whole}, {self.value(f'zext i1 {crosses} to i64')}")

    def compared(self, left: str, op: ast.cmpop, right: str) -> str:
        return self.value(f"icmp {COMPARE[type(op)]} i64 {left}, {right}")

    def bits(self, name: str, inner: ast.expr) -> str:
        match name, inner:
            case "bit_length", ast.BinOp(
                left=ast.Name(one), op=ast.BitAnd(), right=ast.UnaryOp(op=ast.USub(), operand=ast.Name(two))
            ) if one == two:
                place = self.value(f"call i64 @llvm.cttz.i64(i64 {self.load_name(one)}, i1 true)")
                return self.value(f"add i64 {place}, 1")
            case "bit_length", _:
                ahead = self.value(f"call i64 @llvm.ctlz.i64(i64 {self.number(inner)}, i1 false)")
                return self.value(f"sub i64 64, {ahead}")
            case _:
                return self.value(f"call i64 @llvm.ctpop.i64(i64 {self.number(inner)})")

    def chosen(self, test: ast.expr, then: ast.expr, other: ast.expr) -> str:
        yes, no, one, two, after = (self.label() for _ in range(5))
        self.jump(test, yes, no)
        self.begin(yes)
        first = self.number(then)
        self.place(one)
        self.emit(f"br label %{after}")
        self.begin(no)
        second = self.number(other)
        self.place(two)
        self.emit(f"br label %{after}")
        self.begin(after)
        return self.value(f"phi i64 [ {first}, %{one} ], [ {second}, %{two} ]")

    # -------------------------------------------------------------- decisions

    def jump(self, test: ast.expr, yes: str, no: str) -> None:
        """Go to one label or the other. Ends the block."""
        match test:
            case ast.BoolOp(op=op, values=[*firsts, last]):
                for item in firsts:
                    on = self.label()
                    self.jump(item, *((on, no) if isinstance(op, ast.And) else (yes, on)))
                    self.begin(on)
                self.jump(last, yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.jump(operand, no, yes)
            case ast.Compare(left=left, ops=ops, comparators=rights):
                self.emit(f"br i1 {self.all_compared(left, ops, rights)}, label %{yes}, label %{no}")
            case _:
                flag = self.compared(self.number(test), ast.NotEq(), "0")
                self.emit(f"br i1 {flag}, label %{yes}, label %{no}")

    def all_compared(self, left: ast.expr, ops: Sequence[ast.cmpop], rights: Sequence[ast.expr]) -> str:
        one, flag = self.number(left), ""
        for op, right in zip(ops, rights, strict=True):
            two = self.number(right)
            found = self.compared(one, op, two)
            flag = self.value(f"and i1 {flag}, {found}") if flag else found
            one = two
        return flag
