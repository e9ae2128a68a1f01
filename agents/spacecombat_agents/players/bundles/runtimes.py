"""Runtimes of policies: onnxruntime if installed, else plain steps in NumPy, which are slower."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.bundles.bundle import (
    LOGITS,
    STEPS_SUFFIX,
    VALUE,
    WDL,
    Bundle,
    steps_file,
)
from spacecombat_agents.players.bundles.old_files import steps_from_onnx
from spacecombat_agents.players.steps.json_policy import JsonPolicy
from spacecombat_env.core.errors import ConfigError

__all__ = ["Forward", "NetOutputs", "open_policy", "policy_steps"]

NUMPY, ONNXRUNTIME = "numpy", "onnxruntime"


class NetOutputs(NamedTuple):
    """Outputs of a policy for some decisions."""

    logits: np.ndarray
    """float32 (n, A): illegal actions at -1e8."""
    values: np.ndarray
    """float32 (n,): expected result, 1 for a win and -1 for a loss of the seat to act."""
    wdl: np.ndarray | None
    """float32 (n, 3): probabilities of win, draw and loss; None if the policy has no such output.
    """


Forward = Callable[[np.ndarray, np.ndarray], NetOutputs]
"""(observations float32 (n, O), masks (n, A)) -> outputs."""
RunFunction = Callable[[list[str], dict[str, np.ndarray]], list[np.ndarray]]
"""(names of outputs, inputs by name) -> outputs."""


def default_runtime() -> str:
    """Return the name of the default runtime."""
    return ONNXRUNTIME if importlib.util.find_spec(ONNXRUNTIME) else NUMPY


def open_policy(bundle: Bundle, policy: str, runtime: str | None = None) -> Forward:
    """Return a function that evaluates a policy of a bundle; BundleError if it cannot run.

    `runtime` is "onnxruntime" or "numpy"; None for the default. Policies without ONNX always run in
    NumPy.
    """
    opener = {ONNXRUNTIME: _open_onnxruntime, NUMPY: _open_numpy}[runtime or default_runtime()]
    run = (_open_numpy if policy.endswith(STEPS_SUFFIX) else opener)(bundle, policy)
    outputs = bundle.outputs

    def forward(observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        inputs = {"obs": observations, "action_mask": masks.astype(np.float32)}
        named = dict(zip(outputs, run(outputs, inputs), strict=True))
        return NetOutputs(named[LOGITS], named[VALUE].reshape(-1), named.get(WDL))

    return forward


def policy_steps(bundle: Bundle, policy: str) -> JsonPolicy:
    """Return a policy's plain steps; BundleError if they are wrong, or an older file has none."""
    file = steps_file(policy)
    try:
        return JsonPolicy(bundle.files.get(file) or steps_from_onnx(bundle, policy))
    except ValueError as cause:
        raise bundle.refuse(file, str(cause)) from None


def _open_numpy(bundle: Bundle, policy: str) -> RunFunction:
    """Return the policy computed by NumPy, with NumPy's own threads."""
    return policy_steps(bundle, policy).run


def _open_onnxruntime(bundle: Bundle, policy: str) -> RunFunction:
    """Return the policy computed by onnxruntime, on one thread."""
    try:
        import onnxruntime
    except ModuleNotFoundError as cause:
        reason = 'is not installed; run: pip install "spacecombat-env[play]"'
        raise ConfigError.at(str(cause.name), "module", reason) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session: Any = onnxruntime.InferenceSession(
            bundle.files[policy], options, providers=["CPUExecutionProvider"]
        )
    except Exception as cause:
        line = str(cause).splitlines()[0] if str(cause) else repr(cause)
        raise bundle.refuse(policy, f"onnxruntime cannot run it: {line}") from None
    return lambda outputs, inputs: session.run(outputs, inputs)
