"""The Starlette application and its routes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from spacecombat_agents.service.http import administration, career, endpoints, long_polling
from spacecombat_agents.service.http.admission import Admission
from spacecombat_agents.service.http.errors import Endpoint, with_error_responses
from spacecombat_agents.service.http.middleware import RequestFilter
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.http.websockets import websocket_endpoint


def _get(path: str, endpoint: Endpoint) -> Route:
    """Return a route whose errors are answered in one line."""
    return Route(path, with_error_responses(endpoint))


def _post(path: str, endpoint: Endpoint) -> Route:
    """Return the same for requests that change something."""
    return Route(path, with_error_responses(endpoint), methods=["POST"])


ROUTES = [
    Route("/", endpoints.get_play_page),
    Route("/g/{game}", endpoints.get_play_page),
    _get("/r/{game}", endpoints.get_replay_page),
    _get("/e/{game}", endpoints.get_embedded_page),
    Route("/static/{name:path}", endpoints.get_static_file),
    _get("/healthz", endpoints.get_health),
    _get("/metrics", administration.get_metrics),
    _get("/v1/admin/games", administration.list_games),
    _post("/v1/admin/games/{game}/end", administration.end_game),
    _get("/v1/admin/bans", administration.get_bans),
    _post("/v1/admin/bans", administration.set_ban),
    _get("/v1/catalog", endpoints.get_catalog),
    _get("/v1/rules/{name}", endpoints.get_rules),
    _post("/v1/scenarios", endpoints.check_scenario),
    _get("/v1/ships/{name}", endpoints.get_ships),
    _post("/v1/ships/{name}", endpoints.check_ship),
    Route("/v1/ground/{name}", endpoints.get_ground),
    _get("/v1/daily", career.get_daily_position),
    _post("/v1/rating", career.rate_results),
    _post("/v1/replays", endpoints.import_replay),
    _post("/v1/games", endpoints.create_game),
    _get("/v1/games/{game}", endpoints.get_game),
    _post("/v1/games/{game}/analysis", endpoints.begin_analysis),
    _get("/v1/games/{game}/analysis", endpoints.get_analysis),
    _get("/v1/games/{game}/replay", endpoints.get_replay),
    _post("/v1/games/{game}/join", long_polling.join_game),
    _post("/v1/games/{game}/messages", long_polling.post_message),
    _get("/v1/games/{game}/next", long_polling.next_messages),
    _get("/v1/games/{game}/seat", long_polling.get_seat),
    WebSocketRoute("/v1/ws", websocket_endpoint),
]


def create_app(service: Service, hosts: frozenset[str], root_path: str = "") -> ASGIApp:
    """Return a service as an application, for requests to one of its host names.

    `root_path` is the path below which a proxy offers it, if the proxy keeps that path in requests.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        service.close()

    app = Starlette(routes=ROUTES, lifespan=lifespan)
    app.state.service = service
    return RequestFilter(app, hosts, Admission(service), root_path)
