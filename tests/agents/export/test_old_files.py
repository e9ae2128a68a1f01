"""Opponent files from before steps were part of them: they play in NumPy, and get their steps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents import cli
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle, write_bundle
from spacecombat_agents.players.bundles.bundle_checks import check_golden, check_operators
from spacecombat_agents.players.bundles.runtimes import open_policy
from spacecombat_env.core.errors import BundleError


def without_steps(path: Path, out: Path) -> Path:
    """Write a file as it was before: with ONNX alone."""
    bundle = read_bundle(path)
    kept = {*bundle.policies, "golden.npz", "card.json", "card.md"}
    files = {name: data for name, data in bundle.files.items() if name in kept}
    write_bundle(out, bundle.manifest, files)
    return out


@pytest.mark.parametrize("name", builtin_opponents())
def test_an_older_file_plays_and_gets_its_steps(name: str, tmp_path: Path) -> None:
    shipped = read_bundle(builtin_opponents()[name])
    older = without_steps(shipped.path, tmp_path / "older.opp")
    bundle = read_bundle(older)
    assert {*shipped.files} - {*bundle.files} == {
        policy.replace(".onnx", ".json") for policy in shipped.policies
    }
    check_operators(bundle)
    check_golden(bundle, {each: open_policy(bundle, each, "numpy") for each in bundle.policies})
    assert cli.run(["export", str(older), str(tmp_path / "new.opp")]) == 0
    assert read_bundle(tmp_path / "new.opp").files == shipped.files


def test_an_older_file_of_maskable_ppo_plays(opponent: Path, tmp_path: Path) -> None:
    bundle = read_bundle(without_steps(opponent, tmp_path / "older.opp"))
    check_golden(bundle, {each: open_policy(bundle, each, "numpy") for each in bundle.policies})


def test_an_older_file_of_another_network_needs_onnxruntime(opponent: Path, tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    path = without_steps(opponent, tmp_path / "older.opp")
    bundle = read_bundle(path)
    model = onnx.load_from_string(bundle.files["policy.onnx"])
    for tensor in model.graph.initializer:
        tensor.name = f"my_{tensor.name}"
    for node in model.graph.node:
        node.input[:] = [
            f"my_{name}"
            if f"my_{name}" in {each.name for each in model.graph.initializer}
            else name
            for name in node.input
        ]
    files = {**bundle.files, "policy.onnx": model.SerializeToString()}
    write_bundle(path, bundle.manifest, files)
    bundle = read_bundle(path)
    golden = bundle.golden()
    found = open_policy(bundle, "policy.onnx", "onnxruntime")(
        golden["observations"], golden["masks"]
    )
    np.testing.assert_allclose(found.logits, golden["policy.logits"], atol=1e-5)
    with pytest.raises(BundleError, match=r"policy.onnx: has no plain steps.*onnxruntime: pip"):
        open_policy(bundle, "policy.onnx", "numpy")
    assert cli.run(["export", str(path), str(tmp_path / "new.opp")]) == 2
