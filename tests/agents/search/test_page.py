"""The page says what the code says: every parameter, its range, and what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacecombat_agents.scripted.parameters import Parameter
from spacecombat_agents.search.search_settings import IsmctsSettings, SearchSettings, parameters_of

PAGE = Path(__file__).parents[3] / "docs" / "opponents" / "search.md"
ALL = [
    pytest.param(each, kind.__name__, id=f"{kind.__name__}-{each.name}")
    for kind in (IsmctsSettings, SearchSettings)
    for each in parameters_of(kind, kind.__name__)
]


@pytest.mark.parametrize(("parameter", "owner"), ALL)
def test_every_parameter_stands_in_its_table(parameter: Parameter, owner: str) -> None:
    values = "off, on" if parameter.is_switch else f"{parameter.low} to {parameter.high}"
    usual = parameter.format(parameter.defaults[owner])
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| `{parameter.name}` |")
    ]
    assert [f"`{parameter.name}`", values, parameter.meaning] in [r[:2] + r[3:] for r in rows]
    assert any(row[2].split(";")[0] == usual for row in rows)
