"""The check of prose finds what it is for, and leaves alone what is no prose."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import prose

PLAIN = "The service resumes interrupted games."
LONG = " ".join(["word"] * (prose.SENTENCE_WORDS + 1)) + "."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PLAIN, []),
        ("Who is late twice loses.", ["'Who'"]),
        ("A bot is told its seat.", ["'is told'"]),
        ("The run goes on.", ["'goes on'"]),
        ("`goes on` is code.", []),
        ("Who plays Red?", []),
        (LONG, ["a sentence of"]),
        ("1, 2, 3, 4, 5 and 6 games.", ["a paragraph with 6 numbers"]),
        ("    it goes on in a block of code", []),
        ("| it | goes on |\n|---|---|\n| is | told |", []),
    ],
)
def test_what_is_found_in_a_page(text, found):
    findings = [finding.text for finding in prose.check_page("docs/page.md", text)]
    assert len(findings) == len(found)
    assert all(map(str.startswith, findings, found)), findings


def test_a_page_may_be_long_in_the_notebook_alone():
    text = "\n\n".join([PLAIN] * prose.PAGE_WORDS)
    assert [f.text for f in prose.check_page("docs/page.md", text)][0].endswith("at most 1500")
    assert not list(prose.check_page("docs/lab/page.md", text))
    assert not list(prose.check_page("docs/battle_rider_fields.md", text))


def test_docstrings_and_comments_are_checked_and_strings_are_not():
    text = '"""It goes on."""\n\nx = "goes on"  # it goes on\n\n\ndef f():\n    """Go on."""\n'
    lines = [finding.line for finding in prose.check_code("a.py", text)]
    assert sorted(lines) == [1, 3, 7]
