"""Code and views that follow from declared fields: blanks, columns, what is determinized, keys."""

from enum import Enum, IntEnum
from types import SimpleNamespace

import pytest

from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.kernels.codegen import (
    Redaction,
    function_source,
    generate_observation,
    generate_opening,
    generate_redaction,
    generate_redactions,
    is_generated,
    module_source,
)
from spacecombat_env.core.model.fields import columns_of, field, fields, flag, nested, number, slot
from spacecombat_env.core.model.record import INT8, allocate
from spacecombat_env.core.native import native
from spacecombat_env.core.presentation.view_fields import view_schema_keys, view_values


class Level(Enum):
    """Who knows a field."""

    ALL = "both sides"
    OWNER = "its side"
    NEAR = "those near it"


class Rules(Enum):
    """Rules that a game may use."""

    STORMS = 1


class Mood(IntEnum):
    """How it feels."""

    CALM = 0
    WIDE_AWAKE = 1


PIECE = fields(
    "piece",
    place=number(INT8, "where it is", known=Level.ALL, view="at", column=5),
    mood=field(INT8, Mood, known=Level.OWNER, view="feels", as_begun=True),
    fuel=field(INT8, "left", known=Level.OWNER, as_begun=True, column=3),
    target=slot("pieces", "what it aims at", known=Level.OWNER),
    ready=flag("has its orders", known=Level.OWNER, view="is_ready"),
)
HOLD = fields(
    "hold",
    boxes=slot("pieces", "who is in it", known=Level.OWNER, shape=(2,), as_begun=True),
    weight=number(INT8, "of all", known=Level.ALL),
)
FULL = {"place": -9, "mood": 1, "fuel": 2, "target": 4, "ready": 1}


def made_of(source):
    """The function of a source text."""
    names = {"native": native}
    exec(source, names)
    return next(value for name, value in names.items() if name not in ("native", "__builtins__"))


def piece(**values):
    """A piece."""
    made = allocate(PIECE.dtype, 1)[0]
    for name, value in values.items():
        made[name] = value
    return made


def held(made):
    """What a piece holds."""
    return {name: int(made[name]) for name in FULL}


def test_a_level_is_hidden_and_no_other():
    made = piece(**FULL)
    made_of(generate_redaction(Redaction("hide_own", PIECE, Level.OWNER, "Its own.")))(made)
    assert held(made) == {"place": -9, "mood": 0, "fuel": 0, "target": -1, "ready": 0}


def test_what_is_assumed_as_it_began_is_copied():
    made, start = piece(place=7), piece(**FULL)
    made_of(generate_opening("own_as_begun", PIECE, Level.OWNER, "Its own."))(made, start)
    assert held(made) == {"place": 7, "mood": 1, "fuel": 2, "target": 0, "ready": 0}
    made_of(generate_opening("all_as_begun", PIECE, Level.ALL, "Known to all."))(made, start)
    assert made["place"] == 7


def test_columns_hold_their_fields_within_their_divisors():
    row = allocate([("row", INT8, (6,))], 1)[0]["row"]
    columns = {"other": 1, "fuel": 3, "place": 5}
    observe = made_of(generate_observation("observe_fields", PIECE, columns, "Its columns."))
    observe(piece(**FULL), row, 2)
    assert row.tolist() == [0, 0, 0, 2, -5, 0]


def test_each_of_several_numbers_is_hidden():
    made = allocate(HOLD.dtype, 1)[0]
    made["boxes"], made["weight"] = (3, 4), 5
    made_of(generate_redaction(Redaction("hide_hold", HOLD, Level.OWNER, "What it holds.")))(made)
    assert (made["boxes"].tolist(), int(made["weight"])) == ([-1, -1], 5)


SEA = fields(
    "sea",
    depth=number(INT8, "in fathoms", known=Level.NEAR),
    wind=number(INT8, "its force", known=Level.NEAR, under=Rules.STORMS),
    chart=number(INT8, "rocks", known=Level.OWNER, shape=(2, 3), sides="each", blank=-1),
    tides=number(INT8, "by hour", known=Level.NEAR, shape=(2, 3)),
    piece=nested(PIECE, "ships", (2,), sides="halves"),
)
NEAR_PIECE = Redaction("hide_piece", PIECE, Level.OWNER, "Its own.")
NEAR_SEA = Redaction("hide_sea", SEA, (Level.NEAR, Level.ALL), "What is near.")
STORM = Redaction("hide_storm", SEA, Level.NEAR, "The wind.", Rules.STORMS)
CHART = Redaction("hide_chart", SEA, Level.OWNER, "The map of a side.")


def full_sea():
    """A sea without a zero."""
    sea = allocate(SEA.dtype, 1)[0]
    for name in ("depth", "wind", "chart", "tides"):
        sea[name] = 7
    return sea


def test_several_levels_are_hidden_but_not_under_other_rules():
    sea = full_sea()
    made_of(generate_redaction(NEAR_SEA))(sea)
    assert not sea["tides"].any() and (sea["depth"], sea["wind"]) == (0, 7)
    made_of(generate_redaction(STORM))(sea)
    assert sea["wind"] == 0 and sea["chart"].tolist() == [[7] * 3] * 2


def test_what_each_side_has_is_hidden_for_one():
    sea = full_sea()
    made_of(generate_redaction(CHART))(sea, 1)
    assert sea["chart"].tolist() == [[7] * 3, [-1] * 3]
    both = Redaction("hide_all", SEA, (Level.NEAR, Level.OWNER), "All.")
    with pytest.raises(GenerationError, match="hide_all blanks fields of one side"):
        generate_redaction(both)


def test_no_field_of_a_state_is_forgotten():
    rows = (NEAR_PIECE, NEAR_SEA, STORM, CHART)
    sources = generate_redactions(rows, SEA, (Level.ALL,))
    assert [source.split("(")[0] for source in sources] == [f"@native\ndef {r.name}" for r in rows]
    for left in rows:
        others = [row for row in rows if row is not left]
        with pytest.raises(GenerationError, match=rf"{left.record.name}\.\w+: no function hides"):
            generate_redactions(others, SEA, (Level.ALL,))
    assert generate_redactions((), SEA, ("sea", "piece")) == ()


def test_each_of_several_numbers_begins_as_it_began():
    made, start = allocate(HOLD.dtype, 1)[0], allocate(HOLD.dtype, 1)[0]
    start["boxes"], start["weight"] = (3, 4), 5
    made_of(generate_opening("begin", HOLD, (Level.ALL, Level.OWNER), "As it began."))(made, start)
    assert (made["boxes"].tolist(), int(made["weight"])) == ([3, 4], 0)


def test_only_columns_of_a_level_are_written():
    row = allocate([("row", INT8, (2,))], 1)[0]["row"]
    columns = columns_of(PIECE, "fuel", "place")
    assert columns == {"fuel": 3, "place": 5}
    observe = generate_observation("observe", PIECE, columns, "Its own columns.", Level.OWNER)
    made_of(observe)(piece(**FULL), row, 0)
    assert row.tolist() == [2, 0]


def test_a_column_is_one_number_of_one_divisor():
    with pytest.raises(GenerationError, match=r"piece\.fuel and its column differ"):
        generate_observation("observe", PIECE, {"fuel": 4}, "Its columns.")
    hold = fields("hold", boxes=slot("pieces", "in it", known=Level.ALL, shape=(2,), column=3))
    with pytest.raises(GenerationError, match=r"hold\.boxes is not a single number"):
        generate_observation("observe", hold, {"boxes": 3}, "Its columns.")


def test_a_field_is_shown_to_those_who_know_it_under_its_key():
    made = SimpleNamespace(**FULL)
    assert view_values(PIECE, Level.ALL, made) == {"at": -9}
    assert view_values(PIECE, Level.OWNER, made) == {"feels": "wide awake", "is_ready": True}


def test_and_so_does_the_schema():
    assert view_schema_keys(PIECE, Level.OWNER) == {
        "feels": {"enum": ["calm", "wide awake"], "description": "How it feels"},
        "is_ready": {"type": "boolean", "description": "has its orders"},
    }


def test_a_function_is_written_out():
    source = function_source("twice", "number", "Two of it.", ["return 2 * number"])
    assert made_of(source)(3) == 6
    assert source == '@native\ndef twice(number):\n    """Two of it."""\n    return 2 * number'


def test_a_long_docstring_is_wrapped():
    source = function_source("long", "", "It is " + "very " * 20 + "long.\n\nAnd more.", ["return"])
    lines = source.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[3:] == ["    very very very long.", "", "    And more.", '    """', "    return"]


def test_a_module_says_from_what_it_is_generated_and_how():
    imports = {"..model": ["b", "A", "MAX"], ".fire": ["c"], "core.native": ["native"]}
    source = module_source("model/decisions.py", "About it.", imports, "@native\ndef f(): ...\n")
    assert is_generated(source)
    assert source.splitlines() == [
        "# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate",
        '"""About it."""',
        "",
        "from core.native import native",
        "",
        "from ..model import MAX, A, b",
        "from .fire import c",
        "",
        "",
        "@native",
        "def f(): ...",
    ]


def test_many_imports_stand_in_a_line_each():
    names = [f"name_number_{n}" for n in range(9)]
    source = module_source("x.py", "About it.", {".names": names}, "X = 1")
    assert source.endswith("    name_number_8,\n)\n\nX = 1\n")
