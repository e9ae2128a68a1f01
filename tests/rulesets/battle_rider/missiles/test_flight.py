"""Chapter MIS, first half: launching, detecting, controlling and moving missiles."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    Ask,
    Damage,
    Phase,
    Purpose,
    Result,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

N, NE, SE, S, SW, NW = range(6)


def carrier(name="Carrier", directors=40, ready=200, **values):
    """A missile ship; Voroshilef's directors and missiles."""
    return ship(name, missile_directors=directors, ready_missiles=ready, **values)


def vector(spread):
    """A spread's vector."""
    return int(spread.vq), int(spread.vr)


def place(piece):
    """Axial hex of a spread or task force."""
    return int(piece.q), int(piece.r)


def initiative_phase(red, blue, first=1):
    """Both asked for launches; the side without the initiative (`first`) begins."""
    forces = [{"ships": [content["name"] for content in red], "hex": "1010", "vector": [1, 2]}]
    source = position(
        side(red, forces, tactics=7),
        side(blue, [{"ships": [content["name"] for content in blue], "hex": "1020"}], tactics=7),
    )
    for seed in range(1, 60):
        game = Battle(source, seed=seed)
        if game.state.initiative != first:
            assert game.ask == Ask.LAUNCH_MENU and game.state.seat == first
            return game
    raise AssertionError("no such seed")


def moving(*spreads, red=None, blue=None, away=6, directors=40):
    """Red's spreads (count, vector, at rest in 1010) before Red's first choice of one to move."""
    game = battle(red or [carrier(directors=directors)], blue or [ship("Target")], away)
    for slot, (count, steps) in enumerate(spreads):
        game.launch(0, count, slot=slot, force=0, detected=False)
        game.state.spread[slot].vq, game.state.spread[slot].vr = steps
    game.skip_to(Ask.SPREAD_MENU)
    while game.state.seat != 0:
        game.say("COAST").skip_to(Ask.SPREAD_MENU)
    return game


# --- launching -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-02", "BR-MIS-06")
def test_any_number_up_to_the_supply_may_be_launched_in_a_turn():
    """The Voroshilef of p.12: 40 directors, 200 ready missiles; 73 of them leave at once."""
    game = initiative_phase([ship("Red")], [{"class": "Voroshilef", "name": "V"}])
    craft = game.state.craft[8]
    klass = game.rules.classes[craft.klass]
    assert (klass.directors, craft.missiles) == (40, 200)
    game.say(("craft", 8))
    order = game.state.order[1]
    assert (order.low, order.high) == (1, 200)
    game.say(7, 3)
    assert craft.missiles == 127 and game.state.spread[12].count == 73


@pytest.mark.rule("BR-MIS-02")
def test_the_supply_is_for_the_whole_scenario():
    game = initiative_phase([ship("Red")], [carrier(ready=5, directors=5)])
    game.say(("craft", 8), 5)
    assert game.state.craft[8].missiles == 0
    game.skip_to(Ask.ROUND_MENU)
    for _ in range(60):
        game.idle()
        if game.ask == Ask.LAUNCH_MENU and game.state.seat == 1:
            raise AssertionError("nothing is left to launch")
        if game.state.turn == 2 and game.ask == Ask.ROUND_MENU:
            return
    raise AssertionError("turn 2 never came")


@pytest.mark.rule("BR-MIS-03", "BR-MIS-05", "BR-MIS-06", "BR-MIS-07", "BR-MIS-08", "BR-LCH-05")
def test_a_launch_is_one_spread_in_the_hex_and_with_the_vector_of_the_task_force():
    """12 G-turns, undetected even from a detected ship."""
    game = initiative_phase([carrier()], [ship("Blue")], first=0)
    game.say(("craft", 0), 1, 2)
    spread, force = game.state.spread[0], game.state.tf[0]
    assert game.state.craft[0].detected and not spread.detected
    assert place(spread) == place(force)
    assert vector(spread) == (1, 2)  # its PEM is that of the task force
    assert (spread.count, spread.owner, spread.g_left) == (12, 0, 12)
    assert game.state.craft[0].missiles == 188
    assert not (game.ask == Ask.LAUNCH_MENU and game.can_say(("craft", 0)))  # one spread a turn


@pytest.mark.rule("BR-MIS-07")
def test_the_side_without_initiative_launches_first():
    for first in (0, 1):
        game = initiative_phase([carrier()], [carrier("Other")], first=first)
        game.say("DONE").skip_to(Ask.LAUNCH_MENU)
        assert game.state.seat == 1 - first and game.state.phase == Phase.INITIATIVE


@pytest.mark.rule("BR-MIS-07")
def test_missiles_are_launched_in_the_initiative_phase_only():
    game = battle([carrier()], [ship("Target")], 6)
    for _ in range(40):
        if game.ask == Ask.LAUNCH_MENU:
            break
        assert game.state.phase >= Phase.OPERATIONS
        assert game.ask != Ask.LAUNCH_NUMBER
        game.idle(0)
    assert game.state.turn == 2 and game.state.phase == Phase.INITIATIVE


# --- detection -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-04", "BR-MIS-08", "BR-MIS-31")
def test_a_spread_is_detected_as_a_whole():
    """Size +2, no thrust yet +1: base 1 gives 4. The owner then states the number."""
    for value, found in ((3, False), (4, True)):
        game = battle([ship("Seeker")], [carrier()], 6)
        slot = game.launch(8, 17, force=12, detected=False)
        assert game.seen(0).spread[slot].count != 17
        game.always(value).say("DETECT").answer(DETECT_TARGET=("enemy_spread", slot))
        game.answer(DETECT_SUBJECT="ALL", DETECT_SENSOR="PASSIVE")
        assert bool(game.state.spread[slot].detected) == found
        if found:
            assert game.events("DETECTED")[-1].b == 17
            assert game.seen(0).spread[slot].count == 17


@pytest.mark.rule("BR-MIS-05", "BR-MIS-04", "BR-AMB-41")
@pytest.mark.parametrize(("level", "modifier"), [(13, 3), (14, 4), (12, 2)])
def test_the_profile_of_a_missile(level, modifier):
    """Size +2, the TL of its ship, no thrust +1 for a passive sensor."""
    game = battle([ship("Seeker")], [carrier(tech_level=level)], 6)
    game.launch(8, 3, force=12, detected=False)
    game.always("miss").say("DETECT").answer(DETECT_TARGET=("enemy_spread", 12))
    game.answer(DETECT_SUBJECT="ALL", DETECT_SENSOR="PASSIVE")
    assert game.state.attempt.target_spread == 12
    assert attempt_difficulty(game.state, game.rules, game.state.attempt) == 1 + modifier


@pytest.mark.rule("BR-MIS-31")
def test_missiles_not_yet_moved_are_shot_in_the_operations_phase():
    game = battle([ship("Gun", turret="L(x3)40:1")], [carrier()], 6)
    slot = game.launch(8, 3, force=12)
    game.always(5).aim(spread=slot).say("ALL")
    assert game.state.spread[slot].count == 0


# --- control -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-09", "BR-MIS-02", "BR-MIS-10")
def test_only_the_launching_ship_controls_its_missiles():
    """Two ships of five directors, one with eight missiles in flight: five can be controlled."""
    red = [carrier("One", 5, 20), carrier("Two", 5, 20)]
    game = moving((8, (0, 1)), red=red)
    game.say(("spread", 0))
    assert game.ask == Ask.CONTROL_NUMBER and game.state.order[0].high == 5
    game.say(5, "GO")
    assert [int(s.count) for s in game.state.spread[:2]] == [5, 3]
    assert game.state.turn == 2  # no director is left, and the other ship's are none of its own


@pytest.mark.rule("BR-MIS-10", "BR-MIS-17", "BR-MIS-02")
def test_the_picket_line():
    """60 missiles, 40 directors: up to 40 burn Gs this turn, 20 coast, to be controlled later."""
    game = moving((30, (0, 1)), (30, (0, 1)))
    game.say(("spread", 0), ("direction", N), "GO")
    game.say(("spread", 1))
    assert game.state.order[0].high == 10  # 40 - 30
    game.say(10, ("direction", N), "GO")
    counts = [int(spread.count) for spread in game.state.spread[:3]]
    assert counts == [30, 10, 20] and game.state.turn == 2  # no director is left
    coasting = game.state.spread[2]
    assert vector(coasting) == (0, 1) and coasting.g_left == 12
    game.skip_to(Ask.SPREAD_MENU)
    assert game.state.turn == 2 and game.state.seat == 0
    assert game.can_say(("spread", 2))  # under control again


@pytest.mark.rule("BR-MIS-11", "BR-AMB-48")
@pytest.mark.parametrize("marker", ["SHIP_EXPLODES", "FIRE_CONTROL", "BRIDGE"])
def test_the_spreads_of_a_lost_ship_are_removed(marker):
    """A destroyed ship or a Fire Control result: all its spreads; a Bridge result: none."""
    game = battle([ship("Gun", turret="M40:1")], [carrier(), carrier("Other")])
    first, second = game.launch(8, 3, force=12), game.launch(8, 2, force=12, slot=13)
    other = game.launch(9, 4, force=12, slot=14)
    game.only_marker(marker).always(4).aim(8).always(1).say("ALL")
    left = [int(game.state.spread[slot].count) for slot in (first, second, other)]
    assert left == ([3, 2, 4] if marker == "BRIDGE" else [0, 0, 4])


@pytest.mark.rule("BR-MIS-11")
def test_the_spreads_of_a_rider_taken_aboard_stay():
    """Only destruction or a Fire Control result removes them; another ship's damage does not."""
    game = battle([ship("Gun", turret="M40:1")], [carrier(), carrier("Other")])
    slot = game.launch(8, 3, force=12)
    game.state.craft[8].status = 2  # ABOARD
    game.state.craft[8].keeper = 9
    game.only_marker("SENSORS").always(4).aim(9).always(1).say("ALL")
    assert game.state.craft[9].damage[Result.SENSORS] == Damage.PERMANENT
    assert game.state.spread[slot].count == 3


# --- moving --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-12", "BR-SEQ-09")
def test_sides_alternate_controlled_spreads():
    game = battle([carrier()], [carrier("Other")], 6)
    for slot in (0, 1):
        game.launch(0, 2, slot=slot, force=0)
        game.launch(8, 2, slot=12 + slot, force=12)
    game.skip_to(Ask.SPREAD_MENU)
    seats = []
    while game.ask == Ask.SPREAD_MENU:
        seats.append(int(game.state.seat))
        free = [k for k in range(2) if game.can_say(("spread", 12 * seats[-1] + k))]
        game.say(("spread", 12 * seats[-1] + free[0]), "GO")
    assert seats == [1, 0, 1, 0]  # the side without the initiative first


@pytest.mark.rule("BR-MIS-12", "BR-MIS-03")
def test_a_spread_may_be_split_when_it_is_moved():
    """Four of ten go one way, six the other: two spreads, of one ship, with their own Gs."""
    game = moving((10, (0, 1)))
    game.say(("spread", 0), "SPLIT", 4, ("direction", N), ("direction", N), "GO")
    first, second = game.state.spread[:2]
    assert (first.count, second.count) == (4, 6)
    assert game.ask == Ask.SPREAD_MENU and game.can_say(("spread", 1))
    game.say(("spread", 1), ("direction", SE), "GO")
    assert (first.g_left, second.g_left) == (10, 11)
    assert first.owner == second.owner == 0
    assert place(first) != place(second)


@pytest.mark.rule("BR-MIS-12")
def test_all_missiles_of_a_spread_move_alike():
    game = moving((10, (0, 1)))
    start = place(game.state.spread[0])
    game.say(("spread", 0), ("direction", N), "GO")
    assert game.state.spread["count"][0] == 10
    assert place(game.state.spread[0]) == (start[0], start[1] + 2)


@pytest.mark.rule("BR-MIS-13", "BR-MIS-05", "BR-MIS-06")
def test_each_g_shifts_the_endpoint_and_any_number_may_be_spent():
    """Vector 1 north, five Gs north: it moves 6 hexes, and 6 again in the next turn."""
    game = moving((3, (0, 1)), away=20)
    spread = game.state.spread[0]
    start = place(spread)
    game.say(("spread", 0), *[("direction", N)] * 5, "GO")
    assert place(spread) == (start[0], start[1] + 6)
    assert vector(spread) == (0, 6) and spread.g_left == 7
    game.skip_to(Ask.SPREAD_MENU)
    game.say(("spread", 0), "GO")
    assert place(spread) == (start[0], start[1] + 12) and spread.g_left == 7


@pytest.mark.rule("BR-MIS-05", "BR-MIS-13")
def test_twelve_gs_and_no_more():
    game = moving((3, (0, 0)), away=20)
    game.say(("spread", 0), *[("direction", N)] * 12)
    assert not game.can_say(("direction", N)) or game.ask != Ask.SPREAD_WORDS


@pytest.mark.rule("BR-MIS-17", "BR-MIS-14")
def test_uncontrolled_spreads_coast_after_the_others_and_attack_nobody():
    """A coasting spread ends in the hex of a detected target, and does not fire."""
    game = moving((3, (0, 6)))
    spread, target = game.state.spread[0], game.state.tf[12]
    game.say("COAST")
    assert place(spread) == place(target) and spread.g_left == 12 and spread.count == 3
    assert not game.events("MISSILES_FIRE")


# --- declaring an attack -------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-14", "BR-AMB-40")
@pytest.mark.parametrize(
    ("steps", "offered"),
    [((0, 6), True), ((0, 9), True), ((0, 5), False), ((1, 6), False), ((0, -6), False)],
)
def test_a_target_on_the_straight_path(steps, offered):
    """Six hexes north: the path must end in its hex or pass through it."""
    game = moving((3, steps)).say(("spread", 0))
    assert game.can_say("ATTACK") == offered


@pytest.mark.rule("BR-MIS-14", "BR-AMB-40")
@pytest.mark.parametrize(("steps", "offered"), [((0, 0), True), ((0, 1), False)])
def test_the_hex_where_the_path_begins_counts_only_at_rest(steps, offered):
    game = moving((3, steps), away=0).say(("spread", 0))
    assert game.can_say("ATTACK") == offered


@pytest.mark.rule("BR-MIS-14")
def test_gs_may_bring_the_target_onto_the_path():
    game = moving((3, (0, 4))).say(("spread", 0))
    assert not game.can_say("ATTACK")
    assert game.say(("direction", N), ("direction", N)).can_say("ATTACK")


@pytest.mark.rule("BR-MIS-14")
@pytest.mark.parametrize("detected", [True, False])
def test_only_detected_targets_may_be_attacked(detected):
    game = moving((3, (0, 6)), blue=[ship("Target", detected=detected)])
    assert game.say(("spread", 0)).can_say("ATTACK") == detected


@pytest.mark.rule("BR-MIS-15", "BR-AMB-42")
@pytest.mark.parametrize(("value", "locked"), [(1, True), ("miss", False)])
def test_the_controlling_ship_needs_a_lock_before_the_move(value, locked):
    """Range 6, base 1, no thrust +1, lock -1. Without it the spread finishes its move."""
    game = moving((3, (0, 9)), blue=[ship("Target"), ship("Second")]).always(value)
    game.say(("spread", 0), "ATTACK")
    if game.ask == Ask.EASIEST:
        game.hear(min(game.legal()))
    spread, target = game.state.spread[0], game.state.tf[12]
    assert game.state.attempt.purpose == Purpose.MISSILE_LOCK and game.state.attempt.actor == 0
    assert (spread.target_tf == 12) == locked
    if not locked:
        assert place(spread) == (int(target.q), int(target.r) + 3)
        assert spread.count == 3 and not game.events("MISSILES_FIRE")


@pytest.mark.rule("BR-MIS-15", "BR-AMB-42")
def test_the_missile_lock_is_against_the_easiest_craft():
    """A size -3 and a size +1 ship: the lock is of the modifiers of the larger one."""
    blue = [ship("Small", size_mod=1), ship("Large", size_mod=-3)]
    game = moving((3, (0, 9)), blue=blue).always(1).say(("spread", 0), "ATTACK")
    assert game.state.attempt.target_craft == 9
    assert attempt_difficulty(game.state, game.rules, game.state.attempt) == 1 + 1 - 3 - 1


@pytest.mark.rule("BR-MIS-16")
def test_an_attacking_spread_stops_in_the_target_hex_and_keeps_its_vector():
    """p.13: vector 4, stopped after 3 hexes: the PEM is 4 hexes past the target hex."""
    game = moving((3, (0, 4)), blue=[ship("Target"), ship("Second")], away=3).always(1)
    game.say(("spread", 0), "ATTACK")
    if game.ask == Ask.EASIEST:
        game.hear(min(game.legal()))
    spread, target = game.state.spread[0], game.state.tf[12]
    assert game.state.phase == Phase.MISSILE_ATTACK
    assert place(spread) == place(target)
    assert place(spread)[1] + int(spread.vr) == int(target.r) + 4


@pytest.mark.rule("BR-MIS-14", "BR-AMB-43")
@pytest.mark.parametrize("allowed", [True, False])
def test_spreads_may_attack_detected_spreads(allowed):
    """Each hit (1 + size 2, range 6 ignored) takes one missile; both are gone, one white-out."""
    options = {"spreads_attack_spreads": allowed}
    game = battle([carrier(fire_control=2)], [carrier("Other")], 6, options=options)
    mine, theirs = game.launch(0, 3, force=12), game.launch(8, 2, force=12)
    game.skip_to(Ask.SPREAD_MENU)
    while game.state.seat != 0:
        game.say("COAST").skip_to(Ask.SPREAD_MENU)
    game.say(("spread", mine))
    game.state.craft[8].detected = 0  # leave the ship aside
    assert game.can_say("ATTACK") == allowed
    if allowed:
        game.always(3).say("ATTACK").answer(ATTACK_TARGET=("enemy_spread", theirs))
        assert game.state.spread[mine].count == game.state.spread[theirs].count == 0
        assert (game.state.whiteout["timer"] > 0).sum() == 1


@pytest.mark.rule("BR-SEQ-10", "BR-AMB-43")
def test_spreads_that_attack_spreads_fire_at_once():
    """Blue's spread attacks Red's second one, Red's first attacks Blue's: all are destroyed."""
    game = battle([carrier(fire_control=2)], [carrier("Other", fire_control=2)], 6)
    for slot, owner in ((0, 0), (1, 0), (12, 8)):
        game.launch(owner, 2, slot=slot, force=12)
        game.state.spread[slot].detected = 1
    game.skip_to(Ask.SPREAD_MENU).always(4)
    game.state.craft[0].detected = game.state.craft[8].detected = 0
    attacks = {0: 12, 12: 1}
    for _ in range(6):
        if game.ask != Ask.SPREAD_MENU:
            break
        slot = 0 if game.state.seat == 0 else 12
        if game.can_say(("spread", slot)):
            game.say(("spread", slot), "ATTACK")
            game.answer(ATTACK_TARGET=("enemy_spread", attacks[slot]))
        else:
            game.say("COAST")
    assert [int(game.state.spread[slot].count) for slot in (0, 1, 12)] == [0, 0, 0]


@pytest.mark.rule("BR-AMB-43", "BR-MIS-01")
def test_a_spread_that_has_flown_on_is_out_of_reach():
    """Missiles fire in the target's hex only; Blue's moves away after the attack is declared."""
    game = battle([carrier()], [carrier("Other")], 6)
    mine, theirs = game.launch(0, 2, force=12), game.launch(8, 2, force=12)
    game.skip_to(Ask.SPREAD_MENU).always(4)
    game.state.craft[8].detected = 0
    if game.state.seat == 1:
        game.state.mover = game.state.seat = 0
    game.say(("spread", mine), "ATTACK").answer(ATTACK_TARGET=("enemy_spread", theirs))
    assert game.ask == Ask.SPREAD_MENU and game.state.seat == 1
    game.say(("spread", theirs), ("direction", S), "GO")
    assert [int(game.state.spread[k].count) for k in (mine, theirs)] == [2, 2]
