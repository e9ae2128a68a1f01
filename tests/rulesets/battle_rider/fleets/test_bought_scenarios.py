"""The scenarios whose fleets are bought: their points, their pools, and games of them."""

import numpy as np
import pytest
from kit.battle_rider.purchases import BOUGHT, buy, divided, offered, pool, spent, terms
from kit.battle_rider.table import Table, position, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.fleets.prices import price
from spacecombat_env.rulesets.battle_rider.model import (
    Crew,
    Decision,
    class_row,
    crew_of,
    ship_counts,
)
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED, load

# --- the printed variants ------------------------------------------------------------------------


@pytest.mark.rule("BR-S1-03", "BR-S1-01")
def test_the_skirmish_fleet_can_be_bought_with_208_points_and_no_rider():
    game = Table("skirmish_purchase", delegate=())
    while game.decision == Decision.POOL_PICK:
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
    game.skip_to(Decision.BUY_TACTICS)
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
        assert game.decision == Decision.BUY_CREW
        assert [n for n in range(5) if game.can_say(n)] == [Crew.AVERAGE, Crew.CRACK, Crew.GREEN]
        game.say(int(Crew.CRACK))
    # 36 + 36 + 22 + 20 + 3 x 8, and 24 for Fleet Tactics 4
    assert game.state.funds[0] == 167 - 138 - 24
    buy(game, "TL-12 drone 1", "TL-12 drone 2")
    assert game.state.funds[0] == 1
    game.skip_to(Decision.BUY_TACTICS)
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
    while game.decision == Decision.POOL_PICK:
        game.say(1)
    game.say(1)
    for crew, cost in ((Crew.GREEN, 180), (Crew.CRACK, 270), (Crew.AVERAGE, 225)):
        again = Table("battle_royal_crews", delegate=())
        while again.decision == Decision.POOL_PICK:
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
    told = game_log.log(game.games, 0, game.scenario, -1, 0)
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


# --- secrecy -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_shipped_scenario_plays_to_its_end():
    for scenario in RULESET.scenarios():
        game = Table(scenario, seed=3, delegate=RECOMMENDED, max_turns=2)
        rng = np.random.default_rng(3)
        while not game.over:
            game.apply(rng.choice(sorted(game.legal())))
        assert game.state.verdict in (0, 1, 2)
