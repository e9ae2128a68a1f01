"""Random games for the tests of actions, log, view and pictures; events put into a log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, Scenario, make_games
from spacecombat_env.rulesets.intercept_sensors import RULESET
from spacecombat_env.rulesets.intercept_sensors.entry import deliver_events
from spacecombat_env.rulesets.intercept_sensors.model import NONE

GAMES = [("duel", 1, ()), ("infiltrator", 2, ()), ("picket", 3, ())]
RED, BLUE = 0, 1


class Moment(NamedTuple):
    """A decision about to be made."""

    games: Games
    """The truth."""
    visible: Games
    """What the seat to act may know."""
    scenario: Scenario
    seat: int
    legal_actions: np.ndarray
    """Its legal actions."""


def strangers() -> dict[str, Any]:
    """Return a scenario of close quarters, in which each name and class is on one side alone."""
    red = [{"class": "Frigate", "name": "Alpha", "square": [10, 12], "vector": [1, 0]}]
    blue = [
        {"class": "Raider", "name": "Bravo", "square": [14, 12], "carries": ["Missile volley"]},
        {"class": "Corvette", "name": "Basil", "square": [20, 20], "vector": [-1, -1]},
    ]
    return {
        "name": "strangers",
        "sides": {"red": {"ships": red}, "blue": {"ships": blue}},
        "bodies": [{"kind": "small planet", "square": [25, 8]}],
    }


def moments(scenario: Any, seed: int, decisions: int, delegate: Any = None) -> Iterator[Moment]:
    """Play at random and yield each decision before it is made."""
    loaded = RULESET.load(scenario, delegate=delegate)
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


def first_moment() -> Moment:
    """Return the first decision of a game among strangers."""
    return next(moments(strangers(), 1, 1))


def visible_to(moment: Moment, seat: int) -> Games:
    """Return what a reader may know at a moment; -1 knows the truth."""
    if seat < 0:
        return moment.games
    visible = make_games(moment.scenario.table.opening.dtype, 1)
    RULESET.kernels().redact(moment.games, 0, visible, 0, seat)
    return visible


def track(moment: Moment, *indices: int) -> None:
    """Let the other side track units."""
    for index in indices:
        unit = moment.games.states[0].unit_of[index]
        unit.tracked = unit.identified = 1


def noted(moment: Moment, *events: dict[str, int]) -> None:
    """Put events alone into the log of the true record."""
    state = moment.games.states[0]
    blank = {"side": 0, "known": 3, "hidden": 0, "unit": NONE, **dict.fromkeys("abcde", 0)}
    for n, event in enumerate(events):
        for field, value in (blank | event).items():
            state.log[n][field] = value
    state.log_count, state.log_delivered = len(events), 0
    state.delivered_count[:] = 0
    deliver_events(state)


def told(moment: Moment, seat: int) -> list[str]:
    """Return the log of a reader."""
    return RULESET.log(visible_to(moment, seat), 0, moment.scenario, seat, 0)


def view_of(moment: Moment, seat: int) -> dict[str, Any]:
    """Return the view of a reader."""
    return RULESET.view(visible_to(moment, seat), 0, moment.scenario, seat)


def secrets(moment: Moment, seat: int) -> set[str]:
    """Return names that a seat of `strangers` cannot know: ships that were never tracked."""
    state = moment.games.states[0]
    slots = len(state.unit_of) // 2
    names = moment.scenario.source["resolved"]["units"]
    first = (1 - seat) * slots
    return {
        names[k]
        for k in range(first, first + slots)
        if names[k] and not state.unit_of[k].identified
    }
