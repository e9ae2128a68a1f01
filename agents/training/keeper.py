"""The keeper of a training run: its clock, its past selves, its state and its evaluations."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.terminal import write_json
from spacecombat_agents.training import curves, saving
from spacecombat_agents.training.board import Board
from spacecombat_agents.training.imitation import HeadStart
from spacecombat_agents.training.run import Run, Status, evaluations, players
from spacecombat_agents.training.saving import State, write_state
from spacecombat_env.compiling import compiling_seconds

Report = Callable[[Status], None]
EVALUATIONS = "evaluations.jsonl"


class Keeper:
    """Keeps the run's clock, its past selves, its state and its evaluations: a learner's Watch."""

    def __init__(self, run: Run, report: Report | None, stop: Stop) -> None:
        self.run = run
        self.report = report
        self.stop = stop
        self.saved = run.status.decisions
        """Decisions in the state on disk."""
        self._saved_at = 0.0
        self._update = 0.0
        self._update_begun = 0.0
        self._last = self._now()
        self._evaluated = run.status.seconds
        self._head_start: HeadStart | None = None
        run.learner.enter(run.arena, self.share)

    def go(self, state: State | None) -> None:
        """Train until the budget is used up or somebody asks to stop, and write the state."""
        run, imitation = self.run, self.run.config.imitation
        if imitation.agent is not None and run.status.imitated is None:
            self._head_start = HeadStart(run.learner, run.setting, run.config)
        if state is None:
            self.save()
        else:
            self._restore(state)
        self._board = Board(run.folder, run.status.decisions)
        if self._head_start is not None:
            self.head_start(self._head_start)
        if self.share() < 1.0:
            self._begin()
            run.learner.learn(self)
        self._board.close()
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
        self.run.learner.settle()
        self.run.status.imitated, self._head_start = right, None
        self.save()

    def _beat(self) -> None:
        """During the head start: write the state when it is time; stop when somebody asks."""
        self._tick(playing=False)
        self._save_in_time()
        if self.stop.asked:
            self.save()
            raise Interrupted

    def _begin(self) -> None:
        """Start the clock, and the pool of past selves with the learner as it is."""
        self._last = self._now()
        if not self.run.pool.snapshots:
            self.run.pool.remember(self.run.learner.player, 0)
            self.run.pool.refresh(self.run.arena.busy)

    def on_step(self) -> bool:
        """Count; stop when the budget is used up, or somebody asks."""
        self._tick(playing=True)
        status, arena = self.run.status, self.run.arena
        status.decisions = self.run.learner.decisions
        status.words, status.games = arena.decisions, arena.games
        status.share = self.share()
        self._save_in_time()
        return status.share < 1.0 and not self.stop.asked

    def after_update(self) -> None:
        """Draw the curves on."""
        self._update = time.monotonic() - self._update_begun
        self._curves()

    def before_rollout(self) -> None:
        """After an update: an evaluation when due."""
        run, status = self.run, self.run.status
        every = run.config.evaluation.every_minutes
        if every is not None and status.seconds - self._evaluated >= 60.0 * every:
            self._tick(playing=True)
            self.evaluate()
            self._tick(playing=False)
            self._evaluated = status.seconds
            self.save()

    def after_rollout(self) -> None:
        """Before an update: a past self when due, and the state where the update may take long."""
        run, status = self.run, self.run.status
        self._save_in_time(ahead=self._update)
        status.updates += 1
        if status.updates % run.config.opponents.every == 0:
            run.pool.remember(run.learner.player, status.decisions)
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
        """Record how the last update went."""
        run, status = self.run, self.run.status
        line = curves.line_of(run)
        curves.append(run.folder, line)
        numbers = {f"train/{name}": value for name, value in run.learner.numbers.items()}
        numbers |= {f"score/{name}": score for name, score in line["scores"].items()}
        numbers["time/decisions_per_s"] = status.decisions_per_s
        self._board.add(numbers, status.decisions)

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
        self._board.add(
            {f"evaluation/{each.agent_b}": each.score_a for each in results}, status.decisions
        )

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
            "learner": run.learner.state(),
            "arena": run.arena.state(),
            "pool": run.pool.state(),
            "head_start": self._head_start.state() if self._head_start is not None else None,
            "luck": saving.luck(),
        }
        write_state(run.folder, state)
        self.saved = run.status.decisions
        run.pool.tidy()
        run.learner.write(run.folder)
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
        run.learner.restore(state["learner"])
        if self._head_start is not None and state["head_start"] is not None:
            self._head_start.restore(state["head_start"])
        saving.set_luck(state["luck"])
        self._saved_at = time.monotonic()
        for cut in run.folder.glob("*.new"):
            cut.unlink()
