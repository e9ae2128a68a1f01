"""Chapter MPL: who decides in play, and what the enemy learns of it."""

import pytest
from kit.battle_rider.players import BLUE, HALF, SMALL, fleet, placed, rigged, sides, together
from kit.battle_rider.table import Battle, Table, game_seen, ship, side

from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.forces.reconfiguring import (
    can_join,
    can_merge,
    can_spawn_dummy,
)
from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Decision,
    Phase,
    detecting_tactics,
    player_to_act,
)
from spacecombat_env.rulesets.battle_rider.orders.missiles import launch_action
from spacecombat_env.rulesets.battle_rider.sensors import surprise

# -- task forces -----------------------------------------------------------------------------------


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
        if game.decision == Decision.CHOOSE_FORCE:
            break
        if game.state.seat == 0:
            requested = entry.player(game.games, 0)
            crafts = {k for k in range(3) if game.action(("craft", k)) in game.legal()}
            assert {int(game.state.craft[k].player) for k in crafts} <= {requested}
            told.append((game.decision, requested, crafts))
        game.idle()
    menus = [entry_ for entry_ in told if entry_[0] == Decision.LAUNCH_MENU]
    assert menus == [(Decision.LAUNCH_MENU, 0, {0, 2}), (Decision.LAUNCH_MENU, 1, {1})]
    forces = [(decision, who) for decision, who, _ in told]
    assert forces == [(Decision.LAUNCH_MENU, 0), (Decision.FORCES_MENU, 0)] + [
        (Decision.LAUNCH_MENU, 1),
        (Decision.FORCES_MENU, 1),
    ]
    assert game.state.team[0].planner == 0


@pytest.mark.rule("BR-MPL-01")
def test_dummies_split_off_from_ones_own_task_forces_alone():
    game = Table(placed((9, 30), ((0,), (1,)), (0, 1)))
    game.state.tf["shadow_found"] = 0
    while not (game.state.seat == 0 and game.decision == Decision.FORCES_MENU):
        game.idle()
    assert can_spawn_dummy(game.state, 0) and can_spawn_dummy(game.state, 1)
    game.say("DUMMY")
    assert entry.player(game.games, 0) == 0 or game.decision == Decision.LAUNCH_MENU
    new = [k for k in range(2, HALF) if game.state.tf[k].status]
    assert len(new) == 1  # of two task forces only his own was to choose from: it had no decision


@pytest.mark.rule("BR-MPL-01", "BR-BRD-02")
def test_players_board_in_turn():
    red = side(fleet(30, 9, 8, players=(0, 1, 0), detected=True), together((0, 2), (1,)), 7)
    prize = ship("Prize", damage=("power_plant",), size_mod=-3)
    source = sides(red, side([prize], [{"ships": ["Prize"], "hex": "1010"}]))
    source["rules"]["boarding"] = True
    game = Battle(source).only_marker("NO_EFFECT")
    while not (
        game.decision == Decision.BOARDING_MENU and game.state.seat == 0 and game.state.turn > 1
    ):
        game.idle()
    assert entry.player(game.games, 0) == 0
    saved = game.save()
    game.say("BOARD")
    assert game.decision == Decision.BOARD_SHIP
    assert game.legal() == {game.action(("craft", 0)), game.action(("craft", 2))}
    game.restore(saved).say("DONE")
    assert (game.decision, entry.player(game.games, 0)) == (Decision.BOARDING_MENU, 1)
    game.say("BOARD")  # with his only ship, the only target: neither has a decision
    assert game.state.craft[1].party_sent and not game.state.craft[0].party_sent


@pytest.mark.rule("BR-MPL-01")
def test_ships_are_transferred_by_their_player():
    game = Table(placed((30, 9, 8, 7), ((0, 2), (1, 3)), (0, 1, 0, 1)))
    while not (game.state.seat == 0 and game.decision == Decision.FORCES_MENU):
        game.idle()
    game.say("TRANSFER")
    assert game.legal() == {game.action(("craft", 0)), game.action(("craft", 2))}
    game = Table(placed((30, 9, 8), ((0,), (1, 2)), (0, 1, 1)))
    told = {}
    while game.decision != Decision.CHOOSE_FORCE:
        if game.state.seat == 0 and game.decision == Decision.FORCES_MENU:
            told[entry.player(game.games, 0)] = game.can_say("TRANSFER")
        game.idle()
    assert told == {0: False, 1: True}


@pytest.mark.rule("BR-MPL-01", "BR-MIR-05")
def test_the_commander_orders_a_bombardment_with_ships_of_all_players():
    more = {"delegate": ("buying", "task_forces"), "options": {"players": {"red": 2}}}
    game = Table("pocket_empires", **more).skip_to(Decision.LAUNCH_MENU)
    while game.state.seat == 1:
        game.say("DONE").skip_to(Decision.LAUNCH_MENU)
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


def at(game, decision, phase=Phase.OPERATIONS, **actions):
    """The player to act at a decision of Red in a phase, its order so far being `actions`."""
    state = game.state
    state.seat, state.decision, state.phase = 0, decision, phase
    for name, value in actions.items():
        state.order[0][name] = value
    return player_to_act(state)


@pytest.mark.rule("BR-MPL-01")
def test_a_decision_belongs_to_the_player_whose_ship_it_is_about():
    game = Table(placed((9, 30, 8), ((0,), (1,), (2,)), (0, 1, 2), counts=(3, 1)))
    state = game.state
    assert state.team[0].commander == 1
    for decision in (
        Decision.ROUND_MENU,
        Decision.THRUST,
        Decision.FIRE_TARGET,
        Decision.OVERPOWER_SHIP,
    ):
        for tf in range(3):
            state.round_tf = tf
            assert at(game, decision) == tf
    for k in range(3):
        assert at(game, Decision.SAND_NUMBER, craft=k) == k
        assert at(game, Decision.FACING, craft=k) == k
        assert at(game, Decision.BOARDING_DEFENSE, Phase.INITIATIVE, craft=k) == k
        assert at(game, Decision.JAM, tf=k) == k
        assert at(game, Decision.EASIEST, tf=k) == k
        state.attack_tf = k
        assert at(game, Decision.DEFENSE_MENU, Phase.MISSILE_ATTACK) == k
        state.spread[0].owner = k
        assert at(game, Decision.SPREAD_WORDS, Phase.MISSILE_MOVEMENT, spread=0) == k
        assert at(game, Decision.SIM_MENU, Phase.MISSILE_MOVEMENT, spread=0) == k
        assert at(game, Decision.AIM_NUMBER, Phase.MISSILE_ATTACK, spread=0) == k
        state.team[0].planner = k
        assert at(game, Decision.LAUNCH_NUMBER, Phase.INITIATIVE, craft=k) == k


@pytest.mark.rule("BR-MPL-01")
def test_a_decision_about_the_side_or_an_empty_task_force_is_the_commanders():
    game = Table(placed((9, 30), ((0,), (1,), ()), (0, 1)))
    for decision in (
        Decision.CHOOSE_FORCE,
        Decision.THRUST_SIDE,
        Decision.BUY_SHIP,
        Decision.SETUP_DUMMIES,
    ):
        assert at(game, decision) == 1
    assert at(game, Decision.SPREAD_MENU, Phase.MISSILE_MOVEMENT) == 1
    assert at(game, Decision.READINESS, Phase.INITIATIVE) == 1
    game.state.round_tf = 2
    assert at(game, Decision.ROUND_MENU) == 1


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
    before = game.visible(1).tobytes()
    for k in range(3):
        game.state.craft[k].player = 1 - game.state.craft[k].player
    game.state.team[0].commander = 0
    game.state.team[0].tactics[:2] = (0, 5)
    assert game.visible(1).tobytes() == before
    view = RULESET.view(game_seen(game, 1), 0, game.scenario, 1)
    assert "players" not in view["sides"]["red_0"]
    assert "turns card" not in " ".join(RULESET.log(game_seen(game, 1), 0, game.scenario, 1, 0))


# -- the environments ------------------------------------------------------------------------------


@pytest.mark.rule("BR-MPL-01", "BR-MPL-02")
def test_a_search_imagines_an_enemy_whose_task_forces_have_one_player_each():
    loaded = open_scenario(RULESET, SMALL)
    game = Game(RULESET, loaded)
    game.start(2)
    for seed in range(5):
        state = game.determinize(0, seed).games.states[0]
        team, players = state.team[1], {}
        assert team.commander == 0
        for craft in state.craft[BLUE : BLUE + 3]:
            players.setdefault(int(craft.tf), set()).add(int(craft.player))
        assert all(len(found) == 1 for found in players.values())
        assert all(2 <= team.tactics[n] <= 5 for n in (1, 2))


@pytest.mark.rule("BR-MPL-01")
def test_standing_orders_launch_for_all_players():
    source = placed((9, 30), ((0,), (1,)), (0, 1))
    game = Battle(source, delegate=("launches",)).skip_to(Decision.CHOOSE_FORCE)
    events = [e for e in game.events("LAUNCH_MISSILES") if e.side == 0]
    assert [int(e.actor) for e in events if e.known == 1] == [0, 1]
    game.state.craft["launched"] = 0
    game.state.craft["missiles"][:2] = 1
    game.state.spread["count"] = 0
    for player in (0, 1):
        game.state.team[0].planner = player
        assert launch_action(game.state, game.rules, 0) == game.action(("craft", player))
