"""Bots of the service's host: they play as any other does, and lose alone what they spoil."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest
from kit.hostile import command, processes
from kit.serving import PERSON, Player, client_of, made, service_in

from spacecombat_agents.package_paths import STARTERS
from spacecombat_agents.service.players import bot_agents
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import load_replay, verify

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is left")

CAUSES = {"crash": "crash", "garbage": "protocol", "hang": "late", "silence": "late"}
CLOCK = {"kind": "order", "order_ms": 1_000}
SECONDS_LEFT = 10.0


def starter(mark: Path) -> str:
    """The starter bot in Python, with an action that marks its processes."""
    (file,) = [
        path for path in STARTERS.iterdir() if path.suffix == ".py" and "model" not in path.name
    ]
    return f"bot:{sys.executable} {file} {mark.name}"


def gone(word: str) -> bool:
    """Whether no process with an action on its command line is left, now or soon."""
    end = time.monotonic() + SECONDS_LEFT
    while processes(word) and time.monotonic() < end:
        time.sleep(0.05)
    return processes(word) == []


def test_it_plays_a_game_to_its_end_and_is_gone(tmp_path: Path) -> None:
    given = starter(tmp_path)
    service = service_in(tmp_path / "data", given=(given,))
    (name,) = [each.name for each in service.opponents._given if each.player == given]
    with client_of(service) as client, client.websocket_connect("/v1/ws") as socket:
        assert str(STARTERS) not in client.get("/v1/catalog").text
        game = made(client, PERSON, {"player": name}, max_turns=2)
        player = Player(socket)
        player.join(game, "red_0")
        over = player.play()
        assert over["reason"] not in CAUSES.values(), over
        assert gone(tmp_path.name)
        (tmp_path / "game.json").write_text(client.get(f"/v1/games/{game['game']}/replay").text)
    replay = load_replay(tmp_path / "game.json")
    verify(replay)
    assert replay.agents["blue_0"] == name and replay.result_cause == ""


@pytest.mark.parametrize("bot", CAUSES)
def test_one_that_spoils_its_game_loses_it(tmp_path: Path, bot: str) -> None:
    words = command(bot)
    service = service_in(tmp_path, given=("bot:" + " ".join(words),))
    with client_of(service) as client, client.websocket_connect("/v1/ws") as socket:
        game = made(client, PERSON, {"player": f"bot:{bot}"}, clock=CLOCK)
        session = service.manager.open_session(game["game"])
        session.clocks.find_late = lambda at: None  # type: ignore[method-assign]  # the person has time
        player = Player(socket)
        player.join(game, "red_0")
        over = player.play()
        assert (over["verdict"], over["reason"]) == ("win", CAUSES[bot])
        assert gone(words[-1])


def test_a_person_who_resigns_does_not_wait_for_it(tmp_path: Path) -> None:
    words = command("hang")
    service = service_in(tmp_path, given=("bot:" + " ".join(words),))
    with client_of(service) as client, client.websocket_connect("/v1/ws") as socket:
        game = made(client, PERSON, {"player": "bot:hang"})
        player = Player(socket)
        player.join(game, "red_0")
        while True:
            ask = player.until("ask", "now")
            if ask["type"] == "now" and processes(words[-1]):
                break
            if ask["type"] == "ask":
                player.say(ask)
        player.send("resign")
        assert player.until("game_over")["reason"] == "resigned"
        assert gone(words[-1])


def test_a_service_that_begins_anew_begins_it_anew(tmp_path: Path) -> None:
    given, game = starter(tmp_path), dict[str, Any]()
    for run in range(2):
        service = service_in(tmp_path / "data", given=(given,))
        (name,) = [each.name for each in service.opponents._given if each.player == given]
        with client_of(service) as client, client.websocket_connect("/v1/ws") as socket:
            game = game or made(client, PERSON, {"player": name}, max_turns=2)
            player = Player(socket)
            player.join(game, "red_0")
            if run:
                assert player.play()["reason"] not in CAUSES.values()
            else:
                player.play(4)
        assert gone(tmp_path.name)


def test_no_more_play_than_may(tmp_path: Path) -> None:
    service = service_in(tmp_path, given=("bot:cat",))
    service.opponents.slots = bot_agents.BotSlots(1)
    service.opponents.slots.acquire(lambda: True)
    with client_of(service) as client:
        from kit.serving import asked_for

        answer = client.post("/v1/games", json=asked_for(PERSON, {"player": "bot:cat"}))
        assert answer.status_code == 503 and answer.json()["error"].startswith(
            "bots: the limit of 1"
        )


def test_one_whose_program_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="program 'no-such-program' was not found"):
        Opponents(["bot:no-such-program --fast"])


@pytest.mark.parametrize(
    ("given", "name"), [("bot:cat -n", "bot:cat"), (f"bot:python3 {__file__} x", "bot:test_bots")]
)
def test_its_name_shows_no_folder(given: str, name: str) -> None:
    assert bot_agents.public_name_of(given) == name
