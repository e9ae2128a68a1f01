"""Chapter BGL: setting a globe, hits absorbed, and overloads. Red fires; Blue's one ship has it."""

import numpy as np
import pytest
from kit.battle_rider.globes import BLUE, ON, RED, globe, own_round
from kit.battle_rider.table import Battle, battle, facing, ship

from spacecombat_env.rulesets.battle_rider.model import (
    CARDS,
    GLOBE_FULL,
    CraftStatus,
    Damage,
    Decision,
    Errand,
    Result,
    Sensor,
    class_row,
    load_tables,
)
from spacecombat_env.rulesets.battle_rider.sensors.searching import can_search, takes_part
from spacecombat_env.rulesets.battle_rider.ships.black_globes import (
    capacity_left,
    flicker_modifier,
    last_digit,
)

OFF = 0


def shot_at(weapon, setting, hit=3, **values):
    """Red's weapon has hit a globe at a setting; the last action of Red is spoken."""
    game = battle([ship("Gun", turret=weapon)], [globe(**values)], **ON)
    game.state.craft[BLUE].globe = setting
    game.always(4).aim().always(hit).say("ALL")
    return game


def shoot(weapon, setting, hit=3, **values):
    """The volley's absorbed hits, and the ship."""
    game = shot_at(weapon, setting, hit, **values)
    absorbed = game.events("GLOBE_ABSORBS")
    return (int(absorbed[-1].a) if absorbed else 0), game.state.craft[BLUE]


# --- setting it ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-BGL-01")
def test_kinunir_has_the_only_printed_globe():
    rules = load_tables()[0]
    kinunir = rules.classes[class_row("Kinunir")]
    assert (kinunir.globe_capacity, kinunir.globe_rate) == (10, 1)
    assert [k for k in range(len(rules.classes)) if rules.classes[k].globe_capacity] == [
        class_row("Kinunir")
    ]


@pytest.mark.rule("BR-BGL-01")
def test_kinunir_is_off_full_or_at_ten_percent():
    game = own_round(ships=[{"class": "Kinunir", "name": "Globe"}])
    game.say("GLOBE").answer(GLOBE_SHIP=("craft", BLUE))
    assert game.decision == Decision.GLOBE_SETTING
    assert game.legal() == {game.action(1), game.action(GLOBE_FULL)}
    game.say(1)
    assert game.state.craft[BLUE].globe == 1 and game.decision == Decision.ROUND_MENU


@pytest.mark.rule("BR-BGL-01")
def test_a_globe_is_set_once_at_the_start_of_a_round():
    game = own_round(3)
    assert not game.can_say("GLOBE")
    later = own_round()
    assert later.can_say("GLOBE")
    later.say("MOVE", "GO")
    assert not later.can_say("GLOBE")


@pytest.mark.rule("BR-BGL-01")
def test_without_the_switch_there_is_no_globe():
    game = battle([ship("Eye")], [globe()]).to_round(12)
    assert not game.can_say("GLOBE")


@pytest.mark.parametrize("result", ["POWER_PLANT", "BRIDGE"])
def test_bridge_and_power_plant_work_a_globe(result):
    game = own_round(5)
    game.state.craft[BLUE].damage[Result[result]] = Damage.PERMANENT
    game.say("END_ROUND").to_round(12)
    assert not game.can_say("GLOBE")


@pytest.mark.rule("BR-BGL-01", "BR-REF-01")
def test_setting_a_globe_is_no_search():
    """In double-blind play its ship may still search with both sensors, each once."""
    ships = [globe(active_range=20)]
    for seed in range(1, 60):
        game = Battle(
            facing([ship("Eye", detected=False)], ships, 5),
            seed=seed,
            options={"black_globes": True, "double_blind": True},
        )
        if game.state.initiative == 1:
            break
    game.to_round(12)
    game.say("GLOBE").answer(GLOBE_SHIP=("craft", BLUE), GLOBE_SETTING=3)
    assert game.state.craft[BLUE].globe == 3 and not game.can_say("GLOBE")
    assert can_search(game.rules, game.state.craft[BLUE], Sensor.PASSIVE)
    assert not takes_part(game.rules, game.state.craft[BLUE], Sensor.PASSIVE)
    game.say("END_ROUND").to_round(12)
    assert game.can_say("GLOBE")  # and it may be set again in the next round


@pytest.mark.rule("BR-BGL-10", "BR-PWR-02", "BR-AMB-59")
def test_a_globe_goes_off_with_the_power_and_comes_back_whole():
    """Powered down: no black globe. A crash start at once, or a power-up later, allows it again."""
    on = {"options": {"black_globes": True, "powered_down": True}}
    game = battle([ship("Eye")], [globe()], **on).to_round(12)
    craft = game.state.craft[BLUE]
    craft.globe, craft.globe_drain = GLOBE_FULL, 4
    game.say("POWER_DOWN").answer(STATUS_SUBJECT="ALL")
    assert (craft.globe, craft.globe_drain) == (OFF, 0) and not game.can_say("GLOBE")
    game.to_round(12)
    assert not game.can_say("GLOBE")
    game.always(4).say("CRASH_START").answer(STATUS_SUBJECT="ALL")
    assert game.can_say("GLOBE")


# --- hits ----------------------------------------------------------------------------------------


@pytest.mark.rule("BR-BGL-02", "BR-AMB-10")
def test_a_full_globe_absorbs_every_hit():
    """Three hits of 7 points on capacitors of 10: each for itself, so nothing happens."""
    absorbed, craft = shoot("M(x3)40:7", GLOBE_FULL)
    assert absorbed == 3
    assert not craft.damage.any() and craft.status == CraftStatus.IN_FORCE


@pytest.mark.rule("BR-BGL-02")
def test_a_globe_that_is_off_absorbs_nothing():
    game = battle([ship("Gun", turret="M40:7")], [globe()], **ON).only_marker("COMPUTER")
    game.always(4).aim().always(3).say("ALL")
    assert not game.events("GLOBE_ABSORBS") and game.state.craft[BLUE].damage[Result.COMPUTER]


@pytest.mark.rule("BR-BGL-03", "BR-AMB-09", "BR-PAC-06", "BR-AMB-01")
def test_the_last_digit_of_the_card_decides():
    """At 10% a 2 or more passes: 1, 11, .. 91 absorb, ten of the 95 cards."""
    digits = [int(last_digit(card)) for card in range(CARDS)]
    assert digits[:10] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert sum(digit <= 1 for digit in digits) == 10
    assert sum(digit <= 9 for digit in digits) == 86  # 90%: 10, 20, .. 90 let a hit through


@pytest.mark.rule("BR-BGL-03")
@pytest.mark.parametrize(
    ("card", "rate", "absorbed"),
    [(1, 1, 1), (2, 1, 0), (11, 1, 1), (10, 1, 0), (5, 5, 1), (6, 5, 0), (90, 9, 0), (89, 9, 1)],
)
def test_flicker_absorbs_by_card(card, rate, absorbed):
    game = battle([ship("Gun", turret="M40:7")], [globe()], **ON).only_marker("COMPUTER")
    game.state.craft[BLUE].globe = rate
    game.always(4).aim().always(3)
    chance = game.state.chance
    chance.deck[:] = np.roll(np.arange(CARDS), -(card - 1))  # the same card, whatever is dealt
    chance.deck[:] = card - 1
    game.say("ALL")
    assert len(game.events("GLOBE_ABSORBS")) == absorbed
    assert bool(game.state.craft[BLUE].damage[Result.COMPUTER]) != bool(absorbed)


@pytest.mark.rule("BR-BGL-02")
def test_missile_hits_are_absorbed_too():
    game = battle([ship("Gun", missile_directors=3)], [globe(12)], **ON).only_marker("COMPUTER")
    game.state.craft[BLUE].globe = GLOBE_FULL
    slot = game.launch(RED, 2, force=12)
    game.always(4).attack(slot, force=12)
    game.always(3).missile_value(6).skip_to(
        Decision.ROUND_MENU, Decision.CHOOSE_FORCE, Decision.LAUNCH_MENU
    )
    assert game.events("MISSILES_FIRE")[-1].b == 2
    assert game.events("GLOBE_ABSORBS")[-1].a == 2
    assert not game.state.craft[BLUE].damage.any()
    assert game.state.craft[BLUE].globe_drain == 0  # BR-AMB-10: no operation round


@pytest.mark.rule("BR-BGL-04")
def test_flicker_does_not_hinder_its_own_fire():
    """The lowest card that hits is the same with the globe off and at 90%."""
    lowest = []
    for setting in (OFF, 9):
        game = battle([ship("Gun", turret="L4:1", globe_capacity=9, globe_rate=9)], [ship("T")], 4)
        game.always("bullseye").aim()
        game.state.craft[RED].globe = setting
        lowest.append(game.lowest_hit("ALL"))
    assert lowest[0] == lowest[1] is not None
    assert flicker_modifier(game.state.craft[RED]) == 3  # against sensors it does: 90 over 30


# --- overload ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-BGL-06")
@pytest.mark.parametrize(("damage", "overloads"), [(9, False), (10, True)])
def test_flicker_overloads_by_one_hit_above_its_capacity(damage, overloads):
    """Capacity 9: any number of hits of 9, but not one of 10."""
    game = battle([ship("Gun", turret=f"M(x9)40:{damage}")], [globe(capacity=9)], **ON)
    game.state.craft[BLUE].globe = 9
    game.always(4).aim().always(3)
    game.state.chance.deck[:] = 0  # every card is number 1: all are absorbed
    game.say("ALL")
    assert game.events("GLOBE_ABSORBS")[-1].a == 9
    craft = game.state.craft[BLUE]
    assert (craft.damage[Result.POWER_PLANT] == Damage.PERMANENT) == overloads


@pytest.mark.rule("BR-BGL-05")
def test_an_overload_draws_two_missile_values_of_results():
    """Values 2 and 2: four results from the cup, and power plant and jump drive of themselves."""
    game = battle([ship("Gun", turret="M40:11")], [globe()], **ON).missile_value(2)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.state.pool[:] = 0
    for name in ("COMPUTER", "SENSORS", "SPINE", "LIFE_SUPPORT"):
        game.state.pool[Result[name]] = 1
    game.always(4).aim().always(3).say("ALL")
    craft = game.state.craft[BLUE]
    hurt = {Result(k).name for k in np.flatnonzero(craft.damage == Damage.PERMANENT)}
    assert hurt == {"COMPUTER", "SENSORS", "SPINE", "LIFE_SUPPORT", "POWER_PLANT", "JUMP_DRIVE"}
    assert craft.globe == OFF
    # the cup owes the two results that it had no marker for
    assert game.state.pool[Result.POWER_PLANT] == game.state.pool[Result.JUMP_DRIVE] == -1


@pytest.mark.rule("BR-BGL-05")
def test_the_results_are_drawn_before_the_power_plant_and_the_jump_drive():
    """Two results from a cup of Computers: one is placed, one goes back; then the other two."""
    game = battle([ship("Gun", turret="M40:11")], [globe()], **ON).missile_value(1)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.only_marker("COMPUTER", 4).always(4).aim().always(3).say("ALL")
    told = [int(e.a) for e in game.events("DAMAGE") if e.actor == BLUE]
    assert told == [Result.COMPUTER, Result.POWER_PLANT, Result.JUMP_DRIVE]
    assert game.state.pool[Result.COMPUTER] == 3


@pytest.mark.rule("BR-BGL-05")
def test_a_ship_that_explodes_suffers_no_more():
    game = battle([ship("Gun", turret="M40:11")], [globe()], **ON).missile_value(1)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.only_marker("SHIP_EXPLODES", 4)
    game.always(4).aim().always(3).say("ALL")
    assert game.state.craft[BLUE].status == CraftStatus.DESTROYED
    assert game.state.pool[Result.POWER_PLANT] == game.state.pool[Result.JUMP_DRIVE] == 0
    assert game.state.pool[Result.SHIP_EXPLODES] == 4
    assert not game.state.craft[BLUE].damage.any()


@pytest.mark.rule("BR-BGL-05", "BR-MIR-07")
def test_an_overload_is_a_damage_result_for_missions():
    """The cup holds No Effect only: the power plant and the jump drive count."""
    game = battle([ship("Gun", turret="M40:11")], [globe()], **ON).missile_value(1)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.state.mission[1].number = 1
    game.always(4).aim().always(3).say("ALL")
    assert int(game.state.craft[BLUE].errand) & Errand.HIT


@pytest.mark.rule("BR-BGL-05")
def test_a_volley_overloads_once():
    game = battle([ship("Gun", turret="M(x3)40:11")], [globe()], **ON).missile_value(1)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.state.pool[:] = 0
    game.state.pool[Result.NO_EFFECT] = 9
    before = int(game.state.log_count)
    game.always(4).aim().always(3).say("ALL")
    told = [e for e in game.events("DAMAGE") if e.a == Result.NO_EFFECT]
    assert len(told) == 2 and int(game.state.log_count) > before  # 1 + 1 results, not three times


@pytest.mark.rule("BR-BGL-07", "BR-AMB-10")
def test_the_doubled_value_is_compared():
    """A bull's-eye of 6 is 12 points: more than 10."""
    _, craft = shoot("M40:6", GLOBE_FULL, hit="bullseye")
    assert craft.damage[Result.POWER_PLANT]
    _, craft = shoot("M40:6", GLOBE_FULL, hit=3)
    assert not craft.damage[Result.POWER_PLANT]


@pytest.mark.rule("BR-BGL-07")
@pytest.mark.parametrize(("weapon", "drain"), [("M40:1", 0), ("M40:2", 1), ("M(x5)40:7", 1)])
def test_a_round_of_hits_lowers_a_full_globe_by_one(weapon, drain):
    game = shot_at(weapon, GLOBE_FULL)
    craft = game.state.craft[BLUE]
    assert craft.globe_drain == 0  # in the round itself it holds what it held
    game.say("END_ROUND")
    assert craft.globe_drain == drain
    assert capacity_left(game.rules, craft) == 10 - drain


@pytest.mark.rule("BR-BGL-07")
def test_lowered_capacity_overloads_earlier():
    game = battle([ship("Gun", turret="M40:10")], [globe()], **ON)
    craft = game.state.craft[BLUE]
    craft.globe, craft.globe_drain = GLOBE_FULL, 1
    game.always(4).aim().always(3).say("ALL")
    assert craft.damage[Result.POWER_PLANT]


@pytest.mark.rule("BR-BGL-07")
def test_a_flickering_globe_is_not_worn():
    game = battle([ship("Gun", turret="M40:7")], [globe()], **ON)
    game.state.craft[BLUE].globe = 9
    game.always(4).aim().always(3)
    game.state.chance.deck[:] = 0
    game.say("ALL", "END_ROUND")
    assert game.events("GLOBE_ABSORBS") and game.state.craft[BLUE].globe_drain == 0


@pytest.mark.rule("BR-BGL-08")
@pytest.mark.parametrize(("setting", "drain"), [(OFF, 0), (4, 3)])
def test_the_loss_lasts_until_the_globe_is_off(setting, drain):
    game = own_round()
    craft = game.state.craft[BLUE]
    craft.globe, craft.globe_drain = GLOBE_FULL, 3
    game.say("GLOBE").answer(GLOBE_SHIP=("craft", BLUE), GLOBE_SETTING=setting)
    assert craft.globe == setting and craft.globe_drain == drain


@pytest.mark.rule("BR-BGL-09")
def test_being_scanned_costs_no_capacity():
    game = battle([ship("Eye", active_range=20)], [globe(detected=False)], **ON)
    craft = game.state.craft[BLUE]
    craft.globe = GLOBE_FULL
    game.say("ACTIVATE", "ALL") if game.can_say("ACTIVATE") else None
    game.always(5).say("DETECT")
    game.answer(DETECT_TARGET=("enemy_force", 12), DETECT_SUBJECT="ALL")
    game.skip_to(Decision.ROUND_MENU).say("END_ROUND")
    assert game.events("SCAN") and craft.globe_drain == 0
    assert capacity_left(game.rules, craft) == 10  # all that it has
