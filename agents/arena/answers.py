"""Asking an agent about many games so that a failure in one of them costs that game alone."""

from __future__ import annotations

import traceback
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.base import Agent, ask, checked_words
from spacecombat_agents.players.deadline import Crash, Late
from spacecombat_env.env.vector import BatchEnv

PATIENCE = 3
"""Decisions on end that a bot may be late with, each asked alone, before its other games that wait
are given up as well: one that hangs everywhere would be waited for all day."""


class Failure(NamedTuple):
    """Why there is no word."""

    cause: str
    """`crash` or `late`."""
    words: str
    """A traceback, or a sentence."""


def answers(
    agent: Agent, env: BatchEnv, rows: np.ndarray, lots: np.ndarray | None = None
) -> tuple[np.ndarray, dict[int, Failure]]:
    """Return words int64 (n,) for some rows, and for each place without one (-1) the failure.

    `lots` as `ask` has them. An agent that fails at many games at once is asked about each alone.
    """
    words = np.full(len(rows), -1, np.int64)
    failures: dict[int, Failure] = {}
    at = alone_until = 0
    while at < len(rows):
        at_once = 1 if at < alone_until else getattr(agent, "at_once", len(rows))
        part = slice(at, min(at + at_once, len(rows)))
        luck = None if lots is None else lots[part]
        failure = _ask(agent, env, rows[part], words[part], luck)
        if failure is not None and part.stop - at > 1:
            alone_until = part.stop
            continue
        if failure is not None:
            failures[at] = failure
        at = part.stop
        late = getattr(agent, "late_on_end", 0)
        if failure is not None and failure.cause == "late" and late >= PATIENCE:
            given_up = Failure("late", f"not asked: late {late} times on end")
            return words, failures | dict.fromkeys(range(at, len(rows)), given_up)
    return words, failures


def _ask(
    agent: Agent, env: BatchEnv, rows: np.ndarray, words: np.ndarray, lots: np.ndarray | None
) -> Failure | None:
    """Fill in an agent's words; return the failure where it has none."""
    try:
        words[:] = checked_words(ask(agent, env, rows, lots), len(rows))
    except Late as cause:
        return Failure("late", str(cause))
    except Crash as cause:
        return Failure("crash", str(cause))
    except Exception as cause:
        return Failure("crash", "".join(traceback.format_exception(cause)))
    return None
