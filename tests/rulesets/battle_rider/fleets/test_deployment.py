"""Chapters SCN-01..04, 09..11 and MAP: the map, set-up and entry."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import product

import pytest
from kit.battle_rider.table import Table, position, ship, side, started

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.model.hexgrid import (
    axial_row,
    crosses_side,
    distance,
    neighbour,
    offset_row,
    on_map,
    passes_through,
)
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    LAST_ENTRY_TURN,
    Decision,
    ForceStatus,
    Phase,
    tables,
)

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
COLUMNS, ROWS = 19, 33
MAP = [(q, axial_row(q, row)) for q, row in product(range(1, COLUMNS + 1), range(1, ROWS + 1))]


def hex_at(column, row):
    """A printed hex in axial coordinates."""
    return column, axial_row(column, row)


def numbers(game, high=24):
    """Amounts that may be said."""
    return [n for n in range(high) if game.can_say(n)]


def setting_up(*ships, tactics=4, **more):
    """Red sets up in secret; Blue is placed."""
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    return Table(position(side(list(ships), None, tactics), blue), **more)


# -- the map -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-GEN-04", "BR-SCN-09", "BR-MAP-04", "BR-AMB-84")
def test_three_maps_of_19_by_11_form_one_grid():
    """RULES.md MAP-04: 627 hexes; across the seam of two maps hexes are neighbours as elsewhere."""
    option = Table("skirmish", begin=False).rules.option
    assert (option.columns, option.rows) == (19, 3 * 11)
    assert len(MAP) == 627 and all(on_map(q, r, COLUMNS, ROWS) for q, r in MAP)
    assert not on_map(*hex_at(10, 0), COLUMNS, ROWS) and not on_map(*hex_at(20, 5), COLUMNS, ROWS)
    for seam in (11, 22):
        for column in range(1, COLUMNS + 1):
            assert distance(*hex_at(column, seam), *hex_at(column, seam + 1)) == 1
    inner = [h for h in MAP if 1 < h[0] < 19 and 1 < offset_row(*h) < 33]
    for q, r in inner:
        around = [neighbour(q, r, direction) for direction in range(6)]
        assert len(set(around)) == 6 and all(on_map(*h, COLUMNS, ROWS) for h in around)


@pytest.mark.rule("BR-MAP-04")
def test_the_greatest_range_is_41_within_the_printed_table_of_44():
    corners = [hex_at(c, r) for c, r in product((1, 2, 18, 19), (1, 33))]
    assert max(distance(*a, *b) for a, b in product(corners, MAP)) == 41 <= 44


@pytest.mark.rule("BR-MAP-04", "BR-MAP-05", "BR-AMB-84")
def test_columns_and_rows_are_parameters():
    source = position(
        side(["Fiery"], [{"ships": ["Fiery"], "hex": "0303"}]),
        side(["Fiery"], [{"ships": ["Fiery"], "hex": "0512"}]),
        map={"columns": 7, "rows": 15},
    )
    option = Table(source).rules.option
    assert (option.columns, option.rows) == (7, 15)
    source["sides"]["blue"]["task_forces"][0]["hex"] = "0516"
    with pytest.raises(ScenarioError, match="off the map"):
        Table(source)


@pytest.mark.rule("BR-MAP-05", "BR-AMB-85")
def test_planet_hex_1010_of_the_blue_map():
    """Column 10, row 24 of the whole: the tenth row from Blue's edge, 5 hexes of room around."""
    planet = hex_at(10, 24)
    assert ROWS + 1 - offset_row(*planet) == 10
    game = Table("picket")
    assert (game.state.body[0].q, game.state.body[0].r) == planet
    circle = [(planet[0] + q, planet[1] + r) for q, r in product(range(-5, 6), repeat=2)]
    circle = [h for h in circle if distance(*planet, *h) <= 5]
    assert len(circle) == 91 and all(on_map(*h, COLUMNS, ROWS) for h in circle)


@pytest.mark.rule("BR-MAP-06")
def test_lines_and_hexes():
    """Along a side: both hexes; through a corner only: neither; the interior: yes."""
    assert passes_through(0, 0, 1, 1, 0, 1) and passes_through(0, 0, 1, 1, 1, 0)  # along the side
    assert passes_through(0, 0, 0, 3, 0, 2)
    assert not passes_through(0, 0, 0, 3, 1, 1)
    assert not passes_through(0, 0, 1, 1, -1, 1)  # it has no more than a corner there
    assert not passes_through(0, 0, 0, 3, 0, 4)  # beyond the end
    for a, b, h in product([(5, 5)], [(9, 8), (3, 7), (8, 1)], MAP[::7]):
        assert passes_through(*a, *b, *h) == passes_through(*b, *a, *h)


@pytest.mark.rule("BR-MAP-06")
def test_lines_and_hexsides():
    """A corner belongs to both sides that meet there."""
    assert [crosses_side(0, 3, k) for k in range(6)] == [True] + [False] * 5
    assert [crosses_side(1, 1, k) for k in range(6)] == [True, True] + [False] * 4
    assert [crosses_side(1, 2, k) for k in range(6)] == [True] + [False] * 5


# -- set-up --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-01", "BR-TF-01")
def test_set_up_is_secret_and_comes_first():
    game = Table("skirmish")
    assert game.state.phase == Phase.SETUP and game.state.seat == 0
    game.skip_to(Decision.SETUP_COLUMN)
    visible = game.visible(1)
    assert (visible.tf["status"][:BLUE_FORCE] == ForceStatus.UNUSED).all()
    assert (visible.craft["status"][:BLUE_SHIP] == 0).all()
    while game.state.phase == Phase.SETUP:
        game.idle()
    assert game.state.phase > Phase.SETUP and game.state.turn == 1


@pytest.mark.rule("BR-SCN-02", "BR-SCN-09", "BR-AMB-56", "BR-MOV-09")
def test_forces_wait_outside_their_own_far_edge_and_head_straight_for_the_other():
    """Columns are counted from each seat's left; 3 is column 3 for Red, 17 for Blue."""
    game = Table("skirmish")
    for edge, column, step in ((0, 3, 1), (34, 17, -1)):
        game.skip_to(Decision.SETUP_COLUMN)
        assert numbers(game) == list(range(1, 20))
        force = game.state.tf[game.state.order[game.state.seat].tf]
        game.say(3, 2)
        assert (force.q, offset_row(force.q, force.r)) == (column, edge)
        assert (force.vq, force.vr) == (0, 2 * step)
        while game.state.seat == (0 if edge == 0 else 1) and game.state.phase == Phase.SETUP:
            game.idle()


@pytest.mark.rule("BR-SCN-02", "BR-SCN-04", "BR-AMB-56")
@pytest.mark.parametrize("speed", [1, 4])
def test_a_force_enters_by_its_velocity_in_its_round(speed):
    """Velocity v: v hexes of the map in the round of entry; before it, nothing is there."""
    game = setting_up("Rapier").skip_to(Decision.SETUP_COLUMN).say(7, speed)
    game.skip_to(Decision.ROUND_MENU)
    tf = int(game.state.craft[0].tf)
    if game.state.round_tf != tf:
        game.to_round(tf)
    assert not game.visible(1).tf[tf].status
    game.say("END_ROUND")
    force = game.state.tf[tf]
    assert force.status == ForceStatus.ON_MAP
    assert (force.q, offset_row(force.q, force.r)) == (7, speed)


@pytest.mark.rule("BR-SCN-03")
def test_entry_velocity_is_at_least_1_and_at_most_the_lowest_g_rating():
    """Source p.15: ships of 3G and 6G: 1, 2 or 3. Gazelle has 3 Gs, Starburst 6."""
    game = setting_up("Gazelle", "Starburst")
    game.say(("force", 0)).skip_to(Decision.SETUP_COLUMN).say(5)
    assert game.decision == Decision.SETUP_VELOCITY and numbers(game) == [1, 2, 3]


@pytest.mark.rule("BR-SCN-03", "BR-AMB-30")
def test_a_dummy_enters_at_velocity_1_to_6():
    game = setting_up("Gazelle").skip_to(Decision.SETUP_DUMMIES).say(1)
    speeds = {}
    while game.decision == Decision.SETUP_COLUMN:
        strength = int(game.state.tf[game.state.order[0].tf].strength)
        game.say(9)
        speeds[strength] = numbers(game)
        game.say(1)
        if game.decision == Decision.SETUP_TURN:
            game.say(1)
    assert speeds == {0: [1, 2, 3, 4, 5, 6], 1: [1, 2, 3]}


@pytest.mark.rule("BR-SCN-04", "BR-AMB-56")
def test_at_least_one_force_with_ships_enters_on_turn_1():
    """The last may not be late when all others are; a dummy does not count."""
    turns = list(range(1, LAST_ENTRY_TURN + 1))
    for seed in range(1, 9):  # the forces are asked in an order at random
        game = setting_up("Gazelle", "Starburst", seed=seed).say(("force", 1), 1)
        offered = []
        for _ in range(3):
            game.skip_to(Decision.SETUP_COLUMN)
            force = game.state.tf[game.state.order[0].tf]
            game.say(5, 2)
            if game.decision != Decision.SETUP_TURN:  # only turn 1 is left, which needs no question
                assert force.strength and force.entry_turn == 1
                offered.append([1])
                continue
            assert numbers(game) == turns
            if force.strength:
                offered.append(turns)
            game.say(3)
        assert offered == [turns, [1]]


@pytest.mark.rule("BR-SCN-04")
def test_a_late_force_enters_on_the_turn_written_down():
    game = setting_up("Gazelle", "Starburst").say(("force", 1), 0)
    game.say(5, 1, 1)
    late = game.state.tf[game.state.order[0].tf]
    game.say(9, 2, 3)
    for turn in (1, 2, 3):
        assert late.status == ForceStatus.WAITING and late.entry_turn == 3
        while game.state.turn == turn and not game.over:
            game.idle()
    assert game.state.turn == 4 and late.status == ForceStatus.ON_MAP
    assert offset_row(late.q, late.r) == 2


@pytest.mark.rule("BR-SCN-04", "BR-LCH-01", "BR-AMB-56")
def test_nothing_is_launched_before_entry():
    enters = {"turn": 1, "column": 9, "velocity": 2}
    red = side(["Rapier"], [{"ships": ["Rapier"], "enters": enters}])
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0928"}])
    game = started(position(red, blue), 0)
    while game.state.phase == Phase.INITIATIVE:
        assert game.state.seat == 1
        game.idle()
    game.skip_to(Decision.LAUNCH_MENU)
    assert game.state.turn == 2 and game.state.seat == 0


@pytest.mark.rule("BR-SCN-02", "BR-AMB-56")
def test_an_entering_force_may_thrust():
    """Rapier, 4 Gs: velocity 2 and three Gs ahead make 5 hexes of entry."""
    enters = {"turn": 1, "column": 9, "velocity": 2}
    red = side(["Rapier"], [{"ships": ["Rapier"], "enters": enters}])
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0928"}])
    game = started(position(red, blue), 0).to_round(0)
    game.say("MOVE", *[("direction", 0)] * 3, "GO")
    assert offset_row(game.state.tf[0].q, game.state.tf[0].r) == 5


# -- bought fleets -------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-11")
@pytest.mark.parametrize("tactics,good", [(1, True), (7, True), (8, False), (0, False)])
def test_fleet_tactics_is_1_to_7(tactics, good):
    """Source p.14: level 1 unless bought, at most 7."""
    source = position(side(["Fiery"], None, tactics), side(["Fiery"], None, 1))
    if good:
        assert Table(source).state.tactics[0] == tactics
        return
    with pytest.raises(ScenarioError, match="fleet_tactics"):
        Table(source)


def printed_ships():
    """Rows of ships.csv."""
    with (tables.DATA / "ships.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.rule("BR-TF-04")
@pytest.mark.parametrize(
    ("ships", "tactics", "dummies"),
    [
        (["Lancer", "Fusilier"], 4, 4),
        (["Lancer", "Fusilier"], 3, 3),
        (["Lancer", "Rapier"], 4, 2),
    ],
)
def test_the_standing_order_hides_a_fleet_of_tech_level_12_among_more_dummies(
    ships, tactics, dummies
):
    """Lancer and Fusilier are of tech level 12, the Rapier of 15; no more than the level allows."""
    game = setting_up(*ships, tactics=tactics, delegate=("task_forces",))
    half = len(game.state.tf) // 2
    empty = [force for force in game.state.tf[:half] if force.strength == 0 and force.status]
    assert len(empty) == dummies


@pytest.mark.rule("BR-SCN-10")
def test_the_order_of_the_ships_set_aside():
    """RULES.md SCN-10: single ships and thirds of three by points: Sylea 210, Voroshilef 182."""
    rows = printed_ships()
    aside = sorted(
        ((int(row["points"]), row["name"]) for row in rows if int(row["count"]) in (1, 3)),
        reverse=True,
    )
    assert aside[:2] == [(210, "Sylea"), (182, "Voroshilef")]
    assert {int(row["count"]) for row in rows} == {1, 2, 3, 12}
    assert [row["name"] for row in rows if row["count"] == "3"] == ["Manticore"]
    names = [name for _, name in aside]
    maggarts = [int(row["points"]) for row in rows if row["name"].startswith("Maggart")]
    assert sorted(maggarts) == [17, 18] and {"Maggart LC", "Maggart LT"} <= set(names)


@pytest.mark.rule("BR-S1-03", "BR-S1-01")
def test_the_listed_fleet_fits_the_points_of_the_variant():
    """177 points of ships, three more levels of Fleet Tactics at 10: 207 of 208; all can jump."""
    rows = {row["name"]: row for row in printed_ships()}
    fleet = ["Starburst", "Rapier", "Midu Agashaam", "Chrysanthemum", "Valor", "Fiery"]
    assert sum(int(rows[name]["points"]) for name in fleet) == 177
    assert 177 + 3 * 10 <= 208
    assert all(int(rows[name]["jump"]) > 0 for name in fleet)
    jumpless = {name for name, row in rows.items() if not int(row["jump"] or 0)}
    assert jumpless == {"Gallant", "Admiral", "Manticore", "Shukugan"}


@pytest.mark.rule("BR-AMB-88")
def test_public_numbers_of_task_forces_are_dealt_evenly():
    """Each of four task forces bears each of four numbers in about a quarter of the games."""
    names = [f"Red {n}" for n in range(4)]
    forces = [{"ships": [name], "hex": f"0{n + 1}05"} for n, name in enumerate(names)]
    red = side([ship(name) for name in names], forces)
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    game, dealt, games = Table(position(red, blue), begin=False), Counter(), 160
    for seed in range(games):
        entry.begin(game.games, 0, game.table, seed)
        dealt.update(enumerate(game.state.tf["contact"][:4].tolist()))
    assert len(dealt) == 16
    assert all(0.6 < count / (games / 4) < 1.5 for count in dealt.values())
