"""A career on the first page: rating, streak, the position of the day, kept as a file."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import Watched, begin, wait_for_question

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow
TODAY = datetime.date(2026, 6, 30)


def days(*ago: int) -> list[str]:
    return [(TODAY - datetime.timedelta(n)).isoformat() for n in ago]


def result(number: int, score: float) -> dict[str, Any]:
    about = {"rules": "intercept_sensors", "rating": 500, "day": TODAY.isoformat()}
    return {"id": f"game{number}", "score": score, **about}


def test_a_streak_bears_a_day_off_a_week(look: Look) -> None:
    page = look().page
    page.goto(look().address + "/")
    cases = {
        (): 0,
        (0,): 1,
        (1, 2): 2,
        (0, 1, 3, 4): 4,
        (0, 1, 4): 2,
        (0, 2, 4): 2,
        (0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13): 12,
        tuple(range(400)): 400,
    }
    for ago, streak in cases.items():
        found = page.evaluate(
            "async ([days, today]) => (await import(location.href + 'static/career.js')).streakOf(days, today)",
            [days(*ago), TODAY.isoformat()],
        )
        assert found == streak, ago


def test_rating_and_streak_survive_reload_export_and_import(look: Look, tmp_path: Path) -> None:
    watched = look()
    page = watched.page
    page.goto(watched.address + "/")
    page.wait_for_selector(".career")
    today = datetime.date.today().isoformat()
    career = {"days": [today], "results": [result(n, score) for n, score in enumerate((1, 1, 0))]}
    page.evaluate("text => localStorage.setItem('spacecombat-career', text)", json.dumps(career))
    page.reload()
    box = page.locator(".career")
    box.locator(".ratings b", has_text="Elo, 3 rated games").wait_for()
    shown = box.locator(".ratings").inner_text()
    assert "1 day in a row" in box.inner_text()
    with page.expect_download() as download:
        box.locator("a", has_text="Save as a file").click()
    file = tmp_path / "career.json"
    download.value.save_as(file)
    page.evaluate("localStorage.clear()")
    page.reload()
    assert not page.locator(".career .ratings li").count()
    page.set_input_files(".career-file", file)
    page.locator(".career .ratings b", has_text="Elo").wait_for()
    assert page.locator(".career .ratings").inner_text() == shown
    (tmp_path / "other.json").write_text('{"days": [1]}')
    page.set_input_files(".career-file", tmp_path / "other.json")
    page.locator(".career", has_text="This is no career file").wait_for()


def test_a_finished_game_counts_and_one_not_rated_gives_no_rating(look: Look) -> None:
    watched = look()
    page = watched.page
    begin(watched, "intercept_sensors", "duel")
    wait_for_question(page)
    page.click("#resign")
    page.click("#sure-yes")
    page.wait_for_selector("#end[open]")
    kept = json.loads(page.evaluate("localStorage.getItem('spacecombat-career')"))
    assert len(kept["days"]) == 1 and kept["results"] == []


def test_the_position_of_the_day_is_played(look: Look) -> None:
    watched = look()
    page = watched.page
    page.goto(watched.address + "/")
    page.wait_for_selector(".career")
    page.click(".career .daily")
    page.wait_for_url("**/g/*")
    wait_for_question(page)
    title = page.evaluate("JSON.parse(localStorage.getItem('spacecombat-games'))[0].title")
    assert title.startswith("Position of the day: ")
