"""Query an agent for many games so that a failure in one game costs only that game."""

from __future__ import annotations

import traceback
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.base import Agent, query_agent, validate_actions
from spacecombat_agents.players.plugins.time_limited_agent import AgentCrash, Timeout
from spacecombat_env.core.errors import NonFiniteError
from spacecombat_env.env.vector.batch import BatchEnv

__all__ = ["collect_actions"]

MAX_LATE_STREAK = 3
"""Consecutive late decisions, each queried alone, after which a bot's other waiting games are given
up too: a bot that hangs everywhere would delay the match forever."""


class ActionFailure(NamedTuple):
    """Why there is no action."""

    cause: str
    """`crash` or `late`."""
    message: str
    """A traceback, or a sentence."""


def collect_actions(
    agent: Agent, env: BatchEnv, rows: np.ndarray, draws: np.ndarray | None = None
) -> tuple[np.ndarray, dict[int, ActionFailure]]:
    """Return actions int64 (n,) for some rows, and the failure for each row without one (-1).

    `draws` are random numbers as `query_agent` takes them. If an agent fails on many games at once,
    it is queried again for each game alone.
    """
    actions = np.full(len(rows), -1, np.int64)
    failures: dict[int, ActionFailure] = {}
    at = alone_until = 0
    while at < len(rows):
        at_once = 1 if at < alone_until else getattr(agent, "max_batch", len(rows))
        part = slice(at, min(at + at_once, len(rows)))
        part_draws = None if draws is None else draws[part]
        failure = _query_agent(agent, env, rows[part], actions[part], part_draws)
        if failure is not None and part.stop - at > 1:
            alone_until = part.stop
            continue
        if failure is not None:
            failures[at] = failure
        at = part.stop
        late = getattr(agent, "consecutive_timeouts", 0)
        if failure is not None and failure.cause == "late" and late >= MAX_LATE_STREAK:
            given_up = ActionFailure("late", f"not queried: late {late} times in a row")
            return actions, failures | dict.fromkeys(range(at, len(rows)), given_up)
    return actions, failures


def _query_agent(
    agent: Agent, env: BatchEnv, rows: np.ndarray, actions: np.ndarray, draws: np.ndarray | None
) -> ActionFailure | None:
    """Fill in an agent's actions; return the failure if there is one."""
    try:
        actions[:] = validate_actions(query_agent(agent, env, rows, draws), len(rows))
    except Timeout as cause:
        return ActionFailure("late", str(cause))
    except AgentCrash as cause:
        return ActionFailure("crash", str(cause))
    except NonFiniteError:
        raise  # a broken network has not lost: such a match says nothing about it
    except Exception as cause:
        return ActionFailure("crash", "".join(traceback.format_exception(cause)))
    return None
