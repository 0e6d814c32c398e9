"""Files → nodes, and what holds for any text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ruledeck.notation import Mapping, read, read_file
from ruledeck.text import Source

if TYPE_CHECKING:
    from pathlib import Path
from tests.unit.notation.test_read import codes, scalars

# ------------------------------------------------------------------ files


def file_codes(path: Path, data: bytes) -> list[tuple[str, str]]:
    path.write_bytes(data)
    source, _, found = read_file(path, "f.yaml")
    assert source.name == "f.yaml"
    return [(diagnostic.code, str(diagnostic.span)) for diagnostic in found]


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    assert file_codes(path, b"\xef\xbb\xbfname: x\n") == []
    assert read_file(path)[0].name == str(path)
    assert file_codes(path, b"\xef\xbb\xbf") == [("empty-file", "f.yaml:1:1")]
    assert file_codes(path, "name: ♠\n".encode()) == []
    assert file_codes(path, b"name: x\r\n10: 1\r\n'10': 2\r\n") == [("duplicate-key", "f.yaml:3:1")]
    assert file_codes(path, b"name: x\nb: caf\xe9\n") == [("not-text", "f.yaml:2:7")]
    assert file_codes(path, b"name: x\nb: \x00") == [("not-text", "f.yaml:2:4")]
    assert file_codes(path, b"x" * 300_000) == [("file-too-large", "f.yaml:1:1")]
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        path.write_bytes("name: x\n".encode(encoding))
        _, node, (found,) = read_file(path)
        assert (node, found.code) == (None, "not-text")
        assert "UTF-8" in (found.hint or "")


def test_bad_byte_is_named(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes(b"\xef\xbb\xbfa\nb\xe9")
    _, _, (found,) = read_file(tmp_path / "f.yaml")
    assert found.message == "the file is not UTF-8 text: the byte 0xE9 stands at offset 6, on line 2"


def test_no_such_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.yaml", tmp_path / "none" / "x.yaml", tmp_path / ("x" * 5000)):
        source, node, (found,) = read_file(path)
        assert (source.text, node, found.code) == ("", None, "unreadable-file")


# ------------------------------------------------------------------ properties


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=200) | st.text("ab:-?[]{},&*!|>'\"%@`# \n\t\\0<x~", max_size=60))
@example("a: |\n   \n  b\n")
@example('"\\UFFFFFFFF"')
@example("*a : b")
@example("&a *a")
@example("? - ")
@example("!<x> ")
@example("\n!")
def test_reading_never_raises(text: str) -> None:
    codes(text)


@settings(deadline=None, max_examples=200)
@given(data=st.binary(max_size=200))
def test_reading_bytes_never_raises(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.yaml"
    path.write_bytes(data)
    source, node, found = read_file(path)
    assert node is not None or found
    assert all(0 <= one.span.start <= one.span.end <= len(source.text) for one in found)


WORDS = st.text("ab'\"\\: #-\n\u2028é,[]", max_size=60)


@settings(deadline=None, max_examples=400)
@given(WORDS, st.sampled_from(["'", '"', "|", ">", None]), st.integers(10, 40))
def test_offsets_lead_back_to_each_letter(words: str, style: str | None, width: int) -> None:
    text = yaml.dump({"k": [words]}, default_style=style, width=width, allow_unicode=True)
    node, found = read(Source("f.yaml", text))
    if "\u2028" in words:
        return
    assert node is not None, found
    scalar = scalars(node)[1]
    assert scalar.text == words
    assert len(scalar.offsets) == len(words) + 1
    assert list(scalar.offsets) == sorted(scalar.offsets)
    for place, letter in enumerate(words):
        written = text[scalar.offsets[place]]
        assert written == letter or written == "\\" or (letter in " \n" and written in " \n"), (text, place)
        span = scalar.sub(place, place + 1)
        assert span.end > span.start


@pytest.mark.parametrize(
    ("text", "part", "at"),
    [
        ("a: one two\n", "two", "f.yaml:1:8"),
        ("a: 'it''s two'\n", "two", "f.yaml:1:11"),
        ('a: "\\x41\\tb two"\n', "two", "f.yaml:1:13"),
        ('a: "one \\\n   two"\n', "two", "f.yaml:2:4"),
        ("a: one\n  and\n\n  two\n", "two", "f.yaml:4:3"),
        ("a: 'one\n  and two'\n", "two", "f.yaml:2:7"),
        ("a: >\n  one\n  and two\n", "two", "f.yaml:3:7"),
        ("a: >-\n\n  one\n\n  two\n", "two", "f.yaml:5:3"),
        ("a: >\n  one\n   kept\n  two\n", "two", "f.yaml:4:3"),
        ("a: |2\n    one\n  two\n", "two", "f.yaml:3:3"),
        ("a: | # comment\n  one\n  two\n", "two", "f.yaml:3:3"),
        ("a: &x two\n", "two", "f.yaml:1:7"),
        ("a: &x # why\n  two\n", "two", "f.yaml:2:3"),
        ("a: >\r\n  one\r\n  two\r\n", "two", "f.yaml:3:3"),
    ],
)
def test_places_inside_scalars(text: str, part: str, at: str) -> None:
    node, found = read(Source("f.yaml", text))
    assert node is not None, found
    scalar = scalars(node)[1]
    start = scalar.text.index(part)
    span = scalar.sub(start, start + len(part))
    assert str(span) == at
    assert text[span.start : span.end] == part


def test_sub_is_never_empty_within_the_file() -> None:
    node, _ = read(Source("f.yaml", "a: one\n"))
    assert node is not None
    scalar = scalars(node)[1]
    span = scalar.sub(3, 3)
    assert (span.start, span.end) == (6, 7)
    assert scalar.sub(-5, 99).end == 6


def test_spans_of_collections() -> None:
    text = "a:\n  b: 1\n  c: [x,\n    y]\nd: - \n"
    node, _ = read(Source("f.yaml", text.replace("d: - \n", "")))
    assert isinstance(node, Mapping)
    inner = node.get("a")
    assert inner is not None
    assert text[inner.span.start : inner.span.end] == "b: 1\n  c: [x,\n    y]"
