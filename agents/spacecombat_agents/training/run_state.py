"""The state of a training run in one file, from which the run resumes exactly.

`state.zip` is written by torch, holds plain data only and is read as such (nothing in it is
executed). It contains the learner with its optimizer, the games in progress, the decisions gathered
so far, the pool, the counters and every random generator. The SHA-256 of all this follows its last
byte; older files without one are checked by the checksums of the zip. A third-party player keeps
its memory in its own process, so it starts afresh.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.core.errors import ConfigError

__all__ = [
    "SAVE_INTERVAL",
    "STATE_FILE",
    "State",
    "as_tensors",
    "compatibility_of",
    "global_rng_state",
    "read_state",
    "rng_state_of",
    "set_global_rng_state",
    "set_rng_state_of",
    "state_file",
    "write_state",
]

STATE_FILE = "state.zip"
STATE_VERSION = 9
"""Version of the format; others are refused."""
CHECKSUM_MARK = b"\nsha256:"
"""Bytes between a state and its checksum."""
SAVE_INTERVAL = 30.0
"""Seconds between two states: the most that a killed run loses, unless an update takes longer."""

State = dict[str, Any]


def state_file(rank: int) -> str:
    """Return the file of a rank's state (distributed.py)."""
    return f"state_{rank}.zip" if rank else STATE_FILE


def write_state(folder: Path, state: State, rank: int = 0) -> None:
    """Write a run's state atomically."""
    buffer = io.BytesIO()
    torch.save(as_tensors(state), buffer)
    with atomic_write(folder / state_file(rank)) as file:
        file.write(buffer.getbuffer())
        file.write(CHECKSUM_MARK + hashlib.sha256(buffer.getbuffer()).hexdigest().encode())


def read_state(folder: Path, setting: GameSetting, rank: int = 0) -> State:
    """Read a run's state; ConfigError if there is none for the present rules."""
    file = folder / state_file(rank)
    if not file.is_file():
        raise ConfigError.at(file, "file", "is missing: the folder holds no run to resume")
    try:
        data = _checked_bytes(file)
        state: State = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
        made_for = dict(state["made_for"])
    except Exception as cause:
        reason = " ".join(str(cause).split())[:120]
        raise ConfigError.at(file, "file", f"not a run state: {reason}") from None
    for key, value in compatibility_of(setting).items():
        if made_for.get(key) != value:
            reason = f"the run started with other rules: {made_for.get(key)!r}, not {value!r}"
            raise ConfigError.at(file, key, reason)
    return state


def _checked_bytes(file: Path) -> bytes:
    """Return the content of a state without its checksum; ValueError if it is damaged."""
    data, mark, checksum = file.read_bytes().rpartition(CHECKSUM_MARK)
    if mark and len(checksum) == 64:
        if hashlib.sha256(data).hexdigest().encode() != checksum:
            raise ValueError("its checksum does not match: changed or damaged")
        return data
    data = data + mark + checksum
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        damaged = archive.testzip()
    if damaged is not None:
        raise ValueError(f"{damaged} is damaged")
    return data


def compatibility_of(setting: GameSetting) -> dict[str, Any]:
    """Return what must stay the same for saved games to resume."""
    scenario = setting.scenario
    return {
        "state": STATE_VERSION,
        "ruleset": setting.ruleset.name,
        "ruleset_version": setting.ruleset.version,
        "scenario_digest": scenario.digest,
        "game_bytes": scenario.table.opening.dtype.itemsize,
        "observation": scenario.observation.size,
        "words": scenario.actions.size,
    }


def as_tensors(content: Any) -> Any:
    """Return nested content with arrays as tensors, which load without executing code."""
    if isinstance(content, dict):
        return {key: as_tensors(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [as_tensors(value) for value in content]
    return torch.from_numpy(content) if isinstance(content, np.ndarray) else content


# -- random generators ----------------------------------------------------------------------------


def global_rng_state() -> State:
    """Return the states of the process-wide generators."""
    name, numbers, *place = np.random.get_state(legacy=True)
    return {"torch": torch.get_rng_state(), "numpy": [name, np.array(numbers), *place]}


def set_global_rng_state(state: State) -> None:
    """Restore the process-wide generators."""
    torch.set_rng_state(state["torch"])
    name, numbers, *place = state["numpy"]
    np.random.set_state((name, numbers.numpy(), *place))


def rng_state_of(player: Any) -> State:
    """Return the states of a player's generators, by attribute name."""
    found: State = {}
    for name, value in vars(player).items():
        if isinstance(value, np.random.Generator):
            found[name] = json.dumps(value.bit_generator.state)
        elif isinstance(value, torch.Generator):
            found[name] = value.get_state()
    return found


def set_rng_state_of(player: Any, state: State) -> None:
    """Restore a player's generators."""
    for name, place in state.items():
        generator = getattr(player, name)
        if isinstance(generator, np.random.Generator):
            generator.bit_generator.state = json.loads(place)
        else:
            generator.set_state(place)
