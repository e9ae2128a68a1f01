"""curves.jsonl in a run's folder: the metrics of each update, one line each.

    decisions, seconds, updates   the learner's decisions, training time and updates by then
    loss, policy_loss, value_loss
    entropy                       nats per decision
    entropy_share                 entropy as a share of that of an even choice
    kl                            from the policy before the update, nats
    kept                          share of the decisions learned from
    explained_variance            of the value, 1 at best
    tau                           reward of a nat of entropy
    kickstart, taught             weight of a teacher's actions, and their cross-entropy, nats
    learning_rate, decisions_per_s
    scores                        opponent -> running score

A learner writes the keys that it has; keys may be missing, and there may be others. A number is a
point of a curve, a mapping of names to numbers a point for each name
(`explained_variance_by_phase`, say).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_agents.atomic_files import append_text, atomic_write
from spacecombat_env.core.errors import ConfigError

if TYPE_CHECKING:
    from spacecombat_agents.training.run import TrainingRun

__all__ = [
    "METRICS_FILE",
    "MetricsLine",
    "append",
    "current_line",
    "finite_number",
    "json_ready",
    "read",
    "read_lines",
    "truncate_after",
]

METRICS_FILE = "curves.jsonl"
MetricsLine = dict[str, Any]


def append(folder: Path, line: Mapping[str, Any]) -> None:
    """Append a line; numbers that are not finite (NaN, infinite) are left out."""
    text = json.dumps(json_ready(line), allow_nan=False) + "\n"
    append_text(folder / METRICS_FILE, text)


def read(folder: Path) -> list[MetricsLine]:
    """Return the lines of a run, or none; an incomplete last line is left out.

    Any other damaged line raises ConfigError.
    """
    return read_lines(folder / METRICS_FILE)


def read_lines(file: Path) -> list[MetricsLine]:
    """Return the objects in a file of JSON lines; an incomplete last line is left out."""
    try:
        rows = file.read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    except OSError as cause:
        raise ConfigError.at(file, "file", f"cannot be read: {cause.strerror}") from None
    lines = []
    for finite_number, row in enumerate(rows, start=1):
        line = _parse_line(row)
        if line is not None:
            lines.append(line)
        elif row.strip() and finite_number < len(rows):
            raise ConfigError.at(file, f"line {finite_number}", "is not a JSON object")
    return lines


def truncate_after(folder: Path, decisions: int, updates: int | None = None) -> None:
    """Remove the lines of updates after the state that a run resumes from.

    Those have more decisions, or more updates if `updates` is given; an incomplete line goes too.
    """
    file = folder / METRICS_FILE
    if not file.is_file():
        return
    kept = [
        line
        for line in read(folder)
        if line.get("decisions", 0) <= decisions
        and (updates is None or line.get("updates", 0) <= updates)
    ]
    with atomic_write(file) as opened:
        opened.write("".join(json.dumps(line) + "\n" for line in kept).encode())


def current_line(run: TrainingRun) -> MetricsLine:
    """Return the line of a run's last update."""
    status = run.status
    line: MetricsLine = {key: getattr(status, key) for key in ("decisions", "seconds", "updates")}
    now = {"decisions_per_s": status.decisions_per_s, "scores": mean_scores(run)}
    return {**line, **run.learner.metrics, **now}


def mean_scores(run: TrainingRun) -> dict[str, float]:
    """Return the learner's mean running score against each opponent that it has met."""
    by_name: dict[str, list[float]] = {}
    for player, score in zip(run.pool.players, run.self_play.scores.tolist(), strict=True):
        if not math.isnan(score):
            by_name.setdefault(player.name, []).append(score)
    return {name: sum(scores) / len(scores) for name, scores in by_name.items()}


def finite_number(value: Any) -> float | None:
    """Return a finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def _parse_line(row: str) -> MetricsLine | None:
    """Return the object in a row; None if there is none."""
    try:
        line = json.loads(row)
    except ValueError:
        return None
    return line if isinstance(line, dict) else None


def json_ready(value: Any) -> Any:
    """Return content for JSON: no NumPy types, no numbers that are not finite."""
    if isinstance(value, Mapping):
        kept = {str(key): json_ready(inner) for key, inner in value.items()}
        return {key: inner for key, inner in kept.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [json_ready(inner) for inner in value]
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value
