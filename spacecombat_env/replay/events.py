"""Events of a record's log, taken out of it and laid into it.

Nothing here knows a rule set, but for one custom: a record that has the fields `log` (a ring of
events) and `log_count` is shown to the notation with its newest events alone.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.ruleset import Games


def has_log(games: Games) -> bool:
    """Whether records of these games have a log."""
    return {"log", "log_count"} <= set(games.states.dtype.names or ())


def newest(games: Games, since: int) -> np.ndarray:
    """Return the events of a record's log since that count, oldest first, as far as kept."""
    log, count = games.states["log"][0], int(games.states["log_count"][0])
    kept = min(count - since, len(log))
    events = log[[(count - kept + n) % len(log) for n in range(kept)]].copy()
    return events[events["kind"] != 0]


def write_log(games: Games, events: np.ndarray | None) -> None:
    """Let the log of a record hold these events alone, the newest of them if there are many."""
    if not has_log(games):
        return
    log = games.states["log"][0]
    log[:] = np.zeros((), log.dtype)
    kept = events[-len(log) :] if events is not None else log[:0]
    log[: len(kept)] = kept
    games.states["log_count"] = len(kept)
