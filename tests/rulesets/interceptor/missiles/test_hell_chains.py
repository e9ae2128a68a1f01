"""Blasts of HELLs: chains, slices, and what they keep secret."""

import pytest
from kit.interceptor.damaging import lose_plant
from kit.interceptor.hells import blasts, facing_off, flicker, in_flight, lay, rack_row, settle
from kit.interceptor.missiles import fill, fly, rack, send
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.damage.blasts.hell import destroy_missile
from spacecombat_env.rulesets.interceptor.damage.explosions import explode
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Blast,
    CrewStatus,
    Decision,
    Event,
    Facing,
    Load,
    MissileStatus,
    Status,
    Step,
)
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state

F, RF, _, _, _, LF = Facing


# --- chains --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-MSL-22")
def test_missiles_and_crews_within_two_hexes_are_gone():
    table = scene()
    table.put("LANCEA", at=(1, 1)), table.put("LANCEA", side=1, at=(20, 20))
    state = table.state
    for n, away in enumerate((0, 2, 3)):
        lay(table, 0, Load.TGM_1, (10, 10 + away), MissileStatus.DORMANT)
        adrift = state.adrift[n]
        adrift.people, adrift.crew, adrift.q, adrift.r = 1, 1 << n, 10, axial_row(10, 10 + away)
        state.crew[n].status = CrewStatus.AWAKE
    destroy_missile(state, table.rules, lay(table, 1, Load.HELL, (10, 10)))
    assert [int(state.missile[n].status != 0) for n in range(3)] == [0, 0, 1]
    assert [int(state.adrift[n].people) for n in range(3)] == [1, 1, 1]
    settle(table)
    assert [int(state.adrift[n].people) for n in range(3)] == [0, 0, 1]
    assert [int(state.crew[n].status == CrewStatus.DEAD) for n in range(3)] == [1, 1, 0]


@pytest.mark.rule("IN-MSL-22")
def test_a_hell_in_reach_goes_off_too_and_so_on():
    """ORC-HEL-4: three HELLs, each two hexes from the last; one at three hexes stays."""
    table = scene()
    table.put("LANCEA", at=(1, 1))
    rows = (10, 12, 14, 17)
    slots = [lay(table, 0, Load.HELL, (10, row)) for row in rows]
    destroy_missile(table.state, table.rules, slots[0])
    assert len(table.events(Event.DETONATED)) == 3
    assert [int(table.state.missile[n].status) for n in slots] == [0, 0, 0, MissileStatus.FLYING]
    assert [int(table.state.blast[n].r) for n in range(3)] == [axial_row(10, r) for r in rows[:3]]


@pytest.mark.rule("IN-MSL-22", "IN-AMB-170")
def test_one_that_has_reached_its_target_hits_it_all_the_same():
    table = scene()
    table.put("LANCEA", at=(1, 1))
    there = lay(table, 0, Load.SSS, (10, 10), MissileStatus.ARRIVED)
    behind = lay(table, 0, Load.SSS, (10, 10), MissileStatus.FLYING)
    destroy_missile(table.state, table.rules, lay(table, 0, Load.HELL, (10, 10)))
    assert table.state.missile[there].status == MissileStatus.ARRIVED
    assert table.state.missile[behind].status == MissileStatus.NONE


@pytest.mark.rule("IN-DES-05", "IN-MSL-22")
def test_hells_aboard_an_exploding_ship_and_in_flight_beside_it_go_off():
    table, k, e = facing_off(9, count=2)
    near = table.put("PEGASUS", side=1, at=(10, 6))
    flicker(table, near, 0)
    other = lay(table, 0, Load.HELL, (10, 5))
    explode(table.state, table.rules, k, Blast.PLANT)
    kinds = [int(table.state.blast[n].kind) for n in range(int(table.state.blasts))]
    assert kinds == [Blast.PLANT, Blast.HELL] and table.state.blast[1].strength == 2
    assert rack(table, k, rack_row(table, k)).load[Load.HELL] == 0
    settle(table)
    # two at 2 hexes, then one at 1 hex
    found = blasts(table, near)
    assert sum(found.values()) == 2 * 100 + 200
    assert [int(event.b) for event in table.events(Event.DETONATED)] == [2, 1]
    assert table.state.missile[other].status == MissileStatus.NONE


# --- slices --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-MSL-20", "IN-DES-02")
def test_in_a_stack_of_twelve_no_hit_is_lost():
    """Twelve ships take three hits each: more than one exchange holds."""
    table = scene("large")
    ships = [table.put("CHEETAH", at=(10, 10)) for _ in range(12)]
    far = table.put("CHEETAH", side=1, at=(10, 12), heading=3)
    for k in (*ships, far):
        flicker(table, k, 0)
    destroy_missile(table.state, table.rules, lay(table, 1, Load.HELL, (10, 10), heading=3))
    before = [int(table.state.craft[k].armour[F]) for k in ships]
    assert settle(table) == [30, 9]
    for k, armour in zip(ships, before, strict=True):
        assert blasts(table, k) == {F: 200, RF: 100, LF: 100}
        assert int(table.state.craft[k].armour[F]) == max(armour - 200, 0)
    assert blasts(table, far) == {F: 50, RF: 25, LF: 25}
    assert table.state.blasts == 0 and table.state.blast[0].next == 0


@pytest.mark.rule("IN-DES-01", "IN-MSL-22")
def test_a_ship_killed_in_the_first_slice_explodes_after_the_blast():
    table = scene("large")
    ships = [table.put("CHEETAH", at=(10, 10)) for _ in range(12)]
    lose_plant(table, ships[0])
    destroy_missile(table.state, table.rules, lay(table, 1, Load.HELL, (10, 10)))
    settle(table)
    assert table.state.craft[ships[0]].status == Status.DESTROYED
    assert all(len(blasts(table, k)) == 3 for k in ships[1:])


@pytest.mark.rule("IN-DEF-03", "IN-MSL-22")
def test_a_blast_waits_until_all_missiles_have_flown():
    table, k, e, n = in_flight(9)
    second = send(table, k, Load.SSS, e)
    table.state.missile[n].status = MissileStatus.FLYING
    table.state.missile[n].r = axial_row(10, 9)
    destroy_missile(table.state, table.rules, n)
    fly(table)
    assert table.state.step == Step.RESOLVE and table.state.decision == Decision.NOTHING
    assert table.state.missile[second].status == MissileStatus.ARRIVED
    assert table.state.blasts == 1


# --- secrecy -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CRW-07", "IN-DEF-04")
def test_a_blast_that_waits_hides_who_launched_and_a_hell_in_flight_hides_nothing():
    """A seat knows neither who launched it nor what is left in the enemy's racks."""
    table, k, e, n = in_flight(9)
    enemy = send(table, e, Load.HELL, k)
    other = send(table, e, Load.SSS, k)
    destroy_missile(table.state, table.rules, n)
    seen = []
    for crewman, load in ((int(table.state.craft[e].first_crew), 0), (NONE, 2)):
        table.state.blast[0].crewman = crewman
        fill(table, e, rack_row(table, e), Load.HELL, load)
        copy = table.states.copy()
        redact_state(copy[0], 0)
        seen.append(copy.tobytes())
    assert seen[0] == seen[1]
    assert copy[0].missile[enemy].kind == Load.HELL and copy[0].missile[other].kind == NONE
    assert copy[0].blast[0].kind == Blast.HELL and copy[0].blast[0].crewman == NONE
