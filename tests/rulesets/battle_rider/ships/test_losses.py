"""Craft that are lost with the ship that carries them."""

from __future__ import annotations

import pytest
from kit.battle_rider.determinizations import determinizations
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Decision, Result
from spacecombat_env.rulesets.battle_rider.ships.losses import lose_craft

TENDER, RIDER = 8, 9  # Blue's first


def carrying(is_tender_seen):
    """Blue's tender has a rider aboard that Red has seen before, damaged for good."""
    tender = {"class": "Maggart LT", "name": "One", "detected": is_tender_seen}
    rider = {"class": "Manticore", "name": "Sting", "aboard": "One"}
    blue = side([tender, rider], [{"ships": ["One"], "hex": "1016"}])
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    game = Battle(position(red, blue)).skip_to(Decision.ROUND_MENU)
    known = game.state.craft[RIDER]
    known.detected, known.contact = 1, 2
    known.damage[Result.COMPUTER] = Damage.PERMANENT
    return game


@pytest.mark.rule("BR-AMB-89", "BR-AMB-29")
@pytest.mark.parametrize("status", [CraftStatus.LOST, CraftStatus.ESCAPED])
def test_a_rider_seen_before_is_not_seen_to_go_with_a_tender_that_never_was(status):
    """Its side counts it; Red sees neither points nor its marker go back into the cup."""
    game = carrying(is_tender_seen=False)
    before = game.visible(0)
    cup = game.state.pool.tolist()
    lose_craft(game.state, game.rules, TENDER, status)
    assert game.state.craft[RIDER].status == status
    points = game.rules.classes["points"]
    both = points[game.state.craft[TENDER].klass] + points[game.state.craft[RIDER].klass]
    assert game.state.points_lost[1] + game.state.points_escaped[1] == both
    after = game.visible(0)
    assert after.craft[RIDER] == before.craft[RIDER]
    assert after.craft[RIDER].status == CraftStatus.ABOARD
    assert after.points_lost[1] == after.points_escaped[1] == 0
    assert after.pool.tolist() == cup


@pytest.mark.rule("BR-AMB-89", "BR-AMB-37")
def test_a_rider_goes_in_view_with_a_tender_that_was_found():
    game = carrying(is_tender_seen=True)
    cup = int(game.state.pool[Result.COMPUTER])
    lose_craft(game.state, game.rules, TENDER, CraftStatus.LOST)
    visible = game.visible(0)
    assert visible.craft[RIDER].status == CraftStatus.LOST
    assert visible.points_lost[1] == game.state.points_lost[1] > 0
    assert visible.pool[Result.COMPUTER] == cup + 1


@pytest.mark.rule("BR-DRN-03", "BR-DET-02")
def test_a_rider_launched_by_an_unseen_tender_goes_in_view():
    """On the map it is seen, wherever its tender is."""
    game = carrying(is_tender_seen=False)
    rider = game.state.craft[RIDER]
    rider.status, rider.tf = CraftStatus.IN_FORCE, game.state.craft[TENDER].tf
    game.state.tf[rider.tf].strength += 1
    lose_craft(game.state, game.rules, RIDER, CraftStatus.DESTROYED)
    assert game.visible(0).craft[RIDER].status == CraftStatus.DESTROYED
    assert game.visible(0).points_lost[1] > 0


@pytest.mark.rule("BR-AMB-89", "BR-AMB-88")
@pytest.mark.parametrize("is_tender_seen", [False, True])
def test_determinizations_lose_a_rider_where_it_was_seen_to_go(is_tender_seen):
    game = carrying(is_tender_seen)
    game.state.craft[RIDER].damage[:] = Damage.INTACT
    lose_craft(game.state, game.rules, TENDER, CraftStatus.LOST)
    wanted = CraftStatus.LOST if is_tender_seen else CraftStatus.ABOARD
    for other in determinizations(game, 0):
        assert other.state.craft[RIDER].status == wanted
