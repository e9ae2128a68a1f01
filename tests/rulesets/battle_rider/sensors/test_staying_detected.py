"""BR-AMB-29: what has been detected stays detected, through recovery and relaunch."""

import pytest
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision, ForceStatus
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.sensors.detection import reveal_craft

TENDER, RIDER, OTHER, DRONE = range(4)
CAPACITY = {"capacity": "small"}


def family(visible=("Maggart LT", "Sting", "Eye"), **force):
    """Red's Maggart, two Manticores and a drone in one force; those named are detected."""
    ships = [
        {"class": "Maggart LT"},
        {"class": "Manticore", "name": "Sting"},
        {"class": "Manticore", "name": "Fang"},
    ]
    ships = [ship | {"detected": ship.get("name", "Maggart LT") in visible} for ship in ships]
    drone = {"type": "dual_mode_tl12", "controller": "Maggart LT", "name": "Eye"}
    drones = [drone | {"aboard": False, "detected": "Eye" in visible}]
    names = ["Maggart LT", "Sting", "Fang", "Eye"]
    place = {"ships": names, "hex": "0505", **force}
    blue = side([ship_of_blue()], [{"ships": ["Watch"], "hex": "0530"}])
    return position(side(ships, [place], 4, drones), blue, **CAPACITY)


def ship_of_blue():
    """An enemy far away."""
    return ship("Watch", detected=False)


def menu(source, **options):
    """Red, without the initiative, decides first."""
    for seed in range(1, 60):
        game = Battle(source, seed=seed, **options)
        if game.state.initiative == 1:
            return game.skip_to(Decision.FORCES_MENU)
    raise AssertionError("no such seed")


def told(game, seat):
    """The log as a seat reads it."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return game_log.log(visible, 0, game.scenario, seat, 0)


@pytest.mark.rule("BR-AMB-29", "BR-DET-02")
@pytest.mark.parametrize("craft", [RIDER, DRONE])
def test_detected_riders_and_drones_stay_so_aboard_and_when_launched_again(craft):
    game = menu(family())
    contact = int(game.state.craft[craft].contact)
    game.say("RECOVER", ("craft", craft))
    assert game.state.craft[craft].status == CraftStatus.ABOARD
    assert game.visible(1).craft[craft].status == CraftStatus.ABOARD
    game.say("LAUNCH_CRAFT")
    game.answer(LAUNCH_TO="NEW_FORCE")
    launched = game.state.craft[craft]
    assert launched.detected and launched.contact == contact
    visible = game.visible(1)
    assert visible.craft[craft].klass == launched.klass
    assert visible.craft[craft].tf == launched.tf != game.state.craft[TENDER].tf
    assert visible.tf[launched.tf].status == ForceStatus.ON_MAP


@pytest.mark.rule("BR-AMB-29", "BR-AMB-28")
@pytest.mark.parametrize("where", ["NEW_FORCE", ("force", 0)])
def test_a_tender_that_launches_a_detected_rider_keeps_its_shadow_found(where):
    game = menu(family(("Maggart LT", "Sting", "Fang", "Eye"), detected_shadow=True))
    game.say("RECOVER", ("craft", RIDER), "LAUNCH_CRAFT")
    game.answer(LAUNCH_TO=where)
    assert game.state.tf[0].shadow_found
    assert game.state.tf[int(game.state.craft[RIDER].tf)].shadow_found


@pytest.mark.rule("BR-AMB-29", "BR-AMB-28")
def test_a_rider_that_was_never_found_is_unknown_and_hides_the_shadow_it_joins():
    source = family(("Maggart LT", "Eye"), detected_shadow=False)
    source["sides"]["red"]["ships"][1] |= {"aboard": "Maggart LT"}
    source["sides"]["red"]["ships"][2] |= {"aboard": "Maggart LT"}
    force = source["sides"]["red"]["task_forces"][0]
    force["ships"], force["detected_shadow"] = ["Maggart LT", "Eye"], True
    game = menu(source)
    game.say("LAUNCH_CRAFT", ("craft", RIDER), "NEW_FORCE")
    assert not game.state.craft[RIDER].detected and not game.visible(1).craft[RIDER].klass
    assert game.state.tf[0].shadow_found
    assert not game.state.tf[int(game.state.craft[RIDER].tf)].shadow_found
    game.say("LAUNCH_CRAFT")
    game.answer(CRAFT_TO_LAUNCH=("craft", OTHER), LAUNCH_TO=("force", 0))
    assert not game.state.tf[0].shadow_found


@pytest.mark.rule("BR-AMB-29", "BR-AMB-88")
def test_the_enemy_is_shown_the_launch_of_what_he_knows_and_of_nothing_else():
    game = menu(family(("Maggart LT", "Sting")))
    game.say("RECOVER", ("craft", RIDER), "RECOVER", ("craft", OTHER))
    game.say("LAUNCH_CRAFT", ("craft", OTHER), "NEW_FORCE")
    assert not [line for line in told(game, 1) if "launched" in line]
    game.say("LAUNCH_CRAFT")
    game.answer(CRAFT_TO_LAUNCH=("craft", RIDER), LAUNCH_TO="NEW_FORCE")
    lines = [line for line in told(game, 1) if "launched" in line]
    assert len(lines) == 1 and "Manticore" in lines[0]
    assert len([line for line in told(game, 0) if "launched" in line]) == 2


@pytest.mark.rule("BR-AMB-29")
def test_what_is_launched_again_keeps_its_number_and_others_get_new_ones():
    game = menu(family(("Maggart LT", "Sting")))
    game.say("RECOVER", ("craft", RIDER))
    reveal_craft(game.state, DRONE)
    reveal_craft(game.state, OTHER)
    contacts = game.state.craft["contact"][:4].tolist()
    assert sorted(contacts) == [0, 1, 2, 3] and contacts[RIDER] == 1
    assert int(game.state.contacts[0]) == 4
