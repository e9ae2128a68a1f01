"""Chapter FUE: limited fuel."""

import numpy as np
import pytest
from kit.battle_rider.table import Battle, Table, battle, position, ship, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import NONE, RESERVE_BURNED, CraftStatus
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_jump

N, S = 0, 3
ON = {"limited_fuel": True}
THIRSTY = {"limited_fuel": True, "jump": 2}


def source(**given):
    """A thirsty Red ship and a common one, against a common Blue ship; the switch is on."""
    tank = ship("Tank", **THIRSTY)
    tank |= given
    red = side([tank, ship("Common")], [{"ships": ["Tank", "Common"], "hex": "1030"}])
    blue = side([ship("Rest")], [{"ships": ["Rest"], "hex": "0505"}])
    return position(red, blue, rules=ON)


def thrust(game, gs, evasion=0):
    """Move with this many Gs, first N then S so that the force stays, and evade."""
    game.to_round(0).say("MOVE", *[("direction", S if n % 2 else N) for n in range(gs)])
    game.say("EVADE", evasion) if evasion else game.answer(THRUST="GO")
    return game


def tank(game):
    """The thirsty ship."""
    return game.state.craft[0]


@pytest.mark.rule("BR-FUE-01")
def test_the_sum_of_three_missile_values():
    """Three cards a ship, each of 1 to 6: 3 to 18; another sum for another seed."""
    found = set()
    for seed in range(1, 40):
        game = Battle(source(), seed=seed)
        found.add(int(tank(game).fuel))
        assert game.state.craft[1].fuel == NONE
    assert min(found) >= 3 and max(found) <= 18 and len(found) > 5


@pytest.mark.rule("BR-FUE-01")
@pytest.mark.parametrize(("value", "fuel"), [(1, 3), (4, 12), (6, 18)])
def test_all_three_cards_show_the_same(value, fuel):
    game = Table(source(), begin=False).missile_value(value)
    entry.start(game.games, 0, game.table, 7)
    assert tank(game).fuel == fuel
    assert int(game.state.chance.dealt) >= 3


@pytest.mark.rule("BR-FUE-01")
def test_a_scenario_may_say_how_much_or_leave_the_rule_out():
    assert tank(Battle(source(fuel=5), seed=1)).fuel == 5
    off = source()
    off["rules"] = {}
    game = Battle(off, seed=1)
    assert tank(game).fuel == NONE
    off["sides"]["red"]["ships"][0]["fuel"] = 5
    with pytest.raises(ScenarioError, match="limited fuel"):
        load(off)


@pytest.mark.rule("BR-FUE-02")
def test_the_book_example():
    """2Gs for maneuver and 3Gs for evasion: 5 G-turns are marked off."""
    game = thrust(Battle(source(fuel=9), seed=1), 2, evasion=3)
    assert tank(game).fuel == 4 and game.state.craft[1].fuel == NONE
    thrust(game, 0)
    assert tank(game).fuel == 4
    thrust(game, 4)
    assert tank(game).fuel == 0 and not game.events("JUMP_RESERVE")


@pytest.mark.rule("BR-FUE-03", "BR-AMB-72")
def test_further_gs_burn_the_jump_fuel():
    """Empty is not yet stranded; one G more is, for good, and Gs are not limited by it."""
    game = Battle(source(fuel=3), seed=1)
    klass = game.rules.classes[tank(game).klass]
    thrust(game, 3)
    assert tank(game).fuel == 0 and can_jump(tank(game), klass)
    thrust(game, 1)
    assert tank(game).fuel == RESERVE_BURNED and not can_jump(tank(game), klass)
    thrust(game, 6)
    assert tank(game).fuel == RESERVE_BURNED and game.state.tf[0].gs == 6
    assert len(game.events("JUMP_RESERVE")) == 1


@pytest.mark.rule("BR-FUE-03")
@pytest.mark.parametrize(("fuel", "status"), [(4, CraftStatus.ESCAPED), (3, CraftStatus.LOST)])
def test_without_jump_fuel_there_is_no_escape(fuel, status):
    """Over the enemy's edge, four hexes off, with four Gs."""
    game = Battle(source(fuel=fuel), seed=1).to_round(0)
    game.say("MOVE", *[("direction", N)] * 4, "GO")
    assert tank(game).status == status


@pytest.mark.rule("BR-FUE-03", "BR-AMB-72", "BR-AMB-88")
def test_only_its_owner_knows():
    """BR-AMB-72: neither fuel nor the loss of the jump fuel is revealed."""
    looks = []
    for fuel in (1, 9):
        game = battle([ship("Tank", **THIRSTY) | {"fuel": fuel}], [ship("Rest")], 9, options=ON)
        game.state.chance.seed_lo = game.state.chance.seed_hi = 1
        thrust(game, 2)
        scenario, visible = game.scenario, make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, 1)
        row = np.zeros(scenario.observation.size, np.int8)
        entry.observe_visible(visible, 0, game.table, 1, row)
        looks.append((visible.raw.tobytes(), row.tobytes(), views.view(visible, 0, scenario, 1)))
        entry.redact(game.games, 0, visible, 0, 0)
        own = views.view(visible, 0, scenario, 0)["own_ships"][0]
        assert (own["fuel"], own["jump_fuel"]) == ((0, False) if fuel == 1 else (7, True))
        told = "\n".join(game_log.log(visible, 0, scenario, 0, 0))
        assert ("Tank burns its jump fuel" in told) == (fuel == 1)
    assert looks[0] == looks[1]


@pytest.mark.rule("BR-FUE-01")
def test_a_determinized_enemy_has_drawn_its_fuel():
    game = battle([ship("Eye")], [ship("Tank", **THIRSTY)], 9, options=ON)
    visible, determinized = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    half, found = len(game.state.craft) // 2, set()
    for seed in range(12):
        entry.redact(game.games, 0, visible, 0, 0)
        entry.determinize(visible, 0, game.table, 0, seed, determinized, 0)
        found.add(int(determinized.states[0].craft[half].fuel))
    assert len(found) > 3 and found <= set(range(3, 19))


@pytest.mark.rule("BR-FUE-02")
@pytest.mark.parametrize(("fuel", "observed"), [(None, 0), (0, 1), (7, 8), (RESERVE_BURNED, -1)])
def test_the_observation_shows_the_owner(fuel, observed):
    game = Battle(source(fuel=5), seed=1)
    tank(game).fuel = NONE if fuel is None else fuel
    row = np.zeros(game.scenario.observation.size, np.int8)
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, 0)
    entry.observe_visible(visible, 0, game.table, 0, row)
    names = game.scenario.observation.block("advanced_own_craft").columns
    block = row[game.scenario.observation.slice("advanced_own_craft")].reshape(-1, len(names))
    assert block[0, names.index("fuel")] == observed
