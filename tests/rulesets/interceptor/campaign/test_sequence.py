"""Campaigns from act to act, their records as JSON, and battles by the table."""

import json
from dataclasses import replace

import numpy as np
import pytest
from kit.interceptor.campaigns import small_war

from spacecombat_env.core.errors import IllegalOrderError, StateError
from spacecombat_env.env.campaign.codec import (
    decode,
    digest,
    encode,
    encode_state,
    result_of,
    with_result,
)
from spacecombat_env.env.campaign.table_battle import fight_by_table
from spacecombat_env.rulesets.interceptor.campaign.contact import Battle
from spacecombat_env.rulesets.interceptor.campaign.orders import refusals
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    CampaignPhase,
    StaffAct,
    answer,
    begin_campaign,
    finish,
    give_orders,
    side_view,
)
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind, Mission
from spacecombat_env.rulesets.interceptor.campaign.war import Order, WarState, with_hulls
from spacecombat_env.rulesets.interceptor.model import Side

RAID = [Order(0, Mission.RAID, "South")]


def small(**changes):
    """A small campaign on its first morning."""
    return begin_campaign(small_war(**changes).war)


def at_contact():
    """A campaign whose first day has a battle at Blue's base."""
    campaign = give_orders(small(), Side.RED, [], RAID)
    return give_orders(campaign, Side.BLUE, [], [])


def at_battle():
    """The same campaign after both sides have accepted."""
    return answer(answer(at_contact(), Side.RED, False), Side.BLUE, False)


def random_orders(state, side, generator):
    """Random legal orders."""
    areas = [area.name for area in state.war.areas]
    given = []
    for hull in state.own(side):
        mission = Mission(generator.choice([each.value for each in Mission]))
        area = "" if mission is Mission.REST else str(generator.choice(areas))
        if not list(refusals(state, side, Order(hull.id, mission, area))):
            given.append(Order(hull.id, mission, area))
    return given


def play(seed, war="ciria"):
    """A whole campaign at random with battles by the table; yields each point."""
    generator = np.random.default_rng(seed)
    campaign = begin_campaign(replace(read_war(war), seed=seed))
    while campaign.phase is not CampaignPhase.OVER:
        if campaign.phase is CampaignPhase.ORDERS:
            orders = random_orders(campaign.state, campaign.side, generator)
            campaign = give_orders(campaign, campaign.side, [], orders)
        elif campaign.phase is CampaignPhase.ANSWER:
            campaign = answer(campaign, campaign.side, bool(generator.integers(2)))
        else:
            before = campaign.state
            state, events = fight_by_table(before, campaign.battles[0])
            result = json.loads(json.dumps(result_of(before, state, events)))
            assert with_result(before, result) == (state, tuple(events))
            campaign = finish(campaign, state, events)
        yield campaign


def test_sides_give_orders_in_turn():
    campaign = small()
    assert (campaign.phase, campaign.side) == (CampaignPhase.ORDERS, Side.RED)
    with pytest.raises(IllegalOrderError, match="waits for orders of red"):
        give_orders(campaign, Side.BLUE, [], [])
    campaign = give_orders(campaign, Side.RED, [], RAID)
    assert (campaign.phase, campaign.side) == (CampaignPhase.ORDERS, Side.BLUE)
    campaign = give_orders(campaign, Side.BLUE, [], [])
    assert (campaign.phase, campaign.side) == (CampaignPhase.ANSWER, Side.RED)
    assert side_view(campaign, Side.RED).contact.hulls == (0,)
    assert side_view(campaign, Side.BLUE).contact.enemies == 1


def test_the_second_side_sees_nothing_of_the_firsts_decisions():
    quiet = give_orders(small(), Side.RED, [], [])
    raiding = give_orders(small(), Side.RED, [StaffAct("crew", 0, (1,))], RAID[:0])
    assert raiding.state != quiet.state
    assert side_view(raiding, Side.BLUE) == side_view(quiet, Side.BLUE)
    views = {
        json.dumps(encode(side_view(answer(at_contact(), Side.RED, avoids), Side.BLUE)))
        for avoids in (False, True)
    }
    assert len(views) == 1


def test_who_is_not_faster_avoids_in_vain():
    for avoids in (False, True):
        campaign = answer(answer(at_contact(), Side.RED, avoids), Side.BLUE, avoids)
        assert (campaign.phase, campaign.side) == (CampaignPhase.BATTLE, None)


def test_who_is_faster_avoids_and_both_learn_it():
    campaign = at_contact()
    fast = replace(campaign.state.hulls[0], thrust=99)
    campaign = replace(campaign, state=with_hulls(campaign.state, [fast]))
    campaign = answer(answer(campaign, Side.RED, True), Side.BLUE, False)
    assert (campaign.phase, campaign.state.day) == (CampaignPhase.ORDERS, 1)
    for side in Side:
        kinds = [event.kind for event in side_view(campaign, side).news]
        assert kinds.count(EventKind.AVOIDED) == 1


def test_choices_about_the_other_side_are_refused():
    for act in (
        StaffAct("crew", 10_000, (10_000,)),
        StaffAct("repair", 10_000),
        StaffAct("raise", 10_000, ("piloting",)),
        StaffAct("raise", 0, ("piloting",)),
        StaffAct("lose", 0, ("cooking",)),
    ):
        with pytest.raises(IllegalOrderError):
            give_orders(small(), Side.RED, [act], [])


def test_a_whole_campaign_by_the_table_is_the_same_twice():
    points = [digest(encode_state(each.state)) for each in play(3)]
    assert points == [digest(encode_state(each.state)) for each in play(3)]
    assert len(set(points)) > 40


def test_a_state_is_the_same_after_json():
    for n, campaign in enumerate(play(4)):
        if n % 20 == 0:
            content = json.loads(json.dumps(encode(campaign.state)))
            assert decode(WarState, content) == campaign.state


def test_a_spoilt_result_is_refused():
    campaign = at_battle()
    good = result_of(campaign.state, *fight_by_table(campaign.state, campaign.battles[0]))
    for bad in (
        [],
        {},
        {**good, "hulls": 3},
        {**good, "colour": 1},
        {**good, "beaten": [["South", 5]]},
    ):
        with pytest.raises(StateError, match="result"):
            with_result(campaign.state, bad)


def test_the_table_takes_its_dice_from_the_battles_seed():
    state = at_battle().state
    battle = at_battle().battles[0]
    assert fight_by_table(state, battle) == fight_by_table(state, battle)
    ends = {
        digest(result_of(state, *fight_by_table(state, replace(battle, seed=seed))))
        for seed in range(20)
    }
    assert len(ends) > 10


def test_by_the_table_the_stronger_side_wins_more_often():
    campaign = begin_campaign(read_war("ciria"))
    battle = Battle(0, "Ciria belt", ((0, 1, 2, 3), (10_000,)), Side.RED, 0)
    beaten = [
        next(iter(fight_by_table(campaign.state, replace(battle, seed=seed))[0].beaten))[1]
        for seed in range(100)
    ]
    assert beaten.count(Side.BLUE) > 65


def test_what_a_side_sees_at_contact_does_not_depend_on_the_enemys_class_and_thrust():
    campaign = at_contact()
    enemy = [
        replace(hull, ship_class="SPICULUM", thrust=3, tons=125)
        for hull in campaign.state.own(Side.BLUE)
    ]
    other = replace(campaign, state=with_hulls(campaign.state, enemy))
    assert side_view(other, Side.RED) == side_view(campaign, Side.RED)
