"""Chapter MPL: several players a side in the environments."""

import json

import numpy as np
import pytest
from kit.battle_rider.players import HALF, SMALL, holder, placed
from kit.battle_rider.table import Table
from kit.structure import faults
from pettingzoo.test import api_test, parallel_api_test

from spacecombat_env import battle_rider_v0, registry
from spacecombat_env.core.errors import IllegalOrderError
from spacecombat_env.env.conformance import check_ruleset
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.replay import Recorder, verify
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision
from spacecombat_env.rulesets.battle_rider.scenario import load

SCHEMA = json.loads((RULESET.package / "view.schema.json").read_text())
AGENTS = ["red_0", "red_1", "blue_0", "blue_1", "blue_2"]


@pytest.mark.rule("BR-MPL-01")
def test_two_against_three_play_a_whole_game():
    env = battle_rider_v0.raw_env(SMALL, delegate=())
    env.reset(seed=3)
    assert env.possible_agents == AGENTS
    size, generator = env.scenario.observation.size, np.random.default_rng(1)
    requested, cumulative = set(), dict.fromkeys(AGENTS, 0.0)
    for agent in env.agent_iter():
        view, reward, over, _, info = env.last()
        cumulative[agent] += reward
        if over:
            env.step(None)
            continue
        requested.add(agent)
        assert agent.startswith(("red", "blue")[env.game.seat])
        assert view["observation"].shape == (size + 1,)
        number = int(agent[-1]) + 1
        assert view["observation"][-1] == np.float32(number / 3)
        assert info["action_mask"].any()
        for other in AGENTS:
            if other != agent:
                assert not env.observe(other)["action_mask"].any() and not env.orders(other)
        if len(requested) < 5 or generator.random() < 0.05:
            assert env.decision_text(agent).startswith(f"{agent}: ")
            told = env.view(agent)
            assert told["question"]["player"] == agent
            assert not faults(told, SCHEMA, SCHEMA)
        env.step(int(generator.choice(np.flatnonzero(view["action_mask"]))))
    assert requested == set(AGENTS)
    assert cumulative["red_0"] == cumulative["red_1"] == -cumulative["blue_0"]
    assert cumulative["blue_0"] == cumulative["blue_1"] == cumulative["blue_2"]


@pytest.mark.rule("BR-MPL-01")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_player_is_offered_his_own_pieces_alone(seed):
    more = {"boarding": True, "facing": True, "surprise": True, "hidden_damage": True}
    game = Table(SMALL, seed=seed, options={**SMALL["rules"], **more}, max_turns=6)
    state, generator, requested = game.state, np.random.default_rng(seed), set()
    slots = [len(state.craft) // 2, HALF, len(state.spread) // 2]
    while not game.over:
        player, side_asked, legal = entry.player(game.games, 0), int(state.seat), game.legal()
        requested.add((game.decision, side_asked, player))
        craft, forces, spreads = (range(side_asked * n, (side_asked + 1) * n) for n in slots)
        for k in (k for k in craft if game.action(("craft", k)) in legal):
            assert state.craft[k].player == player, game.decision
        for k in (k for k in forces if game.action(("force", k)) in legal):
            if game.decision != Decision.CHOOSE_FORCE and state.tf[k].strength:
                assert holder(game, k, side_asked) == player, game.decision
        for k in (k for k in spreads if game.action(("spread", k)) in legal):
            if game.decision != Decision.SPREAD_MENU:
                assert state.craft[state.spread[k].owner].player == player, game.decision
        game.apply(generator.choice(sorted(legal)))
    assert len({decision for decision, _, _ in requested}) > 12


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
        action = int(generator.choice(np.flatnonzero(infos[acting]["action_mask"])))
        one.step(action)
        infos = two.step(dict.fromkeys(AGENTS, action))[-1]
        assert one.game.digest() == two.game.digest()
    assert _n > 20 and one.to_act == two.to_act


@pytest.mark.rule("BR-MPL-01")
def test_a_player_without_ships_does_not_decide_and_ends_with_the_others():
    source = placed((30, 9), ((0,), (1,)), (0, 1), turret="L9:1")
    env = battle_rider_v0.raw_env({**source, "turn_limit": 3}, delegate=())
    env.reset(seed=1)
    state = env.game.games.states[0]
    state.craft[1].status, state.craft[1].tf = CraftStatus.DESTROYED, -1
    state.tf[1].strength, state.tf[1].status = 0, 0
    env.game.refresh()
    requested, last = set(), {}
    for agent in env.agent_iter(3000):
        view, _, over, _, _ = env.last()
        last[agent] = over
        if not over:
            requested.add(agent)
        env.step(None if over else int(np.flatnonzero(view["action_mask"])[0]))
    assert requested == {"red_0", "blue_0"}
    assert last == {"red_0": True, "red_1": True, "blue_0": True}


@pytest.mark.rule("BR-MPL-01")
def test_actions_are_taken_from_the_player_to_act():
    env = battle_rider_v0.raw_env(SMALL)
    env.reset(seed=3)
    mate = next(a for a in AGENTS if a[:3] == env.agent_selection[:3] and a != env.agent_selection)
    action = env.orders()[0].text
    with pytest.raises(IllegalOrderError, match="not to act"):
        env.say(action, mate)
    env.say(action, env.agent_selection)


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
        actions = np.flatnonzero(info["action_mask"])
        _, _, over, _, info = env.step(int(generator.choice(actions)))


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
        action = int(generator.choice(np.flatnonzero(game.mask)))
        recorder.add(action)
        game.step(action)
        spoken += 1
    assert spoken > 20
    assert (verify(recorder.replay()) is None) == (game.seat >= 0)
