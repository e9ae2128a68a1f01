"""Random games for the tests of actions, views and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, Scenario, make_games
from spacecombat_env.rulesets.battle_rider import RULESET

RED_SHIPS = {"Alpha": "Fiery", "Amber": "Rapier", "Arrow": "Chrysanthemum"}
BLUE_SHIPS = {"Bravo": "Valor", "Basil": "Midu Agashaam", "Birch": "Gazelle"}
DETECTED = ("Arrow", "Birch")


class Moment(NamedTuple):
    """A decision about to be made."""

    games: Games
    """The truth."""
    visible: Games
    """What the seat to act may know."""
    scenario: Scenario
    seat: int
    actions: np.ndarray
    """Its legal actions."""


def strangers() -> dict[str, Any]:
    """Return a scenario in which no ship or class of one side bears a name of the other's."""
    sides: dict[str, Any] = {}
    for side, ships, row, ahead in (("red", RED_SHIPS, 12, "N"), ("blue", BLUE_SHIPS, 20, "S")):
        vector = {"direction": ahead, "speed": 1}
        forces = [
            {"ships": [name], "hex": [7 + 3 * n, row], "vector": vector}
            for n, name in enumerate(ships)
        ]
        sides[side] = {
            "fleet_tactics": 3,
            "ships": [
                {"class": klass, "name": name, "detected": name in DETECTED}
                for name, klass in ships.items()
            ],
            "task_forces": [*forces, {"ships": [], "hex": [4, row], "vector": vector}],
        }
    bodies = [{"kind": "planet", "hex": [3, 16]}, {"kind": "asteroid", "hex": [16, 16]}]
    return {"name": "strangers", "sides": sides, "bodies": bodies, "turn_limit": 6}


def moments(
    scenario: Any, seed: int, decisions: int, delegate: Any = None, max_turns: int | None = None
) -> Iterator[Moment]:
    """Play at random and yield each decision before it is made."""
    loaded = RULESET.load(scenario, delegate=delegate, max_turns=max_turns)
    kernels = RULESET.kernels()
    dtype = loaded.table.opening.dtype
    games, visible = make_games(dtype, 1), make_games(dtype, 1)
    kernels.start(games, 0, loaded.table, seed)
    generator = np.random.default_rng(seed)
    mask = np.zeros(loaded.actions.size, np.int8)
    for _ in range(decisions):
        if games.states[0].verdict >= 0:
            return
        seat = int(games.states[0].seat)
        kernels.redact(games, 0, visible, 0, seat)
        kernels.legal(visible, 0, loaded.table, mask)
        actions = mask.nonzero()[0]
        yield Moment(games, visible, loaded, seat, actions)
        kernels.apply(games, 0, loaded.table, int(generator.choice(actions)))


def visible_to(moment: Moment, seat: int) -> Games:
    """Return what a seat may know at a moment."""
    visible = make_games(moment.scenario.table.opening.dtype, 1)
    RULESET.kernels().redact(moment.games, 0, visible, 0, seat)
    return visible


def secrets(moment: Moment, seat: int) -> set[str]:
    """Return names that a seat of `strangers` cannot know: of the enemy's ships, and of the classes
    of those that are undetected."""
    enemy = (BLUE_SHIPS, RED_SHIPS)[seat]
    state = moment.games.states[0]
    first = (1 - seat) * (len(state.craft) // 2)
    hidden = (
        klass for n, klass in enumerate(enemy.values()) if not state.craft[first + n].detected
    )
    return {*enemy, *hidden}
