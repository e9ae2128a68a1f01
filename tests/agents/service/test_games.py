"""Games at the service: made, joined, played, read, watched, over."""

from __future__ import annotations

from typing import Any

from kit.serving import HUNTER, LOTS, PERSON, Player, made
from starlette.testclient import TestClient

from spacecombat_env.core.errors import ReplayError
from spacecombat_env.replay import load_replay, verify

INVITED = {"person": None}


def test_a_game_is_played_to_its_end_against_a_captain(client: TestClient, tmp_path: Any) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        greeting = player.join(game, "red_0")
        over = player.play()
    assert greeting["rules"]["name"] == "intercept_sensors"
    assert greeting["seats"]["blue_0"] == {"name": "scripted:hunter", "kind": "player"}
    assert over["verdict"] in ("win", "loss", "draw")
    facts = client.get(f"/v1/games/{game['game']}").json()
    assert facts["asked"] is None and facts["over"]["reason"] == over["reason"]
    file = tmp_path / "game.json"
    file.write_text(client.get(f"/v1/games/{game['game']}/replay").text)
    replay = load_replay(file)
    assert verify(replay) == replay.outcome
    assert replay.agents == {"red_0": "Ann", "blue_0": "scripted:hunter"}
    assert replay.seed == 1
