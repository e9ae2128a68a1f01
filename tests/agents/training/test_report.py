"""The page of a training run, of made-up runs: whole ones, cut ones, and ones that hold next to nothing."""

from __future__ import annotations

import html
import json
import math
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from spacecombat_agents import cli
from spacecombat_agents.training.metrics import metrics_log
from spacecombat_agents.training.report.page import write_report
from spacecombat_env.core.errors import ConfigError

EVIL = "</script><script>alert(1)</script>"
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
SMALLEST = 10.0
"""Pixels of the smallest letters."""


def update(number: int, **more: Any) -> dict[str, Any]:
    """A line of an update; `more` replaces or adds."""
    line = {
        "decisions": 1000 * number,
        "seconds": 2.0 * number,
        "updates": number,
        "loss": 0.5 / number,
        "policy_loss": -0.01,
        "value_loss": 0.9 / number,
        "entropy": 1.5 / number,
        "entropy_share": 0.9 / number,
        "kl": 0.01,
        "kept": 0.5,
        "explained_variance": 1.0 - 2.0 / number,
        "explained_variance_by_phase": {"early": 0.1, "late": 0.8},
        "tau": 0.05,
        "learning_rate": 7e-4,
        "decisions_per_s": 40_000.0,
        "scores": {"self": 0.5, "scripted:captain": 0.4, EVIL: 0.3},
        "norm of the gradient": 0.3,
        "remark": "words are no curve",
    }
    return {**line, **more}


def match(decisions: int, opponent: str, score: float) -> dict[str, Any]:
    """A line of an evaluation."""
    return {
        "at_decisions": decisions,
        "at_seconds": decisions / 500.0,
        "agent_b": opponent,
        "score_a": score,
        "interval": [score - 0.1, score + 0.1],
        "games": 100,
    }


ATTACK = {"decisions": 500, "score": 0.4, "interval": [0.3, 0.5], "attacker": "from nothing"}
FILES: dict[str, Any] = {
    "config.yaml": "ruleset: auction\nscenario: plain\n",
    "state.json": {"decisions": 9000, "games": 70_000, "updates": 9, "seconds": 18.0, "share": 1.0},
    "result.json": {
        "ruleset": "auction",
        "decisions": 9000,
        "seconds": 18.0,
        "evaluations": [
            {"agent_b": "random", "score_a": 0.9, "interval": [0.8, 0.95], "games": 400}
        ],
        "provenance": {"command": "spacecombat train --config own.yaml --out run"},
    },
    "curves.jsonl": [update(number) for number in range(1, 10)],
    "evaluations.jsonl": [match(3000, "random", 0.6), match(6000, "random", 0.8)],
    "calibration.json": {
        "bins": [{"said": 0.2, "came": 0.25, "count": 40}, {"said": 0.8, "came": 0.7, "count": 60}],
        "brier": 0.1834,
    },
    "exploit.json": {
        "curve": [ATTACK, {**ATTACK, "decisions": 1000, "score": 0.55}],
        "score": 0.55,
        "interval": [0.5, 0.6],
        "method": "two starts",
        "budget_decisions": 1000,
    },
}
OPTIONAL = [name for name in FILES if name not in ("config.yaml", "state.json")]


def written(folder: Path, **changed: Any) -> Path:
    """Write a run's folder; `changed` are other contents by stem, None for no such file."""
    folder.mkdir(exist_ok=True)
    for name, content in FILES.items():
        content = changed.get(name.partition(".")[0], content)
        if content is None:
            continue
        if isinstance(content, list):
            content = "".join(json.dumps(line) + "\n" for line in content)
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def shown(folder: Path) -> tuple[str, dict[str, Any]]:
    """Return the page of a run, and the numbers in it."""
    _, file = write_report(folder)
    page = file.read_text(encoding="utf-8")
    numbers = re.search(r"<script type='application/json' id='numbers'>(.*?)</script>", page, re.S)
    assert numbers is not None

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return page, json.loads(numbers[1], parse_constant=refuse)


def headings(page: str) -> list[str]:
    """The sections of a page."""
    return re.findall(r"<h2>(.*?)</h2>", page)


def titles(page: str) -> list[str]:
    """The charts of a page."""
    return re.findall(r"<h3>(.*?)</h3>", page)


def svgs(page: str) -> Iterator[ElementTree.Element]:
    """The charts as trees: they are well formed."""
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        yield ElementTree.fromstring(svg)


# -- the page -------------------------------------------------------------------------------------


def test_a_whole_run_shows_everything(tmp_path: Path) -> None:
    page, told = shown(written(tmp_path / "run"))
    parts = ["Strength", "Policy", "Value", "Best response", "Learning", "More", "All numbers"]
    assert headings(page) == parts
    assert titles(page)[:4] == [
        "Matches",
        "Matches over time",
        "In training",
        "Entropy, nats per decision",
    ]
    assert titles(page)[-1] == "norm of the gradient" and "remark" not in titles(page)
    assert len(list(svgs(page))) == len(titles(page)) == 3 + 4 + 4 + 1 + 5 + 1
    assert "9,000 decisions of the learner, 70,000 games, 0.3 minutes" in page
    assert "Last match against random: 90.0% (80.0% to 95.0%), 400 games." in page
    assert "Brier score 0.1834" in page and "100 decisions" in page
    assert "with 1,000 decisions scores 55.0% (50.0% to 60.0%)" in page
    assert "Method: two starts." in page
    assert "spacecombat train --config own.yaml --out run" in page
    assert told["last_update"]["entropy"] == pytest.approx(1.5 / 9)
    assert [each["score"] for each in told["scores"]] == [0.6, 0.8, 0.9]
    assert told["warnings"] == []


def test_the_page_runs_nothing_and_requests_nothing(tmp_path: Path) -> None:
    page, _ = shown(written(tmp_path / "run"))
    assert page.count("<script") == 1 and "alert(1)" in page
    assert "&lt;script&gt;alert(1)" in page and "\\u003cscript>alert(1)" in page
    assert not re.search(r"(https?:|src\s*=|href\s*=|url\()", page)
    assert "default-src 'none'" in page and "prefers-color-scheme: light" in page


def test_the_page_follows_from_the_folder(tmp_path: Path) -> None:
    folder = written(tmp_path / "run")
    first = shown(folder)
    assert shown(folder) == first


@pytest.mark.parametrize("name", OPTIONAL)
@pytest.mark.parametrize("content", [None, ""], ids=["missing", "empty"])
def test_what_is_missing_is_left_out(tmp_path: Path, name: str, content: str | None) -> None:
    whole = set(titles(shown(written(tmp_path / "whole"))[0]))
    page, _ = shown(written(tmp_path / "run", **{name.partition(".")[0]: content}))
    missing = {
        "result.json": set[str](),
        "curves.jsonl": whole - {"Matches", "Matches over time", "Win probability", "Attackers"},
        "evaluations.jsonl": set[str](),
        "calibration.json": {"Win probability"},
        "exploit.json": {"Attackers"},
    }
    assert whole - set(titles(page)) == missing[name]


def test_a_run_that_has_hardly_begun(tmp_path: Path) -> None:
    nothing = dict.fromkeys((name.partition(".")[0] for name in OPTIONAL), None)
    begun = {"decisions": 0, "games": 0, "seconds": 0.0, "share": 0.0}
    page, told = shown(written(tmp_path / "run", state=begun, **nothing))
    assert headings(page) == ["All numbers"]
    assert "The run is in progress: 0% of its budget is used." in page
    assert told["scores"] == [] and told["warnings"] == []
    assert shown(written(tmp_path / "bare", state={}, config="", **nothing))[1]["state"] == {}


def test_one_update_is_a_point(tmp_path: Path) -> None:
    page, _ = shown(written(tmp_path / "run", curves=[{"decisions": 5, "kl": 0.0}]))
    assert "KL of an update, nats" in titles(page) and "Loss" not in titles(page)
    assert "random <b>90.0%</b>" in page and "last <b>0</b>" in page
    assert list(svgs(page))


def test_keys_may_be_missing_or_strange(tmp_path: Path) -> None:
    """A line counts for the keys that it has; what is not a number is no point."""
    lines = [
        update(1, kl=None, entropy="high", scores=7, kept=True),
        {"kl": 0.5},
        update(2, kl=float("nan"), scores={"self": None}),
        update(3),
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    page, told = shown(written(tmp_path / "run", curves=content))
    kl = next(svg for svg in svgs(page) if str(svg.get("aria-label")).startswith("KL"))
    assert len(kl.findall(".//circle")) == 1
    assert told["last_update"]["kl"] == 0.01
    running = next(
        svg for svg in svgs(page) if str(svg.get("aria-label")).startswith("In training")
    )
    assert len(running.findall(".//polyline")) == 4


def test_half_a_last_line_is_left_out(tmp_path: Path) -> None:
    folder = written(tmp_path / "run")
    before = shown(folder)
    for name in ("curves.jsonl", "evaluations.jsonl"):
        with open(folder / name, "a") as file:
            file.write('{"at_decisions": 7000, "decis')
    assert shown(folder) == before


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("curves.jsonl", "{\n{}\n", "curves.jsonl: line 1: is not a JSON object"),
        ("evaluations.jsonl", "{}\n7\n{}\n", "evaluations.jsonl: line 2: is not a JSON object"),
        ("exploit.json", "{", "exploit.json: file: not JSON"),
        ("calibration.json", "[]", "calibration.json: file: is not a mapping"),
        ("state.json", "nothing", "state.json: file: not JSON"),
        ("config.yaml", "a: [", "config.yaml: file: not valid YAML"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, name: str, content: str, words: str) -> None:
    folder = written(tmp_path / "run", **{name.partition(".")[0]: content})
    with pytest.raises(ConfigError, match=words):
        write_report(folder)
    assert not (folder / "report.html").exists()


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([update(1), update(2, entropy=0.01), update(8, entropy=0.001)], "0.010 at 2k decisions"),
        ([update(1, kl=0.06), update(2, kl=0.09), update(3)], "2 of 3 updates"),
        ([update(1), update(9, scores={"self": 0.41})], "running score is 41%"),
    ],
)
def test_what_counts_against_a_run_is_shown_first(
    tmp_path: Path, lines: list[dict[str, Any]], words: str
) -> None:
    page, told = shown(written(tmp_path / "run", curves=lines))
    assert headings(page)[0] == "Warnings"
    assert len(told["warnings"]) == 1 and words in told["warnings"][0] and words in page


def test_a_run_that_saw_few_results_is_warned_of(tmp_path: Path) -> None:
    state = {"decisions": 9000, "games": 70, "updates": 9, "seconds": 18.0, "share": 1.0}
    _, told = shown(written(tmp_path / "run", state=json.dumps(state)))
    assert told["warnings"] == ["The run finished only 70 games: the learner saw few results."]


def test_entropy_may_fall_late(tmp_path: Path) -> None:
    _, told = shown(written(tmp_path / "run", curves=[update(1), update(8, entropy=0.001)]))
    assert told["warnings"] == []


# -- the command ----------------------------------------------------------------------------------


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "run")
    assert cli.run(["report", str(folder)]) == 0
    told = capsys.readouterr().out
    assert f"Page: {folder / 'report.html'}" in told and "Last match against random" in told
    assert cli.run(["report", str(folder), "--out", str(tmp_path / "x.html"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["run"] == "run"
    assert (tmp_path / "x.html").read_bytes() == (folder / "report.html").read_bytes()


@pytest.mark.parametrize("missing", ["config.yaml", "state.json"])
def test_another_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    folder = written(tmp_path / "run")
    (folder / missing).unlink()
    assert cli.run(["report", str(folder)]) == 2
    assert (
        f"run: is not the folder of a training run: {missing} is missing" in capsys.readouterr().err
    )
    (folder / "results.db").write_bytes(b"")
    assert cli.run(["report", str(folder)]) == 2
    assert "spacecombat arena report" in capsys.readouterr().err


# -- in a browser ---------------------------------------------------------------------------------

MEASURE = """
const letters = [...document.querySelectorAll('svg text')].map(e => {
  const m = e.getScreenCTM(); return parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.a, m.b); });
const plain = [...document.querySelectorAll('p, li, figcaption, h1, h2, h3, td')].map(
  e => parseFloat(getComputedStyle(e).fontSize));
const charts = [...document.querySelectorAll('svg')].map(e => e.getBoundingClientRect());
parent.postMessage({ least: Math.min(...letters, ...plain),
  across: Math.max(...[document.documentElement, ...document.querySelectorAll('figure')].map(
    e => e.scrollWidth - e.clientWidth)),
  columns: new Set(charts.map(e => Math.round(e.left))).size,
  paper: getComputedStyle(document.body).backgroundColor }, '*');
"""


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: nothing can measure")
@pytest.mark.parametrize(("width", "columns"), [(400, 1), (1400, 3)])
@pytest.mark.parametrize(("scheme", "paper"), [(0, "rgb(11, 15, 24)"), (1, "rgb(251, 252, 254)")])
def test_the_page_fits_its_window(
    tmp_path: Path, width: int, columns: int, scheme: int, paper: str
) -> None:
    """Nothing is wider than the window, letters can be read, and dark is dark."""
    page, _ = shown(written(tmp_path / "run"))
    page = re.sub(r"<meta http-equiv='Content-Security-Policy'[^>]*>", "", page)
    inner = html.escape(page.replace("</body>", f"<script>{MEASURE}</script></body>"), quote=True)
    outer = (
        "<!doctype html><body><script>addEventListener('message', e => {"
        "document.body.textContent = 'FOUND' + JSON.stringify(e.data) + 'END'; });</script>"
        f"<iframe width='{width}' height='3000' style='border:0' srcdoc=\"{inner}\"></iframe>"
    )
    file = tmp_path / "outer.html"
    file.write_text(outer, encoding="utf-8")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={tmp_path / 'profile'}"]
    command += [f"--blink-settings=preferredColorScheme={scheme}", "--virtual-time-budget=4000"]
    done = subprocess.run(
        [*command, f"--window-size={width + 100},3200", file.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
    )
    found = re.search("FOUND(.*?)END", done.stdout)
    assert found is not None, done.stderr[-500:]
    told = json.loads(html.unescape(found[1]))
    assert told["across"] <= 0 and told["least"] >= SMALLEST and math.isfinite(told["least"])
    assert told["columns"] == columns and told["paper"] == paper


def test_a_report_of_a_line_that_was_appended(tmp_path: Path) -> None:
    """What a learner appends is what the page shows."""
    folder = written(tmp_path / "run", curves=None)
    metrics_log.append(folder, update(1, tau=float("inf")))
    page, told = shown(folder)
    assert "Entropy coefficient (tau)" not in titles(page)
    assert told["last_update"]["kl"] == 0.01
