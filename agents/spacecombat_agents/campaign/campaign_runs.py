"""Run a campaign: commanders decide, players fight; all chance follows from its seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from spacecombat_agents.campaign.commanders import Commander
from spacecombat_agents.campaign.journal import Journal, act_of, battle_act
from spacecombat_agents.players.player_forms import make_battle_player
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.env.campaign.battles import BattleMaker, fight_by_players
from spacecombat_env.env.campaign.desk import Desk
from spacecombat_env.env.campaign.table_battle import fight_by_table
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    Campaign,
    CampaignPhase,
    finish,
    side_view,
)
from spacecombat_env.rulesets.interceptor.model import Side

__all__ = ["battle_maker", "decide", "fight_next", "play_campaign", "player_maker", "run_journal"]

TABLE = "table"


def player_maker(name: str) -> Callable[[Scenario], Any]:
    """Return a function that makes a player for a battle's scenario; ConfigError when it is called.

    `name` is as in `spacecombat match`, without bots and third-party players.
    """
    return partial(make_battle_player, name)


def battle_maker(red: str, blue: str) -> BattleMaker:
    """Return how battles are fought: by two players by name, or both `table`: without play."""
    if TABLE in (red, blue):
        if red != blue:
            raise ConfigError.at("table", "battles", "either both sides' battles or neither's")
        return fight_by_table
    return partial(fight_by_players, (player_maker(red), player_maker(blue)))


def decide(campaign: Campaign, commander: Commander) -> Desk:
    """Return the finished decisions of the side that is to act, by its commander.

    The commander is reset by day, phase and battle: it does the same after an interruption.
    """
    side = campaign.side
    if side is None:
        raise ValueError("no side is to act")
    state = campaign.state
    at = (state.day, campaign.phase.value, len(campaign.battles))
    commander.reset(derived_seed(state.war.seed, "commander", side.name, *at))
    desk = Desk(side_view(campaign, Side(side)))
    while not desk.is_done:
        desk.apply(commander.choose(desk))
    return desk


def play_campaign(
    campaign: Campaign,
    commanders: Sequence[Commander],
    fight: BattleMaker,
    on_day: Callable[[int], None] | None = None,
) -> Campaign:
    """Return a campaign at its end; `on_day` is called with the number of days that are over."""
    day = campaign.state.day
    while campaign.phase is not CampaignPhase.OVER:
        if campaign.phase is CampaignPhase.BATTLE:
            state, events = fight(campaign.state, campaign.battles[0])
            campaign = finish(campaign, state, events)
        else:
            assert campaign.side is not None
            campaign = decide(campaign, commanders[campaign.side]).act(campaign)
        if campaign.state.day != day and on_day is not None:
            day = campaign.state.day
            on_day(day)
    return campaign


def run_journal(
    journal: Journal,
    commanders: Sequence[Commander],
    fight: BattleMaker,
    days: int | None = None,
    on_day: Callable[[int], None] | None = None,
) -> Campaign:
    """Play a campaign on in its journal, to its end or for some days; return it.

    An interrupted run loses the act under way, which the next one does again in the same way.
    """
    campaign = journal.campaign
    first = campaign.state.day
    while campaign.phase is not CampaignPhase.OVER:
        if days is not None and campaign.state.day >= first + days:
            break
        day = campaign.state.day
        if campaign.phase is CampaignPhase.BATTLE:
            campaign = fight_next(journal, fight)
        else:
            assert campaign.side is not None
            campaign = journal.append(act_of(decide(campaign, commanders[campaign.side])))
        if campaign.state.day != day and on_day is not None:
            on_day(campaign.state.day)
    return campaign


def fight_next(journal: Journal, fight: BattleMaker) -> Campaign:
    """Fight the next battle and write it; return the campaign after it."""
    campaign = journal.campaign
    state, events = fight(campaign.state, campaign.battles[0])
    return journal.append(battle_act(campaign, state, events))
