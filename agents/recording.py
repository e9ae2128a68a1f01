"""Keeps the games of a match as replays, one file a game."""

from __future__ import annotations

from pathlib import Path

from spacecombat_agents.base import Agent
from spacecombat_agents.match import Played
from spacecombat_agents.provenance import provenance
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import record, save_replay


class ReplayFolder:
    """Writes `pair_0001_a_first.json.gz` and the like into a folder, batch by batch."""

    def __init__(self, folder: Path, setting: Setting, players: tuple[Agent, Agent]) -> None:
        self.folder = folder
        self.setting = setting
        self.names = tuple(player.name for player in players)
        self._games = 0
        self._provenance = provenance(setting.ruleset, players)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as cause:
            raise ConfigError.at(folder, "save", f"no folder: {cause.strerror}") from None

    def keep(self, played: Played) -> None:
        """Write the games of a batch."""
        for row, words in enumerate(played.words):
            first = int(played.seat_of_a[row]) == 0
            names = self.names if first else self.names[::-1]
            replay = record(
                self.setting.ruleset,
                self.setting.scenario,
                int(played.seeds[row]),
                words.tolist(),
                names,
                self._provenance,
            )
            who = "a_first" if first else "b_first"
            number = self._games // 2 + 1
            save_replay(replay, self.folder / f"pair_{number:04d}_{who}.json.gz")
            self._games += 1
