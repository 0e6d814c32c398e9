"""A token the grammar cannot take → what was found, what could stand there, and a hint, in the language's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledeck.lang.scan import RESERVED, SYNTAX, Flaw, show

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lark import Token

_OPERATORS = frozenset({"COMPARE", "PLUS", "MINUS", "TIMES", "AND", "OR", "IN", "IS", "IF"})
_PAST_DOMAIN = _OPERATORS | {"COMMA", "FOR", "NOT"}


def describe(found: Token, accepted: Collection[str], before: Sequence[Token], kind: str) -> Flaw:
    """The flaw at `found`. `accepted` names the terminals that could stand there, `before` holds the tokens so far."""
    expected = _join(_expected(accepted))
    hint = _hint(found, accepted, before)
    if found.type == "$END":
        last = before[-1]
        where = f"the {kind} ends after {_quote(last)}; expected {expected}"
        return Flaw(SYNTAX, where, (last.end_pos or 1) - 1, last.end_pos or 1, hint)
    return Flaw(SYNTAX, f"found {_name(found)}; expected {expected}", found.start_pos or 0, found.end_pos or 0, hint)


def _name(token: Token) -> str:
    if token.type in ("NAME", "CARD"):
        return f"the word {show(token)}"
    if token.type == "NUMBER":
        return f"the number {show(token)}"
    return _quote(token)


def _quote(token: Token) -> str:
    return show(" ".join(token.split()))


def _expected(accepted: Collection[str]) -> list[str]:
    """A short list, most telling first."""
    words: list[str] = []
    if "LPAR" in accepted and "NUMBER" in accepted:
        words.append("a value (a word, a number or `(`)")
    elif "_UPTO" in accepted and "NUMBER" in accepted:
        words.append("a word, a number or a range such as `2..10`")
    elif "NUMBER" in accepted:
        words.append("the end of the range, a word or a number")
    elif "CARD" in accepted:
        words.append("a name for the item")
    elif "NAME" in accepted:
        words.append("the name of a field")
    words.extend(["`else`"] if "ELSE" in accepted else [])
    if not _OPERATORS.isdisjoint(accepted) and "NUMBER" not in accepted:
        words.extend(_operators(accepted))
    for terminal, shown in (("WHERE", "`where`"), ("COMMA", "`,`"), ("RPAR", "`)`")):
        if terminal in accepted:
            words.append(shown)
    if "$END" in accepted:
        words.append("the end")
    return words


def _operators(accepted: Collection[str]) -> list[str]:
    if "IS" in accepted:
        return ["an operator (`+`, `==`, `and`)"]
    if "COMPARE" in accepted:
        return ["another comparison", "`and`", "`or`"]
    if "PLUS" in accepted:
        return ["an operator (`+`, `*`)"]
    if "AND" in accepted or "OR" in accepted:
        return ["`and`", "`or`"]
    return ["`in`"] if "IN" in accepted else []


def _join(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _hint(found: Token, accepted: Collection[str], before: Sequence[Token]) -> str | None:
    if found in RESERVED and "NAME" in accepted and "NUMBER" not in accepted:
        return f"{show(found)} is a reserved word"
    if "WHERE" in accepted and found.type in _PAST_DOMAIN:
        return (
            "a condition follows `where`; a membership test as an argument takes brackets of its own: f((card in hand))"
        )
    if found.type == "LPAR":
        return _hint_at_bracket(accepted, before)
    if found.type in ("_TIGHT", "_FROM", "_UPTO", "_LOOSE"):
        return "a range follows `is` (x is 2..4), or `in` inside a call (n in 1..4)"
    if found.type in ("NAME", "CARD") and found.lower() in RESERVED:
        return f"did you mean `{found.lower()}`?"
    if before and before[-1].type == "NOT" and accepted == {"IN"}:
        return "`not` stands before a condition, or in `not in` and `is not`"
    if found.type in ("NAME", "CARD", "NUMBER"):
        return _hint_at_value(accepted, before)
    return _hint_at_operator(found, accepted, before)


def _hint_at_bracket(accepted: Collection[str], before: Sequence[Token]) -> str | None:
    if len(before) > 1 and before[-1].type == "NAME" and before[-2].type == "DOT":
        return f"values have fields, not methods; a function is called as {show(before[-1] + '(...)')}"
    if "_UPTO" in accepted:
        return "lists are written without brackets: `is one of A 2`"
    return "only a name can be called" if before else None


def _hint_at_value(accepted: Collection[str], before: Sequence[Token]) -> str | None:
    if before and before[-1].type == "DOT":
        return "numbers are whole; a field's name begins with a letter"
    if "IS" in accepted or "AND" in accepted:
        return "names hold no blanks; several values are written `is one of A 2`"
    return None


def _hint_at_operator(found: Token, accepted: Collection[str], before: Sequence[Token]) -> str | None:
    match found.type:
        case "COMMA" if "RPAR" not in accepted or "IS" not in accepted:
            return "lists are written with blanks: `is one of A 2`"
        case "IF" if not before or "LPAR" in accepted:
            return "a choice is written `X if CONDITION else Y`"
        case "NOT" if before and "LPAR" in accepted:
            return "put `not` before the whole comparison, or in brackets"
        case "IN" | "IS" | "COMPARE" if "AND" in accepted:
            return "`in` and `is` do not chain; put one side in brackets"
        case "TRUE" | "FALSE" if before and "_UPTO" in accepted:
            return "a condition needs no comparison: write it, or `not` and it"
        case "DOT" if "AND" in accepted:
            return "after `is` stand words and numbers as written; compare values with =="
        case "MINUS" if "_UPTO" in accepted:
            return "after `is` stand words and numbers as written; compare with == or <"
    return None
