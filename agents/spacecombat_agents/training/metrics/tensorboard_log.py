"""Curves for TensorBoard, if it is installed."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator, Mapping
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
        self._folder = folder / "tensorboard"
        _quiet_writer_threads()
        with self._named_errors():
            self._writer = SummaryWriter(str(self._folder), purge_step=decisions + 1)  # type: ignore[no-untyped-call]

    def add(self, numbers: Mapping[str, float], decisions: int) -> None:
        """Add a point to each curve."""
        if self._writer is not None:
            with self._named_errors():
                for name, value in numbers.items():
                    self._writer.add_scalar(name, value, decisions)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Flush and close the files."""
        if self._writer is not None:
            with self._named_errors():
                self._writer.close()  # type: ignore[no-untyped-call]

    @contextlib.contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Give an OSError of the writer's thread the name of the folder."""
        try:
            yield
        except OSError as cause:
            raise OSError(cause.errno, cause.strerror, str(self._folder)) from None


@functools.cache
def _quiet_writer_threads() -> None:
    """Print no traceback when a writer's thread cannot write: the next call raises its error."""
    usual = threading.excepthook

    def hook(error: threading.ExceptHookArgs) -> None:
        is_writer = type(error.thread).__module__.startswith("tensorboard")
        if not (is_writer and isinstance(error.exc_value, OSError)):
            usual(error)

    threading.excepthook = hook
