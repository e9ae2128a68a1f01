"""A training run: a folder that holds its configuration, checkpoints, past selves and results.

config.yaml         what was asked for
state.zip           everything the run goes on from (saving.py), with opponents/
opponents/*.npz     past selves, named by the learner's decisions
model.zip           the learner as it then was, a plain MaskablePPO model
state.json          how far the run then was, to be read
evaluations.jsonl   one line per evaluation: when, against whom, score with interval
result.json         the evaluation at the end, what the model card quotes
tensorboard/        curves

The state is written at the start, every 30 seconds, around evaluations, on Ctrl-C and SIGTERM, and
at the end, each file in one stroke.
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
from stable_baselines3.common.logger import (
    Logger,
    SummaryWriter,
    TensorBoardOutputFormat,
    configure,
)

from spacecombat_agents.arena.match import MatchResult, play_match
from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.files import check_folder, whole
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.sb3_agent import Sb3Agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import write_json
from spacecombat_agents.training import saving
from spacecombat_agents.training.algorithm import SelfPlayPPO, build_model
from spacecombat_agents.training.arena import Arena
from spacecombat_agents.training.config import TrainConfig, load_config, save_config, setting_of
from spacecombat_agents.training.imitation import HeadStart
from spacecombat_agents.training.networks import set_threads
from spacecombat_agents.training.opponents import Pool
from spacecombat_agents.training.saving import State, read_state, write_state
from spacecombat_env.compiling import compiling_seconds
from spacecombat_env.core.errors import ConfigError

Report = Callable[["Status"], None]
EVALUATIONS = "evaluations.jsonl"


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
    """Train an opponent into a run folder and return its result; `resume` goes on with a run.

    Ctrl-C and SIGTERM have the state written, then raise Interrupted; an update that is under way
    is finished first. Asked three times, it stops without writing.
    """
    set_threads(config.torch_threads)
    if not resume:
        check_folder(folder, "out")
    with Stop() as stop:
        run, state = _open_run(config, folder, resume)
        keeper = _Keeper(run, report, stop)
        try:
            with stop.whole():
                keeper.go(state)
            return finish(run)
        except Interrupted:
            kept = f"{folder} holds {keeper.saved:,} decisions; --resume goes on from there"
            raise Interrupted(kept) from None
        finally:
            run.arena.env.close()


def _open_run(config: TrainConfig, folder: Path, resume: bool) -> tuple[Run, State | None]:
    """Return everything a run works with, and with `resume` the state it is to go on from."""
    setting = setting_of(config)
    state = _check_folder(config, folder, setting, resume)
    model = build_model(config, setting.scenario)
    status = Status() if state is None else Status(**state["status"])
    pool = Pool(config.opponents, setting, model.head, folder / "opponents", config.seed)
    env = setting.batch(
        config.rollout.games,
        threads=config.engine_threads,
        auto_reset=True,
        reward=config.reward,
    )
    arena = Arena(env, pool, config.seed)
    if state is None:
        save_config(config, folder / "config.yaml")
    return Run(config, folder, setting, model, pool, arena, status), state


def _check_folder(
    config: TrainConfig, folder: Path, setting: Setting, resume: bool
) -> State | None:
    """Check that the folder is new, or with `resume` that it holds this run; return its state."""
    if not resume:
        unborn = {"config.yaml", *(file.name for file in folder.glob("*.new"))}
        if {file.name for file in folder.iterdir()} - unborn:
            reason = "holds something already; resume it (--resume) or name another folder"
            raise ConfigError.at(folder, "out", reason)
        return None
    if not (folder / "config.yaml").is_file():
        reason = "is missing: the folder holds no run to go on with"
        raise ConfigError.at(folder / "config.yaml", "file", reason)
    before = load_config(folder / "config.yaml")
    if replace(before, budget=config.budget, evaluation=config.evaluation) != config:
        reason = (
            "the run was begun with another configuration; only budget and evaluation may change"
        )
        raise ConfigError.at(folder, "config.yaml", reason)
    return read_state(folder, setting)


def _logger(folder: Path, decisions: int) -> Logger:
    """Return a logger that writes TensorBoard curves where TensorBoard is installed.

    Points after `decisions`, from before an interruption, are drawn anew.
    """
    try:
        logger = configure(str(folder / "tensorboard"), ["tensorboard"])
    except (ImportError, AssertionError):
        return Logger(folder=None, output_formats=[])
    for output in logger.output_formats:
        if isinstance(output, TensorBoardOutputFormat):
            output.writer.close()
            output.writer = SummaryWriter(logger.get_dir(), purge_step=decisions + 1)
    return logger


class _Keeper(BaseCallback):
    """Keeps the run's clock, its past selves, its state and its evaluations."""

    def __init__(self, run: Run, report: Report | None, stop: Stop) -> None:
        super().__init__()
        self.run = run
        self.report = report
        self.stop = stop
        self.saved = run.status.decisions
        """Decisions in the state on disk."""
        self._saved_at = 0.0
        self._update = 0.0
        self._update_begun = 0.0
        self._last = self._now()
        self._before = (run.status.words, run.status.games)
        self._evaluated = run.status.seconds
        self._head_start: HeadStart | None = None
        run.model.enter(run.arena, run.config, self.share)

    def go(self, state: State | None) -> None:
        """Train until the budget is used up or somebody asks to stop, and write the state."""
        run, imitation = self.run, self.run.config.imitation
        if imitation.agent is not None and run.status.imitated is None:
            self._head_start = HeadStart(run.model, run.setting, imitation, run.config.seed)
        if state is None:
            self.save()
        else:
            self._restore(state)
        run.model.set_logger(_logger(run.folder, run.status.decisions))
        if self._head_start is not None:
            self.head_start(self._head_start)
        if self.share() < 1.0:
            goal = run.config.budget.decisions or 2**62
            run.model.learn(
                goal - run.model.num_timesteps, callback=self, reset_num_timesteps=False
            )
        self.save()

    def share(self) -> float:
        """Return the share of the budget used."""
        budget, status = self.run.config.budget, self.run.status
        used = [0.0]
        if budget.minutes is not None:
            used.append(status.seconds / max(60.0 * budget.minutes, 1e-9))
        if budget.decisions is not None:
            used.append(status.decisions / budget.decisions)
        return min(max(used), 1.0)

    def head_start(self, lessons: HeadStart) -> None:
        """Learn from a scripted player first; the time counts."""
        self._last = self._now()
        right = lessons.go(self._beat)
        self._tick(playing=False)
        self.run.status.imitated, self._head_start = right, None
        self.save()

    def _beat(self) -> None:
        """During the head start: write the state when it is time; stop when somebody asks."""
        self._tick(playing=False)
        self._save_in_time()
        if self.stop.asked:
            self.save()
            raise Interrupted

    def _on_training_start(self) -> None:
        """Start the clock, and the pool of past selves with the learner as it is."""
        self._last = self._now()
        if not self.run.pool.snapshots:
            self.run.pool.remember(self.run.model.head, 0)
            self.run.pool.refresh()

    def _on_step(self) -> bool:
        """Count; stop when the budget is used up, or somebody asks."""
        self._tick(playing=True)
        status, arena = self.run.status, self.run.arena
        status.decisions = self.run.model.num_timesteps
        status.words, status.games = arena.decisions, arena.games
        status.share = self.share()
        self._save_in_time()
        return status.share < 1.0 and not self.stop.asked

    def _on_rollout_start(self) -> None:
        """After an update: an evaluation when due."""
        run, status = self.run, self.run.status
        if self._update_begun:
            self._update = time.monotonic() - self._update_begun
        every = run.config.evaluation.every_minutes
        if every is not None and status.seconds - self._evaluated >= 60.0 * every:
            self._tick(playing=True)
            self.evaluate()
            self._tick(playing=False)
            self._evaluated = status.seconds
            self.save()

    def _on_rollout_end(self) -> None:
        """After each rollout: curves, and a past self when due."""
        run, status = self.run, self.run.status
        self._save_in_time(ahead=self._update)
        status.updates += 1
        self._curves()
        if status.updates % run.config.opponents.every == 0:
            run.pool.remember(run.model.head, status.decisions)
        run.pool.refresh()
        self._update_begun = time.monotonic()
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
        run, status = self.run, self.run.status
        self.save()
        now = {"at_decisions": status.decisions, "at_seconds": status.seconds}
        with self.stop.cuttable():
            results = evaluations(run, run.config.evaluation.pairs)
        made = {"provenance": provenance(run.setting.ruleset, players(run))}
        lines = [json.dumps({**now, **result.as_json(), **made}) + "\n" for result in results]
        with open(run.folder / EVALUATIONS, "a", encoding="utf-8") as file:
            file.write("".join(lines))
        for result in results:
            status.scores[result.agent_b] = result.score_a
            run.model.logger.record(f"evaluation/{result.agent_b}", result.score_a)

    def _save_in_time(self, ahead: float = 0.0) -> None:
        """Write the state when it is time, or would be in so many seconds."""
        if time.monotonic() - self._saved_at + ahead >= saving.SECONDS:
            self.save()

    def save(self) -> None:
        """Write the state, and for people the model and how far the run is."""
        run = self.run
        self._saved_at = time.monotonic()
        file = run.folder / EVALUATIONS
        state: State = {
            "made_for": saving.places(run.setting),
            "status": asdict(run.status),
            "evaluated": self._evaluated,
            "evaluations": file.stat().st_size if file.is_file() else 0,
            "model": run.model.state(),
            "arena": run.arena.state(),
            "pool": run.pool.state(),
            "head_start": self._head_start.state() if self._head_start is not None else None,
            "luck": saving.luck(),
        }
        write_state(run.folder, state)
        self.saved = run.status.decisions
        run.pool.tidy()
        with whole(run.folder / "model.zip") as model:
            run.model.save(model)
        write_json(run.folder / "state.json", asdict(run.status))

    def _restore(self, state: State) -> None:
        """Go on from a state; lines of the evaluations that it does not know are played again."""
        run = self.run
        self._evaluated = state["evaluated"]
        file = run.folder / EVALUATIONS
        if file.is_file() and file.stat().st_size > state["evaluations"]:
            os.truncate(file, state["evaluations"])
        run.arena.restore(state["arena"])
        run.pool.restore(state["pool"])
        run.model.restore(state["model"])
        if self._head_start is not None and state["head_start"] is not None:
            self._head_start.restore(state["head_start"])
        saving.set_luck(state["luck"])
        self._saved_at = time.monotonic()
        for cut in run.folder.glob("*.new"):
            cut.unlink()


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
