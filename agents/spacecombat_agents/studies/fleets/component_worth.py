"""The value of a component of a ship, in score and in points.

The points come from the gain of an additional ship with a known price in its place. Squadrons of
the same ship meet one that has the component, on the same blocks: with the component, without it,
and without it but with an escort.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics.differences import (
    EQUIVALENCE_MARGIN,
    Difference,
    arm_verdict,
    paired_differences,
)
from spacecombat_agents.arena.statistics.intervals import Interval
from spacecombat_agents.studies.fleets.balance import PlayBattle, play_pairs
from spacecombat_agents.studies.fleets.fleet import Fleet, battle_setting, price
from spacecombat_env.core.errors import ConfigError

__all__ = [
    "ComponentWorth",
    "SWITCHES",
    "as_json",
    "check_change",
    "measure_worth",
    "squadron",
    "without_component",
    "worth_in_points",
]

COMPONENTS: dict[str, dict[str, Any]] = {
    "jammer": {"jammer_range": 0},
    "active_sensor": {"active_range": 0},
    "mask": {"masked": False},
    "black_globe": {"black_globe": False, "globe_capacity": 0, "globe_rate": 0},
    "meson_screen": {"meson_screen": 0},
    "sandcasters": {"sandcasters": 0},
    "dampers": {"dampers": 0},
    "armor": {"armor": 0},
    "missiles": {"missile_directors": 0, "ready_missiles": 0},
    "fire_control": {"fire_control": 0},
    "aux_bridge": {"aux_bridge": False},
}
"""Fields of a ship's card after a component has been removed."""
SWITCHES = {"black_globe": {"black_globes": True}}
"""Options of the rules that a component needs."""
SHIPS = 3
TACTICS = 4
RESAMPLES = 4000
EPSILON = 1e-9


class ComponentWorth(NamedTuple):
    """The effect of a component."""

    component: str
    ship: str
    ships: int
    score: Difference
    """With it, minus without it."""
    aa_test: Difference
    """With it, minus with it under another name."""
    escort: str
    escort_price: float
    escort_score: Difference
    """Without it but with the escort, minus without either."""
    points: float | None
    """Value per ship; None if the escort shows no effect to compare with."""
    points_interval: Interval | None
    pairs: int
    failures: int


def ship_name(ship: Any) -> str:
    """Return a ship's name: of a printed class or an entry of `ships`."""
    return ship if isinstance(ship, str) else str(ship.get("name") or ship.get("class"))


def squadron(ship: Any, number: int) -> Fleet:
    """Return a fleet of a number of the same ship; a printed class or an entry of `ships`."""
    entry = {"class": ship} if isinstance(ship, str) else dict(ship)
    base = ship_name(ship)
    ships = [{**entry, "name": f"{base} {k}"} for k in range(1, number + 1)]
    return Fleet(
        f"{number} {base}", number * price(entry), {"fleet_tactics": TACTICS, "ships": ships}
    )


def without_component(fleet: Fleet, component: str) -> Fleet:
    """Return a fleet whose ships lack a component, at the same price."""
    if component not in COMPONENTS:
        known = ", ".join(COMPONENTS)
        raise ConfigError.at("worth", component, f"unknown component; valid: {known}")
    ships = []
    for ship in fleet.side["ships"]:
        ships.append({**ship, "values": {**(ship.get("values") or {}), **COMPONENTS[component]}})
    return Fleet(f"{fleet.name} without {component}", fleet.points, {**fleet.side, "ships": ships})


def check_change(whole: Fleet, without: Fleet, component: str, options: Mapping[str, Any]) -> None:
    """Raise ConfigError if a ship has no such component to lose."""
    cards = []
    for fleet in (whole, without):
        setting = battle_setting(fleet, fleet, options=options)
        state, rules = setting.scenario.table.opening[0], setting.scenario.table.rules[0]
        cards.append(rules.classes[int(state.craft[0].klass)].tobytes())
    if cards[0] == cards[1]:
        first = whole.side["ships"][0]
        ship = first.get("class") or first["name"]
        raise ConfigError.at("worth", component, f"{ship} does not have it on its card")


def measure_worth(
    play: PlayBattle,
    ship: Any,
    component: str,
    escort: str | None,
    pairs: int,
    *,
    number: int = SHIPS,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> ComponentWorth:
    """Play the squadrons and return the effect of the component.

    `escort` is a printed class; None is one more of the same ship, with the component.
    """
    whole = squadron(ship, number)
    stripped_fleet = without_component(whole, component)
    escort_ship = escort or squadron(ship, number + 1).side["ships"][-1]
    arms = [
        whole,
        stripped_fleet,
        stripped_fleet.with_ship(escort_ship),
        whole._replace(name=f"{whole.name} again"),
    ]
    scores, failures = [], 0
    for done, arm in enumerate(arms, start=1):
        found = play_pairs(play, arm, whole, f"worth/{whole.name}", pairs)
        failures += found.failures
        scores.append(found.mean)
        if progress is not None:
            progress(done * pairs)
    with_it, without, escorted, repeated = scores
    gain = paired_differences(np.stack([without, with_it]), level=level)[0]
    escort_gain = paired_differences(np.stack([without, escorted]), level=level)[0]
    aa_test = paired_differences(np.stack([with_it, repeated]), level=level)[0]
    escort_price = price(escort_ship)
    points, interval = worth_in_points(
        with_it - without, escorted - without, escort_price, level, seed
    )
    return ComponentWorth(
        component,
        whole.name,
        number,
        gain._replace(verdict=arm_verdict(gain.interval, EQUIVALENCE_MARGIN)),
        aa_test,
        escort or ship_name(ship),
        escort_price,
        escort_gain,
        None if points is None else points / number,
        None if interval is None else Interval(interval.low / number, interval.high / number),
        pairs,
        failures,
    )


def worth_in_points(
    gain: np.ndarray, escort_gain: np.ndarray, escort_price: float, level: float, seed: int
) -> tuple[float | None, Interval | None]:
    """Convert gains to points, from the gain of an escort with a known price in each block.

    The result is the ratio of the two means, with a Bayesian bootstrap. It is None if the escort's
    gain is not surely above 0.
    """
    weights = np.random.default_rng(seed).dirichlet(np.ones(len(gain)), size=RESAMPLES)
    gains, escort_gains = weights @ gain, weights @ escort_gain
    tail = (1.0 - level) / 2.0
    if np.quantile(escort_gains, tail) <= EPSILON:
        return None, None
    ends = np.quantile(gains / escort_gains, [tail, 1.0 - tail]) * escort_price
    return float(gain.mean() / escort_gain.mean() * escort_price), Interval(*map(float, ends))


def as_json(found: ComponentWorth) -> dict[str, Any]:
    """Return every number."""

    def difference_json(each: Difference) -> dict[str, Any]:
        return {
            "difference": each.difference,
            "interval": list(each.interval),
            "verdict": each.verdict.value,
        }

    return {
        "component": found.component,
        "ship": found.ship,
        "score": difference_json(found.score),
        "null": difference_json(found.aa_test),
        "escort": {
            "class": found.escort,
            "points": found.escort_price,
            **difference_json(found.escort_score),
        },
        "points": found.points,
        "points_interval": None if found.points_interval is None else list(found.points_interval),
        "pairs": found.pairs,
        "games": 8 * found.pairs,
        "failures": found.failures,
    }
