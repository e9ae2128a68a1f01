"""The protocol over HTTP alone."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from kit.serving import PERSON, made
from starlette.testclient import TestClient

from spacecombat_agents.service.http import long_polling
from spacecombat_agents.service.http.service import Service

BOB = {"person": "Bob"}


class Poller:
    """A reader without a socket."""

    def __init__(self, client: TestClient, game: dict[str, Any], reader: str) -> None:
        self.client, self.reader = client, reader
        self.base = f"/v1/games/{game['game']}"
        self.headers = {"authorization": f"Bearer {game['keys'].get(reader, '')}"}
        self.have, self.stamp, self.number = 0, "", 0
        if reader == "public":
            self.headers = {}

    def join(self, **more: Any) -> list[dict[str, Any]]:
        """Join; the messages."""
        return self._posted("join", more)

    def send(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message; the answers."""
        return self._posted("messages", {"type": kind, **fields})

    def _posted(self, where: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        body = {"reader": self.reader, **message}
        answer = self.client.post(f"{self.base}/{where}", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["messages"]
        return found

    def next(self) -> list[dict[str, Any]]:
        """What has changed, as soon as something has."""
        asked = {"reader": self.reader, "have": str(self.have), "stamp": self.stamp}
        answer = self.client.get(f"{self.base}/next", params=asked, headers=self.headers)
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["messages"]
        for message in found:
            self.stamp = message.get("stamp", self.stamp)
            self.have = max([self.have, *(event["n"] for event in message.get("events", []))])
        return found


def test_a_game_is_played_without_a_socket(client: TestClient) -> None:
    game = made(client)
    poller = Poller(client, game, "red_0")
    assert [message["type"] for message in poller.join()][0] == "joined"
    told = []
    while (messages := poller.next())[-1]["type"] != "game_over":
        (ask,) = messages
        told += ask["events"]
        if ask["type"] == "ask":
            poller.number += 1
            words = [ask["words"][0]["token"]]
            said = poller.send("say", id=poller.number, at=ask["at"], words=words)
            assert said[0]["type"] == "said"
    told += messages[0]["events"]
    assert [event["n"] for event in told] == list(range(1, len(told) + 1))


def test_who_knows_how_things_stand_waits(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(client, PERSON, BOB)
    monkeypatch.setattr(long_polling, "MAX_WAIT_SECONDS", 0.05)
    seats = [Poller(client, game, seat) for seat in ("red_0", "blue_0")]
    stands = [seat.next()[0]["type"] for seat in seats]
    asked, waits = (seats[stands.index(kind)] for kind in ("ask", "now"))
    assert waits.next() == []
    monkeypatch.setattr(long_polling, "MAX_WAIT_SECONDS", 20)
    heard: list[Any] = []
    waiting = threading.Thread(target=lambda: heard.append(waits.next()))
    waiting.start()
    while not service.manager.open_session(game["game"]).subscribers:
        pass
    asked.send("resign")
    waiting.join(20)
    assert [message["type"] for message in heard[0]] == ["now", "game_over"]
    assert not service.manager.open_session(game["game"]).subscribers


def test_the_public_needs_no_key(client: TestClient) -> None:
    assert Poller(client, made(client), "public").next()[0]["type"] == "now"


@pytest.mark.parametrize("have", ["-1", "x", "1.5", "9" * 12])
def test_a_wrong_number_is_refused(client: TestClient, have: str) -> None:
    game = made(client)
    answer = client.get(f"/v1/games/{game['game']}/next", params={"have": have})
    assert answer.status_code == 400 and answer.json()["error"].startswith("have: ")


@pytest.mark.parametrize(
    "given", ["Basic abc", "Bearer", "Bearer a b", "Bearer \u00e4".encode("latin-1")]
)
def test_a_wrong_header_is_refused(client: TestClient, given: Any) -> None:
    game = made(client)
    headers = {"authorization": given}
    answer = client.get(f"/v1/games/{game['game']}/next?reader=red_0", headers=headers)
    assert answer.status_code == 403 and answer.json()["error"].startswith("authorization: ")
