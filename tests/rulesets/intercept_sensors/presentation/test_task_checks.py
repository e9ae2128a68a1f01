"""The odds that are shown with a scan are those of two dice."""

import pytest

from spacecombat_env.rulesets.intercept_sensors.presentation.task_checks import tracked


@pytest.mark.rule("IC-SNS-03", "IC-SIG-02")
@pytest.mark.parametrize(
    ("signal", "skill", "of_36"),
    [(-1, 2, 0), (1, 0, 0), (2, 0, 1), (7, 0, 21), (11, 0, 35), (5, 2, 21), (12, -5, 36)],
)
def test_a_track_is_a_roll_of_two_dice_at_most_signal_and_skill(signal, skill, of_36):
    assert tracked(signal, skill) == pytest.approx(of_36 / 36)
