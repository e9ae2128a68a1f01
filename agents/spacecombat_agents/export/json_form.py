"""Convert an opponent's policies to JSON, for programs without an ONNX runtime."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacecombat_agents.export.onnx_lowering import policy_json
from spacecombat_agents.players.bundles.bundle import CARD_JSON, Bundle, policy_stem, write_bundle

__all__ = ["json_name", "write_as_json"]

ONNX, JSON = "onnx", "json"
FORMS = (ONNX, JSON)
"""Formats of the networks."""


def json_name(policy: str) -> str:
    """Return the file name of a policy as JSON."""
    return f"{policy_stem(policy)}.{JSON}"


def write_as_json(bundle: Bundle, path: Path) -> dict[str, Any]:
    """Write an opponent with its policies as plain steps (json_policy.py); return the manifest.

    Weights, golden vectors, levels and ratings stay. BundleError for a file of `opp/1`, for one
    whose policies are JSON already, and for a policy that the steps cannot compute.
    """
    if bundle.is_old:
        raise bundle.refuse("manifest.json schema", "is opp/1: export the run again")
    if not all(policy.endswith(f".{ONNX}") for policy in bundle.policies):
        raise bundle.refuse("manifest.json policies", "are already JSON")
    names = {policy: json_name(policy) for policy in bundle.policies}
    files = {name: data for name, data in bundle.files.items() if name not in names}
    layouts = bundle.manifest["layouts"]
    observations, action_count = layouts["observation"]["size"], layouts["actions"]["size"]
    for policy, name in names.items():
        try:
            files[name] = policy_json(
                bundle.files[policy], observations, action_count, bundle.outputs
            )
        except ValueError as cause:
            raise bundle.refuse(policy, f"cannot be written as JSON: {cause}") from None
    card = json.loads(bundle.files[CARD_JSON])
    if "parameters" in card:
        card["parameters"] = {names[each]: count for each, count in card["parameters"].items()}
        files[CARD_JSON] = json.dumps(card, indent=1).encode()
    levels = [replace(level, policy=names[level.policy]).as_json() for level in bundle.levels]
    manifest = {**bundle.manifest, "policies": list(names.values()), "levels": levels}
    return write_bundle(path, manifest, files)
