"""An opened tournament: its settings and players, and the hashes of both.

A tournament resumes only with the same rules, scenarios and players. Their hashes are stored with
the games (`about`), and differences are refused by name.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.arena.provenance import agent_hash, file_hash
from spacecombat_agents.arena.tournament.plan import BOT_PREFIX, TournamentPlan
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.seeds import pair_seed
from spacecombat_agents.bots.process.environment import split_command
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.levels import split_level
from spacecombat_agents.players.roster import make_agent
from spacecombat_env import __version__
from spacecombat_env.core.engine import load_engine
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.loading.lazy_functions import LazyFunction
from spacecombat_env.core.model.seeds import new_secret
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.replay import rules_hash

CAMPAIGN_SETTING = LazyFunction("spacecombat_agents.campaign.campaign_cups", "war_setting")
MAKE_COMMANDER = LazyFunction("spacecombat_agents.campaign.commanders", "make_commander")
"""Campaigns in cups, imported when first used."""

__all__ = ["Tournament", "about", "check_unchanged", "player_hash", "split_player_file"]


class Tournament:
    """A plan with its settings and players, opened on first use and kept open."""

    def __init__(
        self,
        plan: TournamentPlan,
        *,
        file: str = "cup",
        threads: int | None = None,
        player_paths: Mapping[str, str] | None = None,
        secret: bytes | None = None,
    ) -> None:
        self.plan = plan
        self.file = file
        """Name of the plan in error messages."""
        self.threads = threads
        """Threads of the engine; None for as many as pay."""
        self.secret = secret or new_secret()
        """Secret for the random seeds of bots; that of the tournament's folder, if any."""
        self._player_paths = player_paths or {}
        """Replacement names of players whose files are at other paths here."""
        self.settings = [
            self._setting(scenario_settings) for scenario_settings in range(len(plan.scenarios))
        ]
        self._check_different()
        self._players: dict[tuple[int, int, int], Any] = {}
        self._envs: dict[tuple[int, int], BatchEnv] = {}
        self._hashes: list[str] = []

    def _setting(self, number: int) -> GameSetting:
        """Open the setting of a scenario."""
        scenario_settings = self.plan.scenarios[number]
        with self._naming_field(f"scenarios[{number + 1}]"):
            delegate = (
                scenario_settings.delegate
                if isinstance(scenario_settings.delegate, str)
                else tuple(scenario_settings.delegate)
            )
            name, rest = (
                scenario_settings.scenario,
                (scenario_settings.max_turns, scenario_settings.options),
            )
            if scenario_settings.is_campaign:
                setting: GameSetting = CAMPAIGN_SETTING(name, *rest)
            else:
                setting = GameSetting.of(scenario_settings.ruleset, name, delegate, *rest)
            _ = setting.scenario
        return setting

    def _check_different(self) -> None:
        """Refuse a duplicate scenario: its games would count twice."""
        digests = [setting.scenario.digest for setting in self.settings]
        for number, digest in enumerate(digests):
            if digest in digests[:number]:
                reason = f"is the same as scenarios[{digests.index(digest) + 1}]"
                raise ConfigError.at(self.file, f"scenarios[{number + 1}]", reason)

    @contextlib.contextmanager
    def _naming_field(self, field: str) -> Iterator[None]:
        """Add the place in the plan to an error."""
        try:
            yield
        except SpaceCombatError as cause:
            raise ConfigError.at(self.file, field, str(cause)) from None

    def player(self, index: int, scenario: int, side: int = 0) -> Any:
        """Return the player of an entrant in a scenario; one of two if it plays itself."""
        key = index, scenario, side
        if key not in self._players:
            name, setting = self.plan.entrants[index].player, self.settings[scenario]
            with self._naming_field(f"entrants[{index + 1}].player"):
                opened = self._player_paths.get(name, name)
                if self.plan.scenarios[scenario].is_campaign:
                    self._players[key] = MAKE_COMMANDER(opened)
                else:
                    self._players[key] = self._open(opened, setting)
        return self._players[key]

    def _open(self, name: str, setting: GameSetting) -> Any:
        """Return a player by name: a batch agent, or a bot that plays game by game."""
        if not name.startswith(BOT_PREFIX):
            return make_agent(name, setting, self.plan.deadline)
        from spacecombat_agents.bots.bot_players import open_player

        return open_player(name, setting)

    def env(self, scenario: int, games: int) -> BatchEnv:
        """Return an environment with `games` games."""
        key = scenario, games
        if key not in self._envs:
            self._close_envs()
            self._envs[key] = self.settings[scenario].batch(games, threads=self.threads)
        return self._envs[key]

    @property
    def hashes(self) -> list[str]:
        """SHA-256 of each player: its label, its name and its content."""
        if not self._hashes:
            self._hashes = [self._hash(index) for index in range(len(self.plan.entrants))]
        return self._hashes

    def _hash(self, index: int) -> str:
        """Return the hash of a player."""
        entry, label = self.plan.entrants[index], self.plan.label(index)
        with self._naming_field(f"entrants[{index + 1}].files"):
            file_hashes = [_hash_file(file) for file in entry.files]
        if self.plan.is_bot(index):
            return player_hash(
                label, *_bot_content(entry.player.removeprefix(BOT_PREFIX)), *file_hashes
            )
        agent = self.player(index, self.plan.plays_in(index)[0])
        return player_hash(
            label, Path(entry.player).name, agent.name, agent_hash(agent), *file_hashes
        )

    def matchup_hashes(self, unit: Unit) -> tuple[str, str]:
        """Return the hashes of the two players of a unit."""
        return self.hashes[unit.a], self.hashes[unit.b]

    def pair_seeds(self, unit: Unit) -> list[int]:
        """Return the seeds of a unit's pairs."""
        digest, hashes = self.settings[unit.scenario].scenario.digest, self.matchup_hashes(unit)
        numbers = range(unit.first, unit.first + unit.pairs)
        assert self.plan.seed is not None, "drawn when the tournament begins"
        return [pair_seed(self.plan.seed, digest, hashes, number) for number in numbers]

    def pair_seed_array(self, unit: Unit) -> np.ndarray:
        """Return the same as int64 (pairs,)."""
        return np.array(self.pair_seeds(unit), np.int64)

    def open_all(self) -> None:
        """Open every player in every scenario, to find errors before the first game."""
        for index in range(len(self.plan.entrants)):
            for scenario in self.plan.plays_in(index):
                self.player(index, scenario)  # starts no bot process

    def about(self) -> dict[str, Any]:
        """Return the hashes that identify the results, ready for JSON."""
        return about(self.plan, self.settings, self.hashes)

    def _close_envs(self) -> None:
        """End the threads of environments; only one is kept at a time."""
        for env in self._envs.values():
            env.close()
        self._envs = {}

    def close(self) -> None:
        """End threads, and the processes of players."""
        self._close_envs()
        for player in self._players.values():
            close = getattr(player, "close", None)
            if close is not None:
                close()
        self._players = {}


def split_player_file(player: str) -> tuple[str, str]:
    """Split a player's name before its file; return two empty strings for a name without one."""
    prefix = SB3 if player.startswith(SB3) else ""
    path, _ = split_level(player.removeprefix(prefix))
    return (prefix, path) if prefix or path.endswith(".opp") else ("", "")


SB3 = "sb3:"


def player_hash(label: str, *content: str | None) -> str:
    """Return the SHA-256 of a player's label and content, independent of file locations."""
    return hashlib.sha256(json.dumps([label, *content]).encode()).hexdigest()


def _hash_file(file: str) -> str:
    """Return the hash of a file that the plan names."""
    if not Path(file).is_file():
        raise ConfigError(f"no such file: {file}")
    return file_hash(file)


def _bot_content(command: str) -> list[str]:
    """Return the content of a command: its arguments, and the files that it names."""
    parts = split_command(command)
    files = [file_hash(part) for part in parts if Path(part).is_file()]
    return [*(Path(part).name for part in parts), *files]


def about(
    plan: TournamentPlan, settings: Sequence[GameSetting], hashes: Sequence[str]
) -> dict[str, Any]:
    """Return the hashes that identify results, ready for JSON."""
    players = zip(plan.labels, plan.entrants, hashes, strict=True)
    names = [setting.scenario.name for setting in settings]
    return {
        "package": f"spacecombat-env {__version__}",
        "python": platform.python_version(),
        "engine": load_engine(),
        "numpy": np.__version__,
        "entrants": [
            {"label": label, "player": entry.player, "hash": digest}
            for label, entry, digest in players
        ],
        "scenarios": [
            {
                "label": scenario_settings.label
                or (name if names.count(name) == 1 else _full_name(setting)),
                **_about_setting(setting),
                "options": dict(scenario_settings.options),
            }
            for scenario_settings, setting, name in zip(
                plan.scenarios, settings, names, strict=True
            )
        ],
    }


def _full_name(setting: GameSetting) -> str:
    """Return a scenario's name with its rule set and options."""
    return f"{setting.ruleset.title}, {setting.scenario.name} ({setting.scenario.digest[:4]})"


def _about_setting(setting: GameSetting) -> dict[str, Any]:
    """Return the description of a scenario."""
    return {
        "ruleset": setting.ruleset.name,
        "ruleset_title": setting.ruleset.title,
        "ruleset_version": setting.ruleset.version,
        "rules_hash": rules_hash(setting.ruleset),
        "scenario": setting.scenario.name,
        "digest": setting.scenario.digest,
        "seats": list(setting.ruleset.seats),
        "delegate": [list(names) for names in setting.scenario.delegate],
    }


def check_unchanged(file: str | Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Refuse to resume with other rules, scenarios or players; ConfigError names the differences.

    The engine and the versions of Python and NumPy are recorded, and may change.
    """
    if before["package"] != now["package"]:
        reason = f"was played with {before['package']}, but this is {now['package']}"
        raise ConfigError.at(file, "package", reason)
    for kind in ("entrants", "scenarios"):
        if len(before[kind]) != len(now[kind]):
            raise ConfigError.at(file, kind, f"{len(before[kind])}, not {len(now[kind])}")
        for old, new in zip(before[kind], now[kind], strict=True):
            for key, value in old.items():
                if new[key] != value:
                    reason = f"{key} has changed from {_short(value)} to {_short(new[key])}"
                    raise ConfigError.at(file, f"{kind}.{old['label']}", reason)


def _short(value: object) -> str:
    """Return a value for an error message: the first digits of a hash."""
    text = str(value)
    return text[:12] if len(text) == 64 else text
