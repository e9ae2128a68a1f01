"""Chapters SCN-10 and 11: pools, and fleets bought in secret before the set-up."""

from collections import Counter

import numpy as np
import pytest
from kit.battle_rider.secrecy import assert_twins, looks, walk
from kit.battle_rider.soundness import check
from kit.battle_rider.table import Table, position, side

from spacecombat_env.core.errors import CapacityError, ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.fleets.prices import can_pay, cheapest_crew, price
from spacecombat_env.rulesets.battle_rider.missiles.semi_independent import sim_level
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    Ask,
    BlueMission,
    CraftStatus,
    Crew,
    Event,
    Load,
    Purchase,
)
from spacecombat_env.rulesets.battle_rider.pieces.crew import crew_of, crew_price
from spacecombat_env.rulesets.battle_rider.pieces.state import UNSEEN_WORDS
from spacecombat_env.rulesets.battle_rider.pieces.tables import class_row, ship_counts
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED, load
from spacecombat_env.rulesets.battle_rider.sight.imagined_fleets import buy_cheapest
from spacecombat_env.rulesets.battle_rider.told import notation, story

BOUGHT = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)


def terms(points=100, cost=10, **more):
    """A side that buys its fleet."""
    return {"purchase": {"points": points, "tactics_cost": cost, **more}}


def shop(pool, points=100, cost=10, blue=None, **more):
    """A game in which Red buys from a pool; Blue has a Rapier, or buys as well."""
    red = terms(points, cost, pool=pool, **more)
    return Table(position(red, blue or side(["Rapier"])), delegate=())


def name(game, slot):
    """The name of a craft slot."""
    names = notation.Names(game.state, game.scenario, -1)
    return names.own_name(slot)


def offered(game):
    """The ships and drones that the seat to act may buy now."""
    half = len(game.state.craft) // 2
    first = int(game.state.seat) * half
    return [name(game, k) for k in range(first, first + half) if game.can_say(("craft", k))]


def buy(game, *wanted):
    """Buy craft by their names."""
    half = len(game.state.craft) // 2
    for one in wanted:
        first = int(game.state.seat) * half
        names = [name(game, k) for k in range(first, first + half)]
        game.say(("craft", first + names.index(one)))
    return game


def pool(game, seat):
    """Classes in the pool of a side, with their numbers."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    classes = game.scenario.source["resolved"]["classes"]
    return Counter(classes[c.klass] for c in craft if c.status == CraftStatus.OFFERED)


def fleet(game, seat):
    """Classes of the craft that a side has, with their numbers."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    classes = game.scenario.source["resolved"]["classes"]
    return Counter(classes[c.klass] for c in craft if c.status in BOUGHT)


def cost(game, seat, craft):
    """Points that a craft has cost; one that is gone, with the cheapest crew."""
    klass, crews = game.rules.classes[craft.klass], game.rules.buying[seat].crews
    if klass.drone or not crews:
        return int(klass.points)
    crew = craft.crew if craft.status in BOUGHT else cheapest_crew(int(crews))
    return int(crew_price(int(klass.points), int(crew)))


def spent(game, seat):
    """Points that a side's fleet and Fleet Tactics are worth."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    ships = sum(cost(game, seat, c) for c in craft if c.status in BOUGHT)
    return ships + (int(game.state.tactics[seat]) - 1) * int(game.rules.buying[seat].tactics_cost)


# --- pools ---------------------------------------------------------------------------------------


def divided(seed=1):
    """Battle Royal when the pools are divided, ties settled by the first of the equals."""
    game = Table("battle_royal", seed=seed, delegate=())
    while game.ask == Ask.POOL_PICK:
        game.say(1)
    return game


@pytest.mark.rule("BR-SCN-10")
def test_multi_ship_classes_are_split_evenly():
    game = divided()
    for seat in (0, 1):
        have = pool(game, seat)
        assert have["Admiral"] == 6 and have["Triumph"] == have["Cleon"] == 1
        for klass in ("Starburst", "Rapier", "Midu Agashaam", "Chrysanthemum", "Valor", "Fiery"):
            assert have[klass] == 1


@pytest.mark.rule("BR-SCN-10", "BR-AMB-100")
def test_the_higher_card_takes_the_sylea_and_the_other_the_voroshilef():
    first_picks = set()
    for seed in range(1, 6):
        game = divided(seed)
        event = next(e for e in game.state.log if e.kind == Event.FIRST_PICK)
        first = int(event.side)
        assert (event.a > event.b) == (first == 0)
        first_picks.add(first)
        ours, theirs = pool(game, first), pool(game, 1 - first)
        assert ours["Sylea"] == 1 and theirs["Voroshilef"] == 1 and ours["Mercury"] == 1
        # 15 ships set aside: eight and seven
        singles = {k for k, n in (ours + theirs).items() if n == 1}
        assert sum(ours[k] for k in singles) == 8 and sum(theirs[k] for k in singles) == 7
    assert first_picks == {0, 1}


@pytest.mark.rule("BR-SCN-10")
def test_the_maggarts_go_to_different_pools_and_the_third_manticore_with_the_lt():
    for seed in range(1, 6):
        game = divided(seed)
        lt = next(seat for seat in (0, 1) if pool(game, seat)["Maggart LT"])
        assert pool(game, 1 - lt)["Maggart LC"] == 1
        assert pool(game, lt)["Manticore"] == 2
        assert pool(game, 1 - lt)["Manticore"] == 1


@pytest.mark.rule("BR-AMB-100")
def test_who_picks_chooses_among_ships_of_equal_points():
    chosen = []
    for choice in (1, 2):
        game = Table("battle_royal", seed=1, delegate=())
        assert game.ask == Ask.POOL_PICK
        picker = int(game.state.seat)
        seen = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, seen, 0, picker)
        asked = notation.question(seen, 0, game.scenario, picker)
        assert "1 Lancer, 2 Fusilier" in asked
        game.say(choice)
        while game.ask == Ask.POOL_PICK:
            game.say(1)
        chosen.append((pool(game, picker)["Lancer"], pool(game, picker)["Fusilier"]))
        assert pool(game, 1 - picker)["Lancer"] + pool(game, 1 - picker)["Fusilier"] == 1
    assert chosen == [(1, 0), (0, 1)]


@pytest.mark.rule("BR-SCN-10")
def test_both_sides_divide_the_ships_or_neither():
    with pytest.raises(ScenarioError, match=r"sides\.blue\.purchase: pools are divided between"):
        load(position(terms(), side(["Rapier"])))


# --- buying --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-11")
def test_fleet_tactics_start_at_one_and_cost_their_price_a_level_up_to_seven():
    game = shop({"Valor": 1, "Rapier": 1}, points=100, cost=10)
    assert game.ask == Ask.BUY_TACTICS
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
    assert game.ask == Ask.SETUP_DUMMIES  # done was the only word left, one ship a force
    assert fleet(game, 0) == {"Rapier": 2, "Valor": 1}


@pytest.mark.rule("BR-SCN-11")
def test_what_is_not_bought_does_not_take_part():
    game = shop({"Rapier": 2, "Valor": 1}, points=100).say(1)
    buy(game, "Valor").say("DONE")
    half = len(game.state.craft) // 2
    left = [c for c in game.state.craft[:half] if c.status != CraftStatus.UNUSED]
    assert len(left) == 1 and left[0].missiles == 40
    game.skip_to(Ask.LAUNCH_MENU, Ask.CHOOSE_FORCE)
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
    assert game.ask == Ask.BUY_KEEPER  # the TL-14 drone has only one controller, never asked
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
    assert game.ask == Ask.BUY_KEEPER
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
    while game.ask != Ask.BUY_TACTICS:
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


# --- the printed variants ------------------------------------------------------------------------


@pytest.mark.rule("BR-S1-03", "BR-S1-01")
def test_the_skirmish_fleet_can_be_bought_with_208_points_and_no_rider():
    game = Table("skirmish_purchase", delegate=())
    while game.ask == Ask.POOL_PICK:
        game.say(1)
    for seat in (0, 1):
        assert not {"Gallant", "Admiral", "Shukugan", "Manticore"} & set(pool(game, seat))
    game.say(4)
    wanted = ("Starburst", "Rapier", "Midu Agashaam", "Chrysanthemum", "Valor", "Fiery")
    buy(game, *wanted)
    assert spent(game, 0) == 177 + 3 * 10  # one less than the 208 points
    assert game.state.funds[0] == 1


@pytest.mark.rule("BR-S2-09", "BR-S2-01")
def test_task_force_dagger_can_be_bought_with_63_points():
    game = Table("task_force_dagger_purchase", delegate=())
    game.say(4)
    ships = ("Aurora LM", "Aurora LC", "Ashtabula", "Victrix", "TL-12 drone 1", "TL-12 drone 2")
    buy(game, *ships)
    assert spent(game, 0) == 50 + 4 + 9 and game.state.funds[0] == 0
    game.skip_to(Ask.BUY_TACTICS)
    assert game.state.seat == 1 and game.state.funds[1] == 35
    game.say(1)
    assert set(offered(game)) >= {"Shukugan 1", "Valor 1", "Patrol Cruiser", "Gazelle", "Fiery 1"}
    assert game.can_say("DONE")  # the Chrysanthemum comes free
    buy(game, "Shukugan 1", "Mary Ellen Carter", "Patrol Cruiser", "Gazelle")
    assert game.state.funds[1] == 35 - 34


@pytest.mark.rule("BR-S2-09")
def test_the_pools_of_task_force_dagger():
    game = Table("task_force_dagger_purchase", delegate=())
    red = {"Aurora LM": 1, "Aurora LC": 1, "Ashtabula": 1, "Victrix": 1, "Maggart LT": 1}
    red |= {"Maggart LC": 1, "Manticore": 3, "Lancer": 1, "Fusilier": 1, "dual_mode_tl12": 2}
    red |= {"passive_tl14": 2}  # drones are of no pool; the TL-15 Ashtabula can control these
    assert pool(game, 0) == red
    ships = {k: n for k, n in pool(game, 1).items() if "tl1" not in k}
    blue = {"Shukugan": 2, "Valor": 2, "Patrol Cruiser": 1, "Gazelle": 1, "Fiery": 2}
    assert ships == blue | {"Mary Ellen Carter": 1}
    # every other printed ship of less than 15 points
    cheap = {
        k: n
        for k, n in ship_counts().items()
        if game.rules.classes[class_row(k)].points < 15 and k not in red
    }
    assert ships == cheap


@pytest.mark.rule("BR-S4-01")
def test_a_battle_fleet_costs_1200_points_and_60_a_level():
    game = divided()
    assert game.state.funds[0] == 1200 and game.say(7).state.funds[0] == 1200 - 6 * 60
    assert not any("Gallant" in one or "Shukugan" in one for one in offered(game))
    buy(game, "Triumph")
    assert "Gallant 1" in offered(game)


@pytest.mark.rule("BR-S3-06", "BR-S3-01", "BR-CRW-06", "BR-ASG-11")
def test_first_clash_can_be_bought_with_167_points():
    """116 x 1.2 + 4 + 24, each ship rounded; the Soleean fleet with green crews."""
    game = Table("first_clash_purchase", delegate=())
    game.say(4)
    ships = ("Lancer", "Fusilier", "Maggart LC", "Maggart LT")
    for one in (*ships, "Manticore 1", "Manticore 2", "Manticore 3"):
        buy(game, one)
        assert game.ask == Ask.BUY_CREW
        assert [n for n in range(5) if game.can_say(n)] == [Crew.AVERAGE, Crew.CRACK, Crew.GREEN]
        game.say(int(Crew.CRACK))
    # 36 + 36 + 22 + 20 + 3 x 8, and 24 for Fleet Tactics 4
    assert game.state.funds[0] == 167 - 138 - 24
    buy(game, "TL-12 drone 1", "TL-12 drone 2")
    assert game.state.funds[0] == 1
    game.skip_to(Ask.BUY_TACTICS)
    assert game.state.seat == 1
    game.say(3)
    blue = ("Starburst 1", "Rapier 1", "Midu Agashaam 1", "Chrysanthemum 1", "Patrol Cruiser")
    buy(game, *blue, "Valor 1", "Valor 2")  # green is the only crew on sale: never asked
    assert game.state.funds[1] == 167 - 16 - (60 + 36 + 20 + 12 + 7 + 7 + 7)
    half = len(game.state.craft) // 2
    bought = [k for k in range(half, 2 * half) if game.state.craft[k].status in BOUGHT]
    assert [crew_of(game.state, game.rules, k) for k in bought] == 7 * [Crew.GREEN]


@pytest.mark.rule("BR-S3-06", "BR-AMB-92")
def test_the_pools_of_first_clash():
    game = Table("first_clash_purchase", delegate=())
    classes = game.rules.classes
    dear = {"Sylea", "Triumph"}  # even with green crews
    levels = {k: int(classes[class_row(k)].tech_level) for k in ship_counts()}
    blue = {k for k, level in levels.items() if level == 15 and k != "Ashtabula"} - dear
    assert {k for k in pool(game, 1) if "tl1" not in k} == blue
    # all the rest, without the Cleon, which nobody can pay for, and the riders that it brings; a
    # Shukugan is no battle rider (p.3) and needs no tender
    red = set(ship_counts()) - blue - dear - {"Cleon", "Admiral"}
    assert {k for k in pool(game, 0) if "tl1" not in k} == red
    game.say(1)
    assert "Shukugan 1" in offered(game) and "Manticore 1" not in offered(game)
    gallant = next(k for k, c in enumerate(game.state.craft) if c.klass == class_row("Gallant"))
    assert price(game.state, game.rules, 1, gallant) == 108  # the second price, 135, green


@pytest.mark.rule("BR-S4-01", "BR-CRW-06")
def test_crews_of_a_battle_fleet_have_their_price():
    game = Table("battle_royal_crews", delegate=())
    while game.ask == Ask.POOL_PICK:
        game.say(1)
    game.say(1)
    for crew, cost in ((Crew.GREEN, 180), (Crew.CRACK, 270), (Crew.AVERAGE, 225)):
        again = Table("battle_royal_crews", delegate=())
        while again.ask == Ask.POOL_PICK:
            again.say(1)
        buy(again.say(1), "Triumph").say(int(crew))
        assert again.state.funds[0] == 1200 - cost


@pytest.mark.rule("BR-CRW-05", "BR-DRN-02")
def test_a_drone_has_the_crew_of_the_ship_that_controls_it():
    pools = {"Lancer": 1, "Fusilier": 1}
    red = terms(100, 10, pool=pools, drones={"dual_mode_tl12": 1}, crews=["green", "crack"])
    more = {"rules": {"crew_quality": True}}
    game = Table(position(red, side(["Rapier"]), **more), delegate=()).say(1)
    buy(game, "Lancer").say(int(Crew.GREEN))
    buy(game, "Fusilier").say(int(Crew.CRACK))
    buy(game, "TL-12 drone")
    buy(game, "Fusilier")
    assert [crew_of(game.state, game.rules, k) for k in range(3)] == [2, 1, 1]
    told = story.log(game.games, 0, game.scenario, -1, 0)
    assert "Red buys Lancer with a green crew for 24 points." in told
    with pytest.raises(ScenarioError, match="only with the switch crew_quality"):
        load(position(red, side(["Rapier"])))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    "scenario", ["skirmish_purchase", "task_force_dagger_purchase", "battle_royal"]
)
def test_the_standing_order_buys_a_fleet_within_the_points(scenario, seed):
    game = Table(scenario, seed=seed, delegate=(*RECOMMENDED, "buying"))
    for seat in (0, 1):
        points = int(game.rules.buying[seat].points)
        free = sum(
            int(game.rules.classes[c.klass].points)
            for c in game.table.opening[0].craft[seat * 16 : seat * 16 + 1]
            if scenario == "task_force_dagger_purchase" and seat == 1
        )
        assert 0.8 * points < spent(game, seat) - free <= points
        assert spent(game, seat) - free + game.state.funds[seat] == points
        assert game.state.tactics[seat] > 1


# --- missiles ------------------------------------------------------------------------------------


SIMS = {"rules": {"semi_independent_missiles": True}}
QUALITY = {"rules": {"semi_independent_missiles": True, "crew_quality": True}}


def arsenal(ships, points=200, rules=SIMS, **more):
    """Red buys from a pool where ships may have semi-independent missiles."""
    red = terms(points, 10, pool=ships | {"Valor": 2}, **more)
    return Table(position(red, side(["Rapier"]), **rules), delegate=()).say(1)


def loads(game):
    """The numbers that may be answered."""
    return [number for number in range(5) if game.can_say(number)]


@pytest.mark.rule("BR-ASG-10", "BR-SIM-04", "BR-AMB-68")
@pytest.mark.parametrize(
    ("load", "cost", "sims"),
    [
        (Load.CONTROLLED, 45, 0),
        (Load.HALF_TL12, 47, 25),  # 45 x 1.05 = 47.25
        (Load.ALL_TL12, 50, 50),  # 45 x 1.1 = 49.5
        (Load.HALF_TL14, 47, 25),
        (Load.ALL_TL14, 50, 50),
    ],
)
def test_a_ship_can_be_bought_with_semi_independent_missiles(load, cost, sims):
    """A Rapier, TL-15, 45 points, 50 ready missiles; it counts 45 whatever it has cost."""
    game = buy(arsenal({"Rapier": 1}), "Rapier")
    assert game.ask == Ask.BUY_MISSILES and loads(game) == [0, 1, 2, 3, 4]
    game.say(int(load))
    ship = game.state.craft[0]
    assert game.state.funds[0] == 200 - cost
    assert (ship.missiles, ship.sims) == (50, sims)
    assert game.rules.classes[ship.klass].points == 45
    if sims:
        assert sim_level(game.rules, ship) == (12 if load <= Load.ALL_TL12 else 14)


@pytest.mark.rule("BR-ASG-10", "BR-SIM-04")
def test_missiles_are_of_no_higher_tech_level_than_their_ship():
    """Lancer TL-12, Voroshilef TL-13, Rapier TL-15; a Gallant has no missiles."""
    ships = {"Lancer": 1, "Voroshilef": 1, "Rapier": 1, "Gallant": 1}
    game = arsenal(ships, 900, jumpless="either_price")
    assert loads(buy(game, "Lancer")) == [0, 1, 2]
    assert loads(buy(game.say(0), "Voroshilef")) == [0, 1, 2]
    assert loads(buy(game.say(0), "Rapier")) == [0, 1, 2, 3, 4]
    assert buy(game.say(0), "Gallant").ask == Ask.BUY_SHIP  # as soon as it is named


@pytest.mark.rule("BR-ASG-10", "BR-AMB-68")
def test_only_missiles_that_can_be_paid_for_are_offered():
    """47 points: the Rapier's 45, or 47 with half a load, but not 50."""
    assert loads(buy(arsenal({"Rapier": 1}, 47), "Rapier")) == [0, 1, 3]
    # Two missiles make a half and a whole load; a single one would make none.
    assert loads(buy(arsenal({"Victrix": 1}), "Victrix")) == [0, 1, 2]
    # 45 points pay for the ship alone: nothing is left to ask.
    assert buy(arsenal({"Rapier": 1}, 45), "Rapier").state.funds[0] == 0


@pytest.mark.rule("BR-ASG-10", "BR-CRW-06", "BR-AMB-68")
def test_the_factors_of_crew_and_missiles_are_multiplied_before_rounding():
    """75 x 1.2 x 1.05 = 94.5; 25 x 0.8 x 1.1 = 22; 25 x 1.2 x 1.05 = 31.5; 6 x 1.2 x 1.05."""
    for name_of, crew, missiles, cost in (
        ("Starburst", Crew.CRACK, Load.HALF_TL12, 95),
        ("Midu Agashaam", Crew.GREEN, Load.ALL_TL14, 22),
        ("Midu Agashaam", Crew.CRACK, Load.HALF_TL14, 32),
        ("Mary Ellen Carter", Crew.CRACK, Load.HALF_TL12, 8),  # 7.56; 7 x 1.05 would make 7
    ):
        crews = ["green", "average", "crack"]
        game = buy(arsenal({name_of: 1}, rules=QUALITY, crews=crews), name_of).say(int(crew))
        assert game.say(int(missiles)).state.funds[0] == 200 - cost
        bought = [c for c in game.state.craft[:8] if c.status in BOUGHT]
        assert [c.crew for c in bought] == [crew]


@pytest.mark.rule("BR-ASG-10", "BR-DRN-02")
def test_bought_missiles_are_launched_at_their_level_and_drones_go_to_their_ship():
    drones = {"dual_mode_tl12": 1, "passive_tl14": 1}
    game = arsenal({"Lancer": 1, "Rapier": 1}, drones=drones)
    buy(game, "Lancer").say(int(Load.HALF_TL12))
    assert offered(game) == ["Rapier", "Valor 1", "TL-12 drone"]  # the Lancer is TL-12
    buy(game, "Rapier").say(int(Load.ALL_TL14))
    buy(game, "TL-14 drone", "TL-12 drone")
    assert game.state.funds[0] == 200 - 32 - 50 - 1 - 2  # 31.5 and 49.5
    game.say("DONE")
    assert game.ask == Ask.BUY_KEEPER and offered(game) == ["Rapier", "Lancer"]
    buy(game, "Lancer")  # the TL-12 drone; the other can only be the Rapier's
    drones = [c for c in game.state.craft[:8] if game.rules.classes[c.klass].drone]
    assert [name(game, int(c.keeper)) for c in drones] == ["Lancer", "Rapier"]
    for index, kinds, level in ((1, ("CONTROLLED", "SEMI_INDEPENDENT"), 12), (0, (), 14)):
        for _ in range(900):
            mine = game.ask == Ask.LAUNCH_MENU and game.state.seat == 0
            if mine and game.can_say(("craft", index)):
                break
            game.idle()
        game.say(("craft", index))
        if kinds:
            assert all(game.can_say(kind) for kind in kinds)
            game.say("SEMI_INDEPENDENT")
        assert game.ask == Ask.LAUNCH_NUMBER
        while game.ask == Ask.LAUNCH_NUMBER:
            game.hear(min(game.legal()))
        spread = next(s for s in game.state.spread if s.count and s.owner == index)
        assert (spread.sim, spread.g_left) == (level, 9 if level == 12 else 7)


@pytest.mark.rule("BR-ASG-10")
def test_what_missiles_a_ship_was_bought_with_stays_hidden():
    game = buy(arsenal({"Rapier": 2}), "Rapier 1")
    game.say(int(Load.ALL_TL14)).state.craft[0].detected = 1
    seen = game.seen(1).craft[0]
    assert (seen.sims, seen.missiles, seen.errand) == (0, 0, 0)
    assert (game.seen(0).craft[0].sims, game.seen(0).craft[0].missiles) == (50, 50)
    told = story.log(game.games, 0, game.scenario, -1, 0)
    bought = "Red buys Rapier, all its missiles semi-independent (TL-14), for 50 points."
    assert bought in told


@pytest.mark.rule("BR-MIB-06")
def test_no_crew_costs_the_points_for_the_first_merchant():
    """Blue's half of the ships has a Fiery, 8 points; as a merchant with a green crew it costs 3."""
    game = Table("pocket_empires", delegate=())
    state = game.state
    state.mission[1].number, state.mission[1].limit = BlueMission.CONVOY_RUN, 150
    state.funds[1] = 100
    assert can_pay(state, game.rules, len(state.craft) // 2, 97)
    assert not can_pay(state, game.rules, len(state.craft) // 2, 98)


# --- secrecy -------------------------------------------------------------------------------------


def shopping(*wanted, tactics=1, points=200):
    """A game in which Red has bought; what Blue, about to buy as well, gets of it."""
    pools = {"Rapier": 2, "Starburst": 1, "Valor": 2, "Fiery": 1}
    game = shop(pools, points=points, blue=terms(points, 10, pool=pools))
    game.state.chance.seed_lo = game.state.chance.seed_hi = 1
    buy(game.say(tactics), *wanted)
    if game.can_say("DONE"):
        game.say("DONE")
    while game.state.seat == 0:  # one task force each, no dummies, the same entry
        game.hear(min(game.legal()))
    assert game.ask == Ask.BUY_TACTICS and game.state.seat == 1
    return looks(game, game.games, 1, True)


@pytest.mark.rule("BR-SCN-11", "BR-S1-03")
def test_the_other_side_learns_nothing_of_a_purchase():
    first = shopping("Valor 1")
    for other in (("Rapier 1",), ("Starburst", "Fiery", "Valor 1"), ("Rapier 1", "Rapier 2")):
        assert_twins(first, shopping(*other, tactics=3))


def test_a_purchase_is_told_to_its_side_alone():
    pools = {"Rapier": 1, "Lancer": 1}
    game = shop(pools, blue=terms(100, 10, pool=pools))
    buy(game.say(2), "Rapier").say("DONE")
    told = []
    for seat in (0, 1):
        seen = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, seen, 0, seat)
        told.append(story.log(seen, 0, game.scenario, seat, 0))
    assert told == [
        ["Red pays 10 points for Fleet Tactics 2.", "Red buys Rapier for 45 points."],
        [],
    ]


LONG = pytest.mark.slow  # a record of another size would have to be compiled
SCENES = {
    "skirmish": ("skirmish_purchase", ()),
    "skirmish, only buying asked": ("skirmish_purchase", RECOMMENDED),
    "dagger": ("task_force_dagger_purchase", ()),
    "cup": ("task_force_dagger_cup", ()),
    "crews": ("first_clash_purchase", RECOMMENDED),
    "missiles": ("skirmish_purchase", RECOMMENDED),
}
MARKED = [
    pytest.param(name, marks=pytest.mark.compiled if at[0] == "skirmish_purchase" else LONG)
    for name, at in SCENES.items()
]


@pytest.mark.rule("BR-SCN-11", "BR-S2-09")
@pytest.mark.parametrize("scene", MARKED)
def test_an_imagined_purchase_looks_the_same_and_keeps_within_the_points(scene):
    scenario, delegate = SCENES[scene]
    options = SIMS["rules"] if scene == "missiles" else {}
    game = Table(scenario, delegate=delegate, begin=False, options=options)
    imagined = Table(scenario, delegate=delegate, begin=False, options=options)
    dtype, fleets = game.table.opening.dtype, set()
    for n, lots in enumerate(walk(game, 5, 200)):
        if game.over or lots.random() > 0.1:
            continue
        seat, seen = int(game.state.seat), make_games(dtype, 1)
        entry.redact(game.games, 0, seen, 0, seat)
        entry.resample(seen, 0, game.table, seat, n, imagined.games, 0)
        again = make_games(dtype, 1)
        entry.redact(imagined.games, 0, again, 0, seat)
        size = seen.words.shape[1] - UNSEEN_WORDS
        assert seen.words[0, :size].tobytes() == again.words[0, :size].tobytes(), game.ask
        if imagined.state.order[1 - seat].step >= Purchase.CUP:
            continue  # it has yet to buy
        check_purchase(imagined, 1 - seat)
        fleets.add(tuple(sorted(fleet(imagined, 1 - seat).items())))
        for _ in range(10):
            if not imagined.over:
                check(imagined)
                imagined.hear(lots.choice(sorted(imagined.legal())))
    assert len(fleets) > 3


@pytest.mark.rule("BR-SCN-11", "BR-S2-02")
def test_ships_whose_jump_drive_is_ignored_explain_what_is_seen_of_a_fleet():
    """No ship of Montezuma can jump; one of them must have launched the missiles on the map."""
    game = Table("task_force_dagger_purchase", delegate=())
    half = len(game.state.craft) // 2
    assert buy_cheapest(game.state, game.rules, 1, 0, 1)
    bought = [c for c in game.state.craft[half + 1 : 2 * half] if c.status in BOUGHT]
    assert [game.rules.classes[c.klass].directors > 0 for c in bought] == [True]


def check_purchase(game, seat):
    """A fleet that could have been bought or given, with all that shows of it."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    here = [c for c in craft if c.status in BOUGHT]
    gone = [c for c in craft if c.status not in (*BOUGHT, CraftStatus.UNUSED)]
    terms = game.rules.buying[seat]
    if terms.leave_out:
        ships = [c for c in (*here, *gone) if not game.rules.classes[c.klass].drone]
        assert len(ships) == 4 - terms.leave_out
    if terms.points:
        given = sum(
            int(game.rules.classes[c.klass].points)
            for c in game.table.opening[0].craft[seat * half : (seat + 1) * half]
            if c.status in BOUGHT
        )
        lost = sum(cost(game, seat, c) for c in gone)
        assert spent(game, seat) + lost <= int(terms.points) + given
        assert 1 <= game.state.tactics[seat] <= 7
    for c in here:
        if c.status == CraftStatus.ABOARD:
            assert game.state.craft[c.keeper].status == CraftStatus.IN_FORCE
            assert c.keeper // half == seat


@pytest.mark.slow
def test_each_shipped_scenario_plays_to_its_end():
    for scenario in RULESET.scenarios():
        game = Table(scenario, seed=3, delegate=RECOMMENDED, max_turns=2)
        rng = np.random.default_rng(3)
        while not game.over:
            game.hear(rng.choice(sorted(game.legal())))
        assert game.state.verdict in (0, 1, 2)
