"""A career asks the service for its rating, and for the position of the day."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import LOTS, PERSON, Player, client_of, service_in
from starlette.testclient import TestClient

from spacecombat_agents.arena.ratings.anchored import rate_against
from spacecombat_agents.service.recorded.daily_positions import daily_position

ANCHORS = (210, 367, 568, 756)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(service_in(tmp_path)) as opened:
        yield opened


def test_a_rating_lies_where_the_scores_put_it() -> None:
    even = rate_against([(400, 1), (400, 0)] * 50)
    assert abs(even.elo - 400) < 5 and even.deviation < 45
    ahead = rate_against([(400, 1), (400, 1), (400, 1), (400, 0)] * 50)
    assert abs(ahead.elo - (400 + 191)) < 12  # 191 Elo win three of four games
    assert rate_against([(400, 0.5)] * 100).elo == pytest.approx(even.elo, abs=1)
    few, many = rate_against([(400, 1)]), rate_against([(400, 1)] * 20)
    assert 400 < few.elo < many.elo and few.deviation > many.deviation


def test_the_service_rates_results(client: TestClient) -> None:
    results = [[elo, score] for elo in ANCHORS for score in (1, 0.5, 0)]
    found = client.post("/v1/rating", json={"results": results}).json()
    assert found["games"] == 12 and 400 < found["elo"] < 550 and 60 < found["deviation"] < 200


@pytest.mark.parametrize(
    "results", [None, [], [[1]], [[1, 2]], [["a", 1]], [[1e9, 1]], [[True, 1]], [[1, 1]] * 1001]
)
def test_wrong_results_are_refused(client: TestClient, results: Any) -> None:
    answer = client.post("/v1/rating", json={"results": results})
    assert answer.status_code == 400 and answer.json()["error"].startswith("results: ")


def test_each_day_has_a_position_that_can_be_played(client: TestClient) -> None:
    games = set()
    for n in range(15):
        day = datetime.date(2026, 5, 1) + datetime.timedelta(n)
        answer = client.get("/v1/daily", params={"day": day.isoformat()})
        assert answer.status_code == 200, answer.text
        found = answer.json()
        games.add(found["game"])
        other = "blue_0" if found["seat"] == "red_0" else "red_0"
        wanted = {"from": {"game": found["game"], "turn": found["turn"]}}
        made = client.post(
            "/v1/games", json={**wanted, "seats": {found["seat"]: PERSON, other: LOTS}}
        )
        assert made.status_code == 201, (found, made.text)
    assert len(games) == 15
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(made.json(), found["seat"])
        assert player.until("ask")["turn"] >= found["turn"]


def test_the_position_is_the_same_all_day_and_the_side_changes() -> None:
    day = datetime.date(2026, 5, 1)
    assert daily_position(day) == daily_position(day)
    later = [daily_position(day + datetime.timedelta(15 * n)) for n in range(4)]
    assert len({(each.seat, each.turn) for each in later}) > 2


@pytest.mark.parametrize("day", ["", "today", "2026-13-01"])
def test_a_day_is_a_date(client: TestClient, day: str) -> None:
    assert client.get("/v1/daily", params={"day": day}).status_code == 400
