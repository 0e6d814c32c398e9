"""Unquoted text → its value by the YAML 1.2 core rules, or what is doubtful about it.

Whole numbers are decimal; `true`, `false` and `null` have the three core spellings; everything else is text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_DIGITS = 12

_CONSTANTS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
_LEADING_ZERO = re.compile(r"([-+]?)0+([0-9]+)", re.ASCII)
_PREFIXED = re.compile(r"([-+]?)(0[oO][0-7_]+|0[xX][0-9a-fA-F_]+|0[bB][01_]+)", re.ASCII)
_GROUPED = re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Text that looks like a number but that readers take differently, or that is too long to count with."""

    code: str
    message: str
    hint: str


def resolve(text: str) -> str | int | bool | Doubt | None:
    """The value of an unquoted scalar."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _WHOLE.fullmatch(text):
        return int(text) if len(text.lstrip("-")) <= MAX_DIGITS else _too_long(text)
    return _doubt(text) or text


def _too_long(text: str) -> Doubt:
    shown = text if len(text) <= 30 else f"{text[:20]}..."
    return Doubt(
        "huge-number",
        f"{shown} has {len(text.lstrip('-'))} digits; a number may have {MAX_DIGITS}",
        "write a smaller number, or put it in quotes if it is text",
    )


def _doubt(text: str) -> Doubt | None:
    if not text or text[0] not in "+-0123456789" or len(text) > 60:
        return None
    if match := _LEADING_ZERO.fullmatch(text):
        decimal = match[1].replace("+", "") + match[2]
        return _ambiguous(text, "starts with a zero: some readers take it as an octal number", decimal)
    if _PREFIXED.fullmatch(text):
        return _ambiguous(text, "is a number in another base", _based(text))
    if _GROUPED.fullmatch(text):
        return _ambiguous(text, "is a number to some readers and text to others", text.replace("_", ""))
    return None


def _based(text: str) -> str | None:
    try:
        return str(int(text.replace("_", ""), 0))
    except ValueError:
        return None


def _ambiguous(text: str, why: str, decimal: str | None) -> Doubt:
    number = "" if decimal is None else f"write {decimal} for the number, or "
    return Doubt("ambiguous-number", f"{text} {why}", f'{number}write "{text}" in quotes for the text')
