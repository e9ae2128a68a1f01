"""Determinizations: what is determinized of an enemy looks the same, is likely, and goes on as the game would."""

import numpy as np
import pytest
from kit.battle_rider.determinizations import (
    BLIND,
    dark,
    determinization,
    determinizations,
    empty,
    held,
    look,
    standing,
)
from kit.battle_rider.table import Battle, Table, battle, position, ship, side

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    RESULTS,
    CraftStatus,
    Damage,
    Decision,
    ForceStatus,
    Phase,
    Result,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization import determinize_damage
from spacecombat_env.rulesets.battle_rider.visibility.determinization.entries import (
    create_waiting_forces,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.requirements import (
    buy_for_forces,
    buy_visible_craft,
)

RED, BLUE = 0, 8  # first craft of each side
REDS, BLUES = 0, 12  # first task forces
SEEDS = 400

# --- what is hidden ------------------------------------------------------------------------------


@pytest.mark.rule("BR-AMB-88", "BR-SEQ-09")
def test_whether_the_enemy_moves_more_missiles_is_its_own_business():
    game = battle([ship("Red")], [ship("Blue")], 5)
    game.state.passed[:] = 1
    assert game.visible(0).passed.tolist() == [1, 0]
    assert game.visible(1).passed.tolist() == [0, 1]


@pytest.mark.rule("BR-REF-01", "BR-AMB-88")
def test_a_search_for_missiles_that_are_gone_is_forgotten_at_once():
    """Not only when what was seen is looked through once more."""
    game = battle([ship("Eye", passive_range=20)], [dark()], 5, **BLIND)
    slot = game.launch(BLUE, 3, detected=True)
    game.state.craft[RED].tried_spreads[0] = 1
    assert game.visible(0).craft[RED].tried_spreads[0] == 1
    game.state.spread[slot].count = 0
    assert game.visible(0).craft[RED].tried_spreads[0] == 0
    for _ in determinizations(game, 0):
        pass


# --- which forces hold what ----------------------------------------------------------------------


@pytest.mark.rule("BR-REF-01", "BR-DET-03")
def test_missiles_that_come_into_view_do_not_show_whether_they_were_searched_for():
    """In reach of a search of an earlier round, or launched since."""
    game = battle([ship("Eye", passive_range=20)], [dark()], 5, **BLIND)
    game.launch(BLUE, 3, detected=True)
    game.state.craft[RED].tried_spreads[0] = 1
    assert game.visible(0).craft[RED].tried_spreads[0] == 1
    game.state.round_tf = NONE
    assert game.visible(0).craft[RED].tried_spreads[0] == 0


@pytest.mark.rule("BR-TF-04", "BR-AMB-88")
@pytest.mark.parametrize("turn", [1, 3])
def test_as_many_forces_are_dummies_as_the_standing_set_up_has(turn):
    """Six ships by fours are two task forces, and two dummies go with them."""
    game = standing()
    while game.state.turn < turn or game.decision != Decision.ROUND_MENU:
        game.idle()
    seat = int(game.state.seat)
    assert empty(game, 1 - seat) == (2, 4)
    for other in (determinization(game, seat, seed, Table) for seed in range(8)):
        assert empty(other, 1 - seat) == (2, 4)
        assert look(other, seat) == look(game, seat)


@pytest.mark.rule("BR-REF-01", "BR-SEQ-04")
@pytest.mark.parametrize("acted", [0, 1])
def test_unseen_forces_that_have_had_their_round_have_entered(acted):
    """Sides alternate: all of the enemy's have had theirs when all own ones have, or none has."""
    game = standing(options={"double_blind": True}).skip_to(Decision.ROUND_MENU)
    seat, half = int(game.state.seat), len(game.state.tf) // 2
    assert game.state.turn == 1
    game.state.tf["acted"][seat * half : (seat + 1) * half] = acted
    for other in (determinization(game, seat, seed, Table) for seed in range(4)):
        forces = other.state.tf[(1 - seat) * half : (2 - seat) * half]
        there = {ForceStatus(int(force.status)).name for force in forces} - {"UNUSED"}
        assert there == {"ON_MAP" if acted else "WAITING"}


@pytest.mark.rule("BR-TF-04")
def test_more_forces_than_dummies_can_be_hold_ships():
    """Six dark ships sail alone; Fleet Tactics of two let two of eight task forces be dummies."""
    ships = [dark(f"D{n}") for n in range(6)]
    forces = [{"ships": [s["name"]], "hex": f"0{n + 1}20"} for n, s in enumerate(ships)]
    forces += [{"ships": [], "hex": "0920"}, {"ships": [], "hex": "0820"}]
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    game = Battle(position(red, side(ships, forces, tactics=2))).skip_to(Decision.ROUND_MENU)
    for other in determinizations(game, 0):
        assert empty(other, 1) == (2, 8)


@pytest.mark.rule("BR-SCN-02", "BR-AMB-88")
@pytest.mark.parametrize(("hexes", "orders"), [(("1020", "1120"), 1), (("1020", "1020"), 2)])
def test_a_task_force_holds_the_ship_that_the_scenario_gives_it(hexes, orders):
    """Unless two begin in the same way, so that nobody can tell which is which."""
    ships = [dark(f"D{n}") for n in range(2)]
    forces = [{"ships": [s["name"]], "hex": h} for s, h in zip(ships, hexes, strict=True)]
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    game = Battle(position(red, side(ships, forces, tactics=1))).skip_to(Decision.ROUND_MENU)
    found = {
        tuple(w.state.craft["tf"][BLUE : BLUE + 2].tolist()) for w in determinizations(game, 0, 16)
    }
    assert len(found) == orders and (BLUES, BLUES + 1) in found


@pytest.mark.rule("BR-AMB-88", "BR-DET-09", "BR-SCN-02")
def test_ships_that_began_together_explain_a_marker_each():
    """One of two has gone to a force whose own ship has no active sensor."""
    ships = [dark("One", active_range=9), dark("Two", active_range=9), dark("Blind")]
    forces = [{"ships": ["One", "Two"], "hex": "1016"}, {"ships": ["Blind"], "hex": "1116"}]
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    game = Battle(position(red, side(ships, forces, tactics=2))).skip_to(Decision.ROUND_MENU)
    if game.state.seat:
        game.idle().skip_to(Decision.ROUND_MENU)
    craft, forces = game.state.craft, game.state.tf
    craft[BLUE].active = craft[BLUE + 1].active = 1
    craft[BLUE + 1].tf = craft[BLUE + 2].tf
    forces[BLUES].strength, forces[BLUES + 1].strength = 1, 2
    assert game.visible(0).tf[BLUES].emitting and game.visible(0).tf[BLUES + 1].emitting
    for other in determinizations(game, 0, 16):
        assert {len(set(held(other, BLUES + n)) & {BLUE, BLUE + 1}) for n in (0, 1)} == {1}


@pytest.mark.rule("BR-AMB-88", "BR-DET-09", "BR-DRN-04")
def test_an_active_marker_that_no_ship_can_show_is_a_launched_drone_s():
    """Both of Blue's ships are known and silent; a dummy would show no Active marker."""
    blue = side(
        [ship("Mother", tech_level=13), dark("Blind", active_range=0)],
        [{"ships": ["Mother"], "hex": "1016"}, {"ships": ["Blind"], "hex": "1116"}],
        drones=[{"type": "dual_mode_tl12", "controller": "Mother"}],
        tactics=7,
    )
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    game = Battle(position(red, blue)).skip_to(Decision.FORCES_MENU)
    while game.state.seat == 0:
        game.say("DONE").skip_to(Decision.FORCES_MENU)
    game.say("LAUNCH_CRAFT").answer(CRAFT_TO_LAUNCH=("craft", BLUE + 2), LAUNCH_TO="NEW_FORCE")
    drone = game.state.craft[BLUE + 2]
    assert drone.status == CraftStatus.IN_FORCE
    drone.active = 1
    game.skip_to(Decision.ROUND_MENU)
    if game.state.seat:
        game.idle().skip_to(Decision.ROUND_MENU)
    assert game.state.seat == 0 and game.visible(0).tf[drone.tf].emitting
    for other in determinizations(game, 0):
        assert held(other, int(drone.tf)) == [BLUE + 2]
        assert other.state.craft[BLUE + 2].active


@pytest.mark.rule("BR-LCH-07", "BR-AMB-88")
def test_a_known_rider_whose_tender_is_gone_is_aboard_another():
    tender = {"class": "Maggart LT", "detected": True}
    rider = {"class": "Manticore", "name": "Sting", "aboard": "One"}
    ships = [tender | {"name": "One"}, tender | {"name": "Two"}, rider]
    blue = side(ships, [{"ships": ["One"], "hex": "1016"}, {"ships": ["Two"], "hex": "1116"}])
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    game = Battle(position(red, blue)).skip_to(Decision.ROUND_MENU)
    if game.state.seat:
        game.idle().skip_to(Decision.ROUND_MENU)
    known = game.state.craft[BLUE + 2]
    known.detected, known.contact, known.keeper = 1, 2, BLUE + 1
    game.state.craft[BLUE].status = CraftStatus.LOST
    game.state.tf[game.state.craft[BLUE].tf].status = ForceStatus.UNUSED
    game.state.craft[BLUE].tf = NONE
    for other in determinizations(game, 0):
        assert other.state.craft[BLUE + 2].keeper == BLUE + 1


@pytest.mark.rule("BR-TF-04", "BR-SCN-11")
@pytest.mark.parametrize(("shown", "bought"), [(3, 1), (4, 2), (5, 3)])
def test_forces_that_dummies_cannot_explain_make_a_fleet_of_as_many_ships(shown, bought):
    """Fleet Tactics of two allow two dummies; a third task force is the first ship's."""
    game = Table("skirmish_purchase", delegate=())
    state, half = game.state, len(game.state.tf) // 2
    state.tactics[1] = 2
    for k in range(half, half + shown):
        state.tf[k].status = ForceStatus.ON_MAP
    buy_for_forces(state, game.rules, 1)
    assert sailing(state) == bought


@pytest.mark.rule("BR-AMB-88", "BR-SCN-11")
def test_each_active_marker_needs_a_ship_and_no_dummy_explains_it():
    game = Table("skirmish_purchase", delegate=())
    state, half = game.state, len(game.state.tf) // 2
    state.tactics[1] = 4
    for k in range(half, half + 3):
        state.tf[k].status = ForceStatus.ON_MAP
        state.tf[k].emitting = k > half
    buy_visible_craft(state, game.rules, 1)
    assert sailing(state) == 2


def sailing(state):
    """Blue's craft in task forces."""
    return (state.craft["status"][len(state.craft) // 2 :] == CraftStatus.IN_FORCE).sum()


@pytest.mark.rule("BR-SCN-02", "BR-SCN-03", "BR-SEQ-04", "BR-AMB-88")
@pytest.mark.parametrize(
    ("phase", "first", "enters"),
    [
        (Phase.INITIATIVE, 1, 3),
        (Phase.OPERATIONS, 1, 3),
        (Phase.OPERATIONS, 6, 6),
        (Phase.OPERATIONS + 1, 1, 4),
        (Phase.OPERATIONS + 1, 4, 4),
    ],
)
def test_a_force_that_is_still_to_come_enters_as_soon_as_it_may(phase, first, enters):
    """In this turn until the rounds of operations are over, else in the next; not before its turn."""
    game = standing()
    state = game.state
    state.turn, state.phase = 3, phase
    for enemy, edge in ((0, 0), (1, int(game.rules.option.rows) + 1)):
        tf = create_waiting_forces(state, game.rules, enemy, first)
        force = state.tf[tf]
        assert force.status == ForceStatus.WAITING and force.entry_turn == enters
        assert force.r == axial_row(int(force.q), edge), "outside its own edge"
        assert 1 <= force.q <= game.rules.option.columns


@pytest.mark.rule("BR-HID-01", "BR-DMG-09", "BR-AMB-88")
def test_the_ship_with_most_markers_face_down_has_the_first_choice_of_kinds():
    """Of ten kinds that are left one is left twice: a ship with ten markers needs all, one with a
    single marker the other of these two."""
    game = battle([ship("Red")], [ship("One"), ship("Ten")], 5)
    state = game.state
    for kind in range(len(state.pool) - 2):
        state.pool[:] = 1
        state.pool[Result.SHIP_EXPLODES] = state.pool[Result.COMPUTER] = 0
        left = [k for k in range(len(state.pool)) if state.pool[k]]
        state.pool[left[kind]] = 2
        for craft, markers in ((state.craft[BLUE], 1), (state.craft[BLUE + 1], 10)):
            craft.markers, craft.damage[:] = markers, 0
        determinize_damage(state, 1)
        assert (state.craft[BLUE + 1].damage[left] == Damage.PERMANENT).all()
        assert np.flatnonzero(state.craft[BLUE].damage).tolist() == [left[kind]]
        assert not state.pool.any() and not state.craft["markers"].any()


@pytest.mark.rule("BR-HID-01", "BR-DMG-07", "BR-AMB-88")
def test_ships_with_many_markers_face_down_leave_each_other_enough_kinds():
    """Six kinds are left twice, two once: of two ships with seven markers each needs all of the six
    and one of the two, which a lot among all that is left seldom gives."""
    game = battle([ship("Red")], [ship("One"), ship("Two")], 5)
    state = game.state
    singles = [Result.BRIDGE, Result.SPINE]
    doubles = [
        k for k in range(RESULTS) if k not in (*singles, Result.SHIP_EXPLODES, Result.COMPUTER)
    ][:6]
    for seed in range(30):
        state.chance.seed_lo = seed
        state.pool[:] = 0
        state.pool[doubles], state.pool[singles] = 2, 1
        for craft in state.craft[BLUE : BLUE + 2]:
            craft.markers, craft.damage[:] = 7, 0
        determinize_damage(state, 1)
        laid = state.craft["damage"][BLUE : BLUE + 2] == Damage.PERMANENT
        assert laid.sum(axis=1).tolist() == [7, 7] and laid[:, doubles].all()
        assert not state.pool.any() and not state.craft["markers"].any()


@pytest.mark.rule("BR-HID-01", "BR-DMG-12", "BR-DMG-15", "BR-AMB-88")
def test_markers_face_down_are_drawn_from_the_cup():
    """As often of a kind as it has markers there; no ship in play has exploded, and none that shows
    an Active marker lacks its reactor."""
    game = battle([ship("Red")], [ship("One")], 5)
    state = game.state
    counts = game.rules.marker_count.astype(float)
    counts[Result.SHIP_EXPLODES] = 0
    for active in (0, 1):
        counts[Result.POWER_PLANT] *= 1 - active
        drawn = np.zeros(RESULTS)
        for seed in range(SEEDS):
            state.chance.seed_lo = seed
            state.pool[:] = game.rules.marker_count
            craft = state.craft[BLUE]
            craft.markers, craft.active, craft.damage[:] = 1, active, 0
            determinize_damage(state, 1)
            drawn += craft.damage > 0
        expected = SEEDS * counts / counts.sum()
        assert drawn.sum() == SEEDS
        assert (np.abs(drawn - expected) <= 4 * np.sqrt(expected)).all(), drawn
