"""The games of a study in a file, so that an interrupted study resumes.

The file has a line of JSON that describes the study, and one for each block of pairs that was
played. Every line holds its own checksum; a torn last line is cut off. The same study plays only
the blocks that are missing, also with more pairs than before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.arena.provenance import agent_hash
from spacecombat_agents.arena.stop_signal import Interrupted
from spacecombat_agents.atomic_files import append_bytes, check_writable_file, lock_for_writing
from spacecombat_agents.studies.blocks import ArmScores, StudyGames
from spacecombat_agents.yaml_config import differences
from spacecombat_env.core.errors import ConfigError

__all__ = ["StudyStore", "games_description", "stored_seed"]

ABOUT, KEY, RESULT, CHECKSUM = "about", "key", "result", "sha256"


class StudyStore:
    """Keeps the results of a study's games; a context manager. Without a file it keeps none."""

    def __init__(self, file: Path | None, about: Mapping[str, Any]) -> None:
        """`about` describes the study; a file of another one is refused by ConfigError."""
        self.file = file
        self._results: dict[str, Any] = {}
        if file is None:
            return
        check_writable_file(file, "store")
        about = json.loads(json.dumps(about, default=str))
        before, self._results = _read(file)
        for difference in differences(before or about, about):
            field, _, values = difference.partition(": ")
            raise ConfigError.at(file, field, f"holds games of another study: {values}")
        self._opened = open(file, "ab", buffering=0)  # noqa: SIM115 (closed by `__exit__`)
        lock_for_writing(self._opened, file, "another study writes this file")
        self._opened.truncate(_whole_size(file))
        if before is None:
            self._append({ABOUT: about})

    def __enter__(self) -> StudyStore:
        """Return the store."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Close the file; an interruption tells how the study resumes."""
        if self.file is None:
            return
        self._opened.close()
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            kept = f"{self.file} keeps {len(self._results)} blocks; the same command resumes"
            raise Interrupted(kept) from None

    def scores(self, player: Callable[..., ArmScores], name: str = "") -> Callable[..., ArmScores]:
        """Return a player of blocks that plays only those that are not in the file.

        `name` distinguishes several players.
        """

        def play(*block: Any) -> ArmScores:
            return _scores(self.result((name, *block), lambda: _as_json(player(*block))))

        return play

    def counts(self, player: Callable[..., int]) -> Callable[..., int]:
        """Return the same for a player whose results are numbers."""
        return lambda *block: int(self.result(block, lambda: player(*block)))

    def result(self, block: Any, play: Callable[[], Any]) -> Any:
        """Return the result of a block: the kept one, or a new one, which is kept."""
        if self.file is None:
            return play()
        text = json.dumps(block, sort_keys=True, default=str)
        key = hashlib.sha256(text.encode()).hexdigest()[:32]
        if key not in self._results:
            result = play()
            self._append({KEY: key, RESULT: result})
            self._results[key] = result
        return self._results[key]

    def _append(self, content: dict[str, Any]) -> None:
        """Write a line."""
        line = json.dumps({**content, CHECKSUM: _checksum(content)}) + "\n"
        try:
            append_bytes(self._opened, line.encode())
        except OSError as cause:
            raise ConfigError.at(
                str(self.file), "file", f"cannot be written: {cause.strerror}"
            ) from None


def games_description(games: StudyGames) -> dict[str, Any]:
    """Return what the results of games of a study depend on."""
    settings = games.scenarios.settings
    names = dict.fromkeys([*games.arms, *games.opponents])
    return {
        "ruleset": settings[0].ruleset.name,
        "version": settings[0].ruleset.version,
        "scenarios": {each.scenario.name: each.scenario.digest for each in settings},
        "delegate": settings[0].delegated,
        "max_turns": settings[0].max_turns,
        "options": settings[0].options,
        "arms": list(games.arms),
        "opponents": list(games.opponents),
        "players": {name: agent_hash(games.agent(0, name)) for name in names},
        "seed": games.seed,
    }


def stored_seed(file: Path) -> int | None:
    """Return the seed of the study that a file keeps; None if it keeps none."""
    about, _ = _read(file)
    return None if about is None else int(about["seed"])


def _read(file: Path) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the description and the results by key; ConfigError names a damaged line."""
    if not file.exists():
        return None, {}
    about, results = None, {}
    for number, line in enumerate(file.read_bytes()[: _whole_size(file)].splitlines(), start=1):
        try:
            content = json.loads(line)
            if content.pop(CHECKSUM) != _checksum(content):
                raise ValueError("its checksum does not match: changed or damaged")
            if number == 1:
                about = content[ABOUT]
            else:
                results[content[KEY]] = content[RESULT]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as cause:
            reason = f"not a line of a study: {cause}"
            raise ConfigError.at(file, f"line {number}", reason) from None
    return about, results


def _whole_size(file: Path) -> int:
    """Return the bytes of a file up to its last end of line."""
    return file.read_bytes().rfind(b"\n") + 1


def _checksum(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a line's content."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _as_json(scores: ArmScores) -> dict[str, Any]:
    """Return scores as plain lists; floats keep all their digits."""
    return {
        name: each.tolist() if isinstance(each, np.ndarray) else each
        for name, each in scores._asdict().items()
    }


def _scores(content: Mapping[str, Any]) -> ArmScores:
    """Return scores from the result of `_as_json`."""
    arrays = {name: np.array(each) for name, each in content.items() if name != "failures"}
    return ArmScores(**arrays, failures=int(content["failures"]))
