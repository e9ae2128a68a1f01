"""What an enemy has spent, as determinized: missiles by who may have launched them, and fuel."""

import numpy as np
import pytest
from kit.battle_rider.determinizations import BLIND, dark, determinizations
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.forces.reconfiguring import apply_merge_into
from spacecombat_env.rulesets.battle_rider.model import NONE, CraftStatus, Damage, Decision, Result
from spacecombat_env.rulesets.battle_rider.model.actions import force_action
from spacecombat_env.rulesets.battle_rider.sensors.detection import reveal_craft
from spacecombat_env.rulesets.battle_rider.ships.force_memory import (
    bit_of_force,
    forget_force,
    remember_launch,
    share_launches,
)

BLUE, BLUES = 8, 12  # its first craft and task force
SPREADS = 12  # its first spread


def launched(game, *forces, turn=1, first=SPREADS):
    """A turn in which each of these task forces launched a spread, gone by now."""
    now, game.state.turn = int(game.state.turn), turn
    for slot, tf in enumerate(forces, first):
        remember_launch(game.state, game.rules, tf, slot)
    game.state.turn = now
    return game


def missiles(game, ships=2, count=24, seat=0):
    """What is left in the racks of Blue's first ships: (count, ships)."""
    left = [
        w.state.craft["missiles"][BLUE : BLUE + ships] for w in determinizations(game, seat, count)
    ]
    return np.array(left)


def together(steers=4, holds=12, ships=2):
    """Dark ships of one task force."""
    blue = [dark(f"D{n}", missile_directors=steers) | {"missiles": holds} for n in range(ships)]
    return battle([ship("Eye")], blue, 5)


def apart(detected=False):
    """Two ships with twelve missiles, in two task forces."""
    ships = [ship(f"D{n}", detected, missile_directors=4) | {"missiles": 12} for n in range(2)]
    forces = [{"ships": [f"D{n}"], "hex": f"1{n}16"} for n in range(2)]
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    return Battle(position(red, side(ships, forces, tactics=1))).skip_to(Decision.ROUND_MENU)


# --- missiles ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-02", "BR-MIS-03")
def test_launched_missiles_are_gone_from_the_racks():
    """Three spreads in two turns: one ship has launched twice what it can steer, the other once."""
    game = launched(launched(together(), BLUES, BLUES, turn=1), BLUES, turn=2)
    assert (np.sort(missiles(game)) == [4, 8]).all()


@pytest.mark.rule("BR-MIS-02", "BR-MIS-03")
def test_any_ship_may_be_the_one_that_launched():
    """Wherever it stands among the ships of the task force."""
    game = launched(together(ships=3), BLUES)
    assert (np.mean(missiles(game, 3, 120) == 8, axis=0) > 0.2).all()


@pytest.mark.rule("BR-LCH-04", "BR-MIS-03")
def test_a_spread_is_of_the_task_force_where_it_appeared():
    """The other ship, in another hex, has all its missiles."""
    game = launched(apart(detected=True), BLUES + 1)
    assert (missiles(game) == [12, 8]).all()


@pytest.mark.rule("BR-LCH-04", "BR-TF-06")
def test_of_task_forces_in_one_hex_with_one_vector_any_may_have_launched():
    game = apart(detected=True)
    first, second = game.state.tf[BLUES], game.state.tf[BLUES + 1]
    second.q, second.r = first.q, first.r
    left = missiles(launched(game, BLUES + 1), count=60)
    assert {tuple(row) for row in left.tolist()} == {(12, 8), (8, 12)}


@pytest.mark.rule("BR-DET-02", "BR-LCH-04")
def test_a_ship_that_is_found_later_has_launched_what_its_task_force_has():
    """Also when it is lost, while an unseen one elsewhere launched nothing."""
    game = launched(apart(), BLUES + 1)
    reveal_craft(game.state, BLUE + 1)
    assert (missiles(game) == [12, 8]).all()
    craft = game.state.craft[BLUE + 1]
    craft.status, craft.tf = CraftStatus.LOST, NONE
    assert (missiles(game)[:, 0] == 12).all()


@pytest.mark.rule("BR-DMG-11", "BR-HID-01")
@pytest.mark.parametrize(("hidden", "left"), [(0, {(12, 8)}), (1, {(12, 8), (8, 12)})])
def test_a_ship_whose_fire_control_was_out_has_launched_nothing(hidden, left):
    """Unless damage is hidden: then the seat cannot tell."""
    blue = [ship(f"D{n}", missile_directors=4) | {"missiles": 12} for n in range(2)]
    game = battle([ship("Eye")], blue, 5, options={"hidden_damage": bool(hidden)})
    game.state.craft[BLUE].damage[Result.FIRE_CONTROL] = Damage.PERMANENT
    launched(game, BLUES)
    game.state.craft[BLUE].damage[Result.FIRE_CONTROL] = Damage.INTACT
    assert {tuple(row) for row in missiles(game, count=40).tolist()} == left


@pytest.mark.rule("BR-TF-06")
def test_launches_go_with_unknown_ships_to_another_task_force_and_end_with_it():
    """Merged or split off, it may hold the launcher; a new one in the slot of one that is gone not."""
    game = launched(apart(), BLUES)
    share_launches(game.state, BLUES, bit_of_force(game.state, BLUES + 1))
    reveal_craft(game.state, BLUE + 1)
    assert game.state.memory_launch["craft"].sum() == 1 << 1
    forget_force(game.state, BLUES)
    reveal_craft(game.state, BLUE)
    assert game.state.memory_launch["craft"].sum() == 1 << 1


@pytest.mark.rule("BR-TF-06", "BR-AMB-28")
def test_nobody_sees_into_which_task_force_unknown_ships_merge():
    """The one that stays in the slot of either has what the other has, for the enemy."""
    seen = []
    for into in (1, 2):
        ships = [dark(f"D{n}", missile_directors=4) | {"missiles": 12} for n in range(3)]
        forces = [{"ships": [f"D{n}"], "hex": "1016"} for n in range(3)]
        red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
        game = Battle(position(red, side(ships, forces, tactics=3))).skip_to(Decision.ROUND_MENU)
        first = game.state.tf[BLUES]
        first.q -= 1  # launched alone, they join the others
        launched(game, BLUES)
        first.q += 1
        game.state.seat, game.state.order[1].tf = 1, BLUES
        apply_merge_into(game.state, game.rules, force_action(game.state, BLUES + into))
        assert game.state.craft[BLUE].tf == BLUES + into
        seen.append(game.visible(0).memory_launch.tobytes())
    assert seen[0] == seen[1]


@pytest.mark.rule("BR-MIS-03", "BR-REF-01")
def test_launches_are_unseen_in_double_blind_play():
    """The enemy counts as many as it launched itself."""
    for options, known in (({}, [1, 2]), (BLIND, [0, 0])):
        blue = [dark(f"D{n}", missile_directors=4) | {"missiles": 12} for n in range(2)]
        game = launched(battle([ship("Eye")], blue, 5, **options), BLUES, BLUES)
        seen = game.visible(0)
        assert [int(seen.memory_launch_count[1]), int(seen.memory_launch["count"].sum())] == known
        own = game.visible(1)
        assert [int(own.memory_launch_count[1]), int(own.memory_launch["count"].sum())] == [1, 2]
    assert (missiles(game) == 12).all()
    assert (missiles(launched(game, 0, first=0)).sum(axis=1) == 20).all()


@pytest.mark.rule("BR-MIS-03")
def test_the_last_launches_are_kept_where_there_are_more_than_the_memory_holds():
    game, places = together(), 24
    for turn in range(1, places + 3):
        launched(game, BLUES, turn=turn)
    past = game.state.memory_launch[places:]
    assert sorted(past["turn"].tolist()) == list(range(3, places + 3))
    assert game.state.memory_launch_count[1] == places + 2
    assert (missiles(game, count=4) == 0).all()


# --- spreads on the map --------------------------------------------------------------------------


def two_launchers(*, launches):
    """Ships that steer twenty missiles and two, one salvo each; a spread of two is known."""
    blue = [
        dark(f"D{steers}", missile_directors=steers) | {"missiles": steers} for steers in (20, 2)
    ]
    game = battle([ship("Eye")], blue, 5)
    for turn in range(launches):
        launched(game, BLUES, turn=turn, first=SPREADS + launches - 1 - turn)
    game.launch(BLUE + 1, 2, detected=True)
    return game


@pytest.mark.rule("BR-MIS-02", "BR-MIS-03", "BR-MIS-04")
def test_a_spread_that_was_counted_is_mostly_a_whole_salvo_of_its_owner():
    """Two missiles are what the small ship launches, seldom a tenth of the other's salvo."""
    owners = [int(w.state.spread[w.state.spread["count"] > 0]["owner"][0]) for w in drawn(1)]
    assert owners.count(BLUE + 1) > owners.count(BLUE)
    assert {BLUE, BLUE + 1} >= set(owners)


@pytest.mark.rule("BR-MIS-03")
def test_who_has_a_spread_on_the_map_has_launched_it():
    """The small ship has no more, so that the other launch was the large one's."""
    for other in drawn(2):
        spread = other.state.spread[other.state.spread["count"] > 0][0]
        if spread["owner"] == BLUE + 1:
            assert other.state.craft["missiles"][BLUE : BLUE + 2].tolist() == [0, 0]


def drawn(launches):
    """Determinizations after that many launches."""
    return determinizations(two_launchers(launches=launches), 0, 60)


@pytest.mark.rule("BR-MIS-02", "BR-MIS-04")
def test_an_unknown_spread_is_a_whole_salvo_and_of_a_ship_that_had_it():
    """Two spreads of two ships with a salvo each: one of each, whatever the ships steer."""
    game = two_launchers(launches=2)
    game.state.spread["count"] = 0
    for slot in (0, 1):
        game.launch(BLUE, 1, detected=False, slot=SPREADS + slot)
    for other in determinizations(game, 0, 12):
        spreads = other.state.spread[other.state.spread["count"] > 0]
        assert sorted(spreads["count"].tolist()) == [2, 20]
        assert sorted(spreads["owner"].tolist()) == [BLUE, BLUE + 1]


@pytest.mark.rule("BR-MIS-11")
def test_a_spread_on_the_map_is_of_a_ship_in_play():
    """Of two that launched in one turn the lost one's is gone, whichever is dealt first."""
    game = battle([ship("Eye")], [ship(f"D{n}") | {"missiles": 1} for n in range(2)], 5)
    launched(game, BLUES, BLUES)
    craft = game.state.craft[BLUE]
    craft.status, craft.tf = CraftStatus.LOST, NONE
    game.launch(BLUE + 1, 1, detected=True, slot=SPREADS + 1)
    for other in determinizations(game, 0, 12):
        assert other.state.spread[SPREADS + 1].owner == BLUE + 1
        assert other.state.craft[BLUE + 1].missiles == 0


# --- fuel ----------------------------------------------------------------------------------------


def drone_out():
    """Blue's drone is out in a task force of its own, beside a dummy, and has not moved."""
    blue = side(
        [ship("Mother", tech_level=14)],
        [{"ships": ["Mother"], "hex": "1016"}, {"ships": [], "hex": "1116"}],
        drones=[{"type": "passive_tl14", "controller": "Mother"}],
    )
    game = Battle(position(side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}]), blue))
    game.skip_to(Decision.FORCES_MENU)
    while game.state.seat == 0:
        game.say("DONE").skip_to(Decision.FORCES_MENU)
    game.say("LAUNCH_CRAFT").answer(CRAFT_TO_LAUNCH=("craft", BLUE + 1), LAUNCH_TO="NEW_FORCE")
    return game


@pytest.mark.rule("BR-FUE-02", "BR-DRN-01", "BR-MOV-04")
def test_a_drone_has_burned_what_was_seen_of_its_thrust():
    """One G of four in the first turn, and one in the second; coasting costs none."""
    game = drone_out()
    drone = game.state.craft[BLUE + 1]
    force = int(drone.tf)
    for left in (3, 2):
        game.to_round(force).say("MOVE", ("direction", 0))
        if game.decision == Decision.THRUST:
            game.say("GO")
        assert drone.fuel == left
        for other in determinizations(game, 0):
            assert other.state.craft[BLUE + 1].tf == force
            assert other.state.craft[BLUE + 1].fuel == left


@pytest.mark.rule("BR-LCH-03", "BR-AMB-88")
def test_an_unseen_drone_is_in_the_task_force_that_split_off():
    """Not in the dummy that was there before."""
    game = drone_out().skip_to(Decision.ROUND_MENU)
    for other in determinizations(game, 0, 12):
        assert other.state.craft[BLUE + 1].tf == game.state.craft[BLUE + 1].tf
