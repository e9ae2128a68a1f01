"""What an action gives up for good is declared: no ship is given up by an action that says nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit.slowly import slow

from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.rulesets.battle_rider.model import CraftStatus
from spacecombat_env.rulesets.intercept_sensors.model import Loss
from spacecombat_env.rulesets.interceptor.model import NONE, Status
from spacecombat_env.rulesets.interceptor.model.ships import flier_of, is_out_of_control

PLACES = {
    "battle_rider": ["skirmish", "duel"],
    "intercept_sensors": ["duel"],
    "interceptor": ["pair", "duel"],
}


def given_up(table: Table) -> list[bool]:
    """Whether each piece has left the game by an act of its own side."""
    state, name = table._game.games.states[0], table.ruleset.name
    if name == "battle_rider":
        return [craft.status in (CraftStatus.ESCAPED, CraftStatus.LOST) for craft in state.craft]
    if name == "interceptor":
        return [is_given_up(table, state, k) for k in range(len(state.craft))]
    return [unit.loss == Loss.LEFT_MAP for unit in state.unit_of]


def is_given_up(table: Table, state: Any, k: int) -> bool:
    """Whether a craft of Interceptor was given up: not one that nobody flies, or that tumbles."""
    craft, rules = state.craft[k], table.scenario.table.rules[0]
    if craft.status != Status.BROKEN_OFF:
        return bool(craft.status == Status.ABANDONED)
    return not is_out_of_control(craft) and bool(flier_of(state, rules, k) != NONE)


def undeclared(table: Table, rng: np.random.Generator) -> tuple[int, list[Any]]:
    """Play at random; how many pieces were given up, and what was not declared of it."""
    declared: dict[tuple[str, int], list[str]] = {}
    before, found, lost = given_up(table), list[Any](), 0
    while table.to_act is not None and len(table.actions) < 1000:
        seat = table.to_act
        offers = table.peek(seat)
        offer = offers[rng.integers(len(offers))]
        turn = table.turn
        if offer.grave:
            declared.setdefault((seat, turn), []).append(offer.grave)
        table.say(seat, table.counts[table.ruleset.seats.index(seat)], [offer.action])
        now = given_up(table)
        for n, (was, gone) in enumerate(zip(before, now, strict=True)):
            owner = table.ruleset.seats[n // (len(now) // 2)]
            lost += gone and not was
            if gone and not was and not declared.get((owner, turn)):
                found.append((turn, owner, n, seat, offer.text))
        before = now
    return lost, found


@pytest.mark.parametrize("count", [1, slow(15)])
@pytest.mark.parametrize("name", PLACES)
def test_no_ship_is_given_up_by_an_action_that_does_not_say_so(name: str, count: int) -> None:
    rules, lost = registry.ruleset(name), 0
    for scenario in PLACES[name]:
        for seed in range(count):
            table = Table(rules, open_scenario(rules, scenario), seed)
            some, found = undeclared(table, np.random.default_rng(seed))
            assert found == [], (scenario, seed)
            lost += some
    if count > 1 and name != "intercept_sensors":  # random frigates stay on the map
        assert lost
