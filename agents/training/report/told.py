"""The files of a run's folder as its page wants them; what is missing, or cut, is left out.

config.yaml, state.json   a folder that holds both is a run's
curves.jsonl              of each update (training/curves.py)
evaluations.jsonl         matches on the way
result.json               the matches at the end
calibration.json          {"bins": [{"said", "came", "count"}], "brier"}: chances of winning as
                          the value said them, and how often it came so
exploit.json              {"curve": [{"decisions", "score", "interval", "attacker"}], "score",
                          "interval", "method", "budget_decisions"}: the best response
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_agents.reading import parse_yaml, read_text
from spacecombat_agents.training import curves
from spacecombat_agents.training.curves import Line, number
from spacecombat_env.core.errors import ConfigError

CONFIG, STATE = "config.yaml", "state.json"
CUP = "results.db"
"""What the folder of a cup holds."""


class Score(NamedTuple):
    """What the learner scored: in matches, or an attacker against it."""

    name: str
    """Of the opponent; of the attacker."""
    decisions: float
    seconds: float | None
    score: float
    """Share of the points, 0 to 1."""
    interval: tuple[float, float] | None
    games: int | None = None


class Bin(NamedTuple):
    """Decisions whose value said about the same."""

    said: float
    """Mean chance of winning, 0 to 1."""
    came: float
    """Share that was won."""
    decisions: float


@dataclass(frozen=True)
class Told:
    """What a run tells of itself."""

    name: str
    """Of its folder."""
    config: Mapping[str, Any]
    state: Mapping[str, Any]
    result: Mapping[str, Any]
    """Empty while the run goes on."""
    updates: list[Line]
    scores: list[Score]
    """Of all matches, oldest first."""
    bins: list[Bin]
    brier: float | None
    attacks: list[Score]
    exploit: Mapping[str, Any]
    """Empty where no best response was trained."""


def is_run(folder: Path) -> bool:
    """Whether a folder is a training run's."""
    return (folder / CONFIG).is_file() and (folder / STATE).is_file()


def read_run(folder: Path) -> Told:
    """Read a run's folder; ConfigError where it is none, or where a file of it is damaged."""
    if not is_run(folder):
        missing = next(name for name in (CONFIG, STATE) if not (folder / name).is_file())
        reason = f"holds no training run: {missing} is missing"
        if (folder / CUP).is_file():
            reason += "; of a cup: spacecombat arena report"
        raise ConfigError.at(folder, "run", reason)
    config = parse_yaml(read_text(folder / CONFIG), folder / CONFIG)
    state, result = _mapping(folder / STATE), _mapping(folder / "result.json")
    calibration, exploit = _mapping(folder / "calibration.json"), _mapping(folder / "exploit.json")
    matches = [_match(line) for line in curves.read_lines(folder / "evaluations.jsonl")]
    matches += [_match({**_moment(result), **line}) for line in _list(result, "evaluations")]
    attacks = [_attack(line) for line in _list(exploit, "curve")]
    return Told(
        name=folder.resolve().name,
        config=config if isinstance(config, Mapping) else {},
        state=state,
        result=result,
        updates=curves.read(folder),
        scores=[each for each in matches if each is not None],
        bins=[each for each in map(_bin, _list(calibration, "bins")) if each is not None],
        brier=number(calibration.get("brier")),
        attacks=[each for each in attacks if each is not None],
        exploit=exploit,
    )


def interval(value: Any) -> tuple[float, float] | None:
    """Return both ends of an interval; None for whatever is none."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    low, high = number(value[0]), number(value[1])
    return None if low is None or high is None else (low, high)


def _mapping(file: Path) -> Mapping[str, Any]:
    """Return what a JSON file says; nothing where there is none, or an empty one."""
    if not file.is_file():
        return {}
    text = read_text(file)
    try:
        content = json.loads(text) if text.strip() else {}
    except ValueError as cause:
        raise ConfigError.at(file, "file", f"no JSON: {cause}") from None
    if not isinstance(content, Mapping):
        raise ConfigError.at(file, "file", "is no mapping of names to values")
    return content


def _list(content: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the objects that a field lists."""
    found = content.get(key)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def _moment(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return when the last matches were played."""
    return {"at_decisions": result.get("decisions"), "at_seconds": result.get("seconds")}


def _match(line: Mapping[str, Any]) -> Score | None:
    """Return a match; None where its line does not tell against whom, when, or how it ended."""
    decisions, score = number(line.get("at_decisions")), number(line.get("score_a"))
    if decisions is None or score is None or "agent_b" not in line:
        return None
    games, span = number(line.get("games")), interval(line.get("interval"))
    seconds = number(line.get("at_seconds"))
    count = None if games is None else int(games)
    return Score(str(line["agent_b"]), decisions, seconds, score, span, count)


def _attack(line: Mapping[str, Any]) -> Score | None:
    """Return a point of a best response's curve."""
    decisions, score = number(line.get("decisions")), number(line.get("score"))
    if decisions is None or score is None:
        return None
    name = str(line.get("attacker", "attacker"))
    return Score(name, decisions, None, score, interval(line.get("interval")))


def _bin(line: Mapping[str, Any]) -> Bin | None:
    """Return a bin of the calibration."""
    said, came = number(line.get("said")), number(line.get("came"))
    if said is None or came is None:
        return None
    return Bin(said, came, number(line.get("count")) or 0.0)
