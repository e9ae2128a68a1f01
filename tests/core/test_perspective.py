"""What tells a game, whatever the game is: readers, questions, the log, lazy doors."""

import inspect
from types import SimpleNamespace

import numpy as np
import pytest

from spacecombat_env.core.loading.lazy_functions import LazyFunction
from spacecombat_env.core.presentation import perspective

REASONS = ("open", "turn limit")


def state(**given):
    """A record of an open game in which Red is to act."""
    usual = {"verdict": perspective.OPEN, "reason": 0, "decision": 3, "seat": 0}
    return SimpleNamespace(**{**usual, **given})


def test_readers_see_their_own_side_and_the_umpire_both():
    assert [perspective.is_own(seat, 1) for seat in (perspective.UMPIRE, 0, 1)] == [
        True,
        False,
        True,
    ]
    assert (perspective.own_sides(1), perspective.enemy_sides(1)) == ([1], [0])
    assert (perspective.own_sides(-1), perspective.enemy_sides(-1)) == ([0, 1], [])
    assert perspective.reader_name(0, 0, "Hope") == "Hope"
    assert (
        perspective.reader_name(-1, 0, "Hope")
        == perspective.reader_name(1, 0, "Hope")
        == "Red Hope"
    )
    assert perspective.without_side("Red Hope", 0) == perspective.without_side("Hope", 1) == "Hope"


def test_only_the_seat_to_act_reads_a_decision():
    assert perspective.waiting_text(state(), 0, REASONS) == ""
    assert perspective.waiting_text(state(), 1, REASONS) == perspective.WAITING
    over = state(verdict=1, reason=1)
    assert perspective.waiting_text(over, 0, REASONS) == "The game is over: Blue wins (turn limit)."
    assert (
        perspective.outcome_sentence(perspective.DRAW, "turn limit")
        == "The game is drawn: turn limit."
    )


@pytest.mark.parametrize(("since", "kept"), [(0, [4, 5, 6]), (5, [5, 6]), (7, [])])
def test_a_ring_keeps_the_newest_events(since, kept):
    ring = SimpleNamespace(log_count=7, log=[6, 4, 5])
    assert list(perspective.logged_events(ring, since)) == kept


def test_plain_records_leave_out_randomness():
    dtype = np.dtype([("a", "i4"), ("chance", "i4"), ("grid", [("b", "i1")], (2, 2))])
    plain = perspective.to_plain(np.zeros(1, dtype)[0])
    assert plain.a == 0 and plain.grid[1][1].b == 0 and not hasattr(plain, "chance")


def test_fields_of_a_plain_record_are_made_plain_when_they_are_read():
    dtype = np.dtype([("seat", "i4"), ("craft", [("tf", "i4"), ("hits", "i4", (2,))], (3,))])
    record = np.zeros(1, dtype)[0]
    record["craft"]["hits"] = 7
    plain = perspective.to_plain(record)
    assert plain.raw("craft") is not None and plain.raw("craft").dtype == dtype["craft"].base
    assert [craft.hits for craft in plain.craft] == [[7, 7]] * 3 and type(plain.seat) is int
    assert plain.raw("craft") is plain.craft, "made once"
    assert plain.raw("nothing") is None and not hasattr(plain, "nothing")


def test_names_are_parsed_without_case_and_punctuation():
    assert perspective.normalize_text("  Hope,  the·Second ") == "hope the second"


def test_a_door_takes_what_its_function_takes():
    door = LazyFunction("spacecombat_env.core.presentation.perspective", "pluralize")
    assert door(2, "hit") == "2 hits" and door(1, thing="hit") == "1 hit"
    assert list(inspect.signature(door).parameters) == ["number", "thing"]
