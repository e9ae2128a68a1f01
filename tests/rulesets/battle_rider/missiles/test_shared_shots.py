"""Beams that share a shot at a missile (BR-MIS-23, BR-AMB-104), and what a barrage asks of them."""

import pytest
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.model import Decision, Tumble

RED, BLUE, HALF = 0, 8, 12  # Blue's spread 12 attacks Red's force 0
SHAKEN = ["computer", "life_support"]  # +1 on all tasks, each


def carrier():
    """Blue's missile ship."""
    return ship("Carrier", missile_directors=50, ready_missiles=90, fire_control=9)


def gunner(beams, name="Red", **more):
    """A defender with a turret of lasers; a sound beam at a missile is 1 + 2 = 3."""
    return ship(name, turret=f"L(x{beams})10:1", **more)


def defending(*defenders, missiles=4, tumbling=False, barrage="single", aims=None):
    """Red's defence is open against Blue's missiles, all locks won."""
    game = battle(list(defenders), [carrier()], options={"missile_barrages": barrage})
    game.always("bullseye").attack(game.launch(BLUE, missiles))
    for number in aims or [missiles]:
        game.answer(AIM_NUMBER=number)
    for k in range(len(defenders)):
        craft = game.state.craft[k]
        craft.lock_spread = craft.lock_spread_tried = 1
        craft.tumble = Tumble.TUMBLE if tumbling else Tumble.STEADY
    return game


def shot(game):
    """Beams and missiles hit of the last shot."""
    event = game.events("DEFENSE_FIRE")[-1]
    return int(event.a), int(event.b)


# --- difficulty ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-AMB-104", "BR-MIS-23")
@pytest.mark.parametrize(("beams", "offered"), [(1, False), (2, True), (3, True)])
def test_beams_that_could_not_shoot_alone_may_shoot_together(beams, offered):
    """1 + 2 + 3 for the crew = 6: too much for one beam, 5 for two."""
    game = defending(gunner(beams, damage=SHAKEN), tumbling=True)
    assert game.decision == Decision.DEFENSE_MENU
    assert game.can_say("SHOOT") == offered


@pytest.mark.rule("BR-AMB-104", "BR-MIS-23")
@pytest.mark.parametrize(("beams", "value"), [(2, 5), (3, 4), (4, 3)])
def test_their_difficulty_is_that_of_the_shot(beams, value):
    """6, less 1 for every beam beyond the first; the card that equals it hits."""
    for card, hits in ((value, 1), (value - 1, 0)):
        game = defending(gunner(beams, damage=SHAKEN), tumbling=True)
        game.always(card).say("SHOOT").answer(SHOT_NUMBER=beams, SHOT_SHIP="OPEN_FIRE")
        assert shot(game) == (beams, hits)


@pytest.mark.rule("BR-AMB-104")
def test_fire_is_opened_only_once_the_shot_is_easy_enough():
    game = defending(gunner(3, damage=SHAKEN), tumbling=True).say("SHOOT")
    game.answer(SHOT_NUMBER=1)
    assert game.decision == Decision.SHOT_NUMBER  # one beam may not fire: the engine asks for more
    game.answer(SHOT_NUMBER=1)
    assert game.decision == Decision.SHOT_SHIP and game.can_say("OPEN_FIRE")


@pytest.mark.rule("BR-AMB-104")
def test_beams_of_two_ships_share_a_shot():
    """One beam each: neither ship has a shot of its own."""
    pair = [gunner(1, "One", damage=SHAKEN), gunner(1, "Two", damage=["life_support"])]
    game = defending(*pair, tumbling=True, aims=[4, 0]).always(4)
    game.state.craft[1].tumble = Tumble.SEVERE
    assert game.can_say("SHOOT")
    game.say("SHOOT").answer(SHOT_SHIP=("craft", 0))
    game.answer(SHOT_SHIP=("craft", 1))
    game.answer(SHOT_SHIP="OPEN_FIRE")
    assert shot(game) == (2, 0)  # 6 - 1 = 5
    game.state.craft["lock_spread"][1] = 0
    game = defending(*pair, tumbling=True, aims=[4, 0])
    game.state.craft["tumble"][1] = Tumble.SEVERE
    game.state.craft["lock_spread"][1] = 0  # without its lock the other is alone
    assert not game.can_say("SHOOT")


@pytest.mark.rule("BR-AMB-104")
def test_the_same_shot_again_needs_its_difficulty_too():
    """Four beams: a pair at 5 twice. A pair whose crew is shaken further may not repeat it."""
    game = defending(gunner(6, damage=SHAKEN), tumbling=True).always(4)
    game.say("SHOOT").answer(SHOT_NUMBER=2, SHOT_SHIP="OPEN_FIRE")
    assert game.can_say("AGAIN")
    game.say("AGAIN")
    assert shot(game) == (2, 0)
    game.state.craft[RED].tumble = Tumble.SEVERE
    assert not game.can_say("AGAIN")


@pytest.mark.rule("BR-MIS-23")
def test_a_new_shot_begins_without_a_beam():
    game = defending(gunner(2), missiles=6)
    game.state.order[RED].shot[:] = 9
    game.say("SHOOT")
    assert game.decision == Decision.SHOT_NUMBER and game.state.order[RED].high == 2
    assert not game.state.order[RED].shot.any()


# --- barrages ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-LRG-02", "BR-MIS-23")
@pytest.mark.parametrize(
    ("barrage", "most", "fired"), [("single", 5, 5), ("twos", 2, 4), ("threes", 1, 3)]
)
def test_each_missile_of_a_barrage_meets_as_many_beams(barrage, most, fired):
    """Five beams: at every missile of a pair two, at every one of three one."""
    game = defending(gunner(5), missiles=6, barrage=barrage).always("miss").say("SHOOT")
    if most > 1:
        assert game.decision == Decision.SHOT_NUMBER and game.state.order[RED].high == most
        game.say(most)
    game.answer(SHOT_SHIP="OPEN_FIRE")
    assert shot(game) == (fired, 0)


@pytest.mark.rule("BR-LRG-02", "BR-AMB-81")
def test_only_barrages_that_the_beams_are_enough_for_are_shot_at():
    """One beam: not at the pair aimed at the first ship, but at the single one at the second."""
    pair = [gunner(1, "One"), ship("Two")]
    game = defending(*pair, missiles=3, barrage="twos", aims=[2, 1]).always("miss").say("SHOOT")
    game.answer(SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    assert int(game.state.order[RED].member) == 1
    assert shot(game) == (1, 0)


@pytest.mark.rule("BR-LRG-02", "BR-AMB-104")
def test_beams_of_two_ships_are_not_added_up_within_a_row_of_a_barrage():
    """Each weapon row must have a beam for every missile: one and one are none at a pair."""
    pair = [gunner(1, "One"), gunner(1, "Two")]
    game = defending(*pair, missiles=4, barrage="twos", aims=[4, 0])
    assert game.decision != Decision.DEFENSE_MENU or not game.can_say("SHOOT")


@pytest.mark.rule("BR-LRG-02", "BR-LRG-03", "BR-AMB-81")
@pytest.mark.parametrize(("dampers", "members"), [(1, {1}), (2, {0, 1})])
def test_only_barrages_that_the_dampers_are_enough_for_are_damped(dampers, members):
    pair = [ship("One", dampers=dampers), ship("Two")]
    game = defending(*pair, missiles=3, barrage="twos", aims=[2, 1]).always("miss")
    game.skip_to(Decision.DAMPER_MENU).say(("craft", 0))
    if len(members) > 1:
        assert game.decision == Decision.DAMPER_MEMBER
        assert {k for k in (0, 1) if game.can_say(("craft", k))} == members
    else:
        assert {int(game.state.order[RED].member)} == members
