"""Pages and JSON over HTTP."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.service.games.analyses import NOT_BEGUN, Analysis
from spacecombat_agents.service.games.continuing import request_to_continue
from spacecombat_agents.service.games.facts import public_facts
from spacecombat_agents.service.games.game_request import parse_game_request
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.http.addresses import address_of
from spacecombat_agents.service.http.catalog import build_catalog, rules_index
from spacecombat_agents.service.http.errors import (
    CONFLICT,
    NOT_FOUND,
    TooManyRequests,
    error_response,
)
from spacecombat_agents.service.http.long_polling import parse_body
from spacecombat_agents.service.http.pages import (
    compressible,
    embeddable,
    play_page,
    static_file,
)
from spacecombat_agents.service.http.scenario_preview import (
    FLEET_RULES,
    design_card,
    preview_scenario,
    ships_for_sale,
)
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.storage.game_store import FROM
from spacecombat_env.registry import names
from spacecombat_env.replay.files import as_text

__all__ = [
    "begin_analysis",
    "check_scenario",
    "check_ship",
    "get_analysis",
    "create_game",
    "get_catalog",
    "get_embedded_page",
    "get_game",
    "get_ground",
    "get_health",
    "get_play_page",
    "get_replay",
    "get_replay_page",
    "get_rules",
    "get_ships",
    "get_static_file",
    "import_replay",
]

CREATED, ACCEPTED = 201, 202
JSON = "application/json"
FOREVER = "private, max-age=31536000, immutable"
"""Of what is found by its digest."""
NO_SHIPS = "ruleset: has no ships with prices"
NOT_OVER = "game: is not over; its replay can be read afterwards"
HIDDEN = "game: has no public replay; the sides hide their ships from each other"
ELSEWHERE = "game: has no replay; it begins in the middle of another game"


def service_of(request: Request) -> Service:
    """Return the service of a request."""
    found: Service = request.app.state.service
    return found


async def get_play_page(request: Request) -> Response:
    """Answer with the page for playing."""
    return play_page(depth=len(request.path_params))


async def get_static_file(request: Request) -> Response:
    """Answer with a static file."""
    name = request.path_params["name"]
    found = static_file(name, request.headers.get("accept-encoding", ""))
    return found or error_response(NOT_FOUND, "file: does not exist")


async def get_health(request: Request) -> Response:
    """Write to the store and read from it; answer whether that worked."""
    service = service_of(request)
    await service.run(service.store.check_health)
    return JSONResponse({"status": "ok"})


async def get_catalog(request: Request) -> Response:
    """Answer with the catalog."""
    service = service_of(request)
    return await _unchanging(request, "catalog", lambda: build_catalog(service.opponents))


async def get_rules(request: Request) -> Response:
    """Answer with the index of a rule set's rules."""
    name = request.path_params["name"]
    if name not in names():
        return error_response(NOT_FOUND, "ruleset: does not exist")
    return await _unchanging(request, f"rules {name}", lambda: rules_index(name))


async def _unchanging(request: Request, name: str, build: Callable[[], Any]) -> Response:
    """Answer with JSON that stays the same while the service runs.

    It is built once, which may take seconds, in a thread that other requests do not wait for.
    """
    service = service_of(request)
    if name not in service.unchanging:
        async with service.building:
            if name not in service.unchanging:
                service.unchanging[name] = JSONResponse(await asyncio.to_thread(build)).body
    encodings = request.headers.get("accept-encoding", "")
    return compressible(bytes(service.unchanging[name]), JSON, encodings)


async def get_ships(request: Request) -> Response:
    """Answer with the cards of the ships that fleets are put together from."""
    if request.path_params["name"] != FLEET_RULES:
        return error_response(NOT_FOUND, NO_SHIPS)
    return await _unchanging(request, "ships", ships_for_sale)


async def check_ship(request: Request) -> Response:
    """Answer with the card of a ship of somebody's own, from its design."""
    if request.path_params["name"] != FLEET_RULES:
        return error_response(NOT_FOUND, NO_SHIPS)
    return await _preview(request, lambda content: design_card(content.get("text")))


async def check_scenario(request: Request) -> Response:
    """Answer with a scenario as it begins: its forces, its content, its picture."""
    opponents = service_of(request).opponents
    return await _preview(request, lambda content: preview_scenario(content, opponents))


async def _preview(request: Request, build: Callable[[Any], Any]) -> Response:
    """Answer with what is built from a body, in a thread that no request waits for."""
    service = service_of(request)
    if not service.previews.acquire(address_of(request)):
        raise TooManyRequests(f"previews: more than {service.limits.previews:g} per second")
    content = await parse_body(request)
    if "text" in content or not isinstance(content.get("scenario"), str):  # somebody's own file
        service.make_keys.check(request)
    body = JSONResponse(await service.run_lookahead(build, content)).body
    return compressible(bytes(body), JSON, request.headers.get("accept-encoding", ""))


async def create_game(request: Request) -> Response:
    """Create a game."""
    service = service_of(request)
    service.make_keys.check(request)
    if not service.game_creations.acquire(address_of(request)):
        raise TooManyRequests(f"games: more than {service.limits.games:g} per second")
    name, keys = await service.run(_create, service, await parse_body(request), address_of(request))
    umpire = keys.pop("umpire", None)
    return JSONResponse({"game": name, "keys": keys, "umpire": umpire}, CREATED)


def _create(service: Service, content: Any, maker: str) -> tuple[str, dict[str, str]]:
    """Validate a request and create the game; nothing is built where there is no room."""
    manager = service.manager
    manager.check_room(maker)
    if not isinstance(content, dict) or not isinstance(its := content.get(FROM), dict):
        return manager.create_game(parse_game_request(content, service.opponents), maker)
    session = manager.open_session(str(its.get("game")))
    request, begins = request_to_continue(content, session, service.store, service.opponents)
    return manager.create_game(request, maker, begins)


async def import_replay(request: Request) -> Response:
    """Make a finished game of a replay file."""
    service, address = service_of(request), address_of(request)
    service.make_keys.check(request)
    if not service.game_creations.acquire(address):
        raise TooManyRequests(f"replays: more than {service.limits.games:g} per second")
    content = await parse_body(request)
    name = await service.run_page_build(address, service.manager.import_game, content)
    return JSONResponse({"game": name}, CREATED)


async def get_game(request: Request) -> Response:
    """Answer with the public facts of a game."""
    service = service_of(request)
    session = await service.run(service.manager.open_session, request.path_params["game"])
    return JSONResponse(await service.run(public_facts, session))


async def get_ground(request: Request) -> Response:
    """Answer with the ground of pictures: an SVG that ends where their pieces begin."""
    found = service_of(request).grounds.compressed(request.path_params["name"])
    if found is None:
        return error_response(NOT_FOUND, "ground: is not known")
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        found = gzip.decompress(found)
    return Response(found, media_type="text/plain", headers=headers)


async def get_replay(request: Request) -> Response:
    """Answer with the replay of a finished game."""
    service = service_of(request)
    session = await service.run(service.manager.open_session, request.path_params["game"])
    text = await service.run_page_build(address_of(request), _replay, session)
    if text is None:
        return error_response(CONFLICT, _why_not_told(session))
    headers = {"Content-Disposition": f'attachment; filename="{session.game.id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


def _replay(session: GameSession) -> str | None:
    """Return the replay of a game; None if it is not over."""
    replay = session.replay()
    return None if replay is None else as_text(replay)


async def get_replay_page(request: Request) -> Response:
    """Answer with the page of a finished game."""
    service = service_of(request)
    session = await service.run(service.manager.open_session, request.path_params["game"])
    page = await service.run(service.replays.cached, session)
    if page is None and await service.run(session.has_replay):
        page = await service.run_page_build(address_of(request), service.replays.of, session)
    return page or error_response(CONFLICT, _why_not_told(session))


async def get_embedded_page(request: Request) -> Response:
    """Answer with the page of a finished game, to be shown in a frame of any site."""
    answer = await get_replay_page(request)
    return embeddable(answer) if answer.status_code < CONFLICT else answer


async def begin_analysis(request: Request) -> Response:
    """Begin the analysis of a finished game; answer with it as far as it has come."""
    service = service_of(request)
    session = await service.run(service.manager.open_session, request.path_params["game"])
    if not await service.run(session.has_replay):
        return error_response(CONFLICT, _why_not_told(session))
    if not service.game_creations.acquire(address_of(request)):
        raise TooManyRequests(f"analysis: more than {service.limits.games:g} per second")
    found = service.analyses.begin(session.game.id, session.replay)
    return JSONResponse(found.message(), ACCEPTED)


async def get_analysis(request: Request) -> Response:
    """Answer with the analysis of a game as far as it has come."""
    found = service_of(request).analyses.of(request.path_params["game"])
    return JSONResponse((found or Analysis(NOT_BEGUN)).message())


def _why_not_told(session: GameSession) -> str:
    """Return the reason why a game has no public replay."""
    if session.begins_elsewhere:
        return ELSEWHERE
    return HIDDEN if session.hides_ships else NOT_OVER
