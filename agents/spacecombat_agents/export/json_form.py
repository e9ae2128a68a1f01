"""Rewrite an opponent file: add plain steps to an older one, or leave ONNX out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from spacecombat_agents.players.bundles.bundle import CARD_JSON, Bundle, steps_file, write_bundle
from spacecombat_agents.players.bundles.old_files import steps_from_onnx

__all__ = ["add_steps", "write_as_json"]

ONNX, JSON = "onnx", "json"
FORMS = (ONNX, JSON)
"""Formats of the networks: plain steps and ONNX, or plain steps alone."""


def add_steps(bundle: Bundle, path: Path) -> dict[str, Any]:
    """Write an opponent with plain steps in addition to its ONNX policies; return the manifest.

    All else stays. BundleError for a file that has no ONNX, and for a policy whose steps are not
    known (old_files.py).
    """
    if not all(policy.endswith(f".{ONNX}") for policy in bundle.policies):
        raise bundle.refuse("manifest.json policies", "have no ONNX")
    return write_bundle(path, bundle.manifest, {**bundle.files, **_steps(bundle)})


def write_as_json(bundle: Bundle, path: Path) -> dict[str, Any]:
    """Write an opponent with its policies as plain steps alone; return the manifest.

    Weights, golden vectors, levels and ratings stay. BundleError for a file of `opp/1`, for one
    that has no ONNX, and for a policy whose steps are not known (old_files.py).
    """
    if bundle.is_old:
        raise bundle.refuse("manifest.json schema", "is opp/1: export the run again")
    if not all(policy.endswith(f".{ONNX}") for policy in bundle.policies):
        raise bundle.refuse("manifest.json policies", "are already JSON")
    files = {name: data for name, data in bundle.files.items() if name not in bundle.policies}
    files |= _steps(bundle)
    names = {policy: steps_file(policy) for policy in bundle.policies}
    card = json.loads(bundle.files[CARD_JSON])
    if "parameters" in card:
        card["parameters"] = {names[each]: count for each, count in card["parameters"].items()}
        files[CARD_JSON] = json.dumps(card, indent=1).encode()
    levels = [level.with_policies(names).as_json() for level in bundle.levels]
    manifest = {**bundle.manifest, "policies": list(names.values()), "levels": levels}
    return write_bundle(path, manifest, files)


def _steps(bundle: Bundle) -> dict[str, bytes]:
    """Return the plain steps of all policies, by file name."""
    return {
        steps_file(policy): bundle.files.get(steps_file(policy)) or steps_from_onnx(bundle, policy)
        for policy in bundle.policies
    }
