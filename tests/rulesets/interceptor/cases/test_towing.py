"""Towing: lock-on, the pair as one ship, its end, jumpers."""

import pytest
from kit.interceptor.damaging import lose
from kit.interceptor.moves import begin, say_number
from kit.interceptor.tugs import (
    BLUE,
    RED,
    SEEN,
    answer,
    choices,
    end_turn,
    stage,
    tied,
    tug,
    verbs,
)

from spacecombat_env.rulesets.interceptor import sequence
from spacecombat_env.rulesets.interceptor.cases import towing
from spacecombat_env.rulesets.interceptor.combat.shields import flicker_of
from spacecombat_env.rulesets.interceptor.damage.large_ships.tows import keep_tows
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    Control,
    Decision,
    Event,
    Facing,
    Status,
    Step,
    Tow,
    Verb,
    class_of,
    craft_action,
    enemy_craft_action,
)
from spacecombat_env.rulesets.interceptor.movement import collisions, random_movement, turning
from spacecombat_env.rulesets.interceptor.movement.drifting import drift_step
from spacecombat_env.rulesets.interceptor.movement.stepping import enter_hex, leave_map
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust
from spacecombat_env.rulesets.interceptor.turn import tailing
from spacecombat_env.rulesets.interceptor.turn.initiative import is_to_move
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state

# --- lock-on -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-26")
def test_locking_on_takes_30_turns_without_shields_and_unlocking_5():
    table, k, other = tug()
    state = table.state
    state.craft["shield"] = 50
    answer(table, k, craft_action(state, other))
    assert stage(table, k) == stage(table, other) == (Tow.LOCKING, 30)
    assert (state.craft[k].tow, state.craft[other].tow) == (other, k)
    assert (state.craft[k].towed, state.craft[other].towed) == (0, 1)
    assert flicker_of(state.craft[k], Facing.F) == flicker_of(state.craft[other], Facing.F) == 0
    end_turn(table, 29)
    assert stage(table, k) == (Tow.LOCKING, 1)
    end_turn(table)
    assert stage(table, k) == stage(table, other) == (Tow.TOWING, 0)
    assert flicker_of(state.craft[k], Facing.F) == flicker_of(state.craft[other], Facing.F) == 50
    answer(table, k, Verb.RELEASE)
    assert stage(table, other) == (Tow.UNLOCKING, 5)
    assert flicker_of(state.craft[k], Facing.F) == flicker_of(state.craft[other], Facing.F) == 0
    assert Verb.TOW not in verbs(table, k)
    end_turn(table, 5)
    assert stage(table, k) == stage(table, other) == (Tow.FREE, 0)
    assert state.craft[k].tow == state.craft[other].tow == NONE and not state.craft[other].towed
    stages = [int(event.a) for event in table.events(Event.TOW)]
    assert stages == [Tow.LOCKING, Tow.TOWING, Tow.UNLOCKING, Tow.FREE]


@pytest.mark.rule("IN-CON-26")
@pytest.mark.parametrize("differs", ["q", "heading", "facing", "velocity"])
def test_a_lock_on_needs_one_hex_and_the_same_course_all_the_time(differs):
    table, k, other = tug()
    state = table.state
    state.craft[other][differs] = int(state.craft[other][differs]) + 1
    assert Verb.TOW not in verbs(table, k)
    state.craft[other][differs] = int(state.craft[other][differs]) - 1
    answer(table, k, craft_action(state, other))
    state.craft[k][differs] = int(state.craft[k][differs]) + 1
    end_turn(table)
    assert state.craft[k].tow == state.craft[other].tow == NONE
    assert len(table.events(Event.TOW_LOST)) == 1


@pytest.mark.rule("IN-CON-26")
def test_what_a_tug_and_its_tow_must_be():
    table, k, other = tug(rating=500)
    state = table.state
    assert Verb.TOW in verbs(table, k)
    for ship, name, value in (
        (other, "tow", 3),
        (other, "installation", 1),
        (other, "control", Control.OUT),
        (other, "status", Status.WRECK),
        (k, "installation", 1),
        (k, "command", 2),
        (k, "left_in", 1),
        (k, "control", Control.OUT),
        (k, "deeds", 512),
        (k, "towed", 1),
    ):
        before = int(state.craft[ship][name])
        state.craft[ship][name] = value
        assert Verb.TOW not in verbs(table, k), name
        state.craft[ship][name] = before
    class_of(state, table.rules, other).tons = 501
    assert Verb.TOW not in verbs(table, k)


@pytest.mark.rule("IN-CON-28", "IN-AMB-180")
def test_who_resists_is_not_towed():
    """Own ships are towed if they are disabled, enemy ones if they are abandoned and known."""
    table, k, other = tug()
    state, rules = table.state, table.rules
    state.craft[other].thrust = 3
    assert Verb.TOW not in verbs(table, k)
    state.crew[state.craft[other].first_crew].flies = 0
    assert Verb.TOW in verbs(table, k)
    table, k, other = tug(side=BLUE)
    state, rules = table.state, table.rules
    action = enemy_craft_action(state, other)
    assert choices(table, k) == {Verb.DONE, action}
    for status, bits in ((Status.ON_MAP, SEEN), (Status.ABANDONED, 0)):
        state.craft[other].status, state.craft[other].disclosed = status, bits
        assert not towing.may_tow(state, rules, k)
    state.craft[other].status, state.craft[other].disclosed = Status.DERELICT, SEEN
    answer(table, k, action)
    assert state.craft[k].tow == other


@pytest.mark.rule("IN-AMB-180")
@pytest.mark.parametrize("bits", [0, SEEN])
def test_what_may_be_towed_follows_from_what_is_known(bits):
    table, k, other = tug(side=BLUE)
    state = table.state
    state.craft[other].disclosed = bits
    before = choices(table, k)
    redact_state(state, RED)
    assert choices(table, k) == before and len(before) == 1 + (bits == SEEN)


@pytest.mark.rule("IN-AMB-181")
def test_what_was_only_begun_ends_at_once():
    table, k, other = tug()
    state = table.state
    answer(table, k, craft_action(state, other))
    answer(table, k, Verb.RELEASE)
    assert state.craft[k].tow == NONE and stage(table, other) == (Tow.FREE, 0)
    table, k, other = tied()
    answer(table, k, craft_action(table.state, other))
    answer(table, k, Verb.RELEASE)
    assert stage(table, k) == (Tow.TOWING, 0)


# --- the pair ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-27", "IN-AMB-121")
@pytest.mark.parametrize(("tons", "thrust"), [(73, 5), (429, 3), (1000, 3), (2000, 2)])
def test_thrust_is_the_power_of_the_tug_over_both_tonnages(tons, thrust):
    """5,000 by 1,000 t and those of the other: 4.66, 3.499, 2.5, 1.67."""
    table, k, other = tug()
    class_of(table.state, table.rules, other).tons = tons
    answer(table, k, craft_action(table.state, other))
    alone = int(table.state.craft[k].thrust)
    end_turn(table, 30)
    assert (alone, table.state.craft[k].thrust) == (5, thrust)
    assert safe_thrust(table.state, table.rules, k) == (thrust + 9 + 1) // 2
    end = table.state.craft[k]
    lose(table, k, Comp.ENGINE)
    assert end.thrust < thrust or tons == 2000


@pytest.mark.rule("IN-CON-27")
def test_a_tug_that_is_alone_again_has_its_own_thrust():
    table, k, _ = tied(name="PEGASUS")
    assert table.state.craft[k].thrust < 5
    answer(table, k, Verb.RELEASE)
    end_turn(table, 5)
    assert table.state.craft[k].thrust == 5


@pytest.mark.rule("IN-AMB-121")
def test_facing_costs_what_a_ship_of_both_tonnages_pays():
    table, k, other = tug()
    class_of(table.state, table.rules, other).tons = 2000
    assert turning.facing_cost(table.state, table.rules, k) == 1
    towing.lock(table.state, k, other)
    assert turning.facing_cost(table.state, table.rules, k) == 1
    towing.change_tow(table.state, k, Tow.TOWING, 0)
    assert turning.facing_cost(table.state, table.rules, k) == 3


@pytest.mark.rule("IN-CON-27")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_the_ship_in_tow_moves_with_its_tug_and_not_by_itself(side):
    table, k, other = tied(side=side, velocity=2)
    state, rules = table.state, table.rules
    towed = state.craft[other]
    assert is_to_move(state.craft[k]) and not is_to_move(towed)
    begin(table, k)
    say_number(table, 3)
    turning.turn_ship(state.craft[k], 1)
    for hexes in (1, 2, 3):
        enter_hex(state, rules, k, 3)
        sequence.after_step(state, rules)
        craft = state.craft[k]
        assert (towed.q, towed.r, towed.velocity) == (craft.q, craft.r, 3)
        assert (towed.heading, towed.facing, towed.hexes) == (3, 3, hexes) and towed.acted
    place = (int(towed.q), int(towed.r))
    towed.hexes = 0
    state.cursor = 0
    drift_step(state, rules)
    assert (towed.q, towed.r) == place, "it does not drift as well"


@pytest.mark.rule("IN-CON-27", "IN-AMB-182")
def test_pairs_move_before_everybody_and_large_tugs_first(monkeypatch):
    """Whatever the size of the others."""
    table, k, other = tied()
    state, rules = table.state, table.rules
    small = table.put("CHEETAH", side=BLUE, at=(10, 8))
    fighter = table.put("CHEETAH", at=(10, 9))
    huge = table.put("CINGULUM", side=BLUE, at=(3, 3))
    state.craft[huge].size_class = 1
    state.craft[fighter].size_class = state.craft[small].size_class = 8
    state.craft[k].size_class = 5
    state.dice[:] = (9, 2)
    state.goer = state.loser = -1
    state.decision, state.step, state.mover = Decision.NOTHING, Step.NEXT_GO, NONE
    monkeypatch.setattr(tailing, "is_on_tail", lambda *_: True)
    tailing.next_go_step(state, rules)
    assert state.picked == k
    assert not tailing.has_quarry(state, rules, k), "it makes nobody move before it"
    assert tailing.has_quarry(state, rules, fighter)
    state.craft[fighter].tow, state.craft[small].tow = small, fighter
    state.craft[small].towed = 1
    state.craft[small].status = Status.ABANDONED
    towing.set_tow(state, fighter, Tow.TOWING, 0)
    state.craft[k].size_class = 6
    state.picked = NONE
    tailing.next_go_step(state, rules)
    assert state.picked == k
    state.craft[k].acted, state.picked = 1, NONE
    tailing.next_go_step(state, rules)
    assert state.picked == fighter


@pytest.mark.rule("IN-CON-27")
def test_a_ship_in_tow_does_not_tumble():
    table, k, other = tied()
    table.state.craft[other].control = Control.OUT
    assert random_movement.next_tumbler(table.state) == NONE


@pytest.mark.rule("IN-COL-04")
def test_ships_that_lock_on_do_not_collide():
    table, k, other = tug()
    assert collisions.is_meeting(table.state, k, other)
    towing.lock(table.state, k, other)
    assert not collisions.is_meeting(table.state, k, other)
    third = table.put("LANCEA", side=BLUE, at=(10, 10))
    assert collisions.is_meeting(table.state, k, third)


@pytest.mark.rule("IN-AMB-184")
@pytest.mark.parametrize("lost", ["tug", "towed"])
def test_a_tow_ends_with_either_ship(lost):
    table, k, other = tied()
    state, rules = table.state, table.rules
    assert not turning.can_roll(state, rules, k)
    gone = k if lost == "tug" else other
    state.craft[gone].status = Status.ABANDONED if lost == "tug" else Status.DESTROYED
    keep_tows(state, rules)
    assert state.craft[k].tow == state.craft[other].tow == NONE
    assert len(table.events(Event.TOW_LOST)) == 1
    assert state.craft[other].velocity == 4 and state.craft[other].heading == 2
    if lost == "towed":
        assert state.craft[k].thrust == 5
    assert is_to_move(state.craft[other]) == (lost == "tug")


@pytest.mark.rule("IN-AMB-185")
@pytest.mark.parametrize(("side", "status"), [(RED, Status.BROKEN_OFF), (BLUE, Status.DESTROYED)])
def test_a_tow_leaves_the_map_with_its_tug(side, status):
    table, k, other = tied(side=side)
    leave_map(table.state, table.rules, k)
    assert table.state.craft[k].status == Status.BROKEN_OFF
    assert table.state.craft[other].status == status and table.state.craft[k].tow == NONE
    assert len(table.events(Event.TOWED_AWAY)) == 1
