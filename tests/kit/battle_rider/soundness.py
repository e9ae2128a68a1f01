"""What holds in every position that can be reached."""

import numpy as np

from spacecombat_env.core.model.hexgrid import on_map
from spacecombat_env.rulesets.battle_rider.model import (
    CARDS,
    MAX_TACTICS,
    NONE,
    CraftStatus,
    Damage,
    Decision,
    ForceStatus,
    Phase,
    Result,
    Tumble,
)

IN_PLAY = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)


def half_of(state, index):
    """The side of a craft slot."""
    return index // (len(state.craft) // 2)


def check_craft(game):
    """Every craft is in exactly one place; task forces hold what they say they hold."""
    state = game.state
    strength = np.zeros(len(state.tf), int)
    for index, craft in enumerate(state.craft):
        if craft.status == CraftStatus.IN_FORCE and state.phase != Phase.SETUP:
            assert craft.tf != NONE
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            force = state.tf[craft.tf]
            assert force.status != ForceStatus.UNUSED
            assert craft.tf // (len(state.tf) // 2) == half_of(state, index)
            strength[craft.tf] += 1
        elif craft.status == CraftStatus.ABOARD:
            if state.phase == Phase.SETUP and craft.keeper == NONE:
                continue  # bought, its controller or tender still to be named
            assert state.craft[craft.keeper].status in IN_PLAY
        elif craft.status != CraftStatus.IN_FORCE:
            assert craft.status == CraftStatus.UNUSED or craft.tf == NONE
    for index, force in enumerate(state.tf):
        if force.status == ForceStatus.UNUSED:
            continue
        assert force.strength == strength[index]
        assert force.strength <= state.tactics[index // (len(state.tf) // 2)] <= MAX_TACTICS


def check_places(game):
    """Whatever is on the map is within its edges; numbers of the enemy's view are unique."""
    state, option = game.state, game.rules.option
    size = int(option.columns), int(option.rows)
    for force in state.tf:
        entering = (
            state.decision == Decision.THRUST_SIDE and not force.moved
        )  # one hex outside its edge
        if force.status == ForceStatus.ON_MAP and not entering:
            assert on_map(int(force.q), int(force.r), *size)
    for spread in state.spread:
        if spread.count > 0:
            assert on_map(int(spread.q), int(spread.r), *size)
            assert state.craft[spread.owner].status in (*IN_PLAY, CraftStatus.DESTROYED)
            assert 0 <= spread.g_left <= 12
            if (
                state.decision in (Decision.DEFENSE_MENU, Decision.DAMPER_MENU)
                and spread.target_tf >= 0
            ):
                if spread.target_tf == state.attack_tf:  # every missile left has its target
                    assert spread.aim.sum() == spread.count
    for side in range(2):
        for pieces, alive in (
            (state.tf, state.tf["status"] == ForceStatus.ON_MAP),
            (state.spread, state.spread["count"] > 0),
            (state.craft, (state.craft["detected"] != 0) & (state.craft["status"] > 0)),
        ):
            half = len(pieces) // 2
            own = slice(side * half, (side + 1) * half)
            numbers = pieces["contact"][own][alive[own]]
            assert len(set(numbers.tolist())) == len(numbers)


def check_fields(game):
    """Fields keep within their ranges."""
    state = game.state
    for craft in state.craft:
        klass = game.rules.classes[craft.klass]
        assert set(craft.damage.tolist()) <= {int(level) for level in Damage}
        assert 0 <= craft.overload <= 2 and 0 <= craft.overpower <= 2
        assert 0 <= craft.tumble <= Tumble.SEVERE
        assert 0 <= craft.missiles <= klass.missiles
        assert 0 <= craft.sand_used <= klass.sandcasters
        assert 0 <= craft.dampers_used <= klass.dampers
        assert 0 <= craft.controlled <= klass.directors
        for row, weapon in enumerate(klass.weapon):
            assert 0 <= craft.fired[row] <= weapon.number
            assert 0 <= craft.fired_before[row] <= weapon.number
    for force in state.tf:
        assert 0 <= force.evade <= 2
        assert -1 <= force.thrust_side < 6
    assert set(state.whiteout["timer"].tolist()) <= {0, 1, 2}
    deck = state.chance.deck
    assert sorted(deck.tolist()) == list(range(CARDS)) and 0 <= state.chance.deck_left <= CARDS


def check_cup(game):
    """BR-AMB-37, BR-DMG-09: markers in the cup and on ships are the 36 of the game."""
    on_ships = np.zeros(len(game.state.pool), int)
    for craft in game.state.craft:
        on_ships += (craft.damage != Damage.INTACT).astype(int)
    total = on_ships + game.state.pool
    assert total.tolist() == game.rules.marker_count.tolist()
    assert total.sum() == 36
    assert on_ships[Result.SHIP_EXPLODES] == 0


def check(game):
    """Everything that must hold at a decision."""
    assert game.legal(), f"nobody can answer {game.decision.name}"
    assert game.decision != Decision.NOTHING and game.state.seat in (0, 1)
    check_craft(game)
    check_places(game)
    check_fields(game)
    check_cup(game)
