"""Standing orders for task forces: hulks that drift off the map hold no sound ship back."""

import pytest
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Decision, Result

FORCES = {"delegate": ("task_forces",)}
SOUND, HULK = 0, 1


def sailing(vector=(0, 3), hulk=("maneuver_drive",), seed=1, drone=False, **options):
    """Red's sound ship with a second ship in one force, eight rows from Blue's edge."""
    ships = [ship("Sound"), ship("Hulk", damage=hulk)]
    names, drones = ["Sound", "Hulk"], []
    if drone:
        ships, names = ships[:1], ["Sound", "Eye"]
        drones = [{"type": "passive_tl14", "controller": "Sound", "name": "Eye", "aboard": False}]
        drones[0]["fuel"] = 0
        ships[0]["values"]["tech_level"] = 14
    force = {"ships": names, "hex": "1025", "vector": list(vector)}
    red = side(ships, [force], 4, drones)
    blue = side([ship("Blue", detected=False)], [{"ships": ["Blue"], "hex": "0102"}])
    game = Battle(position(red, blue), seed=seed, **(FORCES | options))
    return game.skip_to(Decision.CHOOSE_FORCE, Decision.ROUND_MENU)


def turn_two(game):
    """Play on, everybody idle, to the rounds of the second turn."""
    while game.state.turn == 1:
        game.idle()
    return game.skip_to(Decision.CHOOSE_FORCE, Decision.ROUND_MENU)


def together(game):
    """Whether the two craft are in one task force."""
    return game.state.craft[SOUND].tf == game.state.craft[HULK].tf


@pytest.mark.rule("BR-TF-06", "BR-TF-08")
@pytest.mark.parametrize("result", ["maneuver_drive", "power_plant", "bridge"])
def test_a_hulk_that_drifts_off_the_map_is_left_behind(result):
    """Three hexes a turn: off the map in three turns, and the sound ship with it."""
    game = sailing(hulk=(result,))
    assert not together(game)
    assert game.state.craft[SOUND].status == CraftStatus.IN_FORCE
    assert game.state.tf["strength"][:12].sum() == 2


@pytest.mark.rule("BR-TF-06", "BR-DRN-01")
def test_a_drone_without_fuel_is_left_behind():
    assert not together(sailing(drone=True))


@pytest.mark.parametrize(
    ("vector", "hulk"),
    [
        ((0, 0), ("maneuver_drive",)),
        ((0, 1), ("maneuver_drive",)),
        ((0, 3), ()),
        ((0, 3), ({"maneuver_drive": "temporary"},)),
        ((0, 3), ("artificial_gravity",)),
    ],
)
def test_nobody_is_left_who_may_stay_on_the_map(vector, hulk):
    """At rest, or five turns of drifting away; sound; repaired next turn; still with 2 G."""
    assert together(sailing(vector, hulk))


def test_two_hulks_stay_together():
    game = sailing((0, 1))
    game.state.craft[SOUND].damage[Result.MANEUVER_DRIVE] = Damage.PERMANENT
    game.state.tf[0].vr = 3
    assert together(turn_two(game))


def test_without_delegation_nobody_is_moved():
    assert together(sailing(delegate=()))
