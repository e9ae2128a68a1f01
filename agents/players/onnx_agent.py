"""An exported opponent at play: needs onnxruntime and NumPy, nothing it was trained with."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.bundle import (
    POLICY,
    Bundle,
    check_compatible,
    check_golden,
    check_operators,
    read_bundle,
)
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario


class OnnxAgent:
    """Speaks the likeliest word of an exported policy, or draws one at a temperature above 0."""

    def __init__(self, bundle: Bundle, threads: int = 1, temperature: float = 0.0) -> None:
        self.bundle = bundle
        self.name = bundle.name
        self.needs = Needs.OBSERVATIONS
        self.temperature = temperature
        self._rng = np.random.default_rng(0)
        self._session = _session(bundle, threads)

    @classmethod
    def load(
        cls,
        path: Path,
        ruleset: RuleSet,
        scenario: Scenario,
        *,
        threads: int = 1,
        temperature: float = 0.0,
    ) -> OnnxAgent:
        """Open a bundle for a scenario; BundleError says what is wrong with it, if anything."""
        bundle = read_bundle(path)
        check_compatible(bundle, ruleset, scenario)
        check_operators(bundle)
        agent = cls(bundle, threads, temperature)
        check_golden(bundle, agent.forward)
        return agent

    @property
    def digest(self) -> str:
        """SHA-256 of the opponent file's content, as it says itself."""
        return str(self.bundle.manifest["bundle_hash"])

    def __deepcopy__(self, memo: dict[int, Any]) -> OnnxAgent:
        """Return one with dice of its own; what never changes is shared."""
        new = copy.copy(self)
        new._rng = copy.deepcopy(self._rng, memo)
        return new

    def reset(self, seed: int) -> None:
        """Start the dice anew."""
        self._rng = np.random.default_rng(seed)

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal words at -1e8, and values float32 (n,)."""
        inputs = {"obs": observations, "action_mask": masks.astype(np.float32)}
        logits, values = self._session.run(["logits", "value"], inputs)
        return logits, values.reshape(-1)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a word for each row."""
        if observations is None:
            raise ValueError("an exported opponent reads observations: pass them")
        logits, _ = self.forward(observations, masks)
        if self.temperature > 0.0:
            noise = self._rng.gumbel(size=logits.shape)
            logits = np.where(masks > 0, logits / self.temperature + noise, -np.inf)
        return logits.argmax(axis=1)


def _session(bundle: Bundle, threads: int):  # type: ignore[no-untyped-def]
    """Return an onnxruntime session on the policy."""
    try:
        import onnxruntime
    except ModuleNotFoundError as cause:
        reason = 'is not installed; run: pip install "spacecombat-env[play]"'
        raise ConfigError.at(str(cause.name), "module", reason) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            bundle.files[POLICY], options, providers=["CPUExecutionProvider"]
        )
    except Exception as cause:
        line = str(cause).splitlines()[0] if str(cause) else repr(cause)
        raise bundle.refuse(POLICY, f"onnxruntime cannot run it: {line}") from None
