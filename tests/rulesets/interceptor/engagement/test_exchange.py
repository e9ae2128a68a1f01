"""Chapter CMB: declared, returned, resolved."""

import pytest
from kit.interceptor.firing import fight, fire, offered, queued
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat import shields, to_hit
from spacecombat_env.rulesets.interceptor.combat.arcs import share_hex
from spacecombat_env.rulesets.interceptor.engagement import shooting
from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    apply_return,
    close_volley,
    legal_return,
)
from spacecombat_env.rulesets.interceptor.engagement.exchange import (
    after_exchange_step,
    declared_step,
    resolve_step,
)
from spacecombat_env.rulesets.interceptor.model import (
    MAX_WEAPONS,
    NONE,
    Chance,
    Comp,
    CrewStatus,
    Decision,
    Event,
    Facing,
    Load,
    Phase,
    Rock,
    Step,
    Target,
    Template,
    Verb,
    enemy_craft_action,
    weapon_names,
)


@pytest.mark.rule("IN-CMB-04")
def test_the_target_may_return_fire_once_before_any_die():
    table, k, target = fight()
    state = table.state
    fire(table, k, target, 3)
    declared_step(state, table.rules)
    assert (state.decision, state.seat, state.order[1].craft) == (Decision.RETURN, 1, target)
    assert offered(table, legal_return) == {Verb.PASS, enemy_craft_action(state, k)}
    assert state.log_count == 1  # FIRE, and no die
    apply_return(state, table.rules, 1, enemy_craft_action(state, k))
    assert state.decision == Decision.FIRE_WEAPONS
    state.order[1].weapons = 3
    close_volley(state, table.rules, 1)
    declared_step(state, table.rules)
    assert state.step == Step.FLIGHT and state.decision == Decision.NOTHING
    assert [int(v.firer) for v in state.exchange.volley] == [k, target]
    assert [int(e.e) for e in table.events(Event.FIRE)] == [0, 1]


@pytest.mark.rule("IN-CMB-04")
def test_it_may_return_fire_at_any_unit_in_its_field():
    table, k, target = fight()
    other = table.put("CHEETAH", at=(10, 7))
    fire(table, k, target, 3)
    declared_step(table.state, table.rules)
    expected = {Verb.PASS} | {enemy_craft_action(table.state, c) for c in (k, other)}
    assert offered(table, legal_return) == expected


@pytest.mark.rule("IN-CMB-04")
def test_who_passes_undergoes_the_attack_and_who_cannot_does_not_decide():
    table, k, target = fight()
    fire(table, k, target, 3)
    declared_step(table.state, table.rules)
    apply_return(table.state, table.rules, 1, Verb.PASS | 0)
    assert table.state.step == Step.DECLARED
    declared_step(table.state, table.rules)
    assert table.state.step == Step.FLIGHT
    table, k, target = fight()
    table.state.craft[target].fired = 3
    fire(table, k, target, 3)
    declared_step(table.state, table.rules)
    assert table.state.step == Step.FLIGHT and table.state.decision == Decision.NOTHING


@pytest.mark.rule("IN-CMB-04", "IN-CMB-05")
def test_both_volleys_are_shot_on_the_state_before_and_queued_together(monkeypatch):
    table, k, target = fight()
    fire(table, k, target, 3)
    fire(table, target, k, 1)
    before = table.state.craft.copy(), table.state.rows.copy()
    requested = fixed_dice(monkeypatch, to_hit, 1, 10, 1)
    resolve_step(table.state, table.rules)
    assert table.state.step == Step.APPLY and len(requested) == 3
    assert queued(table) == [
        (target, Facing.F, 3, Template.LASER, k, 0),
        (k, Facing.F, 3, Template.LASER, target, 0),
    ]
    assert (table.state.rows == before[1]).all()
    assert table.state.craft.tobytes() == before[0].tobytes()


@pytest.mark.rule("IN-CMB-02")
def test_a_target_is_struck_at_the_range_and_on_the_facing_of_the_moment(monkeypatch):
    table, k, target = fight(distance=6)
    table.state.craft[target].facing = 1
    fire(table, k, target, 1)
    fixed_dice(monkeypatch, to_hit, 1)
    resolve_step(table.state, table.rules)
    assert queued(table) == [(target, Facing.RA, 2, Template.LASER, k, 0)]
    assert table.events(Event.SHOT)[0].f == Facing.RA


@pytest.mark.rule("IN-DEF-15")
def test_what_the_shield_holds_is_not_queued(monkeypatch):
    table, k, target = fight()
    table.state.craft[target].shield[Facing.F] = 50
    fire(table, k, target, 3)
    fixed_dice(monkeypatch, to_hit, 1, 1)
    fixed_dice(monkeypatch, shields, 7, 6)
    resolve_step(table.state, table.rules)
    assert [hit[-1] for hit in queued(table)] == [1]
    assert table.state.last.held == 1


@pytest.mark.rule("IN-DIR-19", "IN-AMB-12")
def test_a_tot_group_rolls_once_to_hit_and_its_weapons_each_for_the_shield(monkeypatch):
    table, k, target = fight("AVENGER")
    table.state.craft[target].shield[Facing.F] = 50
    fire(table, k, target, 0b111100)
    dice = fixed_dice(monkeypatch, to_hit, 1, 10)
    walls = fixed_dice(monkeypatch, shields, 1, 7)
    resolve_step(table.state, table.rules)
    assert len(dice) == 2 and len(walls) == 2
    assert [hit[-1] for hit in queued(table)] == [2]


def with_lepcs(table, k, *rows):
    """Weapon rows of a ship are LEPC 14."""
    klass = table.rules.classes[table.state.craft[k].klass]
    for row in rows:
        klass.weapon[row].table = weapon_names().index("LEPC 14")


@pytest.mark.rule("IN-DIR-15", "IN-AMB-77")
def test_a_lepc_rolls_again_for_its_epc_part_after_the_laser_has_hit(monkeypatch):
    for dice, shots, points in (((10,), 1, []), ((1, 10), 2, [3]), ((1, 1), 2, [3, 7])):
        table, k, target = fight()
        with_lepcs(table, k, 0)
        fire(table, k, target, 1)
        requested = fixed_dice(monkeypatch, to_hit, *dice)
        resolve_step(table.state, table.rules)
        assert len(requested) == shots and [hit[2] for hit in queued(table)] == points
        assert [kind for kind, _ in requested] == [Chance.TO_HIT, Chance.EPC_PART][:shots]


@pytest.mark.rule("IN-DIR-15", "IN-AMB-77")
def test_each_part_of_a_lepc_must_pass_the_shield(monkeypatch):
    table, k, target = fight()
    with_lepcs(table, k, 0)
    table.state.craft[target].shield[Facing.F] = 50
    fire(table, k, target, 1)
    fixed_dice(monkeypatch, to_hit, 1, 1)
    fixed_dice(monkeypatch, shields, 7, 6)
    resolve_step(table.state, table.rules)
    assert [hit[2] for hit in queued(table)] == [7]


@pytest.mark.rule("IN-DIR-16")
def test_lepcs_under_tot_roll_twice_as_if_they_were_one(monkeypatch):
    table, k, target = fight("AVENGER")
    with_lepcs(table, k, 2, 3)
    fire(table, k, target, 12)
    requested = fixed_dice(monkeypatch, to_hit, 1, 1)
    resolve_step(table.state, table.rules)
    assert len(requested) == 2 and [hit[2] for hit in queued(table)] == [3, 7, 3, 7]


@pytest.mark.rule("IN-LOS-11", "IN-AMB-70")
def test_a_miss_is_rolled_again_for_the_others_of_the_hex(monkeypatch):
    table, k, target = fight()
    other = table.put("PILUM", side=1, at=(10, 11), heading=0)
    friend = table.put("LANCEA", at=(10, 11))
    for craft in (other, friend):
        table.state.craft[craft].shield[:] = 0
    assert share_hex(table.state.craft[other], table.state.craft[target])
    fire(table, k, target, 1)
    requested = fixed_dice(monkeypatch, to_hit, 10, 10, 1)
    resolve_step(table.state, table.rules)
    assert [kind for kind, _ in requested] == [Chance.TO_HIT, Chance.DANGER, Chance.DANGER]
    assert [hit[:2] for hit in queued(table)] == [(friend, Facing.A)]
    assert [int(e.target) for e in table.events(Event.DANGER)] == [other, friend]
    assert [int(e.f) for e in table.events(Event.SHOT)] == [Facing.F, Facing.A, Facing.A]


@pytest.mark.rule("IN-IDE-19")
def test_fire_that_does_not_leave_the_own_shield_is_lost(monkeypatch):
    table, k, target = fight()
    klass, craft = table.rules.classes[table.state.craft[k].klass], table.state.craft[k]
    craft.disabled = 1 << int(klass.system[Comp.SYNCHRONIZER])
    craft.shield[Facing.F] = 50
    fire(table, k, target, 3)
    fixed_dice(monkeypatch, to_hit, 1, 1)
    requested = fixed_dice(monkeypatch, shields, 7, 6)
    resolve_step(table.state, table.rules)
    assert [kind for kind, _ in requested] == [Chance.OWN_SHIELD] * 2
    assert [hit[-1] for hit in queued(table)] == [1]


@pytest.mark.rule("IN-MSL-10")
def test_a_cluster_rolls_its_own_number_and_has_its_own_template(monkeypatch):
    table, k, target = fight()
    row = 2
    monkeypatch.setattr(shooting, "cluster_number", lambda *args: 4)
    fire(table, k, target, 1 << row)
    fixed_dice(monkeypatch, to_hit, 4)
    resolve_step(table.state, table.rules)
    kind = table.rules.missile[Load.DFM]
    assert queued(table) == [(target, Facing.F, int(kind.points), int(kind.template), k, row)]


@pytest.mark.rule("IN-AST-04")
def test_an_asteroid_takes_the_damage_at_the_range_and_is_gone_at_200(monkeypatch):
    table, k, _ = fight()
    rock = table.state.rock[0]
    rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, 10, axial_row(10, 9), 6
    for left in (2, 0):
        fire(table, k, 0, 1, Target.ROCK)
        fixed_dice(monkeypatch, to_hit, 1)
        resolve_step(table.state, table.rules)
        assert rock.hits == left and not queued(table)
        after_exchange_step(table.state, table.rules)
    assert rock.kind == Rock.NONE


@pytest.mark.rule("IN-DIR-03")
@pytest.mark.parametrize("row", [0, MAX_WEAPONS - 1])
def test_of_a_group_that_hits_each_weapon_does_from_the_first_row_to_the_last(monkeypatch, row):
    table, k, _ = fight()
    rock = table.state.rock[0]
    rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, 10, axial_row(10, 9), 6
    fire(table, k, 0, 1, Target.ROCK)
    requested = []
    monkeypatch.setattr(shooting, "points_at_rock", lambda *args: requested.append(args[3]) or 4)
    shooting.land_group(table.state, table.rules, 0, 1 << row, 0, NONE, 4)
    assert (requested, rock.hits) == ([row], 2)


@pytest.mark.rule("IN-ABN-11")
@pytest.mark.parametrize("is_of_a_ship", [True, False])
def test_a_hit_kills_one_man_adrift(monkeypatch, is_of_a_ship):
    table, k, _ = fight()
    state = table.state
    crew, first = len(state.adrift) // 2, len(state.crew) // 2
    it, out = state.adrift[crew], state.craft[-1].out
    it.people, it.crew, it.q, it.r = 2, 0b110, 10, axial_row(10, 9)
    for place in (1, 2):
        member = state.crew[first + place]
        member.status, member.weapons = CrewStatus.GONE, 1
        if not is_of_a_ship:  # the prize of a scenario has none
            member.craft = NONE
    fire(table, k, crew, 3, Target.ADRIFT)
    fixed_dice(monkeypatch, to_hit, 1, 10)
    resolve_step(state, table.rules)
    assert (it.people, it.crew) == (1, 0b100)
    assert state.crew[first + 1].status == CrewStatus.DEAD
    assert state.crew[first + 2].status == CrewStatus.GONE
    assert state.craft[-1].out == out


# --- and after -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-AMB-76")
@pytest.mark.parametrize(
    ("phase", "moves", "step"),
    [
        (Phase.MOVEMENT, True, Step.OPPORTUNITY),
        (Phase.RANDOM, True, Step.OPPORTUNITY),
        (Phase.MOVEMENT, False, Step.LAST_SHOTS),
        (Phase.END, True, Step.LAST_SHOTS),
    ],
)
def test_after_an_exchange_the_moment_goes_on_or_the_phase(phase, moves, step):
    table, k, target = fight()
    state = table.state
    fire(table, k, target, 3)
    state.phase, state.back, state.moment = phase, Step.LAST_SHOTS, 3
    state.mover = k if moves else NONE
    for order in state.order:
        order.ahead = 4
    after_exchange_step(state, table.rules)
    assert state.step == step and state.exchange.volleys == 0 and state.moment == 0
    assert [int(order.ahead) for order in state.order] == [0, 0]


@pytest.mark.rule("IN-LOS-11", "IN-MSL-10", "IN-AMB-70")
def test_a_stray_cluster_keeps_the_number_of_targets_engaged(monkeypatch):
    table, k, target = fight()
    table.put("LANCEA", side=1, at=(20, 20))
    table.put("LANCEA", at=(9, 3))
    friend = table.put("LANCEA", at=(10, 11), heading=3)
    fire(table, k, target, 1 << 2)
    fixed_dice(monkeypatch, to_hit, 10, 10)
    resolve_step(table.state, table.rules)
    aimed, stray = table.events(Event.SHOT)
    assert (stray.target, int(stray.c)) == (friend, int(aimed.c))


@pytest.mark.rule("IN-AST-04", "IN-DIR-15")
def test_an_asteroid_takes_both_parts_of_a_lepc(monkeypatch):
    table, k, _ = fight()
    with_lepcs(table, k, 0)
    rock = table.state.rock[0]
    rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, 10, axial_row(10, 9), 200
    fire(table, k, 0, 1, Target.ROCK)
    fixed_dice(monkeypatch, to_hit, 1, 1)
    resolve_step(table.state, table.rules)
    assert rock.hits == 200 - 4 - 14
