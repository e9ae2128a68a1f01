"""Clicks at random, seeded: nothing goes wrong on the page, and nothing is given up without a question.

FUZZ_CLICKS=10000 pytest -m slow -s tests/web/test_fuzz.py
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest
from kit.browsing import Served, Watched, begin, wait_for_question

pytestmark = pytest.mark.slow
CLICKS = int(os.environ.get("FUZZ_CLICKS", "300"))
GAMES = [("interceptor", "duel"), ("battle_rider", "skirmish"), ("intercept_sensors", "duel")]
TARGETS = (
    "main button, main summary, main [role=tab], header button, #pieces [data-k], main select, "
    "dialog[open] button, dialog[open] summary"
)
AVOIDED = "#sure-yes, #scheme"
"""Buttons that say Yes to a loss, and one that only changes colours."""
CLICK = """([targets, avoided, lot, x, y]) => {
  const open = document.querySelector("dialog[open]");
  const seen = e => { const b = e.getBoundingClientRect(); return b.width && b.height && (!open || open.contains(e)); };
  const all = [...document.querySelectorAll(targets)].filter(e => seen(e) && !e.matches(avoided) && !e.disabled);
  if (lot < 0.3 && !open) return [x * innerWidth, y * innerHeight];
  const e = all[Math.floor(y * all.length)];
  if (!e) return [x * innerWidth, y * innerHeight];
  const b = e.getBoundingClientRect();
  return [b.x + b.width / 2, b.y + b.height / 2];
}"""


@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_clicks_at_random_lose_nothing(
    look: Callable[..., Watched], site: Served, game: tuple[str, str]
) -> None:
    watched, rng = look(), random.Random(7)
    page, games, done = watched.page, 0, 0
    name = ""
    while done < CLICKS // len(GAMES):
        if not name:
            name, games = begin(watched, *game), games + 1
            wait_for_question(page)
        table = site.service.manager.open_session(name).table
        x, y = page.evaluate(CLICK, [TARGETS, AVOIDED, rng.random(), rng.random(), rng.random()])
        page.mouse.click(x, y)
        done += 1
        assert not table.gave_up, (name, done, x, y)
        if table.to_act is None or "/g/" not in page.url:
            name = ""
        assert watched.wrong == [], (name, done)
    print(f"{game}: {done} clicks in {games} games, nothing given up, nothing wrong on the page")
