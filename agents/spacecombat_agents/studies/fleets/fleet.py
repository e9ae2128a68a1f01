"""Fleets as arms: one side of a battle, its price, and battles with swapped seats.

A fleet is a YAML file with a side in the form of scenario files (`fleet_tactics`, `ships`,
`drones`, `crew`), and a `name` if it differs from the file's.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.studies.blocks import KEYED, ArmScores
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import ConfigNode, short_repr
from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.rulesets.battle_rider.model import class_row, load_tables

__all__ = [
    "BattlePlayer",
    "Fleet",
    "RULESET",
    "battle_setting",
    "price",
    "read_fleet",
    "ship_nearest_share",
]

RULESET = "battle_rider"
TACTICS = 4
"""Default Fleet Tactics of a fleet."""
MAX_POINTS = 1e6
"""Highest points of a ship."""
SIDES = ("red", "blue")
REFUSED = {
    "sides": "this is a scenario; a fleet is one side of it, with its ships",
    "purchase": "a fleet that is bought in the game has no ships to compare; list them as `ships`",
}
"""Keys of files that are no fleet, and why."""
TURN_LIMIT = 40


class Fleet(NamedTuple):
    """One side of a battle."""

    name: str
    points: float
    """Sum of the printed points of its ships."""
    side: Mapping[str, Any]
    """In the form of a scenario file."""

    def without(self, index: int) -> Fleet:
        """Return the fleet without one of its ships."""
        ships = list(self.side["ships"])
        removed = ships.pop(index)
        side = {**self.side, "ships": ships}
        return Fleet(f"{self.name} less {_ship_name(removed)}", self.points - price(removed), side)

    def with_ship(self, ship: Any) -> Fleet:
        """Return the fleet with one ship more."""
        side = {**self.side, "ships": [*self.side["ships"], ship]}
        return Fleet(f"{self.name} and {_ship_name(ship)}", self.points + price(ship), side)


def read_fleet(path: Path) -> Fleet:
    """Return the fleet of a file; raise ConfigError if it is invalid."""
    content = read_yaml(path)
    for key, reason in REFUSED.items():
        if isinstance(content, dict) and key in content:
            raise ConfigError.at(path, key, reason)
    if not isinstance(content, dict) or not isinstance(content.get("ships"), list):
        raise ConfigError.at(path, "ships", "a fleet must be a mapping with a list of ships")
    side = {key: value for key, value in content.items() if key != "name"}
    side.setdefault("fleet_tactics", TACTICS)
    fleet = Fleet(str(content.get("name", path.stem)), sum(map(price, side["ships"])), side)
    if fleet.points <= 0 or len(side["ships"]) < 1:
        raise ConfigError.at(path, "ships", "a fleet must have ships that cost points")
    try:
        battle_setting(fleet, fleet)
    except ConfigError:
        raise
    except Exception as cause:
        raise ConfigError.at(path, "ships", str(cause)) from None
    return fleet


def price(ship: Any) -> float:
    """Return a ship's printed points."""
    if isinstance(ship, str):
        return _printed_points(ship)
    if not isinstance(ship, Mapping):
        raise ConfigError.at("fleet", "ships", f"{short_repr(ship)} is no ship")
    values = ship.get("values") or {}
    if isinstance(values, Mapping) and "points" in values:
        return ConfigNode("fleet", "ships.values.points", values["points"]).number(0, MAX_POINTS)
    return _printed_points(str(ship.get("class", "")))


def _printed_points(name: str) -> float:
    """Return the points on a printed card."""
    try:
        return float(_cards().classes[class_row(name)].points)
    except ValueError:
        raise ConfigError.at("fleet", "class", f"unknown ship class {name!r}") from None


@functools.cache
def _cards() -> np.record:
    """Return the printed cards."""
    cards: np.record = load_tables()[0]
    return cards


def _ship_name(ship: Any) -> str:
    """Return a ship's name."""
    return ship if isinstance(ship, str) else str(ship.get("name") or ship.get("class"))


def battle_setting(
    red: Fleet, blue: Fleet, deck: str = KEYED, options: Mapping[str, Any] | None = None
) -> GameSetting:
    """Return a setting with two fleets in the book's first scenario."""
    content = {
        "name": "study",
        "sides": {
            name: copy.deepcopy(dict(f.side)) for name, f in zip(SIDES, (red, blue), strict=True)
        },
        "victory": "last_operational",
        "turn_limit": TURN_LIMIT,
    }
    setting = GameSetting.of(RULESET, content, None, None, {"deck": deck, **(options or {})})
    _ = setting.scenario
    return setting


class BattlePlayer:
    """Plays fleets in pairs: same seed, swapped seats, one pilot for both sides."""

    def __init__(
        self,
        pilot: str,
        seed: int,
        deck: str = KEYED,
        options: Mapping[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        self.pilot, self.seed, self.deck = pilot, seed, deck
        self.options, self.threads = options, threads

    def __call__(self, fleet: Fleet, other: Fleet, block: str, begin: int, end: int) -> ArmScores:
        """Return the scores of `fleet` against `other` in pairs begin..end-1 of a block."""
        seeds = paired_game_seeds(pair_seeds(derived_seed(self.seed, "fleets", block), end)[begin:])
        halves = []
        for seat in range(2):
            setting = battle_setting(
                *((fleet, other), (other, fleet))[seat], self.deck, self.options
            )
            players = [make_agent(self.pilot, setting) for _ in range(2)]
            for role, player in enumerate(players):
                player_seed = derived_seed(
                    self.seed, fleet.name, other.name, block, begin, seat, role
                )
                player.reset(player_seed)
            env = setting.batch(end - begin, threads=self.threads)
            seat_of_a = np.full(end - begin, seat, np.int8)
            halves.append(play(env, (players[0], players[1]), seeds[seat::2], seat_of_a))
            env.close()
        first, second = (half.tally for half in halves)
        first_score = np.choose(first[:, TALLY.verdict], [1.0, 0.0, 0.5])
        second_score = np.choose(second[:, TALLY.verdict], [0.0, 1.0, 0.5])
        margin = (first[:, TALLY.margin] - second[:, TALLY.margin]) / 2.0
        turns = (first[:, TALLY.turns] + second[:, TALLY.turns]) / 2.0
        return ArmScores(
            first_score, second_score, margin, turns, sum(len(half.causes) for half in halves)
        )


def ship_nearest_share(fleet: Fleet, share: float) -> int:
    """Return the ship whose price is nearest to a share of the fleet's points."""
    ships: Sequence[Any] = fleet.side["ships"]
    target = share * fleet.points
    return min(range(len(ships)), key=lambda index: abs(price(ships[index]) - target))
