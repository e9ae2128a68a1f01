"""Chapter MPL: several players a side. Red's ships are divided; slots 0.. are Red's, 8.. Blue's."""

import json

import numpy as np
import pytest
from kit.battle_rider.table import Battle, Table, position, ship, side
from kit.structure import faults
from pettingzoo.test import api_test, parallel_api_test

from spacecombat_env import battle_rider_v0, registry
from spacecombat_env.core.errors import IllegalOrderError, ScenarioError
from spacecombat_env.env.conformance import check_ruleset
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.replay import Recorder, verify
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.forces.task_forces import (
    can_join,
    can_merge,
    can_spawn_dummy,
)
from spacecombat_env.rulesets.battle_rider.orders.missiles import launch_word
from spacecombat_env.rulesets.battle_rider.pieces.constants import Ask, CraftStatus, Event, Phase
from spacecombat_env.rulesets.battle_rider.pieces.players import detecting_tactics, player_asked
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors import surprise

BLUE, HALF = 8, 12
SCHEMA = json.loads((RULESET.package / "view.schema.json").read_text())


def fleet(*points, players=None, detected=False, **values):
    """Ships S0, S1, .. of so many points, each its player's where `players` says."""
    ships = [ship(f"S{n}", detected=detected, **values) for n in range(len(points))]
    for n, content in enumerate(ships):
        content["values"]["points"] = points[n]
        if players is not None:
            content["player"] = players[n]
    return ships


def together(*groups, hex="1010"):
    """Task forces of ships by number, all in one hex and at rest."""
    return [{"ships": [f"S{n}" for n in group], "hex": hex} for group in groups]


def sides(red, blue=None, counts=(2, 1), **more):
    """A scenario mapping with so many players a side."""
    blue = blue or side([ship("Foe")], [{"ships": ["Foe"], "hex": "1012"}], tactics=7)
    players = dict(zip(("red", "blue"), counts, strict=True))
    return position(red, blue, rules={"players": players}, **more)


def placed(points, groups, players=None, tactics=4, counts=(2, 1), **values):
    """Red's ships of so many points in task forces, against one Blue ship two hexes away."""
    red = side(fleet(*points, players=players, detected=True, **values), together(*groups), tactics)
    blue = side([ship("Foe")], [{"ships": ["Foe"], "hex": "1012"}], tactics=7)
    return sides(red, blue, counts)


def owners(game, count):
    """The players of Red's first ships."""
    return [int(game.state.craft[k].player) for k in range(count)]


def rigged(source, value):
    """A game in which every card has this missile damage value from the start."""
    game = Battle(source, begin=False).missile_value(value)
    entry.start(game.games, 0, game.table, 1)
    return game


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
def test_the_commander_has_the_scenarios_skill_and_all_of_his_side_are_told():
    game = rigged(placed((9, 10), ((0,), (1,)), (0, 1), tactics=7), 2)
    events = game.events("PLAYER")
    assert [(int(e.a), bool(e.b), int(e.c)) for e in events] == [(0, True, 2), (1, False, 7)]
    assert {int(e.known) for e in events} == {1}
    view = RULESET.view(seen(game, 0), 0, game.scenario, 0)
    assert view["sides"]["red_0"]["players"] == [
        {"name": "red_0", "fleet_tactics": 2, "commander": False},
        {"name": "red_1", "fleet_tactics": 7, "commander": True},
    ]


def seen(game, seat):
    """The redacted games of a seat."""
    from spacecombat_env.core.ruleset import make_games

    found = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, found, 0, seat)
    return found


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
    asked = set()
    while game.ask in (Ask.BUY_TACTICS, Ask.BUY_SHIP):
        asked.add(entry.player(game.games, 0))
        assert game.state.team[0].commander == -1
        game.hear(min(game.legal() - {game.token("DONE")} or {game.token("DONE")}))
    assert asked == {0}
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
        assert game.ask == Ask.SETUP_FORCE
        words = {tf for tf in range(HALF) if game.can_say(("force", tf))}
        told.append((int(game.state.order[0].craft), entry.player(game.games, 0), words))
        game.say(("force", tf))
    assert told == [(1, 0, {0, 1}), (2, 0, {0, 1}), (4, 1, {2, 3})]
    assert game.ask == Ask.SETUP_DUMMIES
    assert [int(game.state.craft[k].tf) for k in range(6)] == [0, 0, 1, 2, 2, 3]


@pytest.mark.rule("BR-TF-04", "BR-MPL-01")
def test_dummies_are_the_commanders_and_as_many_as_his_skill():
    game = rigged(sides(side(fleet(20, 9, players=(0, 1)), tactics=3)), 5)
    game.skip_to(Ask.SETUP_DUMMIES)
    assert entry.player(game.games, 0) == 0
    assert game.state.order[0].high == 3
    game.say(3)
    dummies = {k for k in range(HALF) if game.state.tf[k].status and not game.state.tf[k].strength}
    assert len(dummies) == 3
    while game.ask in (Ask.SETUP_COLUMN, Ask.SETUP_VELOCITY, Ask.SETUP_TURN):
        tf = int(game.state.order[0].tf)
        assert entry.player(game.games, 0) == (0 if tf in dummies else holder(game, tf))
        game.hear(min(game.legal()))


def holder(game, tf, side_meant=0):
    """The player of the first ship in a task force."""
    craft = game.state.craft[BLUE * side_meant :]
    return next(int(c.player) for c in craft if c.status == CraftStatus.IN_FORCE and c.tf == tf)


@pytest.mark.rule("BR-MPL-01", "BR-MPL-02", "BR-TF-06")
def test_reconfiguring_keeps_players_apart_and_each_within_his_skill():
    source = placed((30, 9, 9, 9), ((0,), (1,), (2, 3)), (0, 1, 1, 1), tactics=7)
    game = rigged(source, 2)
    state = game.state
    assert not can_join(state, 1, 0) and not can_merge(state, 1, 0) and not can_merge(state, 0, 1)
    assert can_join(state, 2, 1)  # one by one he has room for two
    assert not can_merge(state, 1, 2)  # three are too many
    state.team[0].tactics[1] = 3
    assert can_merge(state, 1, 2)
    state.team[0].count = 1  # one player of the commander's skill may do all of it
    assert can_join(state, 1, 0) and can_merge(state, 0, 1)


@pytest.mark.rule("BR-MPL-01", "BR-TF-04")
def test_anybody_may_join_a_dummy():
    game = Table(placed((30, 9), ((0,), (1,), ()), (0, 1)))
    game.state.tf[1].strength = 2  # he leaves nothing empty behind
    assert can_join(game.state, 1, 2)
    assert can_merge(game.state, 1, 2)
    assert not can_merge(game.state, 2, 1)  # the dummy is the commander's to give up
    assert can_merge(game.state, 2, 0)


@pytest.mark.rule("BR-MPL-01")
def test_players_launch_and_reconfigure_in_turn():
    source = placed((9, 30, 8), ((0,), (1,), (2,)), (0, 1, 0), turret="L9:1")
    game = Table(source)
    while game.state.seat != 0:
        game.idle()
    told = []
    for _ in range(200):
        if game.ask == Ask.CHOOSE_FORCE:
            break
        if game.state.seat == 0:
            asked = entry.player(game.games, 0)
            crafts = {k for k in range(3) if game.token(("craft", k)) in game.legal()}
            assert {int(game.state.craft[k].player) for k in crafts} <= {asked}
            told.append((game.ask, asked, crafts))
        game.idle()
    menus = [entry_ for entry_ in told if entry_[0] == Ask.LAUNCH_MENU]
    assert menus == [(Ask.LAUNCH_MENU, 0, {0, 2}), (Ask.LAUNCH_MENU, 1, {1})]
    forces = [(ask, who) for ask, who, _ in told]
    assert forces == [(Ask.LAUNCH_MENU, 0), (Ask.FORCES_MENU, 0)] + [
        (Ask.LAUNCH_MENU, 1),
        (Ask.FORCES_MENU, 1),
    ]
    assert game.state.team[0].planner == 0


@pytest.mark.rule("BR-MPL-01")
def test_dummies_split_off_from_ones_own_task_forces_alone():
    game = Table(placed((9, 30), ((0,), (1,)), (0, 1)))
    game.state.tf["shadow_found"] = 0
    while not (game.state.seat == 0 and game.ask == Ask.FORCES_MENU):
        game.idle()
    assert can_spawn_dummy(game.state, 0) and can_spawn_dummy(game.state, 1)
    game.say("DUMMY")
    assert entry.player(game.games, 0) == 0 or game.ask == Ask.LAUNCH_MENU
    new = [k for k in range(2, HALF) if game.state.tf[k].status]
    assert len(new) == 1  # of two task forces only his own was to choose from: it was not asked


@pytest.mark.rule("BR-MPL-01", "BR-BRD-02")
def test_players_board_in_turn():
    red = side(fleet(30, 9, 8, players=(0, 1, 0), detected=True), together((0, 2), (1,)), 7)
    prize = ship("Prize", damage=("power_plant",), size_mod=-3)
    source = sides(red, side([prize], [{"ships": ["Prize"], "hex": "1010"}]))
    source["rules"]["boarding"] = True
    game = Battle(source).only_marker("NO_EFFECT")
    while not (game.ask == Ask.BOARDING_MENU and game.state.seat == 0 and game.state.turn > 1):
        game.idle()
    assert entry.player(game.games, 0) == 0
    saved = game.save()
    game.say("BOARD")
    assert game.ask == Ask.BOARD_SHIP
    assert game.legal() == {game.token(("craft", 0)), game.token(("craft", 2))}
    game.restore(saved).say("DONE")
    assert (game.ask, entry.player(game.games, 0)) == (Ask.BOARDING_MENU, 1)
    game.say("BOARD")  # with his only ship, the only target: neither is asked
    assert game.state.craft[1].party_sent and not game.state.craft[0].party_sent


@pytest.mark.rule("BR-MPL-01")
def test_ships_are_transferred_by_their_player():
    game = Table(placed((30, 9, 8, 7), ((0, 2), (1, 3)), (0, 1, 0, 1)))
    while not (game.state.seat == 0 and game.ask == Ask.FORCES_MENU):
        game.idle()
    game.say("TRANSFER")
    assert game.legal() == {game.token(("craft", 0)), game.token(("craft", 2))}
    game = Table(placed((30, 9, 8), ((0,), (1, 2)), (0, 1, 1)))
    told = {}
    while game.ask != Ask.CHOOSE_FORCE:
        if game.state.seat == 0 and game.ask == Ask.FORCES_MENU:
            told[entry.player(game.games, 0)] = game.can_say("TRANSFER")
        game.idle()
    assert told == {0: False, 1: True}


@pytest.mark.rule("BR-MPL-01", "BR-MIR-05")
def test_the_commander_orders_a_bombardment_with_ships_of_all_players():
    more = {"delegate": ("buying", "task_forces"), "options": {"players": {"red": 2}}}
    game = Table("pocket_empires", **more).skip_to(Ask.LAUNCH_MENU)
    while game.state.seat == 1:
        game.say("DONE").skip_to(Ask.LAUNCH_MENU)
    state, planet = game.state, game.state.body[0]
    index = next(k for k, c in enumerate(state.craft) if c.status == CraftStatus.IN_FORCE)
    force = state.tf[state.craft[index].tf]
    force.status, force.q, force.r, force.vq, force.vr = 1, planet.q, planet.r, 0, 0
    state.craft[index].missiles, state.craft[index].player = 30, 1
    told = {}
    for player in (0, 1):
        state.team[0].planner = player
        told[player] = game.can_say("BOMBARD")
    assert told == {0: True, 1: False}
    assert state.team[0].commander == 0


# -- whose question it is --------------------------------------------------------------------------


def at(game, ask, phase=Phase.OPERATIONS, **words):
    """The player asked when Red is asked something in a phase, its order so far being `words`."""
    state = game.state
    state.seat, state.ask, state.phase = 0, ask, phase
    for name, value in words.items():
        state.order[0][name] = value
    return player_asked(state)


@pytest.mark.rule("BR-MPL-01")
def test_a_question_belongs_to_the_player_whose_ship_it_is_about():
    game = Table(placed((9, 30, 8), ((0,), (1,), (2,)), (0, 1, 2), counts=(3, 1)))
    state = game.state
    assert state.team[0].commander == 1
    for question in (Ask.ROUND_MENU, Ask.THRUST, Ask.FIRE_TARGET, Ask.OVERPOWER_SHIP):
        for tf in range(3):
            state.round_tf = tf
            assert at(game, question) == tf
    for k in range(3):
        assert at(game, Ask.SAND_NUMBER, craft=k) == k
        assert at(game, Ask.FACING, craft=k) == k
        assert at(game, Ask.BOARDING_DEFENSE, Phase.INITIATIVE, craft=k) == k
        assert at(game, Ask.JAM, tf=k) == k
        assert at(game, Ask.EASIEST, tf=k) == k
        state.attack_tf = k
        assert at(game, Ask.DEFENSE_MENU, Phase.MISSILE_ATTACK) == k
        state.spread[0].owner = k
        assert at(game, Ask.SPREAD_WORDS, Phase.MISSILE_MOVEMENT, spread=0) == k
        assert at(game, Ask.SIM_MENU, Phase.MISSILE_MOVEMENT, spread=0) == k
        assert at(game, Ask.AIM_NUMBER, Phase.MISSILE_ATTACK, spread=0) == k
        state.team[0].planner = k
        assert at(game, Ask.LAUNCH_NUMBER, Phase.INITIATIVE, craft=k) == k


@pytest.mark.rule("BR-MPL-01")
def test_a_question_about_the_side_or_an_empty_task_force_is_the_commanders():
    game = Table(placed((9, 30), ((0,), (1,), ()), (0, 1)))
    for question in (Ask.CHOOSE_FORCE, Ask.THRUST_SIDE, Ask.BUY_SHIP, Ask.SETUP_DUMMIES):
        assert at(game, question) == 1
    assert at(game, Ask.SPREAD_MENU, Phase.MISSILE_MOVEMENT) == 1
    assert at(game, Ask.READINESS, Phase.INITIATIVE) == 1
    game.state.round_tf = 2
    assert at(game, Ask.ROUND_MENU) == 1


@pytest.mark.rule("BR-MPL-02", "BR-SUR-01")
def test_surprise_is_tried_with_the_skill_of_the_player_who_detects():
    game = rigged(placed((9, 30), ((0,), (1,)), (0, 1), tactics=7), 2)
    for actor, skill in ((0, 2), (1, 7), (-1, 7)):
        game.state.attempt.actor = actor
        assert detecting_tactics(game.state, 0) == skill
        game.state.surprise_over = 0
        game.always(2)  # against a difficulty of 5 - 2, or of none
        before = len(game.events("SURPRISE"))
        surprise.test_surprise(game.state, game.rules, BLUE)
        assert len(game.events("SURPRISE")) - before == (skill == 7)


@pytest.mark.rule("BR-MPL-01", "BR-MPL-02")
def test_the_enemy_learns_neither_division_nor_skill():
    game = Table(placed((9, 30, 8), ((0,), (1,), (2,)), (0, 1, 0)))
    before = game.seen(1).tobytes()
    for k in range(3):
        game.state.craft[k].player = 1 - game.state.craft[k].player
    game.state.team[0].commander = 0
    game.state.team[0].tactics[:2] = (0, 5)
    assert game.seen(1).tobytes() == before
    view = RULESET.view(seen(game, 1), 0, game.scenario, 1)
    assert "players" not in view["sides"]["red_0"]
    assert "turns card" not in " ".join(RULESET.log(seen(game, 1), 0, game.scenario, 1, 0))


# -- the environments ------------------------------------------------------------------------------

SMALL = sides(
    side(fleet(9, 30, 8, turret="L9:4-3-2-1"), tactics=3),
    side(fleet(9, 12, 8, turret="L9:4-3-2-1"), tactics=3),
    counts=(2, 3),
    turn_limit=4,
    map={"columns": 9, "rows": 8},
)
AGENTS = ["red_0", "red_1", "blue_0", "blue_1", "blue_2"]


@pytest.mark.rule("BR-MPL-01")
def test_two_against_three_play_a_whole_game():
    env = battle_rider_v0.raw_env(SMALL, delegate=())
    env.reset(seed=3)
    assert env.possible_agents == AGENTS
    size, generator = env.scenario.observation.size, np.random.default_rng(1)
    asked, cumulative = set(), dict.fromkeys(AGENTS, 0.0)
    for agent in env.agent_iter():
        view, reward, over, _, info = env.last()
        cumulative[agent] += reward
        if over:
            env.step(None)
            continue
        asked.add(agent)
        assert agent.startswith(("red", "blue")[env.game.seat])
        assert view["observation"].shape == (size + 1,)
        number = int(agent[-1]) + 1
        assert view["observation"][-1] == np.float32(number / 3)
        assert info["action_mask"].any()
        for other in AGENTS:
            if other != agent:
                assert not env.observe(other)["action_mask"].any() and not env.orders(other)
        if len(asked) < 5 or generator.random() < 0.05:
            assert env.question(agent).startswith(f"{agent}: ")
            told = env.view(agent)
            assert told["question"]["player"] == agent
            assert not faults(told, SCHEMA, SCHEMA)
        env.step(int(generator.choice(np.flatnonzero(view["action_mask"]))))
    assert asked == set(AGENTS)
    assert cumulative["red_0"] == cumulative["red_1"] == -cumulative["blue_0"]
    assert cumulative["blue_0"] == cumulative["blue_1"] == cumulative["blue_2"]


@pytest.mark.rule("BR-MPL-01")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_player_is_offered_his_own_pieces_alone(seed):
    more = {"boarding": True, "facing": True, "surprise": True, "hidden_damage": True}
    game = Table(SMALL, seed=seed, options={**SMALL["rules"], **more}, max_turns=6)
    state, generator, asked = game.state, np.random.default_rng(seed), set()
    slots = [len(state.craft) // 2, HALF, len(state.spread) // 2]
    while not game.over:
        player, side_asked, legal = entry.player(game.games, 0), int(state.seat), game.legal()
        asked.add((game.ask, side_asked, player))
        craft, forces, spreads = (range(side_asked * n, (side_asked + 1) * n) for n in slots)
        for k in (k for k in craft if game.token(("craft", k)) in legal):
            assert state.craft[k].player == player, game.ask
        for k in (k for k in forces if game.token(("force", k)) in legal):
            if game.ask != Ask.CHOOSE_FORCE and state.tf[k].strength:
                assert holder(game, k, side_asked) == player, game.ask
        for k in (k for k in spreads if game.token(("spread", k)) in legal):
            if game.ask != Ask.SPREAD_MENU:
                assert state.craft[state.spread[k].owner].player == player, game.ask
        game.hear(generator.choice(sorted(legal)))
    assert len({question for question, _, _ in asked}) > 12


@pytest.mark.rule("BR-MPL-01")
def test_each_sees_what_his_side_sees():
    env = battle_rider_v0.raw_env(SMALL)
    env.reset(seed=3)
    views = {agent: env.observe(agent)["observation"] for agent in AGENTS}
    assert (views["red_0"][:-1] == views["red_1"][:-1]).all()
    assert views["red_0"][-1] != views["red_1"][-1]
    assert (views["red_0"][:-1] != views["blue_0"][:-1]).any()
    owned = {s["name"]: s["player"] for s in env.view("red_1")["own_ships"]}
    assert owned == {"S0": "red_1", "S1": "red_0", "S2": "red_1"}
    assert owned == {s["name"]: s["player"] for s in env.view("red_0")["own_ships"]}


@pytest.mark.compiled
@pytest.mark.rule("BR-MPL-01")
def test_pettingzoos_own_tests_pass():
    api_test(battle_rider_v0.env(SMALL, max_turns=2), num_cycles=60)
    parallel_api_test(battle_rider_v0.parallel_env(SMALL, max_turns=2), num_cycles=60)


@pytest.mark.compiled
@pytest.mark.rule("BR-MPL-01")
def test_the_parallel_form_is_the_same_game():
    one, two = battle_rider_v0.raw_env(SMALL), battle_rider_v0.parallel_env(SMALL)
    one.reset(seed=5)
    _, infos = two.reset(seed=5)
    generator = np.random.default_rng(2)
    for _n in range(60):
        acting = two.to_act
        if acting is None:
            break
        assert acting == one.to_act == one.agent_selection
        idle = {a: i["action_mask"].sum() for a, i in infos.items() if a != acting}
        assert set(idle.values()) == {1}
        word = int(generator.choice(np.flatnonzero(infos[acting]["action_mask"])))
        one.step(word)
        infos = two.step(dict.fromkeys(AGENTS, word))[-1]
        assert one.game.digest() == two.game.digest()
    assert _n > 20 and one.to_act == two.to_act


@pytest.mark.rule("BR-MPL-01")
def test_a_player_without_ships_is_not_asked_and_ends_with_the_others():
    source = placed((30, 9), ((0,), (1,)), (0, 1), turret="L9:1")
    env = battle_rider_v0.raw_env({**source, "turn_limit": 3}, delegate=())
    env.reset(seed=1)
    state = env.game.games.states[0]
    state.craft[1].status, state.craft[1].tf = CraftStatus.DESTROYED, -1
    state.tf[1].strength, state.tf[1].status = 0, 0
    env.game.refresh()
    asked, last = set(), {}
    for agent in env.agent_iter(3000):
        view, _, over, _, _ = env.last()
        last[agent] = over
        if not over:
            asked.add(agent)
        env.step(None if over else int(np.flatnonzero(view["action_mask"])[0]))
    assert asked == {"red_0", "blue_0"}
    assert last == {"red_0": True, "red_1": True, "blue_0": True}


@pytest.mark.rule("BR-MPL-01")
def test_words_are_taken_from_the_player_who_is_asked():
    env = battle_rider_v0.raw_env(SMALL)
    env.reset(seed=3)
    mate = next(a for a in AGENTS if a[:3] == env.agent_selection[:3] and a != env.agent_selection)
    word = env.orders()[0].text
    with pytest.raises(IllegalOrderError, match="not to act"):
        env.say(word, mate)
    env.say(word, env.agent_selection)


def test_one_player_a_side_is_played_as_ever():
    plain = load("duel")
    assert load("duel", options={"players": {"red": 1}}).digest == plain.digest
    assert plain.players == ()
    env = battle_rider_v0.raw_env("duel")
    assert env.possible_agents == ["red_0", "blue_0"]
    size = (plain.observation.size,)
    assert env.observation_space("red_0")["observation"].shape == size
    mixed = battle_rider_v0.raw_env(
        placed((9, 30), ((0,), (1,)), (0, 1), counts=(2, 1)), render_view="red_1"
    )
    assert mixed.possible_agents == ["red_0", "red_1", "blue_0"]


@pytest.mark.rule("BR-MPL-01")
def test_a_seat_plays_for_all_players_of_a_side():
    env = SeatEnv("battle_rider", SMALL, seat="red_0", max_turns=2)
    view, info = env.reset(seed=1)
    assert view["observation"].shape == (env.scenario.observation.size,)
    generator, over = np.random.default_rng(0), False
    while not over:
        words = np.flatnonzero(info["action_mask"])
        _, _, over, _, info = env.step(int(generator.choice(words)))


@pytest.mark.compiled
@pytest.mark.rule("BR-MPL-01", "BR-MPL-02")
def test_the_contract_holds_and_replays_verify():
    report = check_ruleset("battle_rider", SMALL, games=1, max_turns=1, every=17, delegate=())
    assert report.games == 1
    rules = registry.ruleset("battle_rider")
    loaded = open_scenario(rules, SMALL)
    recorder, game = Recorder(rules, loaded, 4), Game(rules, loaded)
    game.start(4)
    generator, spoken = np.random.default_rng(0), 0
    while spoken < 80 and game.seat >= 0:
        word = int(generator.choice(np.flatnonzero(game.mask)))
        recorder.add(word)
        game.speak(word)
        spoken += 1
    assert spoken > 20
    assert (verify(recorder.replay()) is None) == (game.seat >= 0)


@pytest.mark.rule("BR-MPL-01", "BR-MPL-02")
def test_a_search_imagines_an_enemy_whose_task_forces_have_one_player_each():
    loaded = open_scenario(RULESET, SMALL)
    game = Game(RULESET, loaded)
    game.start(2)
    for seed in range(5):
        state = game.imagined(0, seed).games.states[0]
        team, players = state.team[1], {}
        assert team.commander == 0
        for craft in state.craft[BLUE : BLUE + 3]:
            players.setdefault(int(craft.tf), set()).add(int(craft.player))
        assert all(len(found) == 1 for found in players.values())
        assert all(2 <= team.tactics[n] <= 5 for n in (1, 2))


@pytest.mark.rule("BR-MPL-01")
def test_standing_orders_launch_for_all_players():
    source = placed((9, 30), ((0,), (1,)), (0, 1))
    game = Battle(source, delegate=("launches",)).skip_to(Ask.CHOOSE_FORCE)
    events = [e for e in game.events("LAUNCH_MISSILES") if e.side == 0]
    assert [int(e.actor) for e in events if e.known == 1] == [0, 1]
    game.state.craft["launched"] = 0
    game.state.craft["missiles"][:2] = 1
    game.state.spread["count"] = 0
    for player in (0, 1):
        game.state.team[0].planner = player
        assert launch_word(game.state, game.rules, 0) == game.token(("craft", player))


# -- what a file may say ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "players", "field", "reason"),
    [
        ({"red": 5}, None, "rules.players.red", "5 is above 4"),
        ({"red": 0}, None, "rules.players.red", "0 is below 1"),
        ({"green": 2}, None, "rules.players.green", "unknown"),
        ({"red": "two"}, None, "rules.players.red", "no whole number"),
        (2, None, "rules.players", "no mapping"),
        ({"red": 4}, None, "rules.players.red", "4 players for 3 ships"),
        ({"red": 2}, (0, 1, 2), "sides.red.ships[3].player", "2 is above 1"),
        ({"red": 2}, (0, 1, None), "sides.red.ships[3].player", "S2 has no player"),
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
def test_a_placed_task_force_has_one_player():
    with pytest.raises(ScenarioError, match=r"task_forces\[1\].ships: ships of players 0 and 1"):
        load(placed((9, 8), ((0, 1),), (0, 1)))
    with pytest.raises(ScenarioError, match="2 players for 1 ships or task forces"):
        load(placed((9, 8), ((0, 1),)))


def test_events_have_words():
    assert Event.PLAYER in {int(e.kind) for e in Table(SMALL).state.log}
