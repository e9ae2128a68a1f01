"""curves.jsonl: lines are whole, half a last one is left out, and a resumed run tells nothing twice."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents.training.metrics import metrics_log
from spacecombat_env.core.errors import ConfigError


def written(folder: Path) -> Path:
    """Four updates and half a fifth."""
    for updates in range(1, 5):
        metrics_log.append(folder, {"decisions": 100 * updates, "updates": updates, "kl": 0.01})
    file = folder / metrics_log.METRICS_FILE
    with open(file, "a") as opened:
        opened.write('{"decisions": 500, "upd')
    return file


def test_what_is_written_is_read(tmp_path: Path) -> None:
    line = {"decisions": 7, "entropy": 0.5, "scores": {"random": 0.75}}
    metrics_log.append(tmp_path, line)
    metrics_log.append(
        tmp_path, {"decisions": np.int64(8), "kl": np.float32(0.5), "tau": float("nan")}
    )
    metrics_log.append(tmp_path, {"by": {"early": float("inf"), "late": np.float64(1.0)}})
    assert metrics_log.read(tmp_path) == [line, {"decisions": 8, "kl": 0.5}, {"by": {"late": 1.0}}]


def test_no_file_and_an_empty_one_hold_no_lines(tmp_path: Path) -> None:
    assert metrics_log.read(tmp_path) == []
    metrics_log.truncate_after(tmp_path, 0)
    assert not (tmp_path / metrics_log.METRICS_FILE).exists()
    (tmp_path / metrics_log.METRICS_FILE).write_bytes(b"")
    assert metrics_log.read(tmp_path) == []


@pytest.mark.parametrize("half", ['{"a": 1', "{", '{"a": "\xe9'])
def test_half_a_last_line_is_left_out(tmp_path: Path, half: str) -> None:
    metrics_log.append(tmp_path, {"decisions": 1})
    with open(tmp_path / metrics_log.METRICS_FILE, "ab") as file:
        file.write(half.encode()[:-1] if half.endswith("\xe9") else half.encode())
    assert metrics_log.read(tmp_path) == [{"decisions": 1}]


@pytest.mark.parametrize("broken", ["{", "[1]", "7"])
def test_a_broken_line_among_others_is_named(tmp_path: Path, broken: str) -> None:
    file = tmp_path / metrics_log.METRICS_FILE
    file.write_text(f'{{"decisions": 1}}\n{broken}\n{{"decisions": 2}}\n')
    with pytest.raises(ConfigError, match=r"curves.jsonl: line 2: is not a JSON object"):
        metrics_log.read(tmp_path)


def test_lines_after_a_state_are_cut(tmp_path: Path) -> None:
    file = written(tmp_path)
    metrics_log.truncate_after(tmp_path, 300)
    assert [line["decisions"] for line in metrics_log.read(tmp_path)] == [100, 200, 300]
    assert file.read_text().endswith("}\n")
    metrics_log.truncate_after(tmp_path, 300, updates=2)
    assert [line["updates"] for line in metrics_log.read(tmp_path)] == [1, 2]
    metrics_log.append(tmp_path, {"decisions": 250})
    assert json.loads(file.read_text().splitlines()[-1]) == {"decisions": 250}
