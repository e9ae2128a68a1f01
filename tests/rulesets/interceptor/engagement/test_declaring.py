"""Chapter CMB: fire is declared, weapon by weapon."""

import numpy as np
import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.engagement import naming, targets
from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    apply_fire_column,
    apply_fire_row,
    apply_fire_ship,
    apply_fire_target,
    apply_fire_weapons,
    begin_fire,
    can_fire,
    close_volley,
    legal_fire_row,
    legal_fire_ship,
    legal_fire_target,
    legal_fire_weapons,
)
from spacecombat_env.rulesets.interceptor.missiles import lock_on
from spacecombat_env.rulesets.interceptor.missiles.lock_on import apply_launch_kind, apply_lay_speed
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Chance,
    Decision,
    Event,
    Load,
    Rock,
    Status,
    Step,
    Target,
    Verb,
    action_count,
    adrift_action,
    amount_action,
    craft_action,
    enemy_craft_action,
    load_action,
    pair,
    weapon_action,
)


def actions(table, write, side=0):
    """The legal actions of a question."""
    mask = np.zeros(action_count(table.state), dtype=np.int8)
    table.state.seat = side
    write(table.state, table.rules, side, mask)
    assert set(mask) <= {0, 1}
    return {int(action) for action in np.flatnonzero(mask)}


def fight(name="AVENGER", distance=3, **more):
    """A ship of Red that looks at a LANCEA of Blue, which looks back."""
    table = scene()
    k = table.put(name, at=(10, 8), **more)
    target = table.put("LANCEA", side=1, at=(10, 8 + distance), heading=3)
    return table, k, target


def aim(table, k, target):
    """Say the ship and its target."""
    begin_fire(table.state, table.rules, 0, k)
    action = enemy_craft_action(table.state, target)
    assert action in actions(table, legal_fire_target)
    apply_fire_target(table.state, table.rules, 0, action)
    assert table.state.decision == Decision.FIRE_WEAPONS


def say(table, *spoken):
    for action in spoken:
        assert action in actions(table, legal_fire_weapons)
        apply_fire_weapons(table.state, table.rules, 0, action | 0)


def launch(table, w, load):
    """Name a rack and what it launches."""
    say(table, weapon_action(table.state, w))
    apply_launch_kind(table.state, table.rules, 0, load_action(table.state, load))


@pytest.mark.rule("IN-CMB-01")
def test_a_ship_can_fire_while_it_has_a_ready_weapon_and_a_target():
    table, k, target = fight("LANCEA")
    assert can_fire(table.state, table.rules, k)
    table.state.craft[k].fired = 3
    assert not can_fire(table.state, table.rules, k)
    table.state.craft[k].fired = 1
    assert can_fire(table.state, table.rules, k)
    table.state.craft[target].status = Status.DERELICT
    assert can_fire(table.state, table.rules, k)
    for status in (Status.WRECK, Status.DESTROYED, Status.BROKEN_OFF):
        table.state.craft[target].status = status
        assert not can_fire(table.state, table.rules, k)


@pytest.mark.rule("IN-CMB-02")
def test_the_ship_is_requested_where_none_is_named():
    table, k, _ = fight()
    idle = table.put("LANCEA", at=(3, 3), heading=3)
    begin_fire(table.state, table.rules, 0, NONE)
    assert table.state.decision == Decision.FIRE_SHIP
    assert actions(table, legal_fire_ship) == {craft_action(table.state, k)}
    apply_fire_ship(table.state, table.rules, 0, craft_action(table.state, k))
    assert table.state.decision == Decision.FIRE_TARGET and table.state.order[0].craft == k != idle


@pytest.mark.rule("IN-CMB-02", "IN-CMB-07")
def test_targets_are_enemies_in_field():
    table, k, target = fight()
    table.put("LANCEA", side=1, at=(10, 5))  # behind
    near = table.put("LANCEA", side=1, at=(10, 10))
    table.put("CHEETAH", at=(10, 12))  # a friend
    begin_fire(table.state, table.rules, 0, k)
    expected = {enemy_craft_action(table.state, c) for c in (target, near)}
    assert actions(table, legal_fire_target) == expected


@pytest.mark.rule("IN-ABN-11")
def test_a_crew_adrift_is_a_target():
    table, k, _ = fight()
    crew = len(table.state.adrift) // 2
    it = table.state.adrift[crew]
    it.people, it.q, it.r = 1, 10, axial_row(10, 9)
    begin_fire(table.state, table.rules, 0, k)
    action = adrift_action(table.state, 0, crew)
    assert action in actions(table, legal_fire_target)
    apply_fire_target(table.state, table.rules, 0, action)
    order = table.state.order[0]
    assert (order.target_kind, order.target) == (Target.ADRIFT, crew)


@pytest.mark.rule("IN-CMB-03", "IN-DIR-19")
def test_weapons_are_named_one_by_one_those_of_a_group_together():
    table, k, target = fight()
    table.state.last_moment, table.state.mover = 1, target
    aim(table, k, target)
    assert Verb.DONE not in actions(table, legal_fire_weapons)  # nothing named
    say(table, weapon_action(table.state, 1))
    assert table.state.order[0].weapons == 3
    assert weapon_action(table.state, 0) not in actions(table, legal_fire_weapons)
    say(table, weapon_action(table.state, 4), Verb.DONE)
    volley = table.state.exchange.volley[0]
    assert (volley.weapons, volley.firer, volley.target) == (3 | 48, k, target)
    assert (volley.distance, volley.q, volley.r) == (3, 10, axial_row(10, 11))
    assert (
        table.state.craft[k].fired
        == 3 | 48
        == table.state.craft[k].disclosed_weapons
        == table.state.craft[k].weapons_used
    )
    assert table.state.step == Step.DECLARED and table.state.decision == Decision.NOTHING
    event = table.events(Event.FIRE)[0]
    assert (event.actor, event.target, event.a, event.d, event.e) == (k, target, 51, 3, 0)
    assert (event.b, event.f) == (target, 1), "whose move it was, and that it was over"


@pytest.mark.rule("IN-CMB-03")
def test_all_names_every_gun_that_bears():
    table, k, target = fight(distance=8)  # MDC 8 and EPC 14: the first reaches 6
    aim(table, k, target)
    say(table, Verb.ALL)
    named = table.state.exchange.volley[0].weapons
    assert named == sum(1 << w for w in range(6) if w not in (0, 1))


@pytest.mark.rule("IN-CMB-01")
def test_a_weapon_that_has_fired_is_not_named_again():
    table, k, target = fight()
    aim(table, k, target)
    say(table, weapon_action(table.state, 2), Verb.DONE)
    table.state.exchange.volleys = 0
    aim(table, k, target)
    offered = actions(table, legal_fire_weapons)
    assert weapon_action(table.state, 0) in offered
    assert not offered & {weapon_action(table.state, w) for w in (2, 3)}


@pytest.mark.rule("IN-DIR-09")
def test_who_fires_has_engaged_the_target():
    table = scene()
    k = table.put("FLUTTERING PETAL", at=(10, 8))
    target = table.put("LANCEA", side=1, at=(10, 11))
    aim(table, k, target)
    say(table, weapon_action(table.state, 5), Verb.DONE)
    crew = table.state.crew[int(table.state.craft[k].first_crew) :][:2]
    assert [int(member.engaged) for member in crew] == [0, 1]


@pytest.mark.rule("IN-DIR-17")
def test_a_gun_pod_has_a_shot_less():
    table, k, target = fight("PILUM", pod=Load.LASER_POD)
    aim(table, k, target)
    say(table, weapon_action(table.state, 4), Verb.DONE)
    assert table.state.rack[table.state.craft[k].first_rack].shots == 5


def racks_launch(monkeypatch, *loads):
    """Racks may launch these loads at anything; return the locks that were tried."""
    tried = []

    def try_lock(state, rules, seat, w, load):
        tried.append((int(w), int(load)))
        state.craft[state.order[seat].craft].fired |= 1 << int(w)
        if load == Load.DAP:
            state.order[seat].locks |= 1 << int(w)
        return load == Load.DAP

    def fits(state, rules, k, w, load, kind, target):
        rack = state.rack[state.craft[k].first_rack]
        fired = int(state.craft[k].fired) >> int(w) & 1
        return not fired and load in loads and rack.load[load] > 0

    monkeypatch.setattr(lock_on, "try_lock", try_lock)
    monkeypatch.setattr(naming, "is_launchable", fits)
    monkeypatch.setattr(
        targets,
        "any_launchable",
        lambda state, rules, k, w, kind, target: any(
            fits(state, rules, k, w, load, kind, target) for load in loads
        ),
    )
    return tried


@pytest.mark.rule("IN-CMB-03", "IN-MSL-05")
def test_all_tries_a_missile_of_each_rack_and_a_rack_named_needs_which(monkeypatch):
    table, k, target = fight("PILUM", load={Load.SSS: 1, Load.DAP: 1})
    tried = racks_launch(monkeypatch, Load.SSS, Load.DAP)
    aim(table, k, target)
    say(table, weapon_action(table.state, 4))
    assert table.state.decision == Decision.LAUNCH_KIND
    assert table.state.order[0].rack == table.state.craft[k].first_rack
    say(table, Verb.ALL)
    assert tried == [(4, Load.DAP)]
    assert table.events(Event.FIRE)[0].a & 16


@pytest.mark.rule("IN-MSL-05", "IN-MSL-13")
def test_all_is_not_offered_where_it_would_name_nothing(monkeypatch):
    """Only TGMs are left: they are launched by name, and `all` would ask the same again."""
    table, k, target = fight("PILUM", load={Load.TGM_1: 1})
    racks_launch(monkeypatch, Load.TGM_1)
    table.state.craft[k].out = 15  # the guns
    aim(table, k, target)
    offered = actions(table, legal_fire_weapons)
    assert offered == {weapon_action(table.state, 4)}


@pytest.mark.rule("IN-MSL-10")
def test_a_cluster_is_fired_like_a_gun_and_gone(monkeypatch):
    table, k, target = fight("PILUM", load={Load.DFM: 2})
    assert not racks_launch(monkeypatch, Load.DFM)
    aim(table, k, target)
    say(table, Verb.ALL)
    assert table.state.exchange.volley[0].weapons & 16
    assert table.state.rack[table.state.craft[k].first_rack].load[Load.DFM] == 1


@pytest.mark.rule("IN-AMB-143", "IN-MSL-05")
@pytest.mark.parametrize(("die", "locks"), [(1, True), (10, False)])
def test_guns_are_named_before_a_lock_is_known_and_need_not_be(monkeypatch, die, locks):
    """The rack alone, then done: no die before, and after a failed lock no gun has fired."""
    table, k, target = fight("PILUM", load={Load.DAP: 1})
    rolled = fixed_dice(monkeypatch, lock_on, die)
    aim(table, k, target)
    launch(table, 4, Load.DAP)
    assert table.state.decision == Decision.FIRE_WEAPONS and rolled == []
    offered = actions(table, legal_fire_weapons)
    assert {Verb.DONE, Verb.ALL, weapon_action(table.state, 0)} <= offered
    assert weapon_action(table.state, 4) not in offered
    say(table, Verb.DONE)
    assert rolled == [(Chance.LOCK, pair(k, target))]
    assert table.state.craft[k].fired == locks << 4
    assert table.state.exchange.volleys == locks
    if not locks:
        assert table.state.step == Step.OPPORTUNITY and not table.events(Event.FIRE)


@pytest.mark.rule("IN-AMB-143", "IN-CMB-03")
def test_a_failed_lock_leaves_the_guns_that_were_named_with_it(monkeypatch):
    table, k, target = fight("PILUM", load={Load.DAP: 1})
    fixed_dice(monkeypatch, lock_on, 10)
    aim(table, k, target)
    launch(table, 4, Load.DAP)
    say(table, weapon_action(table.state, 0), Verb.DONE)
    assert table.state.exchange.volley[0].weapons == table.events(Event.FIRE)[0].a == 1
    assert table.state.rack[table.state.craft[k].first_rack].load[Load.DAP] == 1


@pytest.mark.rule("IN-MSL-13")
def test_who_has_laid_a_missile_need_not_fire():
    table, k, target = fight("PILUM", load={Load.TGM_1: 1})
    aim(table, k, target)
    assert Verb.DONE not in actions(table, legal_fire_weapons)
    launch(table, 4, Load.TGM_1)
    apply_lay_speed(table.state, table.rules, 0, 0)
    assert Verb.DONE in actions(table, legal_fire_weapons)
    say(table, Verb.DONE)
    assert table.state.craft[k].fired == 1 << 4 and not table.events(Event.FIRE)


@pytest.mark.rule("IN-MSL-05")
def test_when_every_lock_has_failed_there_is_no_volley(monkeypatch):
    table, k, target = fight("PILUM", load={Load.SSS: 1})
    racks_launch(monkeypatch, Load.SSS)
    table.state.craft[k].fired = 15
    aim(table, k, target)
    assert actions(table, legal_fire_weapons) == {weapon_action(table.state, 4), Verb.ALL}
    say(table, Verb.ALL)
    assert table.state.exchange.volleys == 0 and table.state.step == Step.OPPORTUNITY
    assert not table.events(Event.FIRE)


@pytest.mark.rule("IN-MSL-05")
def test_done_stands_alone_when_nothing_is_left_to_name(monkeypatch):
    table, k, target = fight("PILUM", load={Load.SSS: 1})
    racks_launch(monkeypatch, Load.SSS)
    table.state.craft[k].fired = 15
    aim(table, k, target)
    table.state.craft[k].fired = 31  # its one lock has failed
    assert actions(table, legal_fire_weapons) == {Verb.DONE}


@pytest.mark.rule("IN-CMB-04")
def test_a_return_taken_back_is_waived():
    table, k, target = fight()
    aim(table, k, target)
    say(table, Verb.ALL)
    begin_fire(table.state, table.rules, 1, target)
    close_volley(table.state, table.rules, 1)
    assert table.state.exchange.volleys == 1 and table.state.exchange.volley[0].answered
    assert table.state.step == Step.DECLARED


@pytest.mark.rule("IN-AST-04")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_asteroid_is_named_by_column_and_place_in_its_own_move(seat):
    table = scene()
    at, heading = ((10, 8), 0) if seat == 0 else ((10, 21), 3)
    k = table.put("AVENGER", side=seat, at=at, heading=heading)
    sign = 1 if seat == 0 else -1
    for n, (column, steps) in enumerate([(10, 5), (10, 4), (11, 3)]):
        rock = table.state.rock[n]
        rock.kind, rock.hits = Rock.ASTEROID, 200
        rock.q, rock.r = column, axial_row(column, at[1] + sign * steps)
    assert not can_fire(table.state, table.rules, k)
    table.state.mover = k
    assert can_fire(table.state, table.rules, k)
    table.state.seat = seat
    begin_fire(table.state, table.rules, seat, k)
    assert actions(table, legal_fire_target, seat) == {Verb.ROCK}
    apply_fire_target(table.state, table.rules, seat, Verb.ROCK | 0)
    order = table.state.order[seat]
    assert table.state.decision == Decision.FIRE_COLUMN
    assert (order.low, order.high) == ((10, 11) if seat == 0 else (16, 17))
    apply_fire_column(table.state, table.rules, seat, 10 if seat == 0 else 17)
    assert order.column == 10 and table.state.decision == Decision.FIRE_ROW
    # the second rock hides the first
    assert actions(table, legal_fire_row, seat) == {amount_action(table.state, 1)}
    apply_fire_row(table.state, table.rules, seat, amount_action(table.state, 1))
    assert (order.target_kind, order.target) == (Target.ROCK, 1)


@pytest.mark.rule("IN-AST-04", "IN-AST-08")
def test_of_two_asteroids_in_one_hex_each_has_its_place():
    table = scene()
    k = table.put("AVENGER", at=(10, 8))
    for n in range(2):
        rock = table.state.rock[n]
        rock.kind, rock.hits, rock.q, rock.r = Rock.ASTEROID, 200, 10, axial_row(10, 12)
    table.state.mover = k
    begin_fire(table.state, table.rules, 0, k)
    apply_fire_column(table.state, table.rules, 0, 10)
    told = []
    for nth in (1, 2):
        action = amount_action(table.state, nth)
        assert action in actions(table, legal_fire_row, 0)
        apply_fire_row(table.state, table.rules, 0, action)
        told.append(int(table.state.order[0].target))
    assert told == [0, 1]
