"""A scalar as written in the file → where each letter of its text stands: the offsets that expression errors use.

This follows YAML's folding and escapes beside PyYAML, which keeps no places. Should the two ever differ, `locate`
falls back to matching letter by letter, so that a place may be near but never out of the scalar.
"""

from __future__ import annotations

import re

_BREAKS = "\r\n\x85\u2028\u2029"
_ONE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "\\": "\\", "/": "/", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_WIDTHS = {"x": 2, "u": 4, "U": 8}

Letters = list[tuple[str, int]]


def locate(written: str, start: int, end: int, style: str, text: str) -> tuple[int, ...]:
    """Offsets of the letters of `text`, and of its end, for a scalar written at `written[start:end]`."""
    match style:
        case "'":
            letters, stop = _flow(written, start + 1, end - 1, style), end - 1
        case '"':
            letters, stop = _flow(written, start + 1, end - 1, style), end - 1
        case "|" | ">":
            letters, stop = _block(written, start, end, style == ">", text), end
        case _:
            if end - start == len(text):
                return tuple(range(start, end + 1))
            letters, stop = _flow(written, start, end, ""), end
    if len(letters) != len(text) or any(letter != seen for (letter, _), seen in zip(letters, text, strict=True)):
        return _nearest(written, start, stop, text)
    if style in ("|", ">"):
        stop = letters[-1][1] + 1 if letters else stop
    return (*(offset for _, offset in letters), stop)


def _nearest(written: str, start: int, stop: int, text: str) -> tuple[int, ...]:
    offsets: list[int] = []
    here = start
    for letter in text:
        if not letter.isspace():
            found = written.find(letter, here, min(stop, here + 200))
            here = found if found >= 0 else here
        offsets.append(min(here, stop))
        here = min(here + 1, stop)
    return (*offsets, stop)


def _flow(written: str, here: int, stop: int, quote: str) -> Letters:
    """Letters of a plain or quoted scalar: spaces around a line break fold away, quotes and escapes are undone."""
    letters: Letters = []
    while here < stop:
        letter = written[here]
        if letter in " \t" or letter in _BREAKS:
            here = _fold(written, here, stop, letters)
        elif quote == "'" and letter == "'":
            letters.append(("'", here))
            here += 2
        elif quote == '"' and letter == "\\":
            here = _escape(written, here, stop, letters)
        else:
            letters.append((letter, here))
            here += 1
    return letters


def _fold(written: str, here: int, stop: int, letters: Letters) -> int:
    """White space from `here`: kept within a line; at a line's end one break is a space, further breaks are kept."""
    after = here
    while after < stop and written[after] in " \t":
        after += 1
    if after == stop or written[after] not in _BREAKS:
        letters.extend((written[place], place) for place in range(here, after))
        return after
    breaks: Letters = []
    while after < stop and (written[after] in " \t" or written[after] in _BREAKS):
        if found := _ONE_BREAK.match(written, after, stop):
            breaks.append((_as_break(found[0]), after))
            after = found.end()
        else:
            after += 1
    if breaks[0][0] == "\n":
        breaks = breaks[1:] or [(" ", here)]
    letters.append((breaks[0][0], here))
    letters.extend(breaks[1:])
    return after


def _as_break(written: str) -> str:
    return written if written in "\u2028\u2029" else "\n"


def _escape(written: str, here: int, stop: int, letters: Letters) -> int:
    """One escape of a double-quoted scalar, at the backslash `here`; an escaped line break joins the lines."""
    sign = written[here + 1 : here + 2]
    if sign in _HEX_WIDTHS:
        after = here + 2 + _HEX_WIDTHS[sign]
        letters.append((chr(int(written[here + 2 : after], 16)), here))
        return after
    if found := _ONE_BREAK.match(written, here + 1, stop):
        after = found.end()
        while after < stop and (written[after] in " \t" or written[after] in _BREAKS):
            if found := _ONE_BREAK.match(written, after, stop):
                letters.append((_as_break(found[0]), after))
                after = found.end()
            else:
                after += 1
        return after
    letters.append((_ESCAPES.get(sign, sign), here))
    return here + 2


def _block(written: str, start: int, end: int, folded: bool, text: str) -> Letters:
    """Letters of a literal or folded block scalar, whose header stands at `start`."""
    header = _ONE_BREAK.search(written, start, end)
    if header is None:
        return []
    lines = _lines(written, header.end(), end)
    indent = _indent(written, lines, text)
    letters: Letters = []
    pending: Letters = []
    joins = False
    for begin, finish, after in lines:
        spaces = len(written[begin:finish]) - len(written[begin:finish].lstrip(" "))
        ending: Letters = [(_as_break(written[finish:after]), finish)] if after > finish else []
        if spaces >= indent and begin + indent < finish:
            place = begin + indent
            letters.extend(_joined(pending, folded and joins and written[place] not in " \t"))
            letters.extend((written[at], at) for at in range(place, finish))
            pending, joins = ending, written[place] not in " \t"
        else:
            pending.extend(ending)
    letters.extend(pending[: max(0, len(text) - len(letters))])
    return letters


def _joined(breaks: Letters, folds: bool) -> Letters:
    """Line breaks between two lines of a block: when they fold, one break is a space and further ones are kept."""
    if not folds or not breaks or breaks[0][0] != "\n":
        return breaks
    if len(breaks) == 1:
        return [(" ", breaks[0][1])]
    return [(breaks[1][0], breaks[0][1]), *breaks[2:]]


def _lines(written: str, here: int, end: int) -> list[tuple[int, int, int]]:
    """Each line from `here`: where it begins, where its text ends, where the next line begins."""
    lines: list[tuple[int, int, int]] = []
    while here < end:
        found = _ONE_BREAK.search(written, here, end)
        finish, after = found.span() if found else (end, end)
        lines.append((here, finish, after))
        here = after
    return lines


def _indent(written: str, lines: list[tuple[int, int, int]], text: str) -> int:
    """The block's indentation: what the first line with words has more than the text's own first line of words."""
    own = text.lstrip("\n")
    kept = len(own) - len(own.lstrip(" "))
    for begin, finish, _ in lines:
        line = written[begin:finish]
        if line.strip(" "):
            return max(0, len(line) - len(line.lstrip(" ")) - kept)
    return max((finish - begin for begin, finish, _ in lines), default=0)
