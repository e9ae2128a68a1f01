"""The campaign as an environment: PettingZoo's tests, sealed orders, two worlds, rewards."""

import copy
from dataclasses import replace

import numpy as np
import pytest
from kit.interceptor.campaign_envs import legal, made, play_on
from kit.interceptor.campaigns import small_war
from pettingzoo.test import api_test, seed_test

from spacecombat_env import interceptor_campaign_v0
from spacecombat_env.core.errors import ConfigError, IllegalOrderError, ScenarioError
from spacecombat_env.env.campaign import actions as a
from spacecombat_env.env.campaign import desk as desk_module
from spacecombat_env.env.campaign.actions import SideDecision
from spacecombat_env.env.campaign.desk import Desk, check_size
from spacecombat_env.env.campaign.observation import SIZE
from spacecombat_env.rulesets.interceptor.campaign import muster
from spacecombat_env.rulesets.interceptor.campaign.loads import MISSILES
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import side_view
from spacecombat_env.rulesets.interceptor.campaign.state import (
    Damage,
    Fate,
    Mission,
    Seat,
    Skills,
    SystemKind,
)
from spacecombat_env.rulesets.interceptor.campaign.war import ship_class, with_hulls, with_persons
from spacecombat_env.rulesets.interceptor.model import NONE, Race, Side, class_names

# -- PettingZoo ----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
def test_api():
    api_test(interceptor_campaign_v0.env(battles="table"), num_cycles=200)


@pytest.mark.filterwarnings("ignore")
def test_seeds():
    seed_test(lambda: interceptor_campaign_v0.env(battles="table"), num_cycles=100)


def test_names_and_spaces():
    env = interceptor_campaign_v0.env(battles="table")
    assert str(env.unwrapped) == "interceptor_campaign_v0"
    assert env.possible_agents == ["red_0", "blue_0"]
    assert env.action_space("red_0") is env.action_space("red_0")
    env.reset(seed=1)
    assert env.action_space("red_0").n == a.ACTIONS
    for agent in env.possible_agents:
        observation = env.observe(agent)
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].shape == (SIZE,)
    assert not env.observe("blue_0")["action_mask"].any()


@pytest.mark.parametrize(
    "settings", [{"battles": "words"}, {"players": (None,)}, {"reward": "daily "}]
)
def test_wrong_settings_are_refused(settings):
    with pytest.raises(ConfigError):
        interceptor_campaign_v0.env(**settings)


def test_a_war_too_large_for_the_actions_is_refused():
    war = read_war("ciria")
    many = [replace(war.areas[0], name=f"area {n}") for n in range(9)]
    with pytest.raises(ScenarioError, match="areas"):
        check_size(replace(war, areas=tuple(many)))


# -- play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["end", "daily"])
def test_rewards_add_up_to_the_lead_in_points(reward):
    env, total = made(reward=reward), 0.0
    for _ in play_on(env, np.random.default_rng(1)):
        total += env.rewards["red_0"]
        assert env.rewards["blue_0"] == -env.rewards["red_0"]
    total += env.rewards["red_0"]
    points = env.infos["red_0"]["points"]
    assert total == pytest.approx((points["red"] - points["blue"]) / (16 * 20))
    assert env.infos["blue_0"]["days"] == 20


def test_all_decisions_occur_and_every_legal_action_is_taken_without_error():
    met = set()
    for seed in range(6):
        env = made()
        for each in play_on(env, np.random.default_rng(seed)):
            met.add(each.desk.decision)
            assert each.desk.mask().any()
    assert met >= {
        SideDecision.HULL,
        SideDecision.TASK,
        SideDecision.CREW,
        SideDecision.REPAIR,
        SideDecision.ANSWER,
    }


def test_levels_gained_and_lost_are_decided_first():
    env = made()
    campaign = env.campaign
    person = replace(campaign.state.persons[0], raises_due=1, losses_due=1)
    desk = Desk(
        side_view(replace(campaign, state=with_persons(campaign.state, [person])), Side.RED)
    )
    assert desk.decision is SideDecision.RAISE
    desk.apply(a.SKILL)
    assert desk.state.persons[0].skills.piloting == person.skills.piloting + 1
    assert desk.decision is SideDecision.LOSE and list(np.flatnonzero(desk.mask())) == [a.SKILL]
    desk.apply(a.SKILL)
    assert desk.state.persons[0].skills == person.skills
    assert desk.decision is SideDecision.HULL


def test_a_crew_is_changed_before_the_order():
    env = made()
    spare = next(p for p in env.campaign.state.persons.values() if p.side == 0 and p.hull == NONE)
    old = env.campaign.state.hulls[0].crew
    person = replace(spare, race=env.campaign.state.persons[old[0]].race)
    state = with_persons(env.campaign.state, [person])
    campaign = replace(env.campaign, state=state)
    desk = Desk(side_view(campaign, Side.RED))
    for action in (a.HULL, a.CHANGE_CREW, a.PERSON + person.id, a.REST, a.DONE):
        desk.apply(action)
    after = desk.act(campaign).state
    assert after.hulls[0].crew == (person.id,) and after.persons[old[0]].hull == NONE


@pytest.mark.rule("IN-CON-38", "IN-AMB-198")
@pytest.mark.parametrize(
    ("seat", "modules"), [("COCKPIT", 1), ("MULTIRACIAL", 0), ("MULTIRACIAL", 1)]
)
def test_a_crewman_of_another_race_is_offered_where_he_fits(monkeypatch, seat, modules):
    """A Multiracial cockpit, and a module for it."""
    env = made()
    kind = replace(ship_class("CHEETAH"), seats=(Seat[seat],))
    for module in (desk_module, muster):
        monkeypatch.setattr(module, "ship_class", lambda name: kind)
    state = env.campaign.state
    spare = next(p for p in state.persons.values() if p.side == 0 and p.hull == NONE)
    state = with_persons(state, [replace(spare, race=Race.BAUFRIN)])
    stores = replace(state.stores[0], modules=modules)
    state = replace(state, stores=(stores, state.stores[1]))
    desk = Desk(side_view(replace(env.campaign, state=state), Side.RED))
    for action in (a.HULL, a.CHANGE_CREW):
        desk.apply(action)
    assert desk.mask()[a.PERSON + spare.id] == (seat == "MULTIRACIAL" and modules == 1)


def test_a_hull_gets_one_order_a_day():
    env = made()
    for action in (a.HULL, a.journey_action(Mission.PATROL, 0)):
        env.step(action)
    assert a.HULL not in legal(env) and a.HULL + 1 in legal(env)
    with pytest.raises(IllegalOrderError, match="not legal"):
        env.desk.apply(a.HULL)


def test_an_illegal_action_loses():
    for action in (a.FIGHT, a.ACTIONS + 3):
        env = made()
        env.step(action)
        assert env.rewards == {"red_0": -1.0, "blue_0": 1.0} and all(env.terminations.values())


def test_render():
    env = made(render_mode="ansi")
    assert env.render().startswith("day 1 of 20; Ciria belt: contested")
    assert made().render() is None


# -- hidden information --------------------------------------------------------------------------


def everything(env, agent):
    """All that an agent gets."""
    observation = env.observe(agent)
    return (
        observation["observation"].tobytes(),
        observation["action_mask"].tobytes(),
        env.view(agent),
        env.rewards[agent],
        env.infos[agent],
        env.terminations[agent],
    )


def test_the_second_seat_sees_nothing_of_the_firsts_orders():
    start = made()
    generator = np.random.default_rng(2)
    views = []
    for _ in range(30):
        env = copy.deepcopy(start)
        for _ in play_on(env, generator, lambda env: env.agent_selection == "blue_0"):
            assert everything(env, "blue_0") == everything(start, "blue_0")
        views.append(everything(env, "blue_0"))
    assert all(view == views[0] for view in views)


def test_the_second_seat_sees_nothing_of_the_firsts_answer():
    env = made()
    answers = 0
    for each in play_on(env, np.random.default_rng(3)):
        if each.agent_selection == "red_0" and each.desk.decision is SideDecision.ANSWER:
            ends = []
            for action in (a.FIGHT, a.AVOID):
                other = copy.deepcopy(each)
                other.step(action)
                ends.append(everything(other, "blue_0"))
            assert ends[0] == ends[1]
            answers += 1
    assert answers


def other_world(env):
    """The same campaign with other enemies: skills, wounds, damage, classes, stores, persons."""
    env = copy.deepcopy(env)
    state = env.campaign.state
    hulls = [
        replace(
            hull,
            ship_class="SPICULUM",
            damage=(Damage("armour F", SystemKind.ARMOUR, (3, 4), disabled=False),),
            tons=hull.tons + 3,
            away=2,
            loads=("SSS", "SSS", "SSS"),
        )
        for hull in state.own(Side.BLUE)
    ]
    people = [
        replace(
            person,
            skills=Skills(9, 9),
            kills=4,
            hits=1,
            fate=Fate.WOUNDED if person.hull == NONE else Fate.FIT,
            free_from=10_000,
        )
        for person in state.persons.values()
        if person.side == Side.BLUE
    ]
    state = with_persons(with_hulls(state, hulls[:-1]), people)
    stores = (state.stores[0], replace(state.stores[1], armour=1, boxes=0))
    talents = (state.talents[0], 9_000_000)
    state = replace(state, stores=stores, talents=talents)
    env.campaign = replace(env.campaign, state=state)
    env._sit_down()
    return env


def test_two_worlds_that_differ_in_the_enemy_look_the_same_until_contact():
    content = small_content()
    one = made(war=content)
    two = other_world(one)
    red, blues = np.random.default_rng(1), [np.random.default_rng(n) for n in (2, 3)]
    steps = 0
    while not any(one.terminations.values()):
        assert everything(one, "red_0") == everything(two, "red_0")
        action = int(red.choice(legal(one)))
        steps += 1
        for env, blue in zip((one, two), blues, strict=True):
            env.step(action)
            while env.agent_selection == "blue_0" and not any(env.terminations.values()):
                env.step(harmless(env, blue))
    assert steps > 100


def harmless(env, generator):
    """A random order of Blue's that meets nobody and controls nothing: it stays at its base."""
    choices = [n for n in legal(env) if not a.JOURNEY <= n < a.CHANGE_CREW]
    return int(generator.choice(choices))


def small_content():
    """A war in which nobody meets outside bases, and Red cannot raid Blue's."""
    war = read_war("ciria")
    assert war.areas[4].name == "Grosianus"
    content = {
        "campaign": "interceptor",
        "name": "apart",
        "seed": 1,
        "days": 20,
        "sides": {
            "red": {
                "nation": "CW/RL",
                "crew_ratio": 1.5,
                "bases": ["North"],
                "hulls": [{"class": "CHEETAH", "count": 4}],
            },
            "blue": {
                "nation": "TOG",
                "crew_ratio": 2,
                "bases": ["South"],
                "hulls": [{"class": "LANCEA", "count": 4}],
            },
        },
        "areas": [
            {"name": "Belt", "days": 0.5, "value": 2},
            {"name": "North", "control": "red", "value": 5, "base": {"depot": True}},
            {"name": "South", "control": "blue", "value": 5, "days": 20, "base": {"depot": True}},
        ],
    }
    return content


def test_the_enemys_points_of_hidden_losses_are_not_seen():
    """A crewman of the enemy's who dies in hospital changes the true points, not the view."""
    env = made()
    before = everything(env, "red_0")
    person = replace(env.campaign.state.persons[10_000], fate=Fate.DEAD)
    env.campaign = replace(env.campaign, state=with_persons(env.campaign.state, [person]))
    env._sit_down()
    assert everything(env, "red_0") == before


def test_small_wars_of_the_kit_are_of_the_right_size():
    check_size(small_war().war)


def test_a_hull_is_bought_and_another_loaded_before_its_order():
    env = made()
    cheetah, dap = class_names().index("CHEETAH"), MISSILES.index("DAP")
    state = replace(env.campaign.state, talents=(4_000_000, 0))
    campaign = replace(env.campaign, state=state)
    desk = Desk(side_view(campaign, Side.RED))
    assert [n - a.BUY for n in np.flatnonzero(desk.mask()) if n >= a.BUY] == [cheetah]
    for action in (a.BUY + cheetah, a.HULL, a.RELOAD, a.LOAD + dap):
        desk.apply(action)
    assert not desk.mask()[a.RELOAD] and not desk.mask()[a.LOAD :].any()
    desk.apply(a.REST)
    assert not desk.mask()[a.BUY :].any()
    desk.apply(a.DONE)
    after = desk.act(campaign).state
    assert after.hulls[0].loads == ("DAP",) and len(after.own(Side.RED)) == 7
    assert after.talents[0] < 1_000_000


@pytest.mark.rule("IN-CAM-06")
def test_the_only_replacement_can_take_an_empty_hull():
    """Where a hull has no crew, one person is enough for its one seat."""
    env = made()
    state = env.campaign.state
    hull = state.hulls[0]
    others = {n: p for n, p in state.persons.items() if p.side == 1 or n == 7}
    spare = replace(state.persons[7], hull=NONE, race=state.persons[hull.crew[0]].race)
    hulls = [replace(each, crew=()) for each in state.own(Side.RED)]
    state = with_hulls(replace(state, persons={**others, 7: spare}), hulls)
    desk = Desk(side_view(replace(env.campaign, state=state), Side.RED))
    for action in (a.HULL, a.CHANGE_CREW, a.PERSON + 7):
        desk.apply(action)
    assert desk.selected.crew == (7,)
