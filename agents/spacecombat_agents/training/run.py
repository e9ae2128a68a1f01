"""A training run in progress: its parts, its progress and its evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.matches.match import MatchResult, play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.net_agent import NetAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.distributed import ALONE, Ranks
from spacecombat_agents.training.learner import Learner
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv

__all__ = ["TrainingRun", "TrainingStatus", "evaluate_learner", "evaluation_players"]


@dataclass
class TrainingStatus:
    """Progress of a run, as in `state.json` and progress bars."""

    decisions: int = 0
    """Decisions of the learner."""
    all_decisions: int = 0
    """Decisions of both sides."""
    games: int = 0
    updates: int = 0
    seconds: float = 0.0
    """Training time of all sessions, with evaluations."""
    playing_seconds: float = 0.0
    """The same without evaluations, for decisions per second."""
    share: float = 0.0
    """Share of the budget used."""
    imitated: float | None = None
    """Share of the teacher's actions predicted after behaviour cloning; None without it."""
    scores: dict[str, float] = field(default_factory=dict)
    """Latest evaluation: opponent -> score."""

    @property
    def decisions_per_s(self) -> float:
        """Decisions of the learner per second of the whole loop: play, inference, learning."""
        return self.decisions / max(self.playing_seconds, 1e-9)

    def as_json(self) -> dict[str, Any]:
        """Return the progress as in `state.json`, where the key of `all_decisions` is "words"."""
        return {"words" if key == "all_decisions" else key: v for key, v in asdict(self).items()}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> TrainingStatus:
        """Return the progress from the result of `as_json`."""
        return cls(**{"all_decisions" if key == "words" else key: v for key, v in content.items()})


@dataclass(frozen=True)
class TrainingRun:
    """The parts of a training run."""

    config: TrainConfig
    folder: Path
    setting: GameSetting
    learner: Learner
    pool: OpponentPool
    self_play: SelfPlayEnv
    status: TrainingStatus
    ranks: Ranks = ALONE


def evaluation_players(run: TrainingRun) -> list[Agent]:
    """Return the learner, as it plays in evaluations, and the configured opponents."""
    evaluation = run.config.evaluation
    named = (make_agent(name, run.setting) for name in evaluation.opponents)
    sampling = evaluation.temperature, evaluation.min_p
    return [NetAgent(run.learner.player, "learner", *sampling), *named]


def evaluate_learner(run: TrainingRun, pairs: int) -> list[MatchResult]:
    """Play the learner against the configured opponents."""
    learner, *opponents = evaluation_players(run)
    results = []
    for opponent in opponents:
        results.append(
            play_match(
                run.setting,
                (learner, opponent),
                pairs=pairs,
                seed=run.config.seed + 1_000_000 + pairs,
                threads=run.config.engine_threads,
            )
        )
    return results
