"""Several processes that train one network: `torchrun` starts them, each with its own games.

All ranks hold byte-equal weights. They play different games, by seeds of their own, and take every
gradient step together, with the mean of their gradients. A run without torchrun is rank 0 of 1, for
which nothing here communicates.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import numpy as np
import torch
import torch.distributed as dist

from spacecombat_agents.training.config import TrainConfig
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed

__all__ = ["ALONE", "Ranks", "open_ranks"]

TIMEOUT = timedelta(hours=12)
"""How long ranks wait for one that plays an evaluation; torchrun ends them if it has failed."""
ContentT = TypeVar("ContentT")


class Ranks:
    """The processes of a run, and this one's number."""

    def __init__(self, rank: int = 0, size: int = 1) -> None:
        self.rank, self.size = rank, size

    @property
    def is_first(self) -> bool:
        """Whether this rank writes the run's files and plays its evaluations."""
        return self.rank == 0

    def own_config(self, config: TrainConfig, updates: int = 0) -> TrainConfig:
        """Return a configuration with this rank's share of games, decisions and batches, and seed.

        `updates` is the number of updates before games that start anew.
        """
        if self.size == 1 and not updates:
            return config
        rollout, size = config.rollout, self.size
        seed = config.seed
        if self.rank or updates:
            seed = int(derived_seed(seed, f"rank {self.rank}", updates)) % 2**31
        return replace(
            config,
            seed=seed,
            rollout=replace(
                rollout,
                games=max(2, int(rollout.games) // size),
                decisions=max(16, rollout.decisions // size),
            ),
            fast=replace(config.fast, batch=max(2, config.fast.batch // size)),
        )

    def total(self, numbers: np.ndarray) -> np.ndarray:
        """Return the sum of an array over all ranks."""
        if self.size == 1:
            return numbers
        tensor = torch.from_numpy(np.array(numbers))
        dist.all_reduce(tensor)
        return tensor.numpy()

    def most(self, numbers: np.ndarray) -> np.ndarray:
        """Return the maximum of an array over all ranks, entry by entry."""
        if self.size == 1:
            return numbers
        tensor = torch.from_numpy(np.array(numbers).astype(np.int64))
        dist.all_reduce(tensor, dist.ReduceOp.MAX)
        return tensor.numpy().astype(numbers.dtype)

    def fewest(self, number: int) -> int:
        """Return the minimum of a number over all ranks."""
        return -int(self.most(np.array([-number]))[0])

    def of_first(self, content: ContentT) -> ContentT:
        """Return what rank 0 passes; the others wait for it."""
        if self.size == 1:
            return content
        box = [content]
        dist.broadcast_object_list(box, 0)
        return box[0]

    def copy_weights(self, net: torch.nn.Module) -> None:
        """Give all ranks the weights of rank 0."""
        if self.size > 1:
            for weight in net.state_dict().values():
                dist.broadcast(weight, 0)

    def mean_gradients(
        self, gradients: Sequence[torch.Tensor | None], weights: Sequence[torch.Tensor]
    ) -> list[torch.Tensor | None]:
        """Return the means of the ranks' gradients by weight; None where no rank has one.

        A rank without a gradient counts as 0.
        """
        if self.size == 1:
            return list(gradients)
        is_used = self.most(np.array([each is not None for each in gradients]))
        parts = [
            torch.zeros_like(weight) if each is None else each
            for each, weight, used in zip(gradients, weights, is_used, strict=True)
            if used
        ]
        flat = torch.cat([part.reshape(-1) for part in parts])
        dist.all_reduce(flat)
        means = iter(torch.split(flat / self.size, [part.numel() for part in parts]))
        return [
            next(means).reshape(weight.shape) if used else None
            for weight, used in zip(weights, is_used, strict=True)
        ]


ALONE = Ranks()
"""A run in one process."""


@contextlib.contextmanager
def open_ranks(config: TrainConfig) -> Iterator[Ranks]:
    """Connect the processes that torchrun started; ConfigError if the run needs one process.

    A lost connection is a ConfigError, too: another rank failed, and the run can be resumed.
    """
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield ALONE
        return
    if config.learner != "fast" or config.imitation.agent is not None:
        field = "learner" if config.learner != "fast" else "imitation.agent"
        raise ConfigError.at("torchrun", field, "several processes need `fast` without imitation")
    is_cuda = config.device == "cuda"
    if is_cuda:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    dist.init_process_group("cpu:gloo,cuda:nccl" if is_cuda else "gloo", timeout=TIMEOUT)
    ranks = Ranks(dist.get_rank(), size)
    try:
        yield ranks
        dist.barrier()  # none ends while another still uses its connections
    except dist.DistError as cause:
        raise _lost(ranks, cause) from None
    except RuntimeError as cause:
        if "gloo" not in str(cause) and "Connection" not in str(cause):
            raise
        raise _lost(ranks, cause) from None
    finally:
        dist.destroy_process_group()


def _lost(ranks: Ranks, cause: Exception) -> ConfigError:
    """Return the error of a rank whose connection is lost."""
    reason = f"lost the others; --resume continues ({' '.join(str(cause).split())[:80]})"
    return ConfigError.at("torchrun", f"rank {ranks.rank}", reason)
