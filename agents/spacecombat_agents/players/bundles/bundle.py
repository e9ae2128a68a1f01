"""Opponent files: a zip (`.opp`) with policies, their requirements, and golden vectors.

    manifest.json   schema, rules, layouts, inputs and outputs, levels, files with hashes, training
    policy.json     obs (O), action_mask (A) -> logits, value, maybe wdl, as plain steps
                    (steps/json_policy.py); further policies, such as policy_cadet.json, for levels
                    with their own
    policy.onnx     the same as ONNX, for other runtimes; it may be missing
    golden.npz      64 decisions, each policy's outputs and each level's actions, to check a runtime
    card.json       measured results
    card.md         the same for people

It needs only NumPy. Older files hold ONNX only (old_files.py).

Nothing in a bundle is executed or unpickled. Loading takes these steps and
stops at the first failure with a BundleError that names file, field and reason:

    sizes -> hashes -> schema -> compatibility -> operators -> golden vectors on this runtime

Sizes are checked in archive.py, hashes and schema here, the others in bundle_checks.py. Files of
the older schema `opp/1`, with one policy that plays its likeliest action, are read as bundles of
one level. docs/opponents/format.md has every field.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import spacecombat_env
from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.players.bundles.archive import read_npz, unpack
from spacecombat_agents.players.bundles.levels import (
    ARGMAX,
    DEFAULT_POLICY,
    StrengthLevel,
    read_levels,
)
from spacecombat_env.core.errors import BundleError, ConfigError
from spacecombat_env.core.ruleset import RuleSet, Scenario, source_digest

__all__ = [
    "Bundle",
    "MAX_NAME_LENGTH",
    "is_name",
    "layouts_identity",
    "policy_stem",
    "read_bundle",
    "rules_identity",
    "steps_file",
    "write_bundle",
]

OLD_SCHEMA, SCHEMA = "opp/1", "opp/2"
"""The schemas that can be read; files are written with the second."""
MANIFEST, GOLDEN = "manifest.json", "golden.npz"
CARD_JSON, CARD_TEXT = "card.json", "card.md"
FILES = (GOLDEN, CARD_JSON, CARD_TEXT)
"""Files besides the policies."""
STEPS_SUFFIX = ".json"
"""Suffix of policies as plain steps."""
LOGITS, VALUE, WDL = "logits", "value", "wdl"
MAX_NAME_LENGTH = 40
"""Characters of an opponent's name, as of a person's; a longer one is cut."""


@dataclass(frozen=True)
class Bundle:
    """The content of an opponent file with hashes and schema checked."""

    path: Path
    manifest: dict[str, Any]
    files: Mapping[str, bytes]

    def refuse(self, field: str, reason: str) -> BundleError:
        """Return the error for a file that cannot be used."""
        return BundleError.at(self.path, field, reason)

    @property
    def name(self) -> str:
        """The opponent's name."""
        return str(self.manifest["name"]).strip()[:MAX_NAME_LENGTH]

    @property
    def is_old(self) -> bool:
        """Whether it has the older schema."""
        return bool(self.manifest["schema"] == OLD_SCHEMA)

    @property
    def policies(self) -> list[str]:
        """Files of its policies."""
        return [DEFAULT_POLICY] if self.is_old else list(self.manifest["policies"])

    @functools.cached_property
    def levels(self) -> tuple[StrengthLevel, ...]:
        """Its levels, weakest first."""
        if self.is_old:
            return (ARGMAX,)
        file = f"{self.path}: {MANIFEST}"
        return read_levels(self.manifest["levels"], self.policies, file)

    @property
    def outputs(self) -> list[str]:
        """The outputs of its policies: logits, value, and wdl if they have it."""
        if self.is_old:
            return [LOGITS, VALUE]
        return [str(output["name"]) for output in self.manifest["outputs"]]

    def golden(self) -> dict[str, np.ndarray]:
        """Return the golden vectors."""
        return read_npz(io.BytesIO(self.files[GOLDEN]))


def is_name(text: str) -> bool:
    """Return whether a text can be an opponent's name: printable, on one line."""
    return bool(text.strip()) and text.isprintable()


def policy_stem(policy: str) -> str:
    """Return a policy's name without its suffix, which is the key of its golden vectors."""
    return policy.rpartition(".")[0]


def steps_file(policy: str) -> str:
    """Return the file name of a policy's plain steps."""
    return f"{policy_stem(policy)}{STEPS_SUFFIX}"


# -- identity -------------------------------------------------------------------------------------


def rules_identity(ruleset: RuleSet) -> dict[str, Any]:
    """Return the identity of a game's rules: name, version, and the hash of the printed tables.

    `sources` is a hash that includes the engine's code; it is recorded but not compared, because a
    comment changes it.
    """
    core = Path(spacecombat_env.__file__).resolve().parent / "core"
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "tables": source_digest([ruleset.package / "data"], ("*.csv",)),
        "sources": source_digest([core, ruleset.package]),
    }


def layouts_identity(scenario: Scenario) -> dict[str, Any]:
    """Return sizes and hashes of the observation and action layouts."""
    return {
        "observation": {"size": scenario.observation.size, "hash": scenario.observation.digest()},
        "actions": {"size": scenario.actions.size, "hash": scenario.actions.digest()},
        "capacity": scenario.capacity,
    }


def canonical_json(content: Any) -> bytes:
    """Return JSON as bytes; equal content gives equal bytes."""
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def manifest_hash(manifest: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a manifest without its own hash; it covers every file's hash."""
    return hashlib.sha256(
        canonical_json({key: value for key, value in manifest.items() if key != "bundle_hash"})
    ).hexdigest()


# -- writing --------------------------------------------------------------------------------------


def write_bundle(
    path: Path, manifest: dict[str, Any], files: Mapping[str, bytes]
) -> dict[str, Any]:
    """Write an opponent file, with hashes filled in; equal content gives equal bytes."""
    entries = [
        {"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(files.items())
    ]
    manifest = {**manifest, "files": entries}
    manifest["bundle_hash"] = manifest_hash(manifest)
    text = json.dumps(manifest, indent=1, ensure_ascii=False).encode()
    with atomic_write(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [(MANIFEST, text), *sorted(files.items())]:
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return manifest


# -- reading --------------------------------------------------------------------------------------


def read_bundle(path: Path) -> Bundle:
    """Read an opponent file and check its hashes and schema."""
    content = _read_zip(path)
    if MANIFEST not in content:
        raise BundleError.at(path, MANIFEST, "is missing")
    try:
        manifest = json.loads(content.pop(MANIFEST))
    except (ValueError, RecursionError) as cause:
        raise BundleError.at(path, MANIFEST, f"not JSON: {cause}") from None
    if not isinstance(manifest, dict):
        raise BundleError.at(path, MANIFEST, "is not a JSON object")
    bundle = Bundle(path, manifest, content)
    _check_hashes(bundle)
    _check_schema(bundle)
    return bundle


def _read_zip(path: Path) -> dict[str, bytes]:
    """Return the files in a zip."""
    try:
        return unpack(path)
    except FileNotFoundError:
        raise BundleError.at(path, "file", "there is no such file") from None
    except (OSError, ValueError) as cause:
        raise BundleError.at(path, "file", str(cause)) from None


def _check_hashes(bundle: Bundle) -> None:
    """Refuse a bundle whose files do not match the manifest."""
    listed = bundle.manifest.get("files")
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise bundle.refuse(f"{MANIFEST} files", "is not a list of files")
    hashes = {str(entry.get("path")): entry.get("sha256") for entry in listed}
    for name in hashes:
        if name not in bundle.files:
            raise bundle.refuse(name, "is missing")
    for name, data in bundle.files.items():
        if name not in hashes:
            raise bundle.refuse(name, "is not listed in manifest.json")
        if hashlib.sha256(data).hexdigest() != hashes[name]:
            raise bundle.refuse(
                name, "its SHA-256 is not the one in manifest.json: changed or damaged"
            )
    if manifest_hash(bundle.manifest) != bundle.manifest.get("bundle_hash"):
        raise bundle.refuse(f"{MANIFEST} bundle_hash", "does not match: the manifest was changed")


_FIELDS = {
    "name": str,
    "created": str,
    "rules": dict,
    "layouts": dict,
    "scenario": dict,
    "delegate": list,
    "mask": str,
    "inputs": list,
    "outputs": list,
    "training": dict,
}
_NEW_FIELDS = {"kind": str, "policies": list, "levels": list, "decision": dict}
"""Fields of `opp/2` only."""
_KINDS = ("net", "net+engine")
_DECISION = {"rng": "philox4x32-10", "method": "inverse-cdf-f64", "ties": "lowest"}
"""The ways to choose actions that this package supports."""
_POLICY_FORM = re.compile(r"policy[a-z0-9_-]*\.(onnx|json)")


def _check_schema(bundle: Bundle) -> None:
    """Refuse a bundle of an unknown schema, or with fields missing or of the wrong type."""
    schema = bundle.manifest.get("schema")
    if schema not in (OLD_SCHEMA, SCHEMA):
        newer = re.fullmatch(r"opp/\d+", str(schema)) and schema != "opp/0"
        reason = f"{schema!r}: this package reads {OLD_SCHEMA!r} and {SCHEMA!r}"
        more = "; the file is from a newer version" if newer else ""
        raise bundle.refuse(f"{MANIFEST} schema", reason + more)
    for field, kind in {**_FIELDS, **({} if schema == OLD_SCHEMA else _NEW_FIELDS)}.items():
        if not isinstance(bundle.manifest.get(field), kind):
            raise bundle.refuse(f"{MANIFEST} {field}", f"is missing or not a {kind.__name__}")
    if not is_name(bundle.manifest["name"]):
        raise bundle.refuse(f"{MANIFEST} name", "is not a name on one line")
    if schema == SCHEMA:
        _check_new_fields(bundle)
    for name in (*FILES, *bundle.policies):
        if name not in bundle.files:
            raise bundle.refuse(name, "is missing")


def _check_new_fields(bundle: Bundle) -> None:
    """Refuse features of `opp/2` that this package does not support."""
    manifest = bundle.manifest
    if manifest["kind"] not in _KINDS:
        reason = f"{manifest['kind']!r} is none of: {', '.join(_KINDS)}"
        raise bundle.refuse(f"{MANIFEST} kind", reason)
    if manifest.get("state") is not None:
        raise bundle.refuse(f"{MANIFEST} state", "recurrent policies are not supported")
    for field, ours in _DECISION.items():
        if manifest["decision"].get(field) != ours:
            reason = f"{manifest['decision'].get(field)!r}, this package has {ours!r}"
            raise bundle.refuse(f"{MANIFEST} decision.{field}", reason)
    for name in manifest["policies"]:
        if not isinstance(name, str) or not _POLICY_FORM.fullmatch(name):
            raise bundle.refuse(f"{MANIFEST} policies", f"{name!r} is not a valid name of a policy")
    if len({policy_stem(name) for name in manifest["policies"]}) < len(manifest["policies"]):
        raise bundle.refuse(f"{MANIFEST} policies", "names are not unique")
    named = [output.get("name") for output in manifest["outputs"] if isinstance(output, dict)]
    if named not in ([LOGITS, VALUE], [LOGITS, VALUE, WDL]):
        raise bundle.refuse(f"{MANIFEST} outputs", f"are not {LOGITS}, {VALUE} and maybe {WDL}")
    try:
        _ = bundle.levels
    except ConfigError as cause:
        raise BundleError(str(cause)) from None
