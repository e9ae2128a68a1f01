"""Chapter SEQ: the order of play, who scans first, and what is kept secret."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, Table, duel, position, sensors, ship

from spacecombat_env.core.model.record import field_names
from spacecombat_env.rulesets.intercept_sensors.model import (
    NONE,
    InterceptDecision,
    InterceptEvent,
    InterceptPhase,
    Status,
    first_side,
)


def order_of_questions(game, turn):
    """Seats and kinds of question of a turn, everybody idle, repeats left out."""
    requested = []
    game.to_turn(turn)
    while not game.over and game.state.turn == turn:
        decision = (int(game.state.seat), game.decision)
        if not requested or requested[-1] != decision:
            requested.append(decision)
        game.idle()
    return requested


@pytest.mark.rule("IC-SEQ-02", "IC-SEQ-03")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_a_scans_first_on_odd_turns_and_b_on_even_ones(turn):
    """Movement is plotted by A and then by B; the scans follow the letter of the turn."""
    first = RED if turn % 2 else BLUE
    assert order_of_questions(Table(duel()), turn) == [
        (RED, InterceptDecision.PLOT),
        (BLUE, InterceptDecision.PLOT),
        (first, InterceptDecision.SCAN),
        (1 - first, InterceptDecision.SCAN),
    ]


@pytest.mark.rule("IC-SEQ-03")
def test_the_turn_track_is_logged_with_its_letter():
    game = Table(duel()).to_turn(3)
    assert [(int(e.a), int(e.side)) for e in game.events("TURN")] == [(1, 0), (2, 1), (3, 0)]
    assert all(event.known == 3 for event in game.events("TURN"))


@pytest.mark.rule("IC-SEQ-01", "IC-SEQ-02")
def test_scans_questions_signals_and_the_roll_of_one_side_come_before_the_other_side_scans():
    """Red looks up into its own glare: 4 - 8 - 6 = -10; IR of a burning Blue: 8 - 10 = -2. So the
    second scan, clear of the column: 4 - 1 = 3, signal 11, is the one that is rolled for."""
    game = sensors(duel(), RED)
    game.scan("Red", "ir", "5x5_boxes", (13, 18)).scan("Red", "visual", "1_box", (15, 20))
    kinds = [InterceptEvent(int(e.kind)) for e in game.state.log[: game.state.log_count] if e.kind]
    first = kinds.index(InterceptEvent.SCAN)
    assert kinds[first:] == [
        InterceptEvent.SCAN,
        InterceptEvent.SCAN,
        InterceptEvent.GLARE,
        InterceptEvent.CONTACT,
        InterceptEvent.ROLL,
        InterceptEvent.TRACKED,
    ]
    assert (game.decision, int(game.state.seat)) == (
        InterceptDecision.SCAN,
        BLUE,
    )  # and only now the other side
    assert game.state.declared[BLUE] == 0


@pytest.mark.rule("IC-SEQ-01")
def test_the_sensors_phase_follows_movement():
    game = Table(duel())
    assert game.state.phase == InterceptPhase.PLOTTING
    game.to_scans()
    assert game.state.phase == InterceptPhase.SENSORS
    assert all(game[name].moved for name in ("Red", "Blue"))


@pytest.mark.rule("IC-SEQ-04", "IC-TRK-02")
@pytest.mark.parametrize(("turn", "order"), [(2, ["Red", "Blue"]), (3, ["Blue", "Red"])])
def test_the_letter_decides_who_moves_last_of_the_tracked(turn, order):
    """Both are tracked: who wins ties moves last, seeing what the other did."""
    game = Table(duel()).to_scans(BLUE, turn - 1).track("Red", "Blue").to_turn(turn)
    moved = []
    while game.decision == InterceptDecision.PLOT:
        moved.append(game.names[game.state.unit])
        assert game.state.phase == InterceptPhase.OPEN_MOVEMENT
        game.say("COAST")
    assert moved == order


@pytest.mark.rule("IC-SEQ-03", "IC-SEQ-04")
def test_the_first_side_by_turn():
    game = Table(duel())
    letters = []
    for turn in range(1, 7):
        game.state.turn = turn
        letters.append(first_side(game.state))
    assert letters == [RED, BLUE, RED, BLUE, RED, BLUE]


@pytest.mark.rule("IC-SEQ-05")
def test_plots_are_carried_out_together_when_both_are_in():
    game = Table(duel(red_ship={"vector": [1, 0]}, blue_ship={"vector": [-1, 0]}))
    game.say("E", "2G")
    assert game.place("Red") == (5, 20) and game.vector("Red") == (1, 0)
    assert (game.decision, int(game.state.seat)) == (InterceptDecision.PLOT, BLUE)
    game.say("COAST")
    assert game.place("Red") == (8, 20) and game.place("Blue") == (14, 20)


@pytest.mark.rule("IC-SEQ-05")
def test_nothing_of_an_untracked_ship_is_known():
    game = sensors(duel(red_ship={"vector": [1, 0]}), RED)
    hidden = game.visible(BLUE).unit_of[game.index("Red")]
    for name in field_names(hidden.dtype):
        if name not in ("carrier", "plot_launch"):
            assert hidden[name] == 0, name
    own = game.visible(RED).unit_of[game.index("Red")]
    assert (own.x, own.y, own.vx) == (6, 20, 1)


@pytest.mark.rule("IC-SEQ-05")
def test_movement_of_the_untracked_is_logged_for_its_own_side_alone():
    game = sensors(duel(), RED)
    for seat, name in enumerate(("Red", "Blue")):
        assert [int(e.unit) for e in game.events("MOVED", seat)] == [game.index(name)]


@pytest.mark.rule("IC-SEQ-05")
def test_answers_are_true_whatever_the_target_would_like():
    """No question is put to the target: the engine answers for it."""
    game = sensors(duel(), RED)
    game.scan("Red", "visual", "1x1", (8, 20)).say("PASS")
    assert game.last_scan().finds == 0
    game.set("Blue", at=(8, 20)).to_scans(RED, 3)
    game.set("Blue", at=(8, 20)).scan("Red", "visual", "1x1", (8, 20)).say("PASS")
    assert game["Blue"].tracked and game.decision == InterceptDecision.SCAN


def test_ships_are_placed_in_secret_within_their_zones():
    """Ours: A's ships first, then B's; neither sees the other's."""
    source = position([ship("One"), ship("Two")], [ship("Three")])
    source["sides"]["red"]["zone"] = {"columns": [1, 7], "rows": [11, 15]}
    game = Table(source)
    assert game.decision == InterceptDecision.PLACE_BOX and game.state.phase == InterceptPhase.SETUP
    assert game.legal() == {game.action_of("A3"), game.action_of("B3")}
    game.say("B3")
    assert game.legal() == {game.action_of((x, y)) for x in (6, 7) for y in range(11, 16)}
    game.say((7, 12), "A3", (1, 15))
    assert game.place("One") == (7, 12) and game.place("Two") == (1, 15)
    assert int(game.state.seat) == BLUE and game.state.turn == 0
    assert not game.visible(BLUE).unit_of[0].x and not game.events("PLACED", BLUE)
    game.say("F7", (30, 35))
    assert game.place("Three") == (30, 35) and game.state.turn == 1
    assert game["Three"].status == Status.ON_MAP


def test_blue_refers_to_a_mirrored_map():
    """Its box A1 is the top right one, its columns count from the right, its E is our W."""
    game = Table(position([ship("Red", (5, 20))], [ship("Blue")]))
    assert game.state.seat == BLUE
    first_box = game.action_of("F1")
    assert first_box == min(game.legal())
    game.say("F1")
    assert min(game.legal()) == game.action_of((30, 1))
    game.say((30, 1)).to_plot("Blue")
    east, west = game.action_of("E"), game.action_of("W")
    assert east - west == 4  # counted clockwise from N: W of the map is its E
    game.say("W", "1G")
    assert game.vector("Blue") == (-1, 0)


@pytest.mark.parametrize("delegate", [("setup",), ("setup", "emissions", "launches")])
def test_delegated_set_up_places_at_random_within_the_zone(delegate):
    source = position([ship("Red")], [ship("Blue")])
    source["sides"]["red"]["zone"] = {"columns": [3, 7], "rows": [9, 12]}
    places = set()
    for seed in range(6):
        game = Table(source, seed=seed, delegate=delegate)
        assert game.state.turn == 1
        x, y = game.place("Red")
        assert 3 <= x <= 7 and 9 <= y <= 12
        places.add((x, y))
    assert len(places) > 3


@pytest.mark.rule("IC-SEQ-05")
@pytest.mark.parametrize(("name", "seat"), [("Red", RED), ("Blue", BLUE)])
def test_what_a_side_decides_and_for_which_ship_is_its_own_business(name, seat):
    game = Table(duel()).to_plot(name)
    own, other = game.visible(seat), game.visible(1 - seat)
    assert (own.decision, own.unit) == (InterceptDecision.PLOT, game.index(name))
    assert (other.decision, other.unit) == (InterceptDecision.NOTHING, NONE)
