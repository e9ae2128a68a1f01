"""The odds of fire: the number to hit of each weapon, its effect, and the locks of missiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from spacecombat_env.core.model.odds import TaskCheck, TaskModifier
from spacecombat_env.core.presentation.perspective import logged_events, pluralize
from spacecombat_env.core.ruleset import Games, Scenario

from ..combat.to_hit import ALWAYS
from ..model import DIE, DIRECT_RANGE, NONE, Decision, Event
from .piece_names import Names

ANSWERS = (Decision.RETURN, Decision.DEFENCE, Decision.GUARD, Decision.COVER, Decision.STRUCK)
"""The enemy's decisions before fire is resolved; the determinized enemy does the least."""


def needs_answer(games: Games, k: int, seat: int) -> bool:
    """Return whether the enemy must decide before a seat's shots are rolled."""
    state = games.states[k]
    return bool(state["seat"] != seat and Decision(int(state["decision"])) in ANSWERS)


def task_checks(games: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[TaskCheck]:
    """Return the shots that a seat has fired in a determinized game from event `since` on.

    Missiles try a lock first; what may stop them on their way is not part of it.

    Fire that was open before is not part of the order.
    """
    state = games.states[k]
    names, events = Names(state, scenario, seat), list(logged_events(state, since))
    found, nth = [], Counter[tuple[int, int, int]]()
    firers = set()
    for n, event in enumerate(events):
        if event.kind == Event.FIRE:
            firers.add(event.actor)
        if event.kind == Event.SHOT and event.actor in firers and names.side(event.actor) == seat:
            whose = (event.actor, event.a, event.target)
            nth[whose] += 1
            if nth[whose] == 1:
                shots = [more for more in events[n:] if more.kind == Event.SHOT]
                alike = sum((more.actor, more.a, more.target) == whose for more in shots)
                found.append(_trial(names, events[:n], event, events[n + 1 :], alike))
        if event.kind == Event.LOCK and event.actor != NONE and names.side(event.actor) == seat:
            found.append(_lock(names, event, len(found)))
    return found


def _lock(names: Names, event: Any, nth: int) -> TaskCheck:
    """IN-MSL-02..05 Return a missile's attempt at a lock, without which it is not launched."""
    return TaskCheck(
        key=(int(Event.LOCK), event.actor, nth, event.target),
        title=f"{names.craft(event.actor)}, lock of a missile",
        needs=event.c,
        chance=min(max(event.c, 0), DIE) / DIE,
        draw=f"D{DIE}, at most the number",
        parts=(TaskModifier("number", event.c, "IN-MSL-02"),),
        notes=("A missile that has locked on may still be shot down on its way.",),
        weapon="missile",
    )


def _trial(names: Names, before: list[Any], shot: Any, later: list[Any], shots: int) -> TaskCheck:
    """Return the shots of a weapon row at one target."""
    fires = [event for event in before if event.kind == Event.FIRE and event.actor == shot.actor]
    parts: tuple[TaskModifier, ...] = (TaskModifier("number", shot.c, "IN-DIR-03"),)
    if fires and 0 <= fires[-1].d <= DIRECT_RANGE:
        range_ = fires[-1].d
        base = int(names.scenario.table.rules[0].base_to_hit[range_])
        rest = TaskModifier("skills, angle and size", shot.c - base, "IN-DIR-04")
        parts = (
            TaskModifier(f"range {range_}", base, "IN-DIR-02"),
            *([rest] if rest.value else []),
        )
    points = _points(shot, later)
    return TaskCheck(
        key=(int(Event.SHOT), shot.actor, shot.a, shot.target),
        title=f"{names.craft(shot.actor)}, {names.weapon(shot.actor, shot.a)}",
        needs=shot.c,
        chance=hits_with(shot.c),
        draw=f"D{DIE}, at most the number",
        parts=parts,
        attempts=shots,
        notes=points,
        weapon=names.weapon(shot.actor, shot.a),
    )


def _points(shot: Any, later: list[Any]) -> tuple[str, ...]:
    """Return the effect of a hit if the blow follows it at once; in a volley that is unclear."""
    for event in later:
        if event.kind == Event.SHOT and event.a != shot.a:
            break
        if event.kind == Event.HIT and event.target == shot.target:
            return (f"What gets through does {pluralize(event.a, 'point')}.",)
    return ()


def hits_with(number: int) -> float:
    """IN-DIR-03 The chance of a die against a number: 1 hits, 10 misses."""
    return sum(die == ALWAYS or die <= number for die in range(1, DIE)) / DIE
