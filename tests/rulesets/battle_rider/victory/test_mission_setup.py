"""Chapter ASG: missions, points and asteroids, and how both sides come to the map."""

import pytest
from kit.battle_rider.missions import PLANET, SOURCE, empires
from kit.battle_rider.table import position, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.model.hexgrid import distance, offset_row
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    BodyKind,
    CraftStatus,
    Decision,
    Errand,
    ForceStatus,
    Surface,
    class_row,
    crew_price,
    missions,
)
from spacecombat_env.rulesets.battle_rider.scenario import load

# --- the frame -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-ASG-05", "BR-ASG-01")
def test_missions_are_drawn_at_random_and_all_come_up():
    game, drawn = empires(delegate=("task_forces",)), set()
    for seed in range(12):
        entry.start(game.games, 0, game.table, seed)
        drawn.add((int(game.state.mission[0].number), int(game.state.mission[1].number)))
    assert len(drawn) > 8
    assert all(1 <= number <= 10 for pair in drawn for number in pair)


@pytest.mark.rule("BR-ASG-06", "BR-ASG-05")
@pytest.mark.parametrize(("scale", "points"), [(1, 150), (2, 300), (3, 450)])
def test_larger_scenarios_multiply_the_points(scale, points):
    game = empires(8, 10, begin=True, delegate=("task_forces",), scale=scale)
    game.skip_to(Decision.BUY_TACTICS)
    assert missions.mission_points(game.state, game.rules, 0) == points
    assert game.state.funds[0] == points


TACTICS = [(0, 1, 25), (0, 2, 23), (0, 5, 13), (0, 7, 8), (0, 10, 3), (1, 3, 18), (1, 10, 5)]


@pytest.mark.rule("BR-ASG-07")
@pytest.mark.parametrize(("seat", "number", "cost"), TACTICS)
def test_a_level_of_fleet_tactics_costs_a_twentieth(seat, number, cost):
    game = empires(number if seat == 0 else 1, number if seat else 1)
    game.state.mission[seat].number = number
    assert missions.tactics_cost(game.state, game.rules, seat) == cost


def pool_of(game, seat, name):
    """Ships of a class in a side's pool."""
    half = len(game.state.craft) // 2
    craft = game.table.opening[0].craft[seat * half : (seat + 1) * half]
    return sum(craft["klass"] == class_row(name))


@pytest.mark.rule("BR-ASG-02", "BR-ASG-08", "BR-ASG-09")
def test_blue_has_the_extra_gallants_and_the_shukugans():
    """Of twelve Gallants eight are halved; two of Blue's cannot be paid for without a tender."""
    game = empires(1, 1, scale=2)
    assert (pool_of(game, 0, "Gallant"), pool_of(game, 1, "Gallant")) == (4, 8)
    assert (pool_of(game, 0, "Shukugan"), pool_of(game, 1, "Shukugan")) == (0, 2)
    assert (pool_of(game, 0, "Admiral"), pool_of(game, 1, "Admiral")) == (6, 6)


@pytest.mark.rule("BR-ASG-03", "BR-AMB-85", "BR-AMB-84", "BR-MAP-05")
def test_players_place_the_asteroids():
    """Blue's on the central map (rows 12 to 22), Red's on the planet's, 4 hexes from it."""
    game = empires(1, 1, begin=True, delegate=("buying",))
    assert (game.rules.option.columns, game.rules.option.rows) == (19, 33)  # three of 19 by 11
    seats = []
    for column in (10, 10, 10, 11):
        assert game.decision == Decision.BODY_COLUMN
        seats.append(int(game.state.seat))
        game.say(column)
        rows = {row for row in range(24) if game.can_say(row)}
        if seats[-1] == 0 and column == 10:
            assert rows == set(range(6, 12))  # rows 28 to 33
        elif len(seats) == 2:
            assert rows == set(range(1, 12)) - {11}  # its first one lies there
        else:
            assert rows
        game.say(max(rows))
    assert seats == [1, 1, 0, 0]
    bodies = [(int(b.q), offset_row(int(b.q), int(b.r))) for b in game.state.body[1:5]]
    assert bodies[0] == (10, 12)
    assert all(12 <= row <= 22 for _, row in bodies[:2])
    assert all(23 <= row <= 33 for _, row in bodies[2:])
    for body in game.state.body[3:5]:
        assert distance(int(body.q), int(body.r), *PLANET) >= 4


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09", "BR-ASG-03")
@pytest.mark.parametrize("red", [8, 9])
def test_red_chooses_one_of_the_four_asteroids(red):
    """Red has just named a row and a column: other bounds than those of the asteroids."""
    game = empires(red, 3, begin=True, delegate=("buying",)).skip_to(Decision.SECRET_ASTEROID)
    assert game.state.seat == 0 and (game.state.body["kind"] == BodyKind.ASTEROID).sum() == 4
    assert {number for number in range(24) if game.can_say(number)} == {1, 2, 3, 4}
    assert game.say(4).state.mission[0].asteroid == 4


@pytest.mark.rule("BR-ASG-04")
def test_blue_starts_by_the_planet_or_an_asteroid():
    game = empires(1, 3, begin=True, delegate=("buying",)).skip_to(Decision.SETUP_PLACE)
    assert game.state.seat == 1
    tf = int(game.state.order[1].tf)
    force = game.state.tf[tf]
    assert {place for place in range(24) if game.can_say(place)} == set(range(7))
    saved = game.games.raw[0].copy()
    for place, surface in ((0, Surface.LANDED), (1, Surface.SPACE)):
        game.games.raw[0][:] = saved
        game.say(place)
        assert ((force.q, force.r), force.vq, force.vr) == (PLANET, 0, 0)
        assert (force.status, force.surface) == (ForceStatus.ON_MAP, surface)
    game.games.raw[0][:] = saved
    game.say(3)
    assert (force.q, force.r) == (game.state.body[2].q, game.state.body[2].r)
    game.games.raw[0][:] = saved
    game.say(6)
    assert {column for column in range(24) if game.can_say(column)} == set(range(5, 16))
    game.say(15)  # five columns off: six rows
    rows = [row for row in range(24) if game.can_say(row)]
    assert len(rows) == 6
    game.say(rows[0], ("direction", 0))
    assert distance(int(force.q), int(force.r), *PLANET) == 5
    assert abs(force.vq) + abs(force.vr) == 1


@pytest.mark.rule("BR-MIB-01", "BR-ASG-04")
def test_the_ambush_waits_off_the_map_until_turn_six():
    """Up to 150 points start on the map; the others enter from turn 6 on."""
    for seed in range(3):
        game = empires(1, 1, begin=True, delegate=("buying",), seed=seed).skip_to(
            Decision.SETUP_TURN
        )
        while game.state.seat == 0 or game.state.phase != 0:
            game.say(1).skip_to(Decision.SETUP_TURN)
        state, half = game.state, len(game.state.craft) // 2
        points = {True: 0, False: 0}
        for craft in state.craft[half:]:
            if craft.klass and craft.status in (CraftStatus.IN_FORCE, CraftStatus.ABOARD):
                klass = game.rules.classes[craft.klass]
                paid = (
                    int(klass.points) if klass.drone else crew_price(int(klass.points), craft.crew)
                )
                points[bool(craft.errand & Errand.LATE)] += paid
                if craft.tf >= 0 and craft.errand & Errand.LATE:
                    assert state.tf[craft.tf].status == ForceStatus.WAITING
        assert 0 < points[False] <= 150
        assert points[True] <= 350
        assert {turn for turn in range(24) if game.can_say(turn)} == set(range(6, 13))
        game.skip_to(Decision.CHOOSE_FORCE)
        for craft in state.craft[half:]:
            if craft.status == CraftStatus.IN_FORCE:
                waits = state.tf[craft.tf].status == ForceStatus.WAITING
                assert waits == bool(craft.errand & Errand.LATE)


@pytest.mark.rule("BR-MIB-06")
def test_merchants_cost_half_and_keep_turrets_and_sand():
    game = empires(1, 6)
    row = game.rules.merchant[class_row("Starburst")]
    klass, printed = game.rules.classes[row], game.rules.classes[class_row("Starburst")]
    assert klass.merchant
    assert (klass.points, klass.sandcasters, klass.g, klass.jump) == tuple(
        printed[name] for name in ("points", "sandcasters", "g", "jump")
    )
    nothing = ("fire_control", "directors", "missiles", "jammer", "masked", "armor", "meson_screen")
    assert all(klass[name] == 0 for name in (*nothing, "dampers", "black_globe"))
    assert klass.sensor_range[1] == 0
    assert klass.sensor_range[0] == printed.sensor_range[0]
    assert [weapon.kind > 0 for weapon in klass.weapon[:3]] == [False] * 3
    assert klass.weapon[3] == printed.weapon[3]
    assert game.rules.merchant[class_row("Gallant")] == 0  # no jump drive
    assert [missions.merchant_price(75, crew) for crew in range(3)] == [38, 45, 30]


@pytest.mark.rule("BR-MIB-06")
def test_a_convoy_is_bought_with_the_ships_that_enter_later():
    for seed in range(4):
        game = empires(1, 6, begin=True, delegate=("buying",), seed=seed).skip_to(
            Decision.SETUP_FORCE
        )
        while game.state.seat == 0:
            game.skip_to(
                Decision.CHOOSE_FORCE
            ) if game.decision != Decision.SETUP_FORCE else game.idle()
            if game.state.phase:
                break
        half = len(game.state.craft) // 2
        fleet = [c for c in game.state.craft[half:] if c.klass and c.status < 3]
        merchant = [c for c in fleet if game.rules.classes[c.klass].merchant]
        assert merchant
        assert all(c.errand & Errand.LATE for c in merchant)


# --- the set-up under standing orders ------------------------------------------------------------


def delegated(red, blue, seed=0):
    """Fleets and set-up left to the engine, up to the first turn."""
    return empires(red, blue, begin=True, delegate=("buying", "task_forces"), seed=seed)


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09")
@pytest.mark.parametrize("red", [8, 9])
def test_the_secret_asteroid_of_standing_orders_is_the_farthest_from_the_planet(red):
    for seed in range(3):
        state = delegated(red, 3, seed).state
        away = [distance(int(body.q), int(body.r), *PLANET) for body in state.body[1:5]]
        assert away[state.mission[0].asteroid - 1] == max(away)


LONG = pytest.mark.slow


@pytest.mark.rule("BR-ASG-04", "BR-ASG-05")
@pytest.mark.parametrize("blue", [3, pytest.param(6, marks=LONG), pytest.param(10, marks=LONG)])
def test_standing_orders_place_blue_alike_for_every_mission(blue):
    """In orbit, or five hexes from the planet and heading for Red's edge: at random."""
    orbits, near = 0, 0
    for seed in range(8):
        state = delegated(1, blue, seed).state
        for tf in state.tf[len(state.tf) // 2 :]:
            if tf.status != ForceStatus.ON_MAP:
                continue
            assert tf.surface == Surface.SPACE
            away = distance(int(tf.q), int(tf.r), *PLANET)
            assert away in (0, 5)
            orbits += away == 0
            near += away == 5
            if away:
                assert int(tf.r) + int(tf.q) // 2 < PLANET[1] + 5
                assert (int(tf.vq), int(tf.vr)) == (0, -1)
    assert orbits >= 4 and near >= 4


@pytest.mark.rule("BR-SCN-02", "BR-ASG-05")
def test_standing_orders_enter_red_at_random_and_at_one_velocity():
    """Transit: the ships enter no nearer to their asteroid than the dummies do."""
    columns = set()
    for seed in range(6):
        state = delegated(8, 3, seed).state
        forces = [tf for tf in state.tf[: len(state.tf) // 2] if tf.status]
        assert len({int(tf.vr) for tf in forces}) == 1
        columns.update(int(tf.q) for tf in forces if tf.strength)
    assert len(columns) > 3


# --- errors --------------------------------------------------------------------------------------


BAD = [
    ({"missions": {"red": 11}}, "missions.red: 11 is above 10"),
    ({"scale": 4}, "scale: 4 is above 3"),
    ({"bodies": []}, "bodies: one planet"),
    ({"map": {"columns": 19, "rows": 30}}, "map: missions are played on three maps"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_errors_name_the_field(change, message):
    source = {key: value for key, value in SOURCE.items() if key != "resolved"}
    with pytest.raises(ScenarioError, match=message):
        load({**source, **change})


def test_missions_belong_to_pocket_empires():
    with pytest.raises(ScenarioError, match="missions: only with victory: pocket_empires"):
        load(position(side(["Rapier"]), side(["Rapier"]), missions={"red": 1}))
