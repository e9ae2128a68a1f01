"""Battles of a campaign, played by two players of Interceptor, or by the table of losses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.env.arguments import read_actions
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.rulesets.interceptor.campaign.contact import Battle, scenario_of, settle
from spacecombat_env.rulesets.interceptor.campaign.state import CampaignEvent
from spacecombat_env.rulesets.interceptor.campaign.war import WarState
from spacecombat_env.rulesets.interceptor.model import Side

Fought = tuple[WarState, list[CampaignEvent]]
BattleMaker = Callable[[WarState, Battle], Fought]
"""Fights a battle: returns the state after it, and events."""


class BattlePlayer(Protocol):
    """A player of battles, such as the agents of this project."""

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return one legal action for each row, int64 (n,).

        `observations` float32 (n, O), `masks` int8 (n, A), `visible` the redacted records, `seats`
        int8 (n,). With a method `reset(seed)` it is reset before each battle.
        """
        ...


PlayerMaker = Callable[[Scenario], BattlePlayer]
"""Makes a player for a battle's scenario, as its seat knows it."""


class UniformPlayer:
    """Takes each legal action with equal chance."""

    def reset(self, seed: int) -> None:
        """Start again."""
        self.rng = np.random.default_rng(seed)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a legal action for each row."""
        return np.array([self.rng.choice(np.flatnonzero(mask)) for mask in masks], np.int64)


def open_battle(state: WarState, battle: Battle) -> Scenario:
    """Return the scenario of a battle; each seat knows its own part (`Scenario.known_to`)."""
    return open_scenario(registry.ruleset("interceptor"), scenario_of(state, battle))


def fight_by_players(
    players: Sequence[BattlePlayer | PlayerMaker | None],
    state: WarState,
    battle: Battle,
    watch: Callable[[Game], None] | None = None,
) -> Fought:
    """Return the war after a battle between Red's and Blue's player; None plays at random.

    All random numbers follow from the battle's seed. `watch` is called after each action.
    """
    scenario = open_battle(state, battle)
    game = Game(registry.ruleset("interceptor"), scenario)
    each = zip(Side, players, strict=True)
    seated = [_seated(player, scenario.known_to(side)) for side, player in each]
    for side, player in zip(Side, seated, strict=True):
        reset = getattr(player, "reset", None)
        if reset is not None:
            reset(derived_seed(battle.seed, "player", side.name))
    game.start(battle.seed)
    while game.seat >= 0:
        seats = np.array([game.seat], np.int8)
        observations, masks = game.floats()[None], game.mask[None].copy()
        chosen = seated[game.seat].act(observations, masks, game.out.visible, seats)
        game.step(int(read_actions(chosen, 1)[0]))
        if watch is not None:
            watch(game)
    table: Any = scenario.table
    return settle(state, battle, game.games.states[0], table.rules[0])


def _seated(player: BattlePlayer | PlayerMaker | None, scenario: Scenario) -> BattlePlayer:
    """Return a player for a scenario as its seat knows it."""
    if player is None:
        return UniformPlayer()
    if hasattr(player, "act"):
        return player
    return player(scenario)  # type: ignore[operator]
