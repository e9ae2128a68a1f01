"""Read events from a record's log, and write events to it.

Nothing here depends on a rule set, with one exception. A record with the fields `log` (a ring
buffer of events) and `log_count` is shown with its newest events only.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from spacecombat_env.core.game import Game
from spacecombat_env.core.ruleset import Games, LogLine


def has_log(games: Games) -> bool:
    """Whether records of these games have a log."""
    return {"log", "log_count"} <= set(games.states.dtype.names or ())


def new_events(games: Games, since: int) -> np.ndarray:
    """Return the events of a record's log from number `since` on, oldest first, if still stored."""
    return ring_events(games.states["log"][0], since, int(games.states["log_count"][0]))


def ring_events(buffer: np.ndarray, since: int, count: int) -> np.ndarray:
    """Return a copy of the events in a ring buffer from number `since` to number `count`."""
    still = min(count - since, len(buffer))
    events = buffer[[(count - still + n) % len(buffer) for n in range(still)]].copy()
    return events[events["kind"] != 0]


def recent_events(before: np.ndarray | None, events: np.ndarray, games: Games) -> np.ndarray:
    """Return the newest of earlier and new events; later sentences may need them."""
    whole = events if before is None else np.concatenate([before, events])
    return whole[-(len(games.states["log"][0]) // 2) :]


def event_lines(
    game: Game, record: Games, reader: int, events: np.ndarray, before: np.ndarray | None
) -> list[LogLine]:
    """Return events as a reader's sentences, with `before` as context.

    `record` is the reader's record. Its log is overwritten with as many events at a time as it
    holds.
    """
    rules, found = game.ruleset, list[LogLine]()
    for part, since in log_chunks(before, events, record):
        write_log(record, part)
        if rules.lines is not None:
            found += rules.lines(record, 0, game.scenario, reader, since)
        else:
            found += map(LogLine, rules.log(record, 0, game.scenario, reader, since))
    return found


def log_chunks(
    before: np.ndarray | None, events: np.ndarray, games: Games
) -> Iterator[tuple[np.ndarray, int]]:
    """Yield new events for a record's log, as many as fit besides those before them, and how many.

    A sentence may refer to earlier events, and never to later ones.
    """
    whole = events if before is None else np.concatenate([before, events])
    size = len(games.states["log"][0])
    room = size - size // 2
    for first in range(len(whole) - len(events), len(whole), room):
        earlier = min(first, size // 2)
        yield whole[first - earlier : first + room], earlier


def write_log(games: Games, events: np.ndarray | None) -> None:
    """Replace the log of a record by these events; only the newest are kept if they are too
    many.
    """
    if not has_log(games):
        return
    log = games.states["log"][0]
    log[:] = np.zeros((), log.dtype)
    ring_events = events[-len(log) :] if events is not None else log[:0]
    log[: len(ring_events)] = ring_events
    games.states["log_count"] = len(ring_events)
