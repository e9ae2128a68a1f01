"""6.5: misdirection."""

import pytest
from kit.interceptor.campaigns import hull, rolls

from spacecombat_env.rulesets.interceptor.campaign.journeys.navigation import (
    DAYS_MOST,
    adjustment_hours,
    is_misdirected,
    journey_hours,
    misdirection,
)
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind


@pytest.mark.rule("IN-CAM-22")
def test_straight_turns_avoid_misdirection():
    """None automatic, 1 and 2 with 1, 3 with 2, 4 with 5, 5 with 9, 6 and more never."""
    least = [next((d for d in range(1, 11) if is_misdirected(n, d)), 11) for n in range(8)]
    assert least == [1, 2, 2, 3, 6, 10, 11, 11]


@pytest.mark.rule("IN-AMB-53", "IN-CAM-23")
def test_the_time_is_looked_up():
    day = 24
    assert [adjustment_hours(1, n) for n in range(6)] == [day, 20, 16, 12, 8, 4]
    assert [adjustment_hours(3, n) for n in range(6)] == [20 * day, 15 * day, 5 * day, day, 21, 12]
    assert adjustment_hours(DAYS_MOST, 5) == 10 * day
    for days, straight in ((11, 0), (0, 0), (1, 6)):
        with pytest.raises(ValueError, match="are known"):
            adjustment_hours(days, straight)


@pytest.mark.rule("IN-CAM-23")
def test_a_misdirected_ship_is_late():
    assert journey_hours(2, 5, 9) == 48
    assert journey_hours(2, 5, 10) == 48 + 8
    assert journey_hours(2, 6, 10) == 48


@pytest.mark.rule("IN-CAM-22", "IN-CAM-23")
def test_a_journey_reports_its_misdirection():
    assert misdirection(rolls(5), hull(), 4, 4) == (0, [])
    late, events = misdirection(rolls(6), hull(), 4, 4)
    assert late == 24
    assert (events[0].kind, events[0].value) == (EventKind.MISDIRECTED, 24)
