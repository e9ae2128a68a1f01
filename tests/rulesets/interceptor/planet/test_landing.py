"""Landing and crashing."""

import csv

import pytest
from kit.interceptor.moves import ahead, begin, say_number
from kit.interceptor.planets import DOWN, orbit, row_of
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor import victory
from spacecombat_env.rulesets.interceptor.engagement.targets import is_target
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Chance,
    Comp,
    Control,
    CrewStatus,
    Decision,
    Event,
    Mode,
    Status,
    Step,
    Target,
    is_active,
    is_hull,
    is_there,
)
from spacecombat_env.rulesets.interceptor.model.printed.tables import DATA
from spacecombat_env.rulesets.interceptor.planet import flight, landing

WINGED, LIFTED = "CHEETAH", "FLUTTERING PETAL"


def low(name=WINGED, row=2, velocity=1, piloting=5, heading=DOWN):
    """A ship just above the ground."""
    table = orbit()
    k = table.put(name, at=(9, row), heading=heading, velocity=velocity, piloting=piloting)
    flight.settle_mode(table.state, table.rules, k)
    return table, k


@pytest.mark.rule("IN-CAM-17", "IN-CAM-19")
def test_numbers_are_those_of_the_table():
    rows = csv.DictReader((DATA / "landing_modifiers.csv").open(encoding="utf-8"))
    table = {row["condition"]: row["modifier"] for row in rows}
    assert table["base target on ship or installation"] == "piloting+5"
    assert landing.landing_number(4, False) == 9
    assert table["base target planetside"] == "piloting+6"
    assert landing.landing_number(4, True) == 10
    for at, condition in enumerate(
        [
            "each hit on the pilot",
            "each 10% of internal boxes lost",
            "each 25% of engine power lost",
        ]
    ):
        losses = [2 if at == n else 0 for n in range(4)]
        assert landing.landing_modifier(*losses, False) == 2 * int(table[condition])
    sides = next(key for key in table if key.startswith("each DCS side"))
    assert landing.landing_modifier(0, 0, 0, 2, False) == 2 * int(table[sides])
    assert landing.landing_modifier(0, 0, 0, 0, True) == int(table["deadstick"])


@pytest.mark.rule("IN-CAM-19", "IN-ATM-07")
def test_a_wounded_pilot_without_engines():
    """ORC-LND-1: Piloting 5, a hit, a tenth of the inside, deadstick: 11 less 4."""
    table, k = low()
    craft = table.state.craft[k]
    table.pilot(k).hits = 1
    craft.inside = -(-int(table.rules.classes[craft.klass].boxes) // 10)
    number = landing.touch_down_number
    assert number(table.state, table.rules, k, True, True) == 7
    assert number(table.state, table.rules, k, True, False) == 9


@pytest.mark.rule("IN-CAM-19")
@pytest.mark.parametrize(("name", "kind"), [(WINGED, Comp.ACS), (LIFTED, Comp.DCS)])
def test_steering_that_is_out_counts_by_the_side(name, kind):
    table, k = low(name)
    craft = table.state.craft[k]
    klass, winged = table.rules.classes[craft.klass], name == WINGED
    for n in range(int(klass.components)):
        if klass.component[n].kind == kind and klass.component[n].side == 1:
            craft.disabled = int(craft.disabled) | 1 << n
    assert landing.sides_out(table.state, table.rules, k, winged) == 1
    assert landing.sides_out(table.state, table.rules, k, not winged) in (0, 2)


@pytest.mark.rule("IN-CAM-18", "IN-AMB-54")
@pytest.mark.parametrize(("tons", "points"), [(245, 61), (1000, 250), (30, 10)])
def test_a_failed_landing_on_a_ship_is_an_unintended_collision(tons, points):
    assert landing.landing_damage(tons) == points


@pytest.mark.rule("IN-CAM-19", "IN-AMB-134", "IN-ATM-04")
@pytest.mark.parametrize("name", [WINGED, LIFTED])
def test_a_ship_lands_and_is_out_of_the_fight(monkeypatch, name):
    table, k = low(name)
    enemy = table.put(WINGED, side=1, at=(9, 4))
    begin(table, k)
    say_number(table, 1)
    dice = fixed_dice(monkeypatch, landing, 10)
    ahead(table, 1)
    craft = table.state.craft[k]
    assert dice == [(Chance.TOUCH_DOWN, k)]
    assert craft.status == Status.LANDED and row_of(craft) == 1 and table.state.lane == 0
    assert not is_there(craft) and not is_hull(craft) and not is_active(craft)
    assert not is_target(table.state, 1, Target.CRAFT, k)
    assert table.pilot(k).status == CrewStatus.AWAKE
    assert not victory.is_lost(table.state, table.rules, k)
    assert victory.worth(table.state, table.rules, k, 1) == 0
    assert victory.is_beaten(table.state, table.rules, 0) and is_active(table.state.craft[enemy])
    assert table.state.step == Step.NEXT_GO and table.state.mover == NONE
    (event,) = table.events(Event.LANDED)
    assert (event.c, event.d, event.e) == (10, 0, 0)


def test_a_scenario_may_give_points_for_landing():
    table, k = low()
    table.rules.option.landed[0] = 30
    victory.count_points(table.state, table.rules, False)
    assert list(table.state.points) == [0, 0]
    table.state.craft[k].status = Status.LANDED
    victory.count_points(table.state, table.rules, False)
    assert list(table.state.points) == [30, 0]


@pytest.mark.rule("IN-CAM-19", "IN-DES-09")
def test_a_failed_landing_destroys_all(monkeypatch):
    table, k = low(piloting=1)
    begin(table, k)
    say_number(table, 1)
    fixed_dice(monkeypatch, landing, 8)
    ahead(table, 1)
    assert table.state.craft[k].status == Status.DESTROYED
    assert table.pilot(k).status == CrewStatus.DEAD and table.state.blasts == 0
    assert victory.is_lost(table.state, table.rules, k)


@pytest.mark.rule("IN-ATM-04", "IN-ATM-07")
@pytest.mark.parametrize(("name", "status"), [(WINGED, Status.LANDED), (LIFTED, Status.DESTROYED)])
def test_without_thrust_wings_glide_and_lifters_crash(monkeypatch, name, status):
    table, k = low(name)
    craft = table.state.craft[k]
    craft.thrust = 0
    dice = fixed_dice(monkeypatch, landing, 9)
    landing.touch_down(table.state, table.rules, k)
    assert craft.status == status and len(dice) == (name == WINGED)
    (event,) = table.events(Event.LANDED)
    assert event.e == 1


@pytest.mark.rule("IN-ATM-10")
def test_out_of_control_it_always_crashes(monkeypatch):
    table, k = low(piloting=9)
    table.state.craft[k].control = Control.OUT
    assert not fixed_dice(monkeypatch, landing)
    landing.touch_down(table.state, table.rules, k)
    assert table.state.craft[k].status == Status.DESTROYED


@pytest.mark.rule("IN-ATM-07")
def test_wings_without_a_pilot_crash(monkeypatch):
    table, k = low()
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    fixed_dice(monkeypatch, landing, 1)
    landing.touch_down(table.state, table.rules, k)
    assert table.state.craft[k].status == Status.DESTROYED


def test_a_landed_ship_has_no_more_moves():
    table, k = low()
    table.state.craft[k].mode = Mode.STREAMLINED
    landing.end_flight(table.state, table.rules, k, 3, True, False)
    begin(table, k)
    assert table.state.step == Step.NEXT_GO and table.state.decision == Decision.NOTHING
