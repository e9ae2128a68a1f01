"""Tables and YAML files: read strictly, and refused with the place of the mistake."""

from __future__ import annotations

import itertools

import pytest

from spacecombat_env.core.errors import ConfigError, ScenarioError
from spacecombat_env.core.loading.tables import Column, read_csv, read_yaml

COLUMNS = {
    "name": Column(str),
    "armor": Column(int, low=0, high=20),
    "load": Column(int, blank=-1),
    "kind": Column(str, choices=("BR", "BT"), blank=""),
}


@pytest.fixture
def table(tmp_path):
    """Write a table; return its path."""

    def write(text: str):
        path = tmp_path / "ships.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_rows_are_typed_and_remarks_left_out(table):
    path = table('kind,name,armor,load,note\nBR, Gallant ,14,,"fast, old"\n\n,Triumph,0,3,\n')
    assert read_csv(path, COLUMNS) == [
        {"name": "Gallant", "armor": 14, "load": -1, "kind": "BR"},
        {"name": "Triumph", "armor": 0, "load": 3, "kind": ""},
    ]


@pytest.mark.parametrize(
    ("row", "place", "reason"),
    [
        ("A,21,,BR", "row 3, column 'armor'", "21 is above 20"),
        ("A,-1,,BR", "row 3, column 'armor'", "-1 is below 0"),
        ("A,x,,BR", "row 3, column 'armor'", "'x' is not a whole number"),
        ("A,1.5,,BR", "row 3, column 'armor'", "'1.5' is not a whole number"),
        ("A,,,BR", "row 3, column 'armor'", "empty"),
        ("A,1,,CV", "row 3, column 'kind'", "'CV' is none of 'BR', 'BT'"),
        ("A,1,", "row 3", "3 cells for 4 columns"),
        ("A,1,,BR,5", "row 3", "5 cells for 4 columns"),
    ],
)
def test_bad_cells_are_refused_with_their_place(table, row, place, reason):
    path = table(f"name,armor,load,kind\nB,1,2,BT\n{row}\n")
    with pytest.raises(ScenarioError) as caught:
        read_csv(path, COLUMNS)
    assert str(caught.value) == f"{path}: {place}: {reason}"


@pytest.mark.parametrize(
    ("header", "reason"),
    [("", "no column 'name'"), ("name,armor,load", "'kind'"), ("name,armor,load,kind,name", "two")],
)
def test_bad_headers_are_refused(table, header, reason):
    with pytest.raises(ScenarioError, match=f"row 1: .*{reason}"):
        read_csv(table(f"{header}\n"), COLUMNS)


def test_broken_quotes_and_encodings_are_refused(table, tmp_path):
    with pytest.raises(ScenarioError, match="CSV"):
        read_csv(table('name,armor,load,kind\n"A,1,2,BR\n'), COLUMNS)
    (tmp_path / "bytes.csv").write_bytes(b"name\n\xff\xfe")
    with pytest.raises(ScenarioError, match="not UTF-8"):
        read_csv(tmp_path / "bytes.csv", COLUMNS)


def test_missing_file_is_the_requested_error(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.csv: file: No such file"):
        read_csv(tmp_path / "none.csv", COLUMNS, error=ConfigError)
    with pytest.raises(ScenarioError, match=r"none\.yaml: file: No such file"):
        read_yaml(tmp_path / "none.yaml")


LAUGHS = "a: &a [0]\n" + "".join(
    f"{name}: &{name} [{', '.join(10 * ['*' + before])}]\n"
    for before, name in itertools.pairwise("abcdefghi")
)
"""Nine lines whose aliases stand for a hundred million values."""


def test_yaml_is_read(table):
    path = table("base: &base {a: 1, b: 2}\nused: {<<: *base, b: 3}\nlist: [1, two]\n")
    assert read_yaml(path) == {
        "base": {"a": 1, "b": 2},
        "used": {"a": 1, "b": 3},
        "list": [1, "two"],
    }
    assert read_yaml(table("")) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", "line 3: key 'a' is given twice"),
        ("a:\n  b: 1\n  b: 2\n", "line 3: key 'b' is given twice"),
        ("a: 1\nb: [1, 2\n", "line 3: "),
        ("a: !!python/object:os.system {}\n", "line 1: "),
        ("a: 1\n[1]: 2\n", "line 2: found unhashable key"),
        ("a: \x00\n", "YAML: "),
        ("a: " + "[" * 33 + "]" * 33, "line 1: nested deeper than 32"),
        ("[" * 100_000, "line 1: "),
        ("a: 1\nb: &b [1, *b]\n", "line 2: alias 'b' contains itself"),
        ("\n" + LAUGHS, "line 7: more than 200000 values"),
        ("a: 1\n" + "x" * 201 + ": 2\n", "line 2: a key of more than 200 characters"),
        ("a: " + "x" * 10_001, "line 1: a text of more than 10000 characters"),
    ],
)
def test_bad_yaml_is_refused_with_its_line(table, text, place):
    path = table(text)
    with pytest.raises(ConfigError) as caught:
        read_yaml(path, error=ConfigError)
    assert str(caught.value).startswith(f"{path}: {place}")
    assert "\n" not in str(caught.value)
