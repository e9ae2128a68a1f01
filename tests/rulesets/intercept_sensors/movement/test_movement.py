"""Movement, plots and launching: ours, after what the author says elsewhere; the post has none."""

import numpy as np
import pytest
from kit.intercept_sensors.table import BLUE, RED, Table, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.dispatch import legal
from spacecombat_env.rulesets.intercept_sensors.model import (
    InterceptDecision,
    InterceptPhase,
    Loss,
    Power,
    Status,
    TrackLoss,
)
from spacecombat_env.rulesets.intercept_sensors.movement.vectors import can_stop, stopping_squares

STEPS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip


def plot(*actions, **more):
    """Red's first orders, spoken and carried out; Blue coasts."""
    return Table(duel(red=(15, 18), blue=(28, 33), **more)).say(*actions).to_scans(RED)


def words_of(game):
    """The legal facings and verbs of a plot."""
    names = (*STEPS, "COAST", "POP_IN", "POP_OUT", "POWER_OFF", "BATTERIES", "IDLE", "LAUNCH")
    return {name for name in names if game.can_say(name)}


# -- vectors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", STEPS)
@pytest.mark.parametrize("gs", [1, 3])
def test_thrust_adds_to_the_vector_along_the_facing(facing, gs):
    game = plot(facing, f"{gs}G")
    dx, dy = (gs * step for step in STEPS[facing])
    assert game.vector("Red") == (dx, dy) and game.place("Red") == (15 + dx, 18 + dy)
    assert list(STEPS)[game["Red"].facing] == facing and game["Red"].thrust == gs


def test_a_vector_lasts():
    game = plot("COAST", red_ship={"vector": [1, -2]})
    assert game.place("Red") == (16, 16) and game.vector("Red") == (1, -2)
    assert game["Red"].thrust == 0
    game.to_scans(RED, 3)
    assert game.place("Red") == (18, 12)


def test_coasting_keeps_the_facing_and_0_g_turns_the_ship():
    game = plot("COAST", red_ship={"facing": "SW"})
    assert list(STEPS)[game["Red"].facing] == "SW"
    game = plot("N", "0G")
    assert (game.vector("Red"), game["Red"].thrust, game["Red"].facing) == ((0, 0), 0, 0)


def test_no_more_gs_than_the_drive_has():
    game = Table(duel(red=(15, 18))).say("N")
    assert game.legal() == {game.action_of(f"{gs}G") for gs in range(4)}


def test_thrust_of_one_turn_is_over_in_the_next():
    game = plot("N", "2G").to_scans(RED, 2)
    assert game["Red"].thrust == 0 and game.vector("Red") == (0, -2)
    assert "VISUAL_THRUST" not in game.emits("Red")


# -- the edge ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("speed", "thrust", "squares"),
    [(0, 3, 0), (3, 3, 0), (4, 3, 1), (7, 3, 5), (-7, 3, 5), (5, 1, 10)],
)
def test_squares_that_a_ship_still_runs(speed, thrust, squares):
    """7 at 3 G: 4 next turn, then 1, then it stops."""
    assert stopping_squares(speed, thrust) == squares


@pytest.mark.parametrize(("x", "safe"), [(25, True), (26, False)])
def test_a_ship_must_be_able_to_stop_before_the_edge(x, safe):
    game = Table(duel())
    assert bool(can_stop(game.rules, x, 20, 7, 0, 3)) == safe


def test_no_plot_may_run_it_over_the_edge():
    """At 2 squares from the edge: 3 G would leave the map, 2 G come to the last column."""
    game = Table(duel(red=(28, 18), blue=(5, 5))).say("E")
    assert game.legal() == {game.action_of(f"{gs}G") for gs in range(3)}
    game = Table(duel(red=(30, 18), blue=(5, 5)))
    assert words_of(game) & set(STEPS) == {"N", "S", "W", "NW", "SW"}


def test_coasting_is_refused_where_it_leaves_no_way_to_stop():
    """4 squares a turn at column 26: braking 3 G it comes to 27; coasting it would reach 30 with
    vector 4, and then must leave."""
    game = Table(duel(red=(26, 18), blue=(5, 5), red_ship={"vector": [4, 0]}))
    assert words_of(game) & {*STEPS, "COAST"} == {"W", "SW", "NW"}
    game.say("W").say("3G").to_scans(RED)
    assert game.place("Red") == (27, 18)


def test_from_any_safe_state_a_ship_can_stop():
    """Braking as hard as it may, at random along either axis, it never leaves the map."""
    rng = np.random.default_rng(5)
    for _ in range(3):
        vector = [int(v) for v in rng.integers(-4, 5, 2)]
        game = Table(duel(red=(15, 18), blue=(2, 2), red_ship={"vector": vector}), max_turns=9)
        while not game.over:
            game.apply(rng.choice(sorted(game.legal())))
            assert game["Red"].status == Status.ON_MAP


# -- bodies --------------------------------------------------------------------------------------


def test_a_course_may_not_meet_a_body():
    """A planet two squares east: coasting 2 or more would end in it or pass through."""
    bodies = [{"kind": "small planet", "square": [17, 18]}]
    game = Table(duel(red=(15, 18), bodies=bodies)).say("E")
    assert game.legal() == {game.action_of("0G"), game.action_of("1G")}
    game = Table(duel(red=(15, 18), bodies=bodies, red_ship={"vector": [2, 0]}))
    assert not game.can_say("COAST")


def test_a_ship_without_a_way_past_crashes():
    """7 squares a turn, 3 G: whatever it does, it meets the gas giant."""
    bodies = [{"kind": "gas giant", "square": [18, 18]}]
    game = Table(duel(red=(14, 18), bodies=bodies, red_ship={"vector": [7, 0]}))
    assert words_of(game) >= {"COAST"} and not words_of(game) & set(STEPS)
    game.say("COAST", "COAST")
    assert (game["Red"].status, game["Red"].loss) == (Status.GONE, Loss.CRASHED)


def test_planets_off_still_are_in_the_way():
    bodies = [{"kind": "small planet", "square": [17, 18]}]
    game = Table(duel(red=(15, 18), bodies=bodies, rules={"planets": False})).say("E")
    assert not game.can_say("2G")


# -- power and sensors ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "power"),
    [
        (("COAST",), Power.IDLE),
        (("N", "0G"), Power.IDLE),
        (("N", "1G"), Power.FULL),
        (("POWER_OFF", "COAST"), Power.OFF),
        (("BATTERIES", "COAST"), Power.BATTERIES),
    ],
)
def test_power_as_plotted_and_full_for_thrust(actions, power):
    game = Table(duel(red=(15, 18), blue=(28, 33))).say(*actions).to_scans(BLUE)
    assert game["Red"].power == power


def test_after_thrust_the_plant_idles_again():
    game = plot("N", "1G").to_scans(RED, 2)
    assert game["Red"].power == Power.IDLE


@pytest.mark.parametrize("power", ["off", "batteries"])
def test_a_cold_plant_gives_no_thrust_until_it_is_started(power):
    game = Table(duel(red_ship={"power": power}))
    assert words_of(game) & set(STEPS) == set()
    game.say("IDLE", "N", "2G").to_scans(RED)
    assert game["Red"].power == Power.FULL and game.vector("Red") == (0, -2)


def test_a_ship_that_must_brake_may_not_shut_its_plant_down():
    game = Table(duel(red=(26, 18), blue=(5, 5), red_ship={"vector": [4, 0]}))
    assert not words_of(game) & {"POWER_OFF", "BATTERIES"}
    game = Table(duel(red=(26, 18), blue=(5, 5), red_ship={"vector": [4, 0], "power": "off"}))
    assert not game.can_say("COAST") and game.can_say("IDLE")  # it need not be lost


@pytest.mark.parametrize(("popped", "action"), [(True, "POP_IN"), (False, "POP_OUT")])
def test_sensors_go_in_and_out_once_a_turn(popped, action):
    game = Table(duel(red_ship={"popped": popped}))
    assert words_of(game) & {"POP_IN", "POP_OUT"} == {action}
    game.say(action)
    assert not words_of(game) & {"POP_IN", "POP_OUT"}
    assert game["Red"].popped == popped  # plotted, not yet done
    game.say("COAST").to_scans(BLUE)
    assert game["Red"].popped != popped


def test_popped_out_this_turn_a_ship_scans_this_turn():
    game = Table(duel(red_ship={"popped": False})).say("POP_OUT", "COAST").to_scans(RED).say("Red")
    assert game.can_say("visual")


def test_power_is_set_once_a_turn():
    game = Table(duel()).say("BATTERIES")
    assert not words_of(game) & {"POWER_OFF", "BATTERIES", "IDLE"}


# -- launching -----------------------------------------------------------------------------------


def carrier(*carries, **more):
    """Red carries something; it comes on with a vector of (1, -1)."""
    red = {"vector": [1, -1], "carries": list(carries), **more}
    return Table(duel(red=(10, 20), blue=(28, 33), red_ship=red))


@pytest.mark.parametrize("what", ["Pinnace", "Missile volley"])
def test_launched_units_take_square_and_vector_of_their_ship(what):
    game = carrier(what).say("LAUNCH", "COAST").to_scans(RED)
    assert game[what].status == Status.ON_MAP
    assert game.place(what) == game.place("Red") == (11, 19)
    assert game.vector(what) == (1, -1) and game[what].facing == game["Red"].facing
    game.to_plot(what).say("N", "1G").to_scans(RED, 2)
    assert game.place(what) == (12, 17)


def test_one_launch_a_turn_of_what_is_named():
    game = carrier("Pinnace", "Missile volley").say("LAUNCH")
    assert game.legal() == {game.action_of("Pinnace"), game.action_of("Missile volley")}
    game.say("Missile volley")
    assert not game.can_say("LAUNCH")
    game.say("COAST").to_scans(RED)
    assert game["Missile volley"].status == Status.ON_MAP
    assert game["Pinnace"].status == Status.ABOARD


def test_missiles_need_sensors_out_to_be_launched_craft_do_not():
    game = carrier("Missile volley", popped=False)
    assert not game.can_say("LAUNCH")
    assert game.say("POP_OUT").can_say("LAUNCH")
    assert carrier("Pinnace", popped=False).can_say("LAUNCH")


def test_popping_in_calls_a_plotted_volley_back():
    game = carrier("Missile volley", "Pinnace").say("LAUNCH", "Missile volley", "POP_IN", "COAST")
    game.to_scans(RED)
    assert game["Missile volley"].status == Status.ABOARD
    game = carrier("Missile volley", "Pinnace").say("LAUNCH", "Pinnace", "POP_IN", "COAST")
    game.to_scans(RED)
    assert game["Pinnace"].status == Status.ON_MAP


def test_a_volley_burns_for_its_endurance():
    game = carrier("Missile volley").say("LAUNCH", "COAST")
    burns = []
    for facing in ("W", "E", "W", "E"):
        game.to_plot("Missile volley").say(facing, "1G").to_scans(RED)
        burns.append(int(game["Missile volley"].burns))
    assert burns == [3, 2, 1, 0]
    # burnt out it can only coast, without a decision
    turn = int(game.state.turn)
    game.to_turn(turn + 1).to_scans(RED)
    assert game["Missile volley"].moved and game["Missile volley"].thrust == 0


def test_a_volley_without_thrust_left_runs_off_the_map():
    game = carrier("Missile volley").say("LAUNCH", "COAST").to_scans(RED)
    game.set("Missile volley", burns=0, at=(29, 5), vector=(3, 0)).to_turn(2).to_scans(RED)
    assert game["Missile volley"].loss == Loss.LEFT_MAP


def test_popped_in_the_missiles_under_way_are_lost():
    """See also IC-LOST-03 in test_tracking.py; here in secret: nobody else learns of it."""
    game = carrier("Missile volley").say("LAUNCH", "COAST").to_turn(2)
    game.to_plot("Red").say("POP_IN", "COAST").to_scans(RED)
    assert game["Missile volley"].loss == Loss.UNCONTROLLED
    assert len(game.events("GONE", RED)) == 1 and game.events("GONE", BLUE) == []


def test_missiles_and_what_is_aboard_go_with_their_ship():
    bodies = [{"kind": "gas giant", "square": [18, 18]}]
    red = {"carries": ["Missile volley", "Pinnace"]}
    game = Table(duel(red=(10, 18), blue=(28, 33), red_ship=red, bodies=bodies))
    game.say("LAUNCH", "Missile volley", "COAST").to_plot("Red")
    game.set("Red", at=(14, 18), vector=(7, 0)).say("COAST")
    game.until(lambda: game.decision == InterceptDecision.SCAN)
    assert game["Red"].loss == Loss.CRASHED
    assert game["Missile volley"].loss == Loss.UNCONTROLLED
    assert game["Pinnace"].status == Status.GONE and game["Pinnace"].loss == Loss.CRASHED


# -- standing orders -----------------------------------------------------------------------------


def test_delegated_emissions_and_launches_are_no_decisions():
    source = duel(red_ship={"carries": ["Pinnace"]})
    game = Table(source, delegate=("emissions", "launches"))
    assert words_of(game) == {*STEPS, "COAST"}
    assert words_of(Table(source, delegate=("emissions",))) == {*STEPS, "COAST", "LAUNCH"}
    assert "POP_IN" in words_of(Table(source, delegate=("launches",)))
    game.say("N", "1G").to_scans(RED, 2)
    assert game["Red"].popped and game["Red"].power == Power.IDLE


def test_delegated_emissions_start_a_cold_plant():
    """The standing order lets the plant idle, so that the ship can brake."""
    for delegate, power in ((("emissions",), Power.IDLE), ((), Power.OFF)):
        game = Table(duel(red_ship={"power": "off"}), delegate=delegate)
        game.say("COAST").to_scans(BLUE)
        assert game["Red"].power == power


# -- the open and the secret part ----------------------------------------------------------------


def test_open_moves_come_first_and_are_carried_out_at_once():
    reds = [ship("Known", (5, 20)), ship("Hidden", (5, 24))]
    game = sensors(position(reds, [ship("Blue", (25, 20))]), BLUE).track("Known").to_turn(2)
    assert game.decision == InterceptDecision.PLOT and game.state.unit == game.index("Known")
    assert game.state.phase == InterceptPhase.OPEN_MOVEMENT
    game.say("E", "1G")
    assert game.place("Known") == (6, 20)
    assert game.state.unit == game.index("Hidden") and game.state.phase == InterceptPhase.PLOTTING
    game.say("E", "1G")
    assert game.place("Hidden") == (5, 24)  # not before Blue has plotted
    game.say("COAST")
    assert game.place("Hidden") == (6, 24)


def test_the_reason_of_a_loss_is_the_one_that_came_nearest():
    """Of two trackers one is blind and one out of range: out of range."""
    reds = [ship("Blind", (5, 20), condition={"crew": "stunned"}), ship("Far", (5, 24))]
    game = sensors(position(reds, [ship("Blue", (25, 20))]), BLUE).track("Blue")
    game.set("Far", popped=0).to_scans(BLUE, 2)
    assert game.events("LOST", RED)[-1].a == TrackLoss.RANGE


# -- actions ---------------------------------------------------------------------------------------


def test_an_action_is_legal_or_it_is_not():
    """The mask of every question of a plot is of zeros and ones."""
    carrier = {"carries": ["Missile volley", "Pinnace"]}
    game, requested = Table(duel(red_ship=carrier)), set()
    for action in ("LAUNCH", "Missile volley", "NE", "2G"):
        mask = np.zeros(game.scenario.actions.size, np.int8)
        legal(game.state, game.rules, mask)
        assert set(mask.tolist()) == {0, 1}
        requested.add(game.decision)
        game.say(action)
    assert requested == {InterceptDecision.PLOT, InterceptDecision.LAUNCH, InterceptDecision.THRUST}
