"""Verify a replay: the same actions must lead through the same positions."""

from __future__ import annotations

from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.replay.playback import Playback
from spacecombat_env.replay.record import CHECK_DIGITS, Outcome, Replay, rules_hash


def open_replay(replay: Replay) -> Playback:
    """Return the game of a replay at its beginning. Raise ReplayError if it cannot be set up."""
    return Playback(*open_scenario_of(replay), replay.seed, replay.luck)


def open_scenario_of(replay: Replay) -> tuple[RuleSet, Scenario]:
    """Return rules and scenario of a replay. Raise ReplayError if they are not available."""
    ruleset = replay.rules()
    try:
        scenario = ruleset.load(replay.scenario, delegate=replay.delegate)
    except SpaceCombatError as cause:
        raise replay.error("scenario", str(cause)) from None
    if scenario.digest != replay.scenario_digest:
        reason = "its rules and opening are not those that were recorded"
        raise replay.error("scenario", reason + _other_rules(replay, ruleset))
    return ruleset, scenario


def verify(replay: Replay) -> Outcome | None:
    """Play a replay and compare every digest; return its outcome.

    Raises ReplayError with the number of the decision at which the game differs.
    """
    playback = open_replay(replay)
    _compare(replay, playback, "seed", 0, replay.digests[0])
    for number, action in enumerate(replay.actions, start=1):
        who_acts = describe_action(replay, playback, number, action)
        playback.step(action)
        place = CHECK_DIGITS * (number - 1)
        check = replay.checks[place : place + CHECK_DIGITS]
        _compare(replay, playback, f"tokens[{number}]", number, check, who_acts)
        if number % replay.digest_every == 0:
            expected = replay.digests[number // replay.digest_every]
            _compare(replay, playback, f"tokens[{number}]", number, expected, who_acts)
    _compare(replay, playback, "digests", len(replay.actions), replay.digests[-1])
    if playback.outcome() != replay.outcome:
        reason = (
            f"recorded {_outcome_text(replay.outcome)}, played {_outcome_text(playback.outcome())}"
        )
        raise replay.error("outcome", reason)
    return playback.outcome()


def describe_action(replay: Replay, playback: Playback, number: int, action: int) -> str:
    """Return a description of a decision. Raise ReplayError if it is not possible."""
    field = f"tokens[{number}]"
    if playback.seat < 0:
        count = len(replay.actions)
        raise replay.error(field, f"the game is over after decision {number - 1} of {count}")
    agent = playback.ruleset.seats[playback.seat]
    who_acts = f"decision {number}, {agent} says {playback.action_text(action)!r}"
    last = number == len(replay.actions) and replay.outcome is not None
    if not playback.is_legal(action) and not last:  # an illegal action ends a game
        raise replay.error(field, f"{who_acts}, which is not legal here")
    return who_acts


def _compare(
    replay: Replay, playback: Playback, field: str, number: int, expected: str, who_acts: str = ""
) -> None:
    """Raise ReplayError if the position is not the recorded one."""
    if playback.digest().startswith(expected):
        return
    reason = f"{who_acts}: it " if who_acts else f"after decision {number} the game "
    reason += "leads to another position than the recorded one"
    raise replay.error(field, reason + _other_rules(replay, playback.ruleset))


def _other_rules(replay: Replay, ruleset: RuleSet) -> str:
    """Return a remark if the sources have changed since the recording."""
    now = rules_hash(ruleset)
    if now == replay.rules_hash:
        return ""
    return f" (recorded with other sources: {replay.rules_hash[:8]}, these are {now[:8]})"


def _outcome_text(outcome: Outcome | None) -> str:
    """Return an outcome as short text."""
    if outcome is None:
        return "an open game"
    return " ".join(f"{name} {value}" for name, value in outcome._asdict().items())
