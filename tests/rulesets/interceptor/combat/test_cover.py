"""Chapter LOS: cover behind a friend."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat.cover import (
    apply_cover,
    apply_cover_side,
    can_cover,
    is_covered,
    is_heavy_enough,
    keep_covers,
    legal_cover,
    legal_cover_side,
    may_cover,
)
from spacecombat_env.rulesets.interceptor.combat.weapons import can_shoot
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Deed,
    Event,
    Facing,
    Status,
    Target,
    action_count,
    craft_action,
    side_action,
)
from spacecombat_env.rulesets.interceptor.sequence import begin_craft_turn


def flying_together():
    """A PETAL behind a PEGASUS, an enemy north of both, in range of its forward MDC."""
    table = scene("medium")
    big = table.put("PEGASUS", at=(10, 10), velocity=3)
    small = table.put("FLUTTERING PETAL", at=(10, 10), velocity=3)
    enemy = table.put("LANCEA", side=1, at=(10, 12), heading=3)
    return table, big, small, enemy


def take_cover(table, small, big, side):
    """Say it, action by action."""
    state, mask = table.state, np.zeros(action_count(table.state), dtype=np.int8)
    state.seat, state.order[0].craft = 0, small
    legal_cover(state, table.rules, 0, mask)
    assert [n for n in range(len(mask)) if mask[n]] == [craft_action(state, big)]
    apply_cover(state, table.rules, 0, craft_action(state, big))
    assert state.decision == Decision.COVER_SIDE
    legal_cover_side(state, table.rules, 0, mask)
    assert mask.sum() == 7
    apply_cover_side(state, table.rules, 0, side_action(state, side))
    assert state.decision == Decision.DECIDE


@pytest.mark.rule("IN-LOS-08")
def test_three_times_the_tons():  # OR-LOS-1, OR-LOS-2
    table, big, small, _ = flying_together()
    other = table.put("FLUTTERING PETAL", at=(10, 10))
    assert is_heavy_enough(table.state, table.rules, small, big)
    assert not is_heavy_enough(table.state, table.rules, small, other)
    table.rules.classes[table.state.craft[big].klass].tons = 735
    assert is_heavy_enough(table.state, table.rules, small, big)
    table.rules.classes[table.state.craft[big].klass].tons = 734
    assert not is_heavy_enough(table.state, table.rules, small, big)


@pytest.mark.rule("IN-LOS-06")
@pytest.mark.parametrize("status", [Status.DESTROYED, Status.BROKEN_OFF])
def test_nobody_hides_behind_a_friend_that_is_gone(status):
    table, big, small, _ = flying_together()
    assert can_cover(table.state, table.rules, small, big)
    table.state.craft[big].status = status
    assert not can_cover(table.state, table.rules, small, big)


@pytest.mark.rule("IN-LOS-06")
@pytest.mark.parametrize("field", ["q", "velocity", "heading", "facing"])
def test_only_who_flies_as_the_friend_does_may_hide(field):
    table, _, small, _ = flying_together()
    assert may_cover(table.state, table.rules, small)
    craft = table.state.craft[small]
    craft[field] = (int(craft[field]) + 1) % 6
    assert not may_cover(table.state, table.rules, small)


@pytest.mark.rule("IN-LOS-06", "IN-LOS-07")
def test_cover_is_said_once_a_turn_and_shown_to_both():
    table, big, small, _ = flying_together()
    take_cover(table, small, big, Facing.RF)
    craft = table.state.craft[small]
    assert (craft.cover, craft.cover_side) == (big, Facing.RF) and craft.deeds & Deed.COVERED
    assert not may_cover(table.state, table.rules, small)
    event = table.events(Event.COVERED)[0]
    assert (event.actor, event.target, event.c, event.known) == (small, big, Facing.RF, 3)


@pytest.mark.rule("IN-LOS-06")
def test_cover_lasts_a_turn_and_is_declared_anew():
    table, big, small, _ = flying_together()
    take_cover(table, small, big, Facing.RF)
    begin_craft_turn(table.state.craft[small])
    assert table.state.craft[small].cover == NONE
    assert may_cover(table.state, table.rules, small)


@pytest.mark.rule("IN-LOS-07")
def test_fire_passes_only_through_the_half_circle_outward_on_that_side():
    table, big, small, enemy = flying_together()
    state = table.state
    take_cover(table, small, big, Facing.A)
    it = state.craft[enemy]
    assert is_covered(state, table.rules, small, it)  # the enemy is ahead, the PETAL behind
    assert not can_shoot(state, table.rules, small, 0, Target.CRAFT, enemy)
    assert not can_shoot(state, table.rules, enemy, 0, Target.CRAFT, small)
    assert can_shoot(state, table.rules, enemy, 0, Target.CRAFT, big)
    it.r = axial_row(10, 8)
    assert not is_covered(state, table.rules, small, it)
    it.q, it.r = 12, axial_row(12, 10)  # square to the side: on the line
    assert not is_covered(state, table.rules, small, it)
    it.q, it.r = 11, axial_row(11, 11)
    assert is_covered(state, table.rules, small, it)
    state.craft[small].cover = NONE
    assert not is_covered(state, table.rules, small, it)


@pytest.mark.rule("IN-AMB-71", "IN-AMB-151")
def test_cover_waits_while_one_of_the_two_has_moved_and_ends_when_both_have_and_do_not_match():
    table, big, small, enemy = flying_together()
    state = table.state
    take_cover(table, small, big, Facing.A)
    state.mover = big
    state.craft[big].r = axial_row(10, 13)
    keep_covers(state, table.rules)
    assert state.craft[small].cover == big
    assert not is_covered(state, table.rules, small, state.craft[enemy])  # they are apart
    state.craft[big].acted, state.mover = 1, small
    keep_covers(state, table.rules)
    assert state.craft[small].cover == big
    state.craft[small].acted, state.mover = 1, enemy
    keep_covers(state, table.rules)
    assert state.craft[small].cover == NONE


@pytest.mark.rule("IN-AMB-71")
def test_cover_holds_for_those_who_end_together():
    table, big, small, enemy = flying_together()
    state = table.state
    take_cover(table, small, big, Facing.A)
    for k in (big, small):
        state.craft[k].r, state.craft[k].acted = axial_row(10, 13), 1
    state.mover = enemy
    keep_covers(state, table.rules)
    assert state.craft[small].cover == big
    state.craft[small].velocity = 4
    keep_covers(state, table.rules)
    assert state.craft[small].cover == NONE
