"""Fields declared once: the dtype that follows, ranges, who knows what."""

from __future__ import annotations

from enum import Enum, IntEnum

import numpy as np
import pytest
from kit.records import is_packed

from spacecombat_env.core.model.fields import (
    NONE,
    Knowledge,
    every_record,
    field,
    fields,
    flag,
    hidden_places,
    nested,
    number,
    places,
    slot,
)
from spacecombat_env.core.model.record import FLAG, INT8, INT16, allocate, record


class Level(Enum):
    """Who knows."""

    ALL = "both"
    OWNER = "its side"


class Mood(IntEnum):
    """How a crew feels."""

    CALM = 0
    AFRAID = 2


class Sign(IntEnum):
    """Marks on a hull."""

    DENT = 1
    SCAR = 4


SHIP = fields(
    "ship",
    armor=field(INT8, "points of armor", known=Level.ALL, most=9),
    missiles=field(INT16, "missiles left", known=Level.OWNER, shape=(2,)),
    mood=field(INT8, Mood, known=Level.OWNER),
    signs=field(INT8, "what one sees of it", known=Level.ALL, bits=Sign),
    tender=slot("ship", "ship that carries it", known=Level.OWNER),
    lit=flag("shows lights", known=Level.ALL),
)
STATE = fields(
    "state",
    turn=number(INT16, "the turn", known=Level.ALL),
    purse=field(INT16, "money left", known=Level.OWNER, shape=(2,), sides="each"),
    ship=nested(SHIP, "ships", (4,), sides="halves"),
)


def test_the_dtype_is_that_of_the_same_record_by_hand():
    ship = record(
        [
            ("armor", INT8),
            ("missiles", INT16, (2,)),
            ("mood", INT8),
            ("signs", INT8),
            ("tender", INT8),
            ("lit", FLAG),
        ]
    )
    state = record([("turn", INT16), ("purse", INT16, (2,)), ("ship", ship, (4,))])
    assert state == STATE.dtype
    assert is_packed(STATE.dtype)


def test_the_declaration_can_be_read():
    assert SHIP["missiles"].known is Level.OWNER
    assert (SHIP["mood"].meaning, SHIP["mood"].enum) == ("How a crew feels", Mood)
    assert [one.name for one in STATE] == ["turn", "purse", "ship"]
    assert [one.name for one in every_record(STATE)] == ["state", "ship"]


@pytest.mark.parametrize("one", [field(INT8, "what"), flag("what"), slot("ship", "whose")])
def test_a_field_of_which_it_is_not_said_who_knows_it_is_refused(one):
    with pytest.raises(TypeError, match=r"ship\.secret: who may know it"):
        fields("ship", secret=one)


def test_a_field_without_a_meaning_is_refused():
    with pytest.raises(TypeError, match=r"ship\.secret: what does it mean"):
        fields("ship", secret=flag("", known=Level.ALL))


ALLOWED = [
    ("armor", (0, 9), (-1, 10)),
    ("missiles", (0, 32767), (-1,)),
    ("mood", (0, 2), (1, 3, -1)),
    ("signs", (0, 1, 4, 5), (-1, 6)),
    ("tender", (NONE, 0, 3), (-2, 4)),
    ("lit", (0, 1), (-1, 2)),
]


@pytest.mark.parametrize(("name", "good", "bad"), ALLOWED)
def test_a_field_allows_what_it_says(name, good, bad):
    one = SHIP[name]
    assert all(one.allows(value, STATE) for value in good)
    assert not any(one.allows(value, STATE) for value in bad)


def test_every_number_of_a_state_has_a_place():
    state = allocate(STATE.dtype, 1)[0]
    state.ship[3].missiles[1] = 7
    found = list(places(STATE, state))
    assert len(found) == 1 + 2 + 4 * 7
    last = {place.path: place for place in found}
    place = last["ship[3].missiles[1]"]
    assert (place.value, place.owner, place.slot, place.record) == (7, 1, 3, "ship")
    assert (last["purse[1]"].owner, last["turn"].owner, last["purse[1]"].slot) == (1, None, NONE)
    place.put(5)
    last["ship[3].armor"].put(4)
    assert (state.ship[3].missiles[1], state.ship[3].armor) == (5, 4)


def test_what_is_hidden_is_what_is_not_known():
    def knows(state, seat, place):
        return place.field.known is Level.ALL or place.owner == seat

    state = allocate(STATE.dtype, 1)[0]
    names = [place.path for place in hidden_places(Knowledge(STATE, knows), state, 0)]
    own = ("missiles[0]", "missiles[1]", "mood", "tender")
    assert names == ["purse[1]", *(f"ship[{k}].{name}" for k in (2, 3) for name in own)]


def test_a_derived_block_is_not_looked_into():
    state = fields("state", log=nested(SHIP, "the log", (4,), derived="what was told"))
    assert list(places(state, np.zeros(1, state.dtype)[0])) == []
