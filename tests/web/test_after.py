"""After a game: its analysis in the page, positions to try again, the replay as a file and a link."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from kit.pretended import GAME, Pretended, stands

Open = Callable[..., Pretended]
PIECES = {"a": "11", "b": "88"}
OVER = {"type": "game_over", "game": GAME, "verdict": "loss", "reason": "all is lost"}
SEATS = {"red_0": {"person": "Ann"}, "blue_0": {"player": "scripted:captain"}}
pytestmark = pytest.mark.slow


def point(at: float, chance: float, word: int = 1) -> dict[str, Any]:
    return {
        **{"at": at, "turn": int(at), "seat": "red_0", "word": word},
        **{"chance": chance, "error": 0.04},
    }


def cost(word: int, value: float, error: float) -> dict[str, Any]:
    return {
        **{"word": word, "turn": 2, "said": f"hold {word}", "best": "strike"},
        "cost": {"value": value, "error": error},
    }


CURVE = [point(1, 0.5), point(2, 0.4, 7), point(3, 0.1, 9)]
COSTS = [cost(7, 0.12, 0.03), cost(9, 0.05, 0.04), cost(1, 0.04, 0.01)]
FOUND = {"state": "running", "progress": 0.25, "with": "net", "curve": CURVE, "readers": {}}


@pytest.fixture
def ended(begun: Open) -> Pretended:
    """A game that was lost."""
    game = begun()
    kept = {"id": GAME, "title": "Duel", "when": 0, "keys": {"red_0": "key"}}
    kept["wanted"] = {"ruleset": "pretended", "scenario": "duel", "seats": SEATS}
    game.page.evaluate(
        "kept => localStorage.setItem('spacecombat-games', JSON.stringify([kept]))", kept
    )
    game.send(stands(9, PIECES))
    game.send({**OVER, "margin": -3, "turns": 3})
    game.page.wait_for_selector("#end[open] .learn")
    return game


@pytest.mark.parametrize(
    ("verdict", "shown"),
    [("win", "You have won: a decisive victory"), ("loss", "You have lost: a decisive defeat")],
)
def test_a_lost_game_is_no_victory(begun: Open, verdict: str, shown: str) -> None:
    game = begun()
    game.send(stands(9, PIECES, view={"result": {"outcome": "decisive"}}))
    game.send({**OVER, "verdict": verdict, "margin": 40, "turns": 3})
    game.page.wait_for_selector("#end[open]")
    assert game.page.inner_text("#verdict") == shown


def test_the_curve_shows_at_once_and_then_what_cost_most(ended: Pretended) -> None:
    page = ended.page
    ended.analysis = FOUND
    page.locator(".learn button", has_text="Learn from this game").click()
    page.wait_for_selector(".learn .course")
    assert page.locator(".learn progress").evaluate("e => e.value") == 0.25
    label = page.locator(".learn .stood").get_attribute("aria-label")
    assert label == "Chance to win, at the end Red 10 % ± 4"
    assert "add up to 100" in page.inner_text(".learn") and not page.locator(".mistakes").count()
    readers = {"red_0": {"dearest": COSTS}, "blue_0": {"dearest": []}}
    ended.analysis = {**FOUND, "state": "done", "progress": 1, "readers": readers}
    ended.after(1_000)
    page.wait_for_selector(".mistakes li")
    lines = page.locator(".mistakes li").all_inner_texts()
    assert len(lines) == 2 and "hold 7" in lines[0] and "−12 points ± 3" in lines[0]
    assert page.locator(".learn .mistake").count() == 2
    assert ended.asked[:2] == ["GET", "POST"]
    asked = len(ended.asked)
    ended.after(5_000)
    assert len(ended.asked) == asked


def test_a_position_is_tried_again(ended: Pretended) -> None:
    page, posted = ended.page, []
    readers = {"red_0": {"dearest": COSTS}, "blue_0": {"dearest": []}}
    ended.analysis = {**FOUND, "state": "done", "readers": readers}

    def made(route: Any) -> None:
        posted.append(json.loads(route.request.post_data))
        route.fulfill(status=201, json={"game": "next", "keys": {"red_0": "k"}, "umpire": None})

    page.route("**/v1/games", made)
    page.locator(".learn button", has_text="Learn from this game").click()
    page.locator(".mistakes li", has_text="hold 7").locator("button").click()
    page.wait_for_url("**/g/next")
    assert posted == [{"from": {"game": GAME, "word": 7}, "seats": SEATS}]


def test_nothing_is_called_a_mistake_within_its_error(ended: Pretended) -> None:
    readers = {"red_0": {"dearest": [cost(7, 0.05, 0.03)]}, "blue_0": {"dearest": []}}
    ended.analysis = {**FOUND, "state": "done", "readers": readers}
    ended.page.locator(".learn button").click()
    ended.page.locator(".learn", has_text="nothing here lost you the game").wait_for()
    assert not ended.page.locator(".mistakes li").count()


def test_the_replay_is_kept_as_a_file_and_an_address(ended: Pretended) -> None:
    link = ended.page.locator(".keep a")
    assert link.get_attribute("href") == f"/v1/games/{GAME}/replay"
    assert link.get_attribute("download") == f"{GAME}.json"
    field = ended.page.locator(".keep input")
    assert field.input_value().endswith(f"/r/{GAME}")
