"""Actions, questions, log and view."""

from __future__ import annotations

import itertools
import json
import re
from types import SimpleNamespace

import pytest
from kit.battle_rider.random_play import Moment, moments, secrets, strangers, visible_to
from kit.battle_rider.table import delivered_alone
from kit.structure import faults

from spacecombat_env.core.model.hexgrid import (
    DIRECTION_NAMES,
    DIRECTION_Q,
    DIRECTION_R,
    offset_row,
    rotate_half,
)
from spacecombat_env.core.presentation.perspective import WAITING
from spacecombat_env.env.orders import split_sentence
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.entry import deliver_events
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    TAKES_NUMBER,
    Decision,
    Event,
    Reason,
    Result,
    number_pieces,
)
from spacecombat_env.rulesets.battle_rider.presentation import action_text, coordinates, game_log
from spacecombat_env.rulesets.battle_rider.presentation.piece_names import UNKNOWN_SHIP

pytestmark = pytest.mark.compiled

GAMES = [
    ("skirmish", 1, ()),
    ("skirmish", 2, None),
    ("picket", 3, ()),
    ("duel", 4, ()),
]
SCHEMA = json.loads((RULESET.package / "view.schema.json").read_text())


def text_of(moment: Moment, action: int) -> str:
    """Return an action of the seat to act."""
    return RULESET.action_text(moment.visible, 0, moment.scenario, moment.seat, action)


# --- actions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_legal_actions_of_one_decision_are_all_different(scenario, seed, delegate):
    for moment in moments(scenario, seed, 150, delegate):
        heard = [
            " ".join(map(str, split_sentence(text_of(moment, action).casefold())))
            for action in moment.actions
        ]
        assert len(set(heard)) == len(heard), heard
        assert all(heard)


def test_every_token_has_a_text_at_any_time():
    for moment in itertools.islice(moments("skirmish", 5, 60, ()), 0, None, 9):
        texts = [text_of(moment, action) for action in range(moment.scenario.actions.size)]
        assert all(texts) and len(set(texts)) == len(texts)


def test_numbers_above_23_are_given_as_tens_and_units():
    order = SimpleNamespace(high=40, tens=NONE)
    state = SimpleNamespace(decision=Decision.LAUNCH_NUMBER, seat=0, order=[order])
    assert action_text._amount_action(state, 0, 4) == "40+"
    order.tens = 4
    assert action_text._amount_action(state, 0, 7) == "7"


def test_ships_named_like_actions_are_named_with_their_number():
    names = ["done", "TF-3", "all", "7", "NE", "Rapier e1", "Hope", "hope"]
    scenario = strangers()
    ships = [{"class": "Rapier", "name": name} for name in names]
    scenario["sides"]["red"] |= {"ships": ships}
    del scenario["sides"]["red"]["task_forces"]
    moment = next(moments(scenario, 1, 1, ()))
    first = moment.scenario.actions.offsets["own_craft"]
    texts = [text_of(moment, first + n) for n in range(len(names))]
    assert texts == [f"{name} (ship {n})" for n, name in enumerate(names, start=1)]


def test_decisions_that_are_called_numbers_need_one():
    assert all(
        TAKES_NUMBER[decision]
        for decision in Decision
        if decision.name.endswith(("_NUMBER", "_LEVEL"))
    )
    assert not TAKES_NUMBER[Decision.NOTHING] and not TAKES_NUMBER[Decision.ROUND_MENU]


def test_every_reason_has_its_text():
    assert list(Reason) == list(range(len(RULESET.reasons)))


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_decisions_name_nothing_unknown(scenario, seed, delegate):
    for moment in moments(scenario, seed, 120, delegate):
        requested = RULESET.decision_text(moment.visible, 0, moment.scenario, moment.seat)
        assert requested.endswith((".", "?")) and "{" not in requested
        assert UNKNOWN_SHIP not in requested
        waiting = RULESET.decision_text(
            visible_to(moment, 1 - moment.seat), 0, moment.scenario, 1 - moment.seat
        )
        assert waiting == WAITING


# --- places --------------------------------------------------------------------------------------


def test_hex_numbers_are_printed_column_and_row():
    for q, r in itertools.product(range(1, 20), range(-5, 30)):
        row = int(offset_row(q, r))
        if row >= 0:
            assert coordinates.hex_number(q, r) == f"{q:02d}{row:02d}"


def test_blue_sees_the_board_turned():
    scenario = RULESET.load("skirmish")
    for q, r in ((1, 0), (10, 12), (19, 23)):
        assert coordinates.turned_hex(scenario, 0, q, r) == (q, r)
        assert coordinates.turned_hex(scenario, 1, q, r) == tuple(
            map(int, rotate_half(q, r, 19, 33))
        )
    assert coordinates.turned_direction(1, 0) == "S"


def test_shifts_in_actions_add_up():
    steps = dict(zip(DIRECTION_NAMES, zip(DIRECTION_Q, DIRECTION_R, strict=True), strict=True))
    for dq, dr in itertools.product(range(-5, 6), repeat=2):
        parts = [part.split() for part in coordinates.shift_text(dq, dr, 0).split(" + ") if part]
        total = [sum(int(n) * int(steps[name][axis]) for n, name in parts) for axis in (0, 1)]
        assert total == [dq, dr] and len(parts) <= 2
        assert coordinates.shift_text(dq, dr, 1) == coordinates.shift_text(-dq, -dr, 0)


# --- the log -------------------------------------------------------------------------------------


def noted(moment: Moment, *events: dict[str, int]) -> None:
    """Put events alone into the log of the true record."""
    state = moment.games.states[0]
    for n, event in enumerate(events):
        blank = {"side": 0, "known": 3, "actor": NONE, "target": NONE, "a": 0, "b": 0, "c": 0}
        for field, value in (blank | {"card": 0, "detail": 0} | event).items():
            state.log[n][field] = value
    delivered_alone(state, len(events), deliver_events)


def number(moment: Moment) -> None:
    """Number the pieces that the events of the log name, as they stand in the record."""
    state = moment.games.states[0]
    for n in range(int(state.log_count)):
        number_pieces(state, state.log[n])
    delivered_alone(state, int(state.log_count), deliver_events)


@pytest.fixture
def moment() -> Moment:
    """Return the first decision of a game among strangers."""
    return next(moments(strangers(), 1, 1))


def told(moment: Moment, seat: int) -> list[str]:
    """Return the log of a reader."""
    visible = moment.games if seat < 0 else visible_to(moment, seat)
    return RULESET.log(visible, 0, moment.scenario, seat, 0)


def test_a_turn_and_its_initiative_are_one_sentence(moment):
    turn = {"kind": Event.TURN, "side": NONE, "a": 4}
    noted(moment, turn, {"kind": Event.INITIATIVE, "side": 1, "a": 12, "b": 71})
    assert told(moment, -1) == ["Turn 4. Blue has the initiative (card 71 against 12)."]


def test_an_unseen_shooter_is_its_task_force_to_the_enemy(moment):
    shot = {"kind": Event.FIRE, "target": 8, "a": 21, "b": 6, "c": 0}
    noted(moment, {**shot, "known": 1, "actor": 0}, {**shot, "known": 2})
    moment.games.states[0].craft[8].detected = 1
    moment.games.states[0].craft[8].contact = 1
    contact = int(moment.games.states[0].tf[0].contact) + 1
    number(moment)
    assert told(moment, -1) == ["Red Alpha (TF-1) fires 21 beams at Blue Bravo: 6 hits."]
    assert told(moment, 0) == ["Alpha (TF-1) fires 21 beams at Valor e2: 6 hits."]
    assert told(moment, 1) == [f"eTF-{contact} fires 21 beams at Bravo: 6 hits."]


def test_a_move_is_one_sentence(moment):
    common = {"actor": 0, "target": 0}
    noted(
        moment,
        {"kind": Event.ROUND, **common},
        {"kind": Event.THRUST, **common, "a": 1, "b": 1, "c": 1},
        {"kind": Event.EVADE, **common, "a": 2},
        {"kind": Event.MOVE, **common, "a": 10, "b": 7},
    )
    number(moment)
    assert told(moment, -1) == ["Red TF-1 burns 1 N + 1 NE and moves to 1012; it evades (+2)."]
    assert told(moment, 1) == ["eTF-1 burns 1 S + 1 SW and moves to 1012; it evades (+2)."]


def test_missiles_fire_before_they_hit(moment):
    drive = {"kind": Event.DAMAGE, "side": 1, "actor": 8, "a": Result.MANEUVER_DRIVE, "b": 3}
    nothing = {**drive, "a": Result.NO_EFFECT}
    fire = {"kind": Event.MISSILES_FIRE, "side": 0, "target": 8}
    salvo = {"kind": Event.SALVO, "side": 0, "target": 8}
    noted(
        moment,
        {**salvo, "actor": 0},
        drive,
        {**fire, "actor": 0, "a": 4, "b": 1},
        {**salvo, "actor": 1},
        {**nothing, "c": 1},
        {"kind": Event.DESTROYED, "side": 1, "actor": 8},
        {**fire, "actor": 1, "a": 1, "b": 1},
    )
    assert told(moment, -1) == [
        "4 missiles of Red spread 1 fire at Blue Bravo: 1 hit.",
        "Blue Bravo: Maneuver Drive destroyed.",
        "1 missile of Red spread 2 fires at Blue Bravo: 1 hit.",
        "Blue Bravo: 2 hits without effect.",
        "Blue Bravo is destroyed!",
    ]


def test_what_is_launched_unseen_is_shown_once_to_the_umpire_and_without_number(moment):
    launch = {"kind": Event.LAUNCH_MISSILES, "target": 0}
    noted(moment, {**launch, "known": 1, "actor": 0, "a": 20}, {**launch, "known": 2})
    state = moment.games.states[0]
    state.spread[0].count, state.spread[0].contact = 20, 0
    number(moment)
    assert told(moment, -1) == ["Red Alpha launches 20 missiles (spread 1)."]
    assert told(moment, 0) == ["Alpha launches 20 missiles (spread 1)."]
    assert told(moment, 1) == ["Red launches missiles: missiles 1."]


@pytest.mark.parametrize("delegate", [(), None])
def test_every_event_of_a_game_can_be_shown(delegate):
    lines: set[str] = set()
    for moment in moments("skirmish", 7, 200, delegate, max_turns=8):
        for seat in (-1, 0, 1):
            lines.update(told(moment, seat))
    assert len(lines) > 100
    for line in lines:
        assert re.fullmatch(r"[A-Za-z0-9].*[.!]", line) and "None" not in line, line


def test_a_seat_reads_no_name_it_cannot_know():
    detected = 0
    for moment in moments(strangers(), 3, 150):
        for seat in (0, 1):
            view = RULESET.view(visible_to(moment, seat), 0, moment.scenario, seat)
            detected += len(view["enemy_ships"])
            text = json.dumps(view) + "\n".join(told(moment, seat))
            assert not [secret for secret in secrets(moment, seat) if secret in text]
    assert detected


def test_the_umpire_gets_each_event_once():
    for moment in moments("skirmish", 8, 100, ()):
        state = moment.games.states[0]
        kept = list(game_log.events(state, -1, 0))
        every = list(game_log.events(state, -2, 0))
        doubles = [e for e in every if e.known == 1 << (1 - e.side) and e.side >= 0]
        assert len(kept) == len(every) - len(doubles)


# --- the view ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "seed", "delegate"), [*GAMES, (strangers(), 6, ())])
def test_views_are_as_their_schema_says(scenario, seed, delegate):
    for n, moment in enumerate(moments(scenario, seed, 160, delegate)):
        if n % 16:
            continue
        for seat in (-1, 0, 1):
            visible = moment.games if seat < 0 else visible_to(moment, seat)
            view = RULESET.view(visible, 0, moment.scenario, seat)
            assert faults(view, SCHEMA, SCHEMA) == []
            assert json.loads(json.dumps(view)) == view


def test_the_view_shows_a_decision_only_to_the_seat_to_act():
    for moment in moments("skirmish", 9, 40, ()):
        view = RULESET.view(moment.visible, 0, moment.scenario, moment.seat)
        other = RULESET.view(
            visible_to(moment, 1 - moment.seat), 0, moment.scenario, 1 - moment.seat
        )
        assert view["question"]["text"] and other["question"] is None
        assert (view["to_act"], other["to_act"]) == (RULESET.seats[moment.seat], None)


def test_enemies_stand_in_the_order_of_their_contact_numbers():
    for moment in moments("skirmish", 10, 120):
        view = RULESET.view(moment.visible, 0, moment.scenario, moment.seat)
        for group in ("enemy_ships", "enemy_forces", "enemy_spreads"):
            contacts = [piece["contact"] for piece in view[group]]
            assert contacts == sorted(contacts)
