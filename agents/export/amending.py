"""Changes to an opponent file that leave its policies alone: other levels, measured results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.export.card import card_text, level_rows
from spacecombat_agents.export.golden import level_words, npz_bytes
from spacecombat_agents.players.bundle import (
    CARD_JSON,
    CARD_TEXT,
    GOLDEN,
    LOGITS,
    Bundle,
    write_bundle,
)
from spacecombat_agents.players.bundle_checks import answer_key, words_key
from spacecombat_agents.players.levels import Level, read_levels, strongest


def amend(
    bundle: Bundle, path: Path, levels: Sequence[Level], **told: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Write a bundle with other levels, weakest first, and return its manifest.

    Golden words are drawn anew from the golden logits. `told` goes into the card (`calibration`,
    `exploitability`); the latter also into the manifest. BundleError for files of `opp/1`.
    """
    if bundle.is_old:
        reason = "has one level and cannot have others: export the run anew"
        raise bundle.refuse("manifest.json schema", f"{bundle.manifest['schema']} {reason}")
    content = [level.as_json() for level in levels]
    read_levels(content, bundle.policies, str(path))
    card = {**json.loads(bundle.files[CARD_JSON]), **told}
    card["levels"], card["usual_level"] = level_rows(levels), strongest(levels).id
    files = {
        **bundle.files,
        GOLDEN: _golden(bundle, levels),
        CARD_JSON: json.dumps(card, indent=1).encode(),
        CARD_TEXT: card_text(card).encode(),
    }
    manifest = {**bundle.manifest, "levels": content}
    if "exploitability" in told:
        manifest["exploitability"] = told["exploitability"]
    return write_bundle(path, manifest, files)


def _golden(bundle: Bundle, levels: Sequence[Level]) -> bytes:
    """Return the golden vectors with the words of other levels."""
    arrays = bundle.golden()
    for level in bundle.levels:
        del arrays[words_key(level)]
    logits = {policy: arrays[answer_key(bundle, policy, LOGITS)] for policy in bundle.policies}
    return npz_bytes(arrays | level_words(arrays["masks"], logits, levels))
