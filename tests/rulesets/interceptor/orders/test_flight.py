"""How a ship leaves the fight whose crew has lost its nerve."""

import pytest
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.engagement.declaring import can_answer, can_fire
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    CrewStatus,
    Decision,
    Morale,
    Phase,
    Status,
    Verb,
    flees,
)
from spacecombat_env.rulesets.interceptor.orders.flight import FLYING, hexes_off, way_out

PAIR = {
    "sides": {
        name: {
            "nation": nation,
            "zone": {"columns": [6, 12], "rows": rows},
            "velocity": 3,
            "heading": heading,
            "facing": heading,
            "ships": ships,
        }
        for name, nation, rows, heading, ships in (
            ("red", "CW/RL", [2, 4], 1, ["CHEETAH", "CHEETAH"]),
            ("blue", "TOG", [12, 15], 4, ["LANCEA", "LANCEA"]),
        )
    },
    "map": {"columns": 18, "rows": 18},
    "morale": {"red": "CHEETAH 1", "blue": "LANCEA 1"},
    "turn_limit": 16,
}


def fleeing(at, heading, **more):
    """A CHEETAH whose crew flees."""
    table = scene()
    table.rules.option.morale = True
    k = table.put("CHEETAH", at=at, heading=heading, velocity=3, **more)
    table.state.craft[k].morale = Morale.BROKEN
    return table, k


@pytest.mark.rule("IN-CAM-04", "IN-AMB-132")
@pytest.mark.parametrize(
    ("at", "heading", "way"),
    [
        ((13, 26), 0, 0),  # two hexes from the upper edge, and flying to it
        ((13, 3), 3, 3),
        ((13, 14), 0, 0),  # in the middle: straight on
    ],
)
def test_the_way_out_is_the_shortest_by_turns(at, heading, way):
    table, k = fleeing(at, heading)
    assert way_out(table.state, table.rules, k) == way


@pytest.mark.rule("IN-AMB-132")
def test_near_an_edge_behind_it_it_turns():
    table, k = fleeing((2, 14), 1)
    way = way_out(table.state, table.rules, k)
    assert hexes_off(table.state, table.rules, k, way) == 2 and way in (4, 5)
    helm = int(table.rules.classes[table.state.craft[k].klass].system[Comp.HELM])
    table.state.craft[k].disabled = 1 << helm
    assert way_out(table.state, table.rules, k) == 1


@pytest.mark.rule("IN-AMB-132")
def test_it_opens_no_fire_but_may_return_it():
    table, k = fleeing((10, 10), 0)
    table.put("LANCEA", side=1, at=(10, 12), heading=3)
    assert flees(table.rules, table.state.craft[k])
    assert not can_fire(table.state, table.rules, k)
    assert can_answer(table.state, table.rules, k)
    table.rules.option.morale = False
    assert can_fire(table.state, table.rules, k)


def quiet(play):
    """Fly straight on, and do nothing else."""
    legal = play.legal_actions()
    if play.decision == Decision.SPEED:
        play.say_number(int(play.state.craft[play.state.mover].velocity))
    elif play.decision == Decision.MOVE:
        play.say(Verb.DONE if Verb.DONE in legal else legal[-1])
    else:
        play.say(legal[0])


def flight(seed, thrust=True):
    """Play a pair in which a ship of Red flees in turn 2; the decisions about it, and the game."""
    play = Play(PAIR, seed=seed, delegate=("setup", "loads", "terrain"))
    runner, asked = None, []
    while not play.is_over:
        state = play.state
        if state.turn == 2 and state.phase == Phase.DECISION and runner is None:
            runner = next(k for k in (0, 1) if not state.craft[k].led)
            state.craft[runner].morale = Morale.BROKEN
            if not thrust:
                klass = play.rules.classes[state.craft[runner].klass]
                kinds = klass.component["kind"][: klass.components].tolist()
                engines = sum(1 << row for row, kind in enumerate(kinds) if kind == Comp.ENGINE)
                state.craft[runner].disabled, state.craft[runner].inside = engines, 1
                settle_thrust(state, play.rules, runner)
        if runner is not None and state.mover == runner and state.seat == 0:
            asked.append(play.decision)
        quiet(play)
        if runner is not None and state.craft[runner].status != Status.ON_MAP:
            break
    return play, runner, asked


@pytest.mark.rule("IN-CAM-04", "IN-AMB-132")
@pytest.mark.parametrize("seed", range(4))
def test_the_engine_flies_it_off_the_map(seed):
    play, runner, asked = flight(seed)
    assert play.state.craft[runner].status == Status.BROKEN_OFF
    assert play.state.turn <= 5
    assert not set(asked) & set(FLYING)


@pytest.mark.rule("IN-CAM-04")
def test_without_thrust_its_crew_ejects():
    play, runner, asked = flight(2, thrust=False)
    assert play.state.crew[play.state.craft[runner].first_crew].status == CrewStatus.GONE
    assert not {Decision.EJECT_SIDE, Decision.EJECT_RANGE} & set(asked)
