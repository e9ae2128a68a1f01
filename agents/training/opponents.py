"""Who sits in the other seat: scripted and random players, and the learner's past selves."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch

from spacecombat_agents.base import Agent, Needs
from spacecombat_agents.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.training.config import Opponents
from spacecombat_agents.training.networks import Head, drawn_words
from spacecombat_env.core.ruleset import Games
from spacecombat_env.core.seeds import derived_seed

SELF = "self"


class PastSelf:
    """The learner as it was: draws its words as likely as its policy held them."""

    def __init__(self, head: Head, seed: int) -> None:
        self.name = SELF
        self.needs = Needs.OBSERVATIONS
        self._head = copy.deepcopy(head).eval()
        self._rng = torch.Generator().manual_seed(seed)

    def reset(self, seed: int) -> None:
        """Start the dice anew."""
        self._rng.manual_seed(seed)

    def become(self, weights: Mapping[str, np.ndarray]) -> None:
        """Take over the weights of a snapshot."""
        self._head.load_state_dict({key: torch.from_numpy(w) for key, w in weights.items()})

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a drawn word for each row."""
        assert observations is not None
        return drawn_words(self._head, observations, masks, self._rng)


class Pool:
    """The opponents in play, in numbered slots, and the snapshots they are drawn from.

    Slots of fixed opponents never change; each slot of a past self takes another snapshot at every
    `refresh`. A game keeps its slot to its end.
    """

    def __init__(
        self,
        config: Opponents,
        setting: Setting,
        head: Head,
        folder: Path,
        seed: int,
    ) -> None:
        self._rng = np.random.default_rng([seed, 7])
        self._keep = config.keep
        self._folder = folder
        fixed = [name for name, weight in config.weights.items() if name != SELF and weight > 0]
        self.players: list[Agent] = [make_agent(name, setting) for name in fixed]
        for number, player in enumerate(self.players):
            player.reset(derived_seed(seed, "opponent", number))
        weights = [float(config.weights[name]) for name in fixed]
        self.selves: list[PastSelf] = []
        share = float(config.weights.get(SELF, 0.0))
        if share > 0:
            self.selves = [
                PastSelf(head, derived_seed(seed, "past self", i)) for i in range(config.active)
            ]
            weights += [share / config.active] * config.active
        self.players += self.selves
        self._weights = np.array(weights) / sum(weights)

    def draw(self, count: int) -> np.ndarray:
        """Return slots for new games, drawn by weight."""
        return self._rng.choice(len(self.players), size=count, p=self._weights)

    def snapshots(self) -> list[Path]:
        """Return the snapshots kept, oldest first."""
        return sorted(self._folder.glob("*.npz"))

    def remember(self, head: Head, decisions: int) -> None:
        """Keep the learner as it is now; forget one of the middle when there are too many.

        Forgetting every other old one keeps the pool spread over the whole run.
        """
        weights = {key: value.numpy() for key, value in head.state_dict().items()}
        self._folder.mkdir(parents=True, exist_ok=True)
        with open(self._folder / f"{decisions:012d}.npz", "wb") as file:
            np.savez(file, **weights)  # type: ignore[arg-type]
        kept = self.snapshots()
        if len(kept) > self._keep:
            kept[int(self._rng.integers(len(kept) - 1))].unlink()

    def refresh(self) -> None:
        """Give each slot of a past self a snapshot: the newest to the first, any to the others."""
        kept = self.snapshots()
        if not kept:
            return
        for i, player in enumerate(self.selves):
            chosen = kept[-1] if i == 0 else kept[int(self._rng.integers(len(kept)))]
            with np.load(chosen, allow_pickle=False) as weights:
                player.become(dict(weights))
