"""The odds of a shot that are shown."""

import pytest
from kit.interceptor.games import Play

from spacecombat_env.rulesets.interceptor.model import LOG_LENGTH, Event
from spacecombat_env.rulesets.interceptor.presentation.task_checks import hits_with, task_checks

TENTHS = {-2: 1, 0: 1, 1: 1, 2: 2, 5: 5, 8: 8, 9: 9, 10: 9, 13: 9}
"""How many of the ten dice hit against a number."""


@pytest.mark.rule("IN-DIR-03")
@pytest.mark.parametrize(("number", "tenths"), TENTHS.items())
def test_a_one_always_hits_and_a_ten_always_misses(number, tenths):
    assert hits_with(number) == tenths / 10


@pytest.mark.rule("IN-DIR-03", "IN-CMB-02")
def test_fire_that_was_open_before_an_order_is_none_of_its_odds():
    """A missile comes while own lasers are still to be rolled for: pass has no chance of its own."""
    play = Play("pair")
    common = {"actor": 0, "target": 4, "side": 0, "known": 3}
    fire = {"kind": Event.FIRE, "d": 3} | common
    shot = {"kind": Event.SHOT, "a": 0, "c": 6, "d": 4} | common

    def odds(*rows):
        since = int(play.state.log_count)
        for n, row in enumerate(rows):
            event = play.state.log[(since + n) % LOG_LENGTH]
            for name in event.dtype.names:
                event[name] = row.get(name, 0)
        play.state.log_count = since + len(rows)
        return task_checks(play.games, 0, play.scenario, 0, since)

    assert [trial.chance for trial in odds(fire, shot)] == [0.6]
    assert odds(shot) == []
