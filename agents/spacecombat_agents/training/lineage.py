"""The decisions that a policy cost in all: its own run, and everything it was made from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from spacecombat_agents.players.bundles.builtin import SUFFIX, opponent_file
from spacecombat_agents.players.bundles.bundle import CARD_JSON, read_bundle
from spacecombat_agents.players.bundles.levels import split_level
from spacecombat_agents.players.net_agent import weights_file
from spacecombat_agents.training.config import CONFIG_FILE, TrainConfig, load_config
from spacecombat_env.core.errors import SpaceCombatError

__all__ = ["RESULT", "lineage_of", "whole_lineage"]

RESULT = "result.json"
"""File of a run's results."""


def whole_lineage(config: TrainConfig, decisions: int) -> dict[str, Any]:
    """Return the decisions of a run and of all that it was made from.

    `parts` has a row for each: what, and its decisions. They are the run's own, those of the
    teacher in behaviour cloning, of the run or the file of its initial weights, and of the opponent
    files that it met, such as exploiters. `unknown` names sources whose decisions nothing records.
    """
    parts = [{"what": "own run", "decisions": decisions}]
    unknown: list[str] = []
    if config.imitation.agent is not None:
        what = f"behaviour cloning of {config.imitation.agent}"
        parts.append({"what": what, "decisions": config.imitation.decisions})
    sources = [] if config.start is None else [config.start]
    sources += [
        name
        for name, weight in config.opponents.weights.items()
        if weight > 0 and split_level(name)[0].endswith(SUFFIX)
    ]
    for name in dict.fromkeys(split_level(each)[0] for each in sources):
        what = "/".join(Path(name).parts[-2:])
        found = lineage_of(name)
        if found is None:
            unknown.append(what)
            continue
        parts.append({"what": what, "decisions": found["decisions"]})
        unknown += found["unknown"]
    total = sum(int(str(part["decisions"])) for part in parts)
    return {"decisions": total, "parts": parts, "unknown": list(dict.fromkeys(unknown))}


def lineage_of(name: str) -> dict[str, Any] | None:
    """Return the decisions behind a run's weights or an opponent file; None if not recorded.

    Older files record only their own: then their parent is unknown.
    """
    try:
        if name.endswith(SUFFIX):
            lineage = json.loads(read_bundle(opponent_file(name)).files[CARD_JSON])["lineage"]
            parent = [lineage["parent"]] if lineage.get("parent") else []
            own = {"decisions": lineage["decisions"], "unknown": parent}
            return dict(lineage.get("whole_lineage") or own) if lineage["decisions"] else None
        run = weights_file(name).parent
        result = json.loads((run / RESULT).read_text(encoding="utf-8"))
        whole = result.get("whole_lineage")
        return whole or whole_lineage(load_config(run / CONFIG_FILE), result["decisions"])
    except (SpaceCombatError, OSError, ValueError, KeyError, TypeError):
        return None
