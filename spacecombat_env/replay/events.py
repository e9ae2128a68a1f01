"""Events of a record's log, taken out of it and laid into it.

Nothing here knows a rule set, but for one custom: a record that has the fields `log` (a ring of
events) and `log_count` is shown to the notation with its newest events alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from spacecombat_env.core.ruleset import Games


def has_log(games: Games) -> bool:
    """Whether records of these games have a log."""
    return {"log", "log_count"} <= set(games.states.dtype.names or ())


def new_events(games: Games, since: int) -> np.ndarray:
    """Return the events of a record's log since that count, oldest first, as far as kept."""
    return ring_events(games.states["log"][0], since, int(games.states["log_count"][0]))


def ring_events(ring: np.ndarray, since: int, count: int) -> np.ndarray:
    """Return a copy of the events of a ring since that count, of so many in all."""
    still = min(count - since, len(ring))
    events = ring[[(count - still + n) % len(ring) for n in range(still)]].copy()
    return events[events["kind"] != 0]


def recent_events(before: np.ndarray | None, events: np.ndarray, games: Games) -> np.ndarray:
    """Return the newest of events told before and of new ones: what is told next may need them."""
    whole = events if before is None else np.concatenate([before, events])
    return whole[-(len(games.states["log"][0]) // 2) :]


def log_chunks(
    before: np.ndarray | None, events: np.ndarray, games: Games
) -> Iterator[tuple[np.ndarray, int]]:
    """Yield new events for a record's log, as many as it holds beside those before them, and how
    many those are: a sentence may tell of earlier events, and never tells of later ones."""
    whole = events if before is None else np.concatenate([before, events])
    size = len(games.states["log"][0])
    room = size - size // 2
    for first in range(len(whole) - len(events), len(whole), room):
        earlier = min(first, size // 2)
        yield whole[first - earlier : first + room], earlier


def write_log(games: Games, events: np.ndarray | None) -> None:
    """Let the log of a record hold these events alone, the newest of them if there are many."""
    if not has_log(games):
        return
    log = games.states["log"][0]
    log[:] = np.zeros((), log.dtype)
    ring_events = events[-len(log) :] if events is not None else log[:0]
    log[: len(ring_events)] = ring_events
    games.states["log_count"] = len(ring_events)
