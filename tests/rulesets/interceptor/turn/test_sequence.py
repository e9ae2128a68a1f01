"""Chapter SEQ: the steps of a turn in their order, and what a new turn forgets."""

import pytest
from kit.interceptor.bare_turn import bare
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor import dispatch, sequence
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Event,
    Reason,
    Status,
    Step,
)
from spacecombat_env.rulesets.interceptor.scenario import DELEGATES


@pytest.mark.rule("IN-SEQ-01", "IN-SEQ-09", "IN-MSL-14")
def test_a_turn_takes_its_steps_in_order(monkeypatch):
    bare(monkeypatch)
    table = scene()
    table.put("CHEETAH")
    table.put("LANCEA", side=1)
    state, taken = table.state, []
    state.step = Step.TURN_START
    while state.turn < 3:
        taken.append(Step(int(state.step)))
        dispatch.take_step(state, table.rules)
        if state.decision == Decision.DECIDE:
            state.decision, state.cursor = Decision.NOTHING, state.cursor + 1
    order = [step for n, step in enumerate(taken) if n == 0 or step != taken[n - 1]]
    move = [Step.NEXT_GO, Step.SPEED, Step.MOVE, Step.END_MOVE]
    assert order[:4] == [Step.TURN_START, Step.INITIATIVE, Step.DECISION, Step.LOCKS]
    assert order[4:] == [
        Step.RECOVERY,
        *move,
        *move,
        *(Step.NEXT_GO, Step.LAST_SHOTS, Step.FIELD, Step.DRIFT, Step.WELL, Step.COLLIDE),
        *(Step.COMMAND, Step.COLLAPSE, Step.SCORE, Step.TURN_START),
    ]


@pytest.mark.rule("IN-CMB-01", "IN-MOV-15")
def test_a_new_turn_forgets_what_is_done_once_a_turn():
    table = scene()
    k = table.put("CHEETAH")
    craft = table.state.craft[k]
    for name in ("spent", "pushed", "hexes", "acted", "deeds", "stopped", "guard", "fired"):
        craft[name] = 1
    craft.tailing, craft.ram, craft.heading_points = 4, 4, 3
    table.state.rack[craft.first_rack].barred = 1
    table.pilot(k).engaged = 5
    table.state.chance.uses[:], table.state.memory_draws[:] = 9, 9
    sequence.begin_turn(table.state, table.rules)
    done = ("spent", "pushed", "hexes", "acted", "deeds", "stopped", "guard", "fired")
    assert [int(craft[name]) for name in done] == [0] * 8
    assert (craft.tailing, craft.ram, craft.heading_points) == (NONE, NONE, 3)
    assert table.state.rack[craft.first_rack].barred == 0 and table.pilot(k).engaged == 0
    assert not table.state.chance.uses.any() and not table.state.memory_draws.any()
    assert [int(event.a) for event in table.events(Event.TURN)] == [2]


@pytest.mark.rule("IN-LOS-02", "IN-AST-01", "IN-AMB-73")
def test_after_each_step_others_learn_then_asteroids_then_fire(monkeypatch):
    table = scene()
    k = table.put("CHEETAH")
    state, done = table.state, []
    state.mover, state.order[0].ahead = k, 4

    def told(name, answer):
        return lambda *_: done.append(name) or answer

    monkeypatch.setattr(sequence, "keep_covers", told("cover", None))
    monkeypatch.setattr(sequence, "learn", told("learn", True))
    monkeypatch.setattr(sequence, "meet_rock", told("rock", False))
    sequence.after_step(state, table.rules)
    assert done == ["cover", "learn", "rock"]
    assert state.step == Step.OPPORTUNITY and state.order[0].ahead == 0
    monkeypatch.setattr(sequence, "meet_rock", told("rock", True))
    sequence.after_step(state, table.rules)
    assert state.step == Step.APPLY
    state.craft[k].status = Status.BROKEN_OFF
    sequence.after_step(state, table.rules)
    assert state.step == Step.END_MOVE


@pytest.mark.rule("IN-AST-05")
def test_who_has_hit_an_asteroid_rolls_again_after_the_damage(monkeypatch):
    table = scene()
    k = table.put("CHEETAH")
    crashed = []
    monkeypatch.setattr(sequence, "after_crash", lambda state, rules, k: crashed.append(int(k)))
    monkeypatch.setattr(sequence, "after_exchange_step", lambda state, rules: None)
    table.state.exchange.crash = k
    sequence.end_exchange(table.state, table.rules)
    sequence.end_exchange(table.state, table.rules)
    assert crashed == [k]


@pytest.mark.rule("IN-AST-05", "IN-DES-06")
def test_a_hull_that_explodes_at_that_roll_does_so_before_anything_else(monkeypatch):
    table = scene()
    k, state = table.put("CHEETAH"), table.state

    def explodes(state, rules, k):
        state.blasts = 1

    monkeypatch.setattr(sequence, "after_crash", explodes)
    state.exchange.crash, state.back = k, Step.MOVE
    sequence.end_exchange(state, table.rules)
    assert state.step == Step.BLASTS


@pytest.mark.rule("IN-CMB-08")
def test_who_came_last_is_not_forgotten_when_the_first_turn_begins():
    table = scene()
    table.state.turn, table.state.arrivals = 0, 4
    sequence.begin_turn(table.state, table.rules)
    assert table.state.arrivals == 4


@pytest.mark.parametrize("name", ["duel", "pair", "asteroid_field", "deep_space"])
def test_a_game_without_its_chapters_runs_to_the_turn_limit(monkeypatch, name):
    moved = bare(monkeypatch)
    play = Play(name, delegate=tuple(DELEGATES), max_turns=3)
    play.play_at_random()
    state = play.state
    ships = sum(craft.status == Status.ON_MAP for craft in state.craft)
    assert play.is_over and state.reason == Reason.TURN_LIMIT
    assert len(moved) == 3 * ships
