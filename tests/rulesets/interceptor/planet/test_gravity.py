"""Gravity: velocities at the beginning of a turn, displacement at the end of movement."""

import pytest
from kit.interceptor.planets import DOWN, INTERFACE_ROW, SPACE_ROW, UP, end_movement, orbit, row_of
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor import sequence
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Event,
    Load,
    MissileStatus,
    Mode,
    Phase,
    Rock,
    Status,
    Step,
)
from spacecombat_env.rulesets.interceptor.movement.drifting import drift_crew
from spacecombat_env.rulesets.interceptor.movement.stepping import enter_hex
from spacecombat_env.rulesets.interceptor.planet import gravity, interface, landing

WINGED, LIFTED, BARE = "CHEETAH", "FLUTTERING PETAL", "PENETRATOR"


def falling(name=WINGED, row=20, heading=1, velocity=3, **more):
    """A ship in a well."""
    table = orbit(gravity=True)
    k = table.put(name, at=(9, row), heading=heading, velocity=velocity, **more)
    table.state.phase = Phase.DRIFTING
    return table, k


@pytest.mark.rule("IN-GRV-05", "IN-GRV-02")
@pytest.mark.parametrize(
    ("velocity", "heading", "after"), [(3, DOWN, 4), (3, UP, 2), (0, UP, 0), (3, 2, 3)]
)
def test_only_straight_up_and_down_change_the_velocity(velocity, heading, after):
    """ORC-GRV-1, with the displacement of the end."""
    table, k = falling(heading=heading, velocity=velocity)
    craft = table.state.craft[k]
    sequence.begin_turn(table.state, table.rules)
    assert craft.velocity == after
    changes = [(event.a, event.b) for event in table.events(Event.SPEED)]
    assert changes == [(velocity, after)] * (after != velocity)
    end_movement(table)
    assert row_of(craft) == 19 and [event.d for event in table.events(Event.DRAWN)] == [craft.r]
    assert table.state.step in (Step.COLLIDE, Step.COMMAND)


@pytest.mark.rule("IN-GRV-01", "IN-GRV-05")
def test_near_an_earthlike_world_nothing_is_drawn():
    table, k = falling(heading=DOWN)
    table.rules.option.gravity = 0
    craft = table.state.craft[k]
    sequence.begin_turn(table.state, table.rules)
    end_movement(table)
    assert craft.velocity == 3 and row_of(craft) == 20


@pytest.mark.rule("IN-GRV-03", "IN-PLN-02")
@pytest.mark.parametrize(
    ("die", "heading", "row", "after", "hits"),
    [
        (5, DOWN, INTERFACE_ROW, DOWN, []),
        (10, DOWN, INTERFACE_ROW, DOWN, [5]),
        (None, DOWN, SPACE_ROW, UP, [25]),
        (None, UP, SPACE_ROW, UP, [25]),
    ],
)
def test_drawn_into_the_interface_a_ship_rolls(monkeypatch, die, heading, row, after, hits):
    table, k = falling(row=SPACE_ROW, heading=heading)
    craft = table.state.craft[k]
    if die is None:
        monkeypatch.setattr(interface, "roll_interface", lambda state, rules, k: (10, 7))
    else:
        fixed_dice(monkeypatch, interface, die)
    found = []
    monkeypatch.setattr(
        interface, "queue_hit", lambda state, k, s, f, t, points, *rest: found.append(points)
    )
    end_movement(table)
    assert found == hits and row_of(craft) == row and craft.heading == after
    assert craft.mode == (Mode.STREAMLINED if row == INTERFACE_ROW else Mode.SPACE)


@pytest.mark.rule("IN-GRV-03", "IN-PLN-10")
def test_drawn_into_the_air_a_bare_ship_is_lost():
    table, k = falling(BARE, row=INTERFACE_ROW)
    end_movement(table)
    assert table.state.craft[k].status == Status.DESTROYED


@pytest.mark.rule("IN-GRV-04")
def test_next_to_the_ground_a_ship_lands(monkeypatch):
    table, k = falling(row=3)
    table.state.craft[k].worked = 1
    dice = fixed_dice(monkeypatch, landing, 4)
    end_movement(table)
    assert len(dice) == 1 and table.state.craft[k].status == Status.LANDED
    table, k = falling(row=4)
    table.state.craft[k].worked = 1
    end_movement(table)
    assert table.state.craft[k].status == Status.ON_MAP


@pytest.mark.rule("IN-GRV-07", "IN-AMB-88", "IN-AMB-118")
def test_all_that_floats_is_drawn_and_gains_nothing():
    table, k = falling(row=20, heading=DOWN)
    wreck = table.put(LIFTED, side=1, at=(5, 20), velocity=2, heading=DOWN)
    state = table.state
    hull, rock, crew, missile = state.craft[wreck], state.rock[0], state.adrift[0], state.missile[0]
    stone = state.rock[1]
    hull.status = Status.WRECK
    rock.kind, rock.q, rock.r = Rock.WRECK, hull.q, hull.r
    stone.kind, stone.q, stone.r = Rock.ASTEROID, 6, axial_row(6, 20)
    crew.people, crew.crew, crew.q, crew.r, crew.velocity = 1, 1, 3, axial_row(3, 20), 1
    crew.heading = DOWN
    missile.status, missile.kind = MissileStatus.DORMANT, Load.TGM_1
    missile.q, missile.r = 4, axial_row(4, 20)
    sequence.begin_turn(state, table.rules)
    end_movement(table)
    for piece in (hull, rock, crew, missile):
        assert row_of(piece) == 19
    assert row_of(stone) == 20
    assert (hull.velocity, crew.velocity, state.craft[k].velocity) == (2, 1, 4)


@pytest.mark.rule("IN-AMB-88", "IN-AMB-95")
def test_below_space_wrecks_crews_and_missiles_burn_up():
    table, k = falling(row=SPACE_ROW)
    state = table.state
    hull, rock, crew, missile = state.craft[k], state.rock[0], state.adrift[0], state.missile[0]
    hull.status = Status.WRECK
    rock.kind, rock.q, rock.r = Rock.WRECK, hull.q, hull.r
    crew.people, crew.crew, crew.q, crew.r = 1, 1, 3, axial_row(3, SPACE_ROW)
    missile.status, missile.q, missile.r = MissileStatus.DORMANT, 4, axial_row(4, SPACE_ROW)
    end_movement(table)
    assert hull.status == Status.DESTROYED and rock.kind == Rock.NONE
    assert crew.people == 0 and table.pilot(k).status == CrewStatus.DEAD
    assert missile.status == MissileStatus.NONE
    assert [event.a for event in table.events(Event.CREW_BURNT)] == [0]


@pytest.mark.rule("IN-AMB-95")
def test_a_crew_that_drifts_into_the_interface_burns_up():
    table = orbit()
    k = table.put(WINGED)
    crew = table.state.adrift[0]
    crew.people, crew.crew, crew.q, crew.r = 1, 1, 3, axial_row(3, SPACE_ROW)
    crew.heading, crew.velocity = DOWN, 1
    drift_crew(table.state, table.rules, 0)
    assert crew.people == 0 and table.pilot(k).status == CrewStatus.DEAD


@pytest.mark.rule("IN-AMB-95")
@pytest.mark.parametrize(
    ("name", "status"),
    [(WINGED, Status.BROKEN_OFF), (LIFTED, Status.BROKEN_OFF), (BARE, Status.DESTROYED)],
)
@pytest.mark.parametrize("drawn", [False, True])
def test_off_the_lower_edge_a_ship_is_out_or_lost(name, status, drawn):
    table, k = falling(name, row=1, heading=DOWN)
    option = table.rules.option
    option.ground, option.atmosphere = 0, 0
    if drawn:
        gravity.draw(table.state, table.rules, k)
    else:
        enter_hex(table.state, table.rules, k, DOWN)
    assert table.state.craft[k].status == status
    assert len(table.events(Event.BURNT)) == (name == BARE)
    assert table.state.mover == NONE


@pytest.mark.rule("IN-AMB-95")
def test_off_another_edge_it_breaks_off():
    table, k = falling(BARE, row=28, heading=UP)
    enter_hex(table.state, table.rules, k, UP)
    assert table.state.craft[k].status == Status.BROKEN_OFF
