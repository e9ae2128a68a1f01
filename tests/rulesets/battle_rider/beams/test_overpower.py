"""Chapter FIR, overpowering: levels, Gs, and the test of the circuits."""

import pytest
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available

SPINAL, TURRET = 0, 3


def armed(**values):
    """Six lasers and a meson gun of base difficulty 1 at any range; 6G."""
    return ship("Ship", **({"spinal": "M40:5-5-5-5", "turret": "L(x6)40:1-1-1-1"} | values))


def ready(away=0, target=None, **values):
    """Red's round; its ship may fire at Blue's."""
    return battle([armed(**values)], [target or ship("Target")], away)


def announce(game, level, *weapons, kind=5):
    """Overpower weapons at a level, every card of the test showing a value."""
    game.always(kind).say("OVERPOWER").answer(OVERPOWER_SHIP=("craft", 0), OVERPOWER_LEVEL=level)
    for weapon in weapons:
        game.say(weapon)
    if game.decision == Decision.OVERPOWER_WEAPON:
        game.say("DONE")
    return game


def fire_difficulty(game, *actions):
    """The difficulty of a hit at the target."""
    game.always(5).aim()
    assert game.decision == Decision.WEAPONS
    return game.lowest_hit(*actions)


@pytest.mark.rule("BR-FIR-11", "BR-AMB-13")
@pytest.mark.parametrize(("level", "value"), [(0, 5), (1, 4), (2, 3)])
def test_any_weapon_may_fire_at_minus_one_or_two(level, value):
    """12 hexes: 1 + 4 = 5, less the level."""
    game = ready(12)
    if level:
        announce(game, level, "SPINAL")
    assert fire_difficulty(game, "SPINAL", "OPEN_FIRE") == value


@pytest.mark.rule("BR-FIR-11", "BR-AMB-13", "BR-PAC-08", "BR-AMB-01")
def test_overpower_is_a_true_negative_modifier():
    """It lowers size +2 too, which fire control could not."""
    game = ready(0, ship("Target", size_mod=2))
    announce(game, 2, "SPINAL")
    assert fire_difficulty(game, "SPINAL", "OPEN_FIRE") == 1


@pytest.mark.rule("BR-FIR-11")
@pytest.mark.parametrize(("printed", "value"), [("M40", 5), ("M(-1)40", 4), ("M(-2)40", 3)])
def test_what_is_built_in_is_free_and_always_used(printed, value):
    """p.10: a gun built for -2 needs no announcement, no Gs and no test."""
    game = ready(12, spinal=f"{printed}:6-4-3-2")
    assert fire_difficulty(game, "SPINAL", "OPEN_FIRE") == value
    assert game.state.craft[0].forgone_g == 0


@pytest.mark.rule("BR-FIR-11")
def test_only_the_announced_weapons_are_overpowered():
    game = ready(12)
    announce(game, 2, "TURRET", "TURRET")
    game.aim()
    game.always(3).say("ALL")
    shots = game.events("FIRE")[-1]
    assert (shots.a, shots.b) == (7, 2)


@pytest.mark.rule("BR-FIR-12", "BR-FIR-13", "BR-MOV-05")
@pytest.mark.parametrize(("level", "left"), [(1, 5), (2, 4)])
def test_it_costs_gs_once_for_any_number_of_weapons(level, left):
    game = ready()
    announce(game, level, "SPINAL", "TURRET", "TURRET")
    assert thrust_available(game.rules, game.state.craft[0]) == left
    game.say("MOVE", *[("direction", 0)] * left)
    assert not game.can_say(("direction", 0))


@pytest.mark.rule("BR-FIR-13")
@pytest.mark.parametrize(("burned", "highest"), [(3, 2), (4, 2), (5, 1), (6, 0)])
def test_gs_already_burned_cannot_be_given_up(burned, highest):
    """6G in all, maneuver and evasion together."""
    game = ready()
    game.say("MOVE", *[("direction", 0)] * burned)
    if game.decision == Decision.THRUST:
        game.say("GO")
    if game.decision == Decision.THRUST_SIDE:
        game.apply(min(game.legal()))
    assert game.can_say("OVERPOWER") == (highest > 0)
    if highest:
        game.say("OVERPOWER")
        if highest == 1:
            assert game.decision == Decision.OVERPOWER_WEAPON  # the level is no question
        else:
            assert game.legal() == {game.action(1), game.action(2)}


@pytest.mark.rule("BR-FIR-13")
def test_the_gs_are_back_in_the_next_turn():
    game = announce(ready(), 2, "SPINAL").to_round(0)
    game.say("END_ROUND").to_round(0)
    assert thrust_available(game.rules, game.state.craft[0]) == 6


@pytest.mark.rule("BR-FIR-14")
def test_it_is_announced_before_any_fire_of_the_ship_and_once():
    game = ready()
    assert game.can_say("OVERPOWER")
    game.always(3).aim().say("TURRET", 1, "OPEN_FIRE")
    assert not game.can_say("OVERPOWER")
    again = announce(ready(), 1, "SPINAL")
    assert not again.can_say("OVERPOWER")


@pytest.mark.rule("BR-FIR-14", "BR-AMB-11", "BR-PAC-07", "BR-AMB-01")
@pytest.mark.parametrize(("weapons", "value"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_the_overload_test(weapons, value):
    """Difficulty 2, +1 for every weapon beyond the first; each gun of a row counts."""
    names = ["TURRET"] * weapons
    passed = announce(ready(), 1, *names, kind=value)
    failed = announce(ready(), 1, *names, kind=value - 1)
    assert passed.state.craft[0].overload == 0
    assert failed.state.craft[0].overload == 2


@pytest.mark.rule("BR-FIR-14", "BR-AMB-11")
def test_no_fifth_weapon_may_be_overpowered():
    """2 + 4 = 6 may not be tried."""
    game = ready().say("OVERPOWER").answer(OVERPOWER_SHIP=("craft", 0), OVERPOWER_LEVEL=1)
    game.say("TURRET", "TURRET", "TURRET", "TURRET")
    assert game.decision != Decision.OVERPOWER_WEAPON or not game.can_say("TURRET")


@pytest.mark.rule("BR-FIR-14", "BR-DMG-22")
def test_task_penalties_count_in_the_overload_test():
    assert announce(ready(damage=["computer"]), 1, "SPINAL", kind=2).state.craft[0].overload == 2
    assert announce(ready(damage=["computer"]), 1, "SPINAL", kind=3).state.craft[0].overload == 0


@pytest.mark.rule("BR-FIR-14")
@pytest.mark.parametrize(
    ("printed", "level", "cards"), [("M40", 1, 1), ("M40", 2, 2), ("M(-1)40", 2, 1)]
)
def test_one_card_for_each_level_above_the_built_in_one(printed, level, cards):
    game = ready(spinal=f"{printed}:6-4-3-2", turret=None).always(5)
    before = int(game.state.chance.dealt)
    game.say("OVERPOWER")
    game.answer(OVERPOWER_SHIP=("craft", 0), OVERPOWER_LEVEL=level, OVERPOWER_WEAPON="SPINAL")
    game.answer(OVERPOWER_WEAPON="DONE")
    assert int(game.state.chance.dealt) - before == cards
    assert game.state.craft[0].overpower == level


@pytest.mark.rule("BR-FIR-14")
@pytest.mark.parametrize("missed", [1, 2])
def test_of_two_cards_both_must_succeed(missed):
    """The first or the second of the two is the only Miss of the deck."""
    game = ready()
    game.say("OVERPOWER").answer(OVERPOWER_SHIP=("craft", 0), OVERPOWER_LEVEL=2)
    game.say("SPINAL")
    saved = game.save()
    dealt = int(game.state.chance.dealt)
    deck_before = game.state.chance.deck.copy()
    game.always(5).say("DONE")
    left = int(game.state.chance.deck_left)
    turned = [int(game.state.chance.deck[left + 1]), int(game.state.chance.deck[left])]
    assert int(game.state.chance.dealt) == dealt + 2 and len(deck_before) == 95
    game.restore(saved)
    game.rules.card[turned[missed - 1]].hit = 0
    game.say("DONE")
    assert game.state.craft[0].overload == 2


@pytest.mark.rule("BR-FIR-15", "BR-AMB-12")
def test_an_overload_stops_all_beams_for_this_turn_and_the_next():
    """Missiles and screens still work, the announced shots are lost, the Gs too."""
    game = ready(meson_screen=5, dampers=2)
    announce(game, 1, "SPINAL", kind=1)
    craft = game.state.craft[0]
    assert craft.overload == 2 and craft.forgone_g == 1 and not game.can_say("FIRE")
    game.say("END_ROUND").to_round(0)
    assert craft.overload == 1 and not game.can_say("FIRE") and not game.can_say("OVERPOWER")
    game.say("END_ROUND").to_round(0)
    assert craft.overload == 0 and game.can_say("FIRE")


@pytest.mark.rule("BR-FIR-15")
def test_an_overloaded_ship_launches_missiles():
    game = announce(ready(), 1, "SPINAL", kind=1)
    game.say("END_ROUND").skip_to(Decision.LAUNCH_MENU)
    while game.state.seat != 0:
        game.say("DONE").skip_to(Decision.LAUNCH_MENU)
    assert game.can_say(("craft", 0))


@pytest.mark.rule("BR-FIR-13", "BR-DMG-18")
def test_a_ship_that_cannot_maneuver_has_no_gs_to_give_up():
    assert not ready(damage=["maneuver_drive"]).can_say("OVERPOWER")


@pytest.mark.rule("BR-FIR-14", "BR-FIR-02")
def test_overpowering_in_the_missile_attack_phase():
    """A ship that has not fired may announce it for its defensive beams."""
    other = ship("Other", missile_directors=5, ready_missiles=5)
    game = battle([armed()], [other]).always(3)
    slot = game.launch(8, 3)
    game.attack(slot)
    assert game.decision == Decision.DEFENSE_MENU and game.can_say("OVERPOWER")
    announce(game, 2, "TURRET")
    assert game.decision == Decision.DEFENSE_MENU
    assert game.state.craft[0].overpowered[TURRET] == 1


# --- only with a weapon --------------------------------------------------------------------------


@pytest.mark.rule("BR-AMB-103", "BR-FIR-14")
def test_an_announcement_names_a_weapon():
    game = ready().say("OVERPOWER").answer(OVERPOWER_SHIP=("craft", 0), OVERPOWER_LEVEL=1)
    assert game.decision == Decision.OVERPOWER_WEAPON and not game.can_say("DONE")
    assert game.say("SPINAL").can_say("DONE")


@pytest.mark.rule("BR-AMB-103", "BR-FIR-11")
@pytest.mark.parametrize(
    ("printed", "gs", "levels"),
    [("M40", 6, {1, 2}), ("M(-1)40", 6, {2}), ("M(-2)40", 6, set()), ("M40", 1, {1})]
    + [("M(-1)40", 1, set())],
)
def test_only_levels_above_what_a_weapon_is_built_for_are_on_offer(printed, gs, levels):
    game = ready(spinal=f"{printed}:6-4-3-2", turret=None, g_rating=gs)
    assert game.can_say("OVERPOWER") == bool(levels)
    if not levels:
        return
    game.say("OVERPOWER").answer(OVERPOWER_SHIP=("craft", 0))
    if game.decision == Decision.OVERPOWER_LEVEL:
        assert {level for level in range(4) if game.can_say(level)} == levels
        game.say(max(levels))
    assert game.state.order[0].level == max(levels)


@pytest.mark.rule("BR-AMB-103")
@pytest.mark.parametrize("phase", ["round", "attack"])
def test_who_announces_whatever_he_can_comes_to_an_end(phase):
    """Without a weapon to name, the same announcement could be made for ever."""
    guns = {"spinal": "M(-1)40:5-5-5-5", "turret": "L(x6-2)40:1-1-1-1"}
    game = battle([armed(**guns)], [ship("Other", missile_directors=5, ready_missiles=5)])
    game.always(5)
    if phase == "attack":
        game.attack(game.launch(8, 3))
        game.answer(AIM_NUMBER=3)
    said = 0
    while game.can_say("OVERPOWER"):
        game.say("OVERPOWER")
        while game.decision in (
            Decision.OVERPOWER_SHIP,
            Decision.OVERPOWER_LEVEL,
            Decision.OVERPOWER_WEAPON,
        ):
            game.say("DONE") if game.can_say("DONE") else game.apply(min(game.legal()))
        said += 1
        assert said < 3
    assert said == 1
