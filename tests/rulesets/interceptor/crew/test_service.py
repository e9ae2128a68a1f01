"""Kills and combat missions."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import Column, read_csv
from spacecombat_env.rulesets.interceptor.crew.service import count_kill, count_shot
from spacecombat_env.rulesets.interceptor.model import DATA, NONE


@pytest.mark.rule("IN-CRW-08")
@pytest.mark.parametrize(
    ("tons", "armed", "worth"),
    [
        (245, True, 1),
        (999, True, 1),
        (1000, True, 1),
        (1001, True, 2),
        (5000, True, 5),
        (5000, False, 1),
    ],
)
def test_a_kill_is_worth_one_for_each_thousand_tons_begun(tons, armed, worth):
    table = scene()
    table.put("CHEETAH")
    k = table.put("LANCEA", side=1)
    klass = table.rules.classes[table.state.craft[k].klass]
    klass.tons, klass.weapons = tons, klass.weapons if armed else 0
    count_kill(table.state, table.rules, 0, k)
    assert table.state.crew[0].kills == worth
    count_kill(table.state, table.rules, NONE, k)
    rows = read_csv(DATA / "kill_values.csv", {"target": Column(str), "kills": Column(str)})
    assert str(rows[0]["kills"]) == "1" and "1000" in str(rows[1]["kills"])


@pytest.mark.rule("IN-CRW-10")
def test_a_mission_counts_for_who_fires_and_is_fired_at_or_has_a_kill():
    table = scene()
    red, blue = table.put("FLUTTERING PETAL"), table.put("LANCEA", side=1)
    state, enemy = table.state, int(table.state.craft[table.craft[1] - 1 + 4].first_crew)
    count_shot(state, table.rules, 1, blue)
    assert [int(state.crew[m].service) for m in (0, 1, enemy)] == [0, 1, 2]
    count_shot(state, table.rules, enemy, red)
    assert [int(state.crew[m].service) for m in (0, 1, enemy)] == [2, 3, 3]
    count_kill(state, table.rules, 0, blue)
    assert state.crew[0].service == 3
