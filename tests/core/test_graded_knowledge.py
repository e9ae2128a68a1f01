"""Levels of knowledge are the rule set's own: five brackets by range, group by group, dated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from kit.graded import (
    BRACKETS,
    KNOWLEDGE,
    REPORTED,
    SHIP,
    SHIPS,
    STATE,
    bracket,
    learn,
    redact_state,
)
from kit.knowing import change_hidden, out_of_bounds, wrongly_redacted

from spacecombat_env.core.model.fields import places
from spacecombat_env.core.model.record import allocate


def random_state(rng: np.random.Generator) -> Any:
    """Ships anywhere, their values within bounds."""
    state = allocate(STATE.dtype, 1)[0]
    for place in places(STATE, state):
        if place.record == "ship":
            least, most = place.field.bounds(STATE)
            place.put(int(rng.integers(least, most + 1)))
    state.turn = 3
    learn(state)
    return state


def states(count: int = 40) -> Iterator[tuple[Any, np.random.Generator]]:
    """Random states."""
    rng = np.random.default_rng(1)
    for _ in range(count):
        yield random_state(rng), rng


def visible(state: Any, seat: int) -> Any:
    """What a seat is shown."""
    copy = np.array([state], STATE.dtype).view(STATE.dtype)[0]
    redact_state(copy, seat)
    return copy


def duel(distance: int) -> Any:
    """Red's ships at 0, Blue's at a distance."""
    state = allocate(STATE.dtype, 1)[0]
    state.turn = 1
    for k in range(SHIPS, 2 * SHIPS):
        ship = state.ship[k]
        ship.x, ship.speed, ship.bulk, ship.power, ship.reserve, ship.hits = distance, 4, 3, 2, 1, 5
    return state


@pytest.mark.parametrize("seat", [0, 1])
def test_redaction_is_what_is_declared(seat):
    for state, _ in states():
        assert not wrongly_redacted(KNOWLEDGE, state, visible(state, seat), seat)
        assert not out_of_bounds(KNOWLEDGE, state)


GROUPS = ("hits", "power", "bulk", "speed", "x")
"""By the bracket from which on they are not known."""


@pytest.mark.parametrize("known", range(1, 6))
def test_more_is_known_the_nearer_a_ship_is(known):
    state = duel(BRACKETS[known - 1])
    assert bracket(state, 0, SHIPS) == known
    enemy = visible(state, 0).ship[SHIPS]
    assert [bool(enemy[name]) for name in GROUPS] == [n + 1 >= known for n in range(5)]
    assert enemy.power == 0 or enemy.reserve == 1  # one group


def test_what_was_known_stays_known_with_its_date():
    state = duel(2)
    learn(state)
    state.turn = 2
    for k in range(SHIPS, 2 * SHIPS):
        state.ship[k].x, state.ship[k].hits = 99, 9
    learn(state)
    looked = visible(state, 0)
    assert (looked.ship[SHIPS].hits, looked.ship[SHIPS].x) == (0, 0)
    assert (looked.report[0, 0].hits, looked.report[0, 0].hits_turn) == (5, 1)
    assert not any(visible(state, 1).report[0, 0].tolist())


def test_nothing_that_is_not_known_shows():
    changed = set()
    for state, rng in states():
        for seat in (0, 1):
            before, other = (
                visible(state, seat),
                np.array([state], STATE.dtype).view(STATE.dtype)[0],
            )
            changed |= change_hidden(KNOWLEDGE, other, seat, rng)
            assert visible(other, seat) == before
    named = {f"ship.{one.name}" for one in SHIP if not one.shows}
    dated = {f"report.{name}{more}" for name in REPORTED for more in ("", "_turn")}
    assert changed == named | dated


@pytest.mark.parametrize("name", [one.name for one in SHIP])
def test_a_forgotten_field_is_found(name):
    """A redaction that leaves one field of enemy ships as it is."""
    found = []
    for state, _ in states():
        shown = visible(state, 0)
        shown.ship[name] = state.ship[name]
        found += wrongly_redacted(KNOWLEDGE, state, shown, 0)
    assert found
    assert all(f".{name}:" in one for one in found)
