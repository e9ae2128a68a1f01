"""Chapters TRK and LOST: what a track tells, how long it lasts, and how it is lost.

Tracks are checked at the end of movement. A Frigate holds another one that coasts with idle plant
and sensors out by visual: 4 + 8 = 12, 100 squares; IR 4 + 1, 25; radar 4 + 4 = 8, 50; neutrino
1 + 1 = 2, 15; mass 0 + 1, 15.
"""

import pytest
from kit.intercept_sensors.table import BLUE, RED, Table, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.model import (
    Condition,
    InterceptDecision,
    InterceptEvent,
    InterceptPhase,
    Loss,
    Power,
    Status,
    TrackLoss,
)
from spacecombat_env.rulesets.intercept_sensors.scans.tracking import (
    hinders,
    is_behind_drive,
    max_tracked_range,
)

DIRECTIONS = {"N": 0, "NE": 1, "E": 2, "SE": 3, "S": 4, "SW": 5, "W": 6, "NW": 7}


def tracked(red=(5, 20), blue=(15, 20), turn=1, **more):
    """Red tracks Blue since the last scans of a turn; turn + 1 begins."""
    game = sensors(duel(red=red, blue=blue, **more), BLUE if turn % 2 else RED, turn)
    return game.track("Blue").until(lambda: game.decision != InterceptDecision.SCAN)


def hinderance(game, tracker="Red", target="Blue"):
    """What keeps a ship from tracking another, or None."""
    found = int(hinders(game.state, game.rules, game[tracker], game[target]))
    return None if found < 0 else TrackLoss(found)


# -- what a track is -----------------------------------------------------------------------------


@pytest.mark.rule("IC-TRK-01")
def test_everything_about_a_tracked_unit_is_shown():
    game = tracked(blue_ship={"vector": [1, -1]})
    game.set("Blue", surface=Condition.STUNNED, core=Condition.CRITICAL, crew=Condition.STUNNED)
    game.set("Blue", popped=0, power=Power.BATTERIES, facing=3, thrust=2)
    visible, true = game.visible(RED).unit_of[game.index("Blue")], game["Blue"]
    told = ("klass", "x", "y", "vx", "vy", "facing", "thrust", "burns", "power", "popped")
    for name in (*told, "surface", "core", "crew", "status", "tracked", "identified"):
        assert visible[name] == true[name], name
    for name in ("klass", "x", "facing", "thrust", "power", "surface", "core", "crew"):
        assert visible[name] != 0, name


@pytest.mark.rule("IC-TRK-01")
def test_a_new_track_is_announced_with_place_and_vector():
    game = sensors(duel(blue=(9, 20), blue_ship={"vector": [1, 2]}))
    game.scan("Red", "visual", "1x1", game.place("Blue")).say("PASS")
    for seat in (RED, BLUE):
        told = [(e.unit, e.a, e.b, e.c, e.d) for e in game.events("TRACKED", seat)]
        assert told == [(game.index("Blue"), *game.place("Blue"), 1, 2)]


@pytest.mark.rule("IC-TRK-02")
def test_tracked_units_move_openly_before_any_untracked():
    """Blue is ordered and moves before Red, whose turn to plot would come first."""
    game = tracked()
    assert (game.decision, int(game.state.seat)) == (InterceptDecision.PLOT, BLUE)
    assert game.state.phase == InterceptPhase.OPEN_MOVEMENT
    game.say("W", "2G")
    assert game.place("Blue") == (13, 20)
    assert game.visible(RED).unit_of[game.index("Blue")].x == 13
    assert [int(e.a) for e in game.events("MOVED", RED) if e.unit == game.index("Blue")] == [13]
    assert (game.decision, int(game.state.seat)) == (InterceptDecision.PLOT, RED)
    assert game.state.phase == InterceptPhase.PLOTTING


@pytest.mark.rule("IC-TRK-03")
def test_a_track_lasts_without_scans_until_it_is_lost():
    """Of a crew that can look no longer it is."""
    game = tracked()
    for turn in range(3, 8):
        game.to_turn(turn)
        assert game["Blue"].tracked
    assert game.events("LOST") == [] and game["Blue"].held == 6
    game.set("Red", crew=Condition.STUNNED).to_turn(8)
    assert not game["Blue"].tracked and len(game.events("LOST")) == 1


@pytest.mark.rule("IC-TRK-04")
@pytest.mark.parametrize("what", ["Missile volley", "Pinnace"])
@pytest.mark.parametrize("known", [True, False])
def test_what_a_tracked_unit_launches_is_tracked(what, known):
    game = sensors(duel(blue_ship={"carries": [what]}), BLUE)
    if known:
        game.track("Blue")
    game.to_plot("Blue").say("LAUNCH", "COAST").to_scans(BLUE, 2)
    assert game[what].status == Status.ON_MAP
    assert bool(game[what].tracked) == known
    assert bool(game.visible(RED).unit_of[game.index(what)].x) == known
    assert len(game.events("LAUNCHED", RED)) == known


@pytest.mark.rule("IC-TRK-06", "IC-LOST-01")
def test_ships_of_a_side_share_a_track():
    """The ship that tracked goes blind, the other one, with its own sensors, holds it."""
    reds = [ship("One", (5, 20)), ship("Two", (5, 22))]
    game = sensors(position(reds, [ship("Blue", (9, 20))]))
    game.scan("One", "visual", "1x1", (9, 20)).say("PASS").set("One", crew=Condition.STUNNED)
    game.to_turn(3)
    assert game["Blue"].tracked
    game.set("Two", crew=Condition.STUNNED).to_scans(BLUE, 4)
    assert not game["Blue"].tracked


@pytest.mark.rule("IC-AMB-10")
def test_a_tracked_unit_is_not_reported_again():
    game = sensors(duel(blue=(9, 20))).track("Blue")
    game.scan("Red", "visual", "1x1", (9, 20)).say("PASS")
    assert game.told() == [] and game.events("CONTACT") == []


# -- losing it -----------------------------------------------------------------------------------


@pytest.mark.rule("IC-LOST-01", "IC-LOST-07")
def test_a_lost_unit_goes_back_to_hidden_movement():
    game = tracked(blue_ship={"vector": [1, 0]}).set("Red", crew=Condition.STUNNED)
    game.to_scans(BLUE, 2)
    assert not game["Blue"].tracked and game["Blue"].held == 0
    visible = game.visible(RED).unit_of[game.index("Blue")]
    assert (visible.x, visible.y, visible.power, visible.status) == (0, 0, 0, Status.UNUSED)
    assert visible.klass == game["Blue"].klass  # what was told is remembered
    assert (visible.last_turn, visible.last_x, visible.last_y) == (2, *game.place("Blue"))
    assert (visible.last_vx, visible.last_vy) == (1, 0)
    game.to_plot("Blue")
    assert game.state.phase == InterceptPhase.PLOTTING
    game.set("Red", crew=Condition.SOUND).to_scans(RED, 3)
    assert not game["Blue"].tracked  # to be tracked again


@pytest.mark.rule("IC-LOST-08")
def test_tracks_are_checked_at_the_end_of_movement_before_the_scans():
    game = tracked().set("Red", crew=Condition.STUNNED)
    game.to_plot("Red")
    assert game["Blue"].tracked  # Blue has moved, Red has not: nothing is lost yet
    game.say("COAST")
    assert game.state.phase == InterceptPhase.SENSORS and not game["Blue"].tracked
    kinds = [int(event.kind) for event in game.state.log[: game.state.log_count]]
    assert kinds.index(InterceptEvent.LOST) > max(
        k for k, kind in enumerate(kinds) if kind == InterceptEvent.MOVED
    )


@pytest.mark.rule("IC-LOST-08")
def test_a_ship_that_goes_blind_among_the_scans_keeps_its_track_till_the_next_movement():
    game = sensors(duel()).track("Blue").set("Red", crew=Condition.STUNNED).to_scans(BLUE)
    assert game["Blue"].tracked


@pytest.mark.rule("IC-LOST-02")
@pytest.mark.parametrize("facing", DIRECTIONS)
def test_the_aft_centreline_is_one_square_wide_and_straight_behind(facing):
    game = sensors(duel(red=(15, 18), blue=(15, 20)))
    step = {
        "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
        "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
    }[facing]  # fmt: skip
    game.set("Red", facing=DIRECTIONS[facing], thrust=1)
    behind = set()
    for x in range(1, 31):
        for y in range(1, 36):
            game.set("Blue", at=(x, y))
            if is_behind_drive(game["Red"], game["Blue"]):
                behind.add((x, y))
    expected = {(15 - n * step[0], 18 - n * step[1]) for n in range(1, 36)}
    assert behind == {(x, y) for x, y in expected if 1 <= x <= 30 and 1 <= y <= 35}


@pytest.mark.rule("IC-LOST-02")
@pytest.mark.parametrize("thrust", [0, 1])
def test_only_while_the_tracker_thrusts(thrust):
    """Red burns away from Blue, straight west of it."""
    game = tracked(red=(15, 20), blue=(10, 20)).to_plot("Red")
    game.say("E", f"{thrust}G")
    assert bool(game["Blue"].tracked) == (thrust == 0)
    if thrust:
        assert game.events("LOST", RED)[-1].a == TrackLoss.BEHIND_DRIVE


@pytest.mark.rule("IC-LOST-02", "IC-TRK-06")
def test_another_ship_beside_the_line_holds_the_track():
    reds = [ship("Burner", (15, 20)), ship("Watcher", (15, 25))]
    game = sensors(position(reds, [ship("Blue", (10, 20))]), BLUE).track("Blue").to_plot("Burner")
    game.say("E", "1G").to_scans(BLUE, 2)
    assert game["Burner"].thrust == 1 and game["Blue"].tracked


@pytest.mark.rule("IC-LOST-03")
def test_popped_in_a_ship_loses_its_tracks():
    """At 20 squares: neutrino and mass reach 15 only."""
    game = tracked(blue=(25, 20)).to_plot("Red").say("POP_IN", "COAST")
    assert not game["Blue"].tracked
    assert game.events("LOST", RED)[-1].a == TrackLoss.RANGE


@pytest.mark.rule("IC-LOST-03")
def test_neutrino_and_mass_tracks_stay():
    game = tracked(blue=(15, 20)).to_plot("Red").say("POP_IN", "COAST")
    assert game["Blue"].tracked and not game["Red"].popped
    game = tracked(blue=(15, 20), red_ship={"values": {"sensors": "civilian"}})
    game.to_plot("Red").say("POP_IN", "COAST")
    assert not game["Blue"].tracked  # it has none of the two
    assert game.events("LOST", RED)[-1].a == TrackLoss.BLIND


@pytest.mark.rule("IC-LOST-03")
def test_popped_in_a_ship_loses_the_missiles_it_launched_and_not_its_craft():
    carries = ["Missile volley", "Pinnace"]
    other = ship("Other", (5, 22), carries=[{"class": "Missile volley", "name": "Its own"}])
    reds = [ship("Red", (5, 20), carries=carries), other]
    game = Table(position(reds, [ship("Blue", (25, 20))]))
    game.to_plot("Red").say("LAUNCH", "Missile volley", "COAST")
    game.to_plot("Other").say("LAUNCH", "COAST").to_turn(2)
    game.to_plot("Red").say("LAUNCH", "COAST").to_turn(3)  # the pinnace is left
    game.to_plot("Red").say("POP_IN", "COAST").to_scans(RED, 3)
    assert game["Missile volley"].status == Status.GONE
    assert game["Missile volley"].loss == Loss.UNCONTROLLED
    assert game["Pinnace"].status == Status.ON_MAP and game["Its own"].status == Status.ON_MAP


@pytest.mark.rule("IC-LOST-04", "IC-PLA-02")
def test_a_planet_in_the_line_of_sight_blocks_all_but_neutrino_and_mass():
    bodies = [{"kind": "large planet", "square": [15, 20]}]
    game = sensors(duel(red=(5, 20), blue=(25, 20), bodies=bodies))
    assert hinderance(game) == TrackLoss.RANGE  # neutrino and mass look through, but reach 15 only
    game.klass("Red").sensor[3:] = -99
    assert hinderance(game) == TrackLoss.BLOCKED
    game.set("Blue", at=(25, 10))
    assert hinderance(game) is None
    near = sensors(duel(red=(12, 20), blue=(18, 20), bodies=bodies))
    assert hinderance(near) is None


@pytest.mark.rule("IC-LOST-04")
def test_behind_a_planet_the_track_is_lost():
    """Blue drifts down from (25, 14) to (25, 20); the planet on (15, 20) is then in between."""
    bodies = [{"kind": "large planet", "square": [15, 20]}]
    game = tracked(blue=(25, 8), blue_ship={"vector": [0, 6]}, bodies=bodies)
    assert game.place("Blue") == (25, 14) and game["Blue"].tracked
    game.to_scans(BLUE, 2)
    assert game.place("Blue") == (25, 20) and not game["Blue"].tracked


@pytest.mark.rule("IC-LOST-05", "IC-LOST-03")
@pytest.mark.parametrize("state", [Condition.STUNNED, Condition.CRITICAL])
def test_surface_or_core_out_of_order(state):
    """At 10 squares both kinds hold the track; at 20 only those of the surface."""
    for away, surface, core in ((15, True, True), (25, False, True)):
        for location, held in (("surface", surface), ("core", core)):
            game = tracked(blue=(away, 20)).set("Red", **{location: state}).to_scans(BLUE, 2)
            assert bool(game["Blue"].tracked) == held, (away, location)
    game = tracked().set("Red", surface=state, core=state).to_scans(BLUE, 2)
    assert not game["Blue"].tracked


@pytest.mark.rule("IC-LOST-06")
@pytest.mark.parametrize("state", [Condition.STUNNED, Condition.CRITICAL])
def test_a_crew_out_of_order_tracks_nothing(state):
    game = tracked().set("Red", crew=state).to_scans(BLUE, 2)
    assert not game["Blue"].tracked and game.events("LOST", RED)[-1].a == TrackLoss.BLIND


@pytest.mark.rule("IC-LOST-05", "IC-LOST-06")
def test_a_scenario_may_begin_with_such_damage():
    condition = {"surface": "stunned", "crew": "critical"}
    game = tracked(red_ship={"condition": condition}).to_scans(BLUE, 2)
    assert (game["Red"].surface, game["Red"].core, game["Red"].crew) == (1, 0, 2)
    assert not game["Blue"].tracked


@pytest.mark.rule("IC-LOST-07")
@pytest.mark.parametrize(
    ("total", "squares"),
    [
        (-50, 5),
        (-1, 5),
        (0, 15),
        (2, 15),
        (3, 25),
        (5, 25),
        (6, 50),
        (8, 50),
        (9, 75),
        (11, 75),
        (12, 100),
        (14, 100),
        (15, 125),
        (40, 125),
    ],
)
def test_greatest_tracked_range(total, squares):
    game = sensors(duel())
    assert max_tracked_range(game.rules, total) == squares


@pytest.mark.rule("IC-LOST-07")
@pytest.mark.parametrize(("away", "held"), [(15, True), (16, False)])
def test_a_target_beyond_that_range_is_lost(away, held):
    """Sensors in on both ships: Red's mass 0 + 1 reaches 15 squares, so does neutrino 1 + 1."""
    game = tracked(red=(5, 20), blue=(5 + away, 20), red_ship={"popped": False})
    assert bool(game["Blue"].tracked)
    game.to_scans(BLUE, 2)
    assert bool(game["Blue"].tracked) == held


@pytest.mark.rule("IC-LOST-07", "IC-AMB-05")
def test_every_working_sensor_counts_the_best_signature():
    """IR alone: 4 + 1 holds 25 squares; with the plume of 3 G, 4 + 8, a hundred."""
    game = sensors(duel(red=(1, 1), blue=(30, 20)))
    for sensor in (0, 2, 3, 4):
        game.klass("Red").sensor[sensor] = -99
    game.set("Red", at=(1, 20))
    assert hinderance(game) == TrackLoss.RANGE
    game.set("Blue", thrust=3)
    assert hinderance(game) is None
    game.set("Blue", thrust=0, at=(26, 20))
    assert hinderance(game) is None
    game.set("Blue", at=(27, 20))
    assert hinderance(game) == TrackLoss.RANGE


@pytest.mark.rule("IC-AMB-05")
@pytest.mark.parametrize(
    "fields", [{"power": Power.OFF}, {"popped": 0, "core": 1}, {"crew": 1}, {"status": Status.GONE}]
)
def test_a_ship_without_a_working_sensor_holds_no_track(fields):
    reds = [ship("Eye", (5, 20)), ship("Hulk", (14, 20), values={"sensors": "none"})]
    game = sensors(position(reds, [ship("Blue", (15, 20))]), BLUE).track("Blue")
    game.set("Eye", **fields).to_scans(BLUE, 2)
    assert not game["Blue"].tracked


@pytest.mark.rule("IC-AMB-05")
def test_a_unit_that_gives_off_nothing_is_held_by_nothing():
    """Neutrino sensor alone, against a plant on batteries."""
    game = sensors(duel()).set("Blue", power=Power.BATTERIES)
    for sensor in (0, 1, 2, 4):
        game.klass("Red").sensor[sensor] = -99
    game.set("Blue", at=(6, 20))
    assert hinderance(game) == TrackLoss.RANGE


@pytest.mark.rule("IC-LOST-01")
def test_the_reason_is_shown_to_the_tracker_alone():
    """Why a ship cannot see is its own secret; that the track is lost both know."""
    visible = []
    for fields in ({"crew": Condition.STUNNED}, {"popped": 0, "core": Condition.STUNNED}):
        game = tracked(blue=(25, 20)).set("Red", **fields).to_scans(BLUE, 2)
        assert len(game.events("LOST", RED)) == 1
        visible.append([tuple(int(e[n]) for n in "abcde") for e in game.events("LOST", BLUE)])
    game = tracked(blue=(25, 20)).to_plot("Red").say("POP_IN", "COAST")
    visible.append([tuple(int(e[n]) for n in "abcde") for e in game.events("LOST", BLUE)])
    assert visible[0] == visible[1] == visible[2] and len(visible[0]) == 1
