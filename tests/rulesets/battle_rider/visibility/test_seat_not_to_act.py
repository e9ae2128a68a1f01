"""A seat that cannot act and is skipped looks like one that declines."""

import numpy as np
import pytest
from kit.battle_rider.attacks import attacked, carrier
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import Decision, Phase, Step

RED, BLUE = 0, 1


def known(game, seat):
    """What a seat knows when it is next asked, and what it has been told of."""
    games = game.games
    keep = games.raw[0].copy()
    games.states[0].seat = seat
    record = game.visible(seat).copy()
    games.raw[0][:] = keep
    record["decision"] = 0
    return record.tobytes()


def coasting(directors_gone):
    """Blue lets its spread coast, or cannot control it; both to the Missile Attack Phase."""
    game = battle([ship("Red")], [carrier()])
    game.launch(8, 3)
    if directors_gone:
        game.state.craft[8].controlled = 50
    state = game.state
    state.phase, state.mover = Phase.MISSILE_MOVEMENT, BLUE
    state.initiative = RED
    state.passed[:] = 0
    state.decision, state.step = Decision.NOTHING, Step.NEXT_SPREAD
    entry.take_step(state, game.rules)
    requested = Decision(int(state.decision))
    if requested == Decision.SPREAD_MENU:
        entry.apply(state, game.rules, game.action("COAST"))
        entry.take_step(state, game.rules)
    assert state.step == Step.COAST and state.decision == Decision.NOTHING
    return requested, known(game, RED)


@pytest.mark.rule("BR-SEQ-09", "BR-MIS-09", "BR-AMB-88")
def test_a_spread_that_cannot_be_controlled_looks_like_one_that_is_let_coast():
    (requested, waived), (nothing, silent) = coasting(False), coasting(True)
    assert (requested, nothing) == (Decision.SPREAD_MENU, Decision.NOTHING)
    assert waived == silent


def undamped(dampers):
    """Red, attacked by missiles, leaves its dampers be, or has none left; up to the sand."""
    game = attacked(ship("Red", dampers=3), detected=True)
    state = game.state
    if not dampers:
        state.craft[0].dampers_used = 3
    state.decision, state.step = Decision.NOTHING, Step.DAMPERS
    entry.take_step(state, game.rules)
    requested = Decision(int(state.decision))
    if requested == Decision.DAMPER_MENU:
        entry.apply(state, game.rules, game.action("DONE"))
    assert state.step == Step.MISSILE_SAND and state.decision == Decision.NOTHING
    return requested, known(game, BLUE)


@pytest.mark.rule("BR-MIS-24", "BR-AMB-88")
def test_a_side_without_dampers_left_looks_like_one_that_uses_none():
    (requested, waived), (nothing, silent) = undamped(True), undamped(False)
    assert (requested, nothing) == (Decision.DAMPER_MENU, Decision.NOTHING)
    assert waived == silent


def launching(missiles):
    """Blue decides what it launches in the Initiative Phase, and launches nothing."""
    game = battle([ship("Red")], [carrier(missiles=missiles)])
    state = game.state
    state.mover, state.decision, state.step = BLUE, Decision.NOTHING, Step.LAUNCH
    entry.take_step(state, game.rules)
    requested, actions = Decision(int(state.decision)), len(game.legal())
    entry.apply(state, game.rules, game.action("DONE"))
    return requested, actions, known(game, RED)


@pytest.mark.rule("BR-LCH-02", "BR-AMB-88")
def test_a_side_without_missiles_decides_what_it_launches_as_any_other_does():
    (requested, actions, held), (empty_asked, alone, empty) = launching(5), launching(0)
    assert requested == empty_asked == Decision.LAUNCH_MENU and actions > alone == 1
    assert held == empty


def test_what_is_compared_shows_a_difference():
    game = battle([ship("Red")], [carrier()])
    before = known(game, RED)
    game.state.mover = 1 - int(game.state.mover)
    assert known(game, RED) != before
    assert np.array_equal(before, known(battle([ship("Red")], [carrier()]), RED))
