"""Every relative link of a page or notebook leads to a file, and its anchor to a heading there."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

from kit.printed import FENCED, PAGES, ROOT, name

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
ALL = [*PAGES, ROOT / "CHANGELOG.md", *sorted(ROOT.glob("examples/*/README.md")), *NOTEBOOKS]
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)|\b(?:src|srcset|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)
ELSEWHERE = re.compile(r"^[a-z][a-z+.-]*:")


@functools.cache
def text_of(page: Path) -> str:
    """Return the prose of a page or notebook, without fenced blocks."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = [c for c in json.loads(text)["cells"] if c["cell_type"] == "markdown"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells)
    return FENCED.sub("", text)


@functools.cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page: its headings as GitHub writes them, and names in HTML."""
    text = text_of(page)
    found: list[str] = re.findall(r"\b(?:id|name)=\"([^\"]+)\"", text)
    for heading in HEADING.findall(text):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.replace("`", "").replace("*", ""))
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        again = sum(each == slug or bool(re.fullmatch(rf"{slug}-\d+", each)) for each in found)
        found.append(f"{slug}-{again}" if again else slug)
    return frozenset(found)


def links(page: Path) -> Iterator[str]:
    """Yield the targets of a page's links and pictures that lie in the repository."""
    spans_out = re.sub(r"(?<!`)`[^`\n]+`(?!`)", "", text_of(page))
    for found in LINK.finditer(spans_out):
        target = found[1] or found[2]
        if not ELSEWHERE.match(target):
            yield target


def broken(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere."""
    wrong = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        readable = target.suffix in (".md", ".ipynb")
        if not target.exists() or (anchor and readable and anchor not in anchors(target)):
            wrong.append(f"{name(page)}: {link}")
    return wrong


def test_no_link_leads_nowhere() -> None:
    assert [each for page in ALL for each in broken(page)] == []


def test_links_are_found() -> None:
    """A collector that finds nothing would prove nothing."""
    assert sum(len(list(links(page))) for page in ALL) > 500
    page = ROOT / "docs" / "environments.md"
    assert "libraries" in anchors(page) and "not-there" not in anchors(page)
