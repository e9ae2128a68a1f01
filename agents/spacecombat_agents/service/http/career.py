"""Ratings and the position of a day, for the profile that a browser keeps.

The service stores nothing of that profile.
"""

from __future__ import annotations

import datetime
import math
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.arena.ratings.anchored import rate_against
from spacecombat_agents.service.games.game_request import InvalidRequest
from spacecombat_agents.service.http.addresses import address_of
from spacecombat_agents.service.http.long_polling import parse_body
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.recorded.daily_positions import daily_position

__all__ = ["get_daily_position", "rate_results"]

MAX_RESULTS, MAX_ELO = 1000, 10_000.0
SCORES = (0, 0.5, 1)


async def rate_results(request: Request) -> Response:
    """Answer with the rating after games against opponents of known Elo."""
    results = _parse_results((await parse_body(request)).get("results"))
    service: Service = request.app.state.service
    found = await service.run(rate_against, results)
    rounded = {name: round(value) for name, value in found._asdict().items()}
    return JSONResponse({**rounded, "games": len(results)})


def _parse_results(content: Any) -> list[tuple[float, float]]:
    """Return pairs of an opponent's Elo and a score. Raises InvalidRequest."""
    if not isinstance(content, list) or not 1 <= len(content) <= MAX_RESULTS:
        raise InvalidRequest(f"results: is not a list of 1 to {MAX_RESULTS} pairs")
    for pair in content:
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_number, pair)):
            raise InvalidRequest("results: has what is no pair of an Elo and a score")
        if abs(pair[0]) > MAX_ELO or pair[1] not in SCORES:
            raise InvalidRequest("results: an Elo or a score is out of range")
    return [(float(elo), float(score)) for elo, score in content]


def _is_number(value: Any) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


async def get_daily_position(request: Request) -> Response:
    """Answer with the position of a day: a finished game, a side and a turn to play on from."""
    try:
        day = datetime.date.fromisoformat(request.query_params.get("day", ""))
    except ValueError:
        raise InvalidRequest("day: is not a date such as 2026-05-31") from None
    service: Service = request.app.state.service
    found = await service.run_page_build(address_of(request), daily_position, day)
    game = await service.run_page_build(
        address_of(request), service.manager.import_game, found.content
    )
    scenario = found.content["scenario"]
    return JSONResponse(
        {
            "game": game,
            "ruleset": found.content["ruleset"],
            "title": str(scenario.get("title", scenario["name"])),
            "seat": found.seat,
            "turn": found.turn,
            "won": found.won,
        }
    )
