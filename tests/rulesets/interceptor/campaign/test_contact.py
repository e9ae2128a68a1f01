"""Contact, avoidance, scenarios of battles, and their end."""

from dataclasses import replace

import numpy as np
import pytest
from kit.interceptor.campaigns import broken, ordered, small_war
from kit.interceptor.games import Play

from spacecombat_env.rulesets.interceptor.campaign.aftermath import DriftingCrew
from spacecombat_env.rulesets.interceptor.campaign.contact import (
    avoid,
    chance_of,
    contact_number,
    contacts,
    enemy_holds,
    may_avoid,
    outcomes_of,
    present,
    scenario_of,
    settle,
)
from spacecombat_env.rulesets.interceptor.campaign.state import (
    Area,
    EventKind,
    Fate,
    Mission,
    Outcome,
    Skills,
    Terrain,
)
from spacecombat_env.rulesets.interceptor.campaign.war import (
    points,
    ship_class,
    with_hulls,
    with_persons,
)
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    CrewStatus,
    Edge,
    Side,
    Status,
    Verdict,
    is_in_well,
)
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED

BLUE = 10_000
PATROL, RAID = Mission.PATROL, Mission.RAID
BOTH = {"red": [(0, PATROL, "Belt"), (1, PATROL, "Belt")], "blue": [(BLUE, PATROL, "Belt")]}


def met():
    """A war on a day on which two red hulls meet a blue one, and the battle."""
    state = ordered(small_war(), **BOTH)
    (battle,) = contacts(state)
    return state, battle


def played(state, battle):
    """The game of a battle, begun."""
    return Play(scenario_of(state, battle), delegate=RECOMMENDED, max_turns=1)


def test_missions_in_one_area_meet():
    state, battle = met()
    assert battle.hulls == ((0, 1), (BLUE,)) and battle.area == "Belt"
    assert contacts(state) == [battle], "the dice are keyed"
    assert [hull.id for hull in present(state, Side.RED, "Belt")] == [0, 1]
    alone = ordered(small_war(), red=BOTH["red"])
    assert contacts(alone) == []


def test_more_hulls_meet_more_easily():
    assert [contact_number(7, hulls) for hulls in (2, 4, 8, 12)] == [7, 8, 9, 9]
    never = replace(small_war().war, contact=0)
    state = ordered(replace(small_war(), war=never), **BOTH)
    assert contacts(state) == []


def test_a_raid_on_a_base_always_meets_its_defenders():
    war = replace(small_war().war, contact=0)
    state = ordered(replace(small_war(), war=war), red=[(0, RAID, "South")])
    (battle,) = contacts(state)
    assert battle.hulls == ((0,), (BLUE, BLUE + 1)) and battle.first == Side.BLUE
    wounded = [replace(person, fate=Fate.WOUNDED) for person in state.persons.values()]
    assert contacts(with_persons(state, wounded)) == []


def test_the_faster_side_may_avoid():
    state, battle = met()
    assert not any(may_avoid(state, battle, side) for side in Side)
    slow = with_hulls(state, [replace(state.hulls[BLUE], thrust=9)])
    assert may_avoid(slow, battle, Side.RED) and not may_avoid(slow, battle, Side.BLUE)
    torn = replace(state.hulls[BLUE], damage=broken("LANCEA", Comp.ENGINE))
    assert may_avoid(with_hulls(state, [torn]), battle, Side.RED), "one of its engines is out"
    after, events = avoid(slow, battle, Side.RED)
    assert after.beaten == {("Belt", Side.RED)} and events[0].kind is EventKind.AVOIDED
    with pytest.raises(ValueError, match="TOG is not faster"):
        avoid(slow, battle, Side.BLUE)


@pytest.mark.rule("IN-CAM-02")
def test_a_war_with_morale_has_it_in_its_battles():
    """Two red hulls meet a blue one: the first of each side is led by its player."""
    state, battle = met()
    assert "morale" not in scenario_of(state, battle)
    brave = replace(state, war=replace(state.war, morale=True))
    play = played(brave, battle)
    assert play.rules.option.morale
    led = [int(each.led) for each in play.state.craft if each.card]
    assert led == [1, 0, 1]
    for seat in Side:
        view = play.scenario.known_to(seat)
        own = state.hulls[battle.hulls[seat][0]].name
        assert view.source["morale"] == {seat.name.lower(): own}
        assert view.table.rules[0].option.morale


def test_a_battle_is_a_scenario():
    state, battle = met()
    ace = replace(state.persons[0], skills=Skills(7, 6), missions={0: 12})
    content = scenario_of(with_persons(state, [ace]), battle)
    ship = content["sides"]["red"]["ships"][0]
    assert (ship["class"], ship["name"]) == ("CHEETAH", "CHEETAH 1")
    assert ship["pilots"] == [{"piloting": 7, "gunnery": 6, "familiarity": [2, 1]}]
    assert content["asteroids"]["count"] == 20 and "wear" not in ship
    play = played(state, battle)
    assert [int(card.klass) for card in play.rules.cards[1:4]] == [2, 2, 3]


@pytest.mark.rule("IN-AMB-197", "IN-GRV-01", "IN-PLN-01")
def test_a_planet_draws_those_who_fight_in_its_gravity_well():
    """Both sides begin equally far above the interface, which is the lowest of 28 rows."""
    state, battle = met()
    belt = played(state, battle)
    assert not belt.rules.option.gravity and not belt.rules.option.planet
    well = tuple(replace(area, terrain=Terrain.WELL) for area in state.war.areas)
    state = replace(state, war=replace(state.war, areas=well))
    content = scenario_of(state, battle)
    play = played(state, battle)
    option = play.rules.option
    assert (option.gravity, option.planet, option.interface) == (1, Edge.BOTTOM, 1)
    assert (option.rows, option.ground, option.atmosphere) == (28, 0, 0)
    zones = [content["sides"][name]["zone"] for name in ("red", "blue")]
    assert zones[0]["rows"] == zones[1]["rows"] and zones[0]["map"] == zones[1]["map"] == 2
    for craft in play.state.craft:
        if craft.card:
            assert is_in_well(play.state, play.rules, craft)


def test_skills_beyond_a_scenarios_limit_are_cut():
    state, battle = met()
    ace = replace(state.persons[0], skills=Skills(16, 20))
    ship = scenario_of(with_persons(state, [ace]), battle)["sides"]["red"]["ships"][0]
    assert (ship["pilots"][0]["piloting"], ship["pilots"][0]["gunnery"]) == (15, 15)


@pytest.mark.parametrize(
    ("verdict", "status", "red", "blue"),
    [
        (Verdict.RED, Status.ON_MAP, Outcome.WON_STAYED, Outcome.LOST),
        (Verdict.RED, Status.BROKEN_OFF, Outcome.WON_LEFT, Outcome.LOST),
        (Verdict.DRAW, Status.ON_MAP, Outcome.LOST, Outcome.LOST),
        (Verdict.BLUE, Status.ON_MAP, Outcome.LOST, Outcome.WON_STAYED),
    ],
)
def test_outcomes_follow_from_the_record(verdict, status, red, blue):
    play = played(*met())
    play.state.verdict = verdict
    for craft in play.state.craft:
        craft.status = status if craft.card else Status.UNUSED
    assert outcomes_of(play.state) == {Side.RED: red, Side.BLUE: blue}


def ended(state, battle):
    """A game that Blue has won: one red hull has exploded after its pilot had left it."""
    play = played(state, battle)
    record = play.state
    record.verdict = Verdict.BLUE
    for craft in record.craft:
        if craft.card:
            craft.status = Status.ON_MAP
        if craft.card == 1:
            craft.status = Status.DESTROYED
            record.crew[craft.first_crew].status = CrewStatus.GONE
        if craft.card == 3:
            record.crew[craft.first_crew].kills = 1
    return play


@pytest.mark.rule("IN-CAM-08")
def test_a_battle_is_settled():
    state, battle = met()
    play = ended(state, battle)
    after, events = settle(state, battle, play.state, play.rules)
    assert after.hulls[0].destroyed and not after.hulls[1].destroyed
    assert after.fought == {0, 1, BLUE} and after.beaten == {("Belt", Side.RED)}
    assert after.persons[BLUE].kills == 1
    kinds = {event.kind for event in events}
    assert {EventKind.HULL_LOST, EventKind.KILL} <= kinds
    assert after.persons[0].fate in (Fate.FIT, Fate.CAPTURED)
    assert kinds & {EventKind.RECOVERED, EventKind.NOT_RECOVERED}
    lost = after.persons[0].fate is Fate.CAPTURED
    assert points(after) == (0, ship_class("CHEETAH").million_talents + lost)


@pytest.mark.rule("IN-CAM-31")
def test_crews_may_be_left_for_a_mission():
    state, battle = met()
    state = replace(state, war=replace(state.war, plays_rescue=True))
    play = ended(state, battle)
    after, events = settle(state, battle, play.state, play.rules)
    assert after.persons[0].fate is Fate.MISSING and after.drifting[0].crew == (0,)
    assert EventKind.NOT_RECOVERED not in {event.kind for event in events}


@pytest.mark.rule("IN-CAM-08", "IN-CAM-09")
def test_the_chance_of_a_counter_knows_the_area():
    state = small_war()
    counter = DriftingCrew(Side.RED, (0,), 12)
    crew = [replace(state.persons[0], hits=2)]
    belt = Area("Belt", None, Terrain.ASTEROIDS)
    assert chance_of(belt, counter, crew, Outcome.WON_STAYED) == 6 - 1 - 1 - 1
    well = Area("Well", Side.RED, Terrain.WELL)
    assert chance_of(well, counter, crew, Outcome.LOST) == 4 - 1 - 1 - 1
    assert enemy_holds(belt, Side.RED, Outcome.LOST)
    assert enemy_holds(Area("South", Side.BLUE), Side.RED, Outcome.WON_LEFT)
    assert not enemy_holds(belt, Side.RED, Outcome.WON_STAYED)


def test_a_battle_that_is_played_can_be_settled():
    state, battle = met()
    play = played(state, battle)
    generator = np.random.default_rng(3)
    for _ in range(3000):
        if play.is_over:
            break
        play.say(int(generator.choice(play.legal_actions())))
    assert play.is_over
    after, _ = settle(state, battle, play.state, play.rules)
    assert after.fought == {0, 1, BLUE} and len(after.persons) == len(state.persons)


@pytest.mark.parametrize(
    ("red", "blue", "holder", "first"),
    [
        (3, 5, None, Side.RED),
        (5, 3, None, Side.BLUE),
        (3, 5, Side.BLUE, Side.RED),
        (5, 3, Side.RED, Side.BLUE),
        (4, 4, Side.RED, Side.RED),
        (4, 4, Side.BLUE, Side.BLUE),
        (4, 4, None, Side.BLUE),
    ],
)
def test_who_has_arrived_first_sets_up_first_and_at_equal_times_the_holder(
    red, blue, holder, first
):
    state = ordered(small_war(), **BOTH)
    hours = {0: red, 1: red, BLUE: blue}
    state = with_hulls(state, [replace(state.hulls[n], arrives=hours[n]) for n in hours])
    (battle,) = contacts(replace(state, holders={**state.holders, "Belt": holder}))
    assert battle.first == first
