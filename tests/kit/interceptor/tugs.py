"""Ships in tow: a tug, what it tows, and the decisions about them."""

import numpy as np

from kit.interceptor.damaging import parts
from kit.interceptor.scenes import scene
from spacecombat_env.rulesets.interceptor.cases import towing
from spacecombat_env.rulesets.interceptor.cases.departing import depart_step
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Decision,
    Disclosed,
    Status,
    Tow,
    Verb,
    class_of,
)
from spacecombat_env.rulesets.interceptor.turn import decision_phase

SEEN = int(Disclosed.CLASS)

RED, BLUE = 0, 1


def refit(table, k, was, kind, rating):
    """A component becomes gear for a tonnage."""
    part = class_of(table.state, table.rules, k).component[parts(table, k, was)[0]]
    part.kind, part.rating = kind, rating


def tug(name="CHEETAH", side=RED, rating=2000, jumpers=2000, **where):
    """A PEGASUS with towing gear, and in its hex a ship without thrust that flies as it does."""
    table = scene("medium")
    course = {"at": (10, 10), "heading": 2, "facing": 2, "velocity": 4, **where}
    k = table.put("PEGASUS", piloting=9, **course)
    other = table.put(name, side=side, **course)
    refit(table, k, Comp.CARGO, Comp.TOWING, rating)
    refit(table, k, Comp.FUEL, Comp.JUMPERS, jumpers)
    table.state.craft[other].thrust = 0
    if side == BLUE:
        table.state.craft[other].status = Status.ABANDONED
        table.state.craft[other].disclosed = SEEN
    return table, k, other


def tied(stage=Tow.TOWING, turns=0, **options):
    """The same in tow."""
    table, k, other = tug(**options)
    towing.lock(table.state, k, other)
    towing.change_tow(table.state, k, stage, turns)
    towing.settle_thrust(table.state, table.rules, k)
    return table, k, other


def choices(table, k):
    """The legal actions of the decision TOW."""
    state = table.state
    state.order[RED].craft = k
    mask = np.zeros(400, np.int8)
    towing.legal_tow(state, table.rules, RED, mask)
    return set(np.flatnonzero(mask))


def verbs(table, k):
    """The tasks of a ship in the Decision Phase."""
    mask = np.zeros(400, np.int8)
    table.state.order[RED].craft = k
    decision_phase.legal_decide_verb(table.state, table.rules, RED, mask)
    return set(np.flatnonzero(mask))


def answer(table, k, action):
    """Ask for a tow in the Decision Phase, and answer."""
    table.state.craft[k].deeds = 0
    assert Verb.TOW in verbs(table, k) and decision_phase.has_choice(table.state, table.rules, k)
    decision_phase.apply_decide_verb(table.state, table.rules, RED, Verb.TOW)
    assert table.state.decision == Decision.TOW and action in choices(table, k)
    towing.apply_tow(table.state, table.rules, RED, action)


def end_turn(table, times=1):
    """The end of a turn, as far as tows go."""
    for _ in range(times):
        table.state.cursor = 0
        depart_step(table.state, table.rules)


def stage(table, k):
    """How far a tow is, and the turns that it still takes."""
    return int(table.state.craft[k].tow_state), int(table.state.craft[k].tow_turns)
