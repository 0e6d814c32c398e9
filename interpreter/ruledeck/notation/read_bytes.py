"""Path → Source: the bytes of a rule file as UTF-8 text, capped before they are read; or the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledeck.text import Diagnostic, Source, Span

if TYPE_CHECKING:
    import pathlib

MAX_BYTES = 256 * 1024

_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"), (b"\x00\x00\xfe\xff", "UTF-32"))
_UTF8_MARK = b"\xef\xbb\xbf"
_SAVE_AS_UTF8 = "save the file as UTF-8 in your editor"


def decode(path: pathlib.Path, name: str) -> tuple[Source, Diagnostic | None]:
    """The file's text; with a problem, the text before it, so that its line can be shown."""
    try:
        if not path.is_file():
            return _no_file(path, name)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + len(_UTF8_MARK) + 1)
    except OSError as error:
        return _problem(name, "unreadable-file", f"the file cannot be read: {(error.strerror or 'unknown').lower()}")
    except ValueError:
        return _problem(name, "unreadable-file", "this is not the name of a file")
    for mark, kind in _MARKS:
        if data.startswith(mark):
            return _problem(name, "not-text", f"the file is {kind} text, not UTF-8", _SAVE_AS_UTF8)
    skipped = len(_UTF8_MARK) if data.startswith(_UTF8_MARK) else 0
    body = data[skipped:]
    if len(body) > MAX_BYTES:
        source = Source(name, "")
        return source, too_large(source)
    return _text(body, skipped, name)


def too_large(source: Source) -> Diagnostic:
    message = f"the file is larger than {MAX_BYTES // 1024} KiB, the most that a rule file may have"
    return Diagnostic("file-too-large", message, Span(source, 0, 0))


def _no_file(path: pathlib.Path, name: str) -> tuple[Source, Diagnostic]:
    if path.is_dir():
        return _problem(name, "unreadable-file", "this is a folder, not a file", "name a file inside it")
    if path.exists():
        return _problem(name, "unreadable-file", "this is a device or a pipe, not a file")
    return _problem(name, "unreadable-file", "there is no such file")


def _problem(name: str, code: str, message: str, hint: str | None = None) -> tuple[Source, Diagnostic]:
    source = Source(name, "")
    return source, Diagnostic(code, message, Span(source, 0, 0), hint)


def _text(body: bytes, skipped: int, name: str) -> tuple[Source, Diagnostic | None]:
    zero = body.find(b"\0")
    if zero >= 0:
        wide = body[:400].count(0) * 3 >= min(len(body), 400)
        hint = f"it looks like UTF-16: {_SAVE_AS_UTF8}" if wide else "is this a rule file?"
        return _until(body, zero, skipped, name, "the file is not text: a zero byte stands", hint)
    try:
        return Source(name, body.decode("utf-8")), None
    except UnicodeDecodeError as error:
        what = f"the file is not UTF-8 text: the byte 0x{body[error.start]:02X} stands"
        return _until(body, error.start, skipped, name, what, _SAVE_AS_UTF8)


def _until(body: bytes, at: int, skipped: int, name: str, what: str, hint: str) -> tuple[Source, Diagnostic]:
    source = Source(name, body[:at].decode("utf-8", "replace"))
    span = Span(source, len(source.text), len(source.text))
    return source, Diagnostic("not-text", f"{what} at offset {at + skipped}, on line {span.line}", span, hint)
