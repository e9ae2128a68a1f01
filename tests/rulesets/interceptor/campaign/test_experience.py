"""2.1 to 2.3: levels, familiarity, loss without use."""

from types import SimpleNamespace

import pytest
from kit.interceptor.campaigns import pilot

from spacecombat_env.rulesets.interceptor.campaign.crews.experience import (
    credit,
    familiarity,
    fly_combat,
    fly_idle,
    forget_hull,
    losable,
    lose_skill,
    raise_skill,
)
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind, Skill, Skills, Trade
from spacecombat_env.rulesets.interceptor.crew.service import worth_of


def rested(person, missions, hull=7):
    """A person after non-combat missions in a row, and the events."""
    events = []
    for _ in range(missions):
        person, more = fly_idle(person, hull)
        events += more
    return person, events


@pytest.mark.rule("IN-CRW-06", "IN-CRW-08")
def test_five_kills_are_a_level():
    """ORC-CAM-9: three kills before, an armed ship of 2,300 t and an unarmed one of 5,000."""
    targets = [SimpleNamespace(tons=2300, weapons=4), SimpleNamespace(tons=5000, weapons=0)]
    worth = [worth_of(target) for target in targets]
    assert worth == [3, 1]
    ace, events = credit(pilot(kills=3, progress=3), sum(worth))
    assert (ace.kills, ace.raises_due, ace.progress) == (7, 1, 2)
    assert [event.kind for event in events] == [EventKind.KILL, EventKind.LEVEL_GAINED]
    assert credit(pilot(progress=4), 6)[0].raises_due == 2


@pytest.mark.rule("IN-CRW-06")
def test_the_crewman_chooses_the_skill_and_there_is_no_limit():
    ace = pilot(skills=Skills(10, 10), raises_due=2)
    better = raise_skill(raise_skill(ace, Skill.PILOTING), Skill.GUNNERY)
    assert (better.skills, better.raises_due) == (Skills(11, 11), 0)
    with pytest.raises(ValueError, match="gained no level"):
        raise_skill(better, Skill.PILOTING)
    untrained = pilot(skills=Skills(None, 4), raises_due=1)
    with pytest.raises(ValueError, match="has no piloting"):
        raise_skill(untrained, Skill.PILOTING)


@pytest.mark.rule("IN-CRW-09", "IN-CRW-11", "IN-CRW-12")
def test_familiarity_is_of_one_hull():
    tallies = {0: (0, 0), 5: (0, 0), 6: (1, 0), 11: (2, 1), 20: (2, 1), 21: (3, 2), 31: (4, 3)}
    for missions, bonus in tallies.items():
        assert familiarity(pilot(missions={7: missions}), 7) == Skills(*bonus)
    veteran = pilot(missions={7: 31, 8: 2})
    assert familiarity(veteran, 9) == familiarity(veteran, 8) == Skills(0, 0)
    assert familiarity(pilot(trade=Trade.GUNNER, missions={7: 31}), 7) == Skills(0, 3)
    assert forget_hull(veteran, 7).missions == {8: 2}
    assert fly_combat(veteran, 7).missions == {7: 32, 8: 2}


@pytest.mark.rule("IN-CRW-13")
def test_five_idle_missions_in_a_row_cost_one_of_the_tally():
    veteran = pilot(missions={7: 6})
    assert rested(veteran, 4)[0].missions == {7: 6}
    person, events = rested(veteran, 5)
    assert person.missions == {7: 5} and events[0].kind is EventKind.FAMILIARITY_LOST
    assert rested(veteran, 15)[0].missions == {7: 3}
    fought = fly_combat(rested(veteran, 4)[0], 7)
    assert rested(fought, 4)[0].missions == {7: 7}, "combat ends the run"
    assert rested(pilot(), 5)[0].missions == {}


@pytest.mark.rule("IN-CRW-14")
def test_ten_idle_missions_in_a_row_cost_a_level():
    ace = pilot(skills=Skills(6, 6))
    assert rested(ace, 9)[0].losses_due == 0
    due = rested(ace, 10)[0]
    assert due.losses_due == 1
    person, event = lose_skill(due, Skill.GUNNERY)
    assert (person.skills, person.losses_due) == (Skills(6, 5), 0)
    assert event.kind is EventKind.LEVEL_LOST
    with pytest.raises(ValueError, match="to lose"):
        lose_skill(person, Skill.GUNNERY)


@pytest.mark.rule("IN-CRW-15")
def test_no_skill_falls_below_its_initial_level():
    assert losable(pilot()) == []
    assert losable(pilot(skills=Skills(5, 5))) == [Skill.GUNNERY]
    assert rested(pilot(), 20)[0].losses_due == 0
    due = rested(pilot(skills=Skills(5, 5)), 10)[0]
    with pytest.raises(ValueError, match="no piloting"):
        lose_skill(due, Skill.PILOTING)
