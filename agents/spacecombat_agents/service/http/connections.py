"""Limit connections: how many there are, and how long one may wait with half a request.

All of this runs in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from typing import Any, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from spacecombat_agents.service.http.addresses import address_group
from spacecombat_agents.service.operation.counts import Counts

__all__ = ["ConnectionLimiter", "ConnectionLimits", "LimitedProtocol", "connections_that_fit"]

MAX_CONNECTIONS = 1000
RESERVED_FILES = 256
"""Open files besides connections: the store, pipes of bots, connections being refused."""
SEND_SECONDS = 30
"""Seconds after which a client that reads nothing is cut off, by the system."""


class ConnectionLimits(NamedTuple):
    """The limits."""

    total: int = MAX_CONNECTIONS
    per_address: int | None = 128
    """Connections of one address; None behind a proxy, whose address all have."""
    head_seconds: float = 10.0
    """Seconds until a request's head must have arrived, on a new or idle connection."""
    body_seconds: float = 30.0
    """The same for the body; longer than an endpoint waits for one, which then answers."""


def connections_that_fit() -> int:
    """Return how many connections fit below the limit on open files; raise that if it is low."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MAX_CONNECTIONS + RESERVED_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(16, min(MAX_CONNECTIONS, soft - RESERVED_FILES))


class ConnectionLimiter:
    """Counts connections, and knows those that wait for a request."""

    def __init__(
        self, limits: ConnectionLimits | None = None, counts: Counts | None = None
    ) -> None:
        self.limits, self.counts = limits or ConnectionLimits(), counts or Counts()
        self.total = 0
        self._by_address: Counter[str] = Counter()
        self._waiting: dict[LimitedProtocol, asyncio.TimerHandle] = {}
        """Connections whose next request has not arrived whole, the longest waiting first."""

    def protocol_class(self) -> type[LimitedProtocol]:
        """Return the class of connections under these limits."""
        return type("LimitedProtocol", (LimitedProtocol,), {"limiter": self})

    def accept(self, address: str) -> bool:
        """Count a new connection; return whether it is within the limits."""
        most = self.limits.per_address
        if most is not None and self._by_address[address] >= most:
            self.counts.add("connections_refused", "address")
            return False
        if self.total >= self.limits.total and not self._cut_off_longest_waiting():
            self.counts.add("connections_refused", "total")
            return False
        self.total += 1
        self._by_address[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection less."""
        self.total -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def wait(self, connection: LimitedProtocol, seconds: float) -> None:
        """Give a connection so long from now for what is to arrive."""
        self.stop_waiting(connection)
        self._waiting[connection] = asyncio.get_running_loop().call_later(
            seconds, self._cut_off, connection, "late"
        )

    def stop_waiting(self, connection: LimitedProtocol) -> None:
        """A head or a body has arrived, or the connection is gone."""
        timer = self._waiting.pop(connection, None)
        if timer is not None:
            timer.cancel()

    def _cut_off_longest_waiting(self) -> bool:
        """Cut off the connection that has waited longest; return whether there is one."""
        oldest = next(iter(self._waiting), None)
        if oldest is not None:
            self._cut_off(oldest, "crowded_out")
        return oldest is not None

    def _cut_off(self, connection: LimitedProtocol, why: str) -> None:
        """Cut off a connection that waits."""
        self.counts.add("connections_cut_off", why)
        self.stop_waiting(connection)
        connection.transport.abort()


class LimitedProtocol(H11Protocol):
    """A connection that is counted, with a deadline for the head of each request."""

    limiter: ConnectionLimiter
    address = ""
    is_accepted = False
    _awaited: Any = None
    """The request whose body is awaited, or after which a head is, with which of both."""

    def connection_made(self, transport: Any) -> None:
        """Count a new connection, or cut it off."""
        super().connection_made(transport)
        self.address = address_group(self.client[0]) if self.client else ""
        self.is_accepted = self.limiter.accept(self.address)
        if not self.is_accepted:
            transport.abort()
            return
        _limit_sending_time(transport.get_extra_info("socket"))
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a connection less."""
        super().connection_lost(exc)
        self._leave()

    def _leave(self) -> None:
        """Count this connection less, once."""
        self.limiter.stop_waiting(self)
        if self.is_accepted:
            self.is_accepted = False
            self.limiter.release(self.address)

    def data_received(self, data: bytes) -> None:
        """Handle data; without a request in progress, the time for its head runs."""
        if self.is_accepted:
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Answer the next request, or wait for it."""
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Start or stop the time for a head, or for a body."""
        protocol = self.transport.get_protocol()
        if not self.is_accepted or protocol is not self or self.transport.is_closing():
            return
        cycle, limits = self.cycle, self.limiter.limits
        awaits_head = cycle is None or cycle.response_complete
        if not awaits_head and not cycle.more_body:
            return self.limiter.stop_waiting(self)
        if self._awaited != (cycle, awaits_head):  # what comes bit by bit gains no time
            self._awaited = cycle, awaits_head
            self.limiter.wait(self, limits.head_seconds if awaits_head else limits.body_seconds)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection to a socket's protocol; it stays counted until that loses it."""
        super().handle_websocket_upgrade(event)
        self.limiter.stop_waiting(self)
        protocol: Any = self.transport.get_protocol()
        lost = protocol.connection_lost

        def connection_lost(exc: Exception | None) -> None:
            lost(exc)
            self._leave()

        if protocol is not self:
            protocol.connection_lost = connection_lost


def _limit_sending_time(connection: socket.socket | None) -> None:
    """Let the system cut off a client that does not take what it is sent."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if connection is not None and option is not None:
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, option, SEND_SECONDS * 1000)
