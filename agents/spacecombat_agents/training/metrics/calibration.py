"""Calibration of a learner's win probabilities: predicted against observed."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

__all__ = ["CALIBRATION", "Calibration"]

CALIBRATION = "calibration.json"
"""The file in the folder of a run."""
BIN_COUNT = 20
DECAY = 0.98
"""Weight of the past after an update."""


class Calibration:
    """Decayed counts by predicted value, in bins of equal width."""

    def __init__(self) -> None:
        self._sums = np.zeros((BIN_COUNT, 4))
        """By bin: decisions, predicted, observed, squared difference."""

    def add(self, values: np.ndarray, results: np.ndarray, rows: np.ndarray) -> None:
        """Count decisions whose game is over: values and results in -1 to 1, nan if it is not.

        A win counts 1, a draw 1/2.
        """
        rows = rows[~np.isnan(results[rows])]
        predicted = np.clip((values[rows] + 1.0) / 2.0, 0.0, 1.0)
        came = (np.sign(results[rows]) + 1.0) / 2.0
        bins = np.minimum((predicted * BIN_COUNT).astype(int), BIN_COUNT - 1)
        self._sums *= DECAY
        for column, numbers in enumerate(
            (np.ones(len(rows)), predicted, came, (predicted - came) ** 2)
        ):
            self._sums[:, column] += np.bincount(bins, numbers, minlength=BIN_COUNT)

    def as_json(self) -> dict[str, Any]:
        """Return the nonempty bins and the Brier score."""
        full = self._sums[self._sums[:, 0] >= 0.5]
        count = full[:, 0].sum()
        return {
            "bins": [
                {"said": predicted / n, "came": came / n, "count": round(n)}
                for n, predicted, came, _ in full
            ],
            "brier": float(full[:, 3].sum() / count) if count else None,
        }

    def state(self) -> np.ndarray:
        """Return what `restore` takes."""
        return self._sums

    def restore(self, state: torch.Tensor) -> None:
        """Resume from a saved `state`."""
        self._sums = state.numpy().copy()
