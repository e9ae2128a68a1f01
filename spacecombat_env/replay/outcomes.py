"""The degree of victory in which a recorded game ended."""

from __future__ import annotations

from spacecombat_env.replay.record import Replay
from spacecombat_env.replay.verifying import open_scenario_of


def outcome_of(replay: Replay) -> str:
    """Return the step of the scenario's outcome table; empty without a table or an end."""
    end = replay.outcome
    if end is None:
        return ""
    ruleset, scenario = open_scenario_of(replay)
    return ruleset.outcome(scenario, end.verdict, end.reason, end.margin)
