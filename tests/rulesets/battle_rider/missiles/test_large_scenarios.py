"""Chapter LRG: missile barrages, and a table instead of damage markers."""

import csv
from collections import Counter

import numpy as np
import pytest
from kit.battle_rider.table import Battle, battle, facing, ship

from spacecombat_env.rulesets.battle_rider.model import (
    DATA,
    Chance,
    Damage,
    Decision,
    Result,
    load_tables,
    pair_key,
    random_bits,
)
from spacecombat_env.rulesets.battle_rider.ships.damage import table_result

RED, BLUE, HALF = 0, 8, 12
TABLE = {"options": {"damage_table": True}}


def in_barrages(size):
    """The switch for an agreed size."""
    return {"options": {"missile_barrages": size}}


# --- damage results ------------------------------------------------------------------------------


@pytest.mark.rule("BR-LRG-08")
def test_the_table_is_the_printed_one():
    names = "bridge fire_control power_plant sensors life_support no_effect artificial_gravity"
    names += " jump_drive maneuver_drive spine computer"
    wanted = [Result[name.upper()] for name in names.split()]
    rules = load_tables()[0]
    assert rules.rolled[2:7].tolist() == wanted[:5]
    assert rules.rolled[8:].tolist() == wanted[6:]
    assert rules.rolled_again.tolist() == [Result.NO_EFFECT] * 5 + [Result.SHIP_EXPLODES]


@pytest.mark.rule("BR-LRG-08")
def test_each_number_is_listed_with_the_ways_two_dice_show_it():
    ways: Counter[int] = Counter()
    with (DATA / "damage_markers.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ways[int(row["table_2d6_number"])] += int(row["ways_of_36"])
    assert ways == {number: 6 - abs(7 - number) for number in range(2, 13)}


@pytest.mark.rule("BR-LRG-05", "BR-LRG-07", "BR-LRG-08")
def test_results_come_as_often_as_two_dice_show_them():
    """Of 36: 7 six times, of which one in six explodes; 2 and 12 once."""
    game = battle([ship("Gun")], [ship("Target")], **TABLE)
    state, rolls = game.state, 7200
    counts = np.zeros(len(Result), int)
    for n in range(rolls):
        state.turn = n
        state.chance.uses[:] = state.pool[:] = 0
        counts[int(table_result(state, game.rules, BLUE))] += 1
    expected = {
        "BRIDGE": 1, "FIRE_CONTROL": 2, "POWER_PLANT": 3, "SENSORS": 4, "LIFE_SUPPORT": 5,
        "NO_EFFECT": 5, "SHIP_EXPLODES": 1, "ARTIFICIAL_GRAVITY": 5, "JUMP_DRIVE": 4,
        "MANEUVER_DRIVE": 3, "SPINE": 2, "COMPUTER": 1,
    }  # fmt: skip
    assert sum(expected.values()) == 36
    for name, share in expected.items():
        mean = rolls * share / 36
        assert abs(counts[Result[name]] - mean) < 5 * mean**0.5, name


@pytest.mark.rule("BR-LRG-05", "BR-LRG-06")
def test_the_table_does_not_run_low():
    """With an empty cup results go on; the cup keeps the account."""
    game = battle([ship("Gun", turret="M(x9)40:3")], [ship("Target")], **TABLE)
    game.state.pool[:] = 0
    game.always(4).aim().always(3).say("ALL")
    craft = game.state.craft[BLUE]
    assert (craft.damage == Damage.PERMANENT).sum() > 4 or craft.status != 1
    assert (game.state.pool + (craft.damage > 0)).tolist() == [0] * len(Result)


@pytest.mark.rule("BR-LRG-06")
def test_the_cup_does_run_low():
    game = battle([ship("Gun", turret="M(x9)40:3")], [ship("Target")])
    game.state.pool[:] = 0
    game.always(4).aim().always(3).say("ALL")
    assert not game.state.craft[BLUE].damage.any()


@pytest.mark.rule("BR-LRG-07")
def test_seven_is_rolled_again_and_six_explodes():
    game = battle([ship("Gun")], [ship("Target")], **TABLE)
    state, visible = game.state, set()
    for n in range(2000):
        state.turn = n
        state.chance.uses[:] = state.pool[:] = 0
        dice = [
            1 + (random_bits(state, Chance.DAMAGE_TABLE, pair_key(BLUE, 0)) * 6 >> 32)
            for _ in range(3)
        ]
        state.chance.uses[:] = 0
        if dice[0] + dice[1] == 7:
            result = int(table_result(state, game.rules, BLUE))
            assert result == (Result.SHIP_EXPLODES if dice[2] == 6 else Result.NO_EFFECT)
            visible.add(result)
    assert len(visible) == 2


# --- barrages ------------------------------------------------------------------------------------


def attacked(count, size, defender=None, more=(), **values):
    """Red's missiles attack Blue's ship; Blue's defence is open, all locks won."""
    gun = ship("Gun", missile_directors=20, ready_missiles=20, **values)
    target = defender or ship("Target", turret="L(x20)9:1")
    game = battle([gun], [target, *more], **in_barrages(size))
    slot = game.launch(RED, count, force=HALF)
    return game.always(4).attack(slot, force=HALF)


def shoot(game, beams, hit):
    """One shot of this many beams a missile."""
    game.skip_to(Decision.DEFENSE_MENU)
    if game.can_say("LOCK"):
        game.always(5).say("LOCK")
        game.answer(
            DEFENSE_SHIP=("craft", BLUE),
            DEFENSE_SPREAD=("enemy_spread", 0),
            DEFENSE_SENSOR="PASSIVE",
        )
    game.always(hit).say("SHOOT")
    game.answer(
        SHOT_SPREAD=("enemy_spread", 0), SHOT_MEMBER=("craft", BLUE), SHOT_SHIP=("craft", BLUE)
    )
    game.answer(SHOT_WEAPON="TURRET", SHOT_NUMBER=beams)
    return game.answer(SHOT_SHIP="OPEN_FIRE") if game.decision == Decision.SHOT_SHIP else game


@pytest.mark.rule("BR-LRG-01", "BR-LRG-02")
@pytest.mark.parametrize(
    ("size", "left", "fired"), [("single", 5, 2), ("twos", 4, 4), ("threes", 3, 6)]
)
def test_a_hit_on_a_barrage_destroys_all_of_it(size, left, fired):
    """Six missiles, two beams at each missile of a barrage, one card."""
    game = attacked(6, size)
    before = int(game.state.chance.dealt)
    game = shoot(game, 2, "miss")
    assert game.state.spread[0].count == 6
    dealt = int(game.state.chance.dealt)
    shoot(game, 2, 5)
    assert int(game.state.chance.dealt) - dealt == 1 and dealt > before
    assert game.state.spread[0].count == left
    assert game.state.craft[BLUE].fired[3] == 2 * fired


@pytest.mark.rule("BR-LRG-01", "BR-AMB-81")
def test_the_last_barrage_may_be_smaller():
    game = attacked(5, "threes")
    shoot(game, 1, 5)
    assert game.state.spread[0].count == 2
    shoot(game, 1, 5)
    assert [(int(e.a), int(e.b)) for e in game.events("DEFENSE_FIRE")] == [(3, 3), (2, 2)]


@pytest.mark.rule("BR-LRG-02")
def test_a_barrage_that_the_beams_do_not_suffice_for_cannot_be_shot_at():
    game = attacked(6, "fours", ship("Target", turret="L(x3)9:1"))
    game.skip_to(Decision.DEFENSE_MENU)
    game.always(5)
    if game.can_say("LOCK"):
        game.say("LOCK").answer(
            DEFENSE_SHIP=("craft", BLUE),
            DEFENSE_SPREAD=("enemy_spread", 0),
            DEFENSE_SENSOR="PASSIVE",
        )
    assert game.decision != Decision.DEFENSE_MENU or not game.can_say("SHOOT")


@pytest.mark.rule("BR-LRG-02", "BR-LRG-03")
def test_dampers_work_on_whole_barrages():
    """Five dampers, barrages of two: two barrages, four dampers, two cards."""
    game = attacked(6, "twos", ship("Target", dampers=5)).always(5)
    game.skip_to(Decision.DAMPER_MENU)
    game.say(("craft", BLUE)).answer(
        DAMPER_SPREAD=("enemy_spread", 0), DAMPER_MEMBER=("craft", BLUE)
    )
    assert game.decision == Decision.DAMPER_NUMBER and game.state.order[1].high == 2
    before = int(game.state.chance.dealt)
    game.say(2)
    assert game.state.craft[BLUE].dampers_used == 4
    assert game.events("DAMPED")[-1].a == 4
    assert int(game.state.chance.dealt) - before >= 2


@pytest.mark.rule("BR-LRG-03")
def test_sand_follows_dampers_and_lies_on_whole_barrages():
    """Seven casters, six missiles in threes: two barrages may meet one caster each."""
    game = attacked(6, "threes", ship("Target", sandcasters=7, dampers=3)).always("miss")
    game.skip_to(Decision.DAMPER_MENU, Decision.MISSILE_SAND_NUMBER)
    assert game.decision == Decision.DAMPER_MENU
    game.say("DONE")
    assert game.decision == Decision.MISSILE_SAND_NUMBER and game.state.order[1].high == 2
    game.say(2)
    assert (
        game.decision != Decision.MISSILE_SAND_NUMBER
    )  # one a missile: the seventh meets no barrage


@pytest.mark.rule("BR-LRG-04")
@pytest.mark.parametrize(("count", "cards"), [(8, 4), (6, 4), (4, 5), (3, 4)])
def test_one_card_to_hit_and_one_for_damage(count, cards):
    """Barrages of four: 8 are two (4 cards), 6 two, 4 and 3 one, its missiles drawn for singly."""
    game = attacked(count, "fours", ship("Target", sandcasters=8)).only_marker("NO_EFFECT")
    assert game.decision == Decision.MISSILE_SAND_NUMBER
    before = int(game.state.chance.dealt)
    game.always(3).missile_value(1).say(0)
    fire = game.events("MISSILES_FIRE")[-1]
    assert (fire.a, fire.b) == (count, count)
    initiative = 2  # of the next turn, which has begun
    assert game.decision == Decision.LAUNCH_MENU
    assert int(game.state.chance.dealt) - before - initiative == cards


@pytest.mark.rule("BR-LRG-04")
def test_a_barrage_that_misses_misses_with_every_missile():
    game = attacked(8, "fours", ship("Target", sandcasters=8)).always("miss").say(0)
    assert (game.events("MISSILES_FIRE")[-1].a, game.events("MISSILES_FIRE")[-1].b) == (8, 0)


@pytest.mark.compiled
@pytest.mark.parametrize("size", ["single", "twos", "fives"])
def test_games_with_barrages_and_the_table_end(size):
    own = {"missile_directors": 9, "ready_missiles": 9, "turret": "L(x7)9:1", "dampers": 3}
    ships = [ship("A", sandcasters=4, **own), ship("B", **own)]
    source = facing(ships, ships, 2, turn_limit=4)
    for seed in (1, 2):
        rng = np.random.default_rng(seed)
        game = Battle(source, seed=seed, options={"missile_barrages": size, "damage_table": True})
        for _ in range(3000):
            if game.over:
                break
            actions = sorted(game.legal())
            assert actions, game.decision
            done = game.action("DONE")
            game.apply(rng.choice([w for w in actions if w != done] or actions))
        assert game.over
