"""Chapter SCN: points, the end, who has won."""

import pytest
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene
from kit.interceptor.stations import put_station

from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.rulesets.interceptor import victory
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Event,
    Load,
    Reason,
    Status,
    Step,
    Verdict,
)
from spacecombat_env.rulesets.interceptor.presentation import game_log
from spacecombat_env.rulesets.interceptor.presentation.outcome import outcome
from spacecombat_env.rulesets.interceptor.presentation.views.game_view import view

RED, BLUE = 0, 1


@pytest.fixture
def table():
    """Two ships a side, 20 points for one lost, 5 for one that leaves."""
    table = scene()
    for side, name in ((RED, "CHEETAH"), (BLUE, "LANCEA")):
        for _ in range(2):
            table.put(name, side=side, pod=Load.SENSOR_POD if side == RED else NONE)
    option = table.rules.option
    option.destroyed[:], option.broke_off[:], option.tie = 20, 5, Verdict.RED
    option.pod[BLUE] = 5
    table.rules.cards[1].required = table.rules.cards[2].required = Load.SENSOR_POD
    return table


def judged(table):
    """Points of both sides after the end of a turn."""
    victory.judge_turn(table.state, table.rules)
    return table.state.points.tolist()


@pytest.mark.rule("IN-SCN-03", "IN-AMB-69")
@pytest.mark.parametrize(
    ("status", "points"),
    [
        (Status.ON_MAP, 0),
        (Status.ABANDONED, 20),
        (Status.DERELICT, 20),
        (Status.WRECK, 20),
        (Status.DESTROYED, 20),
        (Status.BROKEN_OFF, 5),
    ],
)
def test_what_an_enemy_is_worth(table, status, points):
    table.state.craft[4].status = status
    assert judged(table) == [points, 0]
    assert table.state.step == Step.TURN_START


@pytest.mark.rule("IN-SCN-03", "IN-AMB-108")
def test_a_sensor_pod_counts_when_it_or_its_ship_is_destroyed(table):
    table.state.rack[table.state.craft[0].first_rack].pod = NONE
    assert judged(table) == [0, 5]
    table.state.craft[0].status = Status.DESTROYED
    assert judged(table) == [0, 25]
    table.state.craft[0].status = Status.BROKEN_OFF
    table.state.rack[table.state.craft[0].first_rack].pod = Load.SENSOR_POD
    assert judged(table) == [0, 5]


@pytest.mark.rule("IN-OIN-01", "IN-AMB-100")
def test_an_installation_is_not_lost_for_want_of_thrust_or_a_pilot():
    table = scene()
    station = put_station(table, side=RED)
    table.put("LANCEA", side=BLUE)
    option, state = table.rules.option, table.state
    option.destroyed[:], option.wide_loss, state.craft[station].thrust = 20, 1, 0
    assert judged(table) == [0, 0] and state.step == Step.TURN_START
    table.pilot(station).status = CrewStatus.DEAD
    assert judged(table) == [0, 0]
    state.craft[station].status = Status.WRECK
    assert judged(table) == [0, 20] and state.step == Step.OVER


@pytest.mark.rule("IN-SCN-06")
def test_destroyed_may_mean_without_thrust_or_pilot(table):
    table.state.craft[4].thrust = 0
    table.pilot(5).status = CrewStatus.DEAD
    assert judged(table) == [0, 0]
    table.rules.option.wide_loss = 1
    assert judged(table) == [40, 0] and table.state.step == Step.OVER


@pytest.mark.rule("IN-SCN-06", "IN-AMB-100")
def test_who_counts_as_destroyed_does_so_when_it_leaves_the_map_too(table):
    table.rules.option.wide_loss = 1
    table.state.craft[4].status = table.state.craft[5].status = Status.BROKEN_OFF
    table.pilot(5).status = CrewStatus.DEAD
    assert judged(table) == [25, 0]


@pytest.mark.rule("IN-SCN-03", "IN-SCN-14")
def test_the_game_ends_when_a_side_has_nothing_left(table):
    table.state.craft[0].status = Status.BROKEN_OFF
    table.state.craft[1].status = Status.DESTROYED
    judged(table)
    state = table.state
    assert (state.verdict, state.reason) == (Verdict.BLUE, Reason.ALL_OUT)
    assert victory.margin(state) == -30 + state.edge


@pytest.mark.rule("IN-SCN-14", "IN-AMB-105")
def test_at_the_turn_limit_points_decide_and_equal_ones_are_the_scenarios(table):
    table.state.turn = table.rules.option.turn_limit
    table.state.craft[4].inside = 40
    judged(table)
    state = table.state
    assert (state.verdict, state.reason) == (Verdict.RED, Reason.TURN_LIMIT)
    assert state.points.tolist() == [0, 0] and state.edge == 1  # 40 of 160 boxes: a quarter of 5
    end = next(event for event in state.log if event.kind == Event.END)
    assert end.b == 1, "it is reported with the end"


@pytest.mark.rule("IN-AMB-105", "IN-SCN-14")
@pytest.mark.parametrize(
    ("points", "tie", "lost", "verdict", "margin", "name"),
    [
        ((0, 0), Verdict.RED, (2, 0), Verdict.RED, 0, "marginal"),  # its own loss: not past 0
        ((0, 0), Verdict.RED, (0, 2), Verdict.RED, 5, "marginal"),
        ((5, 0), Verdict.RED, (2, 0), Verdict.RED, 0, "marginal"),
        ((0, 5), Verdict.RED, (0, 2), Verdict.BLUE, 0, "marginal"),
        ((0, 5), Verdict.RED, (2, 0), Verdict.BLUE, -10, "marginal"),
        ((10, 0), Verdict.RED, (0, 2), Verdict.RED, 10, "marginal"),  # within the row of 10
        ((0, 20), Verdict.RED, (0, 0), Verdict.BLUE, -20, "substantive"),
        ((20, 9), Verdict.RED, (2, 0), Verdict.RED, 11, "substantive"),
        ((60, 0), Verdict.RED, (0, 2), Verdict.RED, 65, "decisive"),
        ((50, 0), Verdict.RED, (0, 2), Verdict.RED, 50, "substantive"),
        ((5, 5), Verdict.DRAW, (2, 0), Verdict.DRAW, 0, None),
    ],
)
def test_verdict_margin_and_outcome_agree(points, tie, lost, verdict, margin, name):
    play = Play("asteroid_field")
    state, rules = play.state, play.rules
    before = int(rules.option.tie)
    rules.option.tie, state.points[:] = tie, points
    for side in (RED, BLUE):
        for k in range(lost[side]):
            state.craft[side * len(state.craft) // 2 + k].status = Status.DESTROYED
    victory.close_game(state, rules, Reason.TURN_LIMIT)
    rules.option.tie = before
    assert (state.verdict, victory.margin(state)) == (verdict, margin)
    found = outcome(play.scenario, int(state.verdict), Reason.TURN_LIMIT, margin)
    assert found == (name or "")
    shown = view(play.games, 0, play.scenario, 0)["result"]
    assert shown["outcome"] == name
    said = game_log.log(play.games, 0, play.scenario, UMPIRE, int(state.log_count) - 1)[-1]
    assert said.endswith(f"The victory is {name}." if name else "turn limit.")


@pytest.mark.rule("IN-SCN-14")
def test_a_game_given_away_is_not_read_on_the_table():
    play = Play("asteroid_field")
    play.state.points[:] = 60, 0
    victory.end_game(play.state, Verdict.BLUE, Reason.ILLEGAL_ORDER)
    assert outcome(play.scenario, Verdict.BLUE, Reason.ILLEGAL_ORDER, 60) == ""
    assert view(play.games, 0, play.scenario, 0)["result"]["outcome"] is None


def test_damage_alone_never_outweighs_a_printed_step(table):
    for k in (4, 5):
        table.state.craft[k].status = Status.DESTROYED
    assert victory.edge_of(table.state, table.rules) == victory.EDGE
