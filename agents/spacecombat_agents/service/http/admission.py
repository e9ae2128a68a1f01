"""Decide whether a request is let in, before anything is done for it, and count it."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from spacecombat_agents.service.http.addresses import address_of
from spacecombat_agents.service.http.service import Service

__all__ = ["BANNED", "Admission", "Rejection"]

FORBIDDEN, BUSY = 403, 429
STATIC, ADMIN = "/static/", "/v1/admin/"
GAME, POLL = "/v1/games/", "/next"
KINDS = {
    "/": "page",
    "/g/": "page",
    "/r/": "replay",
    "/e/": "replay",
    STATIC: "file",
    "/v1/games": "make",
    "/v1/replays": "make",
}
"""Kinds of requests in metrics, by the longest beginning of the path; others are `other`."""
BANNED = "address: is banned by the operator of this service"


class Rejection(NamedTuple):
    """The answer to a request that is not let in."""

    status: int
    reason: str
    wait: int | None = None
    """Seconds after which to try again."""


class Admission:
    """The limits of a service on the requests of each address."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def rejection(self, connection: HTTPConnection, path: str) -> Rejection | None:
        """Count a request; return why it is refused, if it is."""
        service, address = self.service, address_of(connection)
        if path.startswith(STATIC):
            if not service.file_rates.acquire(address):
                return Rejection(BUSY, f"files: more than {service.limits.files:g} per second", 1)
        else:
            kind = "socket" if connection.scope["type"] == "websocket" else "http"
            if not service.rates.acquire(f"{kind} {address}"):
                return Rejection(BUSY, service.too_many_messages, 1)
        host = connection.client.host if connection.client else ""
        if service.bans.covers(host) and not path.startswith(ADMIN):
            return Rejection(FORBIDDEN, BANNED)
        return None

    def note_rejection(self, connection: HTTPConnection, refused: Rejection) -> None:
        """Count a refusal, and tell it once a minute for each address."""
        self.service.counts.add("requests_refused", str(refused.status))
        self.service.events.note_seldom("refused", refused.reason, address=address_of(connection))

    def note_response(self, path: str, seconds: float) -> None:
        """Count a request that took so long; of one of a game only the time counts."""
        if not path.endswith(POLL):
            self.service.latencies.add(seconds)
        if not path.startswith(GAME):
            found = [
                each for each in KINDS if path.startswith(each) and (each != "/" or path == each)
            ]
            self.service.counts.add("requests", KINDS[max(found, key=len)] if found else "other")
