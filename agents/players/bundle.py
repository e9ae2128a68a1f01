"""Opponent files: one zip (`.opp`) with a policy, what it was made for, and proof that it works.

    manifest.json   schema, rules, layouts, inputs and outputs, files with hashes, training
    policy.onnx     obs float32 (batch, O), action_mask float32 (batch, A) -> logits, value
    golden.npz      64 observations, masks, logits, values and words, to check a runtime with
    card.json       measured results
    card.md         the same for people

Needs only NumPy. Nothing in a bundle is executable, and nothing is unpickled. Loading goes in this
order, and stops at the first doubt with a BundleError that names file, field and reason:

    hashes -> schema -> compatibility -> operators -> golden vectors on this runtime -> play
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.players.onnx_graph import read_graph
from spacecombat_env.core.errors import BundleError
from spacecombat_env.core.ruleset import RuleSet, Scenario, source_digest

SCHEMA = "opp/1"
MANIFEST, POLICY, GOLDEN = "manifest.json", "policy.onnx", "golden.npz"
CARD_JSON, CARD_TEXT = "card.json", "card.md"
FILES = (POLICY, GOLDEN, CARD_JSON, CARD_TEXT)
LARGEST_FILE = 256 * 1024 * 1024
"""No file of a bundle may be larger, in bytes."""
OPERATORS = frozenset(
    {
        "Add",
        "Cast",
        "Concat",
        "Constant",
        "Div",
        "Equal",
        "Expand",
        "Flatten",
        "Gather",
        "Gemm",
        "Greater",
        "Identity",
        "MatMul",
        "Mul",
        "Relu",
        "Reshape",
        "Shape",
        "Sigmoid",
        "Slice",
        "Sub",
        "Tanh",
        "Transpose",
        "Unsqueeze",
        "Where",
    }
)
"""What a policy may compute with: plain arithmetic that every runtime has."""
OPSETS = (17, 23)
"""Oldest and newest operator set accepted."""
TOLERANCE = 1e-4
"""How far a runtime's logits may lie from the golden ones."""
GOLDEN_SHAPES = {
    "observations": ("float32", ("n", "O")),
    "masks": ("int8", ("n", "A")),
    "logits": ("float32", ("n", "A")),
    "values": ("float32", ("n",)),
    "words": ("int64", ("n",)),
}

Forward = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
"""(observations, masks) -> (logits, values)."""


@dataclass(frozen=True)
class Bundle:
    """The content of an opponent file, hashes and schema checked."""

    path: Path
    manifest: dict[str, Any]
    files: Mapping[str, bytes]

    def refuse(self, field: str, reason: str) -> BundleError:
        """Return the error that says why this file is not used."""
        return BundleError.at(self.path, field, reason)

    @property
    def name(self) -> str:
        """What the opponent calls itself."""
        return str(self.manifest["name"])

    def golden(self) -> dict[str, np.ndarray]:
        """Return the golden vectors."""
        with np.load(io.BytesIO(self.files[GOLDEN]), allow_pickle=False) as arrays:
            return {key: arrays[key] for key in arrays.files}


# -- identity -------------------------------------------------------------------------------------


def rules_identity(ruleset: RuleSet) -> dict[str, Any]:
    """Return what tells one game from another: name, version, and the printed tables' hash.

    `sources` is a hash over the engine's code as well; it is recorded, not compared, since a
    comment changes it.
    """
    core = Path(__file__).resolve().parents[1] / "spacecombat_env" / "core"
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "tables": source_digest([ruleset.package / "data"], ("*.csv",)),
        "sources": source_digest([core, ruleset.package]),
    }


def layouts_identity(scenario: Scenario) -> dict[str, Any]:
    """Return sizes and hashes of what goes in and comes out."""
    return {
        "observation": {"size": scenario.observation.size, "hash": scenario.observation.digest()},
        "actions": {"size": scenario.actions.size, "hash": scenario.actions.digest()},
        "capacity": scenario.capacity,
    }


def canonical(content: Any) -> bytes:
    """Return JSON as bytes, the same for equal content."""
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def manifest_hash(manifest: Mapping[str, Any]) -> str:
    """Return the SHA-256 over a manifest without its own hash: it covers every file's hash."""
    return hashlib.sha256(
        canonical({key: value for key, value in manifest.items() if key != "bundle_hash"})
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
    new = path.with_name(path.name + ".new")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [(MANIFEST, text), *sorted(files.items())]:
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    os.replace(new, path)
    return manifest


# -- reading --------------------------------------------------------------------------------------


def read_bundle(path: Path) -> Bundle:
    """Read an opponent file and check its hashes and schema."""
    content = _unzip(path)
    if MANIFEST not in content:
        raise BundleError.at(path, MANIFEST, "is missing")
    try:
        manifest = json.loads(content.pop(MANIFEST))
    except ValueError as cause:
        raise BundleError.at(path, MANIFEST, f"no JSON: {cause}") from None
    if not isinstance(manifest, dict):
        raise BundleError.at(path, MANIFEST, "is no JSON object")
    bundle = Bundle(path, manifest, content)
    _check_hashes(bundle)
    _check_schema(bundle)
    return bundle


def _unzip(path: Path) -> dict[str, bytes]:
    """Return the files in a zip."""
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                if entry.file_size > LARGEST_FILE:
                    raise BundleError.at(
                        path, entry.filename, f"{entry.file_size} bytes: too large"
                    )
            return {name: archive.read(name) for name in archive.namelist()}
    except FileNotFoundError:
        raise BundleError.at(path, "file", "there is no such file") from None
    except (OSError, zipfile.BadZipFile, EOFError, ValueError, NotImplementedError) as cause:
        raise BundleError.at(path, "file", f"damaged or no bundle: {cause}") from None
    except Exception as cause:  # zlib.error and RuntimeError (encrypted) among others
        raise BundleError.at(path, "file", f"cannot be unpacked: {cause}") from None


def _check_hashes(bundle: Bundle) -> None:
    """Refuse a bundle whose files are not those it was made with."""
    listed = bundle.manifest.get("files")
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise bundle.refuse("manifest.json files", "is no list of files")
    hashes = {str(entry.get("path")): entry.get("sha256") for entry in listed}
    for name in FILES:
        if name not in hashes or name not in bundle.files:
            raise bundle.refuse(name, "is missing")
    for name, data in bundle.files.items():
        if name not in hashes:
            raise bundle.refuse(name, "is not listed in manifest.json")
        if hashlib.sha256(data).hexdigest() != hashes[name]:
            raise bundle.refuse(
                name, "its SHA-256 is not the one in manifest.json: changed or damaged"
            )
    if manifest_hash(bundle.manifest) != bundle.manifest.get("bundle_hash"):
        raise bundle.refuse("manifest.json bundle_hash", "does not fit: the manifest was changed")


_SCHEMA = {
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


def _check_schema(bundle: Bundle) -> None:
    """Refuse a bundle of another schema, or with fields missing or of the wrong kind."""
    schema = bundle.manifest.get("schema")
    if schema != SCHEMA:
        raise bundle.refuse("manifest.json schema", f"{schema!r}: this package reads {SCHEMA!r}")
    for field, kind in _SCHEMA.items():
        if not isinstance(bundle.manifest.get(field), kind):
            raise bundle.refuse(f"manifest.json {field}", f"is missing or no {kind.__name__}")


def check_compatible(bundle: Bundle, ruleset: RuleSet, scenario: Scenario) -> None:
    """Refuse a bundle made for other rules, or for another meaning of the vectors."""
    theirs, ours = bundle.manifest["rules"], rules_identity(ruleset)
    for field in ("name", "version", "tables"):
        if theirs.get(field) != ours[field]:
            reason = f"made for {theirs.get(field)!r}, this package plays {ours[field]!r}"
            raise bundle.refuse(f"manifest.json rules.{field}", reason)
    made, wanted = bundle.manifest["layouts"], layouts_identity(scenario)
    for field in ("observation", "actions"):
        if made.get(field) != wanted[field]:
            reason = (
                f"made for {_short(made.get(field))}, {scenario.name} has {_short(wanted[field])}"
            )
            raise bundle.refuse(f"manifest.json layouts.{field}", reason)


def _short(layout: Any) -> str:
    """Return size and the head of the hash of a layout, for an error."""
    if not isinstance(layout, dict):
        return repr(layout)
    return f"{layout.get('size')} entries (hash {str(layout.get('hash'))[:12]})"


def check_operators(bundle: Bundle) -> None:
    """Refuse a policy that is more than plain arithmetic in one file."""
    try:
        graph = read_graph(bundle.files[POLICY])
    except ValueError as cause:
        raise bundle.refuse(POLICY, f"no ONNX file: {cause}") from None
    strange = sorted(graph.operators - OPERATORS)
    if strange:
        raise bundle.refuse(f"{POLICY} operators", f"{', '.join(strange)}: not on the allow-list")
    if graph.external or graph.functions:
        raise bundle.refuse(POLICY, "has weights in another file, or operators of its own")
    opset = graph.opsets.get("ai.onnx", 0)
    if not OPSETS[0] <= opset <= OPSETS[1]:
        raise bundle.refuse(f"{POLICY} opset", f"{opset} is not from {OPSETS[0]} to {OPSETS[1]}")


def check_golden(bundle: Bundle, forward: Forward) -> None:
    """Refuse a policy that does not answer here as it did where it was made."""
    golden = _golden_arrays(bundle)
    logits, values = forward(golden["observations"], golden["masks"])
    worst = max(_distance(logits, golden["logits"]), _distance(values, golden["values"]))
    if not worst <= TOLERANCE:
        raise bundle.refuse(GOLDEN, f"outputs differ by {worst:.2g} on this runtime")
    if not np.array_equal(logits.argmax(axis=1), golden["words"]):
        raise bundle.refuse(GOLDEN, "other words are chosen on this runtime")


def _golden_arrays(bundle: Bundle) -> dict[str, np.ndarray]:
    """Return the golden vectors, their kinds and shapes checked."""
    try:
        golden = bundle.golden()
    except Exception as cause:
        raise bundle.refuse(GOLDEN, f"cannot be read: {cause}") from None
    sizes = {"O": bundle.manifest["layouts"]["observation"]["size"]}
    sizes["A"] = bundle.manifest["layouts"]["actions"]["size"]
    sizes["n"] = len(golden.get("words", ()))
    for name, (kind, shape) in GOLDEN_SHAPES.items():
        wanted = tuple(sizes[axis] for axis in shape)
        array = golden.get(name)
        if array is None or array.dtype != kind or array.shape != wanted or not sizes["n"]:
            raise bundle.refuse(f"{GOLDEN} {name}", f"is no {kind} array of shape {wanted}")
    return golden


def _distance(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Return the largest difference; not a number where shapes differ."""
    return float(np.abs(ours - theirs).max()) if ours.shape == theirs.shape else float("nan")
