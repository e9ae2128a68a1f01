"""The loop of a training run: its clock, checkpoints, state and evaluations."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.arena.stop_signal import Interrupted, StopSignal
from spacecombat_agents.atomic_files import append_text
from spacecombat_agents.terminal import write_json
from spacecombat_agents.training import run_state
from spacecombat_agents.training.behaviour_cloning import BehaviourCloning
from spacecombat_agents.training.metrics import metrics_log
from spacecombat_agents.training.metrics.tensorboard_log import TensorBoardLog
from spacecombat_agents.training.run import (
    TrainingRun,
    TrainingStatus,
    evaluate_learner,
    evaluation_players,
)
from spacecombat_agents.training.run_state import State, write_state

__all__ = ["EVALUATIONS", "StatusReport", "TrainingLoop"]

StatusReport = Callable[[TrainingStatus], None]
EVALUATIONS = "evaluations.jsonl"


class TrainingLoop:
    """A learner's callback that keeps a run's clock, checkpoints, state and evaluations."""

    def __init__(self, run: TrainingRun, report: StatusReport | None, stop: StopSignal) -> None:
        self.run = run
        self.report = report
        self.stop = stop
        self.saved_decisions = run.status.decisions
        """Decisions in the state on disk."""
        self._saved_at = 0.0
        self._update_seconds = 0.0
        self._update_started = 0.0
        self._last_tick = time.perf_counter()
        self._evaluated = run.status.seconds
        self._behaviour_cloning: BehaviourCloning | None = None
        run.learner.attach(run.self_play, self.budget_used)

    def execute(self, state: State | None) -> None:
        """Train until the budget is used up or a stop is requested, and write the state."""
        run, settings = self.run, self.run.config.imitation
        if settings.agent is not None and run.status.imitated is None:
            self._behaviour_cloning = BehaviourCloning(run.learner, run.setting, run.config)
        if state is None:
            self.save()
        else:
            self._restore(state)
        self._tensorboard = TensorBoardLog(run.folder, run.status.decisions)
        if self._behaviour_cloning is not None:
            self.clone_behaviour(self._behaviour_cloning)
        if self.budget_used() < 1.0:
            self._start_clock()
            run.learner.learn(self)
        self._tensorboard.close()
        self.save()

    def budget_used(self) -> float:
        """Return the share of the budget used."""
        budget, status = self.run.config.budget, self.run.status
        used = [0.0]
        if budget.minutes is not None:
            used.append(status.seconds / max(60.0 * budget.minutes, 1e-9))
        if budget.decisions is not None:
            used.append(status.decisions / budget.decisions)
        return min(max(used), 1.0)

    def clone_behaviour(self, cloning: BehaviourCloning) -> None:
        """Run behaviour cloning first; its time counts."""
        self._last_tick = time.perf_counter()
        right = cloning.execute(self._heartbeat)
        self._tick(playing=False)
        self.run.learner.sync_player()
        self.run.status.imitated, self._behaviour_cloning = right, None
        self.save()

    def _heartbeat(self) -> None:
        """During behaviour cloning: write the state when it is due; stop on request."""
        self._tick(playing=False)
        self._save_if_due()
        if self.stop.requests:
            self.save()
            raise Interrupted

    def _start_clock(self) -> None:
        """Start the clock, and the pool with the learner as its first checkpoint."""
        self._last_tick = time.perf_counter()
        if not self.run.pool.checkpoints:
            self.run.pool.add_checkpoint(self.run.learner.player, 0)
            self.run.pool.refresh(self.run.self_play.used_slots)

    def on_step(self) -> bool:
        """Count; return False when the budget is used up or a stop is requested."""
        self._tick(playing=True)
        status, self_play = self.run.status, self.run.self_play
        status.decisions = self.run.learner.decisions
        status.all_decisions, status.games = self_play.decisions, self_play.games
        status.share = self.budget_used()
        self._save_if_due()
        return status.share < 1.0 and not self.stop.requests

    def after_update(self) -> None:
        """Log the metrics of the update."""
        self._update_seconds = time.monotonic() - self._update_started
        self._log_metrics()

    def before_rollout(self) -> None:
        """Run an evaluation after an update, if it is due."""
        run, status = self.run, self.run.status
        every = run.config.evaluation.every_minutes
        if every is not None and status.seconds - self._evaluated >= 60.0 * every:
            self._tick(playing=True)
            self.evaluate()
            self._tick(playing=False)
            self._evaluated = status.seconds
            self.save()

    def after_rollout(self) -> None:
        """Before an update: add a checkpoint if due, and save the state if it would fall due."""
        run, status = self.run, self.run.status
        self._save_if_due(ahead=self._update_seconds)
        status.updates += 1
        if status.updates % run.config.opponents.every == 0:
            run.pool.add_checkpoint(run.learner.player, status.decisions)
        run.pool.refresh(run.self_play.used_slots)
        self._update_started = time.monotonic()
        if self.report is not None:
            self.report(status)

    def _tick(self, playing: bool) -> None:
        """Add the time since the last tick to the run's."""
        now = time.perf_counter()
        self.run.status.seconds += now - self._last_tick
        if playing:
            self.run.status.playing_seconds += now - self._last_tick
        self._last_tick = now

    def _log_metrics(self) -> None:
        """Record the metrics of the last update."""
        run, status = self.run, self.run.status
        line = metrics_log.current_line(run)
        metrics_log.append(run.folder, line)
        numbers = {f"train/{name}": value for name, value in run.learner.metrics.items()}
        numbers |= {f"score/{name}": score for name, score in line["scores"].items()}
        numbers["time/decisions_per_s"] = status.decisions_per_s
        self._tensorboard.add(numbers, status.decisions)

    def evaluate(self) -> None:
        """Play the configured opponents and append the results to evaluations.jsonl."""
        run, status = self.run, self.run.status
        self.save()
        now = {"at_decisions": status.decisions, "at_seconds": status.seconds}
        with self.stop.interruptible():
            results = evaluate_learner(run, run.config.evaluation.pairs)
        made = {"provenance": provenance(run.setting.ruleset, evaluation_players(run))}
        lines = [json.dumps({**now, **result.as_json(), **made}) + "\n" for result in results]
        append_text(run.folder / EVALUATIONS, "".join(lines))
        for result in results:
            status.scores[result.agent_b] = result.score_a
        self._tensorboard.add(
            {f"evaluation/{each.agent_b}": each.score_a for each in results}, status.decisions
        )

    def _save_if_due(self, ahead: float = 0.0) -> None:
        """Write the state if it is due now or within `ahead` seconds."""
        if time.monotonic() - self._saved_at + ahead >= run_state.SAVE_INTERVAL:
            self.save()

    def save(self) -> None:
        """Write the state, the model and the run's progress."""
        run = self.run
        self._saved_at = time.monotonic()
        file = run.folder / EVALUATIONS
        state: State = {
            "made_for": run_state.compatibility_of(run.setting),
            "status": run.status.as_json(),
            "evaluated": self._evaluated,
            "evaluations": file.stat().st_size if file.is_file() else 0,
            "learner": run.learner.state(),
            "arena": run.self_play.state(),
            "pool": run.pool.state(),
            "head_start": self._behaviour_cloning.state()
            if self._behaviour_cloning is not None
            else None,
            "luck": run_state.global_rng_state(),
        }
        write_state(run.folder, state)
        self.saved_decisions = run.status.decisions
        run.pool.remove_unused_files()
        run.learner.write(run.folder)
        write_json(run.folder / "state.json", run.status.as_json())

    def _restore(self, state: State) -> None:
        """Resume from a state; evaluations that it does not know are removed and played again."""
        run = self.run
        self._evaluated = state["evaluated"]
        file = run.folder / EVALUATIONS
        if file.is_file() and file.stat().st_size > state["evaluations"]:
            os.truncate(file, state["evaluations"])
        metrics_log.truncate_after(run.folder, run.status.decisions, run.status.updates)
        run.self_play.restore(state["arena"])
        run.pool.restore(state["pool"])
        run.learner.restore(state["learner"])
        if self._behaviour_cloning is not None and state["head_start"] is not None:
            self._behaviour_cloning.restore(state["head_start"])
        run_state.set_global_rng_state(state["luck"])
        self._saved_at = time.monotonic()
        for cut in run.folder.glob("*.new"):
            cut.unlink()
