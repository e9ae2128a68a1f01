"""Commanders, their matches, and the texts of orders."""

from dataclasses import replace

import numpy as np
import pytest

from spacecombat_agents.campaign.campaign_match import play_campaign_match
from spacecombat_agents.campaign.campaign_runs import (
    battle_maker,
    decide,
    play_campaign,
    player_maker,
)
from spacecombat_agents.campaign.commanders import COMMANDERS, make_commander
from spacecombat_agents.campaign.journal import answer_act, orders_act
from spacecombat_agents.campaign.order_texts import parse_orders
from spacecombat_env.core.errors import ConfigError, UnknownOrderError
from spacecombat_env.env.campaign import actions as a
from spacecombat_env.env.campaign.battles import open_battle
from spacecombat_env.env.campaign.desk import Desk
from spacecombat_env.env.campaign.table_battle import fight_by_table
from spacecombat_env.rulesets.interceptor.campaign.contact import Battle
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    CampaignPhase,
    StaffAct,
    begin_campaign,
    side_view,
)
from spacecombat_env.rulesets.interceptor.campaign.state import Mission
from spacecombat_env.rulesets.interceptor.campaign.war import Order, with_hulls
from spacecombat_env.rulesets.interceptor.model import NONE, Race, Side


@pytest.fixture
def campaign():
    return begin_campaign(read_war("ciria"))


@pytest.mark.parametrize("name", COMMANDERS)
def test_commanders_play_whole_campaigns_legally_and_alike(name, campaign):
    ends = [
        play_campaign(campaign, [make_commander(name), make_commander("random")], fight_by_table)
        for _ in range(2)
    ]
    assert ends[0] == ends[1] and ends[0].phase is CampaignPhase.OVER


def test_an_unknown_commander_is_refused():
    with pytest.raises(ConfigError, match="there are random, scripted:commander"):
        make_commander("scripted:ace")


def test_battles_by_the_table_are_for_both_sides():
    assert battle_maker("table", "table") is fight_by_table
    with pytest.raises(ConfigError, match="neither"):
        battle_maker("table", "random")


def test_players_are_made_for_the_battles_scenario(campaign):
    scenario = open_battle(campaign.state, Battle(0, "Ciria belt", ((0,), (10_000,)), Side.RED, 1))
    player = player_maker("random")(scenario)
    mask = np.zeros((1, scenario.actions.size), np.int8)
    mask[0, 7] = 1
    assert list(player.act(None, mask)) == [7]
    with pytest.raises(ConfigError):
        player_maker("nobody")(scenario)


def test_the_scripted_commander_sends_groups_to_the_best_areas(campaign):
    orders = decide(campaign, make_commander("scripted:commander")).orders
    assert [(order.mission, order.area) for order in orders].count(
        (Mission.PATROL, "Ciria belt")
    ) >= 3
    assert len({order.hull for order in orders}) == len(orders)


def test_the_scripted_commander_keeps_hulls_that_serve_others_at_home():
    campaign = begin_campaign(read_war("xiphias"))
    serving = {hull.id for hull in campaign.state.hulls.values() if hull.facilities}
    assert len(serving) == 2
    for side in Side:
        assert campaign.side == side
        desk = decide(campaign, make_commander("scripted:commander"))
        assert desk.orders and not serving & {order.hull for order in desk.orders}
        campaign = desk.act(campaign)


def test_a_match_swaps_sides_and_counts_from_a():
    one = play_campaign_match("scripted:commander", "random", "ciria", 2, 7, "table")
    other = play_campaign_match("random", "scripted:commander", "ciria", 2, 7, "table")
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    assert one.score == 1 - other.score and one.mean_margin == -other.mean_margin
    assert one.as_json()["interval"] == list(one.interval)


@pytest.mark.slow
def test_the_scripted_commander_wins_four_of_five_campaigns_against_random():
    found = play_campaign_match("scripted:commander", "random", "ciria", 50, 7, "scripted:ace")
    assert found.score >= 0.8


# -- texts ---------------------------------------------------------------------------------------


def test_texts_become_acts(campaign):
    view = side_view(campaign, Side.RED)
    texts = [
        "cheetah 1: patrol ciria BELT",
        "1: rest",
        "CHEETAH 3: crew pilot 6",
        "CHEETAH 4: repair engine 2, armour F",
        "CHEETAH 4: load TGM-I + TGM-I, -, Sensor pod",
        "buy: cheetah",
        "pilot 0: raise gunnery",
        "pilot 1: lose piloting",
    ]
    staff = [
        StaffAct("crew", 2, (6,)),
        StaffAct("repair", 3, ("engine 2", "armour F")),
        StaffAct("load", 3, ("TGM-I+TGM-I", "", "Sensor pod")),
        StaffAct("buy", NONE, ("CHEETAH",)),
        StaffAct("raise", 0, ("gunnery",)),
        StaffAct("lose", 1, ("piloting",)),
    ]
    orders = [Order(0, Mission.PATROL, "Ciria belt"), Order(1, Mission.REST)]
    assert parse_orders(view, texts) == orders_act(Side.RED, staff, orders)
    assert parse_orders(view, ["Avoid"]) == answer_act(Side.RED, True)
    assert parse_orders(view, []) == orders_act(Side.RED, [], [])


@pytest.mark.parametrize(
    "text",
    [
        "attack",
        "CHEETAH 1: dance",
        "LANCEA 101: rest",
        "CHEETAH 1: patrol Moon",
        "pilot 10000: raise gunnery",
        "pilot 0: raise cooking",
    ],
)
def test_texts_that_cannot_be_read_are_named(text, campaign):
    with pytest.raises(UnknownOrderError, match=text):
        parse_orders(side_view(campaign, Side.RED), [text])


def test_the_scripted_commander_avoids_being_outnumbered(campaign):
    """Two hulls against one fight; one against two avoids."""
    commander = make_commander("scripted:commander")
    for own, enemy, action in (((0, 1), (10_000,), a.FIGHT), ((0,), (10_000, 10_001), a.AVOID)):
        battle = Battle(0, "Ciria belt", (own, enemy), Side.RED, 1)
        at = replace(campaign, phase=CampaignPhase.ANSWER, battles=(battle,))
        assert commander.choose(Desk(side_view(at, Side.RED))) == action


def test_the_scripted_commander_buys_what_it_can_man(campaign):
    crews = {n: replace(p, race=Race.HUMAN) for n, p in campaign.state.persons.items()}
    rich = replace(campaign.state, talents=(10**8, 0), persons=crews)
    for spares, bought in ((2, ["AVENGER", "AVENGER"]), (0, [])):
        people = {n: p for n, p in crews.items() if p.hull != NONE or n < 6 + spares}
        at = replace(campaign, state=replace(rich, persons=people))
        desk = decide(at, make_commander("scripted:commander"))
        assert [act.values[0] for act in desk.staff if act.kind == "buy"] == bought


def test_losses_by_the_table_follow_the_strength(campaign):
    """One hull against six loses more often than six against one, hull by hull."""
    shares = []
    for own in (1, 6):
        lost = 0
        for seed in range(60):
            red, blue = tuple(range(own)), tuple(10_000 + n for n in range(7 - own))
            state, _ = fight_by_table(
                campaign.state, Battle(0, "Ciria belt", (red, blue), Side.RED, seed)
            )
            lost += sum(state.hulls[n].destroyed for n in red)
        shares.append(lost / (60 * own))
    assert shares[0] > 0.4 and shares[1] < 0.15


def test_the_scripted_commander_raids_in_force(campaign):
    """With all areas held, six hulls raid together; with four, nobody does."""
    areas = dict.fromkeys(("Ciria belt", "Ciria approach", "Inner well"), Side.RED)
    state = replace(campaign.state, holders={**campaign.state.holders, **areas}, talents=(0, 0))
    for hulls, raids in ((6, 6), (4, 0)):
        lost = [replace(each, destroyed=True) for each in state.own(Side.RED)[hulls:]]
        at = replace(campaign, state=with_hulls(state, lost))
        orders = decide(at, make_commander("scripted:commander")).orders
        assert [order.mission for order in orders].count(Mission.RAID) == raids
