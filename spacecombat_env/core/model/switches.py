"""Switches: rules that a scenario turns on or off, one row each.

A row defines a field of the options record, the values in the `rules:` section of a scenario
(core/loading/scenarios.py), and an entry of the manual (scripts/rules_page.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from spacecombat_env.core.model.fields import Field, field, flag
from spacecombat_env.core.model.record import INT8

OFF_OR_ON = (False, True)


class Switch(NamedTuple):
    """One switch of a scenario's `rules:` section."""

    option: str
    """Field of rules.option."""
    values: tuple[str | bool, ...]
    """Values in the file for 0, for 1, and so on."""
    default: int
    doc: str


def switch_fields(switches: Mapping[str, Switch], known: Enum) -> dict[str, Field]:
    """Declare the fields of the options record that switches set, in their order."""
    return {row.option: _field(row, known) for row in switches.values()}


def _field(row: Switch, known: Enum) -> Field:
    """Declare the field of one switch: a boolean, or the index of its value."""
    if row.values == OFF_OR_ON:
        return flag(row.doc, known=known)
    return field(INT8, row.doc, known=known, most=len(row.values) - 1)
