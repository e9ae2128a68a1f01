"""Chapter MIS: moving spreads, and declaring what they attack."""

import pytest
from kit.battle_rider.spreads import carrier, moving, place, vector
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.missiles.hits import fight_duels
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision, Phase, Purpose
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

N, NE, SE, S, SW, NW = range(6)


# --- moving --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-12", "BR-SEQ-09")
def test_sides_alternate_controlled_spreads():
    game = battle([carrier()], [carrier("Other")], 6)
    for slot in (0, 1):
        game.launch(0, 2, slot=slot, force=0)
        game.launch(8, 2, slot=12 + slot, force=12)
    game.skip_to(Decision.SPREAD_MENU)
    seats = []
    while game.decision == Decision.SPREAD_MENU:
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
    assert game.decision == Decision.SPREAD_MENU and game.can_say(("spread", 1))
    game.say(("spread", 1), ("direction", SE), "GO")
    assert (first.g_left, second.g_left) == (10, 11)
    assert first.owner == second.owner == 0
    assert place(first) != place(second)


@pytest.mark.rule("BR-MIS-12", "BR-REF-01")
def test_missiles_split_off_are_not_those_the_enemy_fired_at_before():
    """They take the slot of a spread that is gone; in double-blind play they may come into view."""
    game = moving((10, (0, 1)))
    game.state.order[1].target_spread = 1
    game.say(("spread", 0), "SPLIT", 4)
    assert game.state.spread[1].count == 6
    assert game.state.order[1].target_spread == NONE


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
    game.skip_to(Decision.SPREAD_MENU)
    game.say(("spread", 0), "GO")
    assert place(spread) == (start[0], start[1] + 12) and spread.g_left == 7


@pytest.mark.rule("BR-MIS-05", "BR-MIS-13")
def test_twelve_gs_and_no_more():
    game = moving((3, (0, 0)), away=20)
    game.say(("spread", 0), *[("direction", N)] * 12)
    assert not game.can_say(("direction", N)) or game.decision != Decision.SPREAD_WORDS


@pytest.mark.rule("BR-MIS-17", "BR-MIS-14")
def test_uncontrolled_spreads_coast_after_the_others_and_attack_nobody():
    """A coasting spread ends in the hex of a detected target, and does not fire."""
    game = moving((3, (0, 6)))
    spread, target = game.state.spread[0], game.state.tf[12]
    game.say("COAST")
    assert place(spread) == place(target) and spread.g_left == 12 and spread.count == 3
    assert not game.events("MISSILES_FIRE")


@pytest.mark.rule("BR-MIS-10", "BR-MIS-09")
def test_missiles_for_which_no_director_is_left_coast():
    game = moving((1, (0, 1)), (1, (0, 1)), directors=1)
    assert game.can_say(("spread", 0)) and game.can_say(("spread", 1))
    start = place(game.state.spread[1])
    game.say(("spread", 0), "GO")
    assert game.decision != Decision.SPREAD_MENU
    assert place(game.state.spread[1]) == (start[0], start[1] + 1)


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
    if game.decision == Decision.EASIEST:
        game.apply(min(game.legal()))
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
    if game.decision == Decision.EASIEST:
        game.apply(min(game.legal()))
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
    game.skip_to(Decision.SPREAD_MENU)
    while game.state.seat != 0:
        game.say("COAST").skip_to(Decision.SPREAD_MENU)
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
    game.skip_to(Decision.SPREAD_MENU).always(4)
    game.state.craft[0].detected = game.state.craft[8].detected = 0
    attacks = {0: 12, 12: 1}
    for _ in range(6):
        if game.decision != Decision.SPREAD_MENU:
            break
        slot = 0 if game.state.seat == 0 else 12
        if game.can_say(("spread", slot)):
            game.say(("spread", slot), "ATTACK")
            game.answer(ATTACK_TARGET=("enemy_spread", attacks[slot]))
        else:
            game.say("COAST")
    assert [int(game.state.spread[slot].count) for slot in (0, 1, 12)] == [0, 0, 0]


@pytest.mark.rule("BR-AMB-43")
@pytest.mark.parametrize(("missiles", "left"), [(1, 2), (2, 1), (3, 0), (4, 0)])
def test_a_spread_of_which_none_is_left_is_gone_and_one_with_some_left_is_not(missiles, left):
    """Three missiles, each of the others' hits removes one."""
    game = battle([carrier(fire_control=2)], [carrier("Other")], 6).always(5)
    mine, theirs = game.launch(0, missiles, force=12), game.launch(8, 3, force=12)
    spread = game.state.spread[theirs]
    game.state.spread[mine].target_spread = theirs
    spread.target_tf = 0
    fight_duels(game.state, game.rules)
    assert (int(spread.count), int(spread.target_tf)) == (left, 0 if left else NONE)


@pytest.mark.rule("BR-AMB-43", "BR-MIS-01")
def test_a_spread_that_has_flown_on_is_out_of_reach():
    """Missiles fire in the target's hex only; Blue's moves away after the attack is declared."""
    game = battle([carrier()], [carrier("Other")], 6)
    mine, theirs = game.launch(0, 2, force=12), game.launch(8, 2, force=12)
    game.skip_to(Decision.SPREAD_MENU).always(4)
    game.state.craft[8].detected = 0
    if game.state.seat == 1:
        game.state.mover = game.state.seat = 0
    game.say(("spread", mine), "ATTACK").answer(ATTACK_TARGET=("enemy_spread", theirs))
    assert game.decision == Decision.SPREAD_MENU and game.state.seat == 1
    game.say(("spread", theirs), ("direction", S), "GO")
    assert [int(game.state.spread[k].count) for k in (mine, theirs)] == [2, 2]
