"""Orbital installations: sides, fields of fire, lock-on, no move, no collision at the dock."""

import pytest
from kit.interceptor.damaging import lose_boxes, parts
from kit.interceptor.missiles import fill
from kit.interceptor.moves import begin, collect_hits, legal
from kit.interceptor.scenes import fixed_dice, scene
from kit.interceptor.stations import bastion, put_station, rows_on

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat.arcs import bears, covers, in_rear
from spacecombat_env.rulesets.interceptor.combat.to_hit import number_as_known, number_to_hit
from spacecombat_env.rulesets.interceptor.crew.flight import choose_flier, settle_flier
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.engagement.moments import is_moment
from spacecombat_env.rulesets.interceptor.missiles.fitting import may_load
from spacecombat_env.rulesets.interceptor.missiles.launch_conditions import is_launchable
from spacecombat_env.rulesets.interceptor.missiles.point_defence import is_in_field
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Arc,
    Comp,
    Control,
    Decision,
    Event,
    Load,
    MissileStatus,
    Mount,
    Phase,
    Status,
    Step,
    Target,
    Verb,
    flier_of,
    is_installation,
)
from spacecombat_env.rulesets.interceptor.movement import collisions
from spacecombat_env.rulesets.interceptor.movement.collisions import collide_step, is_meeting
from spacecombat_env.rulesets.interceptor.movement.control import lose_control
from spacecombat_env.rulesets.interceptor.movement.pushing import push_limit
from spacecombat_env.rulesets.interceptor.turn.setup import apply_setup_row
from spacecombat_env.rulesets.interceptor.turn.tailing import is_on_tail

SIDES = range(1, 7)


def manned(at, **more):
    """An installation of Blue, and a LANCEA of Red in a hex; the two slots."""
    table = scene()
    station = put_station(table)
    return table, station, table.put("LANCEA", at=at, **more)


def fields(table, station, k):
    """Sides whose fixed weapons and turrets bear on a ship: every side gets a turret in turn."""
    state, rules = table.state, table.rules
    klass = rules.classes[state.craft[station].klass]
    turret = next(w for w in range(int(klass.weapons)) if klass.weapon[w].turret >= 0)
    fixed, turrets = [], []
    for side in SIDES:
        row = rows_on(table, station, side, turret=False)[0]
        if bears(state, rules, station, row, state.craft[k]):
            fixed.append(side)
        klass.weapon[turret].arc = Arc.SIDE_1 + side - 1
        if bears(state, rules, station, turret, state.craft[k]):
            turrets.append(side)
    return fixed, turrets


# --- what it is ----------------------------------------------------------------------------------


@pytest.mark.rule("IN-OIN-01")
def test_it_is_a_ship_without_engines_that_both_sides_see():
    table, station, k = manned((10, 4))
    craft = table.state.craft[station]
    assert is_installation(craft) and not is_installation(table.state.craft[k])
    klass = table.rules.classes[craft.klass]
    assert klass.installation and klass.engines == klass.power == klass.thrust == 0
    settle_thrust(table.state, table.rules, station)
    assert craft.thrust == 0
    assert not bastion().refusals


@pytest.mark.rule("IN-OIN-02")
def test_weapons_lie_on_sides_numbered_from_the_top_clockwise():
    table, station, _ = manned((10, 4))
    klass = table.rules.classes[table.state.craft[station].klass]
    arcs = [int(klass.weapon[w].arc) for w in range(int(klass.weapons))]
    assert sorted(set(arcs)) == list(range(Arc.SIDE_1, Arc.SIDE_6 + 1))
    for side in SIDES:
        assert len(rows_on(table, station, side, turret=False)) == 2


@pytest.mark.rule("IN-OIN-04")
@pytest.mark.parametrize(
    ("at", "fixed", "turrets"),
    [
        ((10, 15), [1], [1, 2, 6]),  # OR-OIN-1: next to side 1
        ((10, 14), [], [1, 2, 3, 4, 5, 6]),  # OR-OIN-2: in its own hex
        ((13, 16), [2], [1, 2, 3]),  # ORC-OIN-1: three hexes straight out of side 2
    ],
)
def test_fixed_weapons_see_60_degrees_and_turrets_180_and_their_own_hex(at, fixed, turrets):
    table, station, k = manned(at)
    assert fields(table, station, k) == (fixed, turrets)


@pytest.mark.rule("IN-OIN-04", "IN-IDE-28")
@pytest.mark.parametrize(
    ("jam", "bears_on"), [(0, True), (1, True), (2, False), (4, False), (7, False)]
)
def test_a_jammed_turret_looks_through_one_hexside(jam, bears_on):
    table, station, k = manned((10, 18))
    w = rows_on(table, station, 1, turret=True)[0]
    table.state.craft[station].jam[0] = jam
    assert bears(table.state, table.rules, station, w, table.state.craft[k]) == bears_on
    assert covers(table.state, table.rules, station, w, table.state.craft[k])


@pytest.mark.rule("IN-OIN-04", "IN-DEF-09")
def test_an_mdc_g_meets_missiles_through_its_own_side():
    table, station, k = manned((10, 18))
    klass = table.rules.classes[table.state.craft[station].klass]
    missile = table.state.missile[0]
    missile.status, missile.heading = MissileStatus.FLYING, 3  # it has come from the top
    missile.q, missile.r = 10, axial_row(10, 14)
    found = []
    for side in SIDES:
        weapon = klass.weapon[rows_on(table, station, side, turret=False)[0]]
        if is_in_field(table.state, station, weapon, 0):
            found.append(side)
    assert found == [1]


# --- missiles and pods ---------------------------------------------------------------------------


@pytest.mark.rule("IN-OIN-06")
@pytest.mark.parametrize(
    ("at", "sides"), [((10, 22), [1]), ((16, 11), [3]), ((4, 11), [5]), ((16, 17), [])]
)
def test_a_rack_locks_on_in_its_own_field_alone(at, sides):
    table, station, k = manned(at)
    found = []
    for side in SIDES:
        for w in rows_on(table, station, side, turret=False, rack=True):
            fill(table, station, w, Load.SSS)
            args = (table.state, table.rules, station, w, Load.SSS, Target.CRAFT, k)
            if is_launchable(*args):
                found.append(side)
    assert found == sides


@pytest.mark.rule("IN-OIN-05")
def test_it_carries_no_safeguard_pod():
    table, station, k = manned((10, 4))
    state, rules = table.state, table.rules
    for craft in (station, k):
        rules.cards[state.craft[craft].card].allowed = (1 << 16) - 1
    loads = [Load.SAFEGUARD_POD, Load.ECM_POD]
    first = [int(state.craft[craft].first_rack) for craft in (station, k)]
    for craft in (station, k):
        rules.classes[state.craft[craft].klass].mount[0] = Mount.INTERNAL_HEAVY
    may = [
        [may_load(state, rules, c, n, load) for load in loads]
        for c, n in zip((station, k), first, strict=True)
    ]
    assert may == [[False, True], [True, True]]


@pytest.mark.rule("IN-OIN-01", "IN-MSL-11", "IN-AMB-128")
def test_it_has_no_rear_and_no_tail():
    table, station, k = manned((10, 10))
    craft, me = table.state.craft[station], table.state.craft[k]
    w = int(table.rules.classes[me.klass].rack_weapon[0])
    fill(table, k, w, Load.RIS)
    args = (table.state, table.rules, k, w, Load.RIS, Target.CRAFT, station)
    assert not in_rear(craft, me, 120) and not is_launchable(*args)
    assert not is_on_tail(table.state, table.rules, k, station)
    me.r, me.heading, me.facing = axial_row(10, 18), 0, 0
    assert not is_on_tail(table.state, table.rules, station, k)
    craft.installation = 0  # a ship there would be hunted
    me.r = axial_row(10, 10)
    assert in_rear(craft, me, 120)


# --- no move -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-OIN-03")
def test_its_go_is_fire_alone():
    table, station, k = manned((10, 15))
    begin(table, station)
    assert table.state.decision == Decision.MOVE
    assert legal(table) == {Verb.DONE, Verb.FIRE}
    table.state.craft[station].fired = (1 << 30) - 1
    begin(table, station)
    assert table.state.decision == Decision.NOTHING and table.state.craft[station].acted
    assert not table.events(Event.MOVED)


@pytest.mark.rule("IN-OIN-03", "IN-FLT-01")
def test_nobody_flies_it_and_it_never_tumbles():
    table, station, _ = manned((10, 4))
    assert choose_flier(table.state, table.rules, station) == NONE
    settle_flier(table.state, table.rules, station)
    assert flier_of(table.state, table.rules, station) == NONE
    lose_control(table.state, table.rules, station, 3)
    assert table.state.craft[station].control == Control.STEADY
    assert push_limit(table.state, table.rules, station) == 0


@pytest.mark.rule("IN-OIN-02", "IN-OIN-03")
def test_it_is_set_up_at_rest_with_side_1_toward_the_top():
    table, station, _ = manned((10, 4))
    state, option = table.state, table.rules.option
    craft, state.phase = state.craft[station], Phase.SETUP
    craft.status, craft.heading, craft.velocity, craft.facing = Status.WAITING, 4, 5, 4
    option.heading[1], option.facing[1], option.velocity[1] = 3, 3, 5
    option.zone[1][:] = (1, 26, 1, 28)
    state.order[1].craft, state.order[1].column = station, 10
    apply_setup_row(state, table.rules, 1, 14)
    assert (craft.heading, craft.facing, craft.velocity) == (0, 0, 0)
    assert craft.status == Status.ON_MAP and state.step == Step.SETUP


# --- shots at it ---------------------------------------------------------------------------------


@pytest.mark.rule("IN-OIN-01", "IN-DIR-04")
def test_no_pilot_and_no_angle_count_for_it():
    """Range 4: base 6, Gunnery 5; nothing is taken off."""
    table, station, k = manned((10, 10), gunnery=5)
    args = (table.state, table.rules, k, 0, Target.CRAFT, station)
    assert number_to_hit(*args) == 6 + 5
    assert number_as_known(*args) == 6 + 5


@pytest.mark.rule("IN-OIN-04", "IN-AMB-149")
def test_its_fields_say_when_the_other_side_is_in_danger():
    table, station, k = manned((10, 18))
    table.state.craft[station].disclosed = 16  # its class is known
    table.rules.classes[table.state.craft[station].klass].racks = 0
    assert is_moment(table.state, table.rules, 1, k)
    klass = table.rules.classes[table.state.craft[station].klass]
    for w in rows_on(table, station, 1, turret=False) + rows_on(table, station, 1, turret=True):
        klass.weapon[w].arc = Arc.SIDE_4
    for w in rows_on(table, station, 1, turret=False, rack=True):
        klass.weapon[w].arc = Arc.SIDE_4
    assert not is_moment(table.state, table.rules, 1, k)


# --- collisions ----------------------------------------------------------------------------------


@pytest.mark.rule("IN-COL-05", "IN-COL-10", "IN-OIN-01")
def test_a_ram_needs_no_dice_and_its_velocity_alone_counts(monkeypatch):
    """ORC-OIN-2: 245 t at velocity 9 do 735 points."""
    table = scene()
    station = put_station(table)
    k = table.put("FLUTTERING PETAL", at=(10, 14), velocity=9)
    state = table.state
    state.craft[k].ram, state.craft[k].arrived = station, 9
    state.craft[k].shield[:] = state.craft[station].shield[:] = 60
    fixed_dice(monkeypatch, collisions)
    hits = collect_hits(monkeypatch, collisions)
    collide_step(state, table.rules)
    assert [(hit["target"], hit["points"]) for hit in hits] == [(station, 735), (k, 735)]
    told = table.events(Event.COLLIDED)[0]
    assert (told.a, told.c, told.d, told.e) == (735, 0, 0, 1)


@pytest.mark.rule("IN-COL-02", "IN-AMB-26")
def test_in_an_accident_the_ship_is_the_rammer(monkeypatch):
    table = scene()
    station = put_station(table)
    k = table.put("FLUTTERING PETAL", at=(10, 14))
    fixed_dice(monkeypatch, collisions, 4, 4, 9, 9)
    monkeypatch.setattr(collisions, "queue_hit", lambda *_: None)
    collide_step(table.state, table.rules)
    told = table.events(Event.COLLIDED)[0]
    assert (told.actor, told.target) == (k, station)


@pytest.mark.rule("IN-COL-04", "IN-AMB-173")
@pytest.mark.parametrize(
    ("side", "velocity", "meets"), [(1, 0, False), (1, 1, True), (0, 0, True), (0, 3, True)]
)
def test_a_ship_that_docks_does_not_collide(side, velocity, meets):
    table = scene()
    station = put_station(table)
    k = table.put("CHEETAH", side, at=(10, 14), velocity=velocity)
    assert is_meeting(table.state, station, k) == meets
    assert is_meeting(table.state, k, station) == meets


@pytest.mark.rule("IN-COL-04")
def test_ships_that_are_none_collide_at_rest():
    table = scene()
    k, other = (table.put("CHEETAH", at=(10, 14)) for _ in range(2))
    assert is_meeting(table.state, k, other)


@pytest.mark.rule("IN-OIN-01", "IN-DES-06")
def test_it_suffers_damage_as_a_ship():
    table, station, _ = manned((10, 4))
    component = parts(table, station, Comp.SHIP_DESTROYED)[0]
    lose_boxes(table, station, component, 2)
    assert table.state.craft[station].collapse == 2
