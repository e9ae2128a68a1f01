"""Save the games of a match as replays, one file per game, with a description of the match.

pair_0001_a_first.json.gz   and the like
result.json                 which match it is, its result once there is one, and what made both
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.matches.batch_games import FinishedGame
from spacecombat_agents.arena.matches.match import MatchResult
from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.atomic_files import make_writable_folder
from spacecombat_agents.bots.bot_players import Player
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import write_json
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import record, save_replay

__all__ = ["ReplayFolder"]

RESULT = "result.json"
GAMES = "pair_*.json.gz"


class ReplayFolder:
    """Writes the games of a match into a folder, each as soon as it is over.

    A folder with games of another match is refused; the same match may be played again.
    """

    def __init__(self, folder: Path, setting: GameSetting, players: tuple[Player, Player]) -> None:
        self.folder = folder
        self.setting = setting
        self.names = tuple(player.name for player in players)
        self.match: dict[str, Any] = {}
        self._provenance = provenance(setting.ruleset, players)
        make_writable_folder(folder, "save")

    def begin(self, pairs: int, seed: int) -> None:
        """Write the description of the match; raise ConfigError if the folder holds another one."""
        setting, scenario = self.setting, self.setting.scenario
        self.match = {
            "agent_a": self.names[0],
            "agent_b": self.names[1],
            "ruleset": setting.ruleset.name,
            "ruleset_version": setting.ruleset.version,
            "scenario": scenario.name,
            "scenario_digest": scenario.digest,
            "delegate": setting.delegated,
            "seed": seed,
            "pairs": pairs,
        }
        self._check()
        self._write(None)

    def _check(self) -> None:
        """Refuse a folder with games of another match."""
        file = self.folder / RESULT
        if not file.exists():
            if any(self.folder.glob(GAMES)):
                raise ConfigError.at(file, "file", "is missing, but the folder holds games")
            return
        try:
            before = json.loads(file.read_text(encoding="utf-8"))["match"]
            differing = [key for key, value in self.match.items() if before[key] != value]
        except (OSError, ValueError, KeyError, TypeError) as cause:
            raise ConfigError.at(file, "file", f"does not describe a match: {cause!r}") from None
        for key in differing:
            reason = (
                f"the folder holds games of another match: {before[key]!r}, not {self.match[key]!r}"
            )
            raise ConfigError.at(file, key, reason)

    def add_game(self, game: FinishedGame) -> None:
        """Write a game."""
        names = self.names if game.seat_of_a == 0 else self.names[::-1]
        rules, scenario = self.setting.ruleset, self.setting.scenario
        actions = game.actions.tolist()
        made = record(rules, scenario, game.seed, actions, names, self._provenance)
        replay = dataclasses.replace(made, result_cause=game.gave_up)
        who = "a_first" if game.seat_of_a == 0 else "b_first"
        pair = game.number // 2 + 1
        save_replay(replay, self.folder / f"pair_{pair:04d}_{who}.json.gz")

    def close(self, result: MatchResult) -> None:
        """Write the result of the match, complete or partial."""
        self._write(result.as_json())

    def _write(self, result: dict[str, Any] | None) -> None:
        """Write the description and the result."""
        made = {"match": self.match, "result": result, "provenance": self._provenance}
        write_json(self.folder / RESULT, made)
