"""Actions and questions."""

from __future__ import annotations

import pytest
from kit.intercept_sensors.games import (
    BLUE,
    GAMES,
    RED,
    Moment,
    first_moment,
    moments,
    strangers,
    visible_to,
)

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES, mirrored
from spacecombat_env.core.presentation.perspective import WAITING
from spacecombat_env.env.orders import split_sentence
from spacecombat_env.rulesets.intercept_sensors import RULESET
from spacecombat_env.rulesets.intercept_sensors.model import (
    BOX_NAMES,
    DECISIONS,
    InterceptDecision,
    Sensor,
    Signature,
    box_for_seat,
    column_for_seat,
)
from spacecombat_env.rulesets.intercept_sensors.presentation import action_text, coordinates, texts

pytestmark = pytest.mark.compiled


def text_of(moment: Moment, action: int) -> str:
    """Return an action of the seat to act."""
    return RULESET.action_text(moment.visible, 0, moment.scenario, moment.seat, action)


def heard(text: str) -> str:
    """Return an action as orders are compared."""
    return " ".join(map(str, split_sentence(text.casefold())))


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_actions_are_all_different_and_never_empty(scenario, seed, delegate):
    for n, moment in enumerate(moments(scenario, seed, 120, delegate)):
        texts = [heard(text_of(moment, action)) for action in moment.legal_actions]
        assert all(texts) and len(set(texts)) == len(texts), texts
        if n % 20 == 0:
            texts = [heard(text_of(moment, n)) for n in range(moment.scenario.actions.size)]
            assert all(texts) and len(set(texts)) == len(texts)


def test_ships_named_like_actions_are_named_with_their_number():
    names = ["coast", "B4", "NE", "2,3"]
    scenario = strangers()
    scenario["sides"]["red"]["ships"] = [{"class": "Frigate", "name": name} for name in names]
    moment = next(moments(scenario, 1, 1))
    first = moment.scenario.actions.offsets["own_units"]
    assert [text_of(moment, first + n) for n in range(4)] == [
        f"{name} (unit {n})" for n, name in enumerate(names, start=1)
    ]


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_decisions_are_shown_to_the_seat_to_act_alone(scenario, seed, delegate):
    for moment in moments(scenario, seed, 120, delegate):
        requested = RULESET.decision_text(moment.visible, 0, moment.scenario, moment.seat)
        assert requested.endswith((".", "?")) and "{" not in requested
        waiting = visible_to(moment, 1 - moment.seat)
        other = RULESET.decision_text(waiting, 0, moment.scenario, 1 - moment.seat)
        assert other == WAITING


def test_every_decision_and_every_kind_has_its_text():
    assert set(DECISIONS) == set(InterceptDecision) - {InterceptDecision.NOTHING}
    assert set(texts.SIGNATURE_TEXT) == set(Signature)
    assert len(texts.SENSOR_TITLES) == len(Sensor)


def test_a_decision_says_the_order_so_far():
    moment = first_moment()
    state = moment.games.states[0]
    assert RULESET.decision_text(moment.visible, 0, moment.scenario, RED) == (
        "Plot: Alpha at B3 5,2, vector 1 E: which way does it thrust? Or coast."
    )
    state.seat, state.decision, state.declared[BLUE] = BLUE, InterceptDecision.SQUARE, 1
    order = state.order[BLUE]
    order.unit, order.sensor, order.extent, order.box = 3, Sensor.VISUAL, 1, 9
    assert RULESET.decision_text(visible_to(moment, BLUE), 0, moment.scenario, BLUE) == (
        "Scan 2: Bravo at C3 4,2, visual 3x3 in D2: around which square?"
    )


@pytest.mark.parametrize("out", [0, 1])
def test_a_decision_says_what_is_ordered_of_the_surface_sensors(out):
    moment = first_moment()
    state = moment.games.states[0]
    unit = state.unit_of[state.unit]
    unit.popped, unit.plot_popped = 1 - out, out
    said = " (sensors out)" if out else " (sensors in)"
    assert RULESET.decision_text(visible_to(moment, RED), 0, moment.scenario, RED) == (
        f"Plot: Alpha at B3 5,2, vector 1 E{said}: which way does it thrust? Or coast."
    )


def test_blues_policy_sees_a_mirrored_map():
    moment = first_moment()
    rules = moment.scenario.table.rules[0]
    for seat in (RED, BLUE):
        for x in (1, 7, 30):
            assert coordinates.mirrored_column(30, seat, x) == column_for_seat(rules, seat, x)
        for box in (0, 9, 41):
            spoken = coordinates.board_box(30, seat, box)
            assert spoken == BOX_NAMES[box_for_seat(rules, seat, box)]
    for direction in range(8):
        mirror = DIRECTION_NAMES[mirrored(direction)]
        assert coordinates.board_direction(BLUE, direction) == mirror
    assert coordinates.place_text(7, 18) == "B4 (7,18)"
    assert coordinates.place_for_decision(7, 18) == "B4 2,3"


def test_actions_of_both_sides_refer_to_the_true_map():
    moment = first_moment()
    scenario, rules = moment.scenario, moment.scenario.table.rules[0]
    boxes, squares = (scenario.actions.offsets[name] for name in ("boxes", "squares"))
    directions = scenario.actions.offsets["directions"]
    for seat in (RED, BLUE):
        for box in (0, 9, 41):
            action = boxes + box_for_seat(rules, seat, box)
            assert (
                action_text.action_text(moment.games, 0, scenario, seat, action) == BOX_NAMES[box]
            )
        for direction in range(8):
            action = directions + (mirrored(direction) if seat == BLUE else direction)
            said = action_text.action_text(moment.games, 0, scenario, seat, action)
            assert said == DIRECTION_NAMES[direction]
    assert action_text.action_text(moment.games, 0, scenario, RED, squares + 11) == "2,3"
    assert action_text.action_text(moment.games, 0, scenario, BLUE, squares + 11) == "4,3"


def test_areas_are_named_by_their_boxes_as_far_as_the_map_reaches():
    def texts(left: int, top: int, side: int) -> str:
        return coordinates.area_text(left, top, side, 30, 35)

    assert texts(7, 18, 1) == "square B4 (7,18)"
    assert texts(0, 1, 3) == "3x3 squares around A1 (1,2)"
    assert texts(6, 16, 5) == "box B4"
    assert texts(6, 16, 10) == "2x2 boxes B4-C5"
    assert texts(-4, -4, 10) == "2x2 boxes A1"
    assert texts(16, 26, 25) == "5x5 boxes D6-F7"
