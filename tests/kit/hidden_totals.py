"""Means of hidden totals by turn: the truth held against determinizations, over games of scripted players.

A total is a sum over the enemy of a seat: missiles in its racks, boxes it has lost, the speed of its
untracked ships. One position counts of each game, turn and seat, so long turns do not count for more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env.core.kernels.batch import REFRESH
from spacecombat_env.core.model.record import side_range
from spacecombat_env.env.game import Game
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.rulesets.battle_rider import model as fleets
from spacecombat_env.rulesets.intercept_sensors import model as hunts
from spacecombat_env.rulesets.interceptor import model as fights

Totals = dict[str, float]
WORLDS = 4
"""Determinizations of a position: what is left of the error is nearly all that of the truth."""

SAILING = (fleets.CraftStatus.IN_FORCE, fleets.CraftStatus.ABOARD)
FLYING = (fights.Status.WAITING, fights.Status.ABOARD, fights.Status.ON_MAP)


def half(pieces: Any, side: int) -> Any:
    """The pieces of one side."""
    return pieces[side_range(pieces, side).start : side_range(pieces, side).stop]


def fleet_totals(state: Any, _: Any, rules: Any, side: int) -> Totals:
    """What a side of Battle Rider hides."""
    craft, spreads = half(state.craft, side), half(state.spread, side)
    craft = craft[np.isin(craft["status"], SAILING)]
    return {
        "missiles aboard": int(craft["missiles"].sum()),
        "missiles in flight": int(spreads["count"].sum()),
        "semi-independent missiles": int(craft["sims"].sum()),
        "fuel": int(craft["fuel"].clip(0).sum()),
        "damage": int((craft["damage"] > 0).sum()),
        "craft": len(craft),
        "points of craft": int(rules.classes["points"][craft["klass"]].sum()),
        "Fleet Tactics": int(state.tactics[side]),
        "active sensors": int(craft["active"].sum()),
    }


def hunt_totals(state: Any, seen: Any, rules: Any, side: int) -> Totals:
    """What a side of Intercept hides: its untracked units."""
    units = half(state.unit_of, side)
    hidden = half(seen.unit_of, side)["tracked"] == 0
    units = units[hidden & (units["status"] == hunts.Status.ON_MAP)]
    limited = units["burns"][units["burns"] >= 0]
    return {
        "thrust": int(units["thrust"].sum()),
        "speed": int(np.abs(units["vx"].astype(int)).sum() + np.abs(units["vy"].astype(int)).sum()),
        "burns left": int(limited.sum()),
        "full power": int((units["power"] == hunts.Power.FULL).sum()),
        "untracked units": len(units),
        "surface sensors out": int(units["popped"].sum()),
    }


def fight_totals(state: Any, _: Any, rules: Any, side: int) -> Totals:
    """What a side of Interceptor hides, of ships with a crew."""
    places = [k for k in side_range(state.craft, side) if state.craft[k].status in FLYING]
    craft = state.craft[places]
    racks, crew = half(state.rack, side), half(state.crew, side)
    racks, crew = racks[np.isin(racks["craft"], places)], crew[np.isin(crew["craft"], places)]
    whole = rules.classes["armour"][craft["klass"]].astype(int)
    return {
        "missiles aboard": int(racks["load"].sum()),
        "pods": int((racks["pod"] != fights.NONE).sum()),
        "boxes lost inside": int(craft["inside"].sum()),
        "armour lost": int((whole - craft["armour"]).sum()),
        "components out": sum(int(craft_.disabled).bit_count() for craft_ in craft),
        "crew awake": int((crew["status"] == fights.CrewStatus.AWAKE).sum()),
        "ships": len(places),
    }


TOTALS: dict[str, Callable[[Any, Any, Any, int], Totals]] = {
    "battle_rider": fleet_totals,
    "intercept_sensors": hunt_totals,
    "interceptor": fight_totals,
}
"""Totals of a side, from the state, what the other seat sees of it, and the rules."""


TENTH, FLOOR = 0.1, 0.02
"""Tolerances: a tenth of the mean; of the greatest mean by turn, so that what is nearly gone counts less."""


class Cell(NamedTuple):
    """A hidden total in a turn: its means, and the standard error of their difference."""

    total: str
    turn: int
    positions: int
    truth: float
    imagined: float
    error: float

    @property
    def side(self) -> tuple[str, int, bool]:
        """The total, the turn, and whether too much is imagined."""
        return self.total, self.turn, self.imagined > self.truth

    def is_off(self, greatest: float) -> bool:
        """Return whether the means differ by more than a tenth and two standard errors."""
        tolerance = max(TENTH * abs(self.truth), 2.0 * self.error, FLOOR * greatest)
        return abs(self.truth - self.imagined) > tolerance


def off(cells: list[Cell]) -> list[Cell]:
    """Return the cells whose means differ by more than is tolerated."""
    greatest: dict[str, float] = defaultdict(float)
    for found in cells:
        greatest[found.total] = max(greatest[found.total], found.truth)
    return [found for found in cells if found.is_off(greatest[found.total])]


def positions(name: str, scenario: str, games: int, first: int = 0) -> Iterator[Game]:
    """Yield a decision of each seat in each turn after the set-up, drawn evenly from the seat's own.

    So how often a seat is asked, which may follow from what it hides, counts for nothing. The games
    are played side by side, by each doctrine against each. A position is valid until the next.
    """
    rng = np.random.default_rng([games, first])
    batch = BatchEnv(name, scenario, num_envs=games, threads=1, auto_reset=False, keep_visible=True)
    captains = [ScriptedAgent(batch.scenario, each) for each in captain_module(name).DOCTRINES]
    for each in captains:
        each.reset(first)
    every = np.arange(games)
    doctrines = np.stack([every % len(captains), every // len(captains) % len(captains)])
    drawn, turns, count = np.stack([batch.games.raw] * 2), *np.zeros((2, 2, games), int)
    out, actions = batch.start(first + every), np.full(games, REFRESH, np.int64)
    while len(live := np.flatnonzero(out.seat >= 0)):
        seats, now = out.seat[live], batch.games.states["turn"][live]
        ends = turns[seats, live] != now
        told = ends & (turns[seats, live] > 0)
        yield from standing_as(batch, drawn[seats[told], live[told]])
        count[seats, live] = np.where(ends, 1, count[seats, live] + 1)
        turns[seats, live] = now
        taken = rng.random(len(live)) * count[seats, live] < 1
        drawn[seats[taken], live[taken]] = batch.games.raw[live[taken]]
        actions[:] = REFRESH
        for k, each in enumerate(captains):
            rows = live[doctrines[seats, live] == k]
            if len(rows):
                actions[rows] = each.act_in_place(out.visible, out.mask, rows)
        out = batch.step(actions)
    yield from standing_as(batch, drawn[turns > 0])


def standing_as(batch: BatchEnv, states: np.ndarray) -> Iterator[Game]:
    """Yield a game in each of some states, uint8 (n, itemsize)."""
    game = Game(batch.ruleset, batch.scenario)
    for state in states:
        game.games.raw[:] = state
        game.refresh()
        yield game


def measure(name: str, scenario: str, *, games: int, first: int = 0) -> list[Cell]:
    """Return the means of the hidden totals of a scenario by turn, in games from a number on."""
    rng = np.random.default_rng([games, first])
    rows: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for game in positions(name, scenario, games, first):
        seat, rules = game.seat, game.scenario.table.rules[0]
        seen = game.visible_to(seat).states[0].copy()
        worlds = [game.determinize(seat, int(seed)) for seed in rng.integers(2**62, size=WORLDS)]
        truth, *imagined = (
            TOTALS[name](one.games.states[0], seen, rules, 1 - seat) for one in (game, *worlds)
        )
        for total in truth:
            mean = sum(each[total] for each in imagined) / WORLDS
            rows[total, int(seen.turn)].append((truth[total], mean))
    return [cell(total, turn, np.array(found)) for (total, turn), found in sorted(rows.items())]


def cell(total: str, turn: int, rows: np.ndarray) -> Cell:
    """Return the means of some positions, rows of truth and imagination: float64 (n, 2)."""
    truth, imagined = rows.mean(axis=0)
    error = np.std(rows[:, 0] - rows[:, 1]) / np.sqrt(max(len(rows) - 1, 1))
    return Cell(total, turn, len(rows), float(truth), float(imagined), float(error))


def pooled(cells: list[Cell], total: str) -> tuple[float, float]:
    """Return the means of a total over all turns: the truth, and as imagined."""
    found = [each for each in cells if each.total == total]
    weights = [each.positions for each in found]
    truth = np.average([each.truth for each in found], weights=weights)
    return float(truth), float(np.average([each.imagined for each in found], weights=weights))
