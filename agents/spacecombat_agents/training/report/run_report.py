"""Read the files of a run's folder for its page; missing files and incomplete lines are left out.

config.yaml, state.json   a folder with both is a run
curves.jsonl              metrics of each update (training/metrics/metrics_log.py)
evaluations.jsonl         matches during training
result.json               the matches at the end
calibration.json          {"bins": [{"said", "came", "count"}], "brier"}: predicted win
                          probabilities and observed shares of wins
exploit.json              {"curve": [{"decisions", "score", "interval", "attacker"}], "score",
                          "interval", "method", "budget_decisions"}: the best response
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_agents.training.config import CONFIG_FILE
from spacecombat_agents.training.metrics import metrics_log
from spacecombat_agents.training.metrics.metrics_log import MetricsLine, finite_number
from spacecombat_agents.yaml_config import parse_yaml, read_text
from spacecombat_env.core.errors import ConfigError

__all__ = ["MatchScore", "RunReport", "interval", "read_run"]

STATUS_FILE = "state.json"
CUP_FILE = "results.db"
"""A file that the folder of a cup holds."""


class MatchScore(NamedTuple):
    """A score of the learner in a match, or of an attacker against it."""

    name: str
    """Name of the opponent or of the attacker."""
    decisions: float
    seconds: float | None
    score: float
    """Share of the points, 0 to 1."""
    interval: tuple[float, float] | None
    games: int | None = None


class CalibrationBin(NamedTuple):
    """Decisions with about the same predicted value."""

    predicted: float
    """Mean predicted win probability, 0 to 1."""
    came: float
    """Share that was won."""
    decisions: float


@dataclass(frozen=True)
class RunReport:
    """The data of a run."""

    name: str
    """Name of its folder."""
    config: Mapping[str, Any]
    state: Mapping[str, Any]
    result: Mapping[str, Any]
    """Empty while the run is in progress."""
    updates: list[MetricsLine]
    scores: list[MatchScore]
    """Scores of all matches, oldest first."""
    bins: list[CalibrationBin]
    brier: float | None
    attacks: list[MatchScore]
    exploit: Mapping[str, Any]
    """Empty if no best response was trained."""


def is_run(folder: Path) -> bool:
    """Return whether a folder is a training run."""
    return (folder / CONFIG_FILE).is_file() and (folder / STATUS_FILE).is_file()


def read_run(folder: Path) -> RunReport:
    """Read a run's folder; ConfigError if it is not a run or a file in it is damaged."""
    if not is_run(folder):
        missing = next(name for name in (CONFIG_FILE, STATUS_FILE) if not (folder / name).is_file())
        reason = f"is not the folder of a training run: {missing} is missing"
        if (folder / CUP_FILE).is_file():
            reason += "; for a cup use: spacecombat arena report"
        raise ConfigError.at(folder, "run", reason)
    config = parse_yaml(read_text(folder / CONFIG_FILE), folder / CONFIG_FILE)
    state, result = _read_mapping(folder / STATUS_FILE), _read_mapping(folder / "result.json")
    calibration, exploit = (
        _read_mapping(folder / "calibration.json"),
        _read_mapping(folder / "exploit.json"),
    )
    matches = [_parse_match(line) for line in metrics_log.read_lines(folder / "evaluations.jsonl")]
    matches += [
        _parse_match({**_evaluation_time(result), **line})
        for line in _list_of_mappings(result, "evaluations")
    ]
    attacks = [_parse_attack(line) for line in _list_of_mappings(exploit, "curve")]
    return RunReport(
        name=folder.resolve().name,
        config=config if isinstance(config, Mapping) else {},
        state=state,
        result=result,
        updates=metrics_log.read(folder),
        scores=[each for each in matches if each is not None],
        bins=[
            each
            for each in map(_parse_bin, _list_of_mappings(calibration, "bins"))
            if each is not None
        ],
        brier=finite_number(calibration.get("brier")),
        attacks=[each for each in attacks if each is not None],
        exploit=exploit,
    )


def interval(value: Any) -> tuple[float, float] | None:
    """Return both ends of an interval; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    low, high = finite_number(value[0]), finite_number(value[1])
    return None if low is None or high is None else (low, high)


def _read_mapping(file: Path) -> Mapping[str, Any]:
    """Return the content of a JSON file; an empty mapping if it is missing or empty."""
    if not file.is_file():
        return {}
    text = read_text(file)
    try:
        content = json.loads(text) if text.strip() else {}
    except ValueError as cause:
        raise ConfigError.at(file, "file", f"not JSON: {cause}") from None
    if not isinstance(content, Mapping):
        raise ConfigError.at(file, "file", "is not a mapping of names to values")
    return content


def _list_of_mappings(content: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the objects listed in a field."""
    found = content.get(key)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def _evaluation_time(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the time of the last matches."""
    return {"at_decisions": result.get("decisions"), "at_seconds": result.get("seconds")}


def _parse_match(line: Mapping[str, Any]) -> MatchScore | None:
    """Return a match; None if opponent, time or result is missing."""
    decisions, score = finite_number(line.get("at_decisions")), finite_number(line.get("score_a"))
    if decisions is None or score is None or "agent_b" not in line:
        return None
    games, span = finite_number(line.get("games")), interval(line.get("interval"))
    seconds = finite_number(line.get("at_seconds"))
    count = None if games is None else int(games)
    return MatchScore(str(line["agent_b"]), decisions, seconds, score, span, count)


def _parse_attack(line: Mapping[str, Any]) -> MatchScore | None:
    """Return a point of a best response's curve."""
    decisions, score = finite_number(line.get("decisions")), finite_number(line.get("score"))
    if decisions is None or score is None:
        return None
    name = str(line.get("attacker", "attacker"))
    return MatchScore(name, decisions, None, score, interval(line.get("interval")))


def _parse_bin(line: Mapping[str, Any]) -> CalibrationBin | None:
    """Return a bin of the calibration."""
    predicted, came = finite_number(line.get("said")), finite_number(line.get("came"))
    if predicted is None or came is None:
        return None
    return CalibrationBin(predicted, came, finite_number(line.get("count")) or 0.0)
