"""Errors of requests, and the responses to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.service.games.authentication import AccessDenied
from spacecombat_agents.service.games.capacity import QuotaReached, ServerFull
from spacecombat_agents.service.games.game_request import InvalidRequest
from spacecombat_agents.service.games.game_session import SessionClosed
from spacecombat_agents.service.games.session_builder import GameNotFound
from spacecombat_agents.service.http.operator_keys import KeyNeeded
from spacecombat_agents.service.operation.events import place_of
from spacecombat_agents.service.storage.database import StoreError

__all__ = [
    "BodyTooLarge",
    "BodyTooSlow",
    "CONFLICT",
    "Endpoint",
    "NOT_FOUND",
    "TooManyRequests",
    "error_response",
    "with_error_responses",
]

Endpoint = Callable[[Request], Awaitable[Response]]
BAD_REQUEST, KEY_NEEDED, FORBIDDEN, NOT_FOUND = 400, 401, 403, 404
TOO_SLOW, CONFLICT, TOO_LARGE, BUSY = 408, 409, 413, 429
FAILED, UNAVAILABLE = 500, 503


class TooManyRequests(Exception):
    """A rate limit is exceeded; the message names it."""


class BodyTooSlow(Exception):
    """A body has not arrived in time."""


class BodyTooLarge(Exception):
    """A body exceeds the size limit of messages."""


RESPONSES: Mapping[type[Exception], tuple[int, int | None]] = {
    InvalidRequest: (BAD_REQUEST, None),
    AccessDenied: (FORBIDDEN, None),
    GameNotFound: (NOT_FOUND, None),
    KeyNeeded: (KEY_NEEDED, None),
    BodyTooLarge: (TOO_LARGE, None),
    BodyTooSlow: (TOO_SLOW, None),
    TooManyRequests: (BUSY, 1),
    QuotaReached: (BUSY, 60),
    SessionClosed: (UNAVAILABLE, 1),
    ServerFull: (UNAVAILABLE, 60),
    StoreError: (UNAVAILABLE, 10),
}
"""Status of expected errors, and seconds after which to try again."""


def error_response(status: int, reason: str, wait: int | None = None) -> Response:
    """Return an error response, with the time to try again."""
    headers = {} if wait is None else {"Retry-After": str(wait)}
    if status == TOO_SLOW:
        headers["Connection"] = "close"
    if status == KEY_NEEDED:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse({"error": reason}, status, headers)


def with_error_responses(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that turns expected errors into responses."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except tuple(RESPONSES) as cause:
            kind = next(each for each in RESPONSES if isinstance(cause, each))
            status, wait = RESPONSES[kind]
            request.app.state.service.counts.add("requests_refused", str(status))
            return error_response(status, str(cause), wait)
        except ClientDisconnect:
            return error_response(BAD_REQUEST, "body: ends too early")
        except Exception as cause:  # an error of this program: its words may tell of a seat
            service = request.app.state.service
            service.counts.add("failures")
            service.events.warn("failed", place_of(cause))
            return error_response(FAILED, "service: an error of the program; its operator knows")

    return answer
