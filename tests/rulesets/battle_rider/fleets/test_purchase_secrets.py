"""Chapter SCN-11: what the other side learns of a purchase, and what can be determinized of it."""

import pytest
from kit.battle_rider.purchases import BOUGHT, buy, cost, fleet, shop, spent, terms
from kit.battle_rider.secrecy import assert_twins, looks, walk
from kit.battle_rider.soundness import check
from kit.battle_rider.table import Table

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    HIDDEN_INT64,
    CraftStatus,
    Decision,
    ForceStatus,
    Purchase,
    class_row,
)
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED
from spacecombat_env.rulesets.battle_rider.visibility.determinization.purchases import pay_for_known
from spacecombat_env.rulesets.battle_rider.visibility.determinization.requirements import (
    buy_cheapest,
    buy_visible_craft,
)

SIMS = {"rules": {"semi_independent_missiles": True}}


def shopping(*wanted, tactics=1, points=200):
    """A game in which Red has bought; what Blue, about to buy as well, gets of it."""
    pools = {"Rapier": 2, "Starburst": 1, "Valor": 2, "Fiery": 1}
    game = shop(pools, points=points, blue=terms(points, 10, pool=pools))
    game.state.chance.seed_lo = game.state.chance.seed_hi = 1
    buy(game.say(tactics), *wanted)
    if game.can_say("DONE"):
        game.say("DONE")
    while game.state.seat == 0:  # one task force each, no dummies, the same entry
        game.apply(min(game.legal()))
    assert game.decision == Decision.BUY_TACTICS and game.state.seat == 1
    return looks(game, game.games, 1, True)


@pytest.mark.rule("BR-SCN-11", "BR-S1-03")
def test_the_other_side_learns_nothing_of_a_purchase():
    first = shopping("Valor 1")
    for other in (("Rapier 1",), ("Starburst", "Fiery", "Valor 1"), ("Rapier 1", "Rapier 2")):
        assert_twins(first, shopping(*other, tactics=3))


def test_a_purchase_is_shown_to_its_side_alone():
    pools = {"Rapier": 1, "Lancer": 1}
    game = shop(pools, blue=terms(100, 10, pool=pools))
    buy(game.say(2), "Rapier").say("DONE")
    told = []
    for seat in (0, 1):
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, seat)
        told.append(game_log.log(visible, 0, game.scenario, seat, 0))
    assert told == [
        ["Red pays 10 points for Fleet Tactics 2.", "Red buys Rapier for 45 points."],
        [],
    ]


SCENES = {
    "skirmish": ("skirmish_purchase", ()),
    "skirmish, only buying asked": ("skirmish_purchase", RECOMMENDED),
    "dagger": ("task_force_dagger_purchase", ()),
    "cup": ("task_force_dagger_cup", ()),
    "crews": ("first_clash_purchase", RECOMMENDED),
    "missiles": ("skirmish_purchase", RECOMMENDED),
}


MARKED = [
    pytest.param(name, marks=[] if at[0] == "skirmish_purchase" else pytest.mark.slow)
    for name, at in SCENES.items()
]
"""Records of their sizes would be compiled for them alone: quicker interpreted, or among the slow."""


@pytest.mark.rule("BR-SCN-11", "BR-S2-09")
@pytest.mark.parametrize("scene", MARKED)
def test_a_determinized_purchase_looks_the_same_and_keeps_within_the_points(scene):
    scenario, delegate = SCENES[scene]
    options = SIMS["rules"] if scene == "missiles" else {}
    game = Table(scenario, delegate=delegate, begin=False, options=options)
    determinized = Table(scenario, delegate=delegate, begin=False, options=options)
    dtype, fleets = game.table.opening.dtype, set()
    for n, rng in enumerate(walk(game, 5, 200)):
        if game.over or rng.random() > 0.1:
            continue
        seat, visible = int(game.state.seat), make_games(dtype, 1)
        entry.redact(game.games, 0, visible, 0, seat)
        entry.determinize(visible, 0, game.table, seat, n, determinized.games, 0)
        again = make_games(dtype, 1)
        entry.redact(determinized.games, 0, again, 0, seat)
        size = visible.int64.shape[1] - HIDDEN_INT64
        assert visible.int64[0, :size].tobytes() == again.int64[0, :size].tobytes(), game.decision
        if determinized.state.order[1 - seat].step >= Purchase.CUP:
            continue  # it has yet to buy
        check_purchase(determinized, 1 - seat)
        fleets.add(tuple(sorted(fleet(determinized, 1 - seat).items())))
        for _ in range(10):
            if not determinized.over:
                check(determinized)
                determinized.apply(rng.choice(sorted(determinized.legal())))
    assert len(fleets) > 3


@pytest.mark.rule("BR-SCN-11", "BR-S2-02")
def test_ships_whose_jump_drive_is_ignored_explain_what_is_seen_of_a_fleet():
    """No ship of Montezuma can jump; one of them must have launched the missiles on the map."""
    game = Table("task_force_dagger_purchase", delegate=())
    half = len(game.state.craft) // 2
    assert buy_cheapest(game.state, game.rules, 1, False, 0, 1)
    bought = [c for c in game.state.craft[half + 1 : 2 * half] if c.status in BOUGHT]
    assert [game.rules.classes[c.klass].directors > 0 for c in bought] == [True]


@pytest.mark.rule("BR-SCN-11", "BR-CRW-06")
@pytest.mark.parametrize("left", [0, 3])
def test_a_craft_that_is_known_is_paid_for_to_the_last_point(left):
    game = Table("skirmish_purchase", delegate=())
    slot = len(game.state.craft) // 2
    points = int(game.rules.classes[game.state.craft[slot].klass].points)
    game.state.funds[1] = points + left
    pay_for_known(game.state, game.rules, 1, slot)
    assert points > 0 and game.state.funds[1] == left


@pytest.mark.rule("BR-SCN-11", "BR-MIS-02")
@pytest.mark.parametrize("missiles", [0, 3])
def test_missiles_on_the_map_are_those_of_a_ship_that_was_bought(missiles):
    game = Table("skirmish_purchase", delegate=())
    half, spreads = len(game.state.craft) // 2, len(game.state.spread) // 2
    game.state.spread[spreads].count = missiles
    buy_visible_craft(game.state, game.rules, 1)
    bought = [c for c in game.state.craft[half:] if c.status in BOUGHT]
    assert [game.rules.classes[c.klass].directors > 0 for c in bought] == [True] * (missiles > 0)


@pytest.mark.rule("BR-SCN-11", "BR-TF-02", "BR-AMB-88")
@pytest.mark.parametrize(
    ("level", "bought", "left"),
    [(1, 0, 1), (2, 1, 1), (4, 1, 3)],
    ids=["no money", "the last level", "one level of three"],
)
def test_who_has_no_money_left_for_what_emits_has_less_fleet_tactics(level, bought, left):
    """A force shows an Active marker; the cheapest ship costs 8 points and a level costs 10."""
    pools = {"Fiery": 1}
    game = shop(pools, blue=terms(200, 10, pool=pools))
    half, force = len(game.state.craft) // 2, game.state.tf[len(game.state.tf) // 2]
    force.status, force.emitting = ForceStatus.ON_MAP, 1
    game.state.funds[1], game.state.tactics[1] = 3, level
    buy_visible_craft(game.state, game.rules, 1)
    ships = [c for c in game.state.craft[half:] if c.status in BOUGHT]
    price = int(game.rules.classes[ships[0].klass].points) if ships else 0
    assert (len(ships), int(game.state.tactics[1])) == (bought, left)
    assert int(game.state.funds[1]) == 3 + 10 * (level - left) - price


@pytest.mark.rule("BR-SCN-11", "BR-DRN-02", "BR-AMB-88")
@pytest.mark.parametrize(("points", "drones"), [(1, 0), (2, 1)])
def test_what_emits_is_a_drone_where_no_ship_can_be_paid(points, drones):
    """Its controller is known; a TL-12 drone with an active sensor costs 2 points, a Fiery 8."""
    pools = {"Lancer": 1, "Fiery": 1}
    blue = terms(200, 10, pool=pools, drones={"dual_mode_tl12": 1, "passive_tl14": 1})
    game = shop(pools, blue=blue)
    half, force = len(game.state.craft) // 2, game.state.tf[len(game.state.tf) // 2]
    lancer = next(c for c in game.state.craft[half:] if c.klass == class_row("Lancer"))
    lancer.status, lancer.detected = CraftStatus.IN_FORCE, 1
    force.status, force.emitting = ForceStatus.ON_MAP, 1
    game.state.funds[1], game.state.tactics[1] = points, 1
    buy_visible_craft(game.state, game.rules, 1)
    bought = [c for c in game.state.craft[half:] if c.status in BOUGHT and not c.detected]
    assert [bool(game.rules.classes[c.klass].drone) for c in bought] == [True] * drones


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
