"""The loop of a training run: its clock, checkpoints, state and evaluations."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable

import numpy as np

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

SHARED = ("net", "player", "magnet", "steps", "live")
"""Parts of the learner's state that all ranks take from rank 0."""
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
        self._counted = np.zeros(3)
        """Decisions of the learner, of both sides, and games of this rank that status includes."""
        self._is_over = False
        """Whether the ranks agreed to end the run."""
        is_alone = run.ranks.size == 1
        run.learner.attach(run.self_play, self.budget_used if is_alone else self._shared_budget)

    def execute(self, state: State | None, own: State | None = None) -> None:
        """Train until the budget is used up or a stop is requested, and write the state.

        `state` is that of rank 0, `own` that of this rank; without the second its games start anew.
        """
        run, settings = self.run, self.run.config.imitation
        if settings.agent is not None and run.status.imitated is None:
            self._behaviour_cloning = BehaviourCloning(run.learner, run.setting, run.config)
        if state is None:
            self.save()
        else:
            self._restore(state, own)
        if run.ranks.is_first:
            self._tensorboard = TensorBoardLog(run.folder, run.status.decisions)
        if self._behaviour_cloning is not None:
            self.clone_behaviour(self._behaviour_cloning)
        if run.ranks.of_first(self.budget_used()) < 1.0:
            self._start_clock()
            run.learner.learn(self)
            if run.ranks.size > 1:
                self._agree()
        if run.ranks.is_first:
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
            self._add_checkpoint()
            self.run.pool.refresh(self.run.self_play.used_slots)
        if self.run.ranks.size > 1:
            self._agree()

    def _add_checkpoint(self) -> None:
        """Add the learner to the pool; rank 0 writes the file and chooses which ones stay."""
        run = self.run
        if run.ranks.is_first:
            run.pool.add_checkpoint(run.learner.player, run.status.decisions)
        run.pool.checkpoints = run.ranks.of_first(run.pool.checkpoints)

    def _shared_budget(self) -> float:
        """Return the share of the budget used, as the ranks agreed on it."""
        return self.run.status.share

    def _agree(self) -> None:
        """Between two updates of several ranks: add up their progress; save, or end the run."""
        status, ranks = self.run.status, self.run.ranks
        counts = self._counts()
        added, self._counted = ranks.total(counts - self._counted), counts
        status.decisions += int(added[0])
        status.all_decisions += int(added[1])
        status.games += int(added[2])
        is_due = time.monotonic() - self._saved_at >= run_state.SAVE_INTERVAL
        times = ranks.of_first((status.seconds, status.playing_seconds, self._evaluated, is_due))
        status.seconds, status.playing_seconds, self._evaluated, is_due = times
        status.share = self.budget_used()
        self._is_over = status.share >= 1.0 or bool(ranks.most(np.array([self.stop.requests]))[0])
        if is_due:
            self.save()

    def _counts(self) -> np.ndarray:
        """Return the decisions of the learner, of both sides, and the games of this rank."""
        run = self.run
        return np.array(
            [run.learner.decisions, run.self_play.decisions, run.self_play.games], float
        )

    def on_step(self) -> bool:
        """Count; return False when the budget is used up or a stop is requested."""
        self._tick(playing=True)
        status, self_play = self.run.status, self.run.self_play
        if self.run.ranks.size > 1:
            return not self._is_over
        status.decisions = self.run.learner.decisions
        status.all_decisions, status.games = self_play.decisions, self_play.games
        status.share = self.budget_used()
        self._save_if_due()
        return status.share < 1.0 and not self.stop.requests

    def after_update(self) -> None:
        """Log the metrics of the update."""
        self._update_seconds = time.monotonic() - self._update_started
        if self.run.ranks.size > 1:
            self._agree()
        if self.run.ranks.is_first:
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
        if run.ranks.size == 1:
            self._save_if_due(ahead=self._update_seconds)
        status.updates += 1
        if status.updates % run.config.opponents.every == 0:
            self._add_checkpoint()
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
        if not run.ranks.is_first:
            return
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
        run, rank = self.run, self.run.ranks.rank
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
            "ranks": run.ranks.size,
        }
        write_state(run.folder, state, rank)
        self.saved_decisions = run.status.decisions
        if rank:
            return
        run.pool.remove_unused_files()
        run.learner.write(run.folder)
        write_json(run.folder / "state.json", run.status.as_json())

    def _restore(self, state: State, own: State | None) -> None:
        """Resume from a state; evaluations that it does not know are removed and played again."""
        run = self.run
        self._evaluated = state["evaluated"]
        if run.ranks.is_first:
            self._cut_files(state)
        if own is None:
            run.pool.adopt(state["pool"]["snapshots"])
            learner = run_state.as_tensors(run.learner.state())
            learner["counts"][1] = state["learner"]["counts"][1]
        else:
            run.self_play.restore(own["arena"])
            run.pool.restore(own["pool"])
            learner = own["learner"]
        shared = {name: state["learner"][name] for name in SHARED if name in state["learner"]}
        run.learner.restore(learner | shared)
        self._counted = self._counts()
        if self._behaviour_cloning is not None and state["head_start"] is not None:
            self._behaviour_cloning.restore(state["head_start"])
        if own is not None:
            run_state.set_global_rng_state(own["luck"])
        self._saved_at = time.monotonic()

    def _cut_files(self, state: State) -> None:
        """Remove what files hold beyond a state, and unfinished ones."""
        run, file = self.run, self.run.folder / EVALUATIONS
        if file.is_file() and file.stat().st_size > state["evaluations"]:
            os.truncate(file, state["evaluations"])
        metrics_log.truncate_after(run.folder, run.status.decisions, run.status.updates)
        for cut in run.folder.glob("*.new"):
            cut.unlink()
