"""What an enemy has spent, as determinized: missiles by who launched the spreads that show, and fuel."""

import pytest
from kit.battle_rider.determinizations import dark, determinizations
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision

BLUE = 8  # its first craft


def two_launchers(*, launches):
    """Ships that steer twenty missiles and two, one salvo each; a spread of two is known."""
    blue = [
        dark(f"D{steers}", missile_directors=steers) | {"missiles": steers} for steers in (20, 2)
    ]
    game = battle([ship("Eye")], blue, 5)
    game.state.memory_launches[1] = game.state.memory_launch_turns[1] = launches
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
        game.launch(BLUE, 1, detected=False, slot=len(game.state.spread) // 2 + slot)
    for other in determinizations(game, 0, 12):
        spreads = other.state.spread[other.state.spread["count"] > 0]
        assert sorted(spreads["count"].tolist()) == [2, 20]
        assert sorted(spreads["owner"].tolist()) == [BLUE, BLUE + 1]


@pytest.mark.rule("BR-FUE-02", "BR-DRN-04")
def test_an_unseen_drone_that_was_launched_has_burned_fuel():
    """By turn 7 those of captains have burned all, unseen ones too, which are dealt to forces late."""
    blue = side(
        [ship("Mother", tech_level=14)],
        [{"ships": ["Mother"], "hex": "1016"}],
        drones=[{"type": "passive_tl14", "controller": "Mother"}],
    )
    game = Battle(position(side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}]), blue))
    game.skip_to(Decision.FORCES_MENU)
    while game.state.seat == 0:
        game.say("DONE").skip_to(Decision.FORCES_MENU)
    game.say("LAUNCH_CRAFT").answer(CRAFT_TO_LAUNCH=("craft", BLUE + 1), LAUNCH_TO="NEW_FORCE")
    game.skip_to(Decision.ROUND_MENU)
    game.state.turn = 7
    for other in determinizations(game, 0):
        assert other.state.craft[BLUE + 1].status == CraftStatus.IN_FORCE
        assert other.state.craft[BLUE + 1].fuel == 0
