"""Pages and JSON over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.service.catalog import catalog, rules_index
from spacecombat_agents.service.entrance import NoEntry
from spacecombat_agents.service.house import Full, NoGame, facts
from spacecombat_agents.service.pages import file_of_page, play_page
from spacecombat_agents.service.polling import TooLarge, TooMany, body_of
from spacecombat_agents.service.rooms import Gone, Room
from spacecombat_agents.service.service import Service
from spacecombat_agents.service.wanted import Wrong, read_wanted
from spacecombat_agents.service.warmth import Cold
from spacecombat_env.replay.files import as_text

Endpoint = Callable[[Request], Awaitable[Response]]
CREATED, WRONG, FORBIDDEN, UNKNOWN = 201, 400, 403, 404
CONFLICT, TOO_LARGE, BUSY, UNAVAILABLE = 409, 413, 429, 503
NOT_OVER = "game: is not over; until then its replay is nobody's to read"


def error(status: int, reason: str, wait: int | None = None) -> Response:
    """Return an answer that says what is wrong, and when to come again."""
    headers = None if wait is None else {"Retry-After": str(wait)}
    return JSONResponse({"error": reason}, status, headers)


def told(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that says what goes wrong on purpose, and counts who asks."""

    async def answer(request: Request) -> Response:
        service = service_of(request)
        address = request.client.host if request.client else ""
        if not service.rates.take(f"http {address}"):
            return error(BUSY, service.too_many, 1)
        try:
            return await endpoint(request)
        except Wrong as cause:
            return error(WRONG, str(cause))
        except NoEntry as cause:
            return error(FORBIDDEN, str(cause))
        except TooMany as cause:
            return error(BUSY, str(cause), 1)
        except TooLarge as cause:
            return error(TOO_LARGE, str(cause))
        except NoGame as cause:
            return error(UNKNOWN, str(cause))
        except Gone as cause:
            return error(UNAVAILABLE, str(cause), 1)
        except Full as cause:
            return error(UNAVAILABLE, str(cause), 60)
        except Cold as cause:
            return error(UNAVAILABLE, str(cause), cause.seconds)

    return answer


def service_of(request: Request) -> Service:
    """Return the service that a request came to."""
    found: Service = request.app.state.service
    return found


async def page(request: Request) -> Response:
    """Answer with the page to play on."""
    return play_page()


async def static(request: Request) -> Response:
    """Answer with a file of the page."""
    name = request.path_params["name"]
    return file_of_page(name) or error(UNKNOWN, "file: there is none of that name")


async def get_catalog(request: Request) -> Response:
    """Answer with what can be played."""
    service = service_of(request)
    return JSONResponse(await service.run(catalog, service.opponents, service.warmth))


async def get_rules(request: Request) -> Response:
    """Answer with the index of a rule set's rules."""
    found = await service_of(request).run(rules_index, request.path_params["name"])
    if found is None:
        return error(UNKNOWN, "ruleset: there is none of that name")
    return JSONResponse(found)


async def make_game(request: Request) -> Response:
    """Make a game."""
    service = service_of(request)
    if not service.made.take(request.client.host if request.client else ""):
        raise TooMany(f"games: more than {service.limits.games:g} in a second")
    name, keys = await service.run(_make, service, await body_of(request))
    umpire = keys.pop("umpire", None)
    return JSONResponse({"game": name, "keys": keys, "umpire": umpire}, CREATED)


def _make(service: Service, content: Any) -> tuple[str, dict[str, str]]:
    """Check what is wanted, and make it."""
    return service.house.make(read_wanted(content, service.opponents))


async def get_game(request: Request) -> Response:
    """Answer with what all may know of a game."""
    service = service_of(request)
    room = await service.run(service.house.room, request.path_params["game"])
    return JSONResponse(await service.run(facts, room))


async def get_replay(request: Request) -> Response:
    """Answer with the replay of a game that is over."""
    service = service_of(request)
    room = await service.run(service.house.room, request.path_params["game"])
    text = await service.run(_replay, room)
    if text is None:
        return error(CONFLICT, NOT_OVER)
    headers = {"Content-Disposition": f'attachment; filename="{room.kept.id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


def _replay(room: Room) -> str | None:
    """Return the replay of a game; None where it is not over."""
    replay = room.replay()
    return None if replay is None else as_text(replay)


async def replay_page(request: Request) -> Response:
    """Answer with the page of a game that is over."""
    service = service_of(request)
    room = await service.run(service.house.room, request.path_params["game"])
    return await service.build(service.replays.of, room) or error(CONFLICT, NOT_OVER)
