"""Playing a replay again: the same words must lead through the same positions."""

from __future__ import annotations

from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.replay.course import Course
from spacecombat_env.replay.kept import CHECK_DIGITS, Outcome, Replay, rules_hash


def open_replay(replay: Replay) -> Course:
    """Return the game of a replay at its beginning; ReplayError where it cannot be set up."""
    return Course(*open_scenario_of(replay), replay.seed)


def open_scenario_of(replay: Replay) -> tuple[RuleSet, Scenario]:
    """Return the rules and the scenario of a replay; ReplayError where they are not here."""
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
    """Play a replay again and compare every digest; return its outcome.

    Raises ReplayError, naming the decision, where the game takes another course.
    """
    course = open_replay(replay)
    _compare(replay, course, "seed", 0, replay.digests[0])
    for number, token in enumerate(replay.tokens, start=1):
        said = said_in(replay, course, number, token)
        course.speak(token)
        place = CHECK_DIGITS * (number - 1)
        check = replay.checks[place : place + CHECK_DIGITS]
        _compare(replay, course, f"tokens[{number}]", number, check, said)
        if number % replay.digest_every == 0:
            expected = replay.digests[number // replay.digest_every]
            _compare(replay, course, f"tokens[{number}]", number, expected, said)
    _compare(replay, course, "digests", len(replay.tokens), replay.digests[-1])
    if course.outcome() != replay.outcome:
        reason = f"recorded {_shown(replay.outcome)}, played {_shown(course.outcome())}"
        raise replay.error("outcome", reason)
    return course.outcome()


def said_in(replay: Replay, course: Course, number: int, token: int) -> str:
    """Return who says what in a decision; ReplayError where it cannot be said."""
    field = f"tokens[{number}]"
    if course.seat < 0:
        count = len(replay.tokens)
        raise replay.error(field, f"the game is over after decision {number - 1} of {count}")
    agent = course.ruleset.seats[course.seat]
    said = f"decision {number}, {agent} says {course.word(token)!r}"
    last = number == len(replay.tokens) and replay.outcome is not None
    if not course.is_legal(token) and not last:  # an illegal word ends a game
        raise replay.error(field, f"{said}, which is not legal here")
    return said


def _compare(
    replay: Replay, course: Course, field: str, number: int, expected: str, said: str = ""
) -> None:
    """Raise ReplayError where the position is not the recorded one."""
    if course.digest().startswith(expected):
        return
    reason = f"{said}: it " if said else f"after decision {number} the game "
    reason += "leads to another position than the recorded one"
    raise replay.error(field, reason + _other_rules(replay, course.ruleset))


def _other_rules(replay: Replay, ruleset: RuleSet) -> str:
    """Return a remark where the sources have changed since the recording."""
    now = rules_hash(ruleset)
    if now == replay.rules_hash:
        return ""
    return f" (recorded with other sources: {replay.rules_hash[:8]}, these are {now[:8]})"


def _shown(outcome: Outcome | None) -> str:
    """Return an outcome in a few words."""
    if outcome is None:
        return "an open game"
    return " ".join(f"{name} {value}" for name, value in outcome._asdict().items())
