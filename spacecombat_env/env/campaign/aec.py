"""A campaign as a PettingZoo AEC environment: agents `red_0` and `blue_0`, orders sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.lazy_functions import LazyFunction
from spacecombat_env.env.arguments import check_open, read_action, read_seed, refuse_all_options
from spacecombat_env.env.campaign.actions import ACTIONS
from spacecombat_env.env.campaign.battles import (
    BattleMaker,
    PlayerMaker,
    fight_by_players,
)
from spacecombat_env.env.campaign.codec import encode
from spacecombat_env.env.campaign.desk import SIDES, Desk, check_size, side_of
from spacecombat_env.env.campaign.observation import SIZE, observe
from spacecombat_env.env.campaign.table_battle import fight_by_table
from spacecombat_env.env.opponents import Player
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    Campaign,
    CampaignPhase,
    begin_campaign,
    finish,
    side_view,
)
from spacecombat_env.rulesets.interceptor.campaign.war import War, points
from spacecombat_env.rulesets.interceptor.model import Side

AGENTS = tuple(SIDES)
TABLE, COMMANDERS = "table", "commanders"
REWARDS = ("end", "daily")
AS_BATTLE_PLAYER = LazyFunction("spacecombat_agents.players.player_forms", "as_battle_player")

CampaignObservation = dict[str, np.ndarray]


class CampaignEnv(AECEnv[str, CampaignObservation, int]):
    """A campaign of Interceptor as an AECEnv.

    Observations are {"observation": float32 (O,), "action_mask": int8 (A,)}; only the agent to act
    has a mask that is not zero. Red gives its orders before Blue, whose observation is the same
    for all of them. A battle costs no step.

    `war` is a shipped name, a path or the content. With `battles="table"` losses are
    drawn without play. With "commanders" `players` fight the battles, Red's and Blue's. Each is a
    name such as "scripted:ace", an object with `act` (`BattlePlayer`), a
    `function(observations, masks)`, a function that makes a player for a scenario, or None: random
    play. A wrong one raises ConfigError here.

    Rewards are the difference of the points over the points of all areas for all days: once at the
    end, or with `reward="daily"` its change each day. They follow the true points, which a side
    knows in part (its enemy's losses). An illegal action ends the campaign with -1 for its agent
    and 1 for the other.

    Without a seed, the seed of the war starts the sequence of seeds.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "interceptor_campaign_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        war: str | PathLike[str] | Mapping[str, Any] = "ciria",
        battles: str = COMMANDERS,
        players: Sequence[Player | PlayerMaker | None] = (None, None),
        seed: int | None = None,
        reward: str = "end",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.war: War = read_war(war)
        check_size(self.war)
        if reward not in REWARDS:
            raise ConfigError(f"reward={reward!r}: must be one of {', '.join(REWARDS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ConfigError(f"render_mode={render_mode!r}: must be ansi or None")
        self.reward, self.render_mode = reward, render_mode
        self._fight = _fight_of(battles, players)
        self._seeds = np.random.default_rng(self.war.seed if seed is None else read_seed(seed))
        self.possible_agents = [*AGENTS]
        self.agents: list[str] = []
        self._closed = False
        shape = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (SIZE,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, shape)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}

    def __str__(self) -> str:
        """Return the environment's name."""
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space, Discrete(A); the same object each time."""
        return self.action_spaces[agent]

    # -- play ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a campaign. Raises ValueError for any option (see `SpaceCombatAEC.reset`)."""
        check_open(self._closed)
        refuse_all_options(options)
        given = read_seed(seed)
        drawn = int(self._seeds.integers(2**63)) if given is None else given
        self.campaign: Campaign = begin_campaign(replace(self.war, seed=drawn))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._counted = self._margin()
        self._sit_down()

    def observe(self, agent: str) -> CampaignObservation:
        """Return an agent's observation in fresh arrays."""
        return {"observation": observe(self.desk_of(agent)), "action_mask": self._mask_of(agent)}

    def desk_of(self, agent: str) -> Desk:
        """Return the decisions of an agent: all that it may see and has chosen so far."""
        if agent == self.agent_selection:
            return self.desk
        return Desk(side_view(self.campaign, side_of(agent)))

    def view(self, agent: str) -> dict[str, Any]:
        """Return all that an agent may see, JSON-ready."""
        content: dict[str, Any] = encode(self.desk_of(agent).draft())
        return content

    def _mask_of(self, agent: str) -> np.ndarray:
        """Return an agent's mask; zeros out of turn."""
        is_on = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self.desk.mask() if is_on else np.zeros(ACTIONS, np.int8)

    def step(self, action: int | None) -> None:
        """Apply an action of `agent_selection`; None for an agent that is done."""
        check_open(self._closed)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for agents that are done")
        chosen = read_action(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if not (0 <= chosen < ACTIONS and self._mask_of(agent)[chosen]):
            self.rewards = {each: -1.0 if each == agent else 1.0 for each in AGENTS}
            self._end()
        else:
            self.desk.apply(chosen)
            if self.desk.is_done:
                self._advance()
        self._accumulate_rewards()
        if self.terminations[agent]:
            self._deads_step_first()

    def _advance(self) -> None:
        """Carry out the act of the side, and battles, up to the next decision."""
        self.campaign = self.desk.act(self.campaign)
        while self.campaign.phase is CampaignPhase.BATTLE:
            state, events = self._fight(self.campaign.state, self.campaign.battles[0])
            self.campaign = finish(self.campaign, state, events)
        is_over = self.campaign.phase is CampaignPhase.OVER
        if is_over or self.reward == "daily":
            margin = self._margin()
            self.rewards = {"red_0": margin - self._counted, "blue_0": self._counted - margin}
            self._counted = margin
        if is_over:
            self._end()
        else:
            self._sit_down()

    def _margin(self) -> float:
        """Return Red's lead in points over the points of all areas for all days."""
        red, blue = points(self.campaign.state)
        values = sum(area.value for area in self.war.areas) * self.war.values.area
        return (red - blue) / max(1, values * self.war.days)

    def _sit_down(self) -> None:
        """Select the agent to act."""
        side = self.campaign.side
        assert side is not None
        self.agent_selection = AGENTS[side]
        self.desk = Desk(side_view(self.campaign, Side(side)))

    def _end(self) -> None:
        """Terminate both agents; the infos have the points."""
        red, blue = points(self.campaign.state)
        self.terminations = dict.fromkeys(AGENTS, True)
        self.infos = {
            agent: {"points": {"red": red, "blue": blue}, "days": self.campaign.state.day}
            for agent in AGENTS
        }
        self.desk = Desk(replace(side_view(self.campaign, Side.RED), phase=CampaignPhase.OVER))

    def render(self) -> str | None:
        """Return day and areas in one line with render_mode="ansi", else None."""
        if self.render_mode is None:
            return None
        state = self.campaign.state
        holders = ((name, holder) for name, holder in state.holders.items())
        areas = ", ".join(
            f"{name}: {'contested' if holder is None else holder.name.lower()}"
            for name, holder in holders
        )
        return f"day {state.day + 1} of {state.war.days}; {areas}"

    def close(self) -> None:
        """Close the campaign; afterwards `reset` and `step` raise ClosedEnvironmentError."""
        self._closed = True


def _fight_of(battles: str, players: Sequence[Player | PlayerMaker | None]) -> BattleMaker:
    """Return how battles are fought."""
    if battles not in (COMMANDERS, TABLE):
        raise ConfigError(f"battles={battles!r}: must be {COMMANDERS!r} or {TABLE!r}")
    if isinstance(players, str) or len(players) != len(AGENTS):
        raise ConfigError("players: one of Red's and one of Blue's")
    given = [player is not None for player in players]
    if battles == TABLE:
        if any(given):
            raise ConfigError("players: nobody plays the battles with battles='table'")
        return fight_by_table
    if not any(given):
        return partial(fight_by_players, (None, None))
    return partial(
        fight_by_players,
        tuple(AS_BATTLE_PLAYER(each, f"players[{k}]") for k, each in enumerate(players)),
    )
