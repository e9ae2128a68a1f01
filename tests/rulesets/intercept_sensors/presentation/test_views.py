"""The view: as its schema says, and silent about what a seat cannot know."""

from __future__ import annotations

import json

import pytest
from kit.intercept_sensors.games import (
    BLUE,
    GAMES,
    RED,
    first_moment,
    moments,
    secrets,
    strangers,
    track,
    view_of,
)
from kit.structure import faults

from spacecombat_env.rulesets.intercept_sensors import RULESET
from spacecombat_env.rulesets.intercept_sensors.model import (
    ABSENT,
    Power,
    Sensor,
    Signature,
    Status,
    first_side,
)
from spacecombat_env.rulesets.intercept_sensors.presentation.pictures.panels import first_to_scan
from spacecombat_env.rulesets.intercept_sensors.presentation.piece_names import InterceptNames
from spacecombat_env.rulesets.intercept_sensors.presentation.views.known_pieces import (
    best_emissions,
    emissions,
)
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature, signature

SCHEMA = json.loads((RULESET.package / "view.schema.json").read_text())
BRAVO = 3


@pytest.mark.parametrize(("scenario", "seed", "delegate"), [*GAMES, (strangers(), 4, ())])
def test_views_are_as_their_schema_says(scenario, seed, delegate):
    for n, moment in enumerate(moments(scenario, seed, 200, delegate)):
        if n % 10 == 0:
            for seat in (-1, RED, BLUE):
                view = view_of(moment, seat)
                assert faults(view, SCHEMA, SCHEMA) == []
                assert json.loads(json.dumps(view)) == view


def test_the_view_shows_a_decision_only_to_the_seat_to_act():
    for moment in moments("duel", 9, 30):
        view, other = view_of(moment, moment.seat), view_of(moment, 1 - moment.seat)
        assert view["question"]["text"] and view["asked"]
        assert other["question"] is None and other["asked"] is None
        assert (view["to_act"], other["to_act"]) == (RULESET.seats[moment.seat], None)


def test_what_a_unit_gives_off_is_what_the_engine_says():
    checked = 0
    for n, moment in enumerate(moments("picket", 5, 200)):
        state, rules = moment.games.states[0], moment.scenario.table.rules[0]
        names = InterceptNames.of(moment.games, 0, moment.scenario, -1)
        assert state.turn == 0 or first_to_scan(names.state) == first_side(state)
        for k, unit in enumerate(names.state.unit_of):
            if n % 7 or unit.status != Status.ON_MAP:
                continue
            found, best = emissions(names, unit), best_emissions(names, unit)
            record = state.unit_of[k]
            for kind in Signature:
                assert found.get(kind, ABSENT) == signature(state, rules, record, kind)
            for sensor in Sensor:
                assert best.get(sensor, ABSENT) == best_signature(state, rules, record, sensor)
            checked += 1
    assert checked > 30


def test_places_are_those_of_the_true_map_and_of_the_board():
    view = view_of(first_moment(), BLUE)
    place = view["own_units"][1]["on_map"]
    assert (place["square"], place["box"]) == ([20, 20], "D4")
    assert (place["board_square"], place["board_box"]) == ([11, 20], "C4")
    assert (place["vector"], place["board_vector"]) == ([-1, -1], [1, -1])
    assert place["endpoint"] == [19, 19]


def test_an_enemy_is_known_in_full_while_it_is_tracked_and_as_it_was_afterwards():
    moment = first_moment()
    assert view_of(moment, RED)["enemy_units"] == []
    track(moment, BRAVO)
    found = view_of(moment, RED)["enemy_units"]
    assert [unit["name"] for unit in found] == ["Blue Bravo"]
    assert found[0]["on_map"]["square"] == [14, 12] and found[0]["last_known"] is None
    unit = moment.games.states[0].unit_of[BRAVO]
    unit.tracked, unit.last_turn, unit.last_x, unit.last_y = 0, 2, 14, 12
    unit.x, unit.power = 3, Power.OFF
    found = view_of(moment, RED)["enemy_units"]
    assert found[0]["on_map"] is None and found[0]["state"] == "unknown"
    assert found[0]["last_known"]["square"] == [14, 12] and found[0]["last_known"]["turn"] == 2


def test_a_seat_sees_no_name_it_cannot_know():
    for n, moment in enumerate(moments(strangers(), 3, 160)):
        if n % 5 == 0:
            for seat in (RED, BLUE):
                text = json.dumps(view_of(moment, seat))
                assert not [name for name in secrets(moment, seat) if name in text]


def test_what_is_hurt_is_shown_in_the_panel():
    scenario = strangers()
    hurt = {"surface": "critical", "crew": "stunned"}
    scenario["sides"]["red"]["ships"][0]["condition"] = hurt
    row = view_of(next(moments(scenario, 1, 1)), RED)["status"][0]["rows"][0]
    assert row["state"] == "damaged"
    assert row["damage"] == [["surface critical", "permanent"], ["crew stunned", "temporary"]]
