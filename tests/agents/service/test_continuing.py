"""A position of a finished game is tried again, and a finished game is analysed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, PERSON, Player, client_of, made, service_in
from starlette.testclient import TestClient

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings


def heard(client: TestClient, game: dict[str, Any], most: int) -> list[dict[str, Any]]:
    """Play a game on with first actions; return what the person was sent."""
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.play(most)
        return player.heard


def asks(client: TestClient, game: dict[str, Any], most: int) -> list[dict[str, Any]]:
    """Play a game on; return what the person was asked."""
    return [message for message in heard(client, game, most) if message["type"] == "ask"]


def again(client: TestClient, game: dict[str, Any], word: Any, **more: Any) -> Any:
    """Ask for a game that begins in another one."""
    seats = {"red_0": PERSON, "blue_0": HUNTER}
    return client.post(
        "/v1/games", json={"from": {"game": game["game"], "word": word}, "seats": seats, **more}
    )


def test_a_position_is_as_the_seat_knew_it_also_after_a_restart(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        game = made(client)
        asked = asks(client, game, 10**6)
        order = [ask for ask in asked if not ask["spoken"]][len(asked) // 3]
        begun = again(client, game, order["at"] + 1)
        assert begun.status_code == 201, begun.text
        (first, *_) = asks(client, begun.json(), 1)
        assert first["at"] == order["at"] and first["turn"] == order["turn"]
        assert (first["question"], first["view"]) == (order["question"], order["view"])
        assert [word["text"] for word in first["words"]] == [w["text"] for w in order["words"]]
        known = [event["text"] for event in first["events"]]
    with client_of(service_in(tmp_path)) as client:
        messages = heard(client, begun.json(), 10**6)
        second = next(message for message in messages if message["type"] == "ask")
        assert second["at"] > first["at"] and second["view"]["turn"] >= first["view"]["turn"]
        told = [event["text"] for message in messages for event in message.get("events", ())]
        assert told[: len(known)] == known
        assert client.get(f"/v1/games/{begun.json()['game']}/replay").status_code == 409


@pytest.mark.parametrize("word", [0, 10**6, "1", None, 1.5])
def test_a_wrong_action_is_refused(tmp_path: Path, word: Any) -> None:
    with client_of(service_in(tmp_path)) as client:
        game = made(client)
        asks(client, game, 10**6)
        answer = again(client, game, word)
        assert answer.status_code == 400 and "from.word" in answer.json()["error"]


def test_an_open_game_begins_no_other_and_is_not_analysed(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        game = made(client)
        asks(client, game, 2)
        answer = again(client, game, 1)
        assert answer.status_code == 400 and "not over" in answer.json()["error"]
        assert client.post(f"/v1/games/{game['game']}/analysis").status_code == 409
        assert client.get(f"/v1/games/{game['game']}/analysis").json()["state"] == "none"


@pytest.mark.slow
def test_an_analysis_runs_in_the_background(tmp_path: Path) -> None:
    service = service_in(tmp_path)
    service.analyses.settings = AnalysisSettings(2, candidates=2, rivals=1, worlds=2, turns=1)
    with client_of(service) as client:
        game = made(client, max_turns=2)
        asks(client, game, 10**6)
        path = f"/v1/games/{game['game']}/analysis"
        assert client.post(path).status_code == 202
        curve = None
        for _ in range(3_000):
            found = client.get(path).json()
            curve = curve or found["curve"]
            if found["state"] != "running":
                break
            time.sleep(0.1)
        assert found["state"] == "done" and found["progress"] == 1, found
        assert curve and all(0 <= point["chance"] <= 1 <= point["turn"] + 1 for point in curve)
        assert all(point["error"] >= 0 for point in curve)
        assert set(found["readers"]) == {"red_0", "blue_0"}
        for cost in found["readers"]["red_0"]["dearest"]:
            assert cost["cost"]["error"] >= 0 and again(client, game, cost["word"]).is_success
