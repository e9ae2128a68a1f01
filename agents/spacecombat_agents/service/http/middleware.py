"""Filter requests by host, origin and size, and set the headers of every response.

A page of another site can make a browser send requests to a service on this machine. It can choose
neither the Host nor the Origin header: both must be the service's own.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spacecombat_agents.service.http.admission import Admission, Rejection

__all__ = [
    "CONTENT_POLICY",
    "LOOPBACK",
    "MAX_MESSAGE_BYTES",
    "POLICY_VIOLATION",
    "RequestFilter",
    "TRY_AGAIN",
    "allowed_hosts",
]

MAX_MESSAGE_BYTES = 1 << 20
"""Maximum size of a message in bytes."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
FORBIDDEN, TOO_LARGE, BAD_REQUEST = 403, 413, 400
HEALTH = "/healthz"
"""Contains nothing, and is answered under any host name."""
POLICY_VIOLATION, TRY_AGAIN = 1008, 1013


def allowed_hosts(host: str, port: int, allowed: Iterable[str] = ()) -> frozenset[str]:
    """Return the permitted Host headers: this machine's own names, and additional ones."""
    own = [*LOOPBACK, *([] if host in ("0.0.0.0", "::", "") else [host])]
    named = {f"{name}:{port}" for name in own} | {*(own if port == 80 else ())}
    return frozenset(name.lower() for name in (*named, *allowed))


class RequestFilter:
    """Passes on valid requests, and sets the headers of all responses."""

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str], admission: Admission, root_path: str = ""
    ) -> None:
        self.app, self.hosts, self.admission = app, hosts, admission
        self.root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        path = self._below_root(scope)
        connection = HTTPConnection(scope)
        refused = self.admission.rejection(connection, path) or self.rejection(scope, path)
        if refused is not None:
            self.admission.note_rejection(connection, refused)
            return await self._refuse(scope, receive, send, refused)
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        began = time.perf_counter()
        await self.app(scope, receive, answer)
        self.admission.note_response(path, time.perf_counter() - began)

    def _below_root(self, scope: Scope) -> str:
        """Return the path of a request below the service's own, which a proxy may have removed."""
        path: str = scope["path"]
        if not self.root_path or not path.startswith(f"{self.root_path}/"):
            return path
        scope["root_path"] = self.root_path
        return path.removeprefix(self.root_path)

    def rejection(self, scope: Scope, path: str) -> Rejection | None:
        """Return why a request is refused, if it is."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts and path != HEALTH:
            return Rejection(
                FORBIDDEN, "host: is not one of this service's names; see --allow-host"
            )
        origin = headers.get("origin")
        if origin is not None and not self._is_own(origin):
            return Rejection(FORBIDDEN, "origin: is another site's")
        if "key=" in scope.get("query_string", b"").decode("latin-1"):
            return Rejection(
                BAD_REQUEST,
                "key: must be after # or in the header Authorization, never in the query",
            )
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_MESSAGE_BYTES:
            return Rejection(TOO_LARGE, f"body: more than {MAX_MESSAGE_BYTES} bytes")
        return None

    def _is_own(self, origin: str) -> bool:
        """Return whether an origin is one of the service's own."""
        scheme, _, host = origin.lower().partition("://")
        return scheme in ("http", "https") and host in self.hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refused: Rejection) -> None:
        """Refuse a request."""
        if scope["type"] == "websocket":
            await receive()
            code = POLICY_VIOLATION if refused.wait is None else TRY_AGAIN
            await send({"type": "websocket.close", "code": code, "reason": refused.reason})
            return
        wait = {} if refused.wait is None else {"Retry-After": str(refused.wait)}
        response = JSONResponse(
            {"error": refused.reason}, refused.status, {**SECURITY_HEADERS, **wait}
        )
        await response(scope, receive, send)
