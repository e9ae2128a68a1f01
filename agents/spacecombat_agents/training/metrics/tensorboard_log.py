"""Curves for TensorBoard, if it is installed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["TensorBoardLog"]


class TensorBoardLog:
    """Writes numbers by the learner's decisions into `tensorboard/` of a run's folder."""

    def __init__(self, folder: Path, decisions: int) -> None:
        """Start or resume; points after `decisions`, from before an interruption, are dropped."""
        try:
            from torch.utils.tensorboard import SummaryWriter
        except (ImportError, AttributeError):
            self._writer = None
            return
        self._writer = SummaryWriter(str(folder / "tensorboard"), purge_step=decisions + 1)  # type: ignore[no-untyped-call]

    def add(self, numbers: Mapping[str, float], decisions: int) -> None:
        """Add a point to each curve."""
        if self._writer is not None:
            for name, value in numbers.items():
                self._writer.add_scalar(name, value, decisions)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Flush and close the files."""
        if self._writer is not None:
            self._writer.close()  # type: ignore[no-untyped-call]
