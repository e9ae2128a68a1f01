"""Decide whether a request is let in, before anything is done for it."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from spacecombat_agents.service.http.addresses import address_of
from spacecombat_agents.service.http.service import Service

__all__ = ["Admission", "Rejection"]

BUSY = 429
STATIC = "/static/"


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

    def rejection(self, connection: HTTPConnection) -> Rejection | None:
        """Count a request; return why it is refused, if it is."""
        service, address = self.service, address_of(connection)
        if connection.scope["path"].startswith(STATIC):
            if service.file_rates.acquire(address):
                return None
            return Rejection(BUSY, f"files: more than {service.limits.files:g} per second", 1)
        kind = "socket" if connection.scope["type"] == "websocket" else "http"
        if service.rates.acquire(f"{kind} {address}"):
            return None
        return Rejection(BUSY, service.too_many_messages, 1)

    def count(self, refused: Rejection) -> None:
        """Count a refusal."""
        self.service.counts.add("requests_refused", str(refused.status))
