"""Chapter SEQ: initiative, goes."""

import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.model import Control, Event, Size, Status
from spacecombat_env.rulesets.interceptor.turn import initiative

RED, BLUE = 0, 1


def fighters(red, blue, size="CHEETAH"):
    """A table with this many of a class on each side."""
    table = scene("large")
    for side, count in ((RED, red), (BLUE, blue)):
        for _ in range(count):
            table.put(size, side=side)
    return table


def goes(table):
    """Move everybody; return how many each side moves in its goes, in order, first Red's or not."""
    state, found = table.state, []
    state.goer = state.loser = -1
    state.size_class = Size.NONE
    while initiative.open_go(state):
        side, slots = int(state.goer), len(state.craft) // 2
        size = int(state.size_class)
        craft = next(
            c
            for c in state.craft[side * slots : (side + 1) * slots]
            if c.size_class == size and initiative.is_to_move(c)
        )
        craft.acted = 1
        state.goes[side] -= 1
        if found and found[-1][:2] == [side, size]:
            found[-1][2] += 1
        else:
            found.append([side, size, 1])
    return found


def dice(state, size, red, blue):
    """Lay the dice of a class down."""
    state.dice[size, RED], state.dice[size, BLUE] = red, blue


@pytest.mark.rule("IN-SEQ-02", "IN-SEQ-05", "IN-AMB-01", "IN-AMB-02")
def test_the_higher_die_moves_first_and_ties_are_rolled_again(monkeypatch):
    table = fighters(1, 1)  # OR-SEQ-2
    requested = fixed_dice(monkeypatch, initiative, 4, 4, 8, 3)
    initiative.initiative_step(table.state, table.rules)
    assert len(requested) == 4 and initiative.loser_of(table.state, Size.LIGHT) == RED
    (event,) = table.events(Event.INITIATIVE)
    assert (event.side, event.a, event.c, event.d) == (BLUE, Size.LIGHT, 8, 3)


@pytest.mark.rule("IN-SEQ-02", "IN-AMB-02")
def test_each_class_that_is_present_has_its_dice(monkeypatch):
    table = scene()
    table.put("CHEETAH")
    table.put("FLUTTERING PETAL", side=BLUE)
    fixed_dice(monkeypatch, initiative, 9, 2, 1, 5)
    initiative.initiative_step(table.state, table.rules)
    assert table.state.dice[Size.HEAVY].tolist() == [9, 2]
    assert table.state.dice[Size.LIGHT].tolist() == [1, 5]
    assert table.state.first == RED  # of the largest class


@pytest.mark.rule("IN-SEQ-04", "IN-AMB-04")
def test_three_against_one_move_together():
    table = fighters(3, 1)  # OR-SEQ-1
    dice(table.state, Size.LIGHT, 8, 3)
    assert goes(table) == [[RED, Size.LIGHT, 3], [BLUE, Size.LIGHT, 1]]


@pytest.mark.rule("IN-SEQ-04", "IN-SEQ-05", "IN-AMB-04", "IN-AMB-63")
def test_what_a_side_moves_is_counted_before_each_pair():
    table = fighters(2, 3)
    dice(table.state, Size.LIGHT, 8, 3)
    assert [count for _, _, count in goes(table)] == [1, 1, 1, 2]


@pytest.mark.rule("IN-SEQ-03", "IN-AMB-03")
def test_larger_classes_are_finished_first():
    table = scene()
    table.put("CHEETAH")
    table.put("FLUTTERING PETAL")
    table.put("LANCEA", side=BLUE)
    dice(table.state, Size.HEAVY, 5, 1)
    dice(table.state, Size.LIGHT, 2, 9)
    assert goes(table) == [
        [RED, Size.HEAVY, 1],
        [BLUE, Size.LIGHT, 1],
        [RED, Size.LIGHT, 1],
    ]


@pytest.mark.rule("IN-SEQ-06", "IN-SEQ-09")
def test_the_disabled_count_and_those_out_of_control_do_not():
    table = fighters(2, 1)
    craft = table.state.craft
    craft[0].thrust = 0
    assert initiative.rest_of(table.state, RED, Size.LIGHT) == 2
    craft[0].control = Control.OUT
    craft[1].status = Status.WRECK
    assert initiative.rest_of(table.state, RED, Size.LIGHT) == 0
