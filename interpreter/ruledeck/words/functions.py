"""The functions of the expression language that take values and give a value, each one a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ruledeck.model import program as p
from ruledeck.model.state import DIRECTION
from ruledeck.text import Place
from ruledeck.words.types import NUMBER, SEAT, Type

Build = Callable[[tuple[p.Expr, ...], int, Place], p.Expr]
"""(arguments, number of seats, where it stands) → the program's expression."""


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    params: tuple[Type, ...]
    result: Type
    doc: str
    build: Build


def _next(args: tuple[p.Expr, ...], seats: int, _place: Place) -> p.Expr:
    turned = p.Arith("+", args[0], p.Get(DIRECTION))
    return p.Arith("%", turned, p.Const(seats))


def _left_of(args: tuple[p.Expr, ...], seats: int, _place: Place) -> p.Expr:
    return p.Arith("%", p.Arith("+", args[0], p.Const(1)), p.Const(seats))


def _rounded_down(args: tuple[p.Expr, ...], _seats: int, place: Place) -> p.Expr:
    return p.Arith("//", args[0], args[1], place)


def _rounded_up(args: tuple[p.Expr, ...], _seats: int, place: Place) -> p.Expr:
    negative = p.Arith("-", p.Const(0), args[0])
    return p.Arith("-", p.Const(0), p.Arith("//", negative, args[1], place))


def _rounded_half_up(args: tuple[p.Expr, ...], _seats: int, place: Place) -> p.Expr:
    twice = p.Arith("+", p.Arith("*", p.Const(2), args[0]), args[1])
    return p.Arith("//", twice, p.Arith("*", p.Const(2), args[1]), place)


def _larger(args: tuple[p.Expr, ...], _seats: int, _place: Place) -> p.Expr:
    return p.Either(p.Compare(">=", args[0], args[1]), args[0], args[1])


def _smaller(args: tuple[p.Expr, ...], _seats: int, _place: Place) -> p.Expr:
    return p.Either(p.Compare("<=", args[0], args[1]), args[0], args[1])


FUNCTIONS: tuple[Function, ...] = (
    Function("next", (SEAT,), SEAT, "The seat after a seat in the direction of play.", _next),
    Function("left_of", (SEAT,), SEAT, "The seat to the left of a seat, whatever the direction of play.", _left_of),
    Function(
        "rounded_down", (NUMBER, NUMBER), NUMBER, "a divided by b, rounded down (-5 and 2 give -3).", _rounded_down
    ),
    Function("rounded_up", (NUMBER, NUMBER), NUMBER, "a divided by b, rounded up (-5 and 2 give -2).", _rounded_up),
    Function(
        "rounded_half_up",
        (NUMBER, NUMBER),
        NUMBER,
        "a divided by b (above 0), rounded to the nearest, halves up (5 and 2 give 3, -5 and 2 give -2).",
        _rounded_half_up,
    ),
    Function("larger", (NUMBER, NUMBER), NUMBER, "The larger of two numbers.", _larger),
    Function("smaller", (NUMBER, NUMBER), NUMBER, "The smaller of two numbers.", _smaller),
)

FUNCTION_OF = {function.name: function for function in FUNCTIONS}
FOLDS = ("any", "all", "count", "sum", "max", "min", "largest")
"""Names of the quantifiers; `count` also takes a zone or a group of seats alone."""
