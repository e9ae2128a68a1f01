"""Read printed tables (CSV) and scenario files (YAML) strictly.

Every error is one line that names the file and the place in it. Rows and lines count from 1; the
header is row 1.
"""

from __future__ import annotations

import csv
import io
import os
from dataclasses import dataclass
from pathlib import Path

import yaml

from spacecombat_env.core.errors import ScenarioError, SpaceCombatError
from spacecombat_env.core.loading.strict_yaml import parse_strict

Value = int | str


@dataclass(frozen=True)
class Column:
    """The allowed values of one column of a table."""

    kind: type[int] | type[str] = int
    """The type of its values."""
    low: int | None = None
    """The least integer allowed; None for no limit."""
    high: int | None = None
    """The greatest integer allowed; None for no limit."""
    blank: Value | None = None
    """Value of an empty cell; None forbids empty cells."""
    choices: tuple[Value, ...] | None = None
    """The only values allowed; None for any. An empty cell's value need not be among them."""

    def parse(self, text: str) -> Value:
        """Return the value of a cell. Raise ValueError with the reason if it is not allowed."""
        text = text.strip()
        if not text:
            if self.blank is None:
                raise ValueError("empty")
            return self.blank
        value = self._typed(text)
        if self.choices is not None and value not in self.choices:
            raise ValueError(f"{value!r} is none of {', '.join(map(repr, self.choices))}")
        return value

    def _typed(self, text: str) -> Value:
        """Return `text` as this column's type, in its range."""
        if self.kind is str:
            return text
        try:
            value = int(text)
        except ValueError:
            raise ValueError(f"{text!r} is not a whole number") from None
        if self.low is not None and value < self.low:
            raise ValueError(f"{value} is below {self.low}")
        if self.high is not None and value > self.high:
            raise ValueError(f"{value} is above {self.high}")
        return value


def read_csv(
    path: str | os.PathLike[str],
    columns: dict[str, Column],
    error: type[SpaceCombatError] = ScenarioError,
) -> list[dict[str, Value]]:
    """Return the rows of a table, each a dict of `columns`; empty lines are skipped.

    Other columns of the file, such as remarks, are left out. Raises `error` if a column is missing,
    a row has the wrong length, or a cell is not allowed.
    """
    try:
        lines = list(csv.reader(io.StringIO(_read(path, error), newline=""), strict=True))
    except csv.Error as cause:
        raise error.at(path, "CSV", str(cause)) from cause
    header = _header(path, lines, columns, error)
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        if len(line) not in (0, len(header)):
            raise error.at(path, f"row {number}", f"{len(line)} cells for {len(header)} columns")
        if line:
            cells = dict(zip(header, line, strict=True))
            rows.append(_row(path, number, cells, columns, error))
    return rows


def _header(
    path: str | os.PathLike[str],
    lines: list[list[str]],
    columns: dict[str, Column],
    error: type[SpaceCombatError],
) -> list[str]:
    """Return the names in row 1. They must be distinct and include all of `columns`."""
    header = [name.strip() for name in lines[0]] if lines else []
    for name in columns:
        if name not in header:
            raise error.at(path, "row 1", f"no column {name!r}")
    for name in header:
        if header.count(name) > 1:
            raise error.at(path, "row 1", f"two columns {name!r}")
    return header


def _row(
    path: str | os.PathLike[str],
    number: int,
    cells: dict[str, str],
    columns: dict[str, Column],
    error: type[SpaceCombatError],
) -> dict[str, Value]:
    """Return the values of row `number`."""
    row = {}
    for name, column in columns.items():
        try:
            row[name] = column.parse(cells[name])
        except ValueError as cause:
            raise error.at(path, f"row {number}, column {name!r}", str(cause)) from None
    return row


def read_yaml(
    path: str | os.PathLike[str], error: type[SpaceCombatError] = ScenarioError
) -> object:
    """Return the content of a YAML file: dicts, lists, numbers and text; None for an empty one.

    Raises `error`, naming the line, for bad YAML and for what strict_yaml.py refuses.
    """
    return parse_yaml(_read(path, error), path, error)


def parse_yaml(
    text: str, path: str | os.PathLike[str], error: type[SpaceCombatError] = ScenarioError
) -> object:
    """Return the content of YAML text; errors are as of `read_yaml`, for a file of that name."""
    try:
        return parse_strict(text)
    except yaml.MarkedYAMLError as cause:
        mark = cause.problem_mark
        line = f"line {mark.line + 1}" if mark else "YAML"
        raise error.at(path, line, cause.problem or "not YAML") from cause
    except yaml.YAMLError as cause:
        raise error.at(path, "YAML", str(cause).splitlines()[0]) from cause


def _read(path: str | os.PathLike[str], error: type[SpaceCombatError]) -> str:
    """Return the text of a UTF-8 file."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as cause:
        raise error.at(path, "file", cause.strerror or str(cause)) from cause
    except UnicodeDecodeError as cause:
        raise error.at(path, f"byte {cause.start}", "not UTF-8") from cause
