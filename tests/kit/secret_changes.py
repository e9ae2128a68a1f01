"""What an enemy may have otherwise in secret, in any rule set, so that play goes on.

`Dealer.twin` deals again what a seat cannot know (`Game.determinized`), then changes some of what a determinization
leaves as it began. Each change takes (state, rules, side, rng); one that its watcher would notice
is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from kit.interceptor import secrets as fighters
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.env.game import Game
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Crew
from spacecombat_env.rulesets.intercept_sensors.model import NONE, Condition, Status

Change = Callable[[Any, Any, int, np.random.Generator], Any]


def half(pieces: Any, side: int) -> range:
    """The slots of a side."""
    each = len(pieces) // 2
    return range(side * each, (side + 1) * each)


# --- Battle Rider --------------------------------------------------------------------------------


def crafts(state: Any, side: int) -> list[Any]:
    """The craft of a side that are in play."""
    return [
        state.craft[k]
        for k in half(state.craft, side)
        if state.craft[k].status == CraftStatus.IN_FORCE
    ]


def other_missiles(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """Ready missiles: none, few, or as many as there were."""
    none = rng.random() < 0.5
    for craft in crafts(state, side):
        craft.missiles = 0 if none else int(rng.integers(int(craft.missiles) + 3))
        craft.sims = min(int(craft.sims), int(craft.missiles))


def other_fuel(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """G-turns left."""
    for craft in crafts(state, side):
        if craft.fuel > 0:
            craft.fuel = rng.integers(0, int(craft.fuel) + 1)


def other_crews(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """How good, and how tired, crews are."""
    for craft in crafts(state, side):
        craft.crew = rng.choice([int(crew) for crew in Crew])
        craft.fatigue = rng.integers(0, 3)


def other_damage(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """Where damage is hidden, which results lie face down: guns, arrays, drives."""
    if not rules.option.hidden_damage:
        return
    for craft in crafts(state, side):
        before = (craft.damage > 0).astype(np.int8)
        craft.damage[:] = rng.permutation(craft.damage)
        state.pool[:] += before - (craft.damage > 0)


def other_guns(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """What has been fired, announced, controlled, used up of this turn."""
    for craft in crafts(state, side):
        craft.fired_before[:] = rng.integers(0, 2, len(craft.fired_before))
        craft.dampers_used = rng.integers(0, 2)
        craft.forgone_g = rng.integers(0, 2)


# --- the sensor rules ----------------------------------------------------------------------------


def unknown(state: Any, side: int) -> list[Any]:
    """Units of a side that are not tracked."""
    units = [state.unit_of[k] for k in half(state.unit_of, side)]
    return [unit for unit in units if unit.klass and not unit.tracked]


def other_emissions(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """Power plants, surface sensors, facings."""
    for unit in unknown(state, side):
        unit.power, unit.popped = rng.integers(1, 4), rng.integers(0, 2)
        unit.facing = rng.integers(0, 8)


def other_stores(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """Turns of thrust left; what is aboard, or has gone."""
    for unit in unknown(state, side):
        if unit.burns != NONE:
            unit.burns = rng.integers(0, 5)
        if unit.status == Status.ABOARD and rng.random() < 0.5:
            unit.status = Status.GONE


def other_conditions(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """Damage of what is not tracked."""
    for unit in unknown(state, side):
        if rng.random() < 0.5:
            unit.surface = rng.choice([Condition.SOUND, Condition.STUNNED])


# --- all ------------------------------------------------------------------------------------------


def other_devices(state: Any, rules: Any, side: int, rng: np.random.Generator) -> None:
    """Scanners, communications and other components of fighters are out."""
    for k in fighters.ships(state, side):
        craft = state.craft[k]
        klass = rules.classes[int(craft.klass)]
        if klass.components and not craft.inside_turn:
            craft.disabled = int(craft.disabled) | 1 << int(rng.integers(int(klass.components)))


CHANGES: dict[str, tuple[Change, ...]] = {
    "battle_rider": (other_missiles, other_fuel, other_crews, other_damage, other_guns),
    "intercept_sensors": (other_emissions, other_stores, other_conditions),
    "interceptor": (fighters.redeal, *fighters.SECRETS, other_devices),
}


def share_luck(game: Game, twin: Game) -> None:
    """Give a twin the dice of a game."""
    for name in {"chance", "memory_draws"} & set(game.games.states.dtype.names or ()):
        twin.games.states[name] = game.games.states[name]


class Dealer:
    """Deals twins, and counts what was changed."""

    def __init__(self) -> None:
        self.changed: Counter[str] = Counter()
        self.noticed: Counter[str] = Counter()

    def twin(self, game: Game, watcher: int, rng: np.random.Generator) -> Game:
        """Return a game that looks the same to the watcher, who is asked, and has the same randomness."""
        twin = game.determinize(watcher, int(rng.integers(2**40))) if rng.random() < 0.7 else None
        self.changed["imagined"] += twin is not None
        twin = twin or game.copy()
        if game.ruleset.name == "interceptor":
            fighters.share_facts(game.games.states[0], twin.games.states[0], 1 - watcher)
        share_luck(game, twin)
        changes = CHANGES[game.ruleset.name]
        for n in rng.choice(len(changes), int(rng.integers(1, 4))):
            self._change(twin, changes[int(n)], watcher, rng)
        twin.refresh()
        return twin

    def _change(self, game: Game, change: Change, watcher: int, rng: np.random.Generator) -> None:
        """Change a secret, unless it is none."""
        before, visible = game.games.raw.copy(), _shown(game, watcher)
        change(game.games.states[0], game.scenario.table.rules[0], 1 - watcher, rng)
        if _shown(game, watcher) != visible:
            self.noticed[change.__name__] += 1
            game.games.raw[:] = before
        else:
            self.changed[change.__name__] += int((game.games.raw != before).any())


def _shown(game: Game, watcher: int) -> bytes:
    """Return what the watcher may know, and may say."""
    visible = make_games(game.games.states.dtype, 1)
    game.kernels.redact(game.games, 0, visible, 0, watcher)
    mask = np.zeros(len(game.mask), np.int8)
    game.kernels.legal(game.games, 0, game.scenario.table, mask)
    return visible.raw.tobytes() + mask.tobytes()
