"""Tracks and budgets of the benchmark."""

from __future__ import annotations

from typing import Any, NamedTuple

from spacecombat_agents.benchmark.poker import kuhn, leduc
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import closest_name
from spacecombat_env.env import BatchEnv, GymVectorEnv, SeatEnv

__all__ = ["BUDGETS", "FORMAT", "SEEDS", "TRACKS", "UNTRAINED", "Track", "track"]

FORMAT = "spacecombat-bench/1"
SEEDS = (1, 2, 3, 4, 5)
"""Seeds of every trained entry, fixed in advance."""
UNTRAINED = "none"
"""The budget of players that are not trained."""
BUDGETS = {UNTRAINED: 0, "small": 2_000_000, "medium": 20_000_000, "large": 200_000_000}
"""Actions that may be used to train one policy."""
EXACT_SHARE = 10
"""Exact tracks have a tenth of these budgets."""


class Track(NamedTuple):
    """A scenario to train for, with recommended delegation and its own turn limit."""

    name: str
    ruleset: str
    scenario: str
    what: str
    """The reason for the track."""
    attack: int = 0
    """Decisions of each reference attacker; 0 where exploitability is exact."""

    @property
    def is_exact(self) -> bool:
        """Whether exploitability is computed exactly, and no match is played."""
        return not self.attack

    def budget(self, name: str) -> int:
        """Return the actions of a budget on this track."""
        return BUDGETS[name] // (EXACT_SHARE if self.is_exact else 1)

    def setting(self) -> GameSetting:
        """Return what is played."""
        return GameSetting.of(self.ruleset, self.scenario)

    def make(self, **settings: Any) -> SeatEnv:
        """Return a Gymnasium environment of one seat; settings as of `gymnasium.make`."""
        return SeatEnv(self.ruleset, scenario=self.scenario, **settings)

    def make_vec(self, num_envs: int, **settings: Any) -> GymVectorEnv:
        """Return many games of one seat each; settings as of `gymnasium.make_vec`."""
        return GymVectorEnv(self.ruleset, num_envs=num_envs, scenario=self.scenario, **settings)

    def make_batch(self, num_envs: int, **settings: Any) -> BatchEnv:
        """Return many games of both seats; settings as of `spacecombat_env.make_vec`."""
        return BatchEnv(self.ruleset, self.scenario, num_envs=num_envs, **settings)


TRACKS = (
    Track("kuhn", "kuhn", "plain", "Kuhn poker: exact answers"),
    Track("leduc", "leduc", "plain", "Leduc poker: exact answers"),
    Track("duel", "battle_rider", "duel", "short, little is hidden", 2_000_000),
    Track("skirmish", "battle_rider", "skirmish", "dummies", 5_000_000),
    Track("task_force_dagger", "battle_rider", "task_force_dagger", "long games", 10_000_000),
    Track("sensor_duel", "intercept_sensors", "duel", "secret set-up", 2_000_000),
    Track("interceptor_duel", "interceptor", "duel", "damage in detail", 2_000_000),
)
"""The smallest first."""


def track(name: str) -> Track:
    """Return a track by name; ConfigError lists the known ones."""
    names = {each.name: each for each in TRACKS}
    if name not in names:
        reason = f"{name!r} is no track{closest_name(name, names)}; there are: {', '.join(names)}"
        raise ConfigError.at("benchmark", "track", reason)
    found = names[name]
    for rules in (kuhn.RULESET, leduc.RULESET):
        if found.ruleset == rules.name:
            registry.add(rules)
    return found
