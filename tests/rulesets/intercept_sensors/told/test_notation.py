"""Words and questions."""

from __future__ import annotations

import pytest
from kit.intercept_sensors.games import (
    BLUE,
    GAMES,
    RED,
    Moment,
    first_moment,
    moments,
    seen_by,
    strangers,
)

from spacecombat_env.core.squaregrid import DIRECTION_NAMES, mirrored
from spacecombat_env.core.telling import WAITING
from spacecombat_env.env.orders import split
from spacecombat_env.rulesets.intercept_sensors import RULESET
from spacecombat_env.rulesets.intercept_sensors.pieces.action_space import BOX_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import QUESTIONS, Ask
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import Sensor, Signature
from spacecombat_env.rulesets.intercept_sensors.pieces.words import seen_box, seen_column
from spacecombat_env.rulesets.intercept_sensors.told import notation, places, words

pytestmark = pytest.mark.compiled


def text_of(moment: Moment, token: int) -> str:
    """Return a word of the seat to act."""
    return RULESET.word(moment.seen, 0, moment.scenario, moment.seat, token)


def heard(text: str) -> str:
    """Return a word as orders are compared."""
    return " ".join(map(str, split(text.casefold())))


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_words_are_all_different_and_never_empty(scenario, seed, delegate):
    for n, moment in enumerate(moments(scenario, seed, 120, delegate)):
        texts = [heard(text_of(moment, token)) for token in moment.words]
        assert all(texts) and len(set(texts)) == len(texts), texts
        if n % 20 == 0:
            texts = [heard(text_of(moment, n)) for n in range(moment.scenario.actions.size)]
            assert all(texts) and len(set(texts)) == len(texts)


def test_ships_named_like_words_are_spoken_with_their_number():
    names = ["coast", "B4", "NE", "2,3"]
    scenario = strangers()
    scenario["sides"]["red"]["ships"] = [{"class": "Frigate", "name": name} for name in names]
    moment = next(moments(scenario, 1, 1))
    first = moment.scenario.actions.offsets["own_units"]
    assert [text_of(moment, first + n) for n in range(4)] == [
        f"{name} (unit {n})" for n, name in enumerate(names, start=1)
    ]


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_questions_are_asked_of_the_seat_to_act_alone(scenario, seed, delegate):
    for moment in moments(scenario, seed, 120, delegate):
        asked = RULESET.question(moment.seen, 0, moment.scenario, moment.seat)
        assert asked.endswith((".", "?")) and "{" not in asked
        waiting = seen_by(moment, 1 - moment.seat)
        other = RULESET.question(waiting, 0, moment.scenario, 1 - moment.seat)
        assert other == WAITING


def test_every_question_and_every_kind_has_its_words():
    assert set(QUESTIONS) == set(Ask) - {Ask.NOTHING}
    assert set(words.SIGNATURE_WORDS) == set(Signature)
    assert len(words.SENSOR_TITLES) == len(Sensor)


def test_a_question_says_the_order_so_far():
    moment = first_moment()
    state = moment.games.states[0]
    assert RULESET.question(moment.seen, 0, moment.scenario, RED) == (
        "Plot: Alpha at B3 5,2, vector 1 E: which way does it thrust? Or coast."
    )
    state.seat, state.ask, state.declared[BLUE] = BLUE, Ask.SQUARE, 1
    order = state.order[BLUE]
    order.unit, order.sensor, order.extent, order.box = 3, Sensor.VISUAL, 1, 9
    assert RULESET.question(seen_by(moment, BLUE), 0, moment.scenario, BLUE) == (
        "Scan 2: Bravo at C3 4,2, visual 3x3 in D2: around which square?"
    )


@pytest.mark.parametrize("out", [0, 1])
def test_a_question_says_what_is_ordered_of_the_surface_sensors(out):
    moment = first_moment()
    state = moment.games.states[0]
    unit = state.unit_of[state.unit]
    unit.popped, unit.plot_popped = 1 - out, out
    said = " (sensors out)" if out else " (sensors in)"
    assert RULESET.question(seen_by(moment, RED), 0, moment.scenario, RED) == (
        f"Plot: Alpha at B3 5,2, vector 1 E{said}: which way does it thrust? Or coast."
    )


def test_blues_policy_sees_a_mirrored_map():
    moment = first_moment()
    rules = moment.scenario.table.rules[0]
    for seat in (RED, BLUE):
        for x in (1, 7, 30):
            assert places.mirrored_column(30, seat, x) == seen_column(rules, seat, x)
        for box in (0, 9, 41):
            spoken = places.board_box(30, seat, box)
            assert spoken == BOX_NAMES[seen_box(rules, seat, box)]
    for direction in range(8):
        mirror = DIRECTION_NAMES[mirrored(direction)]
        assert places.board_direction(BLUE, direction) == mirror
    assert places.place_words(7, 18) == "B4 (7,18)"
    assert places.spoken_place(7, 18) == "B4 2,3"


def test_words_of_both_sides_speak_of_the_true_map():
    moment = first_moment()
    scenario, rules = moment.scenario, moment.scenario.table.rules[0]
    boxes, squares = (scenario.actions.offsets[name] for name in ("boxes", "squares"))
    directions = scenario.actions.offsets["directions"]
    for seat in (RED, BLUE):
        for box in (0, 9, 41):
            token = boxes + seen_box(rules, seat, box)
            assert notation.word(moment.games, 0, scenario, seat, token) == BOX_NAMES[box]
        for direction in range(8):
            token = directions + (mirrored(direction) if seat == BLUE else direction)
            said = notation.word(moment.games, 0, scenario, seat, token)
            assert said == DIRECTION_NAMES[direction]
    assert notation.word(moment.games, 0, scenario, RED, squares + 11) == "2,3"
    assert notation.word(moment.games, 0, scenario, BLUE, squares + 11) == "4,3"


def test_areas_are_named_by_their_boxes_as_far_as_the_map_reaches():
    def words(left: int, top: int, side: int) -> str:
        return places.area_words(left, top, side, 30, 35)

    assert words(7, 18, 1) == "square B4 (7,18)"
    assert words(0, 1, 3) == "3x3 squares around A1 (1,2)"
    assert words(6, 16, 5) == "box B4"
    assert words(6, 16, 10) == "2x2 boxes B4-C5"
    assert words(-4, -4, 10) == "2x2 boxes A1"
    assert words(16, 26, 25) == "5x5 boxes D6-F7"
