"""The application, and running it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from spacecombat_agents.service import polling, web
from spacecombat_agents.service.guard import Guard
from spacecombat_agents.service.service import Service
from spacecombat_agents.service.sockets import speak


def application(service: Service, hosts: frozenset[str]) -> ASGIApp:
    """Return a service as an application, for those who come by one of its names."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        service.close()

    app = Starlette(
        routes=[
            Route("/", web.page),
            Route("/g/{game}", web.page),
            Route("/r/{game}", web.told(web.replay_page)),
            Route("/static/{name:path}", web.static),
            Route("/v1/catalog", web.told(web.get_catalog)),
            Route("/v1/rules/{name}", web.told(web.get_rules)),
            Route("/v1/games", web.told(web.make_game), methods=["POST"]),
            Route("/v1/games/{game}", web.told(web.get_game)),
            Route("/v1/games/{game}/replay", web.told(web.get_replay)),
            Route("/v1/games/{game}/join", web.told(polling.join), methods=["POST"]),
            Route("/v1/games/{game}/messages", web.told(polling.post), methods=["POST"]),
            Route("/v1/games/{game}/next", web.told(polling.wait)),
            WebSocketRoute("/v1/ws", speak),
        ],
        lifespan=life,
    )
    app.state.service = service
    return Guard(app, hosts)
