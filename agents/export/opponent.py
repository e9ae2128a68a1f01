"""From a trained model to one opponent file that needs nothing it was trained with."""

from __future__ import annotations

import datetime
import io
import json
import logging
import platform
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import torch

from spacecombat_agents.export.card import card_text
from spacecombat_agents.players.base import Agent, ask
from spacecombat_agents.players.bundle import (
    CARD_JSON,
    CARD_TEXT,
    GOLDEN,
    POLICY,
    SCHEMA,
    layouts_identity,
    rules_identity,
    write_bundle,
)
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.players.policy import Head
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.sb3_agent import Sb3Agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.training.config import config_to_dict, load_config, setting_of
from spacecombat_env import __version__
from spacecombat_env.core.seeds import derived_seed

OPSET = 18
GOLDEN_ROWS = 64
NEAR_TIE = 1e-3
"""Golden rows whose two best logits lie closer are not used: other machines may round them over."""


@dataclass(frozen=True)
class Decisions:
    """Recorded questions: what seats were shown, and what they could say."""

    observations: np.ndarray
    """float32 (n, O)."""
    masks: np.ndarray
    """int8 (n, A)."""


@dataclass(frozen=True)
class Parity:
    """How well an exported policy answers as the one in training did."""

    decisions: int
    same: int
    """Decisions with the same word."""
    largest_difference: float
    """Of logits."""


def record_decisions(setting: Setting, player: Agent, count: int, seed: int = 0) -> Decisions:
    """Play a player against random in all seats and record the questions put to it."""
    env = setting.batch(64, threads=1, auto_reset=True)
    random = RandomAgent(derived_seed(seed, "player"))
    env.start(np.random.default_rng([seed, 5]).integers(2**62, size=64))
    observations, masks, got = [], [], 0
    words = np.full(64, -1, np.int64)
    while got < count:
        side = (np.arange(64) + env.out.tally[:, 5]) % 2
        mine = np.flatnonzero(env.out.seat == side)
        theirs = np.flatnonzero(env.out.seat != side)
        observations.append(env.floats(mine))
        masks.append(env.out.mask[mine].copy())
        got += len(mine)
        for agent, rows in ((player, mine), (random, theirs)):
            if rows.size:
                words[rows] = ask(agent, env, rows)
        env.step(words)
    env.close()
    return Decisions(np.concatenate(observations)[:count], np.concatenate(masks)[:count])


def check_parity(trained: Sb3Agent, exported: OnnxAgent, decisions: Decisions) -> Parity:
    """Compare the words of the policy in training with those of its exported twin.

    The policy in training answers through sb3-contrib's own `predict`, not through our network.
    """
    same, largest = 0, 0.0
    for start in range(0, len(decisions.masks), 512):
        rows = slice(start, start + 512)
        observations, masks = decisions.observations[rows], decisions.masks[rows]
        words, _ = trained.model.predict(observations, deterministic=True, action_masks=masks)
        logits, _ = exported.forward(observations, masks)
        ours, _ = trained.forward(observations, masks)
        same += int((logits.argmax(axis=1) == words).sum())
        largest = max(largest, float(np.abs(logits - ours).max()))
    return Parity(len(decisions.masks), same, largest)


def onnx_bytes(head: Head, observations: int, words: int) -> bytes:
    """Return the network as an ONNX file: masked logits and value, any batch size."""
    example = (torch.zeros(2, observations), torch.ones(2, words))
    batch = torch.export.Dim("batch", min=1, max=1 << 20)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            head.eval(),
            example,
            dynamo=True,
            verbose=False,
            opset_version=OPSET,
            external_data=False,
            input_names=["obs", "action_mask"],
            output_names=["logits", "value"],
            dynamic_shapes={"obs": {0: batch}, "action_mask": {0: batch}},
        )
    assert program is not None
    return program.model_proto.SerializeToString()


def golden_vectors(trained: Sb3Agent, decisions: Decisions) -> dict[str, np.ndarray]:
    """Return observations, masks, logits, values and words that every runtime must reproduce."""
    logits, values = trained.forward(decisions.observations, decisions.masks)
    best = np.sort(logits, axis=1)
    clear = np.flatnonzero(best[:, -1] - best[:, -2] > NEAR_TIE)
    rows = clear[np.linspace(0, len(clear) - 1, min(GOLDEN_ROWS, len(clear))).astype(int)]
    return {
        "observations": decisions.observations[rows],
        "masks": decisions.masks[rows],
        "logits": logits[rows],
        "values": values[rows],
        "words": logits[rows].argmax(axis=1),
    }


def export_run(
    run: Path,
    path: Path,
    *,
    name: str,
    check: int = 1000,
    tell: Callable[[str], None] = lambda words: None,
) -> dict[str, Any]:
    """Export the opponent of a run folder, load the file, and compare both policies.

    Refuses nothing on its own: the caller judges `same` against `checked`.
    """
    config = load_config(run / "config.yaml")
    setting = setting_of(config)
    result = _result(run)
    trained = Sb3Agent.load(run / "model.zip", setting.scenario)
    tell("Writing the network ...")
    manifest = export(trained, setting, path, name, result, config_to_dict(config))
    exported = OnnxAgent.load(path, setting.ruleset, setting.scenario)
    tell(f"Comparing {check} decisions ...")
    parity = Parity(0, 0, 0.0)
    if check:
        decisions = record_decisions(setting, trained, check, seed=1)
        parity = check_parity(trained, exported, decisions)
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "bundle_hash": manifest["bundle_hash"],
        "checked": parity.decisions,
        "same": parity.same,
        "largest_difference": parity.largest_difference,
    }


def _result(run: Path) -> dict[str, Any] | None:
    """Return the measured results of a run, if it was finished."""
    path = run / "result.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def export(
    trained: Sb3Agent,
    setting: Setting,
    path: Path,
    name: str,
    result: Mapping[str, Any] | None = None,
    configuration: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write a trained policy as an opponent file and return its manifest.

    `result` is the run's result.json, quoted in the card; `configuration` what it was trained with.
    """
    scenario = setting.scenario
    decisions = record_decisions(setting, trained, 1024)
    card = _card(setting, name, result)
    files = {
        POLICY: onnx_bytes(trained.head, scenario.observation.size, scenario.actions.size),
        GOLDEN: _npz(golden_vectors(trained, decisions)),
        CARD_JSON: json.dumps(card, indent=1).encode(),
        CARD_TEXT: card_text(card).encode(),
    }
    return write_bundle(path, _manifest(setting, name, configuration, result), files)


def _manifest(
    setting: Setting,
    name: str,
    configuration: Mapping[str, Any] | None,
    result: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return everything a loader must know, but for the files' hashes."""
    scenario = setting.scenario
    axes = {"obs": scenario.observation.size, "action_mask": scenario.actions.size}
    outputs = {"logits": scenario.actions.size, "value": 1}
    return {
        "schema": SCHEMA,
        "name": name,
        "created": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "rules": rules_identity(setting.ruleset),
        "layouts": layouts_identity(scenario),
        "scenario": {
            "name": scenario.name,
            "digest": scenario.digest,
            "source": json.loads(json.dumps(dict(scenario.source), default=str)),
        },
        "delegate": [list(kinds) for kinds in scenario.delegate],
        "seats": list(setting.ruleset.seats),
        "mask": "action_mask > 0.5 means legal; logits of other words are -1e8",
        "decision": {"word": "argmax of logits, the lowest index where equal"},
        "inputs": [_tensor(key, size) for key, size in axes.items()],
        "outputs": [_tensor(key, size) for key, size in outputs.items()],
        "training": _provenance(configuration, result),
    }


def _tensor(name: str, size: int) -> dict[str, Any]:
    """Describe an input or output."""
    return {"name": name, "dtype": "float32", "shape": ["batch", size]}


def _provenance(
    configuration: Mapping[str, Any] | None, result: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return where the policy comes from."""
    kept = ("decisions", "games", "updates", "seconds")
    versions = {"spacecombat-env": __version__, "python": platform.python_version()}
    for package in ("torch", "stable-baselines3", "sb3-contrib", "onnx", "numpy"):
        versions[package] = metadata.version(package)
    return {
        "algorithm": "MaskablePPO, self-play in either seat against a pool",
        "versions": versions,
        "configuration": dict(configuration or {}),
        **{key: result[key] for key in kept if result and key in result},
    }


def _card(setting: Setting, name: str, result: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the card: what was measured is copied from the run's result."""
    return {
        "name": name,
        "ruleset": setting.ruleset.name,
        "title": setting.ruleset.title,
        "scenario": setting.scenario.name,
        "delegate": setting.delegated,
        "training": {
            key: result[key]
            for key in ("decisions", "games", "seconds")
            if result and key in result
        },
        "evaluations": list(result["evaluations"]) if result else [],
    }


def _npz(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return arrays as the content of an .npz file without pickles."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
