"""Chapter HPT: what racks carry, and how it is chosen and dropped."""

import pytest
from kit.interceptor.damaging import class_of
from kit.interceptor.missiles import actions, rack
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.missiles.fitting import may_load, room_for, weight_of
from spacecombat_env.rulesets.interceptor.missiles.loading import (
    apply_drop_rack,
    apply_load_craft,
    apply_load_kind,
    apply_load_number,
    apply_load_rack,
    legal_drop_rack,
    legal_load_craft,
    legal_load_kind,
    legal_load_rack,
    may_drop,
    needs_loading,
)
from spacecombat_env.rulesets.interceptor.model import (
    LOADS,
    NONE,
    Decision,
    Event,
    Load,
    Mount,
    Step,
    Verb,
    craft_action,
    load_action,
    racks_of,
    weapon_action,
    yaml_of,
)

ORACLES = {row["id"]: row for row in yaml_of("oracles.yaml")["oracles"]}
ALL_LOADS = (1 << LOADS) - 1


def to_load(name, **more):
    """A ship of Red whose racks are to be loaded with whatever fits."""
    table = scene()
    k = table.put(name, **more)
    table.rules.cards[table.state.craft[k].card].allowed = ALL_LOADS
    return table, k


def fitting(table, k, place=0):
    """The loads of which one more fits on a rack."""
    n = racks_of(table.state, table.rules, k)[place]
    return {Load(x) for x in range(LOADS) if may_load(table.state, table.rules, k, n, x)}


@pytest.mark.rule("IN-HPT-01", "IN-HPT-02", "IN-HPT-03")
@pytest.mark.parametrize(
    ("mount", "load", "count"),
    [
        (Mount.EXTERNAL, Load.DAP, 1),
        (Mount.EXTERNAL, Load.DECOY, 2),
        (Mount.TURRET, Load.TGM_1, 2),
        (Mount.INTERNAL, Load.SSS, 1),
        (Mount.EXTERNAL_HEAVY, Load.RIS, 3),
        (Mount.INTERNAL_HEAVY, Load.HELL, 1),
        (Mount.AUTOLOADER, Load.DFM, 10),
    ],
)
def test_a_rack_bears_its_tons(mount, load, count):
    table, k = to_load("LANCEA")
    empty = table.state.rack[racks_of(table.state, table.rules, k)[0]]
    assert room_for(table.rules, mount, empty, load) == count


@pytest.mark.rule("IN-HPT-03")
def test_oracle_hpt_1_a_hell_is_not_spread_over_four_hardpoints():
    oracle = ORACLES["OR-HPT-1"]
    assert oracle["given"]["missile"] == "HELL" and oracle["expect"] == "forbidden"
    assert oracle["given"]["hardpoints"] == "4 External"
    table, k = to_load("GLADIUS")
    assert table.rules.missile[Load.HELL].half_tons < 4 * table.rules.mount[0].half_tons
    for place in range(3):
        assert Load.HELL not in fitting(table, k, place)
        assert Load.DAP in fitting(table, k, place)


@pytest.mark.rule("IN-HPT-02", "IN-AMB-33")
def test_missiles_mix_within_the_tons_and_not_with_pods():
    table, k = to_load("LANCEA")
    slot = racks_of(table.state, table.rules, k)[0]
    table.state.rack[slot].load[Load.DECOY] = 1
    assert fitting(table, k) == {Load.DECOY, Load.TGM_1, Load.TGM_2}
    table.state.rack[slot].load[Load.DECOY] = 0
    assert Load.SENSOR_POD in fitting(table, k)
    table.state.rack[slot].pod = Load.SENSOR_POD
    assert fitting(table, k) == set()


@pytest.mark.rule("IN-HPT-04")
def test_pods_of_turrets_and_autoloaders():
    table, k = to_load("PEGASUS")  # external, external, autoloader, turret, turret
    pods = {load for load in Load if load >= Load.ELS_POD}
    guns = {Load.LASER_POD, Load.HEAVY_LASER_POD, Load.MDC_POD}
    light = {load for load in pods if not table.rules.pod[load].heavy}
    assert fitting(table, k, 0) & pods == light >= {Load.ECM_POD, Load.LASER_POD}
    assert fitting(table, k, 2) & pods == set()
    assert fitting(table, k, 3) & pods == guns & light == {Load.LASER_POD}


@pytest.mark.rule("IN-DEF-12")
def test_one_painting_pod_a_ship():
    table, k = to_load("LANCEA")
    first = racks_of(table.state, table.rules, k)[0]
    assert Load.PAINTING_POD in fitting(table, k, 1)
    table.state.rack[first].pod = Load.PAINTING_POD
    assert Load.PAINTING_POD not in fitting(table, k, 1)


@pytest.mark.rule("IN-HPT-02")
def test_only_what_the_card_allows():
    table, k = to_load("LANCEA")
    table.rules.cards[table.state.craft[k].card].allowed = 1 << Load.SSS
    assert fitting(table, k) == {Load.SSS}
    assert needs_loading(table.state, table.rules, 0)
    table.rules.cards[table.state.craft[k].card].loaded = 1
    assert not needs_loading(table.state, table.rules, 0)
    table.rules.cards[table.state.craft[k].card].loaded = 0
    table.rules.cards[table.state.craft[k].card].allowed = 0
    assert not needs_loading(table.state, table.rules, 0)


@pytest.mark.rule("IN-HPT-02")
@pytest.mark.parametrize("load", [Load.DAP, Load.MDC_POD])
def test_a_rack_may_be_filled_where_one_kind_alone_may_be_had(load):
    """The first kind and the last, which a heavy rack bears."""
    table, k = to_load("LANCEA")
    class_of(table, k).mount[0] = Mount.EXTERNAL_HEAVY
    table.rules.cards[table.state.craft[k].card].allowed = 1 << load
    assert fitting(table, k) == {load} and needs_loading(table.state, table.rules, 0)


@pytest.mark.rule("IN-HPT-02")
def test_a_ship_is_loaded_action_by_action():
    table, k = to_load("LANCEA")
    state, rules = table.state, table.rules
    assert actions(table, legal_load_craft) == {Verb.DONE, craft_action(state, k)}
    apply_load_craft(state, rules, 0, craft_action(state, k))
    assert actions(table, legal_load_rack) == {
        Verb.DONE,
        *(weapon_action(state, w) for w in (2, 3, 4)),
    }
    apply_load_rack(state, rules, 0, weapon_action(state, 3))
    assert state.decision == Decision.LOAD_KIND
    assert load_action(state, Load.DECOY) in actions(table, legal_load_kind)
    assert load_action(state, Load.HELL) not in actions(table, legal_load_kind)
    apply_load_kind(state, rules, 0, load_action(state, Load.DECOY))
    assert (state.decision, state.order[0].low, state.order[0].high) == (Decision.LOAD_NUMBER, 1, 2)
    apply_load_number(state, rules, 0, 2)
    assert rack(table, k, 3).load[Load.DECOY] == 2 and state.decision == Decision.LOAD_RACK
    assert weapon_action(state, 3) not in actions(table, legal_load_rack)
    apply_load_rack(state, rules, 0, weapon_action(state, 2))
    apply_load_kind(state, rules, 0, load_action(state, Load.ECM_POD))
    assert rack(table, k, 2).pod == Load.ECM_POD and state.craft[k].ecm == 1
    apply_load_rack(state, rules, 0, weapon_action(state, 4))
    apply_load_kind(state, rules, 0, load_action(state, Load.LASER_POD))
    assert rack(table, k, 4).shots == rules.pod[Load.LASER_POD].shots > 0
    assert state.decision == Decision.LOAD_CRAFT and actions(table, legal_load_craft) == {Verb.DONE}
    apply_load_craft(state, rules, 0, Verb.DONE | 0)
    assert state.step == Step.SETUP and state.decision == Decision.NOTHING
    assert [event.known for event in table.events(Event.LOADED)] == [1, 1, 1]


@pytest.mark.rule("IN-HPT-02", "IN-HPT-04")
def test_a_heavy_rack_may_be_loaded_with_each_missile_that_it_bears_and_each_pod():
    """The heavy guns, the last of them an MDC, go nowhere else."""
    table, k = to_load("LANCEA")
    class_of(table, k).mount[0] = Mount.EXTERNAL_HEAVY
    order = table.state.order[0]
    order.craft, order.rack = k, racks_of(table.state, table.rules, k)[0]
    bears = table.rules.mount[Mount.EXTERNAL_HEAVY].half_tons
    kinds = {load for load in Load if weight_of(table.rules, load) <= bears}
    assert kinds >= {Load.DAP, Load.HELL, Load.SENSOR_POD, Load.HEAVY_LASER_POD, Load.MDC_POD}
    loads = {load_action(table.state, load) for load in kinds}
    assert actions(table, legal_load_kind) == {Verb.DONE, *loads}


@pytest.mark.rule("IN-HPT-02")
def test_done_closes_a_rack_and_a_ship():
    table, k = to_load("LANCEA")
    state, rules = table.state, table.rules
    apply_load_craft(state, rules, 0, craft_action(state, k))
    apply_load_rack(state, rules, 0, weapon_action(state, 2))
    apply_load_kind(state, rules, 0, Verb.DONE | 0)
    assert state.decision == Decision.LOAD_RACK
    assert weapon_action(state, 2) not in actions(table, legal_load_rack)
    apply_load_rack(state, rules, 0, Verb.DONE | 0)
    assert actions(table, legal_load_craft) == {Verb.DONE}


@pytest.mark.rule("IN-TSK-08", "IN-HPT-05")
def test_loads_are_dropped_but_not_what_must_be_carried():
    table, k = to_load("LANCEA", pod=Load.ECM_POD)
    state, rules = table.state, table.rules
    assert may_drop(state, rules, k) and state.craft[k].ecm == 1
    rules.cards[state.craft[k].card].required = Load.ECM_POD
    assert not may_drop(state, rules, k)
    rack(table, k, 3).load[Load.SSS] = 1
    state.order[0].craft = k
    assert actions(table, legal_drop_rack) == {Verb.DONE, weapon_action(state, 3)}
    rules.cards[state.craft[k].card].required = NONE
    apply_drop_rack(state, rules, 0, weapon_action(state, 2))
    assert rack(table, k, 2).pod == NONE and state.craft[k].ecm == 0
    assert state.decision == Decision.DROP_RACK
    apply_drop_rack(state, rules, 0, weapon_action(state, 3))
    assert rack(table, k, 3).load.sum() == 0 and state.decision == Decision.DECIDE
    assert [(event.c, event.known) for event in table.events(Event.DROPPED)] == [(0, 1), (1, 1)]


@pytest.mark.rule("IN-TSK-08", "IN-HPT-05")
def test_an_autoloader_keeps_its_missiles():
    table, k = to_load("PEGASUS")
    rack(table, k, 4).load[Load.SSS] = 3
    assert not may_drop(table.state, table.rules, k)
    rack(table, k, 2).load[Load.SSS] = 1
    assert may_drop(table.state, table.rules, k)
