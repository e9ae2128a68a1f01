"""The keeper of a training run: its clock, its past selves, its state and its evaluations."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import (
    Logger,
    SummaryWriter,
    TensorBoardOutputFormat,
    configure,
)

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.files import whole
from spacecombat_agents.terminal import write_json
from spacecombat_agents.training import curves, saving
from spacecombat_agents.training.imitation import HeadStart
from spacecombat_agents.training.run import Run, Status, evaluations, players
from spacecombat_agents.training.saving import State, write_state
from spacecombat_env.compiling import compiling_seconds

Report = Callable[[Status], None]
EVALUATIONS = "evaluations.jsonl"


class Keeper(BaseCallback):
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
        self._told = run.status.updates
        """Updates with a line in curves.jsonl."""
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
            self.run.pool.refresh(self.run.arena.busy)

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
        """After an update: its line of the curves, and an evaluation when due."""
        run, status = self.run, self.run.status
        self._tell()
        if self._update_begun:
            self._update = time.monotonic() - self._update_begun
        every = run.config.evaluation.every_minutes
        if every is not None and status.seconds - self._evaluated >= 60.0 * every:
            self._tick(playing=True)
            self.evaluate()
            self._tick(playing=False)
            self._evaluated = status.seconds
            self.save()

    def _on_training_end(self) -> None:
        """After the last update: its line of the curves."""
        self._tell()

    def _on_rollout_end(self) -> None:
        """After each rollout: curves, and a past self when due."""
        run, status = self.run, self.run.status
        self._save_in_time(ahead=self._update)
        status.updates += 1
        self._curves()
        if status.updates % run.config.opponents.every == 0:
            run.pool.remember(run.model.head, status.decisions)
        run.pool.refresh(run.arena.busy)
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
        for name, score in curves.scores_of(run).items():
            record(f"score/{name}", score)
        record("time/decisions_per_s", run.status.decisions_per_s)
        record("train/entropy_coefficient", float(run.model.ent_coef))

    def _tell(self) -> None:
        """Write how the last update went, once."""
        if self._told < self.run.status.updates:
            self._told = self.run.status.updates
            curves.append(self.run.folder, curves.of_sb3(self.run))

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
        curves.cut_after(run.folder, run.status.decisions, run.status.updates)
        run.arena.restore(state["arena"])
        run.pool.restore(state["pool"])
        run.model.restore(state["model"])
        if self._head_start is not None and state["head_start"] is not None:
            self._head_start.restore(state["head_start"])
        saving.set_luck(state["luck"])
        self._saved_at = time.monotonic()
        for cut in run.folder.glob("*.new"):
            cut.unlink()


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
