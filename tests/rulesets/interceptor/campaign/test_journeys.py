"""Journeys of a war faster than light: their length, misdirection, and who cannot make them."""

import pytest
from kit.interceptor.campaigns import broken, changed, ordered, reason, small_war

from spacecombat_env.rulesets.interceptor.campaign import EventKind
from spacecombat_env.rulesets.interceptor.campaign.contact import contacts
from spacecombat_env.rulesets.interceptor.campaign.day import evening
from spacecombat_env.rulesets.interceptor.campaign.state import Mission, Trade
from spacecombat_env.rulesets.interceptor.model import Comp, Side

REST, PATROL, RAID, RESCUE, HOLD, TRANSFER = Mission


def corvettes(seed=5):
    """A war with corvettes, over an area that lies two days away by T-space."""
    areas = [
        {"name": "Far", "jump": 2, "value": 1},
        {"name": "North", "control": "red", "base": {}},
        {"name": "South", "control": "blue", "base": {}},
    ]
    sides = {
        "red": {"nation": "CW/RL", "bases": ["North"], "hulls": [{"class": "PEGASUS", "count": 2}]},
        "blue": {"nation": "KessRith", "bases": ["South"], "hulls": [{"class": "AUTUMN LEAF"}]},
    }
    return small_war(areas=areas, sides=sides, seed=seed)


def far_away(state, **changes):
    """A corvette on a patrol far away, which is over today."""
    return changed(state, 0, area="Far", mission=PATROL, arrives=0, **changes)


@pytest.mark.rule("IN-CAM-22")
def test_journeys_faster_than_light_take_days():
    out = ordered(corvettes(), red=[(0, HOLD, "Far")])
    assert out.hulls[0].arrives in (48, 48 + 8)
    later, _ = evening(out)
    assert later.hulls[0].area == "Far" and contacts(later) == []


@pytest.mark.rule("IN-CAM-22")
def test_the_way_home_may_be_misdirected_too():
    """Nine of ten with five straight turns; else the table gives two days 8 hours more."""
    late = {48: 0, 48 + 8: 0}
    for seed in range(60):
        home, _ = evening(far_away(corvettes(seed)))
        late[home.hulls[0].arrives] += 1
    assert late[48] > 40 and late[48 + 8] > 0


@pytest.mark.rule("IN-CAM-22", "IN-CAM-23", "IN-AMB-124")
@pytest.mark.parametrize(("straight", "hours"), [(0, 48 + 240), (6, 48)])
def test_a_ship_that_left_the_battle_comes_home_by_its_straight_turns(straight, hours):
    """Without any it is always misdirected, with six it never is."""
    for seed in range(12):
        home, news = evening(far_away(corvettes(seed), straight=straight))
        assert home.hulls[0].arrives == hours and home.hulls[0].straight == -1
        kinds = [event.kind for event in news]
        assert (EventKind.MISDIRECTED in kinds) == (straight == 0)


@pytest.mark.rule("IN-CAM-20", "IN-CAM-24", "IN-IDE-17", "IN-IDE-31")
@pytest.mark.parametrize(
    ("kind", "count", "lack"),
    [
        (Comp.FTL_DRIVE, 1, "its FTL drive is disabled"),
        (Comp.FTL_NAVIGATION, 1, "its FTL navigation computer is disabled"),
        (Comp.ENGINE, 9, "it has no thrust"),
        (Comp.PLANT, 1, "it has no thrust"),
    ],
)
def test_a_damaged_ship_does_not_enter_t_space(kind, count, lack):
    state = changed(corvettes(), 0, damage=broken("PEGASUS", kind, count))
    assert lack in reason(state, Side.RED, 0, PATROL, "Far")
    assert reason(state, Side.RED, 1, PATROL, "Far") == []
    stays, news = evening(far_away(state))
    assert (stays.hulls[0].area, stays.hulls[0].mission) == ("Far", REST)
    assert [event.what for event in news if event.kind is EventKind.STRANDED] == ["Far"]


@pytest.mark.rule("IN-CAM-24")
def test_a_ship_without_a_navigator_does_not_come_home():
    state = far_away(corvettes())
    crew = state.crew_of(state.hulls[0])
    navigator = next(each for each in crew if each.trade is Trade.NAVIGATOR)
    left = tuple(each.id for each in crew if each is not navigator)
    stays, _ = evening(changed(state, 0, crew=left))
    assert stays.hulls[0].area == "Far"
    towed, _ = evening(changed(state, 0, crew=()))
    assert towed.hulls[0].area == "North", "others bring an empty hull home"


@pytest.mark.rule("IN-CAM-24", "IN-CAM-25")
def test_a_stranded_ship_repairs_itself_and_comes_home():
    state = far_away(corvettes(), damage=broken("PEGASUS", Comp.FTL_NAVIGATION))
    repaired, _ = evening(ordered(evening(state)[0]))
    assert repaired.hulls[0].damage == () and repaired.hulls[0].area == "Far"
    assert ordered(repaired, red=[(0, TRANSFER, "North")]).hulls[0].area == "North"
