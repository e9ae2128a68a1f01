"""Chapter CMB: the moment before a move, in which the mover's own side may fire."""

import numpy as np
import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor import dispatch
from spacecombat_env.rulesets.interceptor.engagement import engagement_decisions as engagement
from spacecombat_env.rulesets.interceptor.missiles import missiles_decisions as missiles
from spacecombat_env.rulesets.interceptor.model import (
    CHAPTER_OF,
    Chapter,
    Control,
    CrewStatus,
    Decision,
    Event,
    Phase,
    Status,
    Step,
    Verb,
    action_count,
    craft_action,
    enemy_craft_action,
)
from spacecombat_env.rulesets.interceptor.movement import random_movement
from spacecombat_env.rulesets.interceptor.movement.stepping import begin_move

RED, BLUE = 0, 1
WAIVED = {Decision.RETURN: Verb.PASS, Decision.DEFENCE: Verb.PASS}


def duel(range_=5):
    """A CHEETAH of Red that is about to move, a LANCEA of Blue ahead of it."""
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), heading=0, velocity=4)
    enemy = table.put("LANCEA", side=BLUE, at=(10, 10 + range_), heading=0, velocity=3)
    begin_move(table.state, table.rules, k)
    table.state.step = Step.SPEED
    return table, k, enemy


def chapter(table):
    """The module that handles the decision."""
    return missiles if CHAPTER_OF[int(table.state.decision)] == Chapter.MISSILES else engagement


def legal(table):
    """The legal actions of the seat to act."""
    mask = np.zeros(int(action_count(table.state)), np.int8)
    chapter(table).legal(table.state, table.rules, int(table.state.seat), mask)
    return {int(action) for action in np.flatnonzero(mask)}


def say(table, action):
    """Speak a legal action."""
    assert int(action) in legal(table)
    chapter(table).apply(table.state, table.rules, int(action))


def run(table, stop=Decision.SPEED):
    """Go on until a question; the enemy waives what it is asked."""
    state = table.state
    for _ in range(100):
        if state.decision != Decision.NOTHING:
            if state.seat == BLUE and state.decision != stop:
                say(table, WAIVED.get(Decision(int(state.decision)), Verb.PASS))
                continue
            return Decision(int(state.decision))
        if state.step == Step.NEXT_GO:
            return Decision.NOTHING
        dispatch.take_step(state, table.rules)
    raise AssertionError("the steps do not end")


def fire(table, k, enemy):
    """All that bears, at the enemy."""
    say(table, craft_action(table.state, k))
    assert table.state.decision == Decision.FIRE_TARGET
    say(table, enemy_craft_action(table.state, enemy))
    say(table, Verb.ALL)


@pytest.mark.rule("IN-CMB-01")
def test_the_mover_may_fire_before_its_move():
    table, k, enemy = duel()
    assert run(table) == Decision.OPPORTUNITY and table.state.seat == RED
    assert legal(table) == {Verb.PASS, craft_action(table.state, k)}
    fire(table, k, enemy)
    run(table)
    craft = table.state.craft[k]
    assert craft.fired and len(table.events(Event.FIRE)) == 1
    assert table.state.decision == Decision.SPEED and table.state.seat == RED
    assert (craft.hexes, craft.velocity, craft.spent) == (0, 4, 0)


@pytest.mark.rule("IN-CMB-01", "IN-AMB-153")
def test_it_decides_once_if_it_waives_and_not_without_a_shot():
    table, _, enemy = duel()
    run(table)
    say(table, Verb.PASS)
    assert run(table) == Decision.SPEED
    table, _, enemy = duel()
    table.state.craft[enemy].status = Status.BROKEN_OFF
    assert run(table) == Decision.SPEED and table.state.begun


@pytest.mark.rule("IN-CMB-01", "IN-SOC-09", "IN-SOC-11")
def test_a_tumbling_ship_fires_before_its_random_movement(monkeypatch):
    table, k, enemy = duel()
    state, craft = table.state, table.state.craft[k]
    craft.control = Control.OUT
    state.mover, state.phase = -1, Phase.RANDOM
    state.step, state.cursor = Step.RECOVERY, len(state.craft)
    assert run(table) == Decision.OPPORTUNITY and state.seat == RED
    fire(table, k, enemy)
    assert run(table) == Decision.OPPORTUNITY and legal(table) == {Verb.PASS, Verb.EJECT}
    say(table, Verb.PASS)
    dice = fixed_dice(monkeypatch, random_movement, *[2] * 30)
    assert run(table) == Decision.NOTHING
    told = [int(event.kind) for n, event in enumerate(state.log) if n < state.log_count]
    assert told.index(Event.FIRE) < told.index(Event.MANOEUVRE) and dice
    assert craft.acted and craft.fired


@pytest.mark.rule("IN-CMB-01", "IN-IDE-06")
def test_so_does_one_that_nobody_flies():
    table = scene()
    k = table.put("GLADIUS", at=(10, 10), heading=0, velocity=2)
    table.put("LANCEA", side=BLUE, at=(10, 14), heading=0)
    table.pilot(k).status, table.pilot(k).flies = CrewStatus.UNCONSCIOUS, 0
    begin_move(table.state, table.rules, k)
    table.state.step = Step.SPEED
    assert run(table) == Decision.OPPORTUNITY and table.state.seat == RED
    say(table, Verb.PASS)
    run(table)
    assert table.state.craft[k].hexes == 2


@pytest.mark.rule("IN-AMB-103", "IN-CMB-01")
def test_a_crew_may_leave_a_tumbling_ship_before_its_random_movement():
    table, k, enemy = duel()
    state = table.state
    state.craft[enemy].status = Status.BROKEN_OFF
    state.craft[k].control, state.phase = Control.OUT, Phase.RANDOM
    assert run(table) == Decision.OPPORTUNITY and legal(table) == {Verb.PASS, Verb.EJECT}
    say(table, Verb.EJECT)
    assert state.decision == Decision.EJECT_SIDE and state.order[RED].craft == k


@pytest.mark.rule("IN-AMB-103", "IN-CMB-01")
@pytest.mark.parametrize("hurt", ["mover", "other"])
def test_only_the_mover_may_be_left_before_a_move(hurt):
    """Whether it can fire decides on this moment: its friend's crew must not show it by leaving."""
    table, k, _ = duel()
    state = table.state
    other = table.put("CHEETAH", at=(3, 3))
    state.craft[k if hurt == "mover" else other].inside = 1
    assert run(table) == Decision.OPPORTUNITY
    assert (Verb.EJECT in legal(table)) == (hurt == "mover")
    if hurt == "mover":
        state.craft[other].inside = 1
        say(table, Verb.EJECT)
        assert state.decision == Decision.EJECT_SIDE and state.order[RED].craft == k
