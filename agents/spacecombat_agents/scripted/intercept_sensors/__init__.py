"""The hunter of the sensor rules, compiled: it searches where the enemy can be, and hides.

`hunter` keeps a belief over the squares. At first the enemy may be anywhere within reach of its
set-up zone. A lost track, a position or a contact gathers the belief; a scan without an answer
empties its area. An enemy's scan shows how far away the enemy can be. Each turn the belief widens.
The record holds the last scans, so the belief is rebuilt from them at every decision and nothing is
carried along.

It chooses the scan that should gain most: a track first, then a position, then a contact in a small
area. It keeps near the sun, where its own glare is short and the enemy must look into the light,
and does not put a tracked enemy behind its drive. The side that must cross accelerates once, goes
dark, and drifts through.

`lurker` is a hunter that waits: until something finds it, it drifts on batteries, and it makes only
scans that promise much, where the enemy gave itself away.
"""

from __future__ import annotations

import numpy as np

from spacecombat_agents.scripted.engine import captain_function
from spacecombat_agents.scripted.intercept_sensors.action_choice import first_action, random_action
from spacecombat_agents.scripted.intercept_sensors.doctrine import DOCTRINES, PARAMETERS
from spacecombat_agents.scripted.intercept_sensors.learning import fill_belief
from spacecombat_agents.scripted.intercept_sensors.movement import plot_action, thrust_action
from spacecombat_agents.scripted.intercept_sensors.scans import scan_action
from spacecombat_env.core.native import native
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.intercept_sensors.model import (
    CHAPTER_OF,
    NONE,
    InterceptChapter,
    InterceptDecision,
)

__all__ = [
    "DOCTRINES",
    "NEEDS_RANDOM_BITS",
    "PARAMETERS",
    "answer",
    "belief",
    "choose",
    "overlay",
    "write_belief",
]
NEEDS_RANDOM_BITS = True
"""`choose` takes a random number a row: a set-up without chance would be no secret."""


@native
def answer(state, rules, seat, mask, random_bits, doctrine):
    """Return the hunter's action."""
    decision = int(state.decision)
    if decision == InterceptDecision.PLACE_BOX or decision == InterceptDecision.PLACE_SQUARE:
        return random_action(mask, random_bits)
    if decision == InterceptDecision.PLOT:
        return plot_action(state, rules, seat, mask, random_bits, doctrine)
    if decision == InterceptDecision.THRUST:
        return thrust_action(state, rules, seat, mask, doctrine)
    if CHAPTER_OF[decision] == InterceptChapter.SCANS:
        return scan_action(state, rules, seat, mask, doctrine)
    return first_action(mask)


@native
def choose(visible, table, masks, doctrine, rows, actions, random_bits):
    """Write a legal action into `actions[i]` for each `rows[i]` of redacted records."""
    rules, style = table.rules[0], doctrine[0]
    for i in range(len(rows)):
        state, mask = visible.states[rows[i]], masks[rows[i]]
        actions[i] = NONE
        if state.decision == InterceptDecision.NOTHING:
            continue
        action = answer(state, rules, int(state.seat), mask, random_bits[i], style)
        if action < 0 or action >= len(mask) or not mask[action]:
            action = first_action(mask)
        actions[i] = action


@native
def write_belief(visible, k, table, seat, belief, scratch):
    """Write the hunter's belief in a seat; `belief` and `scratch` are float32 (rows, columns)."""
    fill_belief(visible.states[k], table.rules[0], seat, belief, scratch)


def belief(visible: Games, k: int, scenario: Scenario, seat: int) -> np.ndarray:
    """Return the hunter's belief in a seat: float32 (rows, columns) of the map, summing to 1."""
    rules = scenario.table.rules[0]
    shape = (int(rules.option.rows), int(rules.option.columns))
    believed, scratch = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    write = captain_function(__name__, "write_belief")
    write(visible, k, scenario.table, seat, believed, scratch)
    return believed


def overlay(seat: int, visible: Games, scenario: Scenario) -> list[str]:
    """Return the hunter's belief as lines of SVG, to lie under the picture of a seat."""
    from spacecombat_env.rulesets.intercept_sensors.presentation.pictures.board import (
        InterceptBoard,
    )
    from spacecombat_env.rulesets.intercept_sensors.presentation.pictures.draw import belief_layer

    return belief_layer(
        InterceptBoard.of(scenario, False), belief(visible, 0, scenario, seat).ravel().tolist()
    )
