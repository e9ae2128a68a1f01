"""docs/first/front_end_author.md: the front end on a network plays against a served opponent."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from kit.browsing import served
from kit.printed import FIRST
from kit.serving import HUNTER, PERSON, Player, made
from starlette.testclient import TestClient

PAGE = (FIRST / "front_end_author.md").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_the_front_end_of_the_page_plays_a_game(tmp_path: Path) -> None:
    (code,) = re.findall(r"```js\n(.*?)```", PAGE, re.S)
    (tmp_path / "front.mjs").write_text(code)
    with served(tmp_path / "games") as service:
        command = ["node", "front.mjs", service.address]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    *told, last = done.stdout.splitlines()
    assert last.split()[0] in ("win", "loss", "draw")
    questions = [line for line in told if line.startswith("Plot: ")]
    assert questions and len(told) > len(questions)  # its actions are drawn: it may leave the map


def test_numbers_may_come_back_as_godot_writes_them(client: TestClient) -> None:
    """Its JSON knows no whole numbers: 14 becomes 14.0."""
    game = made(client, PERSON, HUNTER)
    with client.websocket_connect("/v1/ws") as socket:
        red = Player(socket)
        red.join(game, "red_0")
        ask = red.until("ask")
        action = float(ask["words"][0]["token"])
        red.send("say", id=1, at=float(ask["at"]), words=[action])
        said = red.until("said")
        assert said["tokens"] == [int(action)]


def test_the_program_for_godot_sends_what_the_service_receives() -> None:
    (code,) = re.findall(r"```gdscript\n(.*?)```", PAGE, re.S)
    for words in (
        '"type": "join"',
        '"reader": "red_0"',
        '"have": 0',
        '"type": "say"',
        "/v1/ws",
        "/v1/games",
    ):
        assert words in code
