"""A training run: a folder that holds its configuration, checkpoints, past selves and results.

config.yaml         what was asked for
model.zip           the latest checkpoint, a plain MaskablePPO model
state.json          how far the run is; with model.zip and opponents/ enough to go on
opponents/*.npz     past selves, named by the learner's decisions
evaluations.jsonl   one line per evaluation: when, against whom, score with interval
result.json         the evaluation at the end, what the model card quotes
tensorboard/        curves
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, configure

from spacecombat_agents.base import Agent
from spacecombat_agents.match import MatchResult, play_match
from spacecombat_agents.provenance import provenance
from spacecombat_agents.roster import make_agent
from spacecombat_agents.sb3_agent import Sb3Agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import write_json
from spacecombat_agents.training.algorithm import SelfPlayPPO, build_model
from spacecombat_agents.training.arena import Arena
from spacecombat_agents.training.config import TrainConfig, load_config, save_config, setting_of
from spacecombat_agents.training.imitation import imitate
from spacecombat_agents.training.networks import set_threads
from spacecombat_agents.training.opponents import Pool
from spacecombat_env.compiling import compiling_seconds
from spacecombat_env.core.errors import ConfigError

Report = Callable[["Status"], None]


@dataclass
class Status:
    """How far a run is: what `state.json` holds and progress bars show."""

    decisions: int = 0
    """Decisions of the learner."""
    words: int = 0
    """Decisions of both sides."""
    games: int = 0
    updates: int = 0
    seconds: float = 0.0
    """Training time, evaluations included and compiling left out, over all sittings."""
    playing_seconds: float = 0.0
    """The same without evaluations: what decisions per second are counted over."""
    share: float = 0.0
    """Share of the budget used."""
    imitated: float | None = None
    """Share of the teacher's words that the head start got right; None without one."""
    scores: dict[str, float] = field(default_factory=dict)
    """Latest evaluation: opponent -> score."""

    @property
    def decisions_per_s(self) -> float:
        """Decisions of the learner per second of the whole loop: play, inference, learning."""
        return self.decisions / max(self.playing_seconds, 1e-9)


@dataclass(frozen=True)
class Run:
    """What a training run works with."""

    config: TrainConfig
    folder: Path
    setting: Setting
    model: SelfPlayPPO
    pool: Pool
    arena: Arena
    status: Status


def train(
    config: TrainConfig, folder: Path, *, resume: bool = False, report: Report | None = None
) -> dict[str, Any]:
    """Train an opponent into a run folder and return its result; `resume` goes on with a run."""
    set_threads(config.torch_threads)
    run = _open_run(config, folder, resume)
    keeper = _Keeper(run, report)
    run.model.set_logger(_logger(folder))
    goal = config.budget.decisions or 2**62
    if config.imitation.agent is not None and not resume:
        keeper.head_start()
    if keeper.share() < 1.0:
        run.model.learn(goal - run.model.num_timesteps, callback=keeper, reset_num_timesteps=False)
    keeper.checkpoint()
    return finish(run)


def _open_run(config: TrainConfig, folder: Path, resume: bool) -> Run:
    """Make or reopen a run folder, with everything a run works with."""
    setting = setting_of(config)
    model = build_model(config, setting.scenario)
    status = _open_folder(config, folder, resume)
    if resume:
        model.set_parameters(str(folder / "model.zip"), device="cpu")
        model.num_timesteps = status.decisions
    else:
        save_config(config, folder / "config.yaml")
    seed = config.seed + status.decisions
    pool = Pool(config.opponents, setting, model.head, folder / "opponents", seed)
    env = setting.batch(
        config.rollout.games,
        threads=config.engine_threads,
        auto_reset=True,
        reward=config.reward,
    )
    return Run(config, folder, setting, model, pool, Arena(env, pool, seed), status)


def _open_folder(config: TrainConfig, folder: Path, resume: bool) -> Status:
    """Check that the folder is new, or with `resume` that it holds this run; return its status."""
    state = folder / "state.json"
    if not resume:
        if folder.exists() and any(folder.iterdir()):
            reason = "holds something already; resume it (--resume) or name another folder"
            raise ConfigError.at(folder, "out", reason)
        folder.mkdir(parents=True, exist_ok=True)
        return Status()
    if not (folder / "config.yaml").is_file() or not state.is_file():
        raise ConfigError.at(
            folder, "resume", "holds no run: config.yaml and state.json are missing"
        )
    before = load_config(folder / "config.yaml")
    if replace(before, budget=config.budget, evaluation=config.evaluation) != config:
        reason = (
            "the run was begun with another configuration; only budget and evaluation may change"
        )
        raise ConfigError.at(folder, "config.yaml", reason)
    try:
        return Status(**json.loads(state.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as cause:
        raise ConfigError.at(state, "file", f"no run state: {cause}") from None


def _logger(folder: Path) -> Logger:
    """Return a logger that writes TensorBoard curves where TensorBoard is installed."""
    try:
        return configure(str(folder / "tensorboard"), ["tensorboard"])
    except (ImportError, AssertionError):
        return Logger(folder=None, output_formats=[])


class _Keeper(BaseCallback):
    """Keeps the run's clock, its past selves, its checkpoints and its evaluations."""

    def __init__(self, run: Run, report: Report | None) -> None:
        super().__init__()
        self.run = run
        self.report = report
        self._last = self._now()
        self._before = (run.status.words, run.status.games)
        self._evaluated = run.status.seconds
        run.model.enter(run.arena, run.config, self.share)

    def share(self) -> float:
        """Return the share of the budget used."""
        budget, status = self.run.config.budget, self.run.status
        used = [0.0]
        if budget.minutes is not None:
            used.append(status.seconds / max(60.0 * budget.minutes, 1e-9))
        if budget.decisions is not None:
            used.append(status.decisions / budget.decisions)
        return min(max(used), 1.0)

    def head_start(self) -> None:
        """Learn from a scripted player first; the time counts."""
        run = self.run
        right = imitate(run.model, run.setting, run.config.imitation, run.config.seed)
        self._tick(playing=False)
        run.status.imitated = right

    def _on_training_start(self) -> None:
        """Start the clock, and the pool of past selves with the learner as it is."""
        self._last = self._now()
        if not self.run.pool.snapshots():
            self.run.pool.remember(self.run.model.head, 0)
        self.run.pool.refresh()

    def _on_step(self) -> bool:
        """Count; stop when the budget is used up."""
        self._tick(playing=True)
        status, arena = self.run.status, self.run.arena
        status.decisions = self.run.model.num_timesteps
        status.words = self._before[0] + arena.decisions
        status.games = self._before[1] + arena.games
        status.share = self.share()
        return status.share < 1.0

    def _on_rollout_end(self) -> None:
        """After each rollout: curves, a past self, an evaluation and a checkpoint when due."""
        run, status = self.run, self.run.status
        status.updates += 1
        self._curves()
        if status.updates % run.config.opponents.every == 0:
            run.pool.remember(run.model.head, status.decisions)
        run.pool.refresh()
        every = run.config.evaluation.every_minutes
        if every is not None and status.seconds - self._evaluated >= 60.0 * every:
            self._tick(playing=True)
            self.evaluate()
            self.checkpoint()
            self._tick(playing=False)
            self._evaluated = status.seconds
        if self.report is not None:
            self.report(status)

    @staticmethod
    def _now() -> float:
        """Return the seconds of a clock that stands still while anything is compiled."""
        return time.perf_counter() - compiling_seconds()

    def _tick(self, playing: bool) -> None:
        """Add the time since the last tick to the run's."""
        now = self._now()
        self.run.status.seconds += now - self._last
        if playing:
            self.run.status.playing_seconds += now - self._last
        self._last = now

    def _curves(self) -> None:
        """Record the running scores against each opponent, and the speed."""
        run, record = self.run, self.run.model.logger.record
        by_name: dict[str, list[float]] = {}
        for player, score in zip(run.pool.players, run.arena.scores, strict=True):
            by_name.setdefault(player.name, []).append(float(score))
        for name, scores in by_name.items():
            record(f"score/{name}", sum(scores) / len(scores))
        record("time/decisions_per_s", run.status.decisions_per_s)
        record("train/entropy_coefficient", float(run.model.ent_coef))

    def evaluate(self) -> None:
        """Play the configured opponents and append the results to evaluations.jsonl."""
        run = self.run
        for result in evaluations(run, run.config.evaluation.pairs):
            run.status.scores[result.agent_b] = result.score_a
            run.model.logger.record(f"evaluation/{result.agent_b}", result.score_a)
            now = {"at_decisions": run.status.decisions, "at_seconds": run.status.seconds}
            made = {"provenance": provenance(run.setting.ruleset, players(run))}
            with open(run.folder / "evaluations.jsonl", "a", encoding="utf-8") as file:
                file.write(json.dumps({**now, **result.as_json(), **made}) + "\n")

    def checkpoint(self) -> None:
        """Write model and state, so that the run can go on from here."""
        run = self.run
        run.model.save(run.folder / "model.new.zip")
        os.replace(run.folder / "model.new.zip", run.folder / "model.zip")
        write_json(run.folder / "state.json", asdict(run.status))


def players(run: Run) -> list[Agent]:
    """Return the learner, its likeliest words taken, and the configured opponents."""
    named = (make_agent(name, run.setting) for name in run.config.evaluation.opponents)
    return [Sb3Agent(run.model, "learner"), *named]


def evaluations(run: Run, pairs: int) -> list[MatchResult]:
    """Play the learner against the configured opponents."""
    learner, *opponents = players(run)
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


def finish(run: Run) -> dict[str, Any]:
    """Play the last evaluation and write result.json: what the run has come to."""
    results = evaluations(run, run.config.evaluation.final_pairs)
    for result in results:
        run.status.scores[result.agent_b] = result.score_a
    summary = {
        "ruleset": run.setting.ruleset.name,
        "scenario": run.setting.scenario.name,
        "folder": str(run.folder),
        **{
            key: getattr(run.status, key)
            for key in ("decisions", "words", "games", "updates", "imitated")
        },
        "seconds": run.status.seconds,
        "decisions_per_s": run.status.decisions_per_s,
        "words_per_s": run.status.words / max(run.status.playing_seconds, 1e-9),
        "evaluations": [result.as_json() for result in results],
        "provenance": provenance(run.setting.ruleset, players(run)),
    }
    write_json(run.folder / "result.json", summary)
    return summary
