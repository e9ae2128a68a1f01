"""Chapter ASG-10: semi-independent missiles bought with their ships."""

import pytest
from kit.battle_rider.purchases import BOUGHT, buy, name, offered, terms
from kit.battle_rider.table import Table, position, side

from spacecombat_env.rulesets.battle_rider.missiles.semi_independent import sim_level
from spacecombat_env.rulesets.battle_rider.model import Crew, Decision, Load
from spacecombat_env.rulesets.battle_rider.presentation import game_log

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
    assert game.decision == Decision.BUY_MISSILES and loads(game) == [0, 1, 2, 3, 4]
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
    assert buy(game.say(0), "Gallant").decision == Decision.BUY_SHIP  # as soon as it is named


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
        game = buy(arsenal({name_of: 1}, rules=QUALITY, crews=crews), name_of)
        changes = int(game.state.chance.changes)
        game.say(int(crew))
        assert int(game.state.chance.changes) > changes  # the crew shows as missiles are asked for
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
    assert game.decision == Decision.BUY_KEEPER and offered(game) == ["Rapier", "Lancer"]
    buy(game, "Lancer")  # the TL-12 drone; the other can only be the Rapier's
    drones = [c for c in game.state.craft[:8] if game.rules.classes[c.klass].drone]
    assert [name(game, int(c.keeper)) for c in drones] == ["Lancer", "Rapier"]
    for index, kinds, level in ((1, ("CONTROLLED", "SEMI_INDEPENDENT"), 12), (0, (), 14)):
        for _ in range(900):
            mine = game.decision == Decision.LAUNCH_MENU and game.state.seat == 0
            if mine and game.can_say(("craft", index)):
                break
            game.idle()
        game.say(("craft", index))
        if kinds:
            assert all(game.can_say(kind) for kind in kinds)
            game.say("SEMI_INDEPENDENT")
        assert game.decision == Decision.LAUNCH_NUMBER
        while game.decision == Decision.LAUNCH_NUMBER:
            game.apply(min(game.legal()))
        spread = next(s for s in game.state.spread if s.count and s.owner == index)
        assert (spread.sim, spread.g_left) == (level, 9 if level == 12 else 7)


@pytest.mark.rule("BR-ASG-10")
def test_what_missiles_a_ship_was_bought_with_stays_hidden():
    game = buy(arsenal({"Rapier": 2}), "Rapier 1")
    game.say(int(Load.ALL_TL14)).state.craft[0].detected = 1
    visible = game.visible(1).craft[0]
    assert (visible.sims, visible.missiles, visible.errand) == (0, 0, 0)
    assert (game.visible(0).craft[0].sims, game.visible(0).craft[0].missiles) == (50, 50)
    told = game_log.log(game.games, 0, game.scenario, -1, 0)
    bought = "Red buys Rapier, all its missiles semi-independent (TL-14), for 50 points."
    assert bought in told
