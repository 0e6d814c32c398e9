"""Diagnostics as people, scripts and workflows read them."""

from __future__ import annotations

import json

import pytest

from ruledeck.show.diagnostics_github import diagnostics_github
from ruledeck.show.diagnostics_json import diagnostics_json
from ruledeck.show.diagnostics_text import diagnostics_text, excerpt
from ruledeck.show.paint import Paint
from ruledeck.text import Diagnostic, Note, Severity, Source, Span

TEXT = "zones:\n  discard: {}\nmoves:\n  when: count(discrad) > 0\n"


def span(text: str, word: str, name: str = "rules.yaml") -> Span:
    start = text.index(word)
    return Span(Source(name, text), start, start + len(word))


TYPO = Diagnostic(
    "unknown-name",
    'no zone is called "discrad"',
    span(TEXT, "discrad"),
    'did you mean "discard"?',
    (Note("it is declared here", span(TEXT, "discard")),),
)


def test_text_shows_place_line_caret_hint_and_notes() -> None:
    assert diagnostics_text([TYPO]) == (
        'rules.yaml:4:15: error[unknown-name]: no zone is called "discrad"\n'
        " 4 |   when: count(discrad) > 0\n"
        "   |               ^^^^^^^\n"
        '   = did you mean "discard"?\n'
        "rules.yaml:2:3: note: it is declared here\n"
    )


def test_text_of_nothing_is_nothing() -> None:
    assert diagnostics_text([]) == ""


def test_a_warning_is_called_one() -> None:
    warning = Diagnostic("unused", "nobody reads this", span(TEXT, "discard"), severity=Severity.WARNING)
    assert diagnostics_text([warning]).startswith("rules.yaml:2:3: warning[unused]: nobody reads this\n")


@pytest.mark.parametrize(
    ("text", "word", "shown", "carets"),
    [
        ("\ta: bad", "bad", "    a: bad", "       ^^^"),
        ("名前: bad", "bad", "名前: bad", "      ^^^"),
        ("a: 悪い", "悪い", "a: 悪い", "   ^^^^"),
        ("e\N{COMBINING ACUTE ACCENT}: bad", "bad", "e\N{COMBINING ACUTE ACCENT}: bad", "   ^^^"),
        ("a: bad\r\nb: c", "bad\r\nb", "a: bad", "   ^^^"),
        ("a: \x1b[31mbad", "bad", "a: �[31mbad", "        ^^^"),
    ],
)
def test_the_caret_stands_under_the_exact_place(text: str, word: str, shown: str, carets: str) -> None:
    assert excerpt(span(text, word)) == (shown, carets)


def test_an_empty_span_gets_one_caret_even_at_the_lines_end() -> None:
    assert excerpt(Span(Source("f", "a: b"), 4, 4)) == ("a: b", "    ^")


def test_a_long_line_is_cut_around_the_caret() -> None:
    shown, carets = excerpt(span("x" * 3000 + "bad" + "y" * 3000, "bad"))
    assert len(shown) < 170
    assert shown[carets.index("^") :][:3] == "bad"
    assert carets.count("^") == 3
    assert (shown[:3], shown[-3:]) == ("...", "...")


def test_a_place_without_text_has_no_excerpt() -> None:
    lost = Diagnostic("unreadable-file", "there is no such file", Span(Source("lost.yaml", ""), 0, 0))
    assert diagnostics_text([lost]) == "lost.yaml:1:1: error[unreadable-file]: there is no such file\n"


def test_colour_changes_no_letter() -> None:
    coloured = diagnostics_text([TYPO], Paint(colour=True))
    assert "\x1b[1;31m" in coloured
    plain = "".join(part.partition("m")[2] if index else part for index, part in enumerate(coloured.split("\x1b[")))
    assert plain == diagnostics_text([TYPO])


def test_json_holds_all_of_it() -> None:
    (entry,) = json.loads(diagnostics_json([TYPO]))
    assert entry["code"] == "unknown-name"
    assert (entry["file"], entry["line"], entry["column"]) == ("rules.yaml", 4, 15)
    assert (entry["end_line"], entry["end_column"]) == (4, 22)
    assert entry["notes"][0]["line"] == 2
    assert json.loads(diagnostics_json([])) == []


def test_github_escapes_what_would_end_the_command() -> None:
    text = "a: b"
    bad = Diagnostic("bad-value", "50%\nof it", span(text, "b", "odd,name:1.yaml"), "a hint")
    assert diagnostics_github([bad]) == (
        "::error file=odd%2Cname%3A1.yaml,line=1,col=4,endLine=1,endColumn=5,title=bad-value::50%25%0Aof it%0Aa hint\n"
    )
