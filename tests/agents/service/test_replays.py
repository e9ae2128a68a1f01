"""Games as things: replay files become games, are continued from any turn, and stand in frames."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, LOTS, PERSON, Player, client_of, made, service_in
from starlette.testclient import TestClient

from spacecombat_agents.service.http import middleware, pages

Content = dict[str, Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(service_in(tmp_path)) as opened:
        yield opened


def finished(client: TestClient, *seats: Any, **more: Any) -> str:
    """Play a game to its end; return its name."""
    game = made(client, *seats, **more)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.play()
    return str(game["game"])


def replay_of(client: TestClient, game: str) -> Content:
    found: Content = client.get(f"/v1/games/{game}/replay").json()
    return found


def sent(client: TestClient, content: Any) -> Any:
    return client.post("/v1/replays", json=content)


@pytest.fixture
def replay(client: TestClient) -> Content:
    return replay_of(client, finished(client))


def test_a_replay_file_is_a_game_that_is_over_at_any_service(
    replay: Content, tmp_path: Path
) -> None:
    with client_of(service_in(tmp_path / "other", seed=7)) as other:
        answer = sent(other, replay)
        assert answer.status_code == 201, answer.text
        game = answer.json()["game"]
        assert sent(other, replay).json()["game"] == game
        facts = other.get(f"/v1/games/{game}").json()
        assert facts["over"] and facts["seats"]["red_0"]["name"] == "Ann"
        again = replay_of(other, game)
        assert again == {**replay, "made_by": again["made_by"]}
        assert other.get(f"/r/{game}").status_code == 200
    with client_of(service_in(tmp_path / "other")) as other:  # after a restart
        assert replay_of(other, game)["tokens"] == replay["tokens"]


def test_a_game_that_was_given_up_and_one_with_a_turn_taken_back(client: TestClient) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.play(3)
        player.send("resign")
        player.until("game_over")
    replay = replay_of(client, game["game"])
    assert replay["result_cause"] == "red_0: resigned"
    answer = sent(client, replay)
    assert answer.status_code == 201, answer.text
    assert replay_of(client, answer.json()["game"])["result_cause"] == "red_0: resigned"


def spoilt(replay: Content) -> Iterator[tuple[Any, str]]:
    """Yield what is no replay of a finished game, and what the refusal says."""
    tokens = replay["tokens"]
    yield [], "body"
    yield {"a": 1}, "unknown key"
    yield {**replay, "ruleset": "chess"}, "ruleset"
    yield {**replay, "seed": replay["seed"] + 1}, "another position"
    yield {**replay, "tokens": [*tokens[:-1], 2**30]}, "tokens"
    yield {**replay, "outcome": None}, "outcome"
    yield {**replay, "scenario": {**replay["scenario"], "from": {"actions": 1, "deal": 2}}}, "from"
    yield {**replay, "scenario": {"name": "duel"}}, "scenario"
    yield {**replay, "result_cause": "nobody: tired", "outcome": None}, "outcome"
    yield {**replay, "later_seeds": [[0, 5]]}, "position"


def test_a_wrong_file_is_refused_in_one_line(client: TestClient, replay: Content) -> None:
    for content, word in spoilt(replay):
        answer = sent(client, content)
        assert answer.status_code == 400, (word, answer.text)
        assert word in answer.json()["error"] and "\n" not in answer.json()["error"]


def test_a_game_that_is_not_over_is_no_replay(client: TestClient, replay: Content) -> None:
    from spacecombat_env.env.table import Table
    from spacecombat_env.replay import parse_replay
    from spacecombat_env.replay.files import as_text

    whole = parse_replay(replay)
    table = Table(whole.rules(), whole.rules().load(whole.scenario, delegate=whole.delegate), 3)
    answer = sent(client, json.loads(as_text(table.replay())))
    assert answer.status_code == 400 and "not over" in answer.json()["error"]


@pytest.mark.parametrize("seat", ["red_0", "blue_0"])
def test_a_game_goes_on_from_any_turn_against_any_opponent(client: TestClient, seat: str) -> None:
    name = finished(client)
    other = {"red_0": "blue_0", "blue_0": "red_0"}[seat]
    for at, least in (({"turn": 2}, 2), ({"decision": 4}, 1), ({"turn": 0}, 0)):
        for opponent in (HUNTER, LOTS):
            wanted = {"from": {"game": name, **at}, "seats": {seat: PERSON, other: opponent}}
            answer = client.post("/v1/games", json=wanted)
            assert answer.status_code == 201, answer.text
            with client.websocket_connect("/v1/ws") as socket:
                player = Player(socket)
                player.join(answer.json(), seat)
                ask = player.until("ask")
                assert ask["turn"] >= least and not ask["spoken"]
                assert player.say(ask)["type"] == "said"


@pytest.mark.parametrize("at", [{"turn": 99}, {"turn": -1}, {"decision": "x"}, {}, {"word": 0}])
def test_a_game_goes_on_from_no_other_place(client: TestClient, at: Content) -> None:
    wanted = {"from": {"game": finished(client), **at}}
    answer = client.post("/v1/games", json={**wanted, "seats": {"red_0": PERSON, "blue_0": LOTS}})
    assert answer.status_code == 400 and "from." in answer.json()["error"]


def test_only_the_page_for_frames_may_stand_in_one(client: TestClient) -> None:
    game = finished(client)
    page, framed = client.get(f"/r/{game}"), client.get(f"/e/{game}")
    assert framed.text == page.text
    policy = framed.headers["content-security-policy"]
    assert policy == pages.content_policy_of(page.text).replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
    for path in (f"/r/{game}", "/", f"/g/{game}", "/v1/catalog", "/e/none"):
        assert "frame-ancestors 'none'" in client.get(path).headers["content-security-policy"]
    assert "frame-ancestors 'none'" in middleware.CONTENT_POLICY
    open_game = made(client)["game"]
    refused = client.get(f"/e/{open_game}")
    assert refused.status_code == 409
    assert "frame-ancestors 'none'" in refused.headers["content-security-policy"]
