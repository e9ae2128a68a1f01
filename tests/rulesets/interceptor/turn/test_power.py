"""Power of ships that can switch it: who may, what it costs, and what is without it."""

import numpy as np
import pytest
from kit.interceptor.bridges import ORACLES, RED, Bridge
from kit.interceptor.damaging import lose, parts
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.combat.allotting import allot_standing, side_toward_enemy
from spacecombat_env.rulesets.interceptor.combat.weapons import is_sound
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import (
    has_thrust,
    settle_thrust,
)
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    NONE,
    Comp,
    CrewStatus,
    Decision,
    DecisionStage,
    Deed,
    Event,
    Facing,
    Family,
    Role,
    Step,
    Verb,
    class_names,
    craft_action,
    feed,
    feed_engines,
    is_fed,
    lay_power,
    may_switch,
    printed_rules,
    settle_eps,
    starve,
    supply,
)
from spacecombat_env.rulesets.interceptor.model.observation import OWN_CRAFT
from spacecombat_env.rulesets.interceptor.turn import decision_phase, power
from spacecombat_env.rulesets.interceptor.visibility.own_rows import write_own_craft

BLUE = 1
FORWARD_LASERS, MDC_G, AUTOLOADER = (0, 1), 4, 2


# --- the class -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-01", "IN-AMB-65", "IN-AMB-113")
def test_who_can_switch_and_what_can_be_allotted():
    rules = printed_rules()[0]
    ships = read_yaml(DATA / "ships.yaml")["ships"]
    names = [name for n, name in enumerate(class_names()) if rules.classes[n].switches]
    assert names == ["CINGULUM", "PEGASUS"]
    expected = ORACLES["ORC-CON-25"]["expect"]
    for n, name in enumerate(class_names()[1:], start=1):
        klass = rules.classes[n]
        total = klass.component["eps"].sum() + klass.permanent
        assert total == ships[name]["computed"]["eps_all_systems"] + (6 if klass.variable else 0)
    klass = rules.classes[class_names().index("CINGULUM")]
    assert klass.permanent == sum(expected["permanent"].values())
    assert klass.plant - klass.permanent == expected["allocatable"]
    eps = {Comp(p["kind"]): int(p["eps"]) for p in klass.component[: klass.components] if p["eps"]}
    assert (eps[Comp.ANTIGRAV], eps[Comp.FTL_DRIVE], eps[Comp.AUTOLOADER]) == (50, 100, 2)


@pytest.mark.rule("IN-POW-01")
def test_a_ship_that_cannot_switch_has_everything_fed_as_long_as_its_plant_works():
    table = scene()
    k = table.put("CHEETAH")
    assert all(is_fed(table.state, table.rules, k, c) for c in parts(table, k, Comp.WEAPON))
    assert not is_fed(table.state, table.rules, k, NONE)
    assert (table.state.craft[k].fed, table.state.craft[k].eps) == (0, 0)
    lose(table, k, Comp.PLANT)
    assert not is_fed(table.state, table.rules, k, parts(table, k, Comp.ENGINE)[0])


@pytest.mark.rule("IN-AMB-65", "IN-AMB-114")
def test_any_engineer_who_is_awake_switches_and_without_one_the_last_allotment_stays():
    bridge = Bridge()
    state, k = bridge.state, bridge.k
    before = int(bridge.craft.fed), bridge.shields()
    first = int(bridge.craft.first_crew)
    engineers = [first + n for n in range(7) if bridge.klass.role[n] == Role.ENGINEER]
    assert len(engineers) == 4
    for m in engineers[:3]:
        state.crew[m].status = CrewStatus.UNCONSCIOUS
    assert may_switch(state, bridge.rules, k)
    state.crew[engineers[3]].status = CrewStatus.DEAD
    assert not may_switch(state, bridge.rules, k)
    state.decision, state.cursor = Decision.NOTHING, DecisionStage.FIRST_POWER
    bridge.run()
    assert bridge.decision == Decision.DECIDE
    power.begin_power(state, bridge.rules)
    assert (int(bridge.craft.fed), bridge.shields()) == before


@pytest.mark.rule("IN-AMB-114", "IN-POW-02")
def test_what_is_disabled_gets_nothing_and_nothing_carries_over():
    bridge = Bridge()
    starve(bridge.state, bridge.rules, bridge.k)
    feed_engines(bridge.state, bridge.rules, bridge.k, 3)
    assert bridge.craft.eps == 5275 - 4000
    power.begin_power(bridge.state, bridge.rules)
    assert bridge.craft.eps == 5275 - 4000  # what was left over last turn is lost
    lose(bridge.table, bridge.k, Comp.ENGINE)
    settle_eps(bridge.state, bridge.rules, bridge.k)
    assert bridge.craft.eps == 5275 - 4000 + 1300
    lose(bridge.table, bridge.k, Comp.PLANT)
    assert (bridge.craft.fed, bridge.craft.eps, bridge.craft.thrust) == (0, 0, 0)
    power.begin_power(bridge.state, bridge.rules)
    assert supply(bridge.state, bridge.rules, bridge.k) == 0
    assert not may_switch(bridge.state, bridge.rules, bridge.k)


# --- engines -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-03", "IN-POW-04", "IN-IDE-37")
def test_orc_pow_3_thrust_is_that_of_the_engines_fed():
    given, expected = ORACLES["ORC-POW-3"]["given"], ORACLES["ORC-POW-3"]["expect"]
    for fed, thrust in zip(given["engines_fed"], expected["thrust"], strict=True):
        bridge = Bridge(given["ship"])
        starve(bridge.state, bridge.rules, bridge.k)
        left = list(fed)
        for c in parts(bridge.table, bridge.k, Comp.ENGINE):
            if int(bridge.klass.component[c].rating) in left:
                left.remove(int(bridge.klass.component[c].rating))
                feed(bridge.state, bridge.rules, bridge.k, c)
        settle_thrust(bridge.state, bridge.rules, bridge.k)
        assert bridge.craft.thrust == thrust
        assert bridge.craft.eps == 5275 - sum(fed)


@pytest.mark.rule("IN-POW-03")
def test_engines_are_fed_by_their_number_the_strongest_first():
    bridge = Bridge().begin()
    assert bridge.fed(Comp.ENGINE) == [True] * 3
    bridge.say(Verb.ENGINES)
    assert bridge.legal() == {0, 1, 2, 3}
    left = int(bridge.craft.eps)
    bridge.say(1)
    assert bridge.fed(Comp.ENGINE) == [False, True, False]
    assert (bridge.craft.eps, bridge.craft.thrust) == (left + 2650, 2)
    assert Verb.ENGINES not in bridge.legal()  # each head once
    assert has_thrust(bridge.state, bridge.rules, bridge.k)


@pytest.mark.rule("IN-POW-03", "IN-AMB-87")
def test_an_engine_that_is_out_or_not_linked_is_not_fed():
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.LINKAGE)
    power.begin_power(bridge.state, bridge.rules)
    bridge.begin().say(Verb.ENGINES)
    assert bridge.legal() == {0, 1, 2}
    bridge.say(2)
    assert bridge.fed(Comp.ENGINE) == [True, False, True] or bridge.fed(Comp.ENGINE) == [
        True,
        True,
        False,
    ]
    assert bridge.craft.thrust == 3


@pytest.mark.rule("IN-SCN-06")
def test_engines_that_are_cut_off_are_no_loss():
    bridge = Bridge()
    starve(bridge.state, bridge.rules, bridge.k)
    settle_thrust(bridge.state, bridge.rules, bridge.k)
    assert bridge.craft.thrust == 0 and has_thrust(bridge.state, bridge.rules, bridge.k)
    for n in range(3):
        lose(bridge.table, bridge.k, Comp.ENGINE, n)
    assert not has_thrust(bridge.state, bridge.rules, bridge.k)


# --- weapons -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-05")
def test_a_weapon_without_eps_cannot_fire_and_those_of_racks_need_none():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE)
    sound = [is_sound(bridge.state, bridge.rules, bridge.k, w) for w in range(bridge.klass.weapons)]
    racks = [weapon.family == Family.RACK for weapon in bridge.klass.weapon[: bridge.klass.weapons]]
    assert racks[AUTOLOADER]
    racks[AUTOLOADER] = False  # it needs 2 EPs
    assert sound == racks
    bridge.say(bridge.weapon(MDC_G + 1))
    assert not bridge.craft.fed & 1 << int(bridge.klass.weapon[AUTOLOADER].component)
    assert sum(
        is_sound(bridge.state, bridge.rules, bridge.k, w) for w in range(bridge.klass.weapons)
    ) == 1 + sum(racks)


@pytest.mark.rule("IN-POW-05")
def test_a_weapon_is_fed_or_cut_off_once_a_turn():
    bridge = Bridge().begin()
    guns = [w for w in range(bridge.klass.weapons) if bridge.klass.weapon[w].turret != NONE]
    w = next(w for w in guns if bridge.klass.weapon[w].family != Family.RACK)
    left = int(bridge.craft.eps)
    bridge.say(bridge.weapon(w))
    assert bridge.craft.eps == left + 20 and not is_sound(bridge.state, bridge.rules, bridge.k, w)
    assert bridge.weapon(w) not in bridge.legal()


@pytest.mark.rule("IN-POW-06")
def test_orc_pow_4_a_tot_array_is_fed_as_a_whole():
    first, second = (row - 1 for row in ORACLES["ORC-POW-4"]["given"]["tot_group"])
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, bridge.weapon(first))
    assert bridge.craft.eps == 5275 - 70
    sound = [is_sound(bridge.state, bridge.rules, bridge.k, w) for w in (first, second)]
    assert sound == [True, True]
    assert bridge.weapon(second) not in bridge.legal()
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.TOT_GEAR)
    bridge.begin().say(Verb.NONE, bridge.weapon(first))
    assert bridge.craft.eps == 5275 - 35 and bridge.weapon(second) in bridge.legal()


# --- the phase -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-01")
def test_each_side_allots_before_anybody_decides_and_each_ship_once():
    bridge = Bridge()
    assert (bridge.decision, bridge.state.seat) == (Decision.POWER, RED)
    ship = craft_action(bridge.state, bridge.k)
    assert bridge.legal() == {Verb.DONE, ship}
    bridge.say(ship, Verb.DONE)
    assert bridge.craft.deeds & Deed.POWERED
    (event,) = bridge.table.events(Event.POWER)
    assert (event.known, event.a, event.b) == (1, bridge.craft.eps, 5275)
    assert bridge.decision == Decision.DECIDE
    table = scene("medium")
    table.put("CINGULUM")
    table.put("PEGASUS", side=BLUE, at=(10, 20))
    table.state.step, table.state.first = Step.DECISION, BLUE
    for seat in (BLUE, RED):
        while table.state.decision == Decision.NOTHING:
            decision_phase.decision_step(table.state, table.rules)
        assert (table.state.decision, table.state.seat) == (Decision.POWER, seat)
        table.state.decision = Decision.NOTHING
        power.apply_power(table.state, table.rules, seat, Verb.DONE)


@pytest.mark.rule("IN-POW-01")
def test_lifters_and_drive_are_fed_or_cut_off():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, Verb.LIFTERS)
    assert bridge.craft.eps == 5225 and bridge.fed(Comp.ANTIGRAV) == [True]
    assert Verb.LIFTERS not in bridge.legal()
    bridge.say(Verb.DRIVE)
    assert bridge.craft.eps == 5125 and bridge.fed(Comp.FTL_DRIVE) == [True]
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.FTL_DRIVE)
    bridge.begin().say(Verb.NONE)
    assert Verb.DRIVE not in bridge.legal() and Verb.LIFTERS in bridge.legal()
    assert Verb.LIFTERS not in Bridge("PEGASUS").begin().legal()


@pytest.mark.rule("IN-POW-01")
def test_the_standing_allotment_is_thrust_the_side_toward_the_enemy_weapons_then_all_sides():
    bridge = Bridge(facing=1)
    bridge.table.put("LANCEA", side=BLUE, at=(10, 17))
    side = side_toward_enemy(bridge.state, bridge.k)
    assert side == Facing.LF  # the enemy is ahead in row 17, and it points a hexside to the right
    allot_standing(bridge.state, bridge.rules, bridge.k)
    rates = bridge.shields()
    assert rates[side] == max(rates) and max(rates) - min(rates) <= 10 and min(rates) >= 60
    assert bridge.fed(Comp.ENGINE) == [True] * 3 and all(bridge.fed(Comp.WEAPON))
    bridge.klass.plant = 4000 + 175 + 6 + 70 + 50  # thrust, shields at 10, little else
    allot_standing(bridge.state, bridge.rules, bridge.k)
    rates = bridge.shields()
    assert bridge.fed(Comp.ENGINE) == [True] * 3
    assert rates[side] == 60 and max(r for s, r in enumerate(rates) if s != side) <= 30
    assert any(bridge.fed(Comp.WEAPON)) and not all(bridge.fed(Comp.WEAPON))


# --- what is seen --------------------------------------------------------------------------------


def test_a_side_sees_its_own_power():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, Verb.ENGINES, 3)
    row = np.zeros(200, np.int8)
    write_own_craft(bridge.state, bridge.rules, row, bridge.k)
    left = 10 * 1275 // 5275
    assert (row[OWN_CRAFT.eps_left], row[OWN_CRAFT.fed]) == (left, 10 - left)
    assert (row[OWN_CRAFT.plant_share], row[OWN_CRAFT.can_switch]) == (10, 1)
    assert not row[OWN_CRAFT.forward_1 : OWN_CRAFT.forward_1 + 5].any()  # no gun is fed


def test_corvettes_is_played_to_its_end():
    play = Play("corvettes", seed=2)
    assert play.play_at_random(2, 20000) < 20000
    assert play.is_over


@pytest.mark.rule("IN-POW-07", "IN-POW-01")
def test_fixed_shields_that_cannot_be_fed_are_down_from_the_start():
    bridge = Bridge()
    bridge.klass.variable, bridge.klass.plant = 0, bridge.klass.permanent
    bridge.craft.shield[:] = 60
    lay_power(bridge.state, bridge.rules, bridge.k)
    assert bridge.craft.fed == 0 and not bridge.craft.shield.any()


@pytest.mark.rule("IN-ABN-12")
def test_no_power_is_switched_on_a_ship_that_is_being_abandoned():
    bridge = Bridge()
    assert may_switch(bridge.state, bridge.rules, bridge.k)
    bridge.craft.left_in = 1
    assert not may_switch(bridge.state, bridge.rules, bridge.k)
