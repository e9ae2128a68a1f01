"""Who sits in the other seat: scripted and random players, the learner's past selves, or itself."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import torch

from spacecombat_agents.files import whole
from spacecombat_agents.players.base import Agent, Needs
from spacecombat_agents.players.policy import Policy, draw
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.training.config import Opponents
from spacecombat_agents.training.saving import luck_of, set_luck_of
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games
from spacecombat_env.core.seeds import derived_seed

SELF = "self"
MIRROR = "mirror"
PAST_SELVES = "opponents"
"""Folder of a run in which they are kept."""


class PastSelf:
    """The learner as it was: draws its words as likely as its policy held them."""

    def __init__(self, head: Policy, seed: int) -> None:
        self.name = SELF
        self.needs = Needs.OBSERVATIONS
        self._head = copy.deepcopy(head).eval()
        self._rng = torch.Generator().manual_seed(seed)
        self.snapshot = ""
        """Name of the snapshot it plays; empty for the learner as it was at the beginning."""

    def reset(self, seed: int) -> None:
        """Start the dice anew."""
        self._rng.manual_seed(seed)

    def become(self, folder: Path, snapshot: str) -> None:
        """Take over the weights of a snapshot; ConfigError where it is missing or none."""
        load_snapshot(self._head, folder / snapshot)
        self.snapshot = snapshot

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a word for each row, drawn as likely as the policy holds it."""
        assert observations is not None
        with torch.inference_mode():
            logits = self._head.masked(torch.from_numpy(observations), torch.from_numpy(masks))
            return draw(torch.softmax(logits, dim=1), self._rng).numpy()


def load_snapshot(head: Policy, file: Path) -> None:
    """Give a network the weights of a snapshot; ConfigError where it is missing or none."""
    try:
        with np.load(file, allow_pickle=False) as weights:
            tensors = {key: torch.from_numpy(weights[key]) for key in weights}
        head.load_state_dict(tensors)
    except FileNotFoundError:
        raise ConfigError.at(file, "file", "is missing: a past self of this run") from None
    except (OSError, ValueError, RuntimeError, BadZipFile) as cause:
        reason = f"no past self of this run: {' '.join(str(cause).split())[:80]}"
        raise ConfigError.at(file, "file", reason) from None


class Pool:
    """The opponents in play, in numbered slots, and the snapshots they are drawn from.

    The last slot is the mirror's, where nobody sits: the learner holds both seats.

    Slots of fixed opponents never change. Of past selves there are twice as many slots as play: new
    games are drawn for the open ones, and a slot takes another snapshot only when it is closed and
    its last game has ended. So a game meets one opponent from its first word to its last.
    """

    def __init__(
        self,
        config: Opponents,
        setting: Setting,
        head: Policy,
        folder: Path,
        seed: int,
    ) -> None:
        self._rng = np.random.default_rng([seed, 7])
        self._keep = config.keep
        self._folder = folder
        self.snapshots: list[str] = []
        """Names of the snapshots kept, oldest first."""
        own = (SELF, MIRROR)
        fixed = [name for name, weight in config.weights.items() if name not in own and weight > 0]
        self.players: list[Agent] = [make_agent(name, setting) for name in fixed]
        for number, player in enumerate(self.players):
            player.reset(derived_seed(seed, "opponent", number))
        weights = [float(config.weights[name]) for name in fixed]
        self.selves: list[PastSelf] = []
        self.open: list[int] = []
        """Which of them take new games, longest open first."""
        self._share = float(config.weights.get(SELF, 0.0))
        self._mirrored = float(config.weights.get(MIRROR, 0.0))
        if self._share > 0:
            self.selves = [
                PastSelf(head, derived_seed(seed, "past self", i)) for i in range(2 * config.active)
            ]
            self.open = list(range(config.active))
        self._fixed = np.array(weights)
        self.players += self.selves
        self.mirror = len(self.players)
        """The slot of games in which the learner plays itself."""

    @property
    def chances(self) -> np.ndarray:
        """Return with which chance a new game gets each slot."""
        selves = np.zeros(len(self.selves))
        if self.open:
            selves[self.open] = self._share / len(self.open)
        weights = np.concatenate([self._fixed, selves, [self._mirrored]])
        return weights / weights.sum()

    def draw(self, count: int) -> np.ndarray:
        """Return slots for new games, drawn by weight."""
        return self._rng.choice(len(self.players) + 1, size=count, p=self.chances)

    def remember(self, head: Policy, decisions: int) -> None:
        """Keep the learner as it is now; forget one of the middle when there are too many.

        Forgetting every other old one keeps the pool spread over the whole run. The file of a
        forgotten one stays until `tidy`: a state written before may still know it.
        """
        weights = {key: value.numpy() for key, value in head.state_dict().items()}
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{decisions:012d}.npz"
        with whole(self._folder / name) as file:
            np.savez(file, **weights)  # type: ignore[arg-type]
        self.snapshots = sorted({*self.snapshots, name})
        if len(self.snapshots) > self._keep:
            del self.snapshots[int(self._rng.integers(len(self.snapshots) - 1))]

    def refresh(self, busy: np.ndarray) -> None:
        """Open slots that no game is played in with other snapshots, and close as many.

        `busy` tells for each slot whether a game is under way there. The newest snapshot is always
        open where a slot was free for it; the others are drawn from all.
        """
        kept = self.snapshots
        if not kept:
            return
        closed = np.setdiff1d(np.arange(len(self.selves)), self.open)
        for i in closed[~busy[len(self._fixed) + closed]].tolist():
            stay = self.open[1:]
            newest = kept[-1] in [self.selves[other].snapshot for other in stay]
            chosen = kept[int(self._rng.integers(len(kept)))] if newest else kept[-1]
            self.selves[i].become(self._folder, chosen)
            self.open = [*stay, i]

    def tidy(self) -> None:
        """Remove the files of snapshots that nobody plays or that no state knows."""
        known = {*self.snapshots, *(player.snapshot for player in self.selves)}
        for file in self._folder.glob("*.npz*"):
            if file.name not in known:
                file.unlink()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes, beside the files of the snapshots."""
        return {
            "luck": luck_of(self),
            "snapshots": self.snapshots,
            "selves": [player.snapshot for player in self.selves],
            "open": self.open,
            "players": [luck_of(player) for player in self.players],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`, read back."""
        set_luck_of(self, state["luck"])
        self.snapshots = list(state["snapshots"])
        self.open = list(state["open"])
        for player, snapshot in zip(self.selves, state["selves"], strict=True):
            if snapshot:
                player.become(self._folder, snapshot)
        for each, place in zip(self.players, state["players"], strict=True):
            set_luck_of(each, place)
        self.tidy()
