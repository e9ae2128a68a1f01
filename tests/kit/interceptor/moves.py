"""A move at hand, without the rest of the turn: `begin`, `say`, `legal`, `run`.

table = scene(); k = table.put("PILUM", velocity=3)
begin(table, k)              # the question of SPEED stands
say_number(table, 5)         # velocity 5
say(table, Verb.PORT)
ahead(table, 4)

Nobody fires, and hits that are queued are collected in the list that `collect_hits` returns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.kernels.numbers import legal_number
from spacecombat_env.rulesets.interceptor.cases import cases_decisions as cases
from spacecombat_env.rulesets.interceptor.engagement.opportunity import apply_opportunity
from spacecombat_env.rulesets.interceptor.model import (
    AMOUNTS,
    CHAPTER_OF,
    NONE,
    ROCK_HITS,
    Chapter,
    Decision,
    Rock,
    Status,
    Step,
    Verb,
    action_count,
    amount_action,
    proceed,
)
from spacecombat_env.rulesets.interceptor.movement import asteroids
from spacecombat_env.rulesets.interceptor.movement import movement_decisions as movement
from spacecombat_env.rulesets.interceptor.movement.asteroid_field import field_step
from spacecombat_env.rulesets.interceptor.movement.collisions import collide_step
from spacecombat_env.rulesets.interceptor.movement.drifting import drift_step
from spacecombat_env.rulesets.interceptor.movement.moving import (
    end_move_step,
    move_step,
    speed_step,
)
from spacecombat_env.rulesets.interceptor.movement.random_movement import recovery_step
from spacecombat_env.rulesets.interceptor.movement.stepping import begin_move
from spacecombat_env.rulesets.interceptor.planet import planet_decisions as planet
from spacecombat_env.rulesets.interceptor.planet.gravity import well_step
from spacecombat_env.rulesets.interceptor.planet.interface import meet_zone

STEPS = {
    Step.SPEED: speed_step,
    Step.MOVE: move_step,
    Step.END_MOVE: end_move_step,
    Step.RECOVERY: recovery_step,
    Step.FIELD: field_step,
    Step.DRIFT: drift_step,
    Step.WELL: well_step,
    Step.COLLIDE: collide_step,
}
STEP_LIMIT = 500


def begin(table: Any, k: int) -> None:
    """Let a ship begin its move and run to the first question."""
    begin_move(table.state, table.rules, k)
    table.state.begun = 1
    proceed(table.state, Step.SPEED)
    run(table)


def run(table: Any) -> None:
    """Run the steps of moving until a seat is to act, or another part of the turn is due."""
    state, rules = table.state, table.rules
    for _ in range(STEP_LIMIT):
        if state.decision == Decision.OPPORTUNITY:
            apply_opportunity(state, rules, int(state.seat), Verb.PASS)
            state.decision = Decision.NOTHING
        if state.decision != Decision.NOTHING:
            return
        step = Step(int(state.step))
        if step == Step.AFTER_STEP:
            after_step(table)
        elif step in (Step.APPLY, Step.BLASTS):
            crash = int(state.exchange.crash)
            if crash != NONE:
                asteroids.after_crash(state, rules, crash)
            proceed(state, state.back)
        elif step == Step.OPPORTUNITY:
            proceed(state, state.back)
        elif step in STEPS:
            STEPS[step](state, rules)
        else:
            return
    raise AssertionError("the steps do not end")


def after_step(table: Any) -> None:
    """Do what moving has to do after a step of a mover."""
    state, k = table.state, int(table.state.mover)
    if state.craft[k].status == Status.BROKEN_OFF:
        proceed(state, Step.END_MOVE)
    elif table.rules.option.planet and meet_zone(state, table.rules, k):
        proceed(state, Step.APPLY)
    elif asteroids.meet_rock(state, table.rules, k):
        proceed(state, Step.APPLY)
    else:
        proceed(state, Step.OPPORTUNITY)


def chapter(table: Any) -> Any:
    """Return the module that handles the decision."""
    number = CHAPTER_OF[int(table.state.decision)]
    return {Chapter.CASES: cases, Chapter.PLANET: planet}.get(number, movement)


def say(table: Any, action: int) -> None:
    """Speak an action, which must be legal, and run on."""
    assert int(action) in legal(table), (Decision(int(table.state.decision)), action)
    chapter(table).apply(table.state, table.rules, int(action))
    run(table)


def say_number(table: Any, number: int) -> None:
    """Speak a number within its bounds, and run on."""
    state = table.state
    order = state.order[int(state.seat)]
    assert order.low <= number <= order.high, (number, int(order.low), int(order.high))
    chapter(table).apply_number(state, table.rules, number)
    run(table)


def ahead(table: Any, hexes: int) -> None:
    """Say how many hexes ahead."""
    say(table, amount_action(table.state, hexes))


def legal(table: Any) -> set[int]:
    """Return the legal actions."""
    state = table.state
    mask = np.zeros(int(action_count(state)), np.int8)
    chapter(table).legal(state, table.rules, int(state.seat), mask)
    if not mask.any():
        legal_number(state.order[int(state.seat)], amount_action(state, 0), AMOUNTS, mask)
    return {int(action) for action in np.flatnonzero(mask)}


def put_rock(table: Any, q: int, r: int, heading: int = 0, moving: bool = False) -> int:
    """Put an asteroid into an axial hex; return its slot."""
    for n in range(len(table.state.rock)):
        rock = table.state.rock[n]
        if rock.kind == Rock.NONE:
            rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, q, r, ROCK_HITS
            rock.heading, rock.moving = heading, moving
            return n
    raise AssertionError("no room for an asteroid")


def collect_hits(monkeypatch: Any, module: Any) -> list[dict[str, int]]:
    """Collect the hits that a module queues instead of applying them."""
    names = ("target", "source", "facing", "template", "points", "firer", "crewman")
    hits: list[dict[str, int]] = []

    def queue_hit(state: Any, *values: int) -> None:
        hits.append(dict(zip(names, map(int, values), strict=False)))

    monkeypatch.setattr(module, "queue_hit", queue_hit)
    return hits


def steady_skill(monkeypatch: Any, module: Any, skill: int) -> None:
    """Let a module's Piloting rolls be made against one number."""
    monkeypatch.setattr(module, "piloting_number", lambda state, rules, k: skill)
