"""The set-up: cards dealt at random, asteroids, places."""

import numpy as np
import pytest
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.rulesets.interceptor import dispatch
from spacecombat_env.rulesets.interceptor.model import Decision, Rock, Status
from spacecombat_env.rulesets.interceptor.turn import setup


@pytest.fixture(autouse=True)
def before_the_first_turn(monkeypatch):
    """The game ends when the set-up does."""

    def stop(state, rules):
        state.decision, state.seat = Decision.CHOOSE_CRAFT, 0

    monkeypatch.setattr(dispatch, "initiative_step", stop)


SETUP = ("terrain", "setup", "loads")


@pytest.mark.rule("IN-SCN-01", "IN-SCN-02")
def test_the_first_scenario_is_set_up_as_printed():
    play = Play("asteroid_field", seed=3, delegate=SETUP)
    state = play.state
    assert sum(rock.kind == Rock.ASTEROID for rock in state.rock) == 20
    for k in (0, 1):
        assert state.craft[k].status == Status.ON_MAP and state.craft[k].velocity == 3
        assert 15 <= offset_row(state.craft[k].q, state.craft[k].r) <= 28
    for k in (4, 5):
        assert (state.craft[k].velocity, state.craft[k].heading) == (6, 3)
        assert offset_row(state.craft[k].q, state.craft[k].r) == 28


@pytest.mark.rule("IN-LOS-02")
@pytest.mark.parametrize("name", ["duel", "asteroid_field"])
def test_each_side_looks_around_before_the_first_turn(name):
    play = Play(name, seed=3, delegate=SETUP)
    assert play.state.turn == 1
    told = {
        int(craft.disclosed) != 0 for craft in play.state.craft if craft.status == Status.ON_MAP
    }
    assert told == {True}


@pytest.mark.rule("IN-SCN-05")
def test_the_second_scenario_is_set_up_as_printed():
    play = Play("deep_space", seed=3, delegate=SETUP)
    half = len(play.state.craft) // 2
    for k in range(6):
        craft = play.state.craft[k]
        assert craft.q == 26 and 9 <= offset_row(craft.q, craft.r) <= 14
        assert (craft.velocity, craft.heading, craft.facing) == (5, 5, 5)
        craft = play.state.craft[half + k]
        assert 11 <= craft.q <= 17 and offset_row(craft.q, craft.r) == 28


def test_which_card_lies_in_a_slot_is_drawn_within_a_size_class():
    dealt = set()
    for seed in range(12):
        state = Play("deep_space", seed=seed, delegate=SETUP).state
        cards = [int(state.craft[k].card) for k in range(6)]
        assert sorted(cards[:4]) == [1, 2, 3, 4] and sorted(cards[4:]) == [5, 6]
        dealt.add(tuple(cards))
        assert sorted(int(state.craft[k].contact) for k in range(6)) == list(range(6))
    assert len(dealt) > 6


def test_room_shows_nothing_of_what_lies_in_a_slot():
    rooms = set()
    for seed in range(6):
        state = Play("deep_space", seed=seed, delegate=SETUP).state
        rooms.add(tuple(int(craft.first_row) for craft in state.craft))
    assert len(rooms) == 1


@pytest.mark.rule("IN-SCN-01", "IN-AMB-106")
def test_sides_place_asteroids_in_turns_and_a_taken_hex_goes_to_the_next():
    play = Play("asteroid_field", delegate=("setup", "loads"))
    seats = []
    while play.decision in (Decision.ROCK_COLUMN, Decision.ROCK_ROW):
        seat = int(play.state.seat)
        if play.decision == Decision.ROCK_COLUMN and play.state.order[seat].tens < 0:
            seats.append(seat)
        play.say(play.legal_actions()[0])
    assert seats == [0, 1] * 10
    places = {(int(rock.q), int(rock.r)) for rock in play.state.rock if rock.kind}
    assert len(places) == 20


@pytest.mark.rule("IN-SCN-01")
@pytest.mark.parametrize(("taken", "lies"), [(39, True), (40, False)])
def test_a_free_hex_is_drawn_in_forty_tries_or_the_asteroid_is_left_out(monkeypatch, taken, lies):
    table = scene()
    table.state.rocks = 2
    setup.put_rock(table.state, table.rules, 1, axial_row(1, 1))
    drawn = [0, 0] * taken + [4, 4]
    monkeypatch.setattr(setup, "random_index", lambda state, kind, who, count: drawn.pop(0))
    setup.place_at_random(table.state, table.rules)
    assert table.state.rocks == 0 and setup.is_free(table.state, 5, axial_row(5, 5)) != lies


def test_places_are_named_as_the_seat_sees_the_board():
    play = Play("duel", delegate=("loads",))
    assert play.decision == Decision.SETUP_COLUMN
    play.say_number(7)
    play.say_number(2)
    assert (play.state.craft[0].q, offset_row(play.state.craft[0].q, play.state.craft[0].r)) == (
        7,
        2,
    )
    play.say_number(7)
    play.say_number(2)
    blue = play.state.craft[4]
    assert (int(blue.q), offset_row(blue.q, blue.r)) == (12, 17)


def test_two_games_of_a_pair_have_set_ups_of_their_own():
    from spacecombat_env.core.model.seeds import TWIN

    first = Play("asteroid_field", seed=5, delegate=SETUP).state.rock
    second = Play("asteroid_field", seed=5 | TWIN, delegate=SETUP).state.rock
    assert not np.array_equal(first["q"], second["q"])
