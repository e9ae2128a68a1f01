"""Edit an opponent file without touching its policies: other levels, measured results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.export.golden_vectors import level_actions, npz_bytes
from spacecombat_agents.export.model_card import card_text, level_rows
from spacecombat_agents.players.bundles.bundle import (
    CARD_JSON,
    CARD_TEXT,
    GOLDEN,
    LOGITS,
    Bundle,
    write_bundle,
)
from spacecombat_agents.players.bundles.bundle_checks import actions_key, output_key
from spacecombat_agents.players.bundles.levels import StrengthLevel, read_levels, strongest_level


def edit_bundle(
    bundle: Bundle, path: Path, levels: Sequence[StrengthLevel], **changes: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Write a bundle with other levels, weakest first, and return its manifest.

    Golden actions are sampled again from the golden logits. `changes` go into the card
    (`calibration`, `exploitability`); the latter also into the manifest. BundleError for files of
    `opp/1`.
    """
    if bundle.is_old:
        reason = "allows only one level: export the run again"
        raise bundle.refuse("manifest.json schema", f"{bundle.manifest['schema']} {reason}")
    content = [level.as_json() for level in levels]
    read_levels(content, bundle.policies, str(path))
    card = {**json.loads(bundle.files[CARD_JSON]), **changes}
    card["levels"], card["usual_level"] = level_rows(levels), strongest_level(levels).id
    files = {
        **bundle.files,
        GOLDEN: _golden_file(bundle, levels),
        CARD_JSON: json.dumps(card, indent=1).encode(),
        CARD_TEXT: card_text(card).encode(),
    }
    manifest = {**bundle.manifest, "levels": content}
    if "exploitability" in changes:
        manifest["exploitability"] = changes["exploitability"]
    return write_bundle(path, manifest, files)


def _golden_file(bundle: Bundle, levels: Sequence[StrengthLevel]) -> bytes:
    """Return the golden vectors with the actions of other levels."""
    arrays = bundle.golden()
    for level in bundle.levels:
        del arrays[actions_key(level)]
    logits = {policy: arrays[output_key(bundle, policy, LOGITS)] for policy in bundle.policies}
    return npz_bytes(arrays | level_actions(arrays["masks"], logits, levels))
