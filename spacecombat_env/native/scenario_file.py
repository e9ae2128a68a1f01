"""Scenario files: a scenario as bytes for the functions of include/spacecombat.h.

A file is a header of 256 bytes, then the rules, the opening, the scales of an observation as
float32, and a description as JSON. All numbers are little-endian. The header holds at byte

     0  "SPCOMBAT"                           160  number of the records' layout, uint64
     8  version of the format, uint32        168  bytes of the rules, int64
    12  bytes of the header, uint32          176  bytes of the opening, int64
    16  name of the rule set, 32 bytes       184  length of a mask, int64
    48  capacity class, 16 bytes             192  length of an observation, int64
    64  name of the scenario, 64 bytes       200  bytes of the description, int64
   128  digest of the scenario, 32 bytes     224  SHA-256 of all other bytes
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.model.fields import Record
from spacecombat_env.core.model.layout import Layout
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.native.record_layout import layout_number, layout_of

__all__ = ["describe_scenario", "scenario_bytes", "write_scenario"]

MAGIC, FILE_VERSION, HEADER_SIZE = b"SPCOMBAT", 1, 256
HEADER = struct.Struct("<8sII32s16s64s32sQqqqqq16x")
"""The header without its checksum."""


def write_scenario(ruleset: RuleSet, scenario: Scenario, path: Path) -> None:
    """Write a scenario file atomically."""
    data = scenario_bytes(ruleset, scenario)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as cause:
        part.unlink(missing_ok=True)
        raise ScenarioError.at(path, "file", f"cannot be written: {cause.strerror}") from None


def scenario_bytes(ruleset: RuleSet, scenario: Scenario) -> bytes:
    """Return the content of a scenario file."""
    table = scenario.table
    description = json.dumps(describe_scenario(ruleset, scenario), ensure_ascii=False)
    parts = (
        table.rules.tobytes(),
        table.opening.tobytes(),
        scenario.observation.scales.astype("<f4").tobytes(),
        description.encode(),
    )
    header = HEADER.pack(
        MAGIC,
        FILE_VERSION,
        HEADER_SIZE,
        scenario.ruleset.encode(),
        scenario.capacity.encode(),
        _cut(scenario.name, 63),
        bytes.fromhex(scenario.digest),
        layout_number(table.opening.dtype, table.rules.dtype),
        len(parts[0]),
        len(parts[1]),
        scenario.actions.size,
        scenario.observation.size,
        len(parts[3]),
    )
    body = b"".join(parts)
    return header + hashlib.sha256(header + body).digest() + body


def describe_scenario(ruleset: RuleSet, scenario: Scenario) -> dict[str, Any]:
    """Return the description: names of what a game's numbers mean, ready for JSON.

    The fields of `record` are those of `native.record_layout.layout_of`; `enums` names values of
    some of them.
    """
    return {
        "ruleset": {"name": ruleset.name, "title": ruleset.title, "version": ruleset.version},
        "name": scenario.name,
        "digest": scenario.digest,
        "capacity": scenario.capacity,
        "seats": list(ruleset.seats),
        "players": [list(names) for names in scenario.players],
        "delegate": [list(types) for types in scenario.delegate],
        "reasons": list(ruleset.reasons),
        "actions": describe_layout(scenario.actions),
        "observation": describe_layout(scenario.observation),
        "record": layout_of(scenario.table.opening.dtype),
        "enums": dict(_enums(ruleset, scenario)),
    }


def _enums(ruleset: RuleSet, scenario: Scenario) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the values of fields that have names, by the field's path: `tf.status`."""
    if ruleset.knowledge is not None:
        yield from _enums_in(ruleset.knowledge(scenario).state, "")


def _enums_in(declared: Record, path: str) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield those of a record, which is found at a path."""
    for each in declared:
        if each.record is not None:
            yield from _enums_in(each.record, f"{path}{each.name}.")
        elif each.enum is not None:
            names = {member.name.lower(): int(member) for member in each.enum}
            yield f"{path}{each.name}", names


def describe_layout(layout: Layout) -> dict[str, Any]:
    """Return a layout as manifests of opponents have it: size, hash, blocks."""
    blocks = [
        {
            "name": each.name,
            "offset": layout.offsets[each.name],
            "shape": list(each.shape),
            "columns": list(each.columns) if each.columns else None,
            "doc": each.doc,
        }
        for each in layout.blocks
    ]
    return {"size": layout.size, "hash": layout.digest(), "blocks": blocks}


def _cut(text: str, size: int) -> bytes:
    """Return a text in UTF-8, cut at a letter to at most `size` bytes."""
    return text.encode()[:size].decode(errors="ignore").encode()
