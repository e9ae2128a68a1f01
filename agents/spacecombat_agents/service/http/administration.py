"""The operator sees metrics, lists and ends games, and bans networks over HTTP, with a key.

The operator may be a player: nothing here tells what a seat does, or when.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.service.games.game_request import InvalidRequest
from spacecombat_agents.service.games.session_builder import GameNotFound
from spacecombat_agents.service.http.errors import NOT_FOUND, error_response
from spacecombat_agents.service.http.long_polling import parse_body
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.operation.bans import parse_network
from spacecombat_agents.service.operation.events import short_name
from spacecombat_agents.service.operation.metrics import CONTENT_TYPE, render
from spacecombat_agents.service.storage.game_store import OPEN, STATES

__all__ = ["end_game", "get_bans", "get_metrics", "list_games", "set_ban"]

SECONDS_PER_DAY = 86_400
MAX_BAN_DAYS = 3650
Endpoint = Callable[[Request], Awaitable[Response]]


def for_operator(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that needs the operator's key; without such a key it does not exist."""

    async def answer(request: Request) -> Response:
        service: Service = request.app.state.service
        if not service.admin_keys.are_needed:
            return error_response(NOT_FOUND, "admin: is not enabled; see --admin-key")
        service.admin_keys.check(request)
        return await endpoint(request)

    return answer


@for_operator
async def get_metrics(request: Request) -> Response:
    """Answer with the metrics."""
    service: Service = request.app.state.service
    gauges = await service.run(service.gauges)
    return Response(render(service.counts, gauges), media_type=CONTENT_TYPE)


@for_operator
async def list_games(request: Request) -> Response:
    """Answer with all stored games of a state, by default the open ones."""
    service: Service = request.app.state.service
    state = request.query_params.get("state", OPEN)
    if state not in STATES:
        raise InvalidRequest(f"state: is not one of {', '.join(STATES)}")
    return JSONResponse({"games": await service.run(service.store.list_games, state)})


@for_operator
async def end_game(request: Request) -> Response:
    """End a game for good: nobody wins, and nobody can open it any more."""
    service: Service = request.app.state.service
    name = request.path_params["game"]
    if not await service.run(service.manager.end_game, name):
        raise GameNotFound("game: does not exist")
    service.events.note("game_ended", game=short_name(name))
    return JSONResponse({"game": name, "state": "ended"})


@for_operator
async def get_bans(request: Request) -> Response:
    """Answer with the bans that hold."""
    return JSONResponse({"bans": _bans(request.app.state.service)})


@for_operator
async def set_ban(request: Request) -> Response:
    """Ban a network for some days, 0 to lift the ban; its sockets are closed."""
    service: Service = request.app.state.service
    content = await parse_body(request)
    try:
        network = parse_network(str(content.get("network")))
    except ValueError:
        raise InvalidRequest(
            "network: is not an address such as 203.0.113.7 or 2001:db8::/48"
        ) from (None)
    days: Any = content.get("days")
    if not isinstance(days, int | float) or isinstance(days, bool):
        raise InvalidRequest("days: is not a number")
    if not (math.isfinite(days) and 0 <= days <= MAX_BAN_DAYS):
        raise InvalidRequest(f"days: is not from 0 to {MAX_BAN_DAYS}")
    await service.run(service.bans.set, network, time.time() + days * SECONDS_PER_DAY)
    service.close_banned_sockets()
    service.events.note("ban", network=str(network), days=days)
    return JSONResponse({"bans": _bans(service)})


def _bans(service: Service) -> list[dict[str, Any]]:
    """Return networks and the days that their bans still hold."""
    return [
        {"network": network, "days": round((until - time.time()) / SECONDS_PER_DAY, 3)}
        for network, until in service.bans.all()
    ]
