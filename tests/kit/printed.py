"""What the pages print for a shell: blocks to be typed one after the other, and commands in a text."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "configs/*.md", "docs/**/*.md", "spacecombat_env/rulesets/*/*/*.md")
    for page in ROOT.glob(pattern)
    if page.name != "CHANGELOG.md"  # which tells of what was
)
FIRST = ROOT / "docs" / "first"
SHELLS = ("bash", "sh")
"""Languages of blocks that are typed into a shell; others hold none of its lines."""
STARTS = re.compile(r"(spacecombat|pip install|make|python|pytest|node|docker|podman) \S")
"""How a line or a code span begins that is a command."""
FENCE = re.compile(r"^(`{3,})(.*)$")
FENCED = re.compile(r"^(`{3,}).*?^\1$", re.S | re.M)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
GAP = re.compile(r" {3,}(?![#\\])| > ")
"""Ends a command: what follows says what it does, or where its output goes."""


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    """Its path from the root."""
    line: int
    """Where its fence stands, from 1."""
    language: str
    text: str


class Printed(NamedTuple):
    """A command that a page prints."""

    page: str
    line: int
    words: tuple[str, ...]
    """As a shell splits it, without its comment."""

    @property
    def text(self) -> str:
        """The command, however the page wraps or quotes it."""
        return shlex.join(self.words)


def name(page: Path) -> str:
    """Return a page's path from the root."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page."""
    found: list[Block] = []
    fence, language, began, inside = "", "", 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        match = FENCE.match(line)
        if not fence and match:
            fence, language, began, inside = match[1], match[2], number, []
        elif fence and line == fence:
            found.append(Block(name(page), began, language, "\n".join(inside)))
            fence = ""
        elif fence:
            inside.append(line)
    return found


def session(block: Block) -> list[Printed]:
    """Return the commands of a shell block in order; a line that ends in `\\` goes on."""
    lines = re.sub(r"\\\n\s*", "", block.text).splitlines()
    split = (shlex.split(GAP.split(line)[0], comments=True) for line in lines)
    return [Printed(block.page, block.line, tuple(words)) for words in split if words]


def sessions() -> list[list[Printed]]:
    """Return the lines of all shell blocks; pages of first steps are typed from top to bottom."""
    found = []
    for page in PAGES:
        typed = [session(block) for block in blocks(page) if block.language in SHELLS]
        whole = FIRST in page.parents and typed
        found += [[line for lines in typed for line in lines]] if whole else typed
    return found


def spans(page: Path) -> list[tuple[int, str]]:
    """Return the code spans of a page's text and tables, on one line each, with where they stand."""
    text = page.read_text(encoding="utf-8")
    blank = FENCED.sub(lambda block: "\n" * block[0].count("\n"), text)
    return [
        (blank.count("\n", 0, found.start()) + 1, " ".join(found[1].split()))
        for found in SPAN.finditer(blank)
    ]


def in_text(page: Path) -> list[Printed]:
    """Return the commands among the code spans of a page's text and tables."""
    return [
        Printed(name(page), line, tuple(shlex.split(span.replace("\\|", "|"))))
        for line, span in spans(page)
        if STARTS.match(span)
    ]


def all_in_text() -> list[Printed]:
    """Return the commands in the text of all pages."""
    return [each for page in PAGES for each in in_text(page)]
