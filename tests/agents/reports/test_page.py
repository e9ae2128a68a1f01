"""Pages of reports: what they hold is text, and every number can be read back."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

pytest.importorskip("jinja2")

from spacecombat_agents.reports.page import (
    render_details,
    render_page,
    render_preformatted,
    render_section,
    render_table,
    render_text,
)

EVIL = "</script><script>alert(1)</script>"


def test_texts_are_escaped_everywhere() -> None:
    parts = [
        render_text(EVIL, "warn"),
        render_table([EVIL], [[EVIL]]),
        render_details(EVIL, render_preformatted(EVIL)),
    ]
    page = render_page(EVIL, [EVIL, EVIL], [render_section(EVIL, *parts)], {"a": EVIL}, EVIL)
    assert page.count("<script") == 1 and page.count("&lt;script&gt;alert(1)") == 11
    assert not re.search(r"(https?:|src\s*=|href\s*=|url\(|@import)", page)


def test_every_number_can_be_read_back() -> None:
    numbers = {"a": [1.5, None], "b": "<"}
    page = render_page("title", ["first", "  aside", "second"], [], numbers, None)
    found = re.search(r"<script type='application/json' id='numbers'>(.*?)</script>", page, re.S)
    assert found is not None and json.loads(found[1]) == numbers
    assert "<p class='lead'>first</p>" in page and "aside" not in page
    assert "Made by" not in page


LIGHT = """
import sys
sys.modules["jinja2"] = sys.modules["markupsafe"] = None
import spacecombat_env
from spacecombat_agents import cli
sys.exit(cli.run(sys.argv[1:]))
"""


@pytest.mark.parametrize("line", [["bench", "--html", "x.html"], ["report", "run"]])
def test_without_jinja_a_report_names_what_to_install(line: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT, *line], capture_output=True, text=True)
    assert done.returncode == 2
    assert 'pip install "spacecombat-env[report]"' in done.stderr


def test_without_jinja_all_else_works() -> None:
    line = ["match", "random", "random", "--ruleset", "intercept_sensors"]
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, *line, "--pairs", "1", "--json"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
