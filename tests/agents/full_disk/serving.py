"""Play a game of a service again and again, each time on a disk that is full from a later write on.

    python serving.py FOLDER

As commands.py does for commands, but the disk has room again after two refusals. A report has what
the service answered while it was full (`told`), how many actions it acknowledged, and those of them
that its file lacks afterwards (`lost`).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from commands import repeat  # noqa: E402
from kit.serving import PERSON, asked_for, client_of, service_in  # noqa: E402
from starlette.responses import Response  # noqa: E402
from starlette.testclient import TestClient  # noqa: E402

from spacecombat_agents.service.storage.folder import DATABASE_FILE  # noqa: E402
from spacecombat_agents.service.storage.game_store import GameStore  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

ACTIONS = 4
"""Actions of a game."""
UNAVAILABLE = 503


class FullDisk:
    """The disk, full from a write on until `heal`."""

    def __init__(self, number: int, folder: Path) -> None:
        self._library = ctypes.CDLL(None)
        self.failures = 0
        self.told: set[str] = set()
        self._library.fail_from(ctypes.c_long(number), str(folder).encode())

    def heal(self) -> None:
        """Make room."""
        self.failures += self._library.failed()
        self._library.fail_from(ctypes.c_long(0), b"")

    def repeat(self, request: Callable[[], Any]) -> Any:
        """Return the answer to a request; refused twice, it is sent once more with room."""
        for _ in range(2):
            answer = request()
            if answer.status_code != UNAVAILABLE:
                return answer
            self.told.add(answer.json()["error"])
        self.heal()
        return request()


def run_service(number: int, folder: Path, arguments: list[str]) -> dict[str, Any]:
    """Play a game, with the disk full from a write on for a while; return the report."""
    disk, acknowledged = FullDisk(number, folder), list[tuple[str, int]]()
    try:
        service = service_in(folder / "data")
    except ConfigError as refused:
        disk.told.add(str(refused))
        disk.heal()
        service = service_in(folder / "data")
    with client_of(service) as client:
        request = asked_for(PERSON, {"person": "Bob"})
        game = disk.repeat(lambda: client.post("/v1/games", json=request)).json()
        for _ in range(ACTIONS):
            acknowledged.append(act(client, game, disk))
    disk.heal()
    store = GameStore(folder / "data" / DATABASE_FILE)
    kept = [(row.seat, row.at) for row in store.rows(game["game"])]
    store.close()
    return {
        "write": number,
        "failures": disk.failures,
        "told": sorted(disk.told),
        "acknowledged": len(acknowledged),
        "lost": [each for each in acknowledged if each not in kept],
        "more": len(kept) - len(acknowledged),
        "left": [str(file.relative_to(folder)) for file in folder.rglob("*.new")],
    }


def act(client: TestClient, game: dict[str, Any], disk: FullDisk) -> tuple[str, int]:
    """Take the first legal action of the seat that is to act; return the seat and its number."""

    def post(seat: str, place: str, **message: Any) -> Response:
        key = {"Authorization": f"Bearer {game['keys'][seat]}"}
        content = {"reader": seat, **message}
        return client.post(f"/v1/games/{game['game']}/{place}", json=content, headers=key)

    for seat in game["keys"]:
        ask = disk.repeat(lambda seat=seat: post(seat, "join")).json()["messages"][-1]
        if ask["type"] == "ask":
            break
    said = {"type": "say", "id": 1, "at": ask["at"], "words": [ask["words"][0]["token"]]}
    answer = disk.repeat(lambda: post(seat, "messages", **said)).json()["messages"][0]
    assert answer["type"] == "said", answer
    return seat, ask["at"]


if __name__ == "__main__":
    repeat(run_service)
