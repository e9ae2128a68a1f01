"""Layouts: one declaration gives offsets, views, scales, actions and a digest."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.layout import Block, Layout, most_of, positions, starts

CRAFT = Block(
    "own_craft", (4, 3), "own craft by slot", ("q", "armor", "speed"), scale=(0.05, 0.1, 0.25)
)
LAYOUT = Layout(
    (
        Block("clock", (2,), "time and seat", ("turn", "seat"), scale=0.01),
        CRAFT,
        Block("board", (2, 5), "what stands where"),
        Block("wind", (), "one number", scale=0.5),
    )
)


def test_size_and_offsets_follow_from_the_blocks():
    assert LAYOUT.size == 2 + 12 + 10 + 1
    assert LAYOUT.offsets == {"clock": 0, "own_craft": 2, "board": 14, "wind": 24}
    assert LAYOUT.slice("own_craft") == slice(2, 14)
    assert LAYOUT.block("own_craft") is CRAFT


def test_views_are_shaped_and_share_memory():
    vector = np.zeros(LAYOUT.size, np.float32)
    visible = LAYOUT.view(vector)
    assert {name: part.shape for name, part in visible.items()} == {
        "clock": (2,),
        "own_craft": (4, 3),
        "board": (2, 5),
        "wind": (),
    }
    visible["own_craft"][3, 1] = 7
    assert vector[2 + 3 * 3 + 1] == 7


def test_views_of_a_batch_share_memory():
    batch = np.zeros((6, LAYOUT.size), np.int8)
    visible = LAYOUT.view(batch)
    assert visible["board"].shape == (6, 2, 5)
    visible["board"][5, 1, 4] = 3
    assert batch[5, 23] == 3


def test_view_of_another_length_is_refused():
    with pytest.raises(ValueError, match="24 entries, not 25"):
        LAYOUT.view(np.zeros(24))


def test_scales_stand_at_their_entries():
    assert LAYOUT.scales.dtype == np.float32
    visible = LAYOUT.view(LAYOUT.scales)
    assert visible["clock"].tolist() == pytest.approx([0.01, 0.01])
    assert visible["own_craft"][2].tolist() == pytest.approx([0.05, 0.1, 0.25])
    assert (visible["board"] == 1).all()
    assert visible["wind"] == 0.5


def test_every_entry_is_located_and_described():
    words = [LAYOUT.describe(i) for i in range(LAYOUT.size)]
    assert len(set(words)) == LAYOUT.size
    assert words[:3] == ["clock.turn", "clock.seat", "own_craft[0].q"]
    assert LAYOUT.describe(12) == "own_craft[3].armor"
    assert LAYOUT.describe(23) == "board[1,4]"
    assert LAYOUT.describe(24) == "wind"
    assert LAYOUT.locate(12) == ("own_craft", 10)
    assert LAYOUT.locate(0) == ("clock", 0)


@pytest.mark.parametrize("index", [-1, 25])
def test_entries_outside_are_refused(index):
    with pytest.raises(IndexError):
        LAYOUT.locate(index)


def change(**fields):
    """The layout with one block changed."""
    blocks = [b if b is not CRAFT else dataclasses.replace(b, **fields) for b in LAYOUT.blocks]
    return Layout(tuple(blocks))


def test_digest_follows_the_meaning_and_not_the_prose():
    assert change(doc="other words").digest() == LAYOUT.digest()
    assert Layout(list(LAYOUT.blocks)).digest() == LAYOUT.digest()
    others = [
        change(name="craft"),
        change(shape=(5, 3)),
        change(columns=("q", "armor", "pace")),
        change(scale=0.1),
        Layout(LAYOUT.blocks[::-1]),
    ]
    assert len({layout.digest() for layout in [LAYOUT, *others]}) == 6


def test_table_has_a_line_a_block():
    lines = LAYOUT.table().splitlines()
    assert lines[3] == "| own_craft | 2 | 4 x 3 | q, armor, speed | own craft by slot |"
    assert lines[5] == "| wind | 24 | 1 |  | one number |"


@pytest.mark.parametrize(
    "fields",
    [{"name": "two words"}, {"shape": (0, 3)}, {"columns": ("q",)}, {"scale": (1.0, 2.0)}],
)
def test_contradictions_are_refused(fields):
    with pytest.raises(ConfigError, match="layout: "):
        dataclasses.replace(CRAFT, **fields)


def test_two_blocks_of_one_name_are_refused():
    with pytest.raises(ConfigError, match="own_craft: two blocks"):
        Layout((CRAFT, CRAFT))


def test_empty_layout():
    assert Layout(()).size == 0
    assert Layout(()).scales.shape == (0,)


def test_positions_are_named_as_the_columns():
    craft = positions(["q", "armor", "speed"])
    assert (craft.q, craft.armor, craft.speed) == (0, 1, 2)
    with pytest.raises(AttributeError):
        _ = craft.pace


def test_the_most_that_a_column_holds_is_its_divisor():
    assert most_of({"q": 20, "armor": 10}).armor == 10


def slots(ships, shots):
    """A layout for this many slots of two kinds."""
    return Layout(
        (
            Block("clock", (2,), ""),
            Block("ships", (ships, 3), "", ("q", "armor", "speed")),
            Block("shots", (shots, 2), "", ("q", "left")),
            Block("wind", (), ""),
        )
    )


@pytest.mark.parametrize("counts", [(1, 1), (4, 1), (3, 7)])
def test_starts_show_where_blocks_begin_for_any_number_of_slots(counts):
    found = starts(slots, 2)
    assert found._fields == ("clock", "ships", "shots", "wind", "end")
    layout = slots(*counts)
    for name, offset in (layout.offsets | {"end": layout.size}).items():
        start = getattr(found, name)
        assert start.fixed + sum(a * b for a, b in zip(start.per, counts, strict=True)) == offset
    assert [start.width for start in found] == [2, 3, 2, 1, 1]
