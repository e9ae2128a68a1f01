"""The craft in the last slot of a side is a craft like any other."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.fleets.mission_setup import is_late_force
from spacecombat_env.rulesets.battle_rider.forces.reconfiguring import shows_craft
from spacecombat_env.rulesets.battle_rider.missiles.attack import (
    begin_attacks,
    last_target,
    unaimed,
)
from spacecombat_env.rulesets.battle_rider.model import (
    MAX_MEMBERS,
    NONE,
    CraftStatus,
    Crew,
    Damage,
    Decision,
    Errand,
    ForceStatus,
    Result,
    Tumble,
    crew_of_force,
)
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.sensors.detection import reveal_craft
from spacecombat_env.rulesets.battle_rider.ships.fuel import deal_fuel

NORTH = 0
CRAFT, FORCES = 8, 12  # slots of a side in capacity small


def crowded(seat, last, steps=(0, 0), hexes="1016", **more):
    """Eight craft of a side, the last (a ship or a drone) in a force by itself; its round."""
    names = [f"Ship {n}" for n in range(7)]
    ships, drones = [ship(name, tech_level=14) for name in names], []
    (drones if "controller" in last else ships).append(last)
    place = {"hex": "1005" if seat == 0 else "1028"}
    forces = [{"ships": names[:4], **place}, {"ships": names[4:], **place}]
    forces.append({"ships": [last["name"]], "hex": hexes, "vector": list(steps)})
    own = side(ships, forces, 4, drones)
    other = side([ship("Other")], [{"ships": ["Other"], "hex": "0133" if seat == 0 else "0101"}])
    source = position(*((own, other) if seat == 0 else (other, own)), **more)
    game = next(
        g for g in (Battle(source, seed=k) for k in range(60)) if g.state.initiative == seat
    )
    force, index = seat * FORCES + 2, (seat + 1) * CRAFT - 1
    assert game.state.craft[index].tf == force
    return game.to_round(force), index, force


@pytest.mark.rule("BR-DMG-24", "BR-MOV-10")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_spine_is_tested(seat):
    game, index, _ = crowded(seat, ship("Last", damage=["spine"]))
    game.always(1).say("MOVE", ("direction", NORTH), ("direction", NORTH), "GO")
    assert game.state.craft[index].tumble == Tumble.SEVERE


@pytest.mark.rule("BR-DMG-25")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_recovers_from_a_tumble(seat):
    game, index, _ = crowded(seat, ship("Last"))
    game.state.craft[index].tumble = Tumble.TUMBLE
    game.say("END_ROUND")
    assert game.state.craft[index].tumble == Tumble.STEADY


@pytest.mark.rule("BR-TF-08", "BR-MOV-05")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_thrust_is_the_limit_of_its_force(seat):
    game, index, force = crowded(seat, ship("Last", g_rating=1))
    game.say("MOVE", ("direction", NORTH))  # no more: it went
    assert game.state.tf[force].moved and game.state.tf[force].gs == 1
    assert thrust_available(game.rules, game.state.craft[index]) == 1


@pytest.mark.rule("BR-EVA-01", "BR-AMB-53")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_penalty_counts_in_evasion(seat):
    """5 - 3 = 2, and 1 for its Computer result: a 2 fails."""
    for damage, evade in (((), 1), (("computer",), 0)):
        game, _, force = crowded(seat, ship("Last", damage=damage))
        game.always(2).say("MOVE", "EVADE", 3)
        assert game.state.tf[force].evade == evade


@pytest.mark.rule("BR-DMG-16", "BR-EVA-05")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_damage_keeps_its_force_from_evading(seat):
    game, *_ = crowded(seat, ship("Last", damage=["artificial_gravity"]))
    assert not game.say("MOVE").can_say("EVADE")


@pytest.mark.rule("BR-DRN-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_burns_its_fuel(seat):
    drone = {"type": "passive_tl14", "controller": "Ship 0", "name": "Eye", "aboard": False}
    game, index, _ = crowded(seat, drone)
    game.say("MOVE", ("direction", NORTH))
    assert game.state.craft[index].fuel == 3


@pytest.mark.rule("BR-SCN-05")
@pytest.mark.parametrize(
    ("seat", "hexes", "steps"), [(0, "1032", (0, 3)), (1, "1002", (0, -3)), (1, "1832", (3, 0))]
)
def test_it_leaves_the_map(seat, hexes, steps):
    game, index, _ = crowded(seat, ship("Last", jump=2), steps=steps, hexes=hexes)
    game.say("END_ROUND")
    escaped = CraftStatus.LOST if steps[0] else CraftStatus.ESCAPED
    assert game.state.craft[index].status == escaped


@pytest.mark.rule("BR-SCN-08")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_enters_jump_space(seat):
    """Mercury's line is 16 hexes away."""
    bodies, rules = [{"kind": "planet", "world": "Mercury", "hex": "1016"}], {"jump_line": True}
    last = ship("Last", jump=2)
    game, index, _ = crowded(seat, last, hexes="1033", bodies=bodies, rules=rules)
    assert game.say("JUMP").state.craft[index].status == CraftStatus.ESCAPED


@pytest.mark.rule("BR-SEQ-11", "BR-DMG-06")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_temporary_damage_ends(seat):
    game, index, _ = crowded(seat, ship("Last"))
    game.state.craft[index].damage[Result.SENSORS] = Damage.TEMPORARY_1
    while game.state.turn == 1:
        game.idle()
    assert game.state.craft[index].damage[Result.SENSORS] == Damage.INTACT


@pytest.mark.rule("BR-DET-01", "BR-AMB-88")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_is_known_by_a_number_of_its_own(seat):
    game, index, _ = crowded(seat, ship("Last", detected=False))
    reveal_craft(game.state, index)
    own = game.state.craft[seat * CRAFT : (seat + 1) * CRAFT]
    assert sorted(own["contact"].tolist()) == list(range(CRAFT))


@pytest.mark.rule("BR-TF-05", "BR-AMB-88")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_shows_which_of_two_forces_is_no_dummy(seat):
    game, index, force = crowded(seat, ship("Last"))
    assert shows_craft(game.state, force)
    game.state.craft[index].detected = 0
    assert not shows_craft(game.state, force)


@pytest.mark.rule("BR-MIS-18", "BR-SEQ-10")
def test_the_last_task_force_is_attacked_by_missiles():
    """Blue's ship is its twelfth task force."""
    game = battle([ship("Gun", missile_directors=5)], [ship("Target")])
    state, last = game.state, 2 * FORCES - 1
    state.tf[last : last + 1] = state.tf[FORCES : FORCES + 1]
    state.tf[FORCES].status, state.tf[FORCES].strength = ForceStatus.UNUSED, 0
    state.craft[CRAFT].tf = last
    game.attack(game.launch(0, 2, force=last), force=last).skip_to(Decision.LAUNCH_MENU)
    assert [int(event.a) for event in game.events("MISSILES_FIRE")] == [2]


@pytest.mark.rule("BR-MIS-20")
def test_the_eighth_craft_of_a_force_may_be_aimed_at():
    game = battle([ship("Red")], [ship("Blue")])
    game.state.defender[:] = range(CRAFT, CRAFT + MAX_MEMBERS)
    game.state.craft["detected"][CRAFT:] = 1
    assert last_target(game.state) == MAX_MEMBERS - 1
    spread = game.state.spread[0]
    spread.count, spread.aim[MAX_MEMBERS - 1] = 5, 2
    assert unaimed(spread) == 3


@pytest.mark.rule("BR-FUE-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_is_dealt_fuel(seat):
    game, index, _ = crowded(seat, ship("Last"))
    game.rules.option.limited_fuel = game.rules.classes["limited_fuel"][:] = 1
    game.state.craft["fuel"][:] = NONE
    deal_fuel(game.state, game.rules, seat * CRAFT, (seat + 1) * CRAFT)
    assert game.state.craft[index].fuel > 0
    others = game.state.craft["fuel"][(1 - seat) * CRAFT :][:CRAFT]
    assert (others == NONE).all()


@pytest.mark.rule("BR-AMB-53", "BR-CRW-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_force_evades_as_its_crew_does(seat):
    game, index, force = crowded(seat, ship("Last"))
    for crew in (Crew.AVERAGE, Crew.GREEN, Crew.CRACK):
        game.rules.crew[index] = crew
        assert crew_of_force(game.state, game.rules, force) == crew


@pytest.mark.rule("BR-SEQ-10")
@pytest.mark.parametrize("seat", [0, 1])
def test_its_weapons_may_fire_again_when_missiles_attack(seat):
    game, index, _ = crowded(seat, ship("Last"))
    craft = game.state.craft[index]
    craft.fired[0] = craft.dampers_used = craft.lock_spread = 1
    begin_attacks(game.state, game.rules)
    assert (craft.fired[0], craft.fired_before[0]) == (0, 1)
    assert (craft.dampers_used, craft.lock_spread) == (0, 0)


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06")
def test_it_makes_its_force_one_that_enters_later():
    game, index, force = crowded(1, ship("Last"))
    assert not is_late_force(game.state, force)
    game.state.craft[index].errand = int(Errand.LATE)
    assert is_late_force(game.state, force) and not is_late_force(game.state, force - 1)
