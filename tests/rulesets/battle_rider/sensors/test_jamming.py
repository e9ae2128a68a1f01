"""Chapter JAM: deceptive jamming of an active attempt, and area jamming.

A Rapier (TL-15, A16 P8 J16) looks at another four hexes away: the jammer is at short range, its
base difficulty 1.
"""

import pytest
from kit.battle_rider.scanning import (
    BLUE,
    RED,
    TARGET,
    at,
    both,
    difficulty,
    facing,
    needs_answer,
    ready,
    scan,
)
from kit.battle_rider.table import position, side, started

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Damage,
    Decision,
    Event,
    Purpose,
    Result,
    Sensor,
    Verb,
    load_tables,
)
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.jamming import (
    area_jamming_modifier,
    jam_difficulty,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import switch_off_sensors

NO_CHANCE = 99


def jamming(game, jammer=TARGET, actor=0, tf=BLUE):
    """Difficulty of jamming an active attempt of a ship on a task force."""
    begin_attempt(game.state, Purpose.DETECTION, actor, Sensor.ACTIVE)
    aim_attempt(game.state, game.rules, tf, NONE)
    return int(jam_difficulty(game.state, game.rules, jammer, game.state.attempt))


def scanned(blue, value, away=4, red="Rapier", **more):
    """An active attempt of Red's ship is announced; all cards show one value."""
    game = ready(facing([red], blue, away, **more), 0).always(value)
    game.say("DETECT", ("craft", 0))
    if game.decision == Decision.DETECT_SENSOR:
        game.say("ACTIVE")
    return game


# --- deceptive jamming ---------------------------------------------------------------------------


@pytest.mark.rule("BR-JAM-01")
def test_only_active_sensors_can_be_jammed():
    """A passive attempt goes straight to its card."""
    game = ready(facing(["Rapier"], ["Rapier"]))
    game.say("DETECT", ("craft", 0), "PASSIVE")
    assert game.decision != Decision.JAM
    assert scanned(["Rapier"], 1).decision == Decision.JAM
    assert scanned(["Rapier"], 1).state.seat == 1


@pytest.mark.rule("BR-JAM-02")
@pytest.mark.parametrize(("away", "base"), [(16, 1), (17, 2), (20, 2)])
def test_the_range_bands_of_the_jammer(away, base):
    """J16: short to 16, medium to 32 hexes, from the jammer to the sensing ship."""
    assert jamming(facing(["Rapier"], ["Rapier"], away)) == base


@pytest.mark.rule("BR-JAM-02")
@pytest.mark.parametrize(("away", "base"), [(2, 1), (4, 2), (8, 3), (16, 4), (17, NO_CHANCE)])
def test_the_range_bands_of_a_short_jammer(away, base):
    """Maggart LT, J2, TL-12 against a sensor of TL-12."""
    assert min(NO_CHANCE, jamming(facing(["Lancer"], ["Maggart LT"], away))) == base


@pytest.mark.rule("BR-JAM-03")
def test_tech_levels_of_sensor_and_jammer():
    """Sensor TL less jammer TL: 15 against 14 +1, 12 against 15 -3."""
    assert jamming(facing(["Rapier"], ["Gazelle"])) == 1 + 1
    assert jamming(facing(["Lancer"], ["Rapier"])) == 1 - 3
    assert jamming(facing(["Rapier"], ["Lancer"])) == 1 + 3


@pytest.mark.rule("BR-JAM-03", "BR-AMB-90")
def test_nothing_but_the_jammers_own_penalties():
    """BR-AMB-90: size, evasion and thrust of the target do not count, its Life Support does."""
    game = facing(["Rapier"], ["Rapier"])
    game.state.tf[BLUE].evade = 2
    assert jamming(game) == 1
    game.state.craft[TARGET].damage[Result.LIFE_SUPPORT] = Damage.PERMANENT
    assert jamming(game) == 2


@pytest.mark.rule("BR-JAM-04")
def test_decided_anew_for_each_attempt_just_before_its_card():
    """Two attempts of a chain: asked twice; a jammed one turns two cards, another one."""
    game = scanned(["Starburst", "Rapier"], "bullseye")
    dealt = int(game.state.chance.dealt)
    game.say(("craft", 8))
    assert game.state.chance.dealt - dealt == 2 and needs_answer(game)
    assert game.state.attempt.jam_modifier == 0  # it was for that attempt only
    game.say("CONTINUE")
    assert game.decision == Decision.JAM
    game.say("NO_JAM")
    assert game.state.chance.dealt - dealt == 3


@pytest.mark.rule("BR-JAM-05")
@pytest.mark.parametrize(
    ("away", "card", "jam", "found"),
    [
        # Starburst, size -3 with mask: difficulty base - 2; evading +2 for the range of values.
        (20, 2, False, True),  # 2 - 2 + 2 = 2: a 2 is enough
        (20, 2, True, False),  # jammed at medium range (2), a 2 succeeds: +1, so 3
        (20, 3, True, True),
        (4, 1, True, False),  # 1 - 2 + 2 = 1, jammed +1
        (4, 4, True, True),  # jamming at difficulty 1 with a 4 is outstanding: +2, so 3
    ],
)
def test_success_makes_the_attempt_harder(away, card, jam, found):
    game = facing(["Rapier"], ["Starburst"], away)
    game.state.tf[BLUE].evade = 2
    scan(ready(game).always(card), "ACTIVE", jam=("craft", 8) if jam else "NO_JAM")
    assert bool(game.state.craft[8].detected) == found


@pytest.mark.rule("BR-JAM-05")
@pytest.mark.parametrize(("card", "effect"), [("miss", 0), (1, 1), (3, 1), (4, 2), ("bullseye", 2)])
def test_one_step_or_two(card, effect):
    """At difficulty 1: failure 0, success +1, outstanding +2, told to both sides."""
    game = scanned(["Rapier"], card).say(("craft", 8))
    for seat in (0, 1):
        visible = game.visible(seat)
        told = [e for e in visible.log[: visible.log_count] if e.kind == Event.JAMMED]
        assert [int(event.a) for event in told] == [effect]


@pytest.mark.rule("BR-JAM-06")
def test_any_jammer_of_the_task_force_but_one_and_no_other_force():
    """Valor has no jammer; Rapier and Starburst have; the Sylea lies in the same hex, apart."""
    ships = ["Valor", "Rapier", "Starburst"]
    forces = [{"ships": ships, "hex": "1014"}, {"ships": ["Sylea"], "hex": "1014"}]
    red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1010"}])
    game = ready(started(position(red, side([*ships, "Sylea"], forces)), 0).to_round(RED))
    game.say("DETECT", ("enemy_force", BLUE), ("craft", 0), "ACTIVE")
    assert game.legal() == {int(Verb.NO_JAM), game.action(("craft", 9)), game.action(("craft", 10))}
    game.say(("craft", 9))
    assert game.decision != Decision.JAM  # one jammer an attempt


@pytest.mark.rule("BR-JAM-06")
def test_the_shadow_is_protected_too():
    game = scanned(["Rapier"], "bullseye").say("NO_JAM", "CONTINUE")
    assert game.decision == Decision.JAM and game.state.attempt.target_craft == NONE
    assert game.can_say(("craft", 8))


@pytest.mark.rule("BR-JAM-06")
@pytest.mark.parametrize("result", ["BRIDGE", "POWER_PLANT", "SENSORS"])
def test_a_damaged_ship_does_not_jam(result):
    game = facing(["Rapier"], ["Rapier"])
    game.state.craft[TARGET].damage[Result[result]] = Damage.PERMANENT
    assert jamming(game) >= NO_CHANCE


# --- area jamming --------------------------------------------------------------------------------


def with_drone(hexes=("1012",), away=8):
    """Red's Rapier in 1010, and jammer drones in task forces of their own."""
    drones = [
        {"type": "jammer_tl12", "controller": "Rapier", "aboard": False, "name": f"Noise {k}"}
        for k in range(len(hexes))
    ]
    forces = [{"ships": ["Rapier"], "hex": "1010"}]
    forces += [{"ships": [f"Noise {k}"], "hex": where} for k, where in enumerate(hexes)]
    red = side(["Rapier"], forces, drones=drones)
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": f"10{10 + away:02d}"}])
    return started(position(red, blue), 0)


@pytest.mark.rule("BR-JAM-07")
def test_area_jammers_sit_on_jamming_drones():
    """No printed ship or drone has one; a scenario's jammer drone has (BR-AMB-51)."""
    printed = load_tables()[0].classes
    game = with_drone().to_round(RED + 1)
    carriers = [k for k in game.rules.classes if k.area_jammer]
    assert carriers and all(klass.drone and klass.tech_level == 12 for klass in carriers)
    assert all(klass.drone for klass in printed if klass.area_jammer)
    assert game.can_say("JAM_ON")
    assert not facing(["Rapier"], ["Rapier"]).can_say("JAM_ON")


@pytest.mark.rule("BR-JAM-08", "BR-JAM-09", "BR-AMB-25")
@pytest.mark.parametrize(
    ("jammer", "hinders"),
    [((10, 14), 1), ((11, 14), 1), ((9, 13), 1), ((12, 14), 0), ((10, 20), 0), ((10, 19), 1)],
)
def test_the_hex_and_the_six_around_it(jammer, hinders):
    """A line straight north from 1010 to 1018, both ends included."""
    game = with_drone()
    drone = game.state.craft[1]
    drone.jamming = 1
    force = game.state.tf[drone.tf]
    force.q, force.r = at(*jammer)
    here, there = at(10, 10), at(10, 18)
    assert area_jamming_modifier(game.state, *here, *there) == hinders
    assert area_jamming_modifier(game.state, *there, *here) == hinders


@pytest.mark.rule("BR-JAM-09")
def test_the_figure_of_the_book():
    """From A, lines to B and C cross the area, the one to D passes next to it."""
    game = with_drone()
    drone = game.state.craft[1]
    drone.jamming = 1
    force = game.state.tf[drone.tf]
    force.q, force.r = at(10, 14)
    a = at(10, 10)
    ends = {"B": at(10, 18), "C": at(12, 17), "D": at(14, 12)}
    counts = {k: area_jamming_modifier(game.state, *a, *end) for k, end in ends.items()}
    assert counts == {"B": 1, "C": 1, "D": 0}


@pytest.mark.rule("BR-JAM-09", "BR-AMB-25")
def test_overlapping_areas_add_up_for_both_sensors():
    """Two drones on the line, own ones too: +1 each (BR-AMB-25)."""
    game = ready(with_drone(("1013", "1014")).to_round(RED))
    plain = both(game)
    for index in (1, 2):
        game.state.craft[index].jamming = 1
    assert both(game) == (plain[0] + 2, plain[1] + 2)


@pytest.mark.rule("BR-JAM-10")
def test_switched_in_the_round_of_its_task_force_and_it_moves_along():
    game = with_drone().to_round(RED + 1)
    drone, force = game.state.craft[1], game.state.tf[RED + 1]
    game.say("JAM_ON", "ALL", "MOVE", ("direction", 1))
    assert drone.jamming and not game.can_say("JAM_OFF")  # for this round and until the next
    assert (force.q, force.r) == (11, at(10, 12)[1])
    line = (*at(12, 9), *at(12, 17))
    assert area_jamming_modifier(game.state, *line) == 1  # it would not reach from 1012
    game.to_round(BLUE)
    assert drone.jamming
    game.to_round(RED + 1).say("JAM_OFF", "ALL")
    assert not drone.jamming


@pytest.mark.rule("BR-JAM-11")
def test_a_working_area_jammer_is_an_easy_passive_target():
    """-2 for passive sensors; with active sensors on as well -3 (BR-DET-11 adds)."""
    game = ready(facing(["Rapier"], ["Rapier"]))
    ship = game.state.craft[TARGET]
    plain = both(game)
    ship.jamming = 1
    own_area = 1  # the target stands in its own area
    assert both(game) == (plain[0] + own_area, plain[1] - 2 + own_area)
    ship.active = 1
    assert difficulty(game, Sensor.PASSIVE) == plain[1] - 3 + own_area
    assert ship.status == CraftStatus.IN_FORCE


@pytest.mark.rule("BR-JAM-07", "BR-JAM-10")
@pytest.mark.parametrize("result", ["BRIDGE", "POWER_PLANT", "SENSORS"])
def test_a_damaged_ship_with_an_area_jammer_does_not_jam(result):
    """A ship of the scenario's own carries one; these results forbid jamming (BR-DMG-10..13)."""
    noisy = {"class": "Rapier", "name": "Noisy", "values": {"area_jammer": True}}
    red = side([noisy], [{"ships": ["Noisy"], "hex": "1010"}])
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1020"}])
    game = started(position(red, blue), 0).to_round(RED)
    assert game.can_say("JAM_ON")
    game.state.craft[0].jamming = 1
    game.state.craft[0].damage[Result[result]] = Damage.PERMANENT
    switch_off_sensors(game.state)
    assert not game.state.craft[0].jamming and not game.can_say("JAM_ON")
