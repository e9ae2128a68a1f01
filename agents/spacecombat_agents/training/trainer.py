"""A training run: a folder with its configuration, checkpoints, metrics and results.

config.yaml         the configuration
state.zip           everything needed to resume (run_state.py), with opponents/
opponents/*.npz     checkpoints, named by the learner's decisions
model.zip           the playing network as a plain MaskablePPO model; the fast learner writes
                    policy.safetensors, and its architecture in net.json
calibration.json    of the fast learner: predicted and observed win probabilities
state.json          the run's progress, for people
curves.jsonl        one line per update: its metrics (metrics_log.py)
evaluations.jsonl   one line per evaluation: time, opponent, score with interval
result.json         the evaluation at the end, which the model card quotes
report.html         all of this as one page (report/)
tensorboard/        curves

The state is written at the start, every 30 seconds, around evaluations, on Ctrl-C and SIGTERM, and
at the end; each file is replaced atomically.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.arena.stop_signal import Interrupted, StopSignal
from spacecombat_agents.atomic_files import make_writable_folder
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import print_stderr, write_json
from spacecombat_agents.training.config import (
    CONFIG_FILE,
    TrainConfig,
    config_to_dict,
    load_config,
    save_config,
    setting_of,
)
from spacecombat_agents.training.distributed import ALONE, Ranks, open_ranks
from spacecombat_agents.training.fast.learner import FastLearner
from spacecombat_agents.training.learner import Learner
from spacecombat_agents.training.lineage import RESULT, whole_lineage
from spacecombat_agents.training.report.page import write_report
from spacecombat_agents.training.rollout.games import with_games
from spacecombat_agents.training.rollout.opponent_pool import CHECKPOINT_FOLDER, OpponentPool
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv
from spacecombat_agents.training.rollout.worker_pool import WorkerPool
from spacecombat_agents.training.run import (
    TrainingRun,
    TrainingStatus,
    evaluate_learner,
    evaluation_players,
)
from spacecombat_agents.training.run_state import STATE_FILE, State, read_state, state_file
from spacecombat_agents.training.sb3.sb3_learner import Sb3Learner
from spacecombat_agents.training.torch_tools import set_threads
from spacecombat_agents.training.training_loop import StatusReport, TrainingLoop
from spacecombat_agents.yaml_config import differences
from spacecombat_env.core.errors import ConfigError, NonFiniteError
from spacecombat_env.core.ruleset import Scenario

__all__ = ["RESULT", "train"]


def train(
    config: TrainConfig, folder: Path, *, resume: bool = False, report: StatusReport | None = None
) -> dict[str, Any]:
    """Train an opponent into a run folder and return its result; `resume` resumes a run.

    On Ctrl-C and SIGTERM it writes the state, then raises Interrupted; an update in progress
    finishes first. After three requests it stops without writing.
    """
    set_threads(max(1, config.torch_threads // worker_count(config)))
    config = with_games(config, folder if resume else None)
    if not resume:
        make_writable_folder(folder, "out")
    with StopSignal() as stop, open_ranks(config) as ranks:
        run, state, own = _open_run(config, folder, resume, ranks)
        loop = TrainingLoop(run, report if ranks.is_first else None, stop)
        try:
            with stop.deferred():
                loop.execute(state, own)
            return ranks.of_first(finish(run) if ranks.is_first else {})
        except Interrupted:
            kept = (
                f"{folder} holds {loop.saved_decisions:,} decisions; --resume continues from there"
            )
            raise Interrupted(kept) from None
        except NonFiniteError as cause:
            kept = (
                f"{folder / STATE_FILE} is the last good state, {loop.saved_decisions:,} decisions"
            )
            update = f"update {run.status.updates}"
            raise NonFiniteError.at(folder, update, f"{cause}; {kept}") from None
        finally:
            run.self_play.env.close()


def _open_run(
    config: TrainConfig, folder: Path, resume: bool, ranks: Ranks
) -> tuple[TrainingRun, State | None, State | None]:
    """Return the parts of a run, and with `resume` the states of rank 0 and of this rank.

    The second is None if this rank has none of the same update, or there were more or fewer ranks.
    """
    setting = setting_of(config)
    state = _check_folder(config, folder, setting, resume) if resume or ranks.is_first else None
    own = None if state is None else _own_state(folder, setting, state, ranks)
    whole = config
    anew = state if own is None else None
    config = ranks.own_config(config, 1 + anew["status"]["updates"] if anew else 0)
    learner = build_learner(config, setting.scenario, ranks)
    status = TrainingStatus() if state is None else TrainingStatus.from_json(state["status"])
    pool = OpponentPool(
        config.opponents, setting, learner.player, folder / CHECKPOINT_FOLDER, config.seed
    )
    env = setting.batch(
        int(config.rollout.games),
        threads=config.engine_threads,
        auto_reset=True,
        reward=config.reward,
    )
    self_play = SelfPlayEnv(env, pool, config.seed, WorkerPool(worker_count(config)))
    pool.keeps_files = ranks.size > 1
    if state is None and ranks.is_first:
        save_config(whole, folder / CONFIG_FILE)
        if learner.transfer is not None:
            print_stderr(f"Started from {config.start}: {learner.transfer.sentence()}")
    run = TrainingRun(whole, folder, setting, learner, pool, self_play, status, ranks)
    return run, state, own


def _own_state(folder: Path, setting: GameSetting, state: State, ranks: Ranks) -> State | None:
    """Return this rank's own state if it belongs to that of rank 0."""
    own: State | None = state
    if state.get("ranks", 1) != ranks.size:
        own = None
    elif not ranks.is_first:
        is_there = (folder / state_file(ranks.rank)).is_file()
        own = read_state(folder, setting, ranks.rank) if is_there else None
        if own is not None and own["status"]["updates"] != state["status"]["updates"]:
            own = None
    if own is None:
        print_stderr(f"{folder}: rank {ranks.rank} starts its games anew")
    return own


def worker_count(config: TrainConfig) -> int:
    """Return the number of workers of a run's learner."""
    return config.fast.lanes if config.learner == "fast" else 1


def build_learner(config: TrainConfig, scenario: Scenario, ranks: Ranks = ALONE) -> Learner:
    """Return the configured learner, untrained."""
    if config.learner == "fast":
        return FastLearner(config, scenario, ranks)
    return Sb3Learner(config, scenario)


def _check_folder(
    config: TrainConfig, folder: Path, setting: GameSetting, resume: bool
) -> State | None:
    """Check that the folder is new, or with `resume` that it holds this run; return its state."""
    if not resume:
        unborn = {CONFIG_FILE, *(file.name for file in folder.glob("*.new"))}
        if {file.name for file in folder.iterdir()} - unborn:
            reason = "is not empty; resume the run (--resume) or choose another folder"
            raise ConfigError.at(folder, "out", reason)
        return None
    if not (folder / CONFIG_FILE).is_file():
        reason = "is missing: the folder holds no run to resume"
        raise ConfigError.at(folder / CONFIG_FILE, "file", reason)
    before = load_config(folder / CONFIG_FILE)
    _check_same(before, config, folder)
    return read_state(folder, setting)


def _check_same(before: TrainConfig, config: TrainConfig, folder: Path) -> None:
    """Refuse to resume with another configuration; ConfigError names the first difference."""
    kept = replace(before, budget=config.budget, evaluation=config.evaluation)
    for difference in differences(config_to_dict(kept), config_to_dict(config)):
        field, _, values = difference.partition(": ")
        reason = f"the run started with {values}; only budget and evaluation may change"
        raise ConfigError.at(folder / CONFIG_FILE, field, reason)


def finish(run: TrainingRun) -> dict[str, Any]:
    """Play the last evaluation and write the results of the run: result.json and report.html."""
    results = evaluate_learner(run, run.config.evaluation.final_pairs)
    for result in results:
        run.status.scores[result.agent_b] = result.score_a
    status = run.status.as_json()
    summary = {
        "ruleset": run.setting.ruleset.name,
        "scenario": run.setting.scenario.name,
        "folder": str(run.folder),
        "start": None if run.learner.transfer is None else run.learner.transfer.sentence(),
        **{key: status[key] for key in ("decisions", "words", "games", "updates", "imitated")},
        "whole_lineage": whole_lineage(run.config, run.status.decisions),
        "seconds": run.status.seconds,
        "decisions_per_s": run.status.decisions_per_s,
        "words_per_s": run.status.all_decisions / max(run.status.playing_seconds, 1e-9),
        "evaluations": [result.as_json() for result in results],
        "provenance": provenance(run.setting.ruleset, evaluation_players(run)),
    }
    write_json(run.folder / RESULT, summary)
    write_report(run.folder)
    return summary
