"""Runtimes of policies: onnxruntime if installed, else plain NumPy, which is slower."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.bundles.bundle import LOGITS, VALUE, WDL, Bundle
from spacecombat_agents.players.bundles.json_policy import JsonPolicy
from spacecombat_agents.players.onnx.numpy_evaluator import NumpyEvaluator
from spacecombat_env.core.errors import ConfigError

__all__ = ["Forward", "JSON_SUFFIX", "NetOutputs", "open_policy"]

NUMPY, ONNXRUNTIME = "numpy", "onnxruntime"
JSON_SUFFIX = ".json"
"""Suffix of policies as plain steps, which NumPy always computes."""


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

    `runtime` is "onnxruntime" or "numpy"; None for the default.
    """
    opener = {ONNXRUNTIME: _open_onnxruntime, NUMPY: _open_numpy}[runtime or default_runtime()]
    run = (_open_numpy if policy.endswith(JSON_SUFFIX) else opener)(bundle, policy)
    outputs = bundle.outputs

    def forward(observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        inputs = {"obs": observations, "action_mask": masks.astype(np.float32)}
        named = dict(zip(outputs, run(outputs, inputs), strict=True))
        return NetOutputs(named[LOGITS], named[VALUE].reshape(-1), named.get(WDL))

    return forward


def _open_numpy(bundle: Bundle, policy: str) -> RunFunction:
    """Return the policy computed by NumPy, with NumPy's own threads."""
    kind: type[NumpyEvaluator] | type[JsonPolicy] = (
        JsonPolicy if policy.endswith(JSON_SUFFIX) else NumpyEvaluator
    )
    try:
        return kind(bundle.files[policy]).run
    except Exception as cause:
        line = " ".join(f"{type(cause).__name__}: {cause}".split())
        raise bundle.refuse(policy, f"NumPy cannot run it: {line}") from None


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
