"""Opponents of a learner: scripted and random players, its own checkpoints, or itself."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, Needs
from spacecombat_agents.players.bundles.archive import read_npz
from spacecombat_agents.players.net_agent import check_weights
from spacecombat_agents.players.nets.policy_net import PolicyNet, sample
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.training.config import Opponents
from spacecombat_agents.training.run_state import rng_state_of, set_rng_state_of
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games

__all__ = ["CHECKPOINT_FOLDER", "CheckpointOpponent", "OpponentPool", "load_checkpoint"]

SELF = "self"
MIRROR = "mirror"
CHECKPOINT_FOLDER = "opponents"
"""Folder of a run that holds the checkpoints."""


class CheckpointOpponent:
    """An earlier version of the learner; samples actions from its policy."""

    def __init__(self, actor_critic: PolicyNet, seed: int) -> None:
        self.name = SELF
        self.needs = Needs.OBSERVATIONS
        self._head = copy.deepcopy(actor_critic).eval()
        self._rng = torch.Generator().manual_seed(seed)
        self.checkpoint = ""
        """Name of the checkpoint it plays; empty for the learner as it started."""

    def reset(self, seed: int) -> None:
        """Reseed the generator."""
        self._rng.manual_seed(seed)

    def load_weights(self, folder: Path, checkpoint: str) -> None:
        """Load the weights of a checkpoint; ConfigError if it is missing or damaged."""
        load_checkpoint(self._head, folder / checkpoint)
        self.checkpoint = checkpoint

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return an action for each row, sampled from the policy."""
        assert observations is not None
        with torch.inference_mode():
            logits = self._head.masked_logits(
                torch.from_numpy(observations), torch.from_numpy(masks)
            )
            return sample(torch.softmax(logits, dim=1), self._rng).numpy()


def load_checkpoint(actor_critic: PolicyNet, file: Path) -> None:
    """Load the weights of a checkpoint into a network; ConfigError if it is missing or damaged."""
    try:
        tensors = {key: torch.from_numpy(each) for key, each in read_npz(file).items()}
        actor_critic.load_state_dict(tensors)
        check_weights(tensors, file)
    except FileNotFoundError:
        raise ConfigError.at(file, "file", "is missing: a checkpoint of this run") from None
    except (OSError, ValueError, RuntimeError) as cause:
        reason = f"not a checkpoint of this run: {' '.join(str(cause).split())[:80]}"
        raise ConfigError.at(file, "file", reason) from None


class OpponentPool:
    """The opponents in play, in numbered slots, and the checkpoints to sample from.

    The last slot is the mirror's and has no opponent: the learner holds both seats.

    Slots of fixed opponents never change. There are twice as many checkpoint slots as play: new
    games use the open ones. A slot takes another checkpoint only when it is closed and its last
    game has ended. So a game has the same opponent from its first action to its last.
    """

    def __init__(
        self,
        config: Opponents,
        setting: GameSetting,
        actor_critic: PolicyNet,
        folder: Path,
        seed: int,
    ) -> None:
        self._rng = np.random.default_rng([seed, 7])
        self._keep = config.keep
        self._folder = folder
        self.checkpoints: list[str] = []
        """Names of the checkpoints kept, oldest first."""
        own = (SELF, MIRROR)
        fixed = [name for name, weight in config.weights.items() if name not in own and weight > 0]
        self.players: list[Agent] = [make_agent(name, setting) for name in fixed]
        for number, player in enumerate(self.players):
            player.reset(derived_seed(seed, "opponent", number))
        weights = [float(config.weights[name]) for name in fixed]
        self.checkpoint_players: list[CheckpointOpponent] = []
        self.open_slots: list[int] = []
        """Checkpoint slots that take new games, longest open first."""
        self._checkpoint_weight = float(config.weights.get(SELF, 0.0))
        self._mirror_weight = float(config.weights.get(MIRROR, 0.0))
        if self._checkpoint_weight > 0:
            self.checkpoint_players = [
                CheckpointOpponent(actor_critic, derived_seed(seed, "past self", i))
                for i in range(2 * config.active)
            ]
            self.open_slots = list(range(config.active))
        self._fixed_weights = np.array(weights)
        self.players += self.checkpoint_players
        self.keeps_files = False
        """Whether files of dropped checkpoints stay, because other processes may play them."""
        self.mirror = len(self.players)
        """The slot of games in which the learner plays itself."""

    @property
    def slot_probs(self) -> np.ndarray:
        """Return the probability of each slot for a new game."""
        selves = np.zeros(len(self.checkpoint_players))
        if self.open_slots:
            selves[self.open_slots] = self._checkpoint_weight / len(self.open_slots)
        weights = np.concatenate([self._fixed_weights, selves, [self._mirror_weight]])
        return weights / weights.sum()

    def sample_slots(self, count: int) -> np.ndarray:
        """Return slots for new games, sampled by weight."""
        return self._rng.choice(len(self.players) + 1, size=count, p=self.slot_probs)

    def add_checkpoint(self, actor_critic: PolicyNet, decisions: int) -> None:
        """Save the learner as a checkpoint; drop a random older one when there are too many.

        Random removal keeps the pool spread over the whole run. Files stay until
        `remove_unused_files`, because a state saved before may still refer to them.
        """
        weights = {key: value.numpy() for key, value in actor_critic.state_dict().items()}
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{decisions:012d}.npz"
        with atomic_write(self._folder / name) as file:
            np.savez(file, **weights)  # type: ignore[arg-type]
        self.checkpoints = sorted({*self.checkpoints, name})
        if len(self.checkpoints) > self._keep:
            del self.checkpoints[int(self._rng.integers(len(self.checkpoints) - 1))]

    def refresh(self, used_slots: np.ndarray) -> None:
        """Open unused slots with other checkpoints, and close as many.

        `used_slots` marks the slots with games in progress. The newest checkpoint is always open if
        a slot was free for it; the others are sampled from all.
        """
        kept = self.checkpoints
        if not kept:
            return
        closed = np.setdiff1d(np.arange(len(self.checkpoint_players)), self.open_slots)
        for i in closed[~used_slots[len(self._fixed_weights) + closed]].tolist():
            stay = self.open_slots[1:]
            newest = kept[-1] in [self.checkpoint_players[other].checkpoint for other in stay]
            chosen = kept[int(self._rng.integers(len(kept)))] if newest else kept[-1]
            self.checkpoint_players[i].load_weights(self._folder, chosen)
            self.open_slots = [*stay, i]

    def remove_unused_files(self) -> None:
        """Remove the files of checkpoints that are neither in play nor in a state."""
        if self.keeps_files:
            return
        known = {*self.checkpoints, *(player.checkpoint for player in self.checkpoint_players)}
        for file in self._folder.glob("*.npz*"):
            if file.name not in known:
                file.unlink()

    def adopt(self, checkpoints: list[str]) -> None:
        """Take over the checkpoints of another process; those in play are the newest."""
        self.checkpoints = list(checkpoints)
        for player in self.checkpoint_players if checkpoints else ():
            player.load_weights(self._folder, checkpoints[-1])

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes, besides the files of the checkpoints."""
        return {
            "luck": rng_state_of(self),
            "snapshots": self.checkpoints,
            "selves": [player.checkpoint for player in self.checkpoint_players],
            "open": self.open_slots,
            "players": [rng_state_of(player) for player in self.players],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`."""
        set_rng_state_of(self, state["luck"])
        self.checkpoints = list(state["snapshots"])
        self.open_slots = list(state["open"])
        for player, checkpoint in zip(self.checkpoint_players, state["selves"], strict=True):
            if checkpoint:
                player.load_weights(self._folder, checkpoint)
        for each, place in zip(self.players, state["players"], strict=True):
            set_rng_state_of(each, place)
        self.remove_unused_files()
