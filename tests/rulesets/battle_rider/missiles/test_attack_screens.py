"""Chapter MIS, the Missile Attack Phase: dampers and sandcasters of the defence."""

import pytest
from kit.battle_rider.attacks import attacked, carrier
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.missiles.dampers import damper_difficulty
from spacecombat_env.rulesets.battle_rider.model import Damage, Decision, Result

# --- dampers -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-24", "BR-MIS-25", "BR-SCR-11")
@pytest.mark.parametrize(("value", "left"), [(1, 3), (2, 1)])
def test_a_damper_takes_a_missile_away(value, left):
    """At rest: difficulty 2. Two dampers, two missiles out without a white-out."""
    game = attacked(ship("Red", dampers=2))
    assert game.decision == Decision.DAMPER_MENU and game.state.seat == 0
    game.always(value).say(("craft", 0))
    assert game.decision == Decision.DAMPER_NUMBER
    game.say(2)
    assert game.events("DAMPED")[-1].a == 3 - left
    assert game.events("MISSILES_FIRE")[-1].a == left


@pytest.mark.rule("BR-MIS-25", "BR-MIS-26", "BR-AMB-47")
@pytest.mark.parametrize(
    ("level", "velocity", "difficulty"),
    [
        (12, 4, 4),
        (13, 4, 3),
        (14, 4, 3),
        (15, 4, 2),
        (12, 5, 4),
        (13, 6, 4),
        (14, 8, 4),
        (15, 10, 4),
    ],
)
def test_the_difficulty_of_a_damper(level, velocity, difficulty):
    """2 + CV / k, k = 2, 3, 4, 5 for TL 12 to 15; CV from the missile's PEM to the force's."""
    game = attacked(ship("Red", dampers=1, tech_level=level))
    assert game.decision == Decision.DAMPER_MENU
    game.state.spread[12].vr = velocity
    assert damper_difficulty(game.state, game.rules, 0, 12) == difficulty
    game.state.tf[0].vr = velocity  # the task force flies alike: no closing velocity
    assert damper_difficulty(game.state, game.rules, 0, 12) == 2


@pytest.mark.rule("BR-MIS-26", "BR-MIS-16")
def test_closing_velocity_of_a_spread_that_stopped_on_its_way():
    """p.13 with a force at rest: vector 4, stopped after 3 hexes: CV 4; TL-12 gives 2 + 2."""
    game = battle([ship("Red", dampers=1, tech_level=12)], [carrier()], 3).always(3)
    game.launch(8, 3, force=12)
    game.state.spread[12].vr = -4
    game.attack(12)
    assert game.decision == Decision.DAMPER_MENU
    assert damper_difficulty(game.state, game.rules, 0, 12) == 4


@pytest.mark.rule("BR-MIS-25")
def test_a_damper_above_difficulty_five_may_not_be_tried():
    """TL-12, CV 8: 2 + 4 = 6."""
    game = battle([ship("Red", dampers=1, tech_level=12)], [carrier()], 3).always(3)
    game.launch(8, 3, force=12)
    game.state.spread[12].vr = -8
    game.attack(12)
    assert game.events("MISSILES_FIRE") and not game.events("DAMPED")


@pytest.mark.rule("BR-MIS-24", "BR-AMB-45", "BR-SCR-12")
@pytest.mark.parametrize(
    ("damage", "works"), [("bridge", 0), ("power_plant", 0), ("fire_control", 1), ("sensors", 1)]
)
def test_what_puts_dampers_out(damage, works):
    game = attacked(ship("Red", dampers=1, damage=[damage]))
    assert (game.decision == Decision.DAMPER_MENU) == bool(works)


@pytest.mark.rule("BR-AMB-45", "BR-MIS-24")
def test_dampers_protect_the_whole_task_force():
    """The second ship's damper stops a missile aimed at the first; no lock is needed."""
    game = attacked(ship("Red"), ship("Helper", dampers=1)).say(3)
    assert game.decision == Decision.DAMPER_MENU
    game.always(3).say(("craft", 1))
    assert game.events("DAMPED")[-1].a == 1
    assert game.events("MISSILES_FIRE")[-1].a == 2


# --- sandcasters ---------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-27", "BR-SCR-07")
def test_a_sandcaster_takes_a_point_off_one_missile_without_a_card():
    """Three missiles of value 2; two casters on two of them: 1, 1 and 2 results at size 0."""
    game = attacked(ship("Red", sandcasters=2)).missile_value(2)
    assert game.decision == Decision.MISSILE_SAND_NUMBER and game.state.seat == 0
    before = int(game.state.chance.dealt)
    game.always(1).say(2)
    assert len(game.events("DAMAGE")) == 1 + 1 + 2
    assert int(game.state.chance.dealt) - before == 8  # six of the missiles, two for initiative


@pytest.mark.rule("BR-MIS-27")
def test_several_casters_may_meet_one_missile():
    """One missile of value 3, three casters: 0, one temporary result."""
    game = attacked(ship("Red", sandcasters=3), missiles=1).missile_value(3)
    game.only_marker("JUMP_DRIVE").always(1)
    for _ in range(3):
        if game.decision == Decision.MISSILE_SAND_NUMBER:
            game.say(1)
    assert [(e.a, e.b) for e in game.events("DAMAGE")] == [(Result.JUMP_DRIVE, Damage.TEMPORARY_2)]


@pytest.mark.rule("BR-MIS-27")
def test_sand_protects_only_its_own_ship():
    """All missiles go at the first ship; the second one's casters are not asked for."""
    game = attacked(ship("Red"), ship("Helper", sandcasters=5)).say(3)
    assert game.decision != Decision.MISSILE_SAND_NUMBER
    assert game.events("MISSILES_FIRE")[-1].a == 3


@pytest.mark.rule("BR-MIS-27", "BR-SCR-07")
def test_casters_used_in_a_round_work_again_in_the_missile_attack_phase():
    game = battle([ship("Red", sandcasters=1)], [carrier(turret="L40:1")]).always(3)
    game.launch(8, 1)
    game.say("END_ROUND").skip_to(Decision.ROUND_MENU)
    game.aim(0).say("ALL")
    assert game.decision == Decision.SAND_NUMBER
    game.say(1).attack(12)
    assert game.decision == Decision.MISSILE_SAND_NUMBER


@pytest.mark.rule("BR-MIS-27", "BR-SCR-07", "BR-REF-01")
def test_casters_used_in_the_missile_attack_phase_are_ready_as_it_ends():
    """Before any enemy round, which need not be seen, begins."""
    game = attacked(ship("Red", sandcasters=2)).missile_value(2)
    game.always(1).say(1)
    turn = int(game.state.turn)
    game.skip_to(
        Decision.LAUNCH_MENU, Decision.FORCES_MENU, Decision.CHOOSE_FORCE, Decision.ROUND_MENU
    )
    assert game.state.turn == turn + 1 and not game.state.craft["sand_used"].any()
    assert (game.state.defender == -1).all()  # nor does a list tell of what is found later
