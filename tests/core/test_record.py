"""Records of games: written through, copied whole, compared and saved as bytes."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from kit.records import is_packed, misplaced

from spacecombat_env.core.errors import StateError
from spacecombat_env.core.model import record as records
from spacecombat_env.core.model.record import (
    FLAG,
    GAP,
    INT8,
    INT16,
    INT32,
    INT64,
    QuickRecord,
    alignment,
    allocate,
    as_bytes,
    as_int64,
    diff,
    digest,
    field_names,
    int64_from,
    load,
    record,
    save,
    to_dict,
)
from spacecombat_env.core.native import native

CURSOR = record([("word", INT8), ("subject", INT16)])
CRAFT = record([("armor", INT8), ("missiles", INT16, (2,)), ("known", FLAG)])
STATE = record(
    [
        ("turn", INT16),
        ("cursor", CURSOR),
        ("craft", CRAFT, 5),
        ("squad", CRAFT, (2, 3)),
        ("seed", INT64),
        ("grid", INT32, (2, 2)),
    ]
)


@native
def hurt(states, k):
    """Write in every way the rules write."""
    state = states[k]
    state.turn = 7
    state.cursor.word += 1
    craft = state.craft[3]
    craft.armor -= 1
    craft.missiles[1] = 38
    member = state.squad[1, 2]
    member.known = 1
    state.grid[1, 0] -= 4
    state.seed = -5
    return craft.armor


@pytest.fixture
def states():
    games = allocate(STATE, 3)
    hurt(games, 1)
    return games


def test_writes_go_through(states):
    state = states[1]
    assert (state.turn, state.cursor.word, state.seed) == (7, 1, -5)
    assert (state.craft[3].armor, state.craft[3].missiles[1]) == (-1, 38)
    assert (state.squad[1, 2].known, state.grid[1, 0]) == (1, -4)
    assert states[0] == states[2]


def test_assignment_of_a_misspelt_field_is_refused(states):
    with pytest.raises(AttributeError):
        states[0].armour = 3


@pytest.fixture
def quick(monkeypatch):
    """A game as interpreted rules have it."""
    monkeypatch.setattr(records, "RECORD", QuickRecord)
    piece = record([("armor", INT8), ("missiles", INT16, (2,))])
    return allocate(record([("turn", INT16), ("lead", piece), ("craft", piece, 3)]), 1)[0]


def test_the_quick_record_is_read_and_written_through(quick):
    assert type(quick) is type(quick.lead) is type(quick.craft[1]) is QuickRecord
    quick.turn, quick.lead.armor = 7, -1
    quick.craft[1].missiles[1] += 38
    assert (quick.turn, quick["lead"]["armor"], quick.craft[1].armor) == (7, -1, 0)
    assert to_dict(quick)["craft"][1] == {"armor": 0, "missiles": [0, 38]}
    assert isinstance(quick.turn, np.int16) and type(quick.copy()) is QuickRecord


def test_the_quick_record_refuses_what_it_does_not_have(quick):
    with pytest.raises(AttributeError):
        assert quick.plating
    with pytest.raises(AttributeError, match="no field plating"):
        quick.lead.plating = 3
    with pytest.raises(ValueError, match="shape|sequence|broadcast"):
        quick.lead.missiles = [1, 2, 3]


@pytest.mark.parametrize("kind", [bool, np.float32, object, "U3"])
def test_only_integers_are_stored(kind):
    with pytest.raises(TypeError, match="is not an integer"):
        record([("x", kind)])


@pytest.mark.parametrize("name", ["round", "size", "item", "two words"])
def test_names_hidden_by_numpy_are_refused(name):
    with pytest.raises(ValueError, match="hidden by NumPy"):
        record([(name, INT8)])


def test_plain_structures_are_refused():
    with pytest.raises(TypeError):
        record([("x", np.dtype([("y", INT8)]))])


def test_records_are_packed():
    """A cursor has a gap after its action; a craft one after armor and one at its end; 2 bytes
    before the seed, which stands at 78 without them."""
    assert (CURSOR.itemsize, CRAFT.itemsize) == (1 + 1 + 2, 1 + 1 + 4 + 1 + 1)
    assert STATE.itemsize == 2 + 4 + 5 * 8 + 6 * 8 + 2 + 8 + 16
    assert is_packed(STATE)
    assert not is_packed(np.dtype([("a", INT8), ("b", INT32)], align=True))
    padded = np.dtype([("a", INT8), ("b", INT32)], align=True)
    assert not is_packed(np.dtype([("c", padded, (3,))]))


def test_every_number_stands_at_a_multiple_of_its_size():
    packed = np.dtype([("a", INT8), ("b", INT32)])
    assert list(misplaced(packed)) == [("b", 1)]
    assert list(misplaced(STATE)) == []
    assert alignment(STATE) == 8 and STATE.itemsize % 8 == 0


def test_gaps_are_no_fields(states):
    assert field_names(CRAFT) == ["armor", "missiles", "known"]
    assert [name for name in CRAFT.names if name.startswith(GAP)] == ["gap_1", "gap_7"]
    assert set(to_dict(states[1].craft[3])) == {"armor", "missiles", "known"}
    with pytest.raises(ValueError, match="names that begin with gap_"):
        record([("gap_1", INT8)])


def test_actions_share_the_memory(states):
    words = as_int64(states)
    assert words.shape == (3, STATE.itemsize // 8)
    words[2] = words[1]
    assert states[2] == states[1]
    with pytest.raises(ValueError, match="not a multiple of 8 bytes"):
        as_int64(allocate(CURSOR, 2))


def test_actions_from_a_field_to_the_end():
    assert int64_from(STATE, "seed") == (8 + 16) // 8
    with pytest.raises(ValueError, match="not aligned to 8 bytes"):
        int64_from(STATE, "craft")


def test_an_array_holds_at_least_one_game():
    with pytest.raises(ValueError, match="length 1"):
        allocate(STATE, 0)


def test_bytes_share_the_memory(states):
    raw = as_bytes(states)
    assert raw.shape == (3, STATE.itemsize)
    raw[2] = raw[1]
    assert states[2] == states[1]


def test_bytes_of_a_strided_array_are_refused(states):
    with pytest.raises(ValueError, match="contiguous"):
        as_bytes(states[::2])


def test_digest_is_the_hash_of_the_bytes(states):
    assert digest(states, 1) == hashlib.sha256(bytes(as_bytes(states)[1])).hexdigest()


def test_save_and_load(states):
    games = load(save(states), STATE)
    assert games.dtype == STATE
    assert [digest(games, i) for i in range(3)] == [digest(states, i) for i in range(3)]
    games[0].craft[2].armor = 4
    assert games[0].craft[2].armor == 4


def test_load_of_another_record_is_refused(states):
    with pytest.raises(StateError, match=f"{STATE.itemsize} bytes, not {CRAFT.itemsize}"):
        load(save(states), CRAFT)
    renamed = record([("shield", INT8), ("missiles", INT16, (2,)), ("known", FLAG)])
    with pytest.raises(StateError, match="other fields"):
        load(save(allocate(renamed, 1)), CRAFT)


@pytest.mark.parametrize("data", [b"", b"junk", b"\x93NUMPY\x01\x00"])
def test_load_of_junk_is_refused(data):
    with pytest.raises(StateError, match="no saved games"):
        load(data, STATE)


def test_load_of_a_truncated_save_is_refused(states):
    with pytest.raises(StateError):
        load(save(states)[:-10], STATE)


def test_diff_names_every_changed_field(states):
    assert diff(states[0], states[1]) == [
        "turn: 0 -> 7",
        "cursor.word: 0 -> 1",
        "craft[3].armor: 0 -> -1",
        "craft[3].missiles[1]: 0 -> 38",
        "squad[1,2].known: 0 -> 1",
        "seed: 0 -> -5",
        "grid[1,0]: 0 -> -4",
    ]
    assert diff(states[0], states[2]) == []


def test_to_dict_is_plain(states):
    said = to_dict(states[1])
    assert said["craft"][3] == {"armor": -1, "missiles": [0, 38], "known": 0}
    assert said["grid"] == [[0, 0], [-4, 0]]
    assert type(said["cursor"]["word"]) is int


def test_memory_is_no_part_of_a_digest():
    """So games from before a field of memory was added keep their digests."""
    plain = record([("turn", INT8), ("score", INT64)])
    longer = record([("turn", INT8), ("memory_seen", INT16, (4,)), ("score", INT64)])
    old, new = allocate(plain, 1), allocate(longer, 1)
    for states in (old, new):
        states[0].turn, states[0].score = 3, 5
    new[0].memory_seen[:] = 7
    assert digest(new, 0) == digest(old, 0)
    new[0].score = 6
    assert digest(new, 0) != digest(old, 0)
