"""Check that an opponent file fits the scenario, is plain arithmetic, and computes as expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from spacecombat_agents.players.base import unit_uniforms
from spacecombat_agents.players.bundles.bundle import (
    GOLDEN,
    LOGITS,
    MANIFEST,
    STEPS_SUFFIX,
    VALUE,
    WDL,
    Bundle,
    layouts_identity,
    policy_stem,
    rules_identity,
    steps_file,
)
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_agents.players.bundles.runtimes import Forward, policy_steps
from spacecombat_agents.players.onnx.onnx_graph import OPERATORS, read_onnx_graph
from spacecombat_agents.players.sampling import decision_random_bits, greedy_actions
from spacecombat_env.core.ruleset import RuleSet, Scenario

__all__ = [
    "GOLDEN_GAME",
    "OPSETS",
    "POLICY_DRAW",
    "TOLERANCE",
    "UNCLEAR",
    "actions_key",
    "check_compatible",
    "check_golden",
    "check_layouts",
    "check_operators",
    "golden_policy",
    "golden_actions",
    "output_key",
    "unsupported_reason",
]

OPSETS = (17, 23)
"""Oldest and newest operator set accepted."""
TOLERANCE = 1e-4
"""Largest difference of a runtime's outputs from the golden ones."""
UNCLEAR = -1
"""Marks a golden action that depends on rounding."""
POLICY_DRAW = 1
"""The draw of a game's first decision that chooses a policy of a mixture."""
GOLDEN_GAME = 0
"""The game number of the golden rows, which are its decisions 0, 1, 2, ..."""


def check_compatible(bundle: Bundle, ruleset: RuleSet, scenario: Scenario) -> None:
    """Refuse a bundle made for other rules, or for other layouts of the vectors."""
    theirs, ours = bundle.manifest["rules"], rules_identity(ruleset)
    for field in ("name", "version", "tables"):
        if theirs.get(field) != ours[field]:
            reason = f"made for {theirs.get(field)!r}, this package plays {ours[field]!r}"
            raise bundle.refuse(f"{MANIFEST} rules.{field}", reason)
    check_layouts(bundle, scenario)


def check_layouts(bundle: Bundle, scenario: Scenario) -> None:
    """Refuse a bundle made for other layouts of the vectors."""
    made, expected = bundle.manifest["layouts"], layouts_identity(scenario)
    for field in ("observation", "actions"):
        theirs, ours = _mapping(made.get(field)), expected[field]
        if any(theirs.get(key) != ours[key] for key in ("size", "hash")):
            reason = (
                f"made for {_describe_layout(theirs)}, {scenario.name} has {_describe_layout(ours)}"
            )
            raise bundle.refuse(f"{MANIFEST} layouts.{field}", reason)


def _mapping(content: Any) -> dict[str, Any]:
    """Return a mapping unchanged, and an empty one for anything else."""
    return content if isinstance(content, dict) else {}


def _describe_layout(layout: Mapping[str, Any]) -> str:
    """Return the size and the beginning of the hash of a layout, for an error."""
    return f"{layout.get('size')} entries (hash {str(layout.get('hash'))[:12]})"


def check_operators(bundle: Bundle) -> None:
    """Refuse policies that are not plain arithmetic in one file."""
    for policy in bundle.policies:
        if steps_file(policy) in bundle.files:
            _check_steps(bundle, policy)
        if policy.endswith(STEPS_SUFFIX):
            continue
        try:
            reason = unsupported_reason(bundle.files[policy])
        except ValueError as cause:
            raise bundle.refuse(policy, f"not an ONNX file: {cause}") from None
        if reason is not None:
            raise bundle.refuse(f"{policy} {reason[0]}".strip(), reason[1])


def _check_steps(bundle: Bundle, policy: str) -> None:
    """Refuse plain steps that are unknown or have vectors of other sizes."""
    read, file = policy_steps(bundle, policy), steps_file(policy)
    actions, layouts = read.inputs["action_mask"], bundle.manifest["layouts"]
    if (
        read.inputs["obs"] != layouts["observation"]["size"]
        or actions != layouts["actions"]["size"]
    ):
        raise bundle.refuse(f"{file} inputs", "do not have the sizes of the layouts")
    for name, size in zip((LOGITS, VALUE, WDL), (actions, 1, 3), strict=True):
        if name in bundle.outputs and read.sizes.get(name) != size:
            raise bundle.refuse(f"{file} steps", f"no step makes {name}, of {size} entries")


def unsupported_reason(data: bytes) -> tuple[str, str] | None:
    """Return why an ONNX file cannot be a policy, as field and reason; None if it can.

    ValueError if the bytes are no ONNX file.
    """
    graph = read_onnx_graph(data)
    strange = sorted(graph.operators - OPERATORS)
    if strange:
        return "operators", f"{', '.join(strange)}: not on the allow-list"
    if graph.refused:
        return "fields", f"{', '.join(sorted(graph.refused))}: not on the allow-list"
    opset = graph.opsets.get("ai.onnx", 0)
    if not OPSETS[0] <= opset <= OPSETS[1]:
        return "opset", f"{opset} is not from {OPSETS[0]} to {OPSETS[1]}"
    return None


def check_golden(bundle: Bundle, forwards: Mapping[str, Forward]) -> None:
    """Refuse policies, and levels that play these alone, if they differ from the golden ones."""
    golden = _golden_arrays(bundle)
    inputs = golden["observations"], golden["masks"]
    logits = {}
    for policy, forward in forwards.items():
        try:
            outputs = forward(*inputs)
        except Exception as cause:
            line = " ".join(f"{type(cause).__name__}: {cause}".split())[:120]
            raise bundle.refuse(policy, f"cannot be computed here: {line}") from None
        for field, array in zip(bundle.outputs, outputs, strict=False):
            assert array is not None
            distance = _max_difference(array, golden[output_key(bundle, policy, field)])
            if not distance <= TOLERANCE:
                reason = f"{policy}: outputs differ by {distance:.2g} on this runtime"
                raise bundle.refuse(GOLDEN, reason)
        logits[policy] = outputs[0]
    for level in bundle.levels:
        if logits.keys() >= set(level.policies):
            _check_actions(bundle, level, logits, golden)


def _check_actions(
    bundle: Bundle,
    level: StrengthLevel,
    logits: Mapping[str, np.ndarray],
    golden: Mapping[str, np.ndarray],
) -> None:
    """Refuse a level that takes other actions."""
    if bundle.is_old:
        actions = greedy_actions(logits[level.policy], golden["masks"])
        expected = golden["words"]
    else:
        actions = golden_actions(level, logits, golden["masks"], golden["seeds"])
        expected = golden[actions_key(level)]
    if not np.array_equal(np.where(expected == UNCLEAR, UNCLEAR, actions), expected):
        reason = f"level {level.id}: other actions are chosen on this runtime"
        raise bundle.refuse(GOLDEN, reason)


def golden_actions(
    level: StrengthLevel, logits: Mapping[str, np.ndarray], masks: np.ndarray, seeds: np.ndarray
) -> np.ndarray:
    """Return a level's actions in each row with each seed, int64 (seeds, rows)."""
    rows, actions = np.arange(len(masks)), []
    for seed in seeds:
        random_bits = decision_random_bits(int(seed), GOLDEN_GAME, rows)
        drawn = logits[golden_policy(level, int(seed))]
        actions.append(level.choose_actions(drawn, masks, random_bits))
    return np.stack(actions)


def golden_policy(level: StrengthLevel, seed: int) -> str:
    """Return the policy that a level plays in the golden game with a seed."""
    uniform = unit_uniforms(decision_random_bits(seed, GOLDEN_GAME, 0, POLICY_DRAW))
    return level.policies[int(level.drawn(uniform[None])[0])]


def output_key(bundle: Bundle, policy: str, output: str) -> str:
    """Return the key of a policy's golden outputs."""
    if bundle.is_old:
        return {LOGITS: "logits", VALUE: "values"}[output]
    return f"{policy_stem(policy)}.{output}"


def actions_key(level: StrengthLevel) -> str:
    """Return the key of a level's golden actions."""
    return f"words.{level.id}"


def _golden_arrays(bundle: Bundle) -> dict[str, np.ndarray]:
    """Return the golden vectors, with dtypes and shapes checked."""
    try:
        golden = bundle.golden()
    except Exception as cause:
        raise bundle.refuse(GOLDEN, f"cannot be read: {cause}") from None
    rows = len(golden.get("masks", ()))
    for name, (kind, shape) in _golden_shapes(bundle, rows, len(golden.get("seeds", ()))).items():
        array = golden.get(name)
        if array is None or array.dtype != kind or array.shape != shape or not array.size:
            raise bundle.refuse(f"{GOLDEN} {name}", f"is not a {kind} array of shape {shape}")
    return golden


def _golden_shapes(bundle: Bundle, rows: int, seeds: int) -> dict[str, tuple[str, tuple]]:
    """Return dtype kind and shape of each golden array."""
    layouts = bundle.manifest["layouts"]
    inputs, actions = layouts["observation"]["size"], layouts["actions"]["size"]
    shapes: dict[str, tuple[str, tuple]] = {
        "observations": ("float32", (rows, inputs)),
        "masks": ("int8", (rows, actions)),
    }
    of_output = {LOGITS: (rows, actions), VALUE: (rows,), WDL: (rows, 3)}
    for policy in bundle.policies:
        for output in bundle.outputs:
            shapes[output_key(bundle, policy, output)] = ("float32", of_output[output])
    if bundle.is_old:
        return {**shapes, "words": ("int64", (rows,))}
    shapes["seeds"] = ("uint64", (seeds,))
    return shapes | {actions_key(each): ("int64", (seeds, rows)) for each in bundle.levels}


def _max_difference(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Return the largest difference; NaN if shapes differ."""
    return float(np.abs(ours - theirs).max()) if ours.shape == theirs.shape else float("nan")
