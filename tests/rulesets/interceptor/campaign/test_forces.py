"""6.1, 6.2: elite units, numbers, races, replacements."""

from collections import Counter

import pytest

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor import RULESET
from spacecombat_env.rulesets.interceptor.campaign import Dice
from spacecombat_env.rulesets.interceptor.campaign.forces import (
    UnitQuality,
    crew_total,
    draw_race,
    elite_modifier,
    has_replacements,
    missions_at_start,
    race_of,
    race_shares,
)
from spacecombat_env.rulesets.interceptor.campaign.state import Base
from spacecombat_env.rulesets.interceptor.model import Nation, Race, Side


@pytest.mark.rule("IN-CAM-01")
def test_elite_units_roll_lower_and_know_their_hulls():
    """Blood Eagles -2, Death Express -3; all but the newest pilots are familiar."""
    assert [elite_modifier(unit) for unit in UnitQuality] == [0, -2, -3]
    assert missions_at_start(UnitQuality.LINE, 9) == 0
    assert missions_at_start(UnitQuality.ELITE, 1) == 0
    assert all(missions_at_start(UnitQuality.TOP_ELITE, die) > 10 for die in range(2, 11))


@pytest.mark.rule("IN-CAM-06")
def test_tog_has_two_to_three_times_the_crewmen():
    assert crew_total(Nation.TOG, 11, 2.5) == 28
    assert crew_total(Nation.COMMONWEALTH, 28, 0.4) == 12
    for ratio in (1.9, 3.1):
        with pytest.raises(ValueError, match="2 to 3 times"):
            crew_total(Nation.TOG, 11, ratio)
    assert crew_total(Nation.TOG, 11, 1, unusual=True) == 11


@pytest.mark.rule("IN-CAM-06")
def test_replacements_wait_at_rear_bases():
    front, rear = Base("front", Side.RED), Base("rear", Side.RED, depot=True)
    assert has_replacements(rear) and has_replacements(front, arranged=True)
    assert not has_replacements(front) and not has_replacements(None)


@pytest.mark.rule("IN-CAM-07")
def test_races_mix_as_in_the_book():
    assert [share for _, share in race_shares(Nation.COMMONWEALTH)] == [60, 25, 10, 5]
    edges = [race_of(Nation.COMMONWEALTH, die) for die in (1, 60, 61, 85, 86, 95, 96, 100)]
    mixed = (Race.HUMAN, Race.BAUFRIN, Race.KESSRITH, Race.VAUVAUSAR)
    assert edges == [race for race in mixed for _ in range(2)]
    assert race_of(Nation.TOG, 100) == Race.HUMAN
    assert race_of(Nation.KESSRITH, 1) == Race.KESSRITH
    drawn = Counter(draw_race(Dice(3), Nation.COMMONWEALTH, n) for n in range(2000))
    assert drawn[Race.HUMAN] > drawn[Race.BAUFRIN] > drawn[Race.KESSRITH] > drawn[Race.VAUVAUSAR]
    assert 1100 < drawn[Race.HUMAN] < 1300


@pytest.mark.rule("IN-AMB-79")
def test_the_pairs_of_the_second_scenario_are_alike():
    """Two GLADIUS with a pilot and a gunner each, the rows of whom are equal."""
    content = read_yaml(RULESET.package / "scenarios" / "deep_space.yaml")
    first, second = content["sides"]["blue"]["ships"][:2]
    assert first == second and first["class"] == "GLADIUS"
    assert first["pilot"] == {"piloting": 5, "gunnery": 4}
    assert first["gunner"] == {"piloting": 2, "gunnery": 6}
