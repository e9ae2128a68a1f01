"""Missiles in the atmosphere."""

import pytest
from kit.interceptor.designs import expected, given
from kit.interceptor.planets import AIR_ROW, SPACE_ROW, orbit

from spacecombat_env.rulesets.interceptor.engagement.moments import may_send
from spacecombat_env.rulesets.interceptor.missiles.launch_conditions import in_bracket
from spacecombat_env.rulesets.interceptor.model import Load

FAR = 30


def brackets(row, loads):
    """The least and the greatest range of some missiles, launched in a row of the map."""
    table = orbit()
    me = table.state.craft[table.put("CHEETAH", at=(9, row), heading=1)]
    ranges = [
        [n for n in range(FAR + 1) if in_bracket(table.state, table.rules, me, load, n)]
        for load in loads
    ]
    return [reached[0] for reached in ranges], [reached[-1] for reached in ranges]


@pytest.mark.rule("IN-ADV-08", "IN-AMB-25")
def test_in_atmosphere_a_missile_reaches_15_hexes():
    """ORC-ADV-3."""
    loads = [Load[name] for name in given("ORC-ADV-3")["missiles"]]
    least, most = brackets(AIR_ROW, loads)
    assert {"least": least, "most": most} == expected("ORC-ADV-3")
    assert brackets(SPACE_ROW, loads)[1][0] > 15


@pytest.mark.rule("IN-ADV-08")
@pytest.mark.parametrize(("row", "offered"), [(AIR_ROW, False), (SPACE_ROW, True)])
def test_a_moment_is_not_offered_for_missiles_that_do_not_reach(row, offered):
    table = orbit()
    k = table.put("CHEETAH", at=(3, row), heading=2)
    other = table.put("LANCEA", side=1, at=(19, row), heading=2)
    assert bool(may_send(table.state, table.rules, k, other, 16, True)) == offered
