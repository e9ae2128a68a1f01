"""Asking an agent about many games so that a failure in one of them costs that game alone."""

from __future__ import annotations

import traceback
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.base import Agent, query_agent, validate_actions
from spacecombat_agents.players.plugins.time_limited_agent import AgentCrash, Timeout
from spacecombat_env.env.vector.batch import BatchEnv

MAX_LATE_STREAK = 3
"""Decisions on end that a bot may be late with, each asked alone, before its other games that wait
are given up as well: one that hangs everywhere would be waited for all day."""


class ActionFailure(NamedTuple):
    """Why there is no word."""

    cause: str
    """`crash` or `late`."""
    message: str
    """A traceback, or a sentence."""


def collect_actions(
    agent: Agent, env: BatchEnv, rows: np.ndarray, draws: np.ndarray | None = None
) -> tuple[np.ndarray, dict[int, ActionFailure]]:
    """Return words int64 (n,) for some rows, and for each place without one (-1) the failure.

    `draws` are random numbers as `query_agent` has them. An agent that fails at many games at once
    is asked about each alone.
    """
    actions = np.full(len(rows), -1, np.int64)
    failures: dict[int, ActionFailure] = {}
    at = alone_until = 0
    while at < len(rows):
        at_once = 1 if at < alone_until else getattr(agent, "max_batch", len(rows))
        part = slice(at, min(at + at_once, len(rows)))
        part_draws = None if draws is None else draws[part]
        failure = _ask_agent(agent, env, rows[part], actions[part], part_draws)
        if failure is not None and part.stop - at > 1:
            alone_until = part.stop
            continue
        if failure is not None:
            failures[at] = failure
        at = part.stop
        late = getattr(agent, "consecutive_timeouts", 0)
        if failure is not None and failure.cause == "late" and late >= MAX_LATE_STREAK:
            given_up = ActionFailure("late", f"not asked: late {late} times on end")
            return actions, failures | dict.fromkeys(range(at, len(rows)), given_up)
    return actions, failures


def _ask_agent(
    agent: Agent, env: BatchEnv, rows: np.ndarray, actions: np.ndarray, draws: np.ndarray | None
) -> ActionFailure | None:
    """Fill in an agent's words; return the failure where it has none."""
    try:
        actions[:] = validate_actions(query_agent(agent, env, rows, draws), len(rows))
    except Timeout as cause:
        return ActionFailure("late", str(cause))
    except AgentCrash as cause:
        return ActionFailure("crash", str(cause))
    except Exception as cause:
        return ActionFailure("crash", "".join(traceback.format_exception(cause)))
    return None
