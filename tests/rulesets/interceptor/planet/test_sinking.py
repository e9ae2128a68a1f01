"""The end of a turn in air: loss of velocity, sinking."""

import pytest
from kit.interceptor.planets import AIR_ROW, INTERFACE_ROW, end_movement, orbit, row_of
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.model import (
    Air,
    Comp,
    CrewStatus,
    Event,
    Mode,
    Status,
    Step,
)
from spacecombat_env.rulesets.interceptor.planet import flight, landing

WINGED, LIFTED = "CHEETAH", "FLUTTERING PETAL"


def over(name, velocity, worked=0, air=0, row=AIR_ROW):
    """A ship at the end of its movement in the air, and what became of it."""
    table = orbit()
    k = table.put(name, at=(9, row), heading=1, velocity=velocity)
    craft = table.state.craft[k]
    flight.settle_mode(table.state, table.rules, k)
    craft.worked, craft.air = worked, air
    return table, k


@pytest.mark.rule("IN-ATM-02", "IN-ATM-03", "IN-ATM-06", "IN-ATM-08")
@pytest.mark.parametrize(
    ("name", "velocity", "worked", "air", "after", "sunk"),
    [
        (LIFTED, 2, 0, 0, 1, 0),
        (LIFTED, 2, 1, 0, 2, 0),
        (LIFTED, 1, 0, 0, 0, 0),
        (LIFTED, 0, 0, 0, 0, 1),
        (LIFTED, 0, 1, 0, 0, 1),
        (LIFTED, 0, 1, Air.HOVERS, 0, 0),
        (WINGED, 3, 0, 0, 2, 0),
        (WINGED, 3, 1, 0, 3, 0),
        (WINGED, 2, 0, 0, 1, 0),
        (WINGED, 1, 0, 0, 1, 1),
        (WINGED, 1, 1, 0, 1, 0),
        (WINGED, 0, 0, 0, 0, 1),
    ],
)
def test_a_turn_without_thrust_costs_velocity_then_height(name, velocity, worked, air, after, sunk):
    table, k = over(name, velocity, worked, air)
    craft = table.state.craft[k]
    end_movement(table)
    assert (craft.velocity, row_of(craft)) == (after, AIR_ROW - sunk)
    assert len(table.events(Event.SANK)) == sunk
    assert len(table.events(Event.SPEED)) == (after != velocity)


@pytest.mark.rule("IN-ATM-08")
def test_the_interface_and_space_take_nothing():
    for row in (INTERFACE_ROW, INTERFACE_ROW + 1):
        table, k = over(WINGED, 1, row=row)
        end_movement(table)
        craft = table.state.craft[k]
        assert (craft.velocity, row_of(craft)) == (1, row)


@pytest.mark.rule("IN-POW-09", "IN-IDE-31", "IN-ATM-03")
@pytest.mark.parametrize("kind", [Comp.ANTIGRAV, Comp.PLANT])
def test_without_lifters_an_unstreamlined_ship_sinks_at_any_velocity(kind):
    table, k = over(LIFTED, 2, worked=1)
    craft = table.state.craft[k]
    klass = table.rules.classes[craft.klass]
    for n in range(int(klass.components)):
        if klass.component[n].kind == kind:
            craft.disabled = int(craft.disabled) | 1 << n
    end_movement(table)
    assert row_of(craft) == AIR_ROW - 1 and craft.mode == Mode.ANTIGRAV


@pytest.mark.rule("IN-ATM-03", "IN-ATM-04")
def test_a_hull_that_nobody_flies_sinks_and_crashes():
    table, k = over(LIFTED, 0, row=3)
    craft = table.state.craft[k]
    craft.status, craft.thrust = Status.DERELICT, 0
    end_movement(table)
    assert row_of(craft) == 2 and craft.status == Status.DERELICT
    end_movement(table)
    assert craft.status == Status.DESTROYED
    assert table.pilot(k).status == CrewStatus.DEAD


@pytest.mark.rule("IN-ATM-06", "IN-ATM-07")
def test_a_glider_reaches_the_ground_and_lands(monkeypatch):
    """ORC-LND-1's deadstick aside: it has thrust, so nothing is added."""
    table, k = over(WINGED, 1, row=2)
    fixed_dice(monkeypatch, landing, 10)
    end_movement(table)
    assert table.state.craft[k].status == Status.LANDED, "5 + 6, and 10"
    assert table.state.step not in (Step.APPLY, Step.WELL)
