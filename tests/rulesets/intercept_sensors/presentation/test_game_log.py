"""The log in actions: the same map for every reader, and no name that a reader may not know."""

from __future__ import annotations

import re

import pytest
from kit.intercept_sensors.games import (
    BLUE,
    GAMES,
    RED,
    Moment,
    first_moment,
    moments,
    noted,
    secrets,
    strangers,
    told,
    track,
)

from spacecombat_env.rulesets.intercept_sensors.model import (
    InterceptEvent,
    InterceptReason,
    Loss,
    Power,
    Signature,
    TrackLoss,
)

pytestmark = pytest.mark.compiled

ALPHA, BRAVO, VOLLEY = 0, 3, 5


@pytest.fixture
def moment() -> Moment:
    """Return the first decision of a game among strangers."""
    return first_moment()


def test_a_move_is_one_sentence_and_its_squares_are_those_of_the_true_map(moment):
    common = {"side": BLUE, "unit": BRAVO, "known": 2}
    moved = {"kind": InterceptEvent.MOVED, **common, "a": 7, "b": 18, "c": -2, "d": 1}
    noted(
        moment,
        {"kind": InterceptEvent.POPPED, **common},
        {"kind": InterceptEvent.POWER, **common, "a": Power.OFF},
        moved,
        {**moved, "e": 3},
        {**moved, "c": 0, "d": 0},
    )
    lines = [
        "Bravo (sensors in, plant off) coasts to B4 (7,18), vector 2 W 1 S.",
        "Bravo burns 3 G to B4 (7,18), vector 2 W 1 S.",
        "Bravo stays at B4 (7,18).",
    ]
    assert told(moment, BLUE) == lines
    assert told(moment, -1) == [f"Blue {line}" for line in lines]
    assert told(moment, RED) == []


def test_a_scan_and_its_answers_name_only_what_each_side_may_know(moment):
    hidden = {"known": 3, "hidden": 1 << RED, "unit": BRAVO}
    noted(
        moment,
        {"kind": InterceptEvent.TURN, "a": 3},
        {
            "kind": InterceptEvent.SCAN,
            "unit": ALPHA,
            "hidden": 2,
            "b": 11,
            "c": 11,
            "d": 10,
            "e": 6,
        },
        {"kind": InterceptEvent.GLARE, "a": 0},
        {"kind": InterceptEvent.CONTACT, **hidden, "a": Signature.VISUAL_THRUST, "b": 5, "c": 5},
        {"kind": InterceptEvent.ROLL, "a": 7, "b": 1},
        {"kind": InterceptEvent.POSITION, **hidden, "a": 14, "b": 12},
    )
    common = ["Turn 3. Red scans first."]
    scan = "Visual scan of 2x2 boxes C3-D4, strength +6."
    glare = "Red looks into its own sunglare: strength +0."
    roll = "Sense roll of Red: 7 - skill 1 = 6."
    assert told(moment, RED) == [
        *common,
        f"Alpha: {scan}",
        glare,
        "Contact: Visual(Thrust) +5, signal 5.",
        roll,
        "Position of the contact: C3 (14,12).",
    ]
    assert told(moment, BLUE) == [
        *common,
        f"Red: {scan}",
        glare,
        "Bravo answers: Visual(Thrust) +5, signal 5.",
        "Sense roll of Red: 7.",
        "Bravo must show its position: C3 (14,12).",
    ]
    assert told(moment, -1)[3] == "Blue Bravo answers: Visual(Thrust) +5, signal 5."


def test_tracks_and_losses(moment):
    track(moment, BRAVO, VOLLEY)
    place = {"a": 14, "b": 12, "c": 0, "d": -2}
    noted(
        moment,
        {"kind": InterceptEvent.TRACKED, "unit": BRAVO, **place},
        {"kind": InterceptEvent.LOST, "unit": BRAVO, "a": TrackLoss.BLOCKED},
        {"kind": InterceptEvent.LAUNCHED, "side": BLUE, "unit": VOLLEY},
        {"kind": InterceptEvent.GONE, "side": BLUE, "unit": VOLLEY, "a": Loss.UNCONTROLLED},
        {"kind": InterceptEvent.GONE, "side": BLUE, "unit": BRAVO, "a": Loss.CRASHED},
        {"kind": InterceptEvent.OVER, "a": RED, "b": InterceptReason.NO_SHIPS},
    )
    moment.games.states[0].unit_of[VOLLEY].status = 3
    assert told(moment, RED) == [
        "Red tracks Blue Bravo at C3 (14,12), vector 2 N!",
        "Red loses its track of Blue Bravo: behind a planet.",
        "Blue Bravo launches Missile volley.",
        "Blue Missile volley is lost without guidance.",
        "Blue Bravo crashes!",
        "Red wins: a side has no ships left.",
    ]
    assert told(moment, BLUE)[1] == "Red loses its track of Bravo."
    assert told(moment, -1)[1] == "Red loses its track of Blue Bravo: behind a planet."


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_every_event_of_a_game_can_be_shown(scenario, seed, delegate):
    lines: set[str] = set()
    for n, moment in enumerate(moments(scenario, seed, 240, delegate)):
        if n % 8 == 0:
            for seat in (-1, RED, BLUE):
                lines.update(told(moment, seat))
    assert len(lines) > 60
    for line in lines:
        assert re.fullmatch(r"[A-Z].*[.!]", line) and "None" not in line, line
    assert any(line.startswith("Turn ") for line in lines)


def test_a_seat_reads_no_name_it_cannot_know():
    for n, moment in enumerate(moments(strangers(), 3, 160)):
        if n % 5 == 0:
            for seat in (RED, BLUE):
                text = "\n".join(told(moment, seat))
                assert not [name for name in secrets(moment, seat) if name in text]
