"""text → the first flaw that needs no grammar: size, foreign characters, malformed words, brackets that do not pair."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MOST_CHARACTERS = 2_000
MOST_DIGITS = 9
DEEPEST = 40
MOST_NODES = 500
RESERVED = frozenset({"and", "or", "not", "if", "else", "in", "is", "for", "where", "true", "false"})

SYNTAX = "expression-syntax"
TOO_LONG = "expression-too-long"
DEFINE = "give parts of it names of their own under `define`"

_PIECE = re.compile(
    r"(?P<blank>[ \t\r\n]+)|(?P<word>[A-Za-z0-9_]+)"
    r"|(?P<foreign>\*\*|&&|\|\||!==|={3,}|<>|=<|=>|:=|->|<<|>>|///+|\.{3,})"
    r"|(?P<symbol>==|!=|<=|>=|//|\.\.|[-+*%<>(),.])|(?P<other>.)",
    re.DOTALL,
)
_DIGIT_WORD = re.compile(r"[0-9]+[A-Za-z][A-Za-z0-9]*")

_NO_STRINGS = "there are no strings; write the bare word"
_NO_POWERS = "there is no power operator"
_NO_ASSIGNMENT = "expressions do not assign; use == to compare"
_LISTS = "lists are written with `is one of A 2`"
_NO_BRACES = "braces have no meaning here; use ( )"
_ONE_EQUALS = "use == to compare"
_WHOLE = "use // to divide; it rounds down"
HINTS: dict[str, str] = {
    "=": _ONE_EQUALS,
    "===": _ONE_EQUALS,
    "!==": "use != to compare",
    "<>": "use != to compare",
    "=<": "write <=",
    "=>": "write >=",
    ":=": _NO_ASSIGNMENT,
    "->": "there are no arrows",
    "&&": "write `and`",
    "||": "write `or`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "~": "write `not`",
    "**": _NO_POWERS,
    "^": _NO_POWERS,
    "/": _WHOLE,
    "///": _WHOLE,
    "<<": "there are no shifts; use * or //",
    ">>": "there are no shifts; use * or //",
    '"': _NO_STRINGS,
    "'": _NO_STRINGS,
    "`": _NO_STRINGS,
    "[": _LISTS,
    "]": _LISTS,
    "{": _NO_BRACES,
    "}": _NO_BRACES,
    "...": "a range has two dots: 2..10",
    "?": "a choice is written `X if CONDITION else Y`",
    ":": "a choice is written `X if CONDITION else Y`, a condition in a call `where CONDITION`",
    ";": "an expression is one value; there are no statements",
    "#": "a YAML comment needs a blank before `#`, and cannot stand inside a quoted or block text",
    "“": _NO_STRINGS,
    "”": _NO_STRINGS,
    "„": _NO_STRINGS,
    "‘": _NO_STRINGS,
    "’": _NO_STRINGS,
    "«": _NO_STRINGS,
    "»": _NO_STRINGS,
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "¬": "write `not`",
    "∧": "write `and`",
    "∨": "write `or`",
    "∈": "write `in`",
    "×": "write *",
    "·": "write *",
    "÷": _WHOLE,
    "–": "write -",
    "—": "write -",
    "−": "write -",
    "…": "a range has two dots: 2..10",
    "\u00a0": "write an ordinary blank",
}
_CAPITALS = {"True": "write `true`", "False": "write `false`", "None": "there is no empty value"}


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with characters `start` up to `end` of an expression's text."""

    code: str
    message: str
    start: int
    end: int
    hint: str | None = None


def find_flaw(text: str, kind: str) -> Flaw | None:
    """The first flaw of `text`, which is called an "expression" or a "pattern" in messages."""
    if len(text) > MOST_CHARACTERS:
        message = f"the {kind} is {len(text)} characters long; at most {MOST_CHARACTERS} are allowed"
        return Flaw(TOO_LONG, message, MOST_CHARACTERS, len(text), DEFINE)
    if not text.strip(" \t\r\n"):
        return Flaw(SYNTAX, f"the {kind} is empty", 0, len(text))
    open_at: list[int] = []
    before = ""
    for piece in _PIECE.finditer(text):
        if piece.lastgroup == "blank":
            continue
        flaw = _flaw_of_piece(piece, before) or _flaw_of_bracket(piece, open_at, kind)
        if flaw is not None:
            return flaw
        before = piece[0]
    if open_at:
        return Flaw(SYNTAX, "this `(` is never closed", open_at[-1], open_at[-1] + 1, "add a `)`")
    return None


def show(word: str) -> str:
    """A word as a message quotes it, cut when long."""
    return f"`{word}`" if len(word) <= 30 else f"`{word[:27]}...`"


def _flaw_of_piece(piece: re.Match[str], before: str) -> Flaw | None:
    match piece.lastgroup:
        case "word":
            wrong = _wrong_word(piece[0])
        case "foreign" | "other":
            wrong = _wrong_symbol(piece[0], before)
        case _:
            wrong = None
    return Flaw(SYNTAX, wrong[0], piece.start(), piece.end(), wrong[1]) if wrong else None


def _flaw_of_bracket(piece: re.Match[str], open_at: list[int], kind: str) -> Flaw | None:
    if piece[0] == "(":
        open_at.append(piece.start())
        if len(open_at) > DEEPEST:
            return Flaw(TOO_LONG, f"brackets of the {kind} nest more than {DEEPEST} deep", *piece.span(), DEFINE)
    elif piece[0] == ")":
        if not open_at:
            return Flaw(SYNTAX, "this `)` closes nothing", *piece.span(), "remove it, or add the `(` that it closes")
        open_at.pop()
    return None


def _wrong_word(word: str) -> tuple[str, str | None] | None:
    if word.isdigit():
        if len(word) > 1 and word[0] == "0":
            return f"the number {show(word)} begins with 0", f"write {show(word.lstrip('0') or '0')}"
        if len(word) > MOST_DIGITS:
            return f"the number {show(word)} has {len(word)} digits; at most {MOST_DIGITS} are allowed", None
        return None
    if word[0] == "_" or "__" in word:
        return f"{show(word)} cannot be a name", "names do not begin with `_`, and do not contain `__`"
    if word[0].isdigit() and not _DIGIT_WORD.fullmatch(word):
        return f"{show(word)} is neither a number nor a word", "after digits a word holds letters and digits only"
    if word in _CAPITALS:
        return f"{show(word)} is not a word of the language", _CAPITALS[word]
    return None


def _wrong_symbol(symbol: str, before: str) -> tuple[str, str | None]:
    if symbol == "=" and before in ("==", "!=", "<=", ">="):
        return f"found `=` after `{before}`", f"write `{before}` once"
    hint = HINTS.get(symbol) or HINTS.get(symbol[:3])
    if symbol.isascii() and symbol.isprintable():
        return f"{show(symbol)} has no meaning here", hint
    name = unicodedata.name(symbol, "").lower() or "a character without a name"
    shown = f"`{symbol}` " if symbol.isprintable() and not symbol.isspace() else ""
    if hint is None:
        hint = "words are written with the letters A to Z, digits and `_`"
    return f"{shown}(U+{ord(symbol):04X}, {name}) has no meaning here", hint
