"""The odds of a scan: its strength, the Sense roll, and the answers of determinized enemies."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from spacecombat_env.core.model.odds import TaskCheck, TaskModifier, per_cent
from spacecombat_env.core.presentation.perspective import logged_events, to_plain
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import DIE, RECENT_SCANS, TRACKED_SIGNAL, InterceptDecision, InterceptEvent, Result
from ..scans.signals import result_of
from .coordinates import area_text
from .piece_names import InterceptNames
from .texts import SENSOR_TITLES

SIGNATURE_STEP, MOST_STEPS = 2, 7
"""Step between the signatures whose odds are listed, and how many at most."""


def needs_answer(games: Games, k: int, seat: int) -> bool:
    """Return whether a seat that has declared a scan may declare another before it is answered."""
    state = games.states[k]
    is_to_act = state["seat"] == seat and state["decision"] == InterceptDecision.SCAN
    return bool(is_to_act and state["declared"][seat])


def task_checks(games: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[TaskCheck]:
    """Return the scan that a seat has declared in a determinized game from event `since` on."""
    state = games.states[k]
    events = logged_events(state, since)
    if not any(event.kind == InterceptEvent.SCAN and event.side == seat for event in events):
        return []
    scan = to_plain(state["scan"][seat, (int(state["scans"][seat]) - 1) % RECENT_SCANS])
    return _tried(InterceptNames(state, scenario, seat), scan)


def _tried(names: InterceptNames, scan: Any) -> list[TaskCheck]:
    """Return a determinized enemy's answer to a scan: whether there is one, and the track."""
    rules = names.scenario.table.rules[0]
    klass = rules.classes[names.state["unit_of"][scan.unit]["klass"]]
    size = next(n for n, area in enumerate(rules.area) if area.side == scan.side)
    parts = (
        TaskModifier("sensor", int(klass.sensor[scan.sensor]), "IC-SCAN-06"),
        TaskModifier("area", int(rules.area[size].modifier[scan.sensor]), "IC-SCAN-08"),
        TaskModifier("repeated", scan.repeats, "IC-AMB-13"),
        TaskModifier("sunglare", -int(rules.option.sunfactor) * scan.glare, "IC-QST-01"),
    )
    signals = [find.signal for find in scan.find[: scan.finds]]
    skill = int(klass.skill)
    where = area_text(scan.left, scan.top, scan.side, names.columns, int(rules.option.rows))
    answer = TaskCheck(
        key=("answer", scan.unit, scan.sensor, size),
        title=f"{names.unit(scan.unit)}, {SENSOR_TITLES[scan.sensor]} scan of {where}",
        needs=scan.strength,
        chance=float(bool(signals)),
        draw="An answer, by where the enemy may be",
        parts=tuple(part for n, part in enumerate(parts) if part.value or not n),
        what="strength",
    )
    track = TaskCheck(
        key=("track", scan.unit, scan.sensor, size),
        title="A track (IC-SNS-03)",
        needs=skill,
        chance=max((tracked(signal, skill) for signal in signals), default=0.0),
        draw="On the whole",
        is_aim=False,
        what="2D6 at most the signal +",
        notes=(_signatures(scan.strength, skill),),
    )
    return [answer, track]


@cache
def tracked(signal: int, skill: int) -> float:
    """IC-SNS-03 The chance that a Sense roll tracks a unit that gives a signal."""
    rolls = [a + b for a, b in product(range(1, DIE + 1), repeat=2)]
    return sum(result_of(signal, roll, skill) == Result.TRACKED for roll in rolls) / len(rolls)


@cache
def _signatures(strength: int, skill: int) -> str:
    """Return the chance of a track by the signature of the unit."""
    signals = range(0, TRACKED_SIGNAL + 1, SIGNATURE_STEP)[:MOST_STEPS]
    texts = (f"{signal - strength:+d}: {per_cent(tracked(signal, skill))}" for signal in signals)
    return f"By signature: {', '.join(texts)}."
