"""The page in a browser: sizes, overlaps, widths, as a headless Chromium measures them.

Slow, and skipped where no Chromium is installed. `page_measures.js` runs in the page: it shows every
frame to every reader, near and as a whole, and measures names against marks in pixels.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.replay import Recorder, Replay
from spacecombat_env.replay.page import build_page

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
GAMES = [
    ("battle_rider", "skirmish", 1),
    ("battle_rider", "skirmish", 5),
    ("battle_rider", "picket", 11),
    ("battle_rider", "task_force_dagger", 7),
    ("battle_rider", "first_clash", 2),
    ("battle_rider", "pocket_empires", 3),
    ("battle_rider", "pocket_empires", 6),
    ("intercept_sensors", "duel", 4),
    ("intercept_sensors", "infiltrator", 9),
    ("intercept_sensors", "picket", 10),
    ("interceptor", "duel", 3),
    ("interceptor", "pair", 2),
    ("interceptor", "asteroid_field", 5),
]
WAIT = 900
"""Seconds that a browser may take for one page."""
NAMED = 0.9
"""Least share of labels for which there is room."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: nothing can measure"),
]


def played(name: str, scenario: str, seed: int) -> Replay:
    """Return a game of the captain against its most different doctrine."""
    rules = registry.ruleset(name)
    opened = open_scenario(rules, scenario)
    doctrines = list(captain_module(name).DOCTRINES)
    players = [ScriptedAgent(opened, doctrine) for doctrine in (doctrines[0], doctrines[-1])]
    recorder = Recorder(rules, opened, seed, [player.name for player in players])
    course = recorder.playback
    while course.seat >= 0:
        recorder.add(int(players[course.seat].act(None, course.out.mask, course.out.visible)[0]))
    return recorder.replay()


def measured(page: str, width: int, height: int, folder: Path, scheme: int) -> dict[str, Any]:
    """Return what the page measures of itself in a window of that size; scheme 0 is dark, 1 light."""
    script = (Path(__file__).parent / "page_measures.js").read_text(encoding="utf-8")
    inner = json.dumps(page.replace("</body>", f"<script>{script}</script></body>"))
    inner = inner.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    outer = (
        "<!doctype html><body style='margin:0'>"
        f"<iframe id='page' width='{width}' height='{height}' style='border:0'></iframe><script>"
        "addEventListener('message', e => { const found = document.createElement('pre');"
        "found.id = 'found'; found.textContent = JSON.stringify(e.data);"
        "document.body.replaceChildren(found); });"
        f"document.getElementById('page').srcdoc = {inner};</script>"
    )
    file = folder / f"{width}_{scheme}.html"
    file.write_text(outer, encoding="utf-8")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={folder / f'profile_{width}_{scheme}'}"]
    command += ["--virtual-time-budget=60000", f"--window-size={max(width, 600)},{height}"]
    command += [f"--blink-settings=preferredColorScheme={scheme}", file.as_uri()]
    shown = subprocess.run(
        command, capture_output=True, text=True, timeout=WAIT, check=False
    ).stdout
    found = re.search(r'<pre id="found">(.*?)</pre>', shown, re.S)
    assert found is not None, "the page has measured nothing"
    result: dict[str, Any] = json.loads(html.unescape(found[1]))
    assert "error" not in result, result["error"]
    return result


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "_".join(map(str, game)))
def test_a_page_can_be_read_at_every_width(game, tmp_path):
    page = build_page(played(*game))
    for width, height, scheme in ((1400, 900, 0), (400, 860, 1)):
        found = measured(page, width, height, tmp_path, scheme)
        assert found["overlaps"] == []
        assert found["least"] >= 10 and found["small"] == []
        assert found["across"] <= 0 and found["covered"] == 0 and found["lines"] == 1
        assert found["names"] > 100 and found["placed"] >= NAMED * found["labels"]


def test_the_measures_find_what_they_are_for(tmp_path):
    """A page whose names are put anywhere is found out."""
    page = build_page(played("battle_rider", "duel", 12))
    careless = page.replace("if (taken.some(other => overlaps(box, other))) continue;", "")
    assert careless != page
    small = page.replace("#names text { font-size: 11px;", "#names text { font-size: 8px;")
    assert measured(page, 1400, 900, tmp_path, 0)["overlaps"] == []
    assert measured(careless, 1400, 900, tmp_path, 0)["overlaps"]
    assert measured(small, 1400, 900, tmp_path, 0)["least"] < 10
