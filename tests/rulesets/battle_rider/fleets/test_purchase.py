"""Chapter SCN-11: fleets bought for points before the set-up."""

import pytest
from kit.battle_rider.purchases import BOUGHT, buy, fleet, name, offered, shop, terms
from kit.battle_rider.table import Table, position, side

from spacecombat_env.core.errors import CapacityError, ScenarioError
from spacecombat_env.rulesets.battle_rider.fleets.prices import can_pay, price
from spacecombat_env.rulesets.battle_rider.model import BlueMission, CraftStatus, Decision
from spacecombat_env.rulesets.battle_rider.scenario import load

# --- buying --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-11")
def test_fleet_tactics_start_at_one_and_cost_their_price_a_level_up_to_seven():
    game = shop({"Valor": 1, "Rapier": 1}, points=100, cost=10)
    assert game.decision == Decision.BUY_TACTICS
    assert [n for n in range(10) if game.can_say(n)] == [1, 2, 3, 4, 5, 6, 7]
    game.say(4)
    assert game.state.funds[0] == 100 - 3 * 10
    assert game.state.tactics[0] == 4


@pytest.mark.rule("BR-SCN-11")
def test_fleet_tactics_leave_enough_for_a_ship():
    pools = {"Valor": 1, "Patrol Cruiser": 1, "Rapier": 1}
    game = shop(pools, points=40, cost=10)  # the cheapest costs 9
    assert [n for n in range(10) if game.can_say(n)] == [1, 2, 3, 4]
    game.say(4)
    assert offered(game) == ["Valor", "Patrol Cruiser"] and not game.can_say("DONE")


@pytest.mark.rule("BR-SCN-11")
def test_ships_are_bought_for_their_points_while_the_money_lasts():
    game = shop({"Rapier": 2, "Valor": 1}, points=100).say(1)
    buy(game, "Rapier 1")
    assert game.state.funds[0] == 55
    assert offered(game) == ["Rapier 2", "Valor"]
    buy(game, "Rapier 2")
    assert game.state.funds[0] == 10
    buy(game, "Valor")
    assert game.state.funds[0] == 1
    assert (
        game.decision == Decision.SETUP_DUMMIES
    )  # done was the only action left, one ship a force
    assert fleet(game, 0) == {"Rapier": 2, "Valor": 1}


@pytest.mark.rule("BR-SCN-11")
def test_what_is_not_bought_does_not_take_part():
    game = shop({"Rapier": 2, "Valor": 1}, points=100).say(1)
    buy(game, "Valor").say("DONE")
    half = len(game.state.craft) // 2
    left = [c for c in game.state.craft[:half] if c.status != CraftStatus.UNUSED]
    assert len(left) == 1 and left[0].missiles == 40
    game.skip_to(Decision.LAUNCH_MENU, Decision.CHOOSE_FORCE)
    assert fleet(game, 0) == {"Valor": 1}


@pytest.mark.rule("BR-SCN-11", "BR-DRN-02", "BR-DRN-05")
def test_drones_are_bought_for_ships_of_their_tech_level():
    pools = {"Lancer": 1, "Ashtabula": 1}  # TL-12 and TL-15
    game = shop(pools, drones={"dual_mode_tl12": 1, "passive_tl14": 1}).say(1)
    assert offered(game) == ["Lancer", "Ashtabula"]  # no drone without a controller
    buy(game, "Lancer")
    assert offered(game) == ["Ashtabula", "TL-12 drone"]
    buy(game, "Ashtabula", "TL-12 drone", "TL-14 drone")
    assert game.state.funds[0] == 100 - 30 - 12 - 2 - 1
    assert (
        game.decision == Decision.BUY_KEEPER
    )  # the TL-14 drone has only one controller, never a decision
    assert offered(game) == ["Lancer", "Ashtabula"] and not game.can_say("NEW_FORCE")
    buy(game, "Lancer")
    drones = [c for c in game.state.craft if game.rules.classes[c.klass].drone]
    assert [name(game, int(c.keeper)) for c in drones] == ["Lancer", "Ashtabula"]
    assert all(c.status == CraftStatus.ABOARD for c in drones)


@pytest.mark.rule("BR-S4-01", "BR-CTR-12")
def test_riders_are_sold_only_as_far_as_tenders_can_carry_them():
    pools = {"Maggart LC": 1, "Maggart LT": 1, "Manticore": 3, "Shukugan": 2}
    game = shop(pools).say(1)
    assert offered(game) == ["Maggart LC", "Maggart LT"]  # and a Shukugan never
    buy(game, "Maggart LC")
    assert offered(game) == ["Maggart LT", "Manticore 1"]
    buy(game, "Manticore 1")
    assert offered(game) == ["Maggart LT"]
    buy(game, "Maggart LT", "Manticore 2", "Manticore 3")
    assert game.state.funds[0] == 100 - 18 - 17 - 3 * 7
    assert game.decision == Decision.BUY_KEEPER
    assert sorted(offered(game)) == ["Maggart LC", "Maggart LT"]
    buy(game, "Maggart LC")
    assert offered(game) == ["Maggart LT"]  # the LC carries one
    game.say("NEW_FORCE")
    buy(game, "Maggart LT")
    riders = [c for c in game.state.craft[:16] if game.rules.classes[c.klass].points == 7]
    assert [c.status for c in riders] == [BOUGHT[1], BOUGHT[0], BOUGHT[1]]


@pytest.mark.rule("BR-CTR-13", "BR-ASG-09", "BR-AMB-92")
def test_riders_without_a_tender_cost_the_second_price_where_that_is_allowed():
    pools = {"Triumph": 1, "Gallant": 5, "Shukugan": 1}
    game = shop(pools, points=900, jumpless="either_price").say(1)
    costs = {name(game, k): price(game.state, game.rules, 0, k) for k in range(7)}
    assert costs["Gallant 1"] == 135 and costs["Shukugan"] == 11
    buy(game, "Triumph")
    for number in range(1, 5):
        assert price(game.state, game.rules, 0, number) == 90
        buy(game, f"Gallant {number}")
    assert game.state.funds[0] == 900 - 225 - 4 * 90
    buy(game, "Gallant 5")
    assert game.state.funds[0] == 900 - 225 - 4 * 90 - 135


@pytest.mark.rule("BR-SCN-11")
def test_a_fleet_given_is_free_and_the_bought_one_comes_to_it():
    blue = {"ships": ["Chrysanthemum"], **terms(20, 3, pool={"Valor": 1})}
    game = Table(position(side(["Rapier"]), blue), delegate=())
    while game.decision != Decision.BUY_TACTICS:
        game.idle()
    assert game.state.seat == 1
    game.say(1)
    assert game.can_say("DONE")  # there is a ship already
    buy(game, "Valor")
    assert fleet(game, 1) == {"Chrysanthemum": 1, "Valor": 1}


@pytest.mark.rule("BR-SCN-11")
@pytest.mark.parametrize(
    ("purchase", "reason"),
    [
        ({"points": 100}, "tactics_cost: missing"),
        ({"points": 0, "tactics_cost": 1}, "0 is below 1"),
        ({"points": 9, "tactics_cost": 1, "pool": {"Rapier": 3}}, "3 is above 2"),
        ({"points": 9, "tactics_cost": 1, "pool": {"Rapier": 1}}, "no ship of the pool"),
        ({"points": 9, "tactics_cost": 1, "pool": {"Raper": 1}}, "did you mean Rapier"),
        ({"points": 9, "tactics_cost": 1, "jumpless": "x"}, "with_tenders"),
    ],
)
def test_terms_of_purchase_are_checked(purchase, reason):
    with pytest.raises(ScenarioError, match=reason):
        load(position({"purchase": purchase}, side(["Rapier"])))


def test_a_pool_beyond_the_greatest_capacity_is_refused():
    pools = {"Gallant": 12, "Admiral": 12, "Triumph": 2, "Cleon": 2, "Starburst": 2, "Rapier": 2}
    drones = {"dual_mode_tl12": 12, "passive_tl14": 12}
    many = terms(9999, 1, pool=pools, drones=drones)
    with pytest.raises(CapacityError, match="more than the 40 of capacity 'large'"):
        load(position(many, side(["Rapier"])))


# --- missiles ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06")
@pytest.mark.parametrize(
    ("mission", "funds", "most"),
    [(BlueMission.CONVOY_RUN, 100, 97), (BlueMission.AMBUSH, 500, 150)],
    ids=["less the first merchant", "to the last point"],
)
def test_the_part_on_the_map_may_cost_its_limit_but_leaves_the_price_of_a_merchant(
    mission, funds, most
):
    """Blue's half of the ships has a Fiery, 8 points; as a merchant with a green crew it costs 3."""
    game = Table("pocket_empires", delegate=())
    state = game.state
    state.mission[1].number, state.mission[1].limit = mission, 150
    state.funds[1] = funds
    assert can_pay(state, game.rules, len(state.craft) // 2, most)
    assert not can_pay(state, game.rules, len(state.craft) // 2, most + 1)
