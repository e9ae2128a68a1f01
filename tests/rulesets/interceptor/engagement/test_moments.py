"""Chapter CMB: the moments of a move in which the other side has a decision, by what both sides know."""

import numpy as np
import pytest
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene
from kit.interceptor.seat_view import CLOSE
from kit.interceptor.stations import put_station

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat.arcs import OUT
from spacecombat_env.rulesets.interceptor.engagement import opportunity
from spacecombat_env.rulesets.interceptor.engagement.moments import is_moment
from spacecombat_env.rulesets.interceptor.engagement.opportunity import (
    apply_opportunity,
    begin_watch,
    opportunity_step,
    shot_value,
)
from spacecombat_env.rulesets.interceptor.model import (
    Control,
    CrewStatus,
    Decision,
    Disclosed,
    Load,
    Rock,
    Status,
    Step,
    Verb,
)
from spacecombat_env.rulesets.interceptor.movement.moving import end_move_step
from spacecombat_env.rulesets.interceptor.movement.stepping import begin_move, enter_hex
from spacecombat_env.rulesets.interceptor.sequence import begin_craft_turn
from spacecombat_env.rulesets.interceptor.visibility.intelligence import disclose
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state

PATH = [(10, row) for row in range(22, 2, -1)]
"""A mover flies down a column, through the field of a ship that looks up it."""
ALL_OUT = (1 << 16) - 1


def watched(told=0):
    """A LANCEA of Blue about to pass a CHEETAH of Red, of which Blue has been told so much."""
    table = scene()
    red = table.put("CHEETAH", at=(10, 4), heading=0, velocity=2, load={Load.SSS: 2})
    blue = table.put("LANCEA", side=1, at=PATH[0], heading=3, velocity=8)
    if told:
        disclose(table.state, table.rules, red, told)
    table.state.mover = blue
    begin_watch(table.state)
    return table, red, blue


def fly(table, blue):
    """Fly the path, Red passes; return the moments of the path, and at which it could choose."""
    state, hops, choices = table.state, [], []
    for hop, (column, row) in enumerate(PATH):
        state.craft[blue].q, state.craft[blue].r = column, axial_row(column, row)
        state.back, state.step = Step.MOVE | 0, Step.OPPORTUNITY | 0
        if is_moment(state, table.rules, 0, blue):
            hops.append(hop)
        opportunity_step(state, table.rules)
        if state.decision == Decision.OPPORTUNITY:
            choices.append(hop)
            apply_opportunity(state, table.rules, 0, Verb.PASS | 0)
            opportunity_step(state, table.rules)
        assert state.step == Step.MOVE and state.moment == 0
    return hops, choices


def lose_guns(table, red):
    table.state.craft[red].out = ALL_OUT


def lose_loads(table, red):
    table.state.rack[table.state.craft[red].first_rack].load[:] = 0


def other_loads(table, red):
    rack = table.state.rack[table.state.craft[red].first_rack]
    rack.load[:] = 0
    rack.load[Load.RIS] = 1


def lose_skill(table, red):
    pilot = table.pilot(red)
    pilot.gunnery, pilot.fam_gunnery = 0, -3


def lose_wits(table, red):
    table.pilot(red).status = CrewStatus.UNCONSCIOUS


def tire(table, red):
    table.pilot(red).overload, table.pilot(red).engaged = 5, 255


def keep_guard(table, red):
    table.state.craft[red].guard = 1


def jam_turrets(table, red):
    table.state.craft[red].jam[:] = OUT


def break_inside(table, red):
    table.state.craft[red].disabled = (1 << 40) - 1


def fire_unseen(table, red):
    table.state.craft[red].fired = ALL_OUT & ~int(table.state.craft[red].disclosed_weapons)


SECRETS = (
    *(lose_guns, lose_loads, other_loads, lose_skill, lose_wits, tire, keep_guard, jam_turrets),
    *(break_inside, fire_unseen),
)
KNOWN = {
    "nothing": 0,
    "weapons": int(Disclosed.WEAPONS),
    "class": int(Disclosed.CLASS | Disclosed.KINDS),
}


@pytest.mark.rule("IN-AMB-149", "IN-CMB-01")
@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("change", SECRETS)
def test_no_secret_of_the_side_to_act_affects_whether_it_acts(change, known):
    plain, _, blue = watched(KNOWN[known])
    hops, choices = fly(plain, blue)
    assert choices and set(choices) < set(hops)
    other, red, blue = watched(KNOWN[known])
    change(other, red)
    assert fly(other, blue)[0] == hops


@pytest.mark.rule("IN-AMB-149")
@pytest.mark.parametrize("change", [lose_guns, lose_wits, break_inside])
def test_who_has_no_shot_may_but_pass(change):
    table, red, blue = watched()
    change(table, red)
    hops, choices = fly(table, blue)
    assert hops and not choices


@pytest.mark.rule("IN-AMB-149", "IN-LOS-02")
def test_the_moments_are_fewer_the_more_is_known():
    """A ship of which nothing is known may bear anything; a CHEETAH's sheet looks ahead alone.

    Its lasers reach 10 hexes; what a rack of a ship that is not known may hold flies 30.
    """
    requested = {}
    for name, told in KNOWN.items():
        table, red, blue = watched(told)
        table.state.craft[red].facing = 3  # away from the path
        requested[name] = set(fly(table, blue)[0])
    assert requested["class"] < requested["weapons"] <= requested["nothing"]


@pytest.mark.rule("IN-AMB-149", "IN-CMB-01", "IN-CMB-03")
def test_weapons_that_both_know_to_have_fired_count_no_more():
    table, red, blue = watched(KNOWN["class"] | KNOWN["weapons"])
    assert fly(table, blue)[0]
    table.state.craft[red].fired = ALL_OUT
    assert fly(table, blue)[0] == []


@pytest.mark.rule("IN-AMB-149", "IN-LOS-02")
@pytest.mark.parametrize("change", [None, *SECRETS])
def test_the_mover_is_shown_the_same_whether_the_other_side_could_choose(change):
    """The record as the mover has it when it goes on, after each moment that was passed."""
    records = []
    for alter in (None, change):
        table, red, blue = watched()
        if alter:
            alter(table, red)
        fly(table, blue)
        visible = table.states.copy()
        visible[0].seat = 1
        redact_state(visible[0], 1)
        for name in ("log", "delivered", "chance"):
            visible[0][name] = np.zeros((), visible.dtype[name])
        records.append(visible.tobytes())
    assert records[0] == records[1]


@pytest.mark.rule("IN-AMB-149", "IN-CMB-01")
@pytest.mark.parametrize(("place", "seed"), [(CLOSE, 1), ("pair", 2), ("asteroid_field", 2)])
def test_every_shot_there_is_falls_into_such_a_moment(monkeypatch, place, seed):
    found = []

    def watched_moment(state, rules, seat, mover):
        requested = is_moment(state, rules, seat, mover)
        value = shot_value(state, rules, seat, mover)
        assert requested or value == 0, "a ship with a shot is left out"
        found.append((requested, value > 0))
        return requested

    monkeypatch.setattr(opportunity, "is_moment", watched_moment)
    Play(place, seed=seed, delegate=("terrain", "setup", "loads")).play_at_random(seed, 150)
    assert found


@pytest.mark.rule("IN-MSL-02", "IN-MSL-09", "IN-MSL-11", "IN-MSL-12")
@pytest.mark.parametrize(
    ("heading", "distance", "expected"),
    [
        (0, 1, {Load.DAP}),
        (0, 3, {Load.DAP, Load.RIS, Load.SSS}),
        (0, 10, {Load.RIS, Load.SSS}),
        (0, 30, {Load.SSS}),
        (0, 31, set()),
        (3, 3, set()),
    ],
)
def test_a_ship_might_launch_at_what_is_ahead(heading, distance, expected):
    """Brackets of range: DAP 0-3, RIS 3-10 from behind, SSS 3-30."""
    assert opportunities_of(heading, distance) == expected


@pytest.mark.rule("IN-MSL-11")
def test_a_ship_might_not_launch_an_ris_at_one_that_faces_it():
    assert opportunities_of(0, 3, facing=3) == {Load.DAP, Load.SSS}


@pytest.mark.rule("IN-SOC-11", "IN-CMB-02", "IN-OIN-06")
def test_a_ship_out_of_control_might_not_launch_nor_one_at_a_derelict():
    assert opportunities_of(0, 20) == {Load.SSS}
    assert opportunities_of(0, 20, control=Control.OUT) == set()
    assert opportunities_of(0, 20, target=Status.DERELICT) == set()


@pytest.mark.rule("IN-LOS-01")
def test_a_ship_might_not_launch_at_one_behind_a_rock():
    assert opportunities_of(0, 20, rock=True) == set()


@pytest.mark.rule("IN-MSL-02")
def test_each_kind_counts_once_a_turn_for_who_moves_and_who_is_met():
    """Red has Blue ahead from 11 hexes and from 10, Blue has Red ahead from both."""
    table, red, blue = approach(0, 12, facing=3)
    for _ in range(2):
        enter_hex(table.state, table.rules, red, 0)
    for k in (red, blue):
        assert list(table.state.craft[k].opportunities[[Load.SSS, Load.DAP]]) == [1, 0]
    begin_craft_turn(table.state.craft[red])
    enter_hex(table.state, table.rules, red, 0)
    assert list(table.state.craft["opportunities"][[red, blue], Load.SSS]) == [2, 1]


@pytest.mark.rule("IN-MSL-02", "IN-AMB-153")
def test_nothing_counts_before_a_ship_is_in_its_first_hex():
    """Else an enemy would learn whether a crew left before the move or in it."""
    table, red, _ = approach(0, 12, facing=3)
    begin_move(table.state, table.rules, red)
    opportunity_step(table.state, table.rules)
    assert not table.state.craft["opportunities"].any()
    enter_hex(table.state, table.rules, red, 0)
    assert table.state.craft[red].opportunities[Load.SSS] == 1


@pytest.mark.rule("IN-OIN-06")
def test_an_installation_might_launch_where_a_rack_is_known_to_look():
    """BASTION has hardpoints on sides 1, 3 and 5. Side 1 looks ahead and side 4 back."""
    assert station_opportunities(Disclosed.CLASS, at=(10, 25)) == {Load.SSS}
    assert station_opportunities(0, at=(10, 25)) == set()
    assert station_opportunities(Disclosed.CLASS, at=(10, 4)) == set()


def station_opportunities(disclosed, at):
    """Let a ship move before or behind a station; return what that might have launched."""
    table = scene(rows=40)
    station = put_station(table, side=0, at=(10, 10))
    ship = table.put("LANCEA", side=1, at=at)
    table.state.craft[station].disclosed = disclosed
    end_move(table, ship)
    assert not table.state.craft[ship].opportunities.any()
    return kinds_of(table.state.craft[station])


def kinds_of(craft):
    """Return the kinds that a craft might have launched."""
    return {load for load in Load if load < Load.DECOY and craft.opportunities[load]}


def approach(heading, distance, facing=0):
    """Return a table on which Red has moved, with another ship down its column."""
    table = scene(rows=40)
    red = table.put("CHEETAH", at=(10, 4), heading=heading)
    blue = table.put("LANCEA", side=1, at=(10, 4 + distance), heading=facing)
    table.state.mover = red
    return table, red, blue


def opportunities_of(
    heading, distance, control=Control.STEADY, target=Status.ON_MAP, facing=0, rock=False
):
    """Let a ship move; return what it might have launched at another down its column."""
    table, red, blue = approach(heading, distance, facing)
    state = table.state
    state.craft[red].control, state.craft[blue].status = control, target
    if rock:
        state.rock[0].kind, state.rock[0].q, state.rock[0].r = Rock.ASTEROID, 10, axial_row(10, 8)
    end_move(table, red)
    return kinds_of(state.craft[red])


def end_move(table, k):
    """Let a ship end its move."""
    table.state.mover, table.state.last_moment = k, 1
    end_move_step(table.state, table.rules)
