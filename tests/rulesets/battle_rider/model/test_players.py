"""Chapter MPL: several players a side, their skills and ships, and what a file says of them."""

import pytest
from kit.battle_rider.players import HALF, SMALL, fleet, holder, placed, rigged, sides
from kit.battle_rider.table import Table, game_seen, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision, Event
from spacecombat_env.rulesets.battle_rider.scenario import load


def owners(game, count):
    """The players of Red's first ships."""
    return [int(game.state.craft[k].player) for k in range(count)]


# -- the fleet commander and the others' skill -----------------------------------------------------


@pytest.mark.rule("BR-MPL-02")
@pytest.mark.parametrize(("value", "skill"), [(1, 3), (2, 2), (3, 3), (4, 4), (5, 5), (6, 4)])
def test_other_players_turn_a_card_for_their_skill(value, skill):
    source = placed((10, 9, 8), ((0,), (1,), (2,)), (0, 1, 2), tactics=7, counts=(3, 1))
    team = rigged(source, value).state.team[0]
    assert team.tactics[1] == team.tactics[2] == skill
    assert team.tactics[0] == 0  # the commander turns none


@pytest.mark.rule("BR-MPL-01")
@pytest.mark.parametrize(
    ("points", "players", "commander"),
    [
        ((10, 9), (0, 1), 0),
        ((9, 10), (0, 1), 1),
        ((10, 6, 5), (0, 1, 1), 1),
        ((10, 6, 4), (0, 1, 1), 0),  # of equals the first
        ((10, 6, 4), (1, 0, 0), 0),
    ],
)
def test_the_player_with_most_points_is_fleet_commander(points, players, commander):
    groups = tuple((n,) for n in range(len(points)))
    game = Table(placed(points, groups, players))
    assert game.state.team[0].commander == commander
    assert owners(game, len(points)) == list(players)


@pytest.mark.rule("BR-MPL-01", "BR-MPL-02")
def test_the_commander_has_the_scenarios_skill_and_all_of_his_side_are_shown():
    game = rigged(placed((9, 10), ((0,), (1,)), (0, 1), tactics=7), 2)
    events = game.events("PLAYER")
    assert [(int(e.a), bool(e.b), int(e.c)) for e in events] == [(0, True, 2), (1, False, 7)]
    assert {int(e.known) for e in events} == {1}
    view = RULESET.view(game_seen(game, 0), 0, game.scenario, 0)
    assert view["sides"]["red_0"]["players"] == [
        {"name": "red_0", "fleet_tactics": 2, "commander": False},
        {"name": "red_1", "fleet_tactics": 7, "commander": True},
    ]


# -- dividing the ships ----------------------------------------------------------------------------


@pytest.mark.rule("BR-MPL-01")
def test_ships_are_dealt_dearest_first_to_the_player_with_fewest_points():
    # 10 | 8 | 8+5 | 10+4 | 13+3: the larger share, 16, is the first player's.
    points = (10, 8, 5, 4, 3)
    game = Table(placed(points, tuple((n,) for n in range(5))))
    assert owners(game, 5) == [1, 0, 0, 1, 0]
    assert game.state.team[0].commander == 0


@pytest.mark.rule("BR-MPL-01")
def test_a_task_force_of_the_scenario_goes_to_one_player():
    game = Table(placed((10, 1, 9, 8), ((0, 3), (1, 2))))
    assert owners(game, 4) == [0, 1, 1, 0]


@pytest.mark.rule("BR-MPL-01")
def test_tenders_riders_and_drones_stay_together():
    riders = [{"class": "Manticore", "aboard": "Maggart LT"} for _ in range(2)]
    game = Table(sides(side(["Maggart LT", *riders, "Rapier"])))
    maggart, *manticores, rapier = owners(game, 4)
    assert {maggart} == set(manticores) and rapier != maggart
    # One by one: S0 to the first, S1 to the second, the drones to the first again.
    drones = [{"type": "passive_tl14", "controller": "S1"} for _ in range(2)]
    game = Table(sides(side(fleet(10, 10, tech_level=15), drones=drones)))
    first, *second = owners(game, 4)
    assert {first} != {second[0]} == set(second)


@pytest.mark.rule("BR-MPL-01")
def test_what_a_scenario_divides_takes_its_riders_and_drones_along():
    """Only ships that sail by themselves are given a player; the tender's is the second."""
    riders = [{"class": "Manticore", "aboard": "Maggart LT"} for _ in range(2)]
    ships = [{"class": "Rapier", "player": 0}, {"class": "Maggart LT", "player": 1}, *riders]
    drones = [{"type": "passive_tl14", "controller": "Rapier"}]
    game = Table(sides(side(ships, drones=drones)))
    assert owners(game, 5) == [0, 1, 1, 1, 0]


@pytest.mark.rule("BR-MPL-01")
def test_the_commander_buys_and_the_ships_are_dealt_when_all_is_bought():
    purchase = {"points": 60, "tactics_cost": 3, "pool": {"Valor": 2, "Fiery": 2}}
    game = Table(sides({"purchase": purchase}, counts=(2, 1)))
    requested = set()
    while game.decision in (Decision.BUY_TACTICS, Decision.BUY_SHIP):
        requested.add(entry.player(game.games, 0))
        assert game.state.team[0].commander == -1
        game.apply(min(game.legal() - {game.action("DONE")} or {game.action("DONE")}))
    assert requested == {0}
    bought = [k for k in range(8) if game.state.craft[k].status == CraftStatus.IN_FORCE]
    assert {int(game.state.craft[k].player) for k in bought} == {0, 1}
    assert game.state.team[0].commander == 0
    assert game.state.team[0].tactics[1] > 0


@pytest.mark.rule("BR-MPL-01")
def test_a_ship_that_a_cup_leaves_out_counts_for_nobody():
    red = side(fleet(9, 10, 8, players=(0, 1, 1)))
    for seed in range(1, 30):
        game = Table(sides({**red, "leave_out": 1}), seed=seed)
        points = [9, 10, 8]
        gone = next(k for k in range(3) if game.state.craft[k].status != CraftStatus.IN_FORCE)
        points[gone] = 0
        shares = points[0], points[1] + points[2]
        assert game.state.team[0].commander == (1 if shares[1] > shares[0] else 0)
        if gone == 1:
            return
    raise AssertionError("never the ship whose loss changes the commander")


# -- task forces -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-MPL-02", "BR-TF-02")
def test_at_set_up_a_players_skill_limits_his_task_forces_and_no_two_share_one():
    source = sides(side(fleet(20, 20, 20, 9, 9, 9, players=(0, 0, 0, 1, 1, 1)), tactics=3))
    game = rigged(source, 2)  # ships with one place to go, a new task force, are not asked for
    told = []
    for tf in (0, 1, 2):
        assert game.decision == Decision.SETUP_FORCE
        actions = {tf for tf in range(HALF) if game.can_say(("force", tf))}
        told.append((int(game.state.order[0].craft), entry.player(game.games, 0), actions))
        game.say(("force", tf))
    assert told == [(1, 0, {0, 1}), (2, 0, {0, 1}), (4, 1, {2, 3})]
    assert game.decision == Decision.SETUP_DUMMIES
    assert [int(game.state.craft[k].tf) for k in range(6)] == [0, 0, 1, 2, 2, 3]


@pytest.mark.rule("BR-TF-04", "BR-MPL-01")
def test_dummies_are_the_commanders_and_as_many_as_his_skill():
    game = rigged(sides(side(fleet(20, 9, players=(0, 1)), tactics=3)), 5)
    game.skip_to(Decision.SETUP_DUMMIES)
    assert entry.player(game.games, 0) == 0
    assert game.state.order[0].high == 3
    game.say(3)
    dummies = {k for k in range(HALF) if game.state.tf[k].status and not game.state.tf[k].strength}
    assert len(dummies) == 3
    while game.decision in (Decision.SETUP_COLUMN, Decision.SETUP_VELOCITY, Decision.SETUP_TURN):
        tf = int(game.state.order[0].tf)
        assert entry.player(game.games, 0) == (0 if tf in dummies else holder(game, tf))
        game.apply(min(game.legal()))


# -- what a file may say ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "players", "field", "reason"),
    [
        ({"red": 5}, None, "rules.players.red", "5 is above 4"),
        ({"red": 0}, None, "rules.players.red", "0 is below 1"),
        ({"green": 2}, None, "rules.players.green", "unknown"),
        ({"red": "two"}, None, "rules.players.red", "not a whole number"),
        (2, None, "rules.players", "not a mapping"),
        ({"red": 4}, None, "rules.players.red", "4 players for 3 ships"),
        ({"red": 2}, (0, 1, 2), "sides.red.ships[3].player", "2 is above 1"),
        ({"red": 2}, (0, 1, None), "sides.red.ships[3].player", "S2 has no player"),
        ({"red": 2}, (None, 0, 1), "sides.red.ships[1].player", "S0 has no player"),
        ({"red": 3}, (0, 1, 1), "sides.red.ships", "player 2 has no ship"),
        ({"blue": 1}, (0, 1, 1), "sides.red.ships[1].player", "one player"),
    ],
)
@pytest.mark.rule("BR-MPL-01")
def test_mistakes_are_named(counts, players, field, reason):
    red = side(fleet(9, 8, 7, players=players))
    for content in red["ships"]:
        if content.get("player", 0) is None:
            del content["player"]
    source = {**sides(red), "rules": {"players": counts}}
    with pytest.raises(ScenarioError) as found:
        load(source)
    assert field in str(found.value) and reason in str(found.value)


@pytest.mark.rule("BR-MPL-01")
def test_a_rider_is_given_to_no_other_player_than_its_tender():
    rider = {"class": "Manticore", "name": "Rider", "aboard": "Maggart LT", "player": 0}
    ships = [{"class": "Rapier", "player": 0}, {"class": "Maggart LT", "player": 1}, rider]
    with pytest.raises(ScenarioError, match=r"\[3\].player: Rider and Maggart LT: one player's"):
        load(sides(side(ships)))


@pytest.mark.rule("BR-MPL-01")
def test_a_placed_task_force_has_one_player():
    with pytest.raises(ScenarioError, match=r"task_forces\[1\].ships: ships of players 0 and 1"):
        load(placed((9, 8), ((0, 1),), (0, 1)))
    with pytest.raises(ScenarioError, match="2 players for 1 ships or task forces"):
        load(placed((9, 8), ((0, 1),)))


def test_events_have_texts():
    assert Event.PLAYER in {int(e.kind) for e in Table(SMALL).state.log}
