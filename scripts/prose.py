"""Check the prose of pages and docstrings: phrases, sentence length, numbers, page length.

    python scripts/prose.py                # exit status 1 where something is found
    python scripts/prose.py docs/serve.md  # some files only
    python scripts/prose.py --words        # words of every page

Pages are Markdown; cells of tables are checked for phrases only. In Python files docstrings and
comments are checked for phrases and sentence length, in tests for the phrases of TRANSLATED only.
References (REFERENCE) may be long; docs/lab may hold many numbers. The generated part of a page of
rulings (RULINGS) does not count. Cells of docs/*_fields.md (FIELDS) repeat texts of the wire format
and are not checked.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
PAGE_WORDS, SENTENCE_WORDS, PARAGRAPH_NUMBERS = 1500, 35, 5
NOTEBOOK = "docs/lab/"
REFERENCE = re.compile(
    r"docs/(\w+_fields|baselines|benchmark|protocol|reference/.*)\.md"
    r"|spacecombat_env/rulesets/\w+/(RULES|scenarios/README|data/\w+)\.md"
)
RULINGS = re.compile(r"docs/rulings/\w+\.md")
FIELDS = re.compile(r"docs/\w+_fields\.md")
TRANSLATED = {
    r"\b(?:is|are) told\b": "learns, is reported",
    r"\bso many\b": "as many, this many",
    r"\b(?:of|than) ours\b": "built-in, our",
    r"\banew\b": "again",
    r"\bwhoever\b": "the player who",
    r"\bnobody knows\b": "is unknown",
    r"\blets it\b": "allows it to",
}
PHRASES = TRANSLATED | {
    r"(?:^|(?<=[.!?:] ))(?:Who|Whatever|What)\b(?![^.?!]*\?)": "a sentence about who or what",
    r"\b(?:is|are) (?:said|heard|asked)\b": "returned, handled, queried",
    r"\b(?:was|were|be|been|being) (?:told|said|heard|asked)\b": "returned, handled, queried",
    r"\bgo(?:es)? on\b": "continues, resumes",
    r"\bbeside\b": "besides, next to",
    r"\bbut for\b": "except",
    r"\bby lot\b": "at random",
    r"\bdream(?:s|t|ed)?\b": "determinization",
    r"\byardstick": "baseline",
    r"\bpast sel(?:f|ves)\b": "checkpoint",
}
"""Signs of trouble, each with a replacement. Tests are checked for the first group only."""
COMPILED = {
    re.compile(p, 0 if p.startswith("(?:^") else re.IGNORECASE): w for p, w in PHRASES.items()
}
IN_TESTS = [pattern for pattern in COMPILED if pattern.pattern in TRANSLATED]
CODE = re.compile(r"``[^`]*``|`[^`]*`")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
GENERATED = re.compile(r"<!-- generated: .*?<!-- end generated -->", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.-])\d[\d.,]*(?:\s*%)?")


class Finding(NamedTuple):
    """Something to mend."""

    path: str
    line: int
    text: str


class Paragraph(NamedTuple):
    """Running text of a file, or a cell of a table; code left out."""

    line: int
    text: str
    cell: bool = False


# --- what is prose --------------------------------------------------------------------------------


def paragraphs_of_page(text: str) -> Iterator[Paragraph]:
    """Yield paragraphs, list items and table cells of a Markdown page; no code and headings."""
    inside = ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type in ("table_open", "heading_open"):
            inside = token.tag
        elif token.type in ("table_close", "heading_close"):
            inside = ""
        elif token.type == "inline" and inside in ("", "table"):
            parts = []
            for child in token.children or ():
                parts.append("X" if child.type == "code_inline" else child.content)
                if child.type in ("softbreak", "hardbreak"):
                    parts.append(" ")
            yield Paragraph((token.map or [0])[0] + 1, "".join(parts), inside == "table")


def paragraphs_of_code(text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of docstrings, and comments, of a Python file."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else ():
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                if isinstance(part.value.value, str):
                    yield from _blocks(part.lineno, part.value.value)
    comments: dict[int, str] = {}  # of lines that hold nothing else
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(
            ("#!", "# ---", "# type:")
        ):
            line, column = token.start
            comment = token.string.lstrip("# ")
            if token.line[:column].strip():
                yield Paragraph(line, CODE.sub("X", comment))
            else:
                comments[line] = comment
    for line, comment in comments.items():
        if line - 1 not in comments:
            block = comment
            while line + 1 in comments:
                line += 1
                block += " " + comments[line]
            yield Paragraph(line, CODE.sub("X", block))


def _blocks(line: int, text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of a docstring without indented blocks, which are examples."""
    for block in re.split(r"\n\s*\n", text):
        if re.search(r"\S {2,}\S", block):  # a table, or names with what they hold
            line += block.count("\n") + 2
            continue
        kept = [part for part in block.splitlines() if not part.startswith(" " * 8)]
        if not block.lstrip("\n").startswith("    " * 2):
            yield Paragraph(line, CODE.sub("X", " ".join(part.strip() for part in kept)).strip())
        line += block.count("\n") + 2


def sentences_of(text: str) -> list[str]:
    """Split a paragraph into sentences; a colon or semicolon ends none."""
    return re.split(r"(?<=[.!?])\s+(?=[^\sa-z])", text)


# --- checks ---------------------------------------------------------------------------------------


def check_phrases(
    path: str, paragraph: Paragraph, patterns: Iterable[re.Pattern[str]]
) -> Iterator[Finding]:
    """Yield the phrases of a paragraph that match one of some keys of COMPILED."""
    for pattern in patterns:
        for found in pattern.finditer(paragraph.text):
            text = f"{found.group()!r}: write {COMPILED[pattern]}"
            yield Finding(path, paragraph.line, text)


def check_paragraph(path: str, paragraph: Paragraph, numbers: bool) -> Iterator[Finding]:
    """Yield the findings in a paragraph."""
    yield from check_phrases(path, paragraph, COMPILED)
    line, text, cell = paragraph
    if cell:
        return
    for sentence in sentences_of(text):
        count = len(sentence.split())
        if count > SENTENCE_WORDS:
            yield Finding(path, line, f"a sentence of {count} words: {sentence[:60]!r}")
    count = len(NUMBER.findall(text))
    if numbers and count > PARAGRAPH_NUMBERS:
        yield Finding(path, line, f"a paragraph with {count} numbers: {text[:60]!r}")


def words_of_page(text: str) -> int:
    """Count the words of a page as `wc -w` does, without fenced code."""
    return len(FENCED.sub("", text).split())


def check_page(path: str, text: str) -> Iterator[Finding]:
    """Yield the findings in a Markdown page."""
    manual = not path.startswith(NOTEBOOK) and not REFERENCE.fullmatch(path)
    rulings = RULINGS.fullmatch(path)
    words = words_of_page(GENERATED.sub("", text) if rulings else text)
    if manual and words > PAGE_WORDS:
        yield Finding(path, 1, f"{words} words: a page has at most {PAGE_WORDS}")
    for paragraph in paragraphs_of_page(text):
        if paragraph.cell and FIELDS.fullmatch(path):
            continue
        yield from check_paragraph(path, paragraph, manual and not rulings)


def check_code(path: str, text: str) -> Iterator[Finding]:
    """Yield the findings in the docstrings and comments of a Python file."""
    for paragraph in paragraphs_of_code(text):
        if path.startswith("tests/"):
            yield from check_phrases(path, paragraph, IN_TESTS)
        else:
            yield from check_paragraph(path, paragraph, numbers=False)


def check_file(path: str) -> list[Finding]:
    """Return the findings in a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return list((check_code if path.endswith(".py") else check_page)(path, text))


def tracked_files() -> list[str]:
    """Return the checked pages and sources: all that git tracks."""
    found = subprocess.check_output(["git", "ls-files", "*.md", "*.py"], cwd=ROOT, text=True)
    return found.split()


def main() -> int:
    """Print findings; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="default: every page and source")
    parser.add_argument("--words", action="store_true", help="print the words of every page")
    given = parser.parse_args()
    files = given.files or tracked_files()
    if given.words:
        for path in files:
            if path.endswith(".md"):
                print(f"{words_of_page((ROOT / path).read_text(encoding='utf-8')):6d}  {path}")
        return 0
    findings = [finding for path in files for finding in check_file(path)]
    for finding in findings:
        print(f"{finding.path}:{finding.line}: {finding.text}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
