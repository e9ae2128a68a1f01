"""Chapter BGL: what a ship behind a globe can do, and how it is found and told of."""

import numpy as np
import pytest
from kit.battle_rider.globes import BLUE, ON, RED, globe, own_round
from kit.battle_rider.table import Battle, Table, battle, facing, position, ship, side

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    GLOBE_FULL,
    NONE,
    Decision,
    Event,
    Grade,
    Purpose,
    Sensor,
)
from spacecombat_env.rulesets.battle_rider.movement.movement import maneuver_limit, may_evade
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt, ease
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty
from spacecombat_env.rulesets.battle_rider.sensors.searching import survey_difficulty

OFF = 0


# --- maneuver ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-BGL-10")
def test_a_full_globe_can_neither_maneuver_nor_evade():
    game = own_round(GLOBE_FULL)
    assert maneuver_limit(game.state, game.rules, 12) == 0 and not may_evade(game.state, 12)
    game.say("MOVE")
    assert game.decision != Decision.THRUST  # only one action: go
    assert [e.c for e in game.events("THRUST") if e.target == 12] == [0]


@pytest.mark.rule("BR-BGL-10")
def test_a_flickering_globe_moves_as_ever():
    game = own_round(9)
    game.say("MOVE")
    assert game.can_say("EVADE") and game.can_say(("direction", 0))


# --- sensors -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-BGL-11")
def test_a_full_globe_neither_detects_nor_locks():
    ships = [globe(turret="L40:1", active_range=20)]
    visible = battle([ship("Eye"), ship("Dark", detected=False)], ships, **ON).to_round(12)
    assert visible.can_say("DETECT") and visible.can_say("FIRE")
    visible.say("GLOBE").answer(GLOBE_SHIP=("craft", BLUE), GLOBE_SETTING=GLOBE_FULL)
    assert not visible.can_say("DETECT") and not visible.can_say("FIRE")


def difficulty(target, actor, sensor="passive", away=0, **more):
    """The lowest card value at which Red's ship detects Blue's, or 6."""
    setting, own = more.pop("setting", 0), more.pop("own", 0)
    for value in range(1, 6):
        game = battle([actor], [target], away, **ON)
        game.state.craft[BLUE].globe = setting
        game.state.craft[RED].globe = own
        game.state.craft[RED].active = sensor == "active"
        for name, figure in more.items():
            game.state.tf[12][name] = figure
        game.always(value).say("DETECT")
        game.answer(
            DETECT_TARGET=("enemy_force", 12),
            DETECT_SUBJECT=("craft", RED),
            DETECT_SENSOR=sensor.upper(),
            JAM="NO_JAM",
        )
        if game.state.craft[BLUE].detected:
            return value
    return 6


def eye(**values):
    """A ship that looks for the globe."""
    return ship("Eye", **({"active_range": 20} | values))


@pytest.mark.rule("BR-BGL-12", "BR-BGL-14", "BR-AMB-08", "BR-DET-23", "BR-PAC-05", "BR-AMB-01")
@pytest.mark.parametrize(("rate", "more"), [(1, 0), (2, 1), (4, 1), (5, 2), (7, 2), (8, 3), (9, 3)])
@pytest.mark.parametrize("whose", ["own", "setting"])
def test_flicker_adds_its_rate_over_thirty(rate, more, whose):
    """10%: 0; 20-40%: +1; 50-70%: +2; 80-90%: +3; on its own tasks as on those against it."""
    dark = globe(detected=False, size_mod=-1)
    plain = difficulty(dark, eye(), "active")
    assert plain == 1  # base 1, size -1
    shown = difficulty(globe(detected=False, size_mod=0), eye(), "active", **{whose: rate})
    assert shown == 1 + more


@pytest.mark.rule("BR-BGL-13", "BR-DET-23")
def test_against_a_full_globe():
    """Base 1, size -2: +5 active, +3 passive, and nothing for coasting, evasion, TL, masking."""
    dark = globe(detected=False, size_mod=-2, masked=True, tech_level=15)
    for more in ({}, {"evade": 2}):
        assert difficulty(dark, eye(), "active", setting=GLOBE_FULL, **more) == 4
        assert difficulty(dark, eye(), "passive", setting=GLOBE_FULL, **more) == 2
    assert difficulty(dark, eye(tech_level=10), "passive", setting=GLOBE_FULL) == 2
    assert difficulty(dark, eye(), "passive", setting=OFF) > 2  # coasting, masked, TL +2


@pytest.mark.rule("BR-BGL-13")
def test_what_still_counts_against_a_full_globe():
    """The lock's -1, and a white-out in its hex."""
    game = battle([ship("Gun", turret="L40:1")], [globe()], **ON)
    game.state.craft[BLUE].globe = GLOBE_FULL
    saved = game.save()

    def lowest():
        for value in range(1, 6):
            game.restore(saved).always(value).aim()
            if game.events("LOCK")[-1].b != Grade.FAILURE:
                return value
        return 6

    assert lowest() == 3  # base 1, size 0, +3, lock -1
    game.restore(saved)
    marker, force = game.state.whiteout[0], game.state.tf[12]
    marker.timer, marker.q, marker.r = 2, force.q, force.r
    saved = game.save()
    assert lowest() == 4


@pytest.mark.rule("BR-BGL-13", "BR-AMB-83")
@pytest.mark.parametrize("setting", [OFF, 9, GLOBE_FULL])
def test_a_scan_for_damage_is_as_hard_as_an_active_detection(setting):
    """A full globe: 1, size -2 and 5, whatever else there is; else masked, TL +2, evading."""
    game = battle([eye()], [globe(size_mod=-2, masked=True, tech_level=15)], **ON)
    game.state.tf[12].evade = 1
    game.state.craft[BLUE].globe = setting
    begin_attempt(game.state, Purpose.DETECTION, RED, Sensor.ACTIVE)
    aim_attempt(game.state, game.rules, 12, NONE)
    game.state.attempt.target_craft = BLUE
    found = survey_difficulty(game.state, game.rules, RED, BLUE)
    assert found == attempt_difficulty(game.state, game.rules, game.state.attempt)
    assert found == {OFF: 3, 9: 6, GLOBE_FULL: 4}[setting]


@pytest.mark.rule("BR-BGL-13", "BR-AMB-26")
def test_a_full_globe_is_hardest_to_find_in_its_force():
    """Size -3 and +3 against size 1, both of one force that evades: the globe is spared that."""
    ships = [globe(detected=False, size_mod=-3), ship("Other", detected=False, size_mod=1)]
    game = battle([eye()], ships, **ON)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.always(5).say("DETECT").answer(
        DETECT_TARGET=("enemy_force", 12), DETECT_SUBJECT=("craft", RED), DETECT_SENSOR="PASSIVE"
    )
    # globe 1 - 3 + 3 = 1; other 1 + 1 and coasting 1 = 3
    assert game.state.craft[BLUE].detected and not game.state.craft[BLUE + 1].detected


@pytest.mark.rule("BR-BGL-13", "BR-AMB-26", "BR-XMV-03")
def test_a_full_globe_is_spared_crossing_movement_too():
    """Passive: globe 0 + 3; other 1 + coasting 1, and +1 for each force that crosses: 3 or more."""
    ships = [globe(detected=False), ship("Other", detected=False, size_mod=1)]
    forces = [{"ships": ["Globe", "Other"], "hex": "1015"}]
    found = []
    for crossing in (False, True):
        eyes = [{"ships": ["Eye"], "hex": "1010"}]
        eyes += [{"ships": [], "hex": "0912", "vector": [2, -1]} for _ in range(3)]
        source = position(side([eye()], eyes), side(ships, forces))
        source["rules"] = {"black_globes": True, "crossing_movement": crossing}
        game = Table(source)
        game.state.craft[BLUE].globe = GLOBE_FULL
        begin_attempt(game.state, Purpose.DETECTION, RED, Sensor.PASSIVE)
        aim_attempt(game.state, game.rules, 12, NONE)
        attempt = game.state.attempt
        difficulties = []
        for k in (BLUE, BLUE + 1):
            attempt.target_craft = k
            difficulties.append(attempt_difficulty(game.state, game.rules, attempt))
        eased = [ease(game.state, game.rules, k, attempt) for k in (BLUE, BLUE + 1)]
        assert difficulties[0] - difficulties[1] == eased[0] - eased[1]
        found.append(eased[0] - eased[1])
    assert found[0] - found[1] == 3


@pytest.mark.rule("BR-BGL-15")
@pytest.mark.parametrize("hit", [1, 5])
def test_a_flickering_globe_is_shown_found_or_not(hit):
    game = battle([eye()], [globe(detected=False, size_mod=2)], **ON)
    game.state.craft[BLUE].globe = 3
    game.always(hit).say("DETECT").answer(
        DETECT_TARGET=("enemy_force", 12), DETECT_SUBJECT=("craft", RED), DETECT_SENSOR="PASSIVE"
    )
    assert game.visible(0).tf[12].flickering == 1
    assert game.events("FLICKER")[-1].target == 12
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, 0)
    assert "A black globe flickers in eTF-1." in game_log.log(visible, 0, game.scenario, 0, 0)
    if not game.state.craft[BLUE].detected:
        assert game.visible(0).craft[BLUE].globe == 0


@pytest.mark.rule("BR-BGL-15")
def test_nothing_is_shown_a_full_globe():
    game = battle([eye()], [globe(detected=False, size_mod=2)], **ON)
    game.state.craft[BLUE].globe = GLOBE_FULL
    game.always(1).say("DETECT").answer(
        DETECT_TARGET=("enemy_force", 12), DETECT_SUBJECT=("craft", RED), DETECT_SENSOR="PASSIVE"
    )
    assert not game.events("FLICKER") and not game.state.tf[12].flickering


# --- what is seen --------------------------------------------------------------------------------


def test_the_setting_shows_on_a_detected_ship_and_its_capacitors_do_not():
    game = battle([ship("Eye")], [globe(), ship("Two", globe_capacity=5, detected=False)], **ON)
    for k in (BLUE, BLUE + 1):
        game.state.craft[k].globe, game.state.craft[k].globe_drain = 4, 2
    visible = game.visible(0).craft
    assert visible[BLUE].globe == 4 and visible[BLUE].globe_drain == 0
    assert visible[BLUE + 1].globe == 0


def test_a_determinized_force_holds_the_flickering_globe_it_is_known_for():
    ships = [globe(detected=False), ship("Two", detected=False), ship("Three", detected=False)]
    forces = [{"ships": [s["name"]], "hex": f"1{n}20"} for n, s in enumerate(ships)]
    source = position(side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}]), side(ships, forces))
    game = Table(source, options={"black_globes": True})
    while game.state.seat != 0:
        game.idle()
    game.state.craft[BLUE].globe = 2
    game.state.tf[12].flickering = 1
    visible, other = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, visible, 0, 0)
    for seed in range(6):
        entry.determinize(visible, 0, game.table, 0, seed, other, 0)
        state = other.states[0]
        held = [c for c in state.craft[8:] if c.status and c.tf == 12]
        assert any(c.globe > 0 for c in held)


def test_games_with_globes_end():
    """Random actions, the globe often set; no question without an answer."""
    ships = [{"class": "Kinunir", "name": "Globe"}, {"class": "Rapier", "name": "Blade"}]
    source = facing(ships, ships, 3, turn_limit=4)
    rng = np.random.default_rng(5)
    requested = set()
    game = Battle(source, options={"black_globes": True})
    for _ in range(3000):
        if game.over:
            break
        requested.add(game.decision)
        actions = sorted(game.legal())
        globe_action = game.action("GLOBE")
        game.apply(globe_action if globe_action in actions else rng.choice(actions))
    assert game.over and {Decision.GLOBE_SETTING} <= requested
    assert Event.GLOBE_SET in {e.kind for e in game.state.log}
