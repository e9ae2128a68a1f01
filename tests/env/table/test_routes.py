"""Where a craft of Interceptor can fly: every way is flown, and all ways of a velocity are tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from kit.tables import seated

from spacecombat_env import registry
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.table import Table, reach
from spacecombat_env.rulesets.interceptor.model import NONE, Decision, Verb, amount_action
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust
from spacecombat_env.rulesets.interceptor.presentation.coordinates import hex_number

RULES = registry.ruleset("interceptor")
PASSED = (Decision.OPPORTUNITY, Decision.LAST_SHOTS)
FLOWN = (Decision.SPEED, Decision.MOVE)
MAX_HEXES = 4
"""Hexes left of which all ways are tried."""


def moments(asked: tuple[int, ...]) -> Iterator[Table]:
    """Yield tables at which a craft flies, from random games in open space and among asteroids."""
    for seed in range(1000):
        scenario = ("pair", "duel", "asteroid_field")[seed % 3]
        game, rng = Game(RULES, open_scenario(RULES, scenario)), np.random.default_rng(seed)
        game.start(seed)
        for n in range(200):
            if game.seat < 0:
                break
            if int(game.games.states[0].decision) in asked and n % 3 == seed % 3:
                yield seated(game.copy())
            game.step(int(rng.choice(game.mask.nonzero()[0])))


def pass_shots(game: Game) -> None:
    """Let nobody fire."""
    while game.seat >= 0 and int(game.games.states[0].decision) in PASSED:
        game.step(int(Verb.PASS))


def fly(game: Game, seat: int, order: tuple[int, ...]) -> bool:
    """Fly a way, hex by hex and without shots; return whether it could be flown."""
    hexes = int(amount_action(game.games.states[0], 0))
    for action in order:
        pass_shots(game)
        is_ahead = action > hexes and int(game.games.states[0].decision) == Decision.MOVE
        for step in [hexes + 1] * (action - hexes) if is_ahead else [action]:
            pass_shots(game)
            if game.seat != seat or not game.is_legal(step):
                return False
            game.step(step)
    pass_shots(game)
    return True


def craft_of(game: Game) -> int:
    """Return the craft that flies."""
    return int(game.games.states[0].mover)


def fly_all(table: Table) -> int:
    """Fly every safe way from a position; return how many."""
    seat, real, flown = str(table.to_act), table.determinization(str(table.to_act)), 0
    state, k, number = real.games.states[0], craft_of(real), real.seat
    found = reach(table, seat)
    safe = int(safe_thrust(state, real.scenario.table.rules[0], k)) - int(state.craft[k].spent)
    for destination in found.destinations:
        if destination.cost > safe:
            continue
        game = table.determinization(seat)
        assert fly(game, number, found.order(destination)), destination
        craft = game.games.states[0].craft[k]
        assert hex_number(game.scenario, number, craft.q, craft.r) == destination.place
        if craft_of(game) == k:  # else its move is over, and what is left is lost
            assert int(craft.spent) - int(state.craft[k].spent) == destination.cost
        flown += 1
    return flown


def compare(positions: int) -> int:
    """Fly every safe way of this many positions; return how many."""
    with_ways = (ways for ways in map(fly_all, moments(FLOWN)) if ways)
    return sum(islice(with_ways, positions))


def test_every_way_can_be_flown() -> None:
    assert compare(4) > 60


@pytest.mark.slow
def test_every_way_can_be_flown_in_many_positions() -> None:
    assert compare(100) > 2000


def test_a_velocity_whose_tens_are_said_is_gone_on_with() -> None:
    for table in moments((Decision.SPEED,)):
        state = table.determinization(str(table.to_act)).games.states[0]
        if state.order[state.seat].tens != NONE:
            assert fly_all(table) > 20
            return


def tried(game: Game, seat: int, k: int, back: int = -1) -> dict[str, int]:
    """Return the hexes that all turns and hexes lead to in the engine, with the least thrust.

    `back` is the turn that would undo the last one.
    """
    pass_shots(game)
    state = game.games.states[0]
    if game.seat != seat or int(state.decision) != Decision.MOVE or int(state.mover) != k:
        return {}
    if int(state.lane) == 0:
        craft = state.craft[k]
        return {hex_number(game.scenario, seat, craft.q, craft.r): int(craft.spent)}
    found: dict[str, int] = {}
    one, port, starboard = int(amount_action(state, 1)), int(Verb.PORT), int(Verb.STARBOARD)
    for action, undone in ((one, -1), (port, starboard), (starboard, port)):
        if action != back and game.is_legal(action):
            further = game.copy()
            further.step(action)
            for place, cost in tried(further, seat, k, undone).items():
                found[place] = min(cost, found.get(place, cost))
    return found


def held_against_the_engine(positions: int) -> int:
    """Hold reach against all ways in this many positions with few hexes left; return their hexes.

    Of ways that push no plant: others may fail by a roll. Reach leaves out ways through asteroids.
    """
    count = 0
    for table in moments((Decision.MOVE,)):
        game = table.determinization(str(table.to_act))
        state, k = game.games.states[0], craft_of(game)
        if not 0 < state.lane <= MAX_HEXES or any(rock.kind for rock in state.rock):
            continue
        before = int(state.craft[k].spent)
        safe = int(safe_thrust(state, game.scenario.table.rules[0], k)) - before
        mine = {each.place: each.cost for each in reach(table, str(table.to_act)).destinations}
        ways = {place: spent - before for place, spent in tried(game, game.seat, k).items()}
        assert within(safe, mine) == within(safe, ways)
        assert set(ways) <= set(mine)
        count += len(within(safe, ways))
        positions -= 1
        if not positions:
            break
    return count


def within(thrust: int, costs: dict[str, int]) -> dict[str, int]:
    """Return what costs no more than this."""
    return {place: cost for place, cost in costs.items() if cost <= thrust}


def test_no_other_hex_and_none_dearer() -> None:
    assert held_against_the_engine(10) > 20


@pytest.mark.slow
def test_no_other_hex_and_none_dearer_in_many_positions() -> None:
    assert held_against_the_engine(100) > 400


def test_no_way_of_a_velocity_is_left_out() -> None:
    for table in moments((Decision.SPEED,)):
        real = table.determinization(str(table.to_act))
        k, texts = craft_of(real), table.texts(str(table.to_act))
        action = next((int(n) for n in real.mask.nonzero()[0] if texts[n] == "2"), -1)
        if action < 0:
            continue
        game = real.copy()
        game.step(action)
        everything, before = tried(game, real.seat, k), int(real.games.states[0].craft[k].spent)
        if len(everything) > 5:
            found = reach(table, str(table.to_act)).destinations
            mine = {destination.place: destination.cost + before for destination in found}
            assert all(mine[place] <= cost for place, cost in everything.items())
            return
    raise AssertionError
