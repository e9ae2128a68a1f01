"""BR-SCN-08: a jump line instead of the enemy's edge."""

import pytest
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision, ForceStatus
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.scenario import load

NORTH, SOUTH = 0, 3
EARTH = {"kind": "planet", "hex": "1005"}
ON = {"options": {"jump_line": True}}
RED_SHIP, BLUE_SHIP = 0, 8


def sailing(hexes, *ships, vector=(0, 0), bodies=(EARTH,), names=None, edge=60, options=ON):
    """Red's task force in a hex of a long map, in its round; a Blue ship far away."""
    ships = ships or (ship("Runner", jump=2),)
    force = {"ships": [s["name"] for s in ships], "hex": hexes, "vector": list(vector)}
    red = side(list(ships), [force], tactics=7)
    gun = ship("Watch", turret="L(x4)10:1")
    blue = side([gun], [{"ships": ["Watch"], "hex": "1001"}])
    long_map = {"columns": 19, "rows": edge}
    source = position(red, blue, map=long_map, bodies=list(bodies))
    for seed in range(1, 60):
        game = Battle(source, seed=seed, **options)
        if game.state.initiative == 0:
            return game.to_round(0)
    raise AssertionError("no such seed")


def told(game, seat):
    """The log as a seat reads it."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return game_log.log(visible, 0, game.scenario, seat, 0)


# --- where it lies -------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-08", "BR-AST-06")
@pytest.mark.parametrize(("hexes", "beyond"), [("1047", False), ("1048", False), ("1049", True)])
def test_the_line_is_at_100_diameters_of_the_planet(hexes, beyond):
    """Earth: 0.43 hexes across, so 43 from row 5 is row 48; beyond it begins with row 49."""
    assert sailing(hexes).can_say("JUMP") == beyond


@pytest.mark.rule("BR-SCN-08", "BR-AST-06")
@pytest.mark.parametrize(("world", "line"), [("Mercury", 16), ("Mars", 23), ("Venus", 40)])
def test_its_distance_is_that_of_the_planets_size(world, line):
    """Sample planets of the book, p.17: 0.16, 0.23 and 0.40 hexes."""
    body = {**EARTH, "world": world}
    assert sailing(f"10{5 + line}", bodies=[body]).can_say("JUMP") is False
    assert sailing(f"10{5 + line + 1}", bodies=[body]).can_say("JUMP")


@pytest.mark.rule("BR-SCN-08")
def test_an_asteroid_is_no_planet():
    asteroid = {"kind": "asteroid", "hex": "1055"}
    assert sailing("1049", bodies=[asteroid, EARTH]).can_say("JUMP")
    with pytest.raises(ScenarioError, match="there is none"):
        sailing("1049", bodies=[asteroid])


@pytest.mark.rule("BR-SCN-08")
def test_missions_have_their_own_edges():
    with pytest.raises(ScenarioError, match="missions say over which edge"):
        load("pocket_empires", options={"jump_line": True})


@pytest.mark.rule("BR-SCN-08")
def test_it_is_on_the_view():
    game = sailing("1049")
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, 1)
    assert views.view(visible, 0, game.scenario, 1)["map"]["jump_line"] == 43
    game = sailing("1049", options={})
    entry.redact(game.games, 0, visible, 0, 1)
    assert views.view(visible, 0, game.scenario, 1)["map"]["jump_line"] is None


# --- beyond it -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-08", "BR-SCN-07")
def test_beyond_it_ships_that_can_jump_are_away():
    runner, hulk = ship("Runner", jump=2, points=20), ship("Hulk", jump=2, damage=["jump_drive"])
    game = sailing("1050", runner, hulk, ship("Rider"))
    game.say("JUMP")
    status = game.state.craft["status"][:3].tolist()
    assert status == [CraftStatus.ESCAPED, CraftStatus.IN_FORCE, CraftStatus.IN_FORCE]
    assert game.state.points_escaped[0] == 20 and game.state.points_lost[0] == 0
    assert game.state.tf[0].status == ForceStatus.ON_MAP and game.state.tf[0].strength == 2
    assert (
        game.decision == Decision.ROUND_MENU and not game.can_say("JUMP") and game.can_say("MOVE")
    )
    assert "enters jump space beyond the jump line" in "\n".join(told(game, 1))


@pytest.mark.rule("BR-SCN-08", "BR-TF-09")
def test_the_counter_goes_with_its_last_ship():
    game = sailing("1050", ship("Runner", jump=2, detected=False))
    game.say("JUMP")
    assert game.state.tf[0].status == ForceStatus.UNUSED
    assert game.state.craft[RED_SHIP].status == CraftStatus.ESCAPED
    assert game.state.round_tf != 0  # its round is over
    assert "jump" not in "\n".join(told(game, 1))  # what it was, the enemy never saw


@pytest.mark.rule("BR-SCN-08", "BR-AMB-89")
def test_what_is_aboard_jumps_with_its_tender():
    force = {"ships": ["Maggart LT"], "hex": "1050"}
    riders = [{"class": "Manticore", "name": "Sting", "aboard": "Maggart LT"}]
    red = side([{"class": "Maggart LT"}, *riders], [force])
    blue = side([ship("Watch", turret="L(x4)10:1")], [{"ships": ["Watch"], "hex": "1001"}])
    source = position(red, blue, map={"columns": 19, "rows": 60}, bodies=[EARTH])
    game = Battle(source, seed=1, **ON).to_round(0)
    game.say("JUMP")
    assert game.state.craft["status"][:2].tolist() == [CraftStatus.ESCAPED] * 2


@pytest.mark.rule("BR-SCN-08", "BR-DRN-03")
def test_a_drone_that_its_controller_leaves_behind_is_lost():
    ships = [ship("Runner", jump=2, tech_level=14), ship("Hulk", tech_level=14)]
    drones = [
        {"type": "passive_tl14", "controller": name, "name": f"{name}'s eye", "aboard": False}
        for name in ("Runner", "Hulk")
    ]
    names = [content["name"] for content in (*ships, *drones)]
    red = side(ships, [{"ships": names, "hex": "1050"}], drones=drones)
    blue = side([ship("Watch")], [{"ships": ["Watch"], "hex": "1001"}])
    source = position(red, blue, map={"columns": 19, "rows": 60}, bodies=[EARTH])
    game = Battle(source, seed=1, **ON).to_round(0).say("JUMP")
    status = game.state.craft["status"][:4].tolist()
    here = CraftStatus.IN_FORCE
    assert status == [CraftStatus.ESCAPED, here, CraftStatus.LOST, here]


@pytest.mark.rule("BR-SCN-08", "BR-SCN-05")
@pytest.mark.parametrize(
    ("hexes", "vector", "options", "escapes"),
    [
        ("1059", (0, 3), ON, True),  # over the enemy's edge, beyond the line
        ("1859", (3, 0), ON, True),  # over a side, beyond the line
        ("1003", (0, -6), ON, False),  # over the own edge, within it
        ("1810", (3, 0), ON, False),  # over a side, within it
        ("1859", (3, 0), {}, False),  # without the line a side is no way out
        ("1059", (0, 3), {}, True),
    ],
)
def test_off_the_map_the_line_counts_and_not_the_edge(hexes, vector, options, escapes):
    game = sailing(hexes, vector=vector, options=options)
    game.say("END_ROUND")
    lost = CraftStatus.ESCAPED if escapes else CraftStatus.LOST
    assert game.state.craft[RED_SHIP].status == lost


@pytest.mark.rule("BR-SCN-08")
def test_over_the_enemys_edge_within_the_line_nobody_escapes():
    planet = {"kind": "planet", "hex": "1058"}
    game = sailing("1059", vector=(0, 3), bodies=[planet])
    game.say("END_ROUND")
    assert game.state.craft[RED_SHIP].status == CraftStatus.LOST


# --- who has it ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-08")
def test_without_the_switch_and_for_dummies_there_is_no_such_action():
    assert not sailing("1050", options={}).can_say("JUMP")
    game = sailing("1050")
    game.state.craft[RED_SHIP].status = CraftStatus.LOST
    assert not game.can_say("JUMP")


@pytest.mark.rule("BR-SCN-08", "BR-SCN-04")
def test_who_waits_to_enter_is_not_there_yet():
    game = sailing("1050")
    game.state.tf[0].status = ForceStatus.WAITING
    assert not game.can_say("JUMP")
