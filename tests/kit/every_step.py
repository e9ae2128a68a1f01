"""A policy as JSON that takes every step there is, with rows of other lengths on either side."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np

from spacecombat_agents.players.steps.json_policy import FLOAT32, JSON_FORM, STEP_KINDS

ENTRIES, WORDS = 12, 3
FIELDS: dict[str, Any] = {"width": 2, "epsilon": 0.5, "places": [13, 0, 0, 11]}


def every_step() -> tuple[bytes, list[str], dict[str, np.ndarray]]:
    """Return a policy, the rows that it makes, and a question."""
    luck = np.random.default_rng(6)
    weight = base64.b64encode(luck.normal(size=6).astype("<f4").tobytes()).decode()
    made: list[dict[str, Any]] = []
    for do, kind in sorted(STEP_KINDS.items()):
        fields = {field: FIELDS[field] for field in kind.fields}
        rows = ["obs", "w", "action_mask"]
        for of in (rows, [*rows[:2][::-1], rows[2]], rows[::-1]):
            for count in {kind.fewest, min(kind.most, len(rows))}:
                if do != "product" or of == rows:
                    if do != "take" or count > 1:
                        made.append({"do": do, "of": of[:count], **fields})
    runs = [
        each for each in made if each.get("width") is None or "action_mask" not in each["of"][:2]
    ]
    steps = [{**each, "out": f"row{number}"} for number, each in enumerate(runs)]
    content = {
        "form": JSON_FORM,
        "inputs": {"obs": ENTRIES, "action_mask": WORDS},
        "weights": {"w": {"shape": [6], FLOAT32: weight}},
        "steps": steps,
    }
    given = {
        "obs": luck.normal(size=(1, ENTRIES)).astype(np.float32),
        "action_mask": np.array([[1.0, 0.0, 1.0]], np.float32),
    }
    return json.dumps(content).encode(), [step["out"] for step in steps], given
