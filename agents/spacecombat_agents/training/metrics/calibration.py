"""How true the chances of winning are that a learner holds: what it said, and what came."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

CALIBRATION = "calibration.json"
"""In the folder of a run."""
BIN_COUNT = 20
DECAY = 0.98
"""What stays of the past at an update."""


class Calibration:
    """Counts by what was said, in bins of equal width, the past fading."""

    def __init__(self) -> None:
        self._sums = np.zeros((BIN_COUNT, 4))
        """By bin: decisions, what was said, what came, squared difference."""

    def add(self, values: np.ndarray, results: np.ndarray, rows: np.ndarray) -> None:
        """Count decisions whose game is over: values and results in -1 to 1, nan where it is not.

        A win counts 1, a draw 1/2.
        """
        rows = rows[~np.isnan(results[rows])]
        said = np.clip((values[rows] + 1.0) / 2.0, 0.0, 1.0)
        came = (np.sign(results[rows]) + 1.0) / 2.0
        bins = np.minimum((said * BIN_COUNT).astype(int), BIN_COUNT - 1)
        self._sums *= DECAY
        for column, numbers in enumerate((np.ones(len(rows)), said, came, (said - came) ** 2)):
            self._sums[:, column] += np.bincount(bins, numbers, minlength=BIN_COUNT)

    def as_json(self) -> dict[str, Any]:
        """Return the bins with anything in them, and the Brier score."""
        full = self._sums[self._sums[:, 0] >= 0.5]
        count = full[:, 0].sum()
        return {
            "bins": [
                {"said": said / n, "came": came / n, "count": round(n)} for n, said, came, _ in full
            ],
            "brier": float(full[:, 3].sum() / count) if count else None,
        }

    def state(self) -> np.ndarray:
        """Return what `restore` takes."""
        return self._sums

    def restore(self, state: torch.Tensor) -> None:
        """Go on with a `state`, read back."""
        self._sums = state.numpy().copy()
