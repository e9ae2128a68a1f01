"""Campaigns in cups: wars as scenarios of a tournament, and commanders as its entrants.

    scenarios:
      - {ruleset: interceptor_campaign, scenario: ciria, options: {battles: table}}

A game is a campaign. The first seat is Red, a turn is a day, the margin is Red's lead in points.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from spacecombat_agents.arena.matches.match import paired_game_seeds
from spacecombat_agents.arena.tournament.game_rows import DRAW, NORMAL, GameRow
from spacecombat_agents.arena.tournament.plan import CAMPAIGN
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.campaign.campaign_runs import battle_maker, play_campaign
from spacecombat_agents.campaign.commanders import Commander
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.campaign.battles import BattleMaker
from spacecombat_env.env.campaign.codec import digest, encode, encode_state
from spacecombat_env.env.campaign.desk import Desk
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import begin_campaign
from spacecombat_env.rulesets.interceptor.campaign.war import War, points

__all__ = ["WarSetting", "play_campaigns", "war_setting"]

TITLE = "Interceptor campaign"
BATTLES = "scripted:ace"
"""Player of the battles of both sides."""
OUT, LAST_DAY = "a side is out", "last day"


@dataclass(frozen=True, eq=False)
class WarSetting(GameSetting):
    """A war as the setting of games: `name` is the war, `max_turns` its days."""

    @functools.cached_property
    def war(self) -> War:
        """The war with its days; raises ScenarioError."""
        found = read_war(self.name)
        return found if self.max_turns is None else replace(found, days=self.max_turns)

    @functools.cached_property
    def fight(self) -> BattleMaker:
        """How battles are fought."""
        player = str((self.options or {}).get("battles", BATTLES))
        return battle_maker(player, player)

    @functools.cached_property
    def scenario(self) -> Any:
        """A stand-in for a scenario, as a tournament reads it: name, digest and delegation."""
        _ = self.fight
        content = [encode(self.war), (self.options or {}).get("battles", BATTLES)]
        return SimpleNamespace(name=self.war.name, digest=digest(content), delegate=((), ()))


def war_setting(
    war: str | None, days: int | None = None, options: Mapping[str, Any] | None = None
) -> WarSetting:
    """Return a setting from a war's name or file; the one option is `battles`, a player."""
    for key in options or {}:
        if key != "battles":
            raise ConfigError.at("options", key, "unknown; a campaign has: battles")
    rules = replace(registry.ruleset("interceptor"), name=CAMPAIGN, title=TITLE)
    return WarSetting(rules, war or "ciria", None, days, options or None)


class _Counted:
    """A commander whose decisions are counted."""

    def __init__(self, commander: Commander) -> None:
        self.commander, self.name, self.decisions = commander, commander.name, 0

    def reset(self, seed: int) -> None:
        """Start again."""
        self.commander.reset(seed)

    def choose(self, desk: Desk) -> int:
        """Return a legal action."""
        self.decisions += 1
        return self.commander.choose(desk)


def play_campaigns(tournament: Tournament, unit: Unit) -> list[GameRow]:
    """Return the rows of a unit's campaigns, in order."""
    setting = tournament.settings[unit.scenario]
    assert isinstance(setting, WarSetting)
    first = tournament.player(unit.a, unit.scenario)
    players = first, tournament.player(unit.b, unit.scenario, side=int(unit.a == unit.b))
    seeds = paired_game_seeds(tournament.pair_seed_array(unit)).tolist()
    return [_row(unit, number, seed, setting, players) for number, seed in enumerate(seeds)]


def _row(
    unit: Unit, number: int, seed: int, setting: WarSetting, players: Sequence[Commander]
) -> GameRow:
    """Play one campaign; the second of a pair has the sides swapped."""
    seat_of_a = number % 2
    seated = [_Counted(players[seat ^ seat_of_a]) for seat in range(2)]
    end = play_campaign(begin_campaign(replace(setting.war, seed=seed)), seated, setting.fight)
    red, blue = points(end.state)
    return GameRow(
        *(unit.scenario, unit.a, unit.b, unit.first + number // 2, seat_of_a, seed, seat_of_a),
        verdict=DRAW if red == blue else int(blue > red),
        reason=LAST_DAY if end.state.day >= setting.war.days else OUT,
        turns=end.state.day,
        decisions_first=seated[0].decisions,
        decisions_second=seated[1].decisions,
        margin=red - blue,
        cause=NORMAL,
        owner="",
        note="",
        words_sha=digest(encode_state(end.state)),
        actions=None,
    )
