"""Chapter MSL: the flight, hex by hex; clusters."""

import pytest
from kit.interceptor.missiles import disarm, fill, fly, send
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat import to_hit
from spacecombat_env.rulesets.interceptor.combat.to_hit import number_to_hit
from spacecombat_env.rulesets.interceptor.damage.hits import clear_exchange
from spacecombat_env.rulesets.interceptor.engagement.exchange import (
    after_exchange_step,
    resolve_step,
)
from spacecombat_env.rulesets.interceptor.missiles import obstacles
from spacecombat_env.rulesets.interceptor.missiles.dead_fire import cluster_number
from spacecombat_env.rulesets.interceptor.missiles.flight import next_in_flight
from spacecombat_env.rulesets.interceptor.model import (
    Chance,
    Event,
    Facing,
    Load,
    MissileStatus,
    Rock,
    Source,
    Status,
    Step,
    Target,
)


def duel(at=(10, 5), target_at=(10, 9), heading=0):
    """A LANCEA of Red and a CHEETAH of Blue that have fired all they have."""
    table = scene()
    k = table.put("LANCEA", at=at)
    target = table.put("CHEETAH", side=1, at=target_at, heading=heading, velocity=3)
    disarm(table, k)
    disarm(table, target)
    table.state.exchange.volley[0].firer, table.state.exchange.volleys = k, 1
    return table, k, target


def put_rock(table, column, row, kind=Rock.ASTEROID, n=0):
    rock = table.state.rock[n]
    rock.kind, rock.q, rock.r, rock.hits = kind, column, axial_row(column, row), 200
    return rock


def trail(table, n):
    return [(int(e.c), int(e.d)) for e in table.events(Event.FLEW) if e.a == n]


@pytest.mark.rule("IN-MSL-01", "IN-MSL-06")
def test_it_flies_hex_by_hex_and_arrives():
    table, k, target = duel()
    n = send(table, k, Load.SSS, target)
    fly(table)
    assert trail(table, n) == [(10, axial_row(10, row)) for row in (6, 7, 8, 9)]
    assert table.state.missile[n].status == MissileStatus.ARRIVED
    assert table.state.missile[n].heading == 0
    assert table.state.step == Step.RESOLVE
    assert [int(event.target) for event in table.events(Event.ARRIVED)] == [target]


@pytest.mark.rule("IN-MSL-06")
@pytest.mark.parametrize("target_at", [(14, 9), (6, 6), (10, 1), (13, 4), (7, 12)])
def test_the_way_is_a_shortest_one(target_at):
    table, k, target = duel(target_at=target_at)
    n = send(table, k, Load.SSS, target)
    fly(table)
    craft, it = table.state.craft[k], table.state.craft[target]
    dq, dr = int(it.q) - int(craft.q), int(it.r) - int(craft.r)
    assert len(trail(table, n)) == max(abs(dq), abs(dr), abs(dq + dr))
    assert trail(table, n)[-1] == (it.q, it.r)


@pytest.mark.rule("IN-MSL-06", "IN-AMB-29")
@pytest.mark.parametrize(
    ("target_at", "facing"), [((10, 9), Facing.A), ((10, 1), Facing.F), ((14, 7), Facing.LA)]
)
def test_it_strikes_the_facing_toward_its_last_hex(target_at, facing):
    table, k, target = duel(target_at=target_at)
    table.state.craft[target].shield[:] = 0
    send(table, k, Load.RIS, target)
    fly(table)
    resolve_step(table.state, table.rules)
    hit = table.state.exchange.hit[0]
    assert (hit.target, hit.source, hit.facing) == (target, Source.MISSILE, facing)
    assert hit.points == table.rules.missile[Load.RIS].points == 30
    assert table.state.missile[0].status == MissileStatus.ARRIVED


@pytest.mark.rule("IN-MSL-08")
@pytest.mark.parametrize(("load", "points"), [(Load.DAP, 30), (Load.SSS, 20), (Load.TGM_1, 15)])
def test_its_template_is_applied_and_it_is_gone(load, points):
    table, k, target = duel()
    table.state.craft[target].shield[:] = 0
    send(table, k, load, target)
    fly(table)
    resolve_step(table.state, table.rules)
    hit = table.state.exchange.hit[0]
    shape = table.rules.template[hit.template]
    assert hit.points == points == shape.points
    table.state.back = Step.MOVE
    after_exchange_step(table.state, table.rules)
    assert table.state.missile[0].status == MissileStatus.NONE


@pytest.mark.rule("IN-MSL-07")
@pytest.mark.parametrize(("die", "passes"), [(4, True), (5, False)])
def test_an_obstacle_is_a_roll_at_velocity_10(monkeypatch, die, passes):
    table, k, target = duel()
    rock = put_rock(table, 10, 7)  # straight ahead there is no other shortest way
    assert table.rules.asteroid[10] == 4  # Intelligence 8, V 10
    n = send(table, k, Load.SSS, target)
    requested = fixed_dice(monkeypatch, obstacles, die)
    fly(table)
    assert requested == [(Chance.OBSTACLE, n)]
    gone = MissileStatus.ARRIVED if passes else MissileStatus.NONE
    assert table.state.missile[n].status == gone
    assert rock.hits == (200 if passes else 180)
    event = table.events(Event.OBSTACLE)[0]
    assert (event.c, event.d) == (die, not passes)


@pytest.mark.rule("IN-MSL-07")
def test_a_wreck_and_the_targets_own_hex_are_obstacles_too(monkeypatch):
    for row, kind in ((7, Rock.WRECK), (9, Rock.ASTEROID)):
        table, k, target = duel()
        put_rock(table, 10, row, kind)
        send(table, k, Load.SSS, target)
        fixed_dice(monkeypatch, obstacles, 10)
        fly(table)
        assert table.state.missile[0].status == MissileStatus.NONE


@pytest.mark.rule("IN-MSL-06", "IN-MSL-07", "IN-AMB-163")
def test_of_two_shortest_ways_the_free_one(monkeypatch):
    for blocked in range(2):
        table, k, target = duel(at=(10, 5), target_at=(12, 8))
        put_rock(table, *((10, 6), (11, 6))[blocked])
        n = send(table, k, Load.SSS, target)
        requested = fixed_dice(monkeypatch, obstacles, 10, 10)  # it would not get past
        fly(table)
        assert not requested and trail(table, n)[-1:] == [(12, axial_row(12, 8))]
        assert len(trail(table, n)) == 4


@pytest.mark.rule("IN-MSL-06", "IN-MSL-07")
def test_of_two_hexes_beside_the_target_the_free_one(monkeypatch):
    """Each is in line with the target's hex along one axis of the map."""
    for blocked in range(2):
        table, k, target = duel(at=(10, 5), target_at=(11, 7))
        craft, it = table.state.craft[k], table.state.craft[target]
        assert (it.q - craft.q, it.r - craft.r) == (1, 1)
        rock = put_rock(table, 10, 6)
        rock.q, rock.r = ((craft.q, it.r), (it.q, craft.r))[blocked]
        n = send(table, k, Load.SSS, target)
        requested = fixed_dice(monkeypatch, obstacles)
        fly(table)
        assert not requested and trail(table, n)[-1] == (it.q, it.r)
        assert (rock.q, rock.r) not in trail(table, n)


@pytest.mark.rule("IN-MSL-06")
def test_the_attackers_missiles_fly_first():
    table, k, target = duel()
    returned = send(table, target, Load.SSS, k)
    first = send(table, k, Load.SSS, target)
    fly(table)
    assert [int(event.a) for event in table.events(Event.ARRIVED)] == [first, returned]
    assert returned >= table.capacity.missiles > first


@pytest.mark.rule("IN-DEF-02")
def test_who_hunts_a_hunter_flies_before_it_the_last_slot_too():
    table, k, target = duel()
    hunted = [send(table, target, Load.SSS, k) for _ in range(table.capacity.missiles - 1)]
    hunter = send(table, k, Load.DAP, hunted[0], missile=True)
    assert next_in_flight(table.state) == hunter
    last = send(table, target, Load.DAP, hunter, missile=True)
    assert last == len(table.state.missile) - 1 and next_in_flight(table.state) == last


@pytest.mark.rule("IN-MSL-01")
def test_a_missile_whose_target_has_gone_is_lost():
    table, k, target = duel()
    n = send(table, k, Load.SSS, target)
    table.state.craft[target].status = Status.BROKEN_OFF
    fly(table)
    assert table.state.missile[n].status == MissileStatus.NONE and trail(table, n) == []
    assert table.state.step == Step.RESOLVE


@pytest.mark.rule("IN-MSL-06")
@pytest.mark.parametrize(("at", "target_at"), [((1, 1), (5, 1)), ((5, 1), (1, 1))])
def test_along_the_edge_it_stays_on_the_map(at, target_at):
    table, k, target = duel(at=at, target_at=target_at)
    n = send(table, k, Load.SSS, target)
    fly(table)
    rows = [r + (q + 1) // 2 for q, r in trail(table, n)]
    assert min(rows) == 1 and table.state.missile[n].status == MissileStatus.ARRIVED


# --- clusters ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-MSL-10")
def test_a_cluster_is_direct_fire_with_4_in_the_firers_favour():
    table, k, target = duel()
    fill(table, k, 2, Load.DFM)
    table.pilot(k).overload = 2
    table.state.craft[target].ecm = 1
    state, rules = table.state, table.rules
    gun = number_to_hit(state, rules, k, 0, Target.CRAFT, target)
    assert cluster_number(state, rules, k, 2, Target.CRAFT, target) == gun + 4
    table.pilot(k).overload = 0
    assert cluster_number(state, rules, k, 2, Target.CRAFT, target) == gun + 2 + 4
    rules.option.dfm_penalty = 1
    assert cluster_number(state, rules, k, 2, Target.CRAFT, target) == gun + 2 - 4


@pytest.mark.rule("IN-MSL-10")
def test_a_cluster_that_hits_does_12_points(monkeypatch):
    table, k, target = duel()
    fill(table, k, 2, Load.DFM)
    clear_exchange(table.state)
    volley = table.state.exchange.volley[0]
    table.state.craft[target].shield[:] = 0
    volley.firer, volley.target, volley.weapons, volley.distance = k, target, 1 << 2, 4
    volley.facing = Facing.A
    table.state.exchange.volleys = 1
    requested = fixed_dice(monkeypatch, to_hit, 2)
    fly(table)
    resolve_step(table.state, table.rules)
    hit = table.state.exchange.hit[0]
    assert len(requested) == 1 and (hit.points, hit.source) == (12, Source.FIRE)
    assert table.rules.template[hit.template].points == 12
    assert table.events(Event.LAUNCH) == []  # nothing that could be met in flight
