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
        ("A row is for whoever reads it. Nobody knows why.", ["'whoever'", "'Nobody knows'"]),
        ("| it | goes on |\n|---|---|\n| so | told anew |", ["'goes on'", "'anew'"]),
        (f"| a cell |\n|---|\n| {LONG} 1, 2, 3, 4, 5, 6 |", []),
    ],
)
def test_what_is_found_in_a_page(text, found):
    findings = [finding.text for finding in prose.check_page("docs/page.md", text)]
    assert len(findings) == len(found)
    assert all(map(str.startswith, findings, found)), findings


def test_words_are_counted_plainly_and_fenced_code_is_left_out():
    text = "# Head\n\n| a | b |\n|---|---|\n| `x = 1` | c |\n\n```python\nrun()\n```\n\nEnd.\n"
    kept = "# Head | a | b | |---|---| | `x = 1` | c | End."
    assert prose.words_of_page(text) == kept.count(" ") + 1


def test_fields_are_texts_of_the_wire_format():
    text = "| field |\n|---|\n| it goes on |\n\nIt goes on.\n"
    assert [f.line for f in prose.check_page("docs/battle_rider_fields.md", text)] == [5]
    assert [f.line for f in prose.check_page("docs/battle_rider.md", text)] == [3, 5]


def test_only_the_notebook_and_references_may_be_long():
    text = "\n\n".join([PLAIN] * prose.PAGE_WORDS)
    assert [f.text for f in prose.check_page("docs/page.md", text)][0].endswith("at most 1500")
    assert not list(prose.check_page("docs/lab/page.md", text))
    assert not list(prose.check_page("docs/battle_rider_fields.md", text))
    assert not list(prose.check_page("spacecombat_env/rulesets/interceptor/RULES.md", text))


def test_docstrings_and_comments_are_checked_and_strings_are_not():
    text = '"""It goes on."""\n\nx = "goes on"  # it goes on\n\n\ndef f():\n    """Go on."""\n'
    lines = [finding.line for finding in prose.check_code("a.py", text)]
    assert sorted(lines) == [1, 3, 7]


def test_tests_are_checked_for_some_phrases_only():
    text = '"""A bot is told so many things, and goes on."""\n'
    assert len(list(prose.check_code("tests/test_a.py", text))) == 2
    assert len(list(prose.check_code("scripts/a.py", text))) == 3


def test_comments_at_the_end_of_lines_are_not_one_sentence():
    words = " ".join(["word"] * (prose.SENTENCE_WORDS - 10))
    assert not list(prose.check_code("a.py", f"x = 1  # {words}\ny = 2  # {words}\n"))
    assert list(prose.check_code("a.py", f"# {words}\n# {words}\n"))
