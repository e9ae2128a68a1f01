"""Opponent files: exported, played, and refused when anything about them is not as it was."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.slowly import first_quick
from kit.zip_bomb import MIB, zip_bomb

torch, onnx = pytest.importorskip("torch"), pytest.importorskip("onnx")
for needed in ("sb3_contrib", "onnxscript", "onnxruntime"):
    pytest.importorskip(needed)

from kit.bundle_edits import (  # noqa: E402
    empty_tensor,
    external_weights,
    file_edit,
    huge_shape,
    level_edit,
    manifest_edit,
    nested_graph,
    other_operator,
    other_weights,
    pickled_golden,
    rewritten,
    sparse_weights,
)

from spacecombat_agents.export.golden_vectors import record_decisions  # noqa: E402
from spacecombat_agents.export.write_opponent import check_parity  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.bundles import bundle as bundles  # noqa: E402
from spacecombat_agents.players.bundles.bundle_checks import check_golden, check_operators  # noqa: E402
from spacecombat_agents.players.bundles.runtimes import open_policy  # noqa: E402
from spacecombat_agents.players.onnx.onnx_graph import read_onnx_graph  # noqa: E402
from spacecombat_agents.players.onnx_agent import OnnxAgent  # noqa: E402
from spacecombat_agents.players.sb3_agent import Sb3Agent  # noqa: E402
from spacecombat_env.core.errors import BundleError  # noqa: E402
from spacecombat_env.core.model.layout import Block, Layout  # noqa: E402


def load(path: Path, setting: GameSetting, **how: Any) -> OnnxAgent:
    return OnnxAgent.load(path, setting.ruleset, setting.scenario, **how)


def test_the_exported_policies_choose_the_same_actions(
    trained: Sb3Agent, younger: Sb3Agent, opponent: Path, setting: GameSetting
) -> None:
    asked = record_decisions(setting, trained, 700)
    networks = {"policy.onnx": trained.actor_critic, "policy_cadet.onnx": younger.actor_critic}

    def spoken(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return trained.model.predict(observations, deterministic=True, action_masks=masks)[0]

    parity = check_parity(bundles.read_bundle(opponent), networks, asked, {"policy.onnx": spoken})
    assert parity.decisions == parity.same == 1400
    assert parity.largest_difference < 1e-3
    swapped = dict(zip(networks, reversed(networks.values()), strict=True))
    assert check_parity(bundles.read_bundle(opponent), swapped, asked).same < 1000


def test_it_plays_batches_of_any_size(opponent: Path, setting: GameSetting) -> None:
    agent = load(opponent, setting)
    for count in (1, 7):
        masks = np.zeros((count, 16), np.int8)
        masks[:, 5] = 1
        assert (agent.act(np.zeros((count, 34), np.float32), masks) == 5).all()


def test_drawn_actions_are_legal_and_follow_the_seed(opponent: Path, setting: GameSetting) -> None:
    agent = load(opponent, setting, level="officer")
    masks = np.tile(np.array([0, 1] * 8, np.int8), (200, 1))
    observations = np.ones((200, 34), np.float32)
    agent.reset(1)
    first = agent.act(observations, masks)
    agent.reset(1)
    assert (first % 2 == 1).all()
    assert len(set(first.tolist())) > 1
    assert (agent.act(observations, masks) == first).all()


def test_a_file_does_not_show_where_it_was_made(opponent: Path) -> None:
    places = [str(Path(__file__).parents[3]), str(Path.home()), "site-packages", "stack_trace"]
    for name, data in bundles.read_bundle(opponent).files.items():
        assert not [place for place in places if place.encode() in data], name


def test_equal_content_gives_equal_bytes(opponent: Path, tmp_path: Path) -> None:
    bundle = bundles.read_bundle(opponent)
    bundles.write_bundle(tmp_path / "y.opp", bundle.manifest, bundle.files)
    assert (tmp_path / "y.opp").read_bytes() == opponent.read_bytes()


@pytest.mark.parametrize("without", first_quick([("onnxruntime",), ()]))
def test_the_bundle_needs_no_torch(opponent: Path, without: tuple[str, ...]) -> None:
    """It plays in a process in which nothing it was trained with can be imported."""
    names = ("torch", "stable_baselines3", "sb3_contrib", "onnx", "onnxscript", *without)
    script = (
        f"import sys\nfor name in {names!r}: sys.modules[name] = None\n"
        f"sys.path[:0] = {[str(Path(__file__).parents[1]), str(Path(__file__).parents[3])]!r}\n"
        "import conftest\nconftest.registry.add(conftest.auction.RULESET)\n"
        "from spacecombat_agents.arena.matches.match import play_match\n"
        "from spacecombat_agents.players.roster import make_agent\n"
        "from spacecombat_agents.game_setting import GameSetting\n"
        "s = GameSetting.of('auction', 'plain')\n"
        f"players = make_agent({str(opponent)!r}, s), make_agent('random', s)\n"
        "print(play_match(s, players, pairs=3, seed=0).games)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "6"


# -- refusals -------------------------------------------------------------------------------------


REFUSALS = {
    "a byte of the policy": (
        file_edit("policy.onnx", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
        False,
        "policy.onnx: its SHA-256",
    ),
    "the card": (file_edit("card.md", lambda data: data + b"!"), False, "card.md: its SHA-256"),
    "a manifest field": (
        manifest_edit("name", value="Better"),
        False,
        "manifest.json bundle_hash: does not match",
    ),
    "a file too many": (lambda files: files.update(extra=b"x"), False, "extra: is not listed"),
    "a file missing": (lambda files: files.pop("golden.npz"), False, "golden.npz: is missing"),
    "no manifest": (lambda files: files.pop("manifest.json"), False, "manifest.json: is missing"),
    "no JSON": (
        file_edit("manifest.json", lambda data: data[:40]),
        False,
        "manifest.json: not JSON",
    ),
    "another schema": (
        manifest_edit("schema", value="opp"),
        True,
        "manifest.json schema: 'opp': this package reads 'opp/1' and 'opp/2'",
    ),
    "a newer schema": (
        manifest_edit("schema", value="opp/3"),
        True,
        "schema: 'opp/3': this package reads 'opp/1' and 'opp/2'; the file is from a newer version",
    ),
    "a kind": (manifest_edit("kind", value="rules"), True, "kind: 'rules' is none of: net, net+"),
    "a memory": (
        manifest_edit("state", value={"name": "h"}),
        True,
        "recurrent policies are not supported",
    ),
    "other lots": (
        manifest_edit("decision", "rng", value="mt19937"),
        True,
        "manifest.json decision.rng: 'mt19937', this package has 'philox4x32-10'",
    ),
    "no levels": (
        manifest_edit("levels", value=[]),
        True,
        "manifest.json: levels: is not a list of",
    ),
    "a policy that is not there": (
        level_edit(1, "policy", "policy_x.onnx"),
        True,
        "manifest.json: levels[2].policy: 'policy_x.onnx' is none of: policy.onnx, policy_cadet",
    ),
    "a path": (
        manifest_edit("policies", value=["../policy.onnx"]),
        True,
        "not a valid name of a policy",
    ),
    "a policy not in the file": (
        manifest_edit("policies", value=["policy.onnx", "policy_cadet.onnx", "policy_b.onnx"]),
        True,
        "policy_b.onnx: is missing",
    ),
    "a temperature": (
        level_edit(0, "temperature", -1.0),
        True,
        "manifest.json: levels[1].temperature: -1.0 is not from 0.0 to 100.0",
    ),
    "a rating without interval": (
        level_edit(1, "rating", 20.0),
        True,
        "levels[2].interval: needs a rating",
    ),
    "another temperature": (
        level_edit(1, "temperature", 1.7),
        True,
        "golden.npz: level officer: other actions are chosen",
    ),
    "another min_p": (
        level_edit(1, "min_p", 0.3),
        True,
        "golden.npz: level officer: other actions are chosen",
    ),
    "another policy": (
        level_edit(3, "policy", "policy_cadet.onnx"),
        True,
        "golden.npz: level admiral: other actions are chosen",
    ),
    "a knob from tomorrow": (
        level_edit(0, "sentence", {"draws": 16}),
        True,
        "levels[1].sentence: unknown key",
    ),
    "a level twice": (level_edit(0, "id", "admiral"), True, "levels[4].id: 'admiral' occurs tw"),
    "an output": (
        manifest_edit("outputs", value=[{"name": "logits"}]),
        True,
        "manifest.json outputs: are not logits, value and maybe wdl",
    ),
    "a field missing": (manifest_edit("mask", value=None), True, "manifest.json mask: is missing"),
    "other rules": (
        manifest_edit("rules", "version", value=7),
        True,
        "manifest.json rules.version: made for 7, this package plays 1",
    ),
    "another game": (
        manifest_edit("rules", "name", value="chess"),
        True,
        "manifest.json rules.name: made for 'chess'",
    ),
    "other tables": (
        manifest_edit("rules", "tables", value="0"),
        True,
        "manifest.json rules.tables: made for '0'",
    ),
    "another observation": (
        manifest_edit("layouts", "observation", "hash", value="0"),
        True,
        "manifest.json layouts.observation: made for 34 entries (hash 0)",
    ),
    "other actions": (
        manifest_edit("layouts", "actions", "size", value=17),
        True,
        "manifest.json layouts.actions: made for 17 entries",
    ),
    "no ONNX": (
        file_edit("policy.onnx", lambda data: data[:999]),
        True,
        "policy.onnx: not an ONNX file",
    ),
    "an operator": (
        file_edit("policy.onnx", other_operator),
        True,
        "policy.onnx operators: RandomNormalLike: not on the allow-list",
    ),
    "weights elsewhere": (
        file_edit("policy.onnx", external_weights),
        True,
        "policy.onnx fields: tensor field 13, tensor field 14: not on the allow-list",
    ),
    "sparse weights elsewhere": (
        file_edit("policy.onnx", sparse_weights),
        True,
        "policy.onnx fields: graph field 15: not on the allow-list",
    ),
    "a subgraph": (
        file_edit("policy.onnx", nested_graph),
        True,
        "policy.onnx fields: attribute field 6: not on the allow-list",
    ),
    "a tensor without data": (
        file_edit("policy.onnx", empty_tensor),
        True,
        "policy.onnx: not an ONNX file: a tensor of shape",
    ),
    "a name of two lines": (
        manifest_edit("name", value="Ace\nofficer: resigns"),
        True,
        "manifest.json name: is not a name on one line",
    ),
    "a name that moves the cursor": (
        manifest_edit("name", value="A\x1b[2J"),
        True,
        "manifest.json name: is not a name on one line",
    ),
    "a shape without data": (
        file_edit("golden.npz", huge_shape),
        True,
        "golden.npz: cannot be read: masks.npy: 8 bytes for an array of shape (1000000000,)",
    ),
    "golden vectors too large": (
        file_edit("golden.npz", lambda _: zip_bomb("masks.npy", files=1, size=300 * MIB)),
        True,
        "golden.npz: cannot be read: unpacks to 314572800 bytes; the limit is 268435456",
    ),
    "other weights": (
        file_edit("policy_cadet.onnx", other_weights),
        True,
        "golden.npz: policy_cadet.onnx: outputs differ",
    ),
    "no golden words of a level": (level_edit(0, "id", "boy"), True, "golden.npz words.boy: is no"),
    "a pickle": (file_edit("golden.npz", pickled_golden), True, "golden.npz: cannot be read"),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_changed_files_are_refused(
    opponent: Path, setting: GameSetting, tmp_path: Path, what: str
) -> None:
    edit, rehash, reason = REFUSALS[what]
    path = rewritten(opponent, tmp_path / "bad.opp", edit, rehash=rehash)
    with pytest.raises(BundleError) as caught:
        load(path, setting)
    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whatever_is_broken_in_a_policy_it_plays_or_is_refused(opponent: Path) -> None:
    """Bytes of its steps changed at random, as if every hash had been put right again."""
    player_seeds = np.random.default_rng(6)
    bundle = bundles.read_bundle(opponent)
    data = bundle.files["policy.json"]
    steps = data.index(b'"weights"')
    refused = 0
    for _ in range(300):
        broken = bytearray(data)
        broken[int(player_seeds.integers(steps))] = int(player_seeds.integers(256))
        other = replace(bundle, files={**bundle.files, "policy.json": bytes(broken)})
        try:
            check_operators(other)
            check_golden(other, {"policy.onnx": open_policy(other, "policy.onnx", runtime="numpy")})
        except BundleError:
            refused += 1
    assert refused > 150


@pytest.mark.parametrize("length", [0, 10, 1000, -30])
def test_truncated_files_are_refused(
    opponent: Path, setting: GameSetting, tmp_path: Path, length: int
) -> None:
    path = tmp_path / "short.opp"
    path.write_bytes(opponent.read_bytes()[:length])
    with pytest.raises(BundleError, match="damaged, or not a zip"):
        load(path, setting)


def test_a_name_can_be_shown_and_sent() -> None:
    assert bundles.is_name("Ace 2.0, the älter")
    assert not any(map(bundles.is_name, ("", " ", "a\nb", "a\ud800", "a\u202eb")))


def test_a_long_name_is_cut(opponent: Path, tmp_path: Path) -> None:
    path = rewritten(
        opponent, tmp_path / "long.opp", manifest_edit("name", value="x" * 99), rehash=True
    )
    assert bundles.read_bundle(path).name == "x" * 40


def test_another_layout_of_the_same_size_is_refused(opponent: Path, setting: GameSetting) -> None:
    other = replace(setting.scenario, observation=Layout((Block("numbers", (34,), "unknown"),)))
    with pytest.raises(BundleError, match="layouts.observation"):
        OnnxAgent.load(opponent, setting.ruleset, other)


def test_the_outline_is_what_onnx_itself_reads(opponent: Path) -> None:
    data = bundles.read_bundle(opponent).files["policy.onnx"]
    model, outline = onnx.load_from_string(data), read_onnx_graph(data)
    assert outline.operators == {node.op_type for node in model.graph.node}
    assert outline.opsets == {"ai.onnx": model.opset_import[0].version}
    assert not outline.refused
