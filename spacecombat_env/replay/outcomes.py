"""How great a victory is in which a recorded game has ended."""

from __future__ import annotations

from spacecombat_env.replay.record import Replay
from spacecombat_env.replay.verifying import open_scenario_of


def outcome_of(replay: Replay) -> str:
    """Return the step of the scenario's outcome table; empty where it has none, or is not over."""
    end = replay.outcome
    if end is None:
        return ""
    ruleset, scenario = open_scenario_of(replay)
    return ruleset.outcome(scenario, end.verdict, end.reason, end.margin)
