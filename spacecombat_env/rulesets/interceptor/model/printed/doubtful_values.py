"""Marks of doubt: values that the book does not print, or prints twice.

The marks are next to the values in data/ (`status`, `reason`, `confidence`) and are listed here for
the rule set's page. Printed values are not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from spacecombat_env.core.loading.tables import Column, read_csv

from .tables import DATA, yaml_of

TEXT = Column(str, blank="")
SURE = ("", "ok", "text", "worked_example")
"""Marks of a printed value."""
TABLES = {
    "weapons.csv": "id",
    "hardpoints.csv": "id",
    "pods.csv": "id",
    "defensive_systems.csv": "id",
}
SHIPPED = ("damage_templates.yaml", "geometry.yaml", "missiles.yaml")


class DoubtfulValue(NamedTuple):
    """The mark of one value."""

    file: str
    name: str
    status: str


def doubtful_values() -> list[DoubtfulValue]:
    """Return the doubtful values, in the order of the files."""
    found = [*_ships(), *_suspects()]
    for file, column in TABLES.items():
        rows = read_csv(DATA / file, {column: TEXT, "status": TEXT})
        found += [DoubtfulValue(file, str(row[column]), str(row["status"])) for row in rows]
    for file in SHIPPED:
        found += _walk(file, yaml_of(file), "")
    return [value for value in found if value.status not in SURE]


def _ships() -> Iterator[DoubtfulValue]:
    """Yield the status of each ship; all layouts are reconstructed."""
    for name, ship in yaml_of("ships.yaml")["ships"].items():
        yield DoubtfulValue("ships.yaml", name, ship["status"])
        yield DoubtfulValue("icb_layouts.yaml", name, "reconstructed")


def _suspects() -> Iterator[DoubtfulValue]:
    """Yield the values that look misprinted."""
    columns = dict.fromkeys(("id", "where", "printed", "recommended", "confidence"), TEXT)
    for row in read_csv(DATA / "suspect_values.csv", columns):
        status = f"printed {row['printed']}, used {row['recommended']} ({row['confidence']})"
        yield DoubtfulValue("suspect_values.csv", f"{row['id']} {row['where']}", status)


def _walk(file: str, value: Any, path: str) -> Iterator[DoubtfulValue]:
    """Yield every `status`, and every `x_status`, of nested mappings."""
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        at = f"{path}.{key}" if path else str(key)
        if key == "status":
            yield DoubtfulValue(file, path, str(inner))
        elif str(key).endswith("_status"):
            yield DoubtfulValue(file, at.removesuffix("_status"), str(inner))
        else:
            yield from _walk(file, inner, at)
