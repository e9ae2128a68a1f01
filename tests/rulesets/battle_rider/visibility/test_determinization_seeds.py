"""Resampling: a question put in the middle of the enemy's round finds that round under way."""

import pytest
from kit.battle_rider.table import Battle, battle, facing, ship

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import Decision

BLUES = 12  # first task force of Blue


def determinized(game, seat, seed):
    """A Table of the position determinized from what a seat knows."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    other = Battle(game.scenario.source, begin=False, delegate=())
    entry.determinize(visible, 0, game.table, seat, seed, other.games, 0)
    return other


@pytest.mark.rule("BR-LND-01", "BR-SEQ-05")
def test_a_round_that_has_begun_cannot_land_any_more():
    """Blue scans in orbit; a determinization may not let Blue announce a landing after that."""
    reds = [ship("Target", jammer_range=20), ship("Hidden", jammer_range=20, detected=False)]
    rules = {"landing": True}
    game = battle(
        reds,
        [ship("Eye", active_range=20)],
        bodies=[{"kind": "planet", "hex": "1010"}],
        rules=rules,
    )
    game.to_round(BLUES).to_round(BLUES)
    assert game.can_say("LAND")
    game.say("ACTIVATE").answer(STATUS_SUBJECT="ALL")
    game.say("DETECT").answer(DETECT_SUBJECT="ALL", DETECT_SENSOR="ACTIVE")
    assert game.decision == Decision.JAM
    for seed in range(3):
        determinization = determinized(game, 0, seed).always("miss").say("NO_JAM")
        assert determinization.decision == Decision.ROUND_MENU and determinization.state.seat == 1
        assert not determinization.can_say("LAND")


@pytest.mark.rule("BR-MOV-07")
def test_a_determinized_thrust_moves_the_force_that_decides():
    game = battle([ship("Eye")], [ship("Other")], 5)
    game.to_round(BLUES).say("MOVE", ("direction", 0), ("direction", 1), "GO")
    assert game.decision == Decision.THRUST_SIDE and game.state.seat == 0
    low, high = sorted(game.legal())
    before = (int(game.state.tf[BLUES].q), int(game.state.tf[BLUES].r))
    for seed in range(3):
        determinization = determinized(game, 0, seed)
        assert determinization.legal() == {low, high}
        determinization.apply(low)
        force = determinization.state.tf[BLUES]
        assert force.moved and force.gs == 2
        assert (int(force.q), int(force.r)) == (before[0] + 1, before[1] + 1)
        truth = Battle(facing([ship("Eye")], [ship("Other")], 5), begin=False)
        truth.games.raw[0][:] = game.games.raw[0]
        truth.apply(low)
        assert (truth.state.tf[BLUES].q, truth.state.tf[BLUES].r) == (force.q, force.r)
        assert truth.state.tf[BLUES].thrust_side == force.thrust_side
