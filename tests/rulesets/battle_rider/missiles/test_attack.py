"""Chapter MIS, second half: the Missile Attack Phase."""

import pytest
from kit.battle_rider.attacks import attacked, carrier
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.missiles.dampers import damper_difficulty
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    Ask,
    CraftStatus,
    Damage,
    Phase,
    Result,
)

TURRET = 3


def laser(count=4, name="Red", **values):
    """A defender with a turret of lasers; a beam at a missile is 1 + 2 = 3."""
    return ship(name, **({"turret": f"L(x{count})10:1"} | values))


def results(game, index=0):
    """Permanent and temporary results on a ship."""
    damage = game.state.craft[index].damage
    return int((damage == Damage.PERMANENT).sum()), int((damage == Damage.TEMPORARY_2).sum())


def count(game, slot=12):
    """Missiles left of a spread."""
    return int(game.state.spread[slot].count)


# --- order and targets ---------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-19")
def test_the_order_of_a_defence():
    """Targets, locks, beams, dampers, sandcasters, missile fire."""
    defenders = [laser(dampers=1, sandcasters=2), ship("Second")]
    game = attacked(*defenders)
    assert game.ask == Ask.AIM_NUMBER and game.state.seat == 1
    game.say(3)
    assert game.ask == Ask.DEFENSE_MENU and game.state.seat == 0
    game.say("LOCK")
    assert game.ask == Ask.DEFENSE_MENU and game.can_say("SHOOT")
    game.always(2).say("SHOOT").answer(SHOT_WEAPON="TURRET", SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    game.say("END_DEFENSE")
    assert game.ask == Ask.DAMPER_MENU
    game.say("DONE")
    assert game.ask == Ask.MISSILE_SAND_NUMBER
    game.say(0)
    assert len(game.events("MISSILES_FIRE")) == 1


@pytest.mark.rule("BR-MIS-19", "BR-MIS-21")
def test_locks_come_before_the_beams():
    """With two spreads attacking, a lock not tried before the first shot is lost."""
    game = attacked(laser(), spreads=2)
    assert game.can_say("LOCK")
    game.say("LOCK").answer(DEFENSE_SPREAD=("enemy_spread", 12))
    assert game.can_say("LOCK") and game.can_say("SHOOT")
    game.say("SHOOT").answer(SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    assert not game.can_say("LOCK")


@pytest.mark.rule("BR-MIS-20", "BR-MIS-14")
def test_the_attacker_distributes_the_missiles_over_detected_ships():
    """Seven missiles: three at the first, four at the last, none at the undetected one."""
    defenders = [ship("First"), ship("Hidden", detected=False), ship("Last")]
    game = attacked(*defenders, missiles=7)
    assert game.ask == Ask.AIM_NUMBER
    assert game.legal() == {game.token(k) for k in range(8)}
    game.missile_value(3).say(3)
    fired = {int(event.target): int(event.a) for event in game.events("MISSILES_FIRE")}
    assert fired == {0: 3, 2: 4}


@pytest.mark.rule("BR-MIS-18")
def test_a_task_force_fires_only_at_missiles_that_attack_it():
    """Two task forces in one hex: the other one has nothing to decide."""
    forces = [{"ships": [name], "hex": "1010"} for name in ("Red", "Other")]
    red = side([laser(), laser(name="Other")], forces)
    source = position(red, side([carrier()], [{"ships": ["Carrier"], "hex": "1010"}]))
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.to_round(0).only_marker("NO_EFFECT").always(3)
    game.launch(8, 3)
    game.launch(8, 3, slot=13)
    game.state.spread[13].vr = 1  # passes by
    game.attack(12)
    if game.ask == Ask.SPREAD_MENU:
        game.say("COAST")
    assert game.ask == Ask.DEFENSE_MENU and game.state.attack_tf == 0
    game.say("LOCK")
    assert game.ask == Ask.DEFENSE_MENU and game.can_say("SHOOT")  # one ship, one spread
    assert game.state.craft[1].lock_spread == 0
    game.say("END_DEFENSE")
    assert game.state.phase != Phase.MISSILE_ATTACK or game.state.attack_tf != 1


# --- locks ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-21", "BR-FIR-06")
@pytest.mark.parametrize(("value", "locked"), [(2, False), (3, True)])
def test_a_lock_on_a_detected_spread(value, locked):
    """Base 1, size +2, no G burned +1, lock -1 = 3."""
    game = attacked(laser()).always(value).say("LOCK")
    assert game.can_say("SHOOT") == locked if game.ask == Ask.DEFENSE_MENU else not locked


@pytest.mark.rule("BR-MIS-22", "BR-AMB-46")
@pytest.mark.parametrize(("value", "locked"), [(3, False), (4, True)])
def test_against_an_undetected_spread_a_plain_detection_is_a_lock(value, locked):
    """Without the -1 the difficulty is 4; success shows the spread to everyone."""
    game = attacked(laser(), laser(name="Two"), detected=False).say(3)
    game.always(value).say("LOCK").answer(DEFENSE_SHIP=("craft", 0))
    assert game.ask == Ask.DEFENSE_MENU and game.can_say("SHOOT") == locked
    assert bool(game.state.spread[12].detected) == locked
    game.always(3).say("LOCK")  # the second ship: -1 if the first has found them
    assert bool(game.state.craft[1].lock_spread) == locked


@pytest.mark.rule("BR-MIS-22", "BR-DMG-10", "BR-DMG-13")
@pytest.mark.parametrize("damage", ["bridge", "sensors"])
def test_a_ship_that_cannot_detect_has_no_lock_on_undetected_missiles(damage):
    game = attacked(laser(damage=[damage]), laser(name="Two"), detected=False).say(3)
    game.always(5).say("LOCK")
    assert int(game.state.craft[0].lock_spread) == 0 and game.state.craft[1].lock_spread
    assert game.can_say("LOCK")  # now detected: a lock is possible


@pytest.mark.rule("BR-MIS-21")
def test_each_ship_needs_a_lock_of_its_own():
    game = attacked(laser(), laser(name="Two")).say(3)
    game.say("LOCK", ("craft", 1)).say("SHOOT")
    game.answer(SHOT_MEMBER=("craft", 0))
    assert game.ask == Ask.SHOT_NUMBER or not game.can_say(("craft", 0))
    game.answer(SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    assert [int(game.state.craft[k].fired[TURRET]) for k in (0, 1)] == [0, 1]


@pytest.mark.rule("BR-MIS-21", "BR-AMB-32")
def test_one_attempt_for_ship_and_spread():
    game = attacked(laser(), spreads=2)
    before = len(game.events("LOCK"))
    game.always("miss").say("LOCK", ("enemy_spread", 12), "LOCK")
    assert game.ask == Ask.DEFENSE_MENU and not game.can_say("LOCK")
    assert len(game.events("LOCK")) == before + 4  # two attempts, told to either side


# --- beams ---------------------------------------------------------------------------------------


def shoot(game, beams, value):
    """One shot of so many beams at one missile."""
    game.always(3).say("LOCK").always(value).say("SHOOT")
    return game.answer(SHOT_NUMBER=beams, SHOT_SHIP="OPEN_FIRE")


@pytest.mark.rule("BR-MIS-23")
@pytest.mark.parametrize(
    ("beams", "value", "left"), [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 2, 2), (3, 1, 2)]
)
def test_beams_at_one_missile(beams, value, left):
    """1 + size 2 = 3 for the best beam, -1 for each further one, a single card."""
    game = attacked(laser(6)).always(3).say("LOCK")
    before = int(game.state.chance.dealt)
    game.always(value).say("SHOOT").answer(SHOT_NUMBER=beams, SHOT_SHIP="OPEN_FIRE")
    assert count(game) == left
    assert int(game.state.chance.dealt) - before == 1
    assert game.state.craft[0].fired[TURRET] == beams


@pytest.mark.rule("BR-MIS-23")
def test_the_best_beam_counts():
    """A laser built for -2 (difficulty 1) with a plain one (3): 1 - 1 = 0, so a 1 hits."""
    mixed = ship("Red", turret="L10:1", secondary="L(-2)10:1")
    game = attacked(mixed).always(3).say("LOCK").always(1).say("SHOOT", "TURRET")
    game.answer(SHOT_SHIP=("craft", 0))
    game.answer(SHOT_SHIP="OPEN_FIRE")
    shot = game.events("DEFENSE_FIRE")[-1]
    assert (shot.a, shot.b) == (2, 1)


@pytest.mark.rule("BR-MIS-23", "BR-MIS-30", "BR-AMB-07")
def test_missiles_shot_down_leave_no_white_out():
    game = attacked(laser(6), missiles=1)
    shoot(game, 1, 3)
    assert count(game) == 0 and game.state.whiteout["timer"].sum() == 0
    assert not game.events("MISSILES_FIRE")


@pytest.mark.rule("BR-MIS-23", "BR-FIR-08")
def test_every_beam_fires_once_in_the_phase():
    game = shoot(attacked(laser(2)), 1, 3).say("AGAIN")
    assert [(e.a, e.b) for e in game.events("DEFENSE_FIRE")] == [(1, 1), (1, 1)]
    assert game.events("MISSILES_FIRE")[-1].a == 1  # two beams, three missiles


# --- dampers -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-24", "BR-MIS-25", "BR-SCR-11")
@pytest.mark.parametrize(("value", "left"), [(1, 3), (2, 1)])
def test_a_damper_takes_a_missile_away(value, left):
    """At rest: difficulty 2. Two dampers, two missiles out without a white-out."""
    game = attacked(ship("Red", dampers=2))
    assert game.ask == Ask.DAMPER_MENU and game.state.seat == 0
    game.always(value).say(("craft", 0))
    assert game.ask == Ask.DAMPER_NUMBER
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
    assert game.ask == Ask.DAMPER_MENU
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
    assert game.ask == Ask.DAMPER_MENU
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
    assert (game.ask == Ask.DAMPER_MENU) == bool(works)


@pytest.mark.rule("BR-AMB-45", "BR-MIS-24")
def test_dampers_protect_the_whole_task_force():
    """The second ship's damper stops a missile aimed at the first; no lock is needed."""
    game = attacked(ship("Red"), ship("Helper", dampers=1)).say(3)
    assert game.ask == Ask.DAMPER_MENU
    game.always(3).say(("craft", 1))
    assert game.events("DAMPED")[-1].a == 1
    assert game.events("MISSILES_FIRE")[-1].a == 2


# --- sandcasters ---------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-27", "BR-SCR-07")
def test_a_sandcaster_takes_a_point_off_one_missile_without_a_card():
    """Three missiles of value 2; two casters on two of them: 1, 1 and 2 results at size 0."""
    game = attacked(ship("Red", sandcasters=2)).missile_value(2)
    assert game.ask == Ask.MISSILE_SAND_NUMBER and game.state.seat == 0
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
        if game.ask == Ask.MISSILE_SAND_NUMBER:
            game.say(1)
    assert [(e.a, e.b) for e in game.events("DAMAGE")] == [(Result.JUMP_DRIVE, Damage.TEMPORARY_2)]


@pytest.mark.rule("BR-MIS-27")
def test_sand_protects_only_its_own_ship():
    """All missiles go at the first ship; the second one's casters are not asked for."""
    game = attacked(ship("Red"), ship("Helper", sandcasters=5)).say(3)
    assert game.ask != Ask.MISSILE_SAND_NUMBER
    assert game.events("MISSILES_FIRE")[-1].a == 3


@pytest.mark.rule("BR-MIS-27", "BR-SCR-07")
def test_casters_used_in_a_round_work_again_in_the_missile_attack_phase():
    game = battle([ship("Red", sandcasters=1)], [carrier(turret="L40:1")]).always(3)
    game.launch(8, 1)
    game.say("END_ROUND").skip_to(Ask.ROUND_MENU)
    game.aim(0).say("ALL")
    assert game.ask == Ask.SAND_NUMBER
    game.say(1).attack(12)
    assert game.ask == Ask.MISSILE_SAND_NUMBER


# --- missile fire --------------------------------------------------------------------------------


def hits(value, *defenders, before=None, **more):
    """Hits of three missiles when every card shows a value."""
    game = attacked(*(defenders or [ship("Red", dampers=1)]), **more)
    assert game.ask == Ask.DAMPER_MENU
    if before:
        before(game)
    game.always(value).say("DONE")
    return int(game.events("MISSILES_FIRE")[-1].b)


@pytest.mark.rule("BR-MIS-28", "BR-MIS-01")
@pytest.mark.parametrize(("size", "difficulty"), [(-3, 1), (0, 1), (1, 2), (2, 3)])
def test_missiles_hit_at_base_one_plus_size(size, difficulty):
    found = [hits(value, ship("Red", dampers=1, size_mod=size)) for value in range(1, 4)]
    assert found == [3 if value >= difficulty else 0 for value in range(1, 4)]


@pytest.mark.rule("BR-MIS-28", "BR-SEQ-10")
@pytest.mark.parametrize(
    ("away", "rating", "difficulty"), [(0, 0, 1), (3, 0, 2), (9, 0, 4), (9, 2, 2), (9, 5, 1)]
)
def test_the_range_of_the_controlling_ship_less_its_fire_control(away, rating, difficulty):
    """9 hexes +3; FC 2 ignores 2 of them, FC 5 all, and never the base."""
    blue = [carrier(fire_control=rating)]
    found = [hits(value, away=away, blue=blue) for value in range(1, 5)]
    assert found == [3 if value >= difficulty else 0 for value in range(1, 5)]


@pytest.mark.rule("BR-MIS-28")
@pytest.mark.parametrize("evade", [1, 2])
def test_evasion_counts_against_missiles(evade):
    def evading(game):
        game.state.tf[0].evade = evade

    blue = [carrier(fire_control=0)]
    assert hits(evade, before=evading, blue=blue) == 0
    assert hits(evade + 1, before=evading, blue=blue) == 3


@pytest.mark.rule("BR-MIS-28", "BR-FIR-16")
def test_fire_control_is_shared_by_range_and_evasion():
    """3 hexes +1, Evade +1: FC 2 ignores both, FC 1 one of them."""

    def evading(game):
        game.state.tf[0].evade = 1

    found = [hits(1, before=evading, away=3, blue=[carrier(fire_control=k)]) for k in (1, 2)]
    assert found == [0, 3]


@pytest.mark.rule("BR-MIS-28", "BR-DMG-22")
def test_task_penalties_of_the_controlling_ship_count():
    blue = [carrier(damage=["life_support", "computer"])]
    assert [hits(value, blue=blue) for value in (2, 3)] == [0, 3]


@pytest.mark.rule("BR-MIS-29", "BR-AMB-49", "BR-DMG-02")
@pytest.mark.parametrize(
    ("card", "value", "armor", "size", "left"),
    [
        (3, 4, 0, 0, 4),
        (3, 4, 10, 0, 3),
        (3, 4, 9, -2, 2),
        (3, 6, 19, -5, 0),
        ("bullseye", 2, 0, 0, 4),
        ("bullseye", 3, 10, -1, 4),
    ],
)
def test_a_hit_turns_another_card_for_its_damage(card, value, armor, size, left):
    """The missile value, doubled by outstanding success, then the rules for lasers."""
    target = ship("Red", dampers=1, armor=armor, size_mod=size)
    game = attacked(target, missiles=1).missile_value(value)
    game.always(card).say("DONE")
    permanent = [e for e in game.events("DAMAGE") if e.b == Damage.PERMANENT]
    assert len(permanent) == left


@pytest.mark.rule("BR-MIS-30", "BR-MIS-01", "BR-AMB-07")
@pytest.mark.parametrize("card", ["miss", 3])
def test_after_firing_the_spread_is_a_white_out(card):
    """Hit or not, one White Out-2 for a spread, which Turn Record makes a 1."""
    game = attacked(ship("Red", dampers=1), spreads=2)
    game.always(card).say("DONE")
    force = game.state.tf[0]
    markers = [m for m in game.state.whiteout if m.timer]
    assert len(markers) == 2
    assert all((m.timer, m.q, m.r) == (1, force.q, force.r) for m in markers)
    assert count(game, 12) == count(game, 13) == 0


@pytest.mark.rule("BR-MIS-30")
def test_the_white_out_lies_until_the_end_of_the_next_turn():
    game = attacked(ship("Red", dampers=1)).always("miss").say("DONE")
    turn = int(game.state.turn)
    while game.state.turn == turn:
        assert (game.state.whiteout["timer"] > 0).sum() == 1
        game.idle()
    assert (game.state.whiteout["timer"] > 0).sum() == 0


@pytest.mark.rule("BR-SEQ-10", "BR-MIS-11", "BR-AMB-48")
def test_a_ship_destroyed_earlier_in_the_phase_still_controls_its_missiles():
    """Blue's missiles destroy Red's ship first; Red's missiles fire nevertheless, then are gone."""
    red = [ship("Red", missile_directors=9, ready_missiles=9), ship("Mate")]
    game = battle(red, [carrier(), ship("Second")]).always(3)
    mine, theirs = game.launch(0, 2, force=12), game.launch(8, 2, force=0)
    rest = game.launch(0, 4, force=12, slot=1)
    game.only_marker("SHIP_EXPLODES", 1)
    for _ in range(6):
        game.skip_to(Ask.SPREAD_MENU, Ask.AIM_NUMBER)
        if game.ask == Ask.AIM_NUMBER:
            break
        slot = mine if game.state.seat == 0 else theirs
        if not game.can_say(("spread", slot)):
            game.say("COAST")
            continue
        game.say(("spread", slot), "ATTACK")
        game.answer(ATTACK_TARGET=("enemy_force", 12 if slot == mine else 0))
        if game.ask == Ask.EASIEST:
            game.hear(min(game.legal()))
    assert game.ask == Ask.AIM_NUMBER and game.state.attack_tf == 0
    game.say(2)  # both at Red, which explodes
    assert game.state.craft[0].status == CraftStatus.DESTROYED
    assert game.ask == Ask.AIM_NUMBER and game.state.attack_tf == 12
    assert count(game, rest) == 4  # not removed before the end of the phase
    game.say(2)
    assert game.events("MISSILES_FIRE")[-1].a == 2
    assert count(game, rest) == 0


@pytest.mark.rule("BR-MIS-19", "BR-SEQ-10")
def test_each_task_force_is_finished_before_the_next():
    """Defence and missile fire of the first, then those of the second."""
    forces = [{"ships": [name], "hex": "1010"} for name in ("Red", "Other")]
    red = side([laser(), laser(name="Other")], forces)
    source = position(red, side([carrier()], [{"ships": ["Carrier"], "hex": "1010"}]))
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.to_round(0).only_marker("NO_EFFECT").always(3)
    game.launch(8, 2)
    game.launch(8, 3, slot=13)
    game.attack(12, force=0).attack(13, force=1)
    assert game.ask == Ask.DEFENSE_MENU and game.state.attack_tf == 0
    game.say("END_DEFENSE")
    assert [e.a for e in game.events("MISSILES_FIRE")] == [2]
    assert game.ask == Ask.DEFENSE_MENU and game.state.attack_tf == 1
    game.say("END_DEFENSE")
    assert [e.a for e in game.events("MISSILES_FIRE")] == [2, 3]
