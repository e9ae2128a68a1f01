"""Chapter DET: attempts, shadows, and what is revealed of them."""

import pytest
from kit.battle_rider.scanning import (
    BLUE,
    RED,
    TARGET,
    answer,
    both,
    difficulty,
    facing,
    needs_answer,
    rapiers,
    scan,
)
from kit.battle_rider.table import battle, position, ship, side, started

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Purpose,
    Secrecy,
    Sensor,
)
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.ships.losses import destroy_craft

DUMMY = {"ships": [], "hex": "1018"}


# --- what is known -------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-01")
def test_at_the_start_only_task_force_counters_are_known():
    game = facing(["Rapier"], ["Starburst", "Valor"], more=[DUMMY])
    visible = game.visible(0)
    assert [int(force.status) for force in visible.tf[12:15]] == [1, 1, 0]
    assert all(
        craft.status == CraftStatus.UNUSED and not craft.klass for craft in visible.craft[8:]
    )
    picture = views.view(_games(game, 0), 0, game.scenario, 0)
    assert picture["enemy_ships"] == [] and len(picture["enemy_forces"]) == 2


def _games(game, seat):
    """A redacted record as the views want it."""
    from spacecombat_env.core.ruleset import make_games
    from spacecombat_env.rulesets.battle_rider import entry

    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return visible


@pytest.mark.rule("BR-DET-02", "BR-DET-28")
def test_a_detected_craft_is_on_the_map_for_good():
    """Base 1, size -2, mask +1, coasting +1: a 1 is enough. It stays detected in later turns."""
    game = scan(rapiers().always(1))
    assert game.state.craft[TARGET].detected
    visible = game.visible(0)
    assert visible.craft[TARGET].klass == game.state.craft[TARGET].klass
    assert visible.craft[TARGET].tf == BLUE and visible.tf[BLUE].status == ForceStatus.ON_MAP
    game.say("STOP").to_round(RED)
    assert game.state.turn == 2 and game.state.craft[TARGET].detected


@pytest.mark.rule("BR-DET-02")
def test_it_stays_detected_in_another_task_force():
    """BR-AMB-29: a property of the craft, carried along to a new task force."""
    game = facing(["Rapier"], ["Starburst", "Valor"])
    scan(game.always("bullseye")).say("STOP")
    found = next(k for k in (8, 9) if game.state.craft[k].detected)
    while game.decision != Decision.FORCES_MENU or game.state.seat != 1:
        game.idle()
    game.say("TRANSFER", ("craft", found))  # nowhere to go but a new task force
    assert game.state.craft[found].tf != BLUE and game.state.craft[found].detected
    assert game.visible(0).craft[found].tf == game.state.craft[found].tf


# --- attempts ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-03", "BR-AMB-27")
def test_a_sensor_tries_a_task_force_once_a_round():
    """Passive, then active on the same task force; passive again only on another one."""
    game = rapiers(more=[DUMMY]).always("miss")
    scan(game, "PASSIVE")
    game.say("DETECT", ("enemy_force", BLUE), ("craft", 0))  # only the active one is left
    assert game.state.attempt.sensor == Sensor.ACTIVE
    assert game.state.attempt.purpose == Purpose.DETECTION
    answer(game).say("DETECT")  # and no target but the dummy
    assert game.decision == Decision.DETECT_SUBJECT and game.state.order[0].target_tf == BLUE + 1
    game.say(("craft", 0))
    assert game.legal() == {game.action("ACTIVE"), game.action("PASSIVE")}


@pytest.mark.rule("BR-DET-03")
def test_every_ship_of_the_round_may_try_and_again_next_turn():
    game = facing(["Rapier", "Starburst"], ["Rapier"]).always("miss")
    scan(game, actor=0)
    scan(game, actor=1)
    assert not game.can_say("DETECT")
    game.to_round(RED)
    assert game.can_say("DETECT")


@pytest.mark.rule("BR-DET-03")
def test_only_in_its_own_round():
    """Red has two task forces: in the round of one the ship of the other cannot be named."""
    forces = [{"ships": ["Rapier"], "hex": "1010"}, {"ships": ["Valor"], "hex": "1011"}]
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1014"}])
    game = started(position(side(["Rapier", "Valor"], forces), blue), 0).to_round(RED)
    game.say("DETECT")
    assert game.legal() == {game.action("ALL"), game.action(("craft", 0))}


@pytest.mark.rule("BR-DET-05", "BR-DET-06")
def test_the_easiest_first_then_the_next_then_the_shadow():
    """Starburst (size -3) before Rapier (-2) before Valor (-1); the shadow comes last."""
    game = facing(["Rapier"], ["Valor", "Starburst", "Rapier"]).always("bullseye")
    scan(game)
    for found in (9, 10, 8):
        assert game.state.craft[found].detected
        assert (
            sum(int(craft.detected) for craft in game.state.craft[8:])
            == (9, 10, 8).index(found) + 1
        )
        assert not game.state.tf[BLUE].shadow_found and needs_answer(game)
        game.say("CONTINUE")
    assert game.state.tf[BLUE].shadow_found and game.decision == Decision.ROUND_MENU


@pytest.mark.rule("BR-DET-05", "BR-AMB-27")
def test_a_chain_ends_with_a_failure():
    game = facing(["Rapier"], ["Valor", "Starburst"]).always("bullseye")
    scan(game).always("miss").say("CONTINUE")
    assert game.decision == Decision.ROUND_MENU
    assert not game.state.craft[8].detected and game.state.craft[9].detected


@pytest.mark.rule("BR-DET-05")
def test_the_target_player_chooses_among_equals():
    """BR-AMB-26: two Rapiers are equally easy; their owner says which one is found."""
    for chosen in (8, 9):
        game = facing(["Rapier"], ["Rapier", "Rapier"]).always("bullseye")
        game.say("DETECT", ("craft", 0))
        assert game.decision == Decision.EASIEST and game.state.seat == 1
        assert game.legal() == {game.action(("craft", 8)), game.action(("craft", 9))}
        game.say(("craft", chosen))
        assert [k for k in (8, 9) if game.state.craft[k].detected] == [chosen]


@pytest.mark.rule("BR-DET-06", "BR-DET-12")
def test_the_shadow_is_a_craft_of_size_zero():
    """BR-AMB-28: size 0, TL equal, unmasked: short range 1, passive +1 for coasting.

    BR-AMB-97: it is last even where a ship is harder to find, as a drone of size +1 is.
    """
    game = rapiers()
    assert both(game, craft=NONE) == (1, 2)
    drones = [{"type": "dual_mode_tl12", "controller": "Starburst", "aboard": False}]
    blue = side(
        ["Starburst"],
        [{"ships": ["Starburst"], "hex": "1030"}, {"ships": ["Drone"], "hex": "1014"}],
        drones=drones,
    )
    red = side(["Victrix"], [{"ships": ["Victrix"], "hex": "1010"}])  # TL-12 as well
    game = started(position(red, blue), 0).to_round(RED).always("bullseye")
    assert difficulty(game, Sensor.PASSIVE, tf=BLUE + 1, craft=9) > difficulty(
        game, Sensor.PASSIVE, tf=BLUE + 1, craft=NONE
    )
    scan(game, target=BLUE + 1)
    assert game.state.craft[9].detected and not game.state.tf[BLUE + 1].shadow_found


@pytest.mark.rule("BR-DET-06")
def test_a_failure_reveals_nothing():
    """Whether a ship or only the shadow was missed: the sensing side sees the same."""
    visible = []
    for ships in (["Rapier"], []):
        forces = [{"ships": ships, "hex": "1014"}]
        if not ships:
            forces.append({"ships": ["Rapier"], "hex": "1030"})
        else:
            forces.append({"ships": [], "hex": "1030"})
        red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1010"}])
        game = started(position(red, side(["Rapier"], forces)), 0).to_round(RED).always("miss")
        scan(game, target=BLUE)
        visible.append(game.visible(0).tobytes())
    assert visible[0] == visible[1]


@pytest.mark.rule("BR-DET-07")
def test_a_dummy_is_removed_with_its_shadow():
    """Short range, coasting: a 2 is needed for a shadow."""
    game = facing(["Rapier"], ["Starburst"], away=20, more=[{"ships": [], "hex": "1014"}])
    scan(game.always(1), target=BLUE + 1)
    assert game.state.tf[BLUE + 1].status == ForceStatus.ON_MAP
    game.to_round(RED)
    assert list(game.state.dummies_found) == [0, 0]
    scan(game.always(2), target=BLUE + 1)
    assert game.state.tf[BLUE + 1].status == ForceStatus.UNUSED
    assert list(game.state.dummies_found) == [0, 1]


@pytest.mark.rule("BR-DET-07", "BR-REF-01")
def test_double_blind_nobody_is_shown_that_a_dummy_was_found():
    game = facing(["Rapier"], ["Starburst"], away=20, more=[{"ships": [], "hex": "1014"}])
    scan(game.always(2), target=BLUE + 1)
    assert [list(game.visible(seat).dummies_found) for seat in (0, 1)] == [[0, 1], [0, 1]]
    game.state.secrecy = int(game.state.secrecy) | Secrecy.BLIND
    assert [list(game.visible(seat).dummies_found) for seat in (0, 1)] == [[0, 0], [0, 1]]


@pytest.mark.rule("BR-DET-08", "BR-DET-07")
def test_the_book_example_of_a_task_force_of_one_ship():
    """Found; the second attempt, at the shadow, fails; the force outlives its ship."""
    game = rapiers().always("bullseye")
    scan(game)
    assert game.state.craft[TARGET].detected and needs_answer(
        game
    )  # no action that it was the last
    game.always("miss").say("CONTINUE")
    assert not game.state.tf[BLUE].shadow_found
    destroy_craft(game.state, game.rules, TARGET)
    force = game.state.tf[BLUE]
    assert force.status == ForceStatus.ON_MAP and force.strength == 0
    assert both(game, craft=NONE) == (1, 3)  # and a white-out in its hex
    scan(game.always("bullseye"), "ACTIVE")  # the passive one has had its attempt
    assert force.status == ForceStatus.UNUSED


# --- the announcement and the card ---------------------------------------------------------------


def scans_known_to(game, seat):
    """The SCAN events that a seat may read."""
    visible = game.visible(seat)
    return [e for e in visible.log[: visible.log_count] if e.kind == Event.SCAN]


@pytest.mark.rule("BR-DET-25")
@pytest.mark.parametrize("sensor", ["ACTIVE", "PASSIVE"])
def test_what_is_announced(sensor):
    """Target and sensor; where it comes from only for an active scan (BR-AMB-88)."""
    game = rapiers(more=[DUMMY]).always("miss")
    scan(game, sensor)
    (told,) = scans_known_to(game, 1)
    assert told.target == BLUE and told.a == Sensor[sensor]
    assert told.actor == (RED if sensor == "ACTIVE" else NONE)


@pytest.mark.rule("BR-DET-26")
def test_the_sensing_side_keeps_its_part_to_itself():
    """Of a passive attempt the target player learns no range and no tech level."""
    game = facing(["Rapier"], ["Rapier", "Rapier"])
    game.say("DETECT", ("craft", 0))
    assert game.decision == Decision.EASIEST and game.state.attempt.range == 4
    visible = game.visible(1).attempt
    assert (visible.range, visible.tech_level, visible.actor) == (0, 0, NONE)


@pytest.mark.rule("BR-DET-27")
def test_the_target_player_decides_on_jamming_and_keeps_the_rest():
    """He is asked for active scans; the sensing side learns neither the target nor its ties."""
    game = facing(["Rapier"], ["Rapier", "Rapier"]).say("ACTIVATE", "ALL")
    game.say("DETECT", ("craft", 0), "ACTIVE", ("craft", 9))
    assert game.decision == Decision.JAM and game.state.seat == 1
    assert game.state.attempt.target_craft == 9
    visible = game.visible(0).attempt
    assert visible.target_craft == NONE and visible.ties == 0
    assert game.visible(1).attempt.range == 4  # what the difficulty of jamming is worked out from


@pytest.mark.rule("BR-DET-03", "BR-SEQ-05")
def test_each_round_has_its_detection():
    """Over in the last round, it is open in the next."""
    game = battle([ship("Eye")], [ship("Dark", detected=False)], 5).always("miss")
    game.say("DETECT").answer(DETECT_TARGET=("enemy_force", TARGET), DETECT_SUBJECT=("craft", RED))
    game.say("MOVE", ("direction", 0), "GO")
    game.skip_to(Decision.CHOOSE_FORCE, Decision.FORCES_MENU).to_round(0)
    assert game.state.turn == 2 and game.can_say("DETECT")
