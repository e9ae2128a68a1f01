"""6.2: search and rescue, survival, time out of action."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import PILOT, pilot, rolls

from spacecombat_env.rulesets.interceptor.campaign.crews.recovery import (
    Survival,
    hours_out,
    is_found,
    recovered,
    recovery_chance,
    recovery_modifier,
    search,
    search_by_mission,
    survival,
    survival_modifier,
    treat,
    unrecovered,
)
from spacecombat_env.rulesets.interceptor.campaign.state import (
    CampaignEvent,
    EventKind,
    Fate,
    Holding,
    Outcome,
)
from spacecombat_env.rulesets.interceptor.model import NONE, Race, Side

FRIENDLY, CONTESTED, ENEMY = Holding
STAYED, LEFT, LOST = Outcome


@pytest.mark.rule("IN-CAM-08")
def test_chances_are_those_of_the_table():
    """OR-CAM-1: enemy area, won and stayed, velocity 13: 3 or less."""
    table = [[recovery_chance(area, end, 0) for end in Outcome] for area in Holding]
    assert table == [[8, 6, 4], [6, 4, 2], [4, 2, 1]]
    assert recovery_chance(ENEMY, STAYED, 13) == 3


@pytest.mark.rule("IN-CAM-08", "IN-CAM-09")
def test_modifiers_add_up():
    """ORC-CAM-3."""
    assert recovery_chance(CONTESTED, LOST, 22, gravity=True) == -1
    assert recovery_chance(CONTESTED, LEFT, 12, hits=2) == 2
    assert recovery_chance(FRIENDLY, STAYED, 3, hits=3, asteroids=True) == 5


@pytest.mark.rule("IN-CAM-09")
@pytest.mark.parametrize(("velocity", "modifier"), [(9, 0), (10, -1), (19, -1), (20, -2), (30, -2)])
def test_fast_crews_are_harder_to_find(velocity, modifier):
    assert recovery_modifier(velocity, 1, False, False) == modifier


@pytest.mark.rule("IN-AMB-51")
def test_the_die_is_natural():
    assert is_found(3, 3) and not is_found(4, 3) and not is_found(1, 0)


@pytest.mark.rule("IN-CAM-08", "IN-CAM-10")
def test_a_crew_shares_its_fate():
    crew = [pilot(fate=Fate.MISSING), pilot(id=2, fate=Fate.MISSING)]
    found, events = search(rolls(3), crew, 3, enemy_holds=True)
    assert [each.fate for each in found] == [Fate.FIT] * 2
    assert [event.kind for event in events] == [EventKind.RECOVERED] * 2
    gone, events = search(rolls(4), crew, 3, enemy_holds=True)
    assert [each.fate for each in gone] == [Fate.CAPTURED] * 2
    assert events[1].kind is EventKind.NOT_RECOVERED and events[1].who == 2


@pytest.mark.rule("IN-CAM-31")
def test_a_search_may_be_played():
    crew = [pilot(fate=Fate.MISSING), pilot(id=2, fate=Fate.MISSING)]
    failed = [unrecovered(each, enemy_holds=False) for each in crew]
    events = [CampaignEvent(EventKind.NOT_RECOVERED, Side.RED, n) for n in (1, 2)]
    assert search_by_mission(crew, False, enemy_holds=False) == (failed, events)
    home, events = search_by_mission(crew, True, enemy_holds=True)
    assert [each.fate for each in home] == [Fate.FIT] * 2 and len(events) == 2


@pytest.mark.rule("IN-CAM-10")
def test_the_unrecovered_are_dead_or_captured():
    assert unrecovered(pilot(hull=7), enemy_holds=False) == pilot(fate=Fate.DEAD)
    assert unrecovered(pilot(hull=7), enemy_holds=True) == pilot(fate=Fate.CAPTURED)


@pytest.mark.rule("IN-CAM-11")
def test_survival_has_modifiers():
    assert survival_modifier(1, Race.HUMAN, False) == 0
    assert survival_modifier(3, Race.HUMAN, True) == -1
    assert survival_modifier(1, Race.BAUFRIN, False) == -1
    assert survival_modifier(2, Race.VAUVAUSAR, False) == -2
    assert survival_modifier(1, Race.KESSRITH, True) == 2
    results = [survival(die, 0) for die in range(1, 11)]
    assert results == [result for result in Survival for _ in range(2)]
    assert survival(2, -3) is Survival.DEAD and survival(9, 2) is Survival.AVAILABLE
    assert survival(5, -1) is Survival.SEVERE


@pytest.mark.rule("IN-AMB-133", "IN-CAM-11")
def test_one_and_ten_have_their_printed_rows():
    assert survival(1, 2) is Survival.DEAD
    assert survival(10, -3) is Survival.AVAILABLE


@pytest.mark.rule("IN-CAM-12")
def test_the_wounded_are_out_of_action():
    """ORC-CAM-5: severe, die 7: 11 weeks; wounded, die 3: 7 days."""
    assert hours_out(Survival.SEVERE, 7) == 11 * 7 * 24
    assert hours_out(Survival.WOUNDED, 3) == 7 * 24
    assert hours_out(Survival.SLIGHT, 9) == 24
    assert hours_out(Survival.AVAILABLE, 9) == 0


@pytest.mark.rule("IN-CAM-11", "IN-CAM-12")
def test_treatment_at_base():
    hurt = pilot(hits=2, hull=7)
    dead, events = treat(rolls(3), hurt, 100)
    assert (dead.fate, dead.hull) == (Fate.DEAD, NONE) and events[0].kind is EventKind.DIED
    saved, events = treat(rolls(3, 7), hurt, 100, hospital=True)
    assert (saved.fate, saved.hits) == (Fate.WOUNDED, 0)
    assert saved.free_from == 100 + 11 * 7 * 24 == 100 + events[0].value
    assert recovered(saved, saved.free_from - 1) == (saved, [])
    fit, events = recovered(saved, saved.free_from)
    assert fit.fate is Fate.FIT and events[0].kind is EventKind.FIT
    assert treat(rolls(10, 5), hurt, 100)[0] == replace(hurt, hits=0, free_from=100)
    assert treat(rolls(), PILOT, 100) == (PILOT, [])
