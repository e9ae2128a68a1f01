"""Store the games of a match in the same format as a tournament: one player against others.

A match has its own seeds (`match.play_match`), so its store can be reported but not resumed. The
same match may be played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.matches.batch_games import BatchResult, FinishedGame
from spacecombat_agents.arena.provenance import agent_hash
from spacecombat_agents.arena.tournament.game_rows import rows_of_batch
from spacecombat_agents.arena.tournament.plan import TournamentPlan, plan_from
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import about, check_unchanged, player_hash
from spacecombat_agents.atomic_files import check_writable_file
from spacecombat_agents.bots.bot_players import Player
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.yaml_config import differences
from spacecombat_env.core.errors import ConfigError

__all__ = ["MatchStore"]

MATCH = "match"
"""Kind of results in the store, next to that of a tournament."""


class MatchStore:
    """Writes the games of one player against others into a file, batch by batch.

    A file with games of another match is refused.
    """

    def __init__(
        self, file: Path, setting: GameSetting, players: Sequence[Player], *, pairs: int, seed: int
    ) -> None:
        """Take `players`: the one player, then its opponents."""
        self.setting = setting
        self.plan = _match_plan(setting, players, pairs, seed)
        hashes = [
            player_hash(label, player.name, agent_hash(player))
            for label, player in zip(self.plan.labels, players, strict=True)
        ]
        about_match = about(self.plan, [setting], hashes)
        content = {"kind": MATCH, "plan": self.plan.as_json(), "about": about_match, "ladder": {}}
        check_writable_file(file, "store")
        is_new = not file.exists()
        self.store = GameStore.create(file, content) if is_new else GameStore.open(file, write=True)
        self.store.lock()
        self._check(content)
        self._games: list[FinishedGame] = []
        self._opponent = 0

    def _check(self, content: dict[str, Any]) -> None:
        """Refuse the games of another match."""
        file, before = self.store.file, self.store.content()
        if before.get("kind") != MATCH:
            raise ConfigError.at(file, "store", f"holds a {before.get('kind')}, not a match")
        for difference in differences(before["plan"], content["plan"]):
            field, _, reason = difference.partition(": ")
            raise ConfigError.at(file, field, f"holds games of another match: {reason}")
        check_unchanged(file, before["about"], content["about"])

    def next_match(self) -> None:
        """Move to the next opponent."""
        self._opponent += 1

    def add_game(self, game: FinishedGame) -> None:
        """Keep a game until its batch is finished."""
        self._games.append(game)

    def write_batch(self, first: int, played: BatchResult) -> None:
        """Write the finished pairs of a batch; `first` numbers its games."""
        games = [game._replace(number=game.number - first) for game in self._games]
        self._games = []
        unit = Unit(0, 0, self._opponent, first // 2, len(played.seeds) // 2)
        self.store.add_rows(rows_of_batch(self.plan, unit, self.setting.ruleset, played, games))

    def close(self) -> None:
        """Close the file."""
        self.store.close()


def _match_plan(
    setting: GameSetting, players: Sequence[Player], pairs: int, seed: int
) -> TournamentPlan:
    """Return the plan of the match, as a tournament file would describe it."""
    names = [player.name for player in players]
    labels = [f"{name} ({names[: at + 1].count(name)})" for at, name in enumerate(names)]
    player_settings = [
        {"player": name, "label": label if names.count(name) > 1 else ""}
        for name, label in zip(names, labels, strict=True)
    ]
    scenario_settings = {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "delegate": setting.delegated,
        "max_turns": setting.max_turns,
        "options": dict(setting.options or {}),
    }
    content = {"name": " against ".join((names[0], ", ".join(names[1:]))), "format": "gauntlet"}
    shape = {"pairs": pairs, "seed": seed}
    return plan_from(
        {**content, **shape, "entrants": player_settings, "scenarios": [scenario_settings]}, MATCH
    )
