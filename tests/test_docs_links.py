"""Links between the pages lead somewhere; every diagnostic of the catalogue has its page, and every page its diagnostic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledeck.text.codes import CODES

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ELSEWHERE = ("http://", "https://", "mailto:")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[str]:
    return (target for target in LINK.findall(prose(page)) if not target.startswith(ELSEWHERE))


def anchors(page: Path) -> set[str]:
    """As GitHub names headings."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_page_of_docs_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    reached = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    assert {page.resolve() for page in ROOT.glob("docs/*.md")} - {index.resolve()} <= reached


def test_every_code_has_its_page_and_every_page_its_code() -> None:
    pages = [path for path in (ROOT / "docs" / "diagnostics").glob("*.md") if path.stem != "README"]
    assert sorted(path.stem for path in pages) == sorted(CODES)
    for path in pages:
        assert path.read_text(encoding="utf-8").startswith(f"# {path.stem}\n")
