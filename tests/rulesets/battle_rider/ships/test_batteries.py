"""Chapters BAT and SOC: several batteries, hexsides, socket extenders."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import Battle, Table, battle, facing, position, ship, side

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision, Phase, Sensor, class_row
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import craft_modifier
from spacecombat_env.rulesets.battle_rider.ships.batteries import (
    battery_count,
    entry_sides,
    hexside_batteries,
    sides_towards,
)

BAT = {"multiple_batteries": True}
BOTH = {**BAT, "socket_extenders": True}
SPINAL, TURRET = 0, 3
BLUE = 8
N, NE, SE, S, SW, NW = range(6)


def big(name="Big", size=-3, **values):
    """A ship of size -3: three batteries of four lasers."""
    return ship(name, **({"size_mod": size, "turret": "L(x4)20:1", "fire_control": 9} | values))


def fired(game):
    """Beams of each volley so far."""
    return [int(event.a) for event in game.events("FIRE") if event.actor != NONE]


def fire(game, target=BLUE, hexside=None):
    """All weapons of the first ship at a target; whether that was possible."""
    if not game.can_say("FIRE"):
        return False
    before = game.save()
    game.say("FIRE")
    if game.decision == Decision.FIRE_TARGET and game.can_say(("enemy_craft", target)):
        game.say(("enemy_craft", target))
    if game.decision == Decision.FIRE_TARGET or game.state.order[0].target_craft != target:
        game.restore(before)
        return False
    game.answer(FIRE_SUBJECT=("craft", 0), FIRE_SENSOR="PASSIVE")
    if hexside is not None:
        game.answer(FIRE_HEXSIDE=("direction", hexside))
    game.answer(WEAPONS="ALL")
    return True


def ring(places, options=BAT, shooter=None, **foe):
    """The big ship in 1010, at rest, and a ship in each of some hexes around it."""
    foes = [ship(f"Foe {n}", armor=9, **foe) for n in range(len(places))]
    red = side([shooter or big()], [{"ships": ["Big"], "hex": "1010"}])
    blue = side(
        foes,
        [{"ships": [f"Foe {n}"], "hex": list(at)} for n, at in enumerate(places)],
        tactics=7,
    )
    for seed in range(1, 60):
        game = Battle(position(red, blue), seed=seed, options=options)
        if game.state.initiative == 0:
            game.only_marker("NO_EFFECT").always(3).to_round(0)
            return game
    raise AssertionError("no such seed")


# -- how many ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-BAT-01", "BR-AMB-70")
def test_a_ship_has_as_many_batteries_as_its_size():
    game = Table("duel", begin=False, options=BAT)
    klass = game.rules.classes[1]
    counts = {}
    for size in range(2, -6, -1):
        klass.size_mod = size
        counts[size] = battery_count(game.rules, klass)
    assert counts == {2: 1, 1: 1, 0: 1, -1: 1, -2: 2, -3: 3, -4: 4, -5: 5}
    plain = Table("duel", begin=False)
    assert battery_count(plain.rules, klass) == 1


@pytest.mark.rule("BR-BAT-01", "BR-BAT-03")
def test_all_batteries_may_fire_in_a_turn():
    game = battle([big()], [ship("Foe")], 3, options=BAT)
    assert beams_left(game.state, game.rules, 0, TURRET) == 12
    voroshilef = game.rules.classes[class_row("Voroshilef")]
    assert battery_count(game.rules, voroshilef) * voroshilef.weapon[TURRET].number == 80


# -- hexsides ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-BAT-02")
def test_one_battery_through_a_hexside():
    game = battle([big()], [ship("Foe", armor=9)], 3, options=BAT).always(3)
    assert fire(game)
    assert fired(game) == [4]
    assert not game.can_say("FIRE")
    assert beams_left(game.state, game.rules, 0, TURRET) == 8


@pytest.mark.rule("BR-BAT-02")
def test_other_hexsides_have_batteries_of_their_own():
    game = ring([(10, 13), (10, 7), (13, 10), (10, 14)])
    assert fire(game, BLUE)  # N
    assert not fire(game, BLUE + 3)  # N too
    assert fire(game, BLUE + 1)  # S
    assert fire(game, BLUE + 2)
    assert fired(game) == [4, 4, 4]
    assert beams_left(game.state, game.rules, 0, TURRET) == 0


@pytest.mark.rule("BR-BAT-02")
def test_a_battery_may_be_split_over_hexsides():
    game = ring([(10, 13), (10, 7)])
    for target, number in ((BLUE, 3), (BLUE + 1, 4), (BLUE, 1)):
        game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", target), FIRE_SUBJECT=("craft", 0))
        game.answer(FIRE_SENSOR="PASSIVE").say("TURRET")
        left = game.state.order[0].high
        assert left == (1 if (target, number) == (BLUE, 1) else 4)
        game.answer(WEAPON_NUMBER=number).answer(WEAPONS="OPEN_FIRE")
    assert fired(game) == [3, 4, 1]


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
def test_through_a_corner_the_firer_chooses_the_hexside():
    q, r = DIRECTION_Q[N] + DIRECTION_Q[NE], DIRECTION_R[N] + DIRECTION_R[NE]
    assert sides_towards(q, r) == 1 << N | 1 << NE
    game = ring([(10, 13), (10, 7)])
    force = game.state.tf[12]
    force.q, force.r = game.state.tf[0].q + q, game.state.tf[0].r + r
    game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", BLUE), FIRE_SUBJECT=("craft", 0))
    game.answer(FIRE_SENSOR="PASSIVE")
    assert game.decision == Decision.FIRE_HEXSIDE
    assert game.legal() == {game.action(("direction", N)), game.action(("direction", NE))}
    game.say(("direction", NE)).say("ALL")
    assert game.state.battery_fire[0, NE].tolist() == [0, 0, 4]
    assert fire(game, BLUE)  # the lock holds, and the other hexside is charged unasked
    assert game.state.battery_fire[0, N].tolist() == [0, 0, 4]
    assert not fire(game, BLUE)


@pytest.mark.rule("BR-AMB-70")
def test_in_the_same_hex_a_target_force_has_one_hexside():
    game = ring([(10, 10), (10, 10), (10, 13)])
    game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", BLUE), FIRE_SUBJECT=("craft", 0))
    game.answer(FIRE_SENSOR="PASSIVE")
    assert len(game.legal()) == 6
    game.say(("direction", S)).say("ALL")
    assert not fire(game, BLUE)
    assert fire(game, BLUE + 1, hexside=SE)
    assert fire(game, BLUE + 2)
    assert fired(game) == [4, 4, 4]


@pytest.mark.rule("BR-BAT-02")
def test_a_standing_order_fires_through_the_emptier_hexside():
    game = battle([big()], [ship("Foe", armor=9)], options=BAT, delegate=("gunnery",)).always(3)
    game.say("FIRE")
    game.answer(FIRE_TARGET=("enemy_craft", BLUE), FIRE_SUBJECT="ALL")
    assert fired(game) == [4]


# -- the Missile Attack Phase --------------------------------------------------------------------


def defended(*vectors, options=BAT, before=(), **values):
    """Blue's spreads attack the big ship, each with a vector; the locks are won."""
    foe = ship("Foe", missile_directors=60, ready_missiles=90, fire_control=9)
    game = battle([big(**values)], [foe], options=options).always(3)
    for deed in before:
        deed(game)
    slots = [game.launch(BLUE, 20, slot=12 + n) for n in range(len(vectors))]
    game.attack(*slots)
    for slot, (q, r) in zip(slots, vectors, strict=True):
        game.state.spread[slot].vq, game.state.spread[slot].vr = q, r
    assert game.decision == Decision.DEFENSE_MENU
    while game.can_say("LOCK"):
        game.say("LOCK")
        if game.decision == Decision.DEFENSE_SPREAD:
            game.apply(min(game.legal()))
        game.answer(DEFENSE_SENSOR="PASSIVE")
    return game


def shoot(game, slot, number):
    """One shot of this many lasers at a missile of a spread; the greatest number possible."""
    game.say("SHOOT").answer(SHOT_SPREAD=("enemy_spread", slot)).answer(SHOT_WEAPON="TURRET")
    most = int(game.state.order[0].high)
    game.answer(SHOT_NUMBER=number, SHOT_SHIP="OPEN_FIRE")
    return most


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
def test_one_battery_at_missiles_that_enter_by_one_hexside():
    game = defended((0, -3), (0, 3), (0, -2))
    assert shoot(game, 12, 3) == 4
    assert shoot(game, 14, 1) == 1  # enters by the same hexside
    assert beams_left(game.state, game.rules, 0, TURRET) == 8
    assert shoot(game, 13, 1) == 4  # the only other spread is not asked for
    assert game.state.order[0].target_spread == 13


@pytest.mark.rule("BR-AMB-70")
def test_missiles_enter_from_where_they_came():
    game = defended((0, -3))
    spread = game.state.spread[12]
    for direction in range(6):
        spread.vq, spread.vr = 3 * DIRECTION_Q[direction], 3 * DIRECTION_R[direction]
        assert entry_sides(spread) == 1 << (direction + 3) % 6
    spread.vq = spread.vr = 0
    assert entry_sides(spread) == 1 << N


@pytest.mark.rule("BR-BAT-02")
def test_missiles_that_enter_through_a_corner_meet_two_batteries():
    q, r = DIRECTION_Q[N] + DIRECTION_Q[NE], DIRECTION_R[N] + DIRECTION_R[NE]
    game = defended((-int(q), -int(r)))
    assert shoot(game, 12, 5) == 8
    assert sorted(game.state.battery_fire[0, :, 2].tolist()) == [0, 0, 0, 0, 2, 3]


@pytest.mark.rule("BR-BAT-03")
def test_what_has_fired_in_operations_is_missing_against_missiles():
    game = defended((0, -3), (0, 3), before=[lambda game: fire(game, hexside=N)])
    assert game.state.phase == Phase.MISSILE_ATTACK
    assert game.state.craft[0].fired_before[TURRET] == 4
    assert beams_left(game.state, game.rules, 0, TURRET) == 8
    assert shoot(game, 12, 4) == 4
    assert beams_left(game.state, game.rules, 0, TURRET) == 4
    assert shoot(game, 13, 3) == 4
    assert beams_left(game.state, game.rules, 0, TURRET) == 1


@pytest.mark.rule("BR-BAT-03")
def test_a_single_battery_fires_once_in_a_turn():
    for size, left in ((0, 0), (-1, 0), (-2, 4)):
        game = battle([big(size=size)], [ship("Foe", armor=9)], 3, options=BAT).always(3)
        fire(game)
        game.state.craft[0].fired_before[:] = game.state.craft[0].fired
        game.state.craft[0].fired[:] = 0
        game.state.phase = Phase.MISSILE_ATTACK
        assert beams_left(game.state, game.rules, 0, TURRET) == left


@pytest.mark.rule("BR-BAT-04")
def test_all_dampers_work():
    for options, most in ((BAT, 6), ({}, 2)):
        game = defended((0, -3), options=options, dampers=2, tech_level=15)
        game.say("END_DEFENSE")
        assert game.decision == Decision.DAMPER_MENU
        game.say(("craft", 0)).answer(DAMPER_SPREAD=("enemy_spread", 12))
        assert game.state.order[0].high == most


@pytest.mark.rule("BR-BAT-01", "BR-AMB-70")
def test_sandcasters_of_one_battery_for_each_entry_hexside():
    game = defended((0, -3), (0, 3), (0, -2), sandcasters=2)
    game.say("END_DEFENSE")
    requested = []
    while game.decision == Decision.MISSILE_SAND_NUMBER:
        order = game.state.order[0]
        requested.append((int(order.target_spread), int(order.high)))
        game.say(int(order.high) if order.level == 0 else 0)
    assert [(spread, high) for spread, high in requested if high] == [(12, 2), (13, 2)]


@pytest.mark.rule("BR-BAT-01", "BR-AMB-70")
def test_sandcasters_of_one_battery_against_the_fire_through_a_hexside():
    foe = big("Foe", sandcasters=2, armor=0)
    game = battle([big(), big("Big 2")], [foe], 3, options=BAT).always(3)
    most = []
    game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", BLUE), FIRE_SUBJECT="ALL")
    for _ in range(40):
        if game.decision == Decision.SAND_NUMBER:
            most.append(int(game.state.order[1].high))
            game.say(most[-1])
            continue
        if game.decision not in (Decision.FIRE_SENSOR, Decision.WEAPONS):
            break
        game.answer(FIRE_SENSOR="PASSIVE").answer(WEAPONS="ALL")
    assert most == [2]
    assert game.state.battery_sand[0, S] == 2


# -- spinal mounts -------------------------------------------------------------------------------


@pytest.mark.rule("BR-BAT-05")
def test_spinal_mounts_are_in_no_battery():
    game = battle([big(spinal="M20:5")], [ship("Foe", armor=9)], 3, options=BAT).always(3)
    assert beams_left(game.state, game.rules, 0, SPINAL) == 1
    assert fire(game)
    assert game.state.craft[0].fired.tolist() == [1, 0, 0, 4]
    assert game.state.battery_fire[0].sum() == 4
    game.state.phase = Phase.MISSILE_ATTACK
    game.state.craft[0].fired[:] = 0
    assert beams_left(game.state, game.rules, 0, SPINAL) == 0  # BR-FIR-03, as without batteries


@pytest.mark.rule("BR-BAT-05")
def test_a_spinal_mount_fires_where_the_batteries_are_spent():
    game = battle([big(spinal="M20:5")], [ship("Foe", armor=9)], 3, options=BAT).always(3)
    game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", BLUE), FIRE_SUBJECT=("craft", 0))
    game.answer(FIRE_SENSOR="PASSIVE")
    game.say("TURRET").answer(WEAPON_NUMBER=4).say("OPEN_FIRE")
    assert game.can_say("FIRE")
    assert fire(game)
    assert fired(game)[-1] == 1


def test_without_the_switch_a_large_ship_fires_its_battery_in_each_phase():
    game = battle([big()], [ship("Foe", armor=9)], 3).always(3)
    assert beams_left(game.state, game.rules, 0, TURRET) == 4
    fire(game)
    assert beams_left(game.state, game.rules, 0, TURRET) == 0
    assert not game.state.battery_fire.any() and game.state.battery_side == NONE


# -- socket extenders ----------------------------------------------------------------------------


@pytest.mark.rule("BR-SOC-01")
def test_socket_extenders_let_two_batteries_through_a_hexside():
    for options, shots in ((BOTH, 8), (BAT, 4)):
        shooter = big(socket_extenders=True)
        game = battle([shooter], [ship("Foe", armor=9)], 3, options=options).always(3)
        assert fire(game)
        assert fired(game) == [shots]
    klass = Table("duel", begin=False, options=BOTH).rules.classes[class_row("Aurora LC")]
    rules = Table("duel", begin=False, options=BOTH).rules
    assert (klass.size_mod, hexside_batteries(rules, klass)) == (-2, 2)


@pytest.mark.rule("BR-SOC-01")
def test_a_single_battery_is_not_doubled():
    game = battle([big(size=-1, socket_extenders=True)], [ship("Foe", armor=9)], 3, options=BOTH)
    fire(game.always(3))
    assert fired(game) == [4]


@pytest.mark.rule("BR-SOC-02", "BR-AMB-71")
def test_active_sensors_find_socket_extenders_as_one_size_larger():
    """Source p.19: -2 becomes -3."""
    for options, active in (({"socket_extenders": True}, -3), ({}, -2)):
        game = Table("duel", begin=False, options=options)
        klass = game.rules.classes[class_row("Maggart LC")]
        assert klass.size_mod == -2 and klass.socket_extenders
        craft = game.state.craft[0].copy()
        craft.klass = class_row("Maggart LC")
        level = int(klass.tech_level)
        masked = int(klass.masked)
        assert craft_modifier(game.rules, craft, Sensor.ACTIVE, level) == active + masked
        assert craft_modifier(game.rules, craft, Sensor.PASSIVE, level) == -2 + masked


# -- capacity ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship_of", "actions"),
    [
        (big(size=-5, turret="L(x40)20:1"), "200 weapons in 5 batteries, 73 too many"),
        (
            big(size=-2, turret="L(x30)20:1", socket_extenders=True),
            "60 beams at one target, 12 too many",
        ),
    ],
)
def test_more_than_can_be_counted_is_refused(ship_of, actions):
    source = facing([ship_of], [ship("Foe")], 3)
    with pytest.raises(CapacityError, match=actions):
        Table(source, begin=False, options=BOTH)
    Table(source, begin=False)
