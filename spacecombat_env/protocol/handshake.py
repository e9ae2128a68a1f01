"""The first message to a player: the game, its notation, and the limits of the host."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_env import __version__
from spacecombat_env.core.ruleset import RuleSet, Scenario, source_digest
from spacecombat_env.protocol.vectors import described
from spacecombat_env.protocol.versions import PROTOCOL

DIGITS = 12
"""Leading digits of a hash that identify a layout or a scenario."""


WIRE_NAMES = {
    "decision": "ask",
    "log_delivered": "log_told",
    "delivered_count": "told_count",
    "delivered": "told",
    # Battle Rider
    "watch.ordered": "asked",
    # Interceptor
    "craft.disclosed": "told",
    "craft.disclosed_weapons": "weapons_told",
    "craft.disclosed_kinds": "kinds_told",
    "craft.disclosed_tons": "seen_tons",
    "craft.disclosed_streamlined": "seen_streamlined",
    "craft.last_seen_armour": "seen_armour",
    "craft.last_seen_inside": "seen_inside",
    "craft.last_seen_disabled": "seen_disabled",
    "crew.status": "wits",
    "last_seen_rows": "seen_rows",
}
"""Fields of records whose name in spacecombat/1 differs from the code."""


class ProtocolLimits(NamedTuple):
    """The host's limits for a player."""

    line_bytes: int = 1 << 20
    start_ms: int = 20_000
    """Milliseconds for the reply to hello."""
    refusals: int = 3
    """Consecutive refused answers; the last one loses the game."""
    peeks: int = 100
    """Messages other than answers for each decision."""


def hello(
    ruleset: RuleSet, scenario: Scenario, number: int = 1, bounds: ProtocolLimits | None = None
) -> dict[str, Any]:
    """Return the message that opens a conversation about a scenario."""
    return {
        "type": "hello",
        "id": number,
        "protocol": PROTOCOL,
        "host": f"spacecombat-env {__version__}",
        "rules": {
            "name": ruleset.name,
            "version": ruleset.version,
            "tables": _tables(ruleset.package)[:DIGITS],
        },
        "words": scenario.actions.digest()[:DIGITS],
        "observation": scenario.observation.digest()[:DIGITS],
        "record": record_digest(scenario)[:DIGITS],
        "limits": (bounds or ProtocolLimits())._asdict(),
        "vector": described(scenario),
    }


def record_digest(scenario: Scenario) -> str:
    """Return the SHA-256 over names, types and offsets of a record's fields."""
    description = repr(_wire_fields(scenario.table.opening.dtype.descr))
    return hashlib.sha256(description.encode()).hexdigest()


def _wire_fields(fields: list[Any], record: str = "") -> list[Any]:
    """Return NumPy's description of fields, with their names in spacecombat/1."""
    found = []
    for name, kind, *shape in fields:
        path = record + name
        inner = _wire_fields(kind, f"{path}.") if isinstance(kind, list) else kind
        found.append((WIRE_NAMES.get(path, name), inner, *shape))
    return found


@functools.cache
def _tables(package: Path) -> str:
    """Return the hash of a rule set's printed tables; without a folder, of nothing."""
    folders = [package / "data"] if package != Path() else []
    return source_digest(folders, ("*.csv",))
