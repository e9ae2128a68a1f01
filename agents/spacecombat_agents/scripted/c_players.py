"""Scripted players for programs in C: the C++ that names a unit's doctrines and their settings.

Each unit of the library of scripted players ends with it. It defines the function that
`spacecombat_scripted` in spacecombat.h describes.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.native.units import Unit

__all__ = ["scripted_text"]

FUNCTION = """\
extern "C" PY_EXPORTED const spacecombat_scripted* {name}_scripted(const char* name) {{
  for (auto& each : scripted_players)
    if (name && !std::strcmp(each.name, name)) return &each;
  return nullptr;
}}"""
"""The function that finds a scripted player by its name."""


def scripted_text(unit: Unit) -> str:
    """Return the C++ of the function `<unit>_scripted`."""
    captains: Any = importlib.import_module(f"{__package__}.{unit.ruleset}")
    return "\n".join(_lines(unit, captains)) + "\n"


def _lines(unit: Unit, captains: Any) -> Iterator[str]:
    yield '#line 1 "scripted"'
    yield '#include "spacecombat.h"'
    yield "namespace {"
    for number, doctrine in enumerate(captains.DOCTRINES):
        values = style_argument(captains, doctrine)[0].tobytes()
        integers = [
            str(int.from_bytes(values[at : at + 4], "little", signed=True))
            for at in range(0, len(values), 4)
        ]
        yield f"const int32_t style_{number}[] = {{{', '.join(integers)}}};"
    yield "const spacecombat_scripted scripted_players[] = {"
    choose = f"reinterpret_cast<decltype(spacecombat_scripted::choose)>({unit.name}_choose)"
    for number, doctrine in enumerate(captains.DOCTRINES):
        yield (
            f'    {{"{unit.ruleset}", "{unit.capacity}", "{doctrine}", {choose}, style_{number}}},'
        )
    yield "};"
    yield "}"
    yield FUNCTION.format(name=unit.name)
