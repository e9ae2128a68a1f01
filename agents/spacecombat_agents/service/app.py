"""The Starlette application and its routes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from spacecombat_agents.service.http import administration, career, endpoints, long_polling
from spacecombat_agents.service.http.admission import Admission
from spacecombat_agents.service.http.errors import with_error_responses
from spacecombat_agents.service.http.middleware import RequestFilter
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.http.websockets import websocket_endpoint


def create_app(service: Service, hosts: frozenset[str], root_path: str = "") -> ASGIApp:
    """Return a service as an application, for requests to one of its host names.

    `root_path` is the path below which a proxy offers it, if the proxy keeps that path in requests.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        service.close()

    app = Starlette(
        routes=[
            Route("/", endpoints.get_play_page),
            Route("/g/{game}", endpoints.get_play_page),
            Route("/r/{game}", with_error_responses(endpoints.get_replay_page)),
            Route("/e/{game}", with_error_responses(endpoints.get_embedded_page)),
            Route("/static/{name:path}", endpoints.get_static_file),
            Route("/healthz", with_error_responses(endpoints.get_health)),
            Route("/metrics", with_error_responses(administration.get_metrics)),
            Route("/v1/admin/games", with_error_responses(administration.list_games)),
            Route(
                "/v1/admin/games/{game}/end",
                with_error_responses(administration.end_game),
                methods=["POST"],
            ),
            Route("/v1/admin/bans", with_error_responses(administration.get_bans)),
            Route("/v1/admin/bans", with_error_responses(administration.set_ban), methods=["POST"]),
            Route("/v1/catalog", with_error_responses(endpoints.get_catalog)),
            Route("/v1/rules/{name}", with_error_responses(endpoints.get_rules)),
            Route(
                "/v1/scenarios", with_error_responses(endpoints.check_scenario), methods=["POST"]
            ),
            Route("/v1/ships/{name}", with_error_responses(endpoints.get_ships)),
            Route("/v1/ships/{name}", with_error_responses(endpoints.check_ship), methods=["POST"]),
            Route("/v1/ground/{name}", endpoints.get_ground),
            Route("/v1/daily", with_error_responses(career.get_daily_position)),
            Route("/v1/rating", with_error_responses(career.rate_results), methods=["POST"]),
            Route("/v1/replays", with_error_responses(endpoints.import_replay), methods=["POST"]),
            Route("/v1/games", with_error_responses(endpoints.create_game), methods=["POST"]),
            Route("/v1/games/{game}", with_error_responses(endpoints.get_game)),
            Route(
                "/v1/games/{game}/analysis",
                with_error_responses(endpoints.begin_analysis),
                methods=["POST"],
            ),
            Route("/v1/games/{game}/analysis", with_error_responses(endpoints.get_analysis)),
            Route("/v1/games/{game}/replay", with_error_responses(endpoints.get_replay)),
            Route(
                "/v1/games/{game}/join",
                with_error_responses(long_polling.join_game),
                methods=["POST"],
            ),
            Route(
                "/v1/games/{game}/messages",
                with_error_responses(long_polling.post_message),
                methods=["POST"],
            ),
            Route("/v1/games/{game}/next", with_error_responses(long_polling.next_messages)),
            Route("/v1/games/{game}/seat", with_error_responses(long_polling.get_seat)),
            WebSocketRoute("/v1/ws", websocket_endpoint),
        ],
        lifespan=lifespan,
    )
    app.state.service = service
    return RequestFilter(app, hosts, Admission(service), root_path)
