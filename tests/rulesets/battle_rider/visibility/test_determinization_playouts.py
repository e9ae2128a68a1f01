"""How determinized games go on: set-ups, rounds and phases where they stand."""

import numpy as np
import pytest
from kit.battle_rider.determinizations import (
    BLIND,
    RECOMMENDED,
    dark,
    determinization,
    determinizations,
    empty,
    held,
    look,
    standing,
)
from kit.battle_rider.table import Battle, Table, battle, facing, position, ship, side

from spacecombat_env.core.model.hexgrid import on_map
from spacecombat_env.core.model.record import side_range
from spacecombat_env.rulesets.battle_rider.fleets.deployment import PLACING
from spacecombat_env.rulesets.battle_rider.missiles.hits import FIRED, SPENT
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Decision,
    ForceStatus,
    Phase,
    Purchase,
    Step,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.forces import (
    choose_hidden_actor,
)

RED, BLUE = 0, 8  # first craft of each side
REDS, BLUES = 0, 12  # first task forces

# --- how the set-up goes on ----------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-02", "BR-SCN-04")
def test_while_red_sets_up_blue_has_yet_to_form_its_task_forces():
    game = Table("skirmish", delegate=())
    assert game.decision == Decision.SETUP_FORCE and game.state.seat == 0
    other = determinization(game, 0, kind=Table)
    while other.state.seat == 0:
        other.idle()
    assert other.decision == Decision.SETUP_FORCE
    assert empty(other, 1) == (0, 1)  # the first ship has no choice


@pytest.mark.rule("BR-SCN-02", "BR-SCN-04")
def test_while_blue_sets_up_red_has_done_so():
    game = Table("skirmish", delegate=())
    while game.state.seat == 0:
        game.idle()
    other = determinization(game, 1, kind=Table)
    assert other.state.order[0].step == PLACING
    assert empty(other, 0) == (2, 4)
    while other.state.phase == Phase.SETUP:
        assert other.state.seat == 1
        other.idle()
    for k in range(len(other.state.tf) // 2):
        force = other.state.tf[k]
        if force.status == ForceStatus.WAITING:
            assert force.entry_turn == 1 and 1 <= force.q <= 19 and force.vr > 0


@pytest.mark.rule("BR-SCN-10", "BR-AMB-100")
def test_while_pools_are_divided_the_other_side_goes_on_picking():
    game = Table("skirmish_purchase", delegate=())
    assert game.decision == Decision.POOL_PICK
    other = determinization(game, int(game.state.seat), kind=Table)
    while other.decision == Decision.POOL_PICK:
        other.idle()
    for table in (game.skip_to(Decision.BUY_TACTICS), other):
        craft = table.state.craft["status"]
        side_range = len(craft) // 2
        pools = [(craft[:side_range] == CraftStatus.OFFERED).sum(), (craft[side_range:] >= 7).sum()]
        assert table.decision == Decision.BUY_TACTICS and table.state.seat == 0
        assert table.state.order[1].step == Purchase.CUP
        assert pools[0] == pools[1]
    assert (other.state.picks > 0).sum() == (game.state.picks > 0).sum()


@pytest.mark.rule("BR-SCN-11")
def test_while_red_buys_blue_has_yet_to_buy():
    game = Table("skirmish_purchase", delegate=())
    game.skip_to(Decision.BUY_TACTICS)
    assert game.state.seat == 0
    other = determinization(game, 0, kind=Table)
    assert other.state.funds[1] == game.state.funds[1] == 208
    requested = set()
    while other.state.phase == Phase.SETUP:
        requested.add((other.decision, int(other.state.seat)))
        other.idle()
    assert (Decision.BUY_TACTICS, 1) in requested and (Decision.BUY_SHIP, 1) in requested
    assert (Decision.SETUP_DUMMIES, 0) in requested and (Decision.SETUP_DUMMIES, 1) in requested


@pytest.mark.rule("BR-SUR-07")
def test_who_has_ordered_its_readiness_does_not_decide_again():
    game = Battle(facing([ship("Eye")], [ship("Target")]), options={"surprise": True})
    assert game.decision == Decision.READINESS and game.state.seat == 0
    turn = game.state.turn
    first = determinization(game, 0).say(1)
    assert first.decision == Decision.READINESS and first.state.seat == 1
    game.say(1)
    assert game.decision == Decision.READINESS and game.state.seat == 1
    second = determinization(game, 1).say(2)
    assert second.decision == Decision.LAUNCH_MENU and second.state.turn == turn


# --- how rounds and phases go on -----------------------------------------------------------------


@pytest.mark.rule("BR-REF-01", "BR-SEQ-05")
def test_after_an_unseen_scan_the_unseen_force_goes_on_with_its_round():
    """Blue, unseen, scans Red's ship; the round that Red's answer leads back to is that force's."""
    reds, blues = [ship("Mark", jammer_range=20, detected=False)], [dark("Eye", active_range=20)]
    game = battle(reds, blues, 5, **BLIND)
    game.to_round(BLUES).say("ACTIVATE").answer(STATUS_SUBJECT="ALL")
    game.always("miss").say("DETECT").answer(DETECT_TARGET="ALL", DETECT_SUBJECT="ALL")
    game.skip_to(Decision.JAM)
    assert game.state.seat == 0 and game.visible(0).round_tf == NONE
    for other in determinizations(game, 0):
        tf = int(other.state.round_tf)
        assert held(other, tf) == [BLUE] == [int(other.state.attempt.actor)]
        other.always("miss").say("NO_JAM").skip_to(Decision.ROUND_MENU, Decision.CHOOSE_FORCE)
        assert other.decision == Decision.ROUND_MENU and other.state.seat == 1
        assert other.state.round_tf == tf


@pytest.mark.rule("BR-REF-01", "BR-AMB-88")
def test_whoever_scans_unseen_is_not_in_a_force_that_shows():
    """Blue's other ships fit beside the one that is seen; the one that scans is somewhere else."""
    red = side(
        [ship("Mark", jammer_range=20, detected=False)], [{"ships": ["Mark"], "hex": "0505"}]
    )
    forces = [{"ships": ["Seen", "Mate"], "hex": "1010"}, {"ships": ["Eye"], "hex": "0510"}]
    blue = side([ship("Seen"), dark("Mate"), dark("Eye", active_range=20)], forces)
    game = Battle(position(red, blue), **BLIND)
    game.to_round(BLUES + 1).say("ACTIVATE").answer(STATUS_SUBJECT="ALL")
    game.always("miss").say("DETECT").answer(DETECT_TARGET="ALL", DETECT_SUBJECT="ALL")
    game.skip_to(Decision.JAM)
    assert game.state.seat == 0 and game.visible(0).round_tf == NONE
    for other in determinizations(game, 0, 12):
        assert BLUE not in held(other, int(other.state.round_tf))


@pytest.mark.rule("BR-REF-01", "BR-SEQ-04")
def test_whoever_decides_unseen_in_turn_1_has_entered_where_nobody_need_have_had_a_round():
    game = standing(options={"double_blind": True}).skip_to(Decision.ROUND_MENU)
    state, enemy = game.state, 1 - int(game.state.seat)
    assert state.turn == 1 and not state.tf["acted"].any()
    own, numbers = side_range(state.craft, enemy), side_range(state.tf, enemy)
    craft = state.craft[own.start : own.stop]
    forces = state.tf[numbers.start : numbers.stop]
    craft["tf"][craft["status"] == CraftStatus.IN_FORCE] = NONE
    forces["status"] = ForceStatus.UNUSED
    choose_hidden_actor(state, game.table.opening[0], game.rules, enemy)
    (tf,) = np.unique(craft["tf"][craft["tf"] != NONE])
    force = state.tf[tf]
    assert force.status == ForceStatus.ON_MAP and force.entry_turn == 0 and force.strength == 1
    assert on_map(force.q, force.r, game.rules.option.columns, game.rules.option.rows)


@pytest.mark.rule("BR-REF-01", "BR-TF-04")
def test_unseen_forces_are_on_the_map_where_they_may_have_coasted():
    game = standing(options={"double_blind": True})
    while game.state.turn < 4:
        game.idle()
    game.skip_to(Decision.ROUND_MENU)
    seat = int(game.state.seat)
    for other in (determinization(game, seat, seed, Table) for seed in range(4)):
        side_range = len(other.state.tf) // 2
        forces = other.state.tf[(1 - seat) * side_range : (2 - seat) * side_range]
        there = forces[forces["status"] == ForceStatus.ON_MAP]
        assert len(there) == 4 and empty(other, 1 - seat) == (2, 4)
        assert set(np.abs(there["vr"]).tolist()) == {3}
        assert look(other, seat) == look(game, seat)


@pytest.mark.rule("BR-TF-04", "BR-DET-07", "BR-SCN-11")
@pytest.mark.parametrize("found", [0, 1, 2])
def test_of_the_dummies_of_a_fleet_that_is_bought_those_are_left_that_were_not_found(found):
    """Two dummies of the standing set-up."""
    game = Table("skirmish_purchase", seed=1, delegate=(*RECOMMENDED, "buying"))
    while game.state.turn < 2:
        game.idle()
    game.skip_to(Decision.ROUND_MENU)
    seat = int(game.state.seat)
    game.state.dummies_found[1 - seat] = found
    shown = empty(game, 1 - seat)[1]
    assert shown > 2
    for other in (determinization(game, seat, seed, Table) for seed in range(4)):
        assert empty(other, 1 - seat) == (2 - found, shown)


@pytest.mark.rule("BR-MIS-15", "BR-JAM-01")
def test_a_missile_lock_serves_a_spread_that_is_about_to_move():
    blues = [ship("Eye", active_range=20, missile_directors=9)]
    game = battle([ship("Mark", jammer_range=20)], blues, 5).always(3)
    game.state.craft[BLUE].active = 1
    first, second = (game.launch(BLUE, 3, slot=BLUES + k) for k in range(2))
    for _ in range(9):
        game.skip_to(Decision.SPREAD_MENU)
        if game.state.seat == 1:
            break
        game.say("COAST")
    game.say(("spread", first), "ATTACK").answer(ATTACK_TARGET=("enemy_force", 0))
    game.say("ACTIVE")
    assert game.decision == Decision.JAM
    game.state.spread[second].moved = 1
    for other in determinizations(game, 0):
        assert other.state.order[1].spread == first
        other.always("bullseye").say("NO_JAM")
        attack = other.events("SPREAD_ATTACK")[-1]
        assert (attack.actor, attack.target) == (first, REDS)


@pytest.mark.rule("BR-SEQ-09", "BR-MIS-12")
def test_an_enemy_that_has_left_its_missiles_to_coast_moves_no_more_of_them():
    """Blue, first to move, lets its spread coast; Red has moved one of its two."""
    game = battle([ship("Red", missile_directors=9)], [ship("Blue", missile_directors=9)], 5)
    mine = [game.launch(RED, 2, BLUES, slot=k) for k in range(2)]
    theirs = game.launch(BLUE, 2, slot=BLUES)
    game.skip_to(Decision.SPREAD_MENU)
    assert game.state.seat == 1
    game.say("COAST")
    assert game.decision == Decision.SPREAD_MENU and game.state.seat == 0
    for other in determinizations(game, 0):
        assert other.state.passed.tolist() == [0, 1]
        other.say(("spread", mine[0]), "GO")
        assert other.decision == Decision.SPREAD_MENU and other.state.seat == 0
    game.state.passed[1] = 0
    game.state.spread[theirs].moved = 1
    for other in determinizations(game, 0):
        assert other.state.passed.tolist() == [0, 0]


@pytest.mark.rule("BR-SEQ-10", "BR-MIS-28")
def test_missiles_that_attack_have_the_fire_control_of_a_ship():
    """Its rating, penalties and range were noted when the phase began; so they are in a determinization."""
    blues = [ship("Blue", missile_directors=9, ready_missiles=9, fire_control=7)]
    game = battle([ship("Red", sandcasters=2)], blues, 4).always(3)
    slot = game.launch(BLUE, 3, slot=BLUES)
    game.attack(slot).skip_to(Decision.MISSILE_SAND_NUMBER)
    assert game.state.spread[slot].fire_control == 7
    for other in determinizations(game, 0):
        spread = other.state.spread[slot]
        assert (spread.fire_control, spread.reach, spread.owner) == (7, 4, BLUE)


@pytest.mark.rule("BR-SEQ-10", "BR-MIS-28")
def test_missiles_that_hunt_missiles_have_it_too_and_those_that_coast_have_none():
    blues = [ship("Blue", missile_directors=9, ready_missiles=9, fire_control=7)]
    game = battle([ship("Red", missile_directors=9, sandcasters=2)], blues, 4).always(3)
    hunted = game.launch(RED, 1, slot=REDS)
    slot, hunting, coasting = (game.launch(BLUE, 1, slot=BLUES + k) for k in range(3))
    game.attack(slot).skip_to(Decision.MISSILE_SAND_NUMBER)
    game.state.spread[hunting].target_spread = hunted
    for other in determinizations(game, 0):
        noted = [other.state.spread[k] for k in (hunting, coasting)]
        assert [(int(s.fire_control), int(s.reach)) for s in noted] == [(7, 4), (0, 0)]


@pytest.mark.rule("BR-MIS-19", "BR-AMB-07")
def test_missiles_that_have_fired_at_one_ship_are_spent_when_the_next_decides():
    blues = [ship("Blue", missile_directors=9, ready_missiles=9)]
    reds = [ship("One", sandcasters=2), ship("Two", sandcasters=2)]
    game = battle(reds, blues).always(3)
    slot = game.launch(BLUE, 4, slot=BLUES)
    game.attack(slot).skip_to(Decision.AIM_NUMBER).say(2).skip_to(Decision.MISSILE_SAND_NUMBER)
    assert [int(other.state.spread[slot].fired) for other in determinizations(game, 0)] == [0] * 4
    game.always("miss").say(0)
    assert game.decision == Decision.MISSILE_SAND_NUMBER and game.state.spread[slot].fired
    assert [int(other.state.spread[slot].fired) for other in determinizations(game, 0)] == [
        SPENT | FIRED
    ] * 4


@pytest.mark.rule("BR-MIS-19", "BR-AMB-88")
def test_unknown_defenders_stand_last_in_the_list():
    """Red's missiles attack a force that shows one of its two ships; the other defends too."""
    reds = [ship("Red", missile_directors=9, ready_missiles=9)]
    blues = [ship("Shown"), ship("Also"), dark("Hidden")]
    game = battle(reds, blues).always(3)
    slot = game.launch(RED, 4, BLUES, slot=REDS)
    game.attack(slot, force=BLUES).skip_to(Decision.AIM_NUMBER)
    assert game.state.seat == 0
    assert game.state.defender.tolist()[:4] == [BLUE, BLUE + 1, BLUE + 2, NONE]
    for other in determinizations(game, 0):
        assert other.state.defender.tolist()[:4] == [BLUE, BLUE + 1, BLUE + 2, NONE]


@pytest.mark.rule("BR-AMB-88")
def test_a_determinization_of_a_determinization_has_the_same_decisions():
    """A search may look further ahead from what it has determinized."""
    game = standing()
    for _ in range(60):
        game.idle()
    seat = int(game.state.seat)
    first = determinization(game, seat, 1, Table)
    again = determinization(first, seat, 2, Table)
    assert look(game, seat) == look(first, seat) == look(again, seat)
    assert game.legal() == first.legal() == again.legal()
    while not again.over and again.state.turn < 6:
        assert again.state.step != Step.OVER and again.legal()
        again.idle()
