"""What the JavaScript package does not open, and what it says of it: file, field and reason."""

from __future__ import annotations

import dataclasses
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.javascript import needs_node, node, refused

from spacecombat_agents.export.edit_bundle import edit_bundle
from spacecombat_agents.export.golden_vectors import npz_bytes
from spacecombat_agents.players.bundles.bundle import MANIFEST, read_bundle, write_bundle

pytestmark = needs_node

Files = dict[str, bytes]


def manifest_with(**fields: Any) -> Callable[[Files], None]:
    """Return an edit of the manifest that leaves its hash as it was."""

    def edit(files: Files) -> None:
        files[MANIFEST] = json.dumps({**json.loads(files[MANIFEST]), **fields}).encode()

    return edit


def flipped(name: str) -> Callable[[Files], None]:
    """Return an edit that changes one bit of a file."""

    def edit(files: Files) -> None:
        data = bytearray(files[name])
        data[len(data) // 2] ^= 1
        files[name] = bytes(data)

    return edit


CORRUPTED = {
    "policy.json: its SHA-256 is not the one in manifest.json": flipped("policy.json"),
    "golden.npz: its SHA-256 is not": flipped("golden.npz"),
    "card.json: is missing": lambda files: files.pop("card.json"),
    "more.txt: is not listed in manifest.json": lambda files: files.update({"more.txt": b""}),
    "manifest.json: is missing": lambda files: files.pop(MANIFEST),
    "manifest.json: no JSON": lambda files: files.update({MANIFEST: b"{"}),
    "manifest.json: is no JSON object": lambda files: files.update({MANIFEST: b"3"}),
    "manifest.json bundle_hash: does not fit": manifest_with(name="Another"),
    "manifest.json files: is not a list": manifest_with(files=3),
}


@pytest.mark.parametrize("reason", CORRUPTED)
def test_a_changed_file_is_refused_by_name(reason: str, in_json: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.opp"
    with zipfile.ZipFile(in_json) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    CORRUPTED[reason](files)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    assert refused(path).startswith(f"{path.name}: {reason}")


def test_damaged_zips_are_refused(in_json: Path, tmp_path: Path) -> None:
    whole, path = in_json.read_bytes(), tmp_path / "x.opp"
    player_seeds = np.random.default_rng(2)
    broken = [b"", whole[:-30], whole[: len(whole) // 2], whole[5000:], b"PK\5\6" + bytes(40)]
    for place in player_seeds.integers(len(whole), size=12).tolist():
        broken.append(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
    for data in broken:
        path.write_bytes(data)
        said = refused(path)
        assert said.startswith("x.opp: ") and "\n" not in said and "Cannot read" not in said, said


FORGED = {
    "manifest.json schema: opp/9: opp/2 is read here": {"schema": "opp/9"},
    "manifest.json state: policies with a memory": {"state": {}},
    "manifest.json decision.rng: is not philox4x32-10": {"decision": {}},
    "manifest.json policies: ../a.json is no policy": {"policies": ["../a.json"]},
    "manifest.json outputs: are not": {"outputs": []},
    "manifest.json levels: there is none": {"levels": []},
    "manifest.json levels[1].boldness: is unknown": {"levels": [{"id": "a", "boldness": 1}]},
    "manifest.json levels[1].policy: x is none of": {"levels": [{"id": "a", "policy": "x"}]},
}


@pytest.mark.parametrize("reason", FORGED)
def test_what_is_not_played_here_is_refused(reason: str, in_json: Path, tmp_path: Path) -> None:
    bundle = read_bundle(in_json)
    manifest = {**bundle.manifest, **FORGED[reason]}
    write_bundle(tmp_path / "forged.opp", manifest, bundle.files)
    assert refused(tmp_path / "forged.opp").startswith(f"forged.opp: {reason}")


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"form": "steps/3"}, "form: steps/3, not steps/1"),
        ({"inputs": {"obs": 3, "action_mask": 16}}, r"steps\[1\] \(product\): does not fit 3, "),
        ({"steps": [{"do": "sine", "of": ["obs"], "out": "a"}]}, r"steps\[1\].do: sine is no step"),
        ({"steps": [{"do": "add", "of": ["obs"], "out": "a"}]}, r"steps\[1\].of: is not what add"),
        ({"steps": [{"do": "relu", "of": ["x"], "out": "a"}]}, r"\(relu\): x is not known"),
        (
            {"steps": [{"do": "relu", "of": ["obs"], "out": "logits"}]},
            "logits is not of 16 entries",
        ),
        ({"steps": []}, "logits is not of 16 entries"),
        (
            {"steps": [{"do": "take", "of": ["obs"], "places": [99], "out": "a"}]},
            r"\(take\): does not fit 34 entries",
        ),
    ],
)
def test_steps_that_cannot_be_done_are_refused(
    edit: dict[str, Any], reason: str, in_json: Path, tmp_path: Path
) -> None:
    bundle = read_bundle(in_json)
    content = {**json.loads(bundle.files["policy.json"]), **edit}
    files = {**bundle.files, "policy.json": json.dumps(content).encode()}
    write_bundle(tmp_path / "x.opp", bundle.manifest, files)
    said = refused(tmp_path / "x.opp")
    assert said.startswith("x.opp: policy.json: ") and re.search(reason, said), said


def test_other_numbers_and_other_actions_do_not_pass_the_golden_vectors(
    in_json: Path, tmp_path: Path
) -> None:
    bundle, path = read_bundle(in_json), tmp_path / "x.opp"
    content = bundle.files["policy.json"].replace(b'"tanh"', b'"relu"', 1)
    write_bundle(path, bundle.manifest, {**bundle.files, "policy.json": content})
    assert refused(path).startswith("x.opp: golden.npz: policy.json: outputs differ by")
    golden = bundle.golden()
    golden["words.officer"] = (golden["words.officer"] + 1) % 16
    write_bundle(path, bundle.manifest, {**bundle.files, "golden.npz": npz_bytes(golden)})
    said = "x.opp: golden.npz: level officer: other actions are chosen on this runtime"
    assert refused(path) == said


def test_a_file_that_is_longer_than_it_says_is_not_unpacked(in_json: Path, tmp_path: Path) -> None:
    data, path = bytearray(in_json.read_bytes()), tmp_path / "x.opp"
    entry = data.index(b"PK\x01\x02")  # of the first file: the manifest
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    said = "x.opp: manifest.json: cannot be unpacked: it is longer than it says"
    assert refused(path) == said


def test_decisions_that_do_not_fit_are_refused(
    in_json: Path, opponent: Path, tmp_path: Path
) -> None:
    bundle, older = read_bundle(opponent), tmp_path / "older.opp"
    files = {name: data for name, data in bundle.files.items() if "policy" not in name}
    files |= {name: bundle.files[name] for name in bundle.policies}
    write_bundle(older, bundle.manifest, files)
    found = node(f"""
        const opponent = await opened({json.dumps(str(in_json))});
        const [obs, mask] = [new Float32Array(34), new Int8Array(16)];
        const found = [];
        for (const asked of [[obs, mask], [obs, mask, "guru"], [mask, mask], [obs, obs]])
            await opponent.choose(...asked).catch(({{ field, reason }}) => found.push(`${{field}}: ${{reason}}`));
        await opened({json.dumps(str(older))}).catch((error) => found.push(error.reason));
        tell(found);
    """)
    assert found == [
        "mask: allows no action",
        "level: guru is none of: cadet, officer, steady, admiral",
        "obs: 16 entries where it takes 34",
        "mask: 34 entries where it takes 16",
        "has no steps: hand in a runtime, or rewrite it by spacecombat export",
    ]


def test_a_level_that_searches_is_refused_and_never_the_usual_one(
    in_json: Path, tmp_path: Path
) -> None:
    bundle, path = read_bundle(in_json), tmp_path / "x.opp"
    cadet, officer, steady, admiral = bundle.levels
    searching = dataclasses.replace(
        admiral, search={"worlds": "8"}, rating=900.0, interval=(800.0, 1000.0)
    )
    rated = dataclasses.replace(cadet, rating=10.0, interval=(0.0, 20.0))
    edit_bundle(bundle, path, [rated, officer, steady, searching])
    found = node(f"""
        const opponent = await opened({json.dumps(str(path))});
        let reason;
        try {{ opponent.level("admiral"); }} catch (error) {{ reason = error.reason; }}
        tell([opponent.level().id, reason]);
    """)
    assert found == ["cadet", "admiral searches with the rules engine"]
