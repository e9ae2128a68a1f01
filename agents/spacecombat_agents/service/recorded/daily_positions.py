"""A position for each day, from recorded games that the package contains."""

from __future__ import annotations

import datetime
import gzip
import importlib.resources
import json
from typing import Any, NamedTuple

from spacecombat_env.replay import open_replay, parse_replay

__all__ = ["DailyPosition", "daily_position"]

FIRST_TURN, SPAN = 2, 3
"""The earliest turn of a position, and over how many turns positions of a game are spread."""


class DailyPosition(NamedTuple):
    """Where a game continues."""

    content: dict[str, Any]
    """The replay file of the game."""
    seat: str
    turn: int
    won: bool
    """Whether the seat's player won the recorded game."""


def daily_position(day: datetime.date) -> DailyPosition:
    """Return the position of a day: a game, a side and a turn, each in its turn."""
    folder = importlib.resources.files(__package__).joinpath("daily")
    files = sorted(each.name for each in folder.iterdir() if each.name.endswith(".json.gz"))
    round_, number = divmod(day.toordinal(), len(files))
    content = json.loads(gzip.decompress(folder.joinpath(files[number]).read_bytes()))
    seats = parse_replay(content).rules().seats
    round_, place = divmod(round_, len(seats))
    turn = FIRST_TURN + round_ % SPAN
    won = content["outcome"]["verdict"] == place
    return DailyPosition(content, seats[place], min(turn, _last_turn(content)), won)


def _last_turn(content: dict[str, Any]) -> int:
    """Return a turn before the last one of a recorded game, from 0."""
    replay = parse_replay(content)
    playback = open_replay(replay)
    for action in replay.actions:
        playback.step(action)
    return max(0, int(playback.games.states["turn"][0]) - 2)
