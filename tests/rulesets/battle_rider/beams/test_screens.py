"""Chapter SCR: sandcasters and meson screens against a volley."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side
from kit.battle_rider.volleys import results, sandy, volley

from spacecombat_env.rulesets.battle_rider.model import Decision, Result

# --- sandcasters ---------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCR-01")
def test_a_hit_is_all_damage_of_one_weapon():
    """One weapon, three points: one question, one caster that may take a point off."""
    game = volley("L40:3-3-3-3", sandy(2))
    assert game.decision == Decision.SAND_NUMBER and game.state.seat == 1
    game.say(1)
    assert results(game) == (2, 0) and game.decision == Decision.ROUND_MENU


@pytest.mark.rule("BR-SCR-02")
def test_screens_are_assigned_to_hits_before_any_is_resolved():
    """Two hits of one point, three casters: all three on the first stay there, the second hurts."""
    game = volley("L(x2)40:1-1-1-1", sandy(3))
    before = int(game.state.chance.dealt)
    game.say(3)
    assert game.decision == Decision.ROUND_MENU  # none left for the second hit
    assert int(game.state.chance.dealt) - before == 3
    assert results(game) == (1, 0) and game.state.craft[8].sand_used == 3


@pytest.mark.rule("BR-SCR-02", "BR-AMB-39")
def test_all_hits_are_requested_before_the_first_card():
    game = volley("L(x2)40:1-1-1-1", sandy(4))
    before = int(game.state.chance.dealt)
    game.say(1)
    assert game.decision == Decision.SAND_NUMBER and int(game.state.chance.dealt) == before
    assert game.legal() == {game.action(k) for k in range(4)}
    game.always("miss").say(1)
    assert game.decision == Decision.ROUND_MENU  # they failed, and nothing may be added
    assert results(game) == (2, 0)


@pytest.mark.rule("BR-SCR-02", "BR-AMB-39")
def test_screens_of_a_volley_come_before_its_damage():
    """Two mesons, DV 4 - MS 4 = 0: the power that the first takes still fed the screen for both."""
    game = battle([ship("Gun", turret="M(x2)40:4")], [screened(4)])
    game.only_marker("POWER_PLANT").always(4).aim().always(1).say("ALL")
    assert game.events("FIRE")[-1].b == 2
    assert results(game) == (0, 1)  # without a screen the second would have been permanent


@pytest.mark.rule("BR-SCR-03", "BR-SCR-05", "BR-AMB-35", "BR-PAC-11", "BR-AMB-01")
@pytest.mark.parametrize(
    ("weapon", "caster", "difficulty"),
    [(13, 13, 2), (14, 13, 2), (15, 13, 3), (15, 12, 3), (15, 11, 4), (13, 15, 1), (12, 13, 2)],
)
def test_the_save_of_a_sandcaster(weapon, caster, difficulty):
    """Base 2, +1 for every two levels the weapon is ahead, -1 the other way."""
    for value in range(1, 5):
        game = volley("L40:1-1-1-1", sandy(1, tech_level=caster), tech_level=weapon)
        game.always(value).say(1)
        saved = results(game) != (1, 0)
        assert saved == (value >= difficulty), value


@pytest.mark.rule("BR-SCR-06")
@pytest.mark.parametrize(("value", "left"), [("miss", 3), (3, 2), ("bullseye", 1), (5, 1)])
def test_success_takes_one_point_off_and_outstanding_two(value, left):
    game = volley("L40:3-3-3-3", sandy(1)).always(value).say(1)
    assert results(game) == (left, 0)


@pytest.mark.rule("BR-SCR-04", "BR-FIR-04")
@pytest.mark.parametrize(("weapon", "requested"), [("L40:3", 1), ("P40:3", 1), ("M40:3", 0)])
def test_sand_works_against_lasers_and_particles_only(weapon, requested):
    game = volley(weapon, sandy(1))
    assert (game.decision == Decision.SAND_NUMBER) == bool(requested)


@pytest.mark.rule("BR-SCR-07")
def test_a_sandcaster_works_once_in_a_round_and_again_in_later_ones():
    guns = [ship(f"Gun {k}", turret="L40:1-1-1-1") for k in (1, 2, 3)]
    forces = [{"ships": ships, "hex": "1010"} for ships in (["Gun 1", "Gun 2"], ["Gun 3"])]
    blue = side(
        [ship("Far"), sandy(1)],
        [{"ships": ["Target"], "hex": "1010"}, {"ships": ["Far"], "hex": "1030"}],
    )
    source = position(side(guns, forces), blue)
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.only_marker("NO_EFFECT").always(3).to_round(0)
    game.aim(9, ("craft", 0))
    game.say("ALL")
    assert game.decision == Decision.SAND_NUMBER
    game.say(1).aim(9, ("craft", 1))
    game.say("ALL")
    assert game.decision != Decision.SAND_NUMBER  # used in this round
    game.to_round(1).aim(9, ("craft", 2))
    game.say("ALL")
    assert game.decision == Decision.SAND_NUMBER and game.state.turn == 1


@pytest.mark.rule("BR-SCR-07", "BR-REF-01")
@pytest.mark.parametrize("blind", [False, True])
def test_sandcasters_are_ready_again_as_the_round_ends(blind):
    """What their owner is shown does not tell that the next enemy round has begun."""
    game = battle([ship("Gun", turret="L40:1")], [sandy(2)], options={"double_blind": blind})
    game.always(3).aim().say("ALL")
    game.say(1)
    assert game.decision == Decision.ROUND_MENU and game.visible(1).craft[8].sand_used == 1
    game.say("END_ROUND").skip_to(Decision.ROUND_MENU)
    assert game.state.mover == 1 and game.visible(1).craft[8].sand_used == 0


# --- meson screens -------------------------------------------------------------------------------


def screened(strength, **values):
    """A target with a meson screen."""
    return ship("Target", meson_screen=strength, **values)


@pytest.mark.rule("BR-SCR-09", "BR-SCR-03", "BR-SCR-08")
@pytest.mark.parametrize(
    ("damage", "screen", "difficulty"), [(3, 3, 2), (4, 3, 3), (3, 4, 1), (5, 3, 4), (5, 2, 5)]
)
def test_the_save_of_a_meson_screen(damage, screen, difficulty):
    """Base 2 + DV - MS, for every hit and of its own accord; success: no damage at all.

    Against size +2 (not part of the DV) a 3, 4 or 5 is a plain hit, against size 0 a 1 or 2.
    """
    for value in range(1, 6):
        target = screened(screen, size_mod=2 if value >= 3 else 0)
        game = battle([ship("Gun", spinal=f"M40:{damage}")], [target])
        game.only_marker("JUMP_DRIVE").always(4).aim().always(value).say("ALL")
        assert game.events("FIRE")[-1].b == 1
        saved = game.state.craft[8].damage[Result.JUMP_DRIVE] == 0
        assert saved == (value >= difficulty), value


@pytest.mark.rule("BR-SCR-09", "BR-DMG-01")
@pytest.mark.parametrize(("screen", "saved"), [(3, False), (4, True)])
def test_a_doubled_hit_doubles_the_value_in_the_save(screen, saved):
    """A 4 at difficulty 1 doubles DV 3 to 6; the save 2 + 6 - MS is 5 or 4, met by a 4."""
    game = battle([ship("Gun", spinal="M40:3")], [screened(screen)]).only_marker("JUMP_DRIVE")
    game.always(3).aim().always(4).say("ALL")
    assert (game.state.craft[8].damage[Result.JUMP_DRIVE] == 0) == saved


@pytest.mark.rule("BR-SCR-10", "BR-DMG-04", "BR-SCR-09")
@pytest.mark.parametrize(
    ("damage", "size", "screen", "left"),
    [
        (12, -4, 11, (0, 1)),  # the oracle: 12 - 4 = 8, less 11, not below 0: one temporary result
        (4, 0, 1, (3, 0)),
        (4, 0, 3, (1, 0)),
        (4, 0, 4, (0, 1)),
        (4, 1, 3, (2, 0)),
        (2, -2, 1, (0, 0)),  # AMB-36: 0 after size is not protected
        (1, -2, 0, (0, 0)),
        (2, -2, 0, (0, 1)),
    ],
)
def test_after_a_failed_save_the_screen_value_comes_off(damage, size, screen, left):
    """Every card a 1: the hit (difficulty 1 or less) succeeds, the save fails."""
    game = volley(f"M(-2)40:{damage}", screened(screen, size_mod=size), hit=1, mount="spinal")
    assert results(game) == left


@pytest.mark.rule("BR-SCR-08")
def test_a_meson_screen_protects_against_any_number_of_hits():
    """Five hits of DV 3 against MS 5: five saves of difficulty 0."""
    game = volley("M(x5)40:3-3-3-3", screened(5), hit=1)
    assert game.events("FIRE")[-1].b == 5 and results(game) == (0, 0)
    assert game.events("SCREENED")[-1].a == 5


@pytest.mark.rule("BR-SCR-08", "BR-SCR-09", "BR-AMB-36")
def test_above_difficulty_five_no_card_is_turned():
    """DV 5 against MS 1 is 6; against MS 2 it is 5."""
    cards = []
    for screen in (1, 2):
        game = battle([ship("Gun", spinal="M40:5")], [screened(screen)]).always(4).aim().always(3)
        before = int(game.state.chance.dealt)
        game.say("ALL")
        cards.append(int(game.state.chance.dealt) - before)
    assert cards == [1, 2]


@pytest.mark.rule("BR-SCR-08", "BR-SCR-12", "BR-DMG-10", "BR-DMG-11", "BR-DMG-12", "BR-AMB-05")
@pytest.mark.parametrize(
    ("damage", "works"),
    [
        ("bridge", False),
        ("power_plant", False),
        ("fire_control", True),
        ("sensors", True),
        ("spine", True),
    ],
)
def test_what_puts_a_meson_screen_out(damage, works):
    """DV 2 against MS 5; without a screen neither save nor subtraction."""
    target = screened(5, damage=[damage])
    game = battle([ship("Gun", spinal="M40:2")], [target])
    game.only_marker("JUMP_DRIVE").always(4).aim().always(3).say("ALL")
    assert (game.state.craft[8].damage[Result.JUMP_DRIVE] == 0) == works


@pytest.mark.rule("BR-SCR-12", "BR-DMG-12")
@pytest.mark.parametrize("damage", ["bridge", "power_plant", "fire_control"])
def test_sandcasters_need_neither_bridge_nor_power(damage):
    game = volley("L40:1-1-1-1", sandy(1, damage=[damage]))
    assert game.decision == Decision.SAND_NUMBER


@pytest.mark.rule("BR-SCR-11")
def test_dampers_do_nothing_against_beams():
    game = volley("L40:1-1-1-1", ship("Target", dampers=5))
    assert game.decision == Decision.ROUND_MENU and results(game) == (1, 0)
    assert game.state.craft[8].dampers_used == 0


@pytest.mark.rule("BR-SCR-03", "BR-DMG-14", "BR-DMG-20")
def test_task_penalties_count_in_saves():
    """Life Support and Computer: the save of difficulty 2 becomes 4."""
    game = volley("L40:1-1-1-1", sandy(1, damage=["life_support", "computer"]))
    before = results(game)
    game.always(3).say(1)
    assert results(game) != before
