"""What an analysis says on a replay page: at the right frames, to its own readers, or not at all."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.replay import TRUTH, Recorder, Replay, frames
from spacecombat_env.replay.page import build_page
from spacecombat_env.replay.remarks import ChancePoint, Remark, RemarkPlacer, Remarks

RED, BLUE = 0, 1
SAID = {
    RED: Remarks(
        "Red's chance", [ChancePoint(0, 0.5), ChancePoint(6, 0.25)], [Remark(6, 1.0, "</b> & dear")]
    ),
    BLUE: Remarks("Blue's chance", [ChancePoint(0, 0.123456)], []),
}


@pytest.fixture(scope="module")
def game() -> Replay:
    """A short game of players who say anything."""
    rules = registry.ruleset("intercept_sensors")
    recorder = Recorder(rules, open_scenario(rules, "duel", max_turns=3), 5)
    rng, playback = np.random.default_rng(1), recorder.playback
    while playback.seat >= 0:
        recorder.add(int(rng.choice(np.flatnonzero(playback.mask))))
    return recorder.replay()


def data_of(page: str) -> dict[str, Any]:
    """Return what a page holds."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("readers", [(TRUTH, RED, BLUE), (RED,), (BLUE,), (RED, BLUE)])
def test_a_moment_is_at_the_last_frame_before_its_action(
    game: Replay, readers: tuple[int, ...]
) -> None:
    placing, said = RemarkPlacer(), []
    words = {RED: 0, BLUE: 0}
    for frame in frames(game, readers):
        placing.add(frame)
        for seat, spoken in frame.utterances:
            words[seat] += len(spoken)
        said.append(dict(words))
    for seat in set(readers) - {TRUTH}:
        assert placing.frame(seat, 0) == max(n for n, each in enumerate(said) if not each[seat])
        for own in range(words[seat]):
            at = placing.frame(seat, own)
            assert said[at][seat] <= own < said[at + 1][seat]
        assert placing.frame(seat, words[seat]) == len(said) - 1


def test_a_page_holds_what_is_said_to_its_readers_and_no_more(game: Replay) -> None:
    whole = data_of(build_page(game, remarks=SAID))["remarks"]
    assert set(whole) == {str(RED), str(BLUE)}
    assert [label["label"] for label in whole.values()] == ["Red's chance", "Blue's chance"]
    assert [share for _, share in whole["1"]["course"]] == [0.1235]
    [[frame, weight, text]] = whole["0"]["marks"]
    assert (weight, text) == (1.0, "</b> & dear") and frame == whole["0"]["course"][1][0] > 0
    page = build_page(game, readers=(RED,), remarks=SAID)
    assert set(data_of(page)["remarks"]) == {str(RED)}
    assert "Blue's chance" not in page


def test_a_page_without_remarks_is_what_it_was(game: Replay) -> None:
    plain = build_page(game)
    assert "remarks" not in data_of(plain) and ".remarks" not in plain
    assert build_page(game, remarks={}) == plain
    assert build_page(game, readers=(RED,), remarks={BLUE: SAID[BLUE]}) == build_page(
        game, readers=(RED,)
    )
    told = build_page(game, remarks=SAID)
    assert ".remarks" in told and "http" not in told.replace("http://www.w3.org/", "")


# -- in a browser -----------------------------------------------------------------------------------

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WAIT = 300
"""Seconds that a browser may take for one page."""
PROBE = """
const card = document.querySelector(".remarks"), found = { views: [] };
found.known = !$("hide").checked;
D.readers.forEach((told, n) => {
  look(n);
  found.views.push([told.key, card.querySelectorAll("path").length,
    card.querySelectorAll(".dot").length, card.querySelectorAll(".mark").length]);
});
look(0);
card.querySelector(".mark").click();
found.at = at;
show(0);
card.querySelector(".dot").click();
found.dot = at;
found.now = card.querySelectorAll(".mark.now").length;
$("hide").checked = true;
show(0);
found.hidden = card.querySelectorAll(".dot").length;
found.across = document.documentElement.scrollWidth - innerWidth;
found.least = Math.min(...[...card.querySelectorAll("p, button, b, span")]
  .filter(e => e.textContent).map(e => parseFloat(getComputedStyle(e).fontSize)));
const told = document.createElement("pre");
told.id = "found";
told.textContent = JSON.stringify(found);
document.body.append(told);
"""


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: nothing can be clicked")
@pytest.mark.parametrize(("width", "scheme"), [(1400, 0), (1400, 1), (600, 1)])
def test_a_click_goes_to_the_moment(game: Replay, tmp_path: Path, width: int, scheme: int) -> None:
    page = build_page(game, remarks=SAID)
    file = tmp_path / "page.html"
    file.write_text(page.replace("</body>", f"<script>{PROBE}</script></body>"), encoding="utf-8")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},900"]
    command += [f"--blink-settings=preferredColorScheme={scheme}", file.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, check=False)
    told = re.search(r'<pre id="found">(.*?)</pre>', shown.stdout, re.S)
    assert told is not None, "a script of the page has failed"
    found = json.loads(html.unescape(told[1]))
    [[goal, _, _]] = data_of(page)["remarks"]["0"]["marks"]
    assert found["views"] == [["truth", 2, 1, 1], ["red_0", 1, 1, 1], ["blue_0", 1, 0, 0]]
    assert found["known"] and found["at"] == found["dot"] == goal and found["now"] == 1
    assert found["hidden"] == 0, "what is to come is hidden when it is asked for"
    assert found["across"] <= 0 and found["least"] >= 10
